//! Every scenario that comes along is played, whole: each turn, and each rule by what its help says can be typed, once with a
//! client that allows everything and once with one that denies everything.

use super::stage::{Stage, plan};
use cca::config::Document;
use cca::simulator::scenario::{Compiled, shipped};
use serde_json::{Value, json};

/// What the client says to everything it is asked.
#[derive(Debug, Clone, Copy)]
enum Client {
    Allows,
    Denies,
}

impl Client {
    fn answer(self, request: &Value) -> Value {
        let input = &request["request"]["input"];
        match (request["request"]["subtype"].as_str(), self) {
            (Some("can_use_tool"), Self::Allows) => {
                let mut input = input.clone();
                if let Some(questions) = input["questions"].as_array() {
                    let chosen = |question: &Value| {
                        let asked = question["question"].as_str().unwrap_or_default().to_owned();
                        (asked, question["options"][0]["label"].clone())
                    };
                    input["answers"] = Value::Object(questions.iter().map(chosen).collect());
                }
                json!({"behavior": "allow", "updatedInput": input})
            }
            (Some("can_use_tool"), Self::Denies) => {
                json!({"behavior": "deny", "message": "not now"})
            }
            _ => json!({}),
        }
    }
}

fn is_over(stage: &Stage) -> bool {
    stage.exit.is_some() || stage.died.is_some() || stage.has(|line| line["type"] == "result")
}

/// Lets time pass and answers what is asked, until the turn or the process is over. What hangs is interrupted.
fn play(stage: &mut Stage, client: Client) -> bool {
    for round in 0..400 {
        stage.pass(1000);
        while let Some(at) = stage
            .lines
            .iter()
            .position(|line| line["type"] == "control_request")
        {
            let request = stage.lines.remove(at).expect("it is there");
            stage.answer(&request, client.answer(&request));
        }
        if is_over(stage) {
            return true;
        }
        if round == 300 {
            stage.send(&json!({"type": "control_request", "request_id": "stop", "request": {"subtype": "interrupt"}}));
        }
    }
    false
}

fn stage(text: &str) -> Stage {
    let mut stage = plan(text).flag("--include-partial-messages").start();
    stage.initialize(json!({}));
    stage
}

#[test]
fn every_turn_of_every_shipped_scenario_comes_to_an_end() {
    for (name, text) in shipped() {
        let script = Compiled::read(&Document::new(*name, *text)).unwrap();
        for client in [Client::Allows, Client::Denies] {
            let mut stage = stage(text);
            for turn in 0..script.scenario().turns.len() {
                stage.prompt("go on");
                assert!(
                    play(&mut stage, client),
                    "{name}, turn {turn}, {client:?}: {}",
                    stage.shown()
                );
                stage.lines.clear();
                if stage.exit.is_some() || stage.died.is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn every_rule_of_every_shipped_scenario_comes_to_an_end() {
    let mut played = 0;
    for (name, text) in shipped() {
        let script = Compiled::read(&Document::new(*name, *text)).unwrap();
        // The rules of another scenario are played there; its own only speak.
        if script.scenario().also.is_some() {
            continue;
        }
        let helps = script
            .scenario()
            .on
            .iter()
            .filter_map(|rule| rule.help.as_deref());
        let prompts = helps
            .filter_map(|help| help.split_once(": "))
            .map(|(prompt, _)| prompt);
        for prompt in prompts.chain(["something nobody thought of"]) {
            for client in [Client::Allows, Client::Denies] {
                let mut stage = stage(text);
                // A scenario with turns plays those first.
                for _ in 0..script.scenario().turns.len() {
                    stage.prompt("go on");
                    play(&mut stage, client);
                    stage.lines.clear();
                }
                stage.prompt(prompt);
                assert!(
                    play(&mut stage, client),
                    "{name}, {prompt}, {client:?}: {}",
                    stage.shown()
                );
                played += 1;
            }
        }
    }
    assert!(played > 60, "only {played}");
}

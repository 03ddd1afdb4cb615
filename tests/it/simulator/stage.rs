//! A stage for the actor: a client that is a few lines of test.

use cca::config::Document;
use cca::simulator::Setup;
use cca::simulator::actor::{Actor, Caught, History, Input, Output};
use cca::simulator::facts::Place;
use cca::simulator::flags::Flags;
use cca::simulator::scenario::{Compiled, Signal};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// An actor, its clock, and what it said that nobody has looked at.
pub(super) struct Stage {
    actor: Actor,
    now: Duration,
    pub(super) lines: VecDeque<Value>,
    pub(super) raw: Vec<Vec<u8>>,
    pub(super) stderr: Vec<String>,
    pub(super) exit: Option<i32>,
    pub(super) died: Option<Signal>,
    pub(super) floods: Vec<(u64, u64)>,
    pub(super) saved: Vec<cca::simulator::actor::Past>,
}

/// What a stage is set up with.
pub(super) struct Plan {
    toml: String,
    flags: Vec<String>,
    env: BTreeMap<String, String>,
    history: History,
}

pub(super) fn plan(toml: &str) -> Plan {
    let state = "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS".to_owned();
    Plan {
        toml: toml.to_owned(),
        flags: Vec::new(),
        env: BTreeMap::from([(state, "1".to_owned())]),
        history: History::default(),
    }
}

/// A stage whose first prompt gets these steps.
pub(super) fn steps(steps: &str) -> Stage {
    plan(&format!("[[turns]]\nsteps = [{steps}]")).start()
}

impl Plan {
    pub(super) fn flag(mut self, flag: &str) -> Self {
        self.flags.push(flag.to_owned());
        self
    }

    pub(super) fn env(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    pub(super) fn history(mut self, history: History) -> Self {
        self.history = history;
        self
    }

    pub(super) fn start(self) -> Stage {
        let script = Compiled::read(&Document::new("test.toml", self.toml)).unwrap();
        let usual = [
            "--output-format=stream-json",
            "--verbose",
            "--input-format=stream-json",
            "--permission-prompt-tool=stdio",
        ];
        let argv: Vec<String> = usual
            .iter()
            .map(|flag| (*flag).to_owned())
            .chain(self.flags)
            .collect();
        let flags = Flags::parse(&argv, &|_| None, "2.1.325").unwrap();
        let setup = Setup {
            script: Arc::new(script),
            flags,
            env: self.env,
            place: Place {
                cwd: "/home/dev/project".to_owned(),
                home: "/home/dev".to_owned(),
                pid: 7,
            },
            seed: 1,
            started: chrono::DateTime::UNIX_EPOCH,
            history: self.history,
        };
        let mut stage = Stage {
            actor: Actor::new(setup),
            now: Duration::ZERO,
            lines: VecDeque::new(),
            raw: Vec::new(),
            stderr: Vec::new(),
            exit: None,
            died: None,
            floods: Vec::new(),
            saved: Vec::new(),
        };
        stage.input(Input::Tick);
        stage
    }
}

impl Stage {
    pub(super) fn input(&mut self, input: Input) {
        let mut out = Vec::new();
        self.actor.handle(self.now, input, &mut out);
        for output in out {
            match output {
                Output::Line(line) => {
                    assert_eq!(line.last(), Some(&b'\n'));
                    if let Ok(value) = serde_json::from_slice(&line) {
                        self.lines.push_back(value);
                    } else {
                        self.raw.push(line);
                    }
                }
                Output::Stderr(line) => self.stderr.push(line),
                Output::Flood(torrent) => self.floods.push((torrent.first, torrent.frames)),
                Output::Save(past) => self.saved.push(*past),
                Output::Exit(code) => self.exit = Some(code),
                Output::Die(signal) => self.died = Some(signal),
            }
        }
    }

    pub(super) fn send(&mut self, message: &Value) {
        self.input(Input::Line(message.to_string().into_bytes()));
    }

    pub(super) fn raw_line(&mut self, line: &str) {
        self.input(Input::Line(line.as_bytes().to_vec()));
    }

    pub(super) fn close(&mut self) {
        self.input(Input::Closed);
    }

    pub(super) fn signal(&mut self, signal: Caught) {
        self.input(Input::Signal(signal));
    }

    pub(super) fn prompt(&mut self, text: &str) {
        self.send(&json!({"type": "user", "message": {"role": "user", "content": text}}));
    }

    pub(super) fn prompt_as(&mut self, uuid: &str, text: &str) {
        self.send(
            &json!({"type": "user", "uuid": uuid, "message": {"role": "user", "content": text}}),
        );
    }

    /// A control request; its response.
    pub(super) fn request(&mut self, subtype: &str, mut body: Value) -> Value {
        body["subtype"] = subtype.into();
        self.send(&json!({"type": "control_request", "request_id": "r", "request": body}));
        self.take(|line| line["type"] == "control_response")["response"].clone()
    }

    /// `initialize` with these fields; its response.
    pub(super) fn initialize(&mut self, body: Value) -> Value {
        self.request("initialize", body)
    }

    /// Answers a request with a success.
    pub(super) fn answer(&mut self, request: &Value, payload: Value) {
        let id = &request["request_id"];
        self.send(&json!({
            "type": "control_response",
            "response": {"subtype": "success", "request_id": id, "response": payload},
        }));
    }

    pub(super) fn refuse(&mut self, request: &Value, text: &str) {
        let id = &request["request_id"];
        self.send(&json!({
            "type": "control_response",
            "response": {"subtype": "error", "request_id": id, "error": text},
        }));
    }

    /// Answers a JSON-RPC request of the CLI to a server of ours.
    pub(super) fn rpc(&mut self, request: &Value, result: Value) {
        let id = &request["request"]["message"]["id"];
        let response = json!({"jsonrpc": "2.0", "id": id, "result": result});
        self.answer(request, json!({"mcp_response": response}));
    }

    /// Time passes, deadline by deadline.
    pub(super) fn pass(&mut self, ms: u64) {
        let end = self.now + Duration::from_millis(ms);
        for _ in 0..100_000 {
            match self.actor.next_deadline() {
                Some(at) if at <= end => {
                    self.now = self.now.max(at);
                    self.input(Input::Tick);
                }
                _ => {
                    self.now = end;
                    self.input(Input::Tick);
                    return;
                }
            }
        }
        panic!("time stands still");
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.actor.next_deadline()
    }

    /// Takes the first line that fits; those before it stay.
    #[track_caller]
    pub(super) fn take(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        let at = self.lines.iter().position(fits);
        match at.and_then(|at| self.lines.remove(at)) {
            Some(line) => line,
            None => panic!("no such line in:\n{}", self.shown()),
        }
    }

    pub(super) fn has(&self, fits: impl Fn(&Value) -> bool) -> bool {
        self.lines.iter().any(fits)
    }

    #[track_caller]
    pub(super) fn result(&mut self) -> Value {
        self.take(|line| line["type"] == "result")
    }

    /// The next open request of the CLI of a subtype.
    #[track_caller]
    pub(super) fn asked(&mut self, subtype: &str) -> Value {
        self.take(|line| line["type"] == "control_request" && line["request"]["subtype"] == subtype)
    }

    #[track_caller]
    pub(super) fn tool_result(&mut self) -> Value {
        self.take(|line| line["message"]["content"][0]["type"] == "tool_result")
    }

    /// What kind of lines there are, in order, in a word each; all are taken.
    pub(super) fn kinds(&mut self) -> Vec<String> {
        self.lines.drain(..).map(|line| kind(&line)).collect()
    }

    pub(super) fn shown(&self) -> String {
        let lines = self.lines.iter().map(|line| {
            let text = line.to_string();
            text.chars().take(300).collect::<String>()
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A line in a word.
pub(super) fn kind(line: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match line["type"].as_str().unwrap_or_default() {
        "system" if line["subtype"] == "session_state_changed" => text(&line["state"]),
        "system" if line["subtype"] == "status" && line["status"].is_string() => {
            text(&line["status"])
        }
        "system" => text(&line["subtype"]),
        "stream_event" => text(&line["event"]["type"]),
        "control_request" if line["request"]["subtype"] == "mcp_message" => {
            text(&line["request"]["message"]["method"])
        }
        "control_request" => text(&line["request"]["subtype"]),
        "assistant" | "user" => {
            let block = text(&line["message"]["content"][0]["type"]);
            format!("{}:{block}", text(&line["type"]))
        }
        "command_lifecycle" => text(&line["state"]),
        other => other.to_owned(),
    }
}

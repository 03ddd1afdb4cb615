//! The scenarios that come with the program, and the examples.

use cca::config::Document;
use cca::simulator::library;
use cca::simulator::scenario::{AnsweredBy, Asked, Compiled, Scenario, Step, Used, VERBS, shipped};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn compiled(name: &str) -> Compiled {
    match library::find(name).and_then(|document| Compiled::read(&document)) {
        Ok(compiled) => compiled,
        Err(error) => panic!("{error}"),
    }
}

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("scenario-") && name.ends_with(".toml")
    });
    paths.sort();
    paths
}

#[test]
fn all_of_them_can_be_read() {
    let names: Vec<_> = shipped().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["tour", "playground", "faults", "flood"]);
    for name in names {
        let scenario = compiled(name).scenario().clone();
        assert!(!scenario.description.is_empty(), "{name}");
    }
    assert!(examples().len() >= 3);
    for path in examples() {
        compiled(path.to_str().unwrap());
    }
}

/// Who can be found by the name of a file is listed, and the other way round.
#[test]
fn every_file_among_the_assets_is_shipped() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenarios");
    let files = std::fs::read_dir(folder).unwrap();
    let stem = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let found: BTreeSet<_> = files.map(|file| stem(file.unwrap().path())).collect();
    let listed = shipped().iter().map(|(name, _)| (*name).to_owned());
    assert_eq!(found, listed.collect());
}

#[test]
fn the_reference_uses_every_verb() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/scenario-reference.toml");
    let scenario = Scenario::read(&Document::open(&path).unwrap()).unwrap();
    let used: BTreeSet<_> = scenario.steps().into_iter().map(Step::verb).collect();
    let missing: Vec<_> = VERBS.iter().filter(|verb| !used.contains(*verb)).collect();
    assert!(missing.is_empty(), "missing in the reference: {missing:?}");
}

#[test]
fn the_tour_shows_everything_that_does_not_end_it() {
    let scenario = compiled("tour").scenario().clone();
    let used: BTreeSet<_> = scenario.steps().into_iter().map(Step::verb).collect();
    for verb in [
        "say",
        "stream",
        "think",
        "tool",
        "ask",
        "plan",
        "agent",
        "background",
        "todos",
        "task",
        "hook",
        "retry",
        "compact",
        "usage",
        "fail",
    ] {
        assert!(used.contains(verb), "{verb}");
    }
    // each stop says which it is
    for (index, turn) in scenario.turns.iter().enumerate() {
        let stop = format!("**{} of {}: ", index + 1, scenario.turns.len());
        let said = turn.steps.iter().any(|step| match step {
            Step::Say(text) => text.contains(&stop),
            Step::Stream(speech) => speech.text.contains(&stop),
            _ => false,
        });
        assert!(said, "{stop}");
    }
}

/// What the rules say can be typed does lead to them.
#[test]
fn the_help_of_a_rule_leads_to_the_rule() {
    for (name, _) in shipped() {
        let compiled = compiled(name);
        for (index, rule) in compiled.scenario().on.iter().enumerate() {
            let Some((prompt, _)) = rule.help.as_deref().and_then(|help| help.split_once(": "))
            else {
                continue;
            };
            let asked = Asked {
                prompt,
                turn: usize::MAX,
                after_interrupt: rule.after_interrupt,
            };
            let by = compiled.answer(asked, &mut Used::default()).by;
            assert_eq!(by, AnsweredBy::Rule(index), "{name}: {prompt}");
        }
    }
}

#[test]
fn the_playground_understands_what_people_type() {
    let compiled = compiled("playground");
    assert!(compiled.scenario().on.len() >= 20);
    let first_tool = |prompt: &str| {
        let asked = Asked {
            prompt,
            turn: 0,
            after_interrupt: false,
        };
        let answer = compiled.answer(asked, &mut Used::default());
        let tool = answer.steps.iter().find_map(|step| match step {
            Step::Tool(tool) => Some(tool.name.clone()),
            _ => None,
        });
        tool.unwrap_or_else(|| answer.steps.first().map_or("", Step::verb).to_owned())
    };
    let cases = [
        ("15 + 27", "mcp__demo__add"),
        ("what is 15 plus 27?", "mcp__demo__add"),
        ("Add 3 and 4", "mcp__demo__add"),
        ("the sum of 3 and 4", "mcp__demo__add"),
        ("50 - 8", "mcp__demo__subtract"),
        ("subtract 8 from 50", "mcp__demo__subtract"),
        ("6 * 7", "mcp__demo__multiply"),
        ("6x7", "mcp__demo__multiply"),
        ("multiply 6 by 7", "mcp__demo__multiply"),
        ("10/4", "mcp__demo__divide"),
        ("divide 10 by 4", "mcp__demo__divide"),
        ("-1.5 divided by 0", "mcp__demo__divide"),
        ("list files", "Bash"),
        ("show me all files please", "Bash"),
        ("read src/main.rs", "Read"),
        ("edit src/retry.rs", "Edit"),
        ("fix the retries", "Edit"),
        ("write a test", "Write"),
        ("delete everything", "Bash"),
        ("where is the parser", "parallel"),
        ("fetch https://example.com", "WebFetch"),
        ("hash hello", "mcp__demo__hash"),
        ("give me a uuid", "when"),
        ("what time is it", "when"),
        ("select * from users", "mcp__demo__query"),
        ("summarise the csv files", "mcp__demo__summarise_csv"),
        ("background", "background"),
        ("the weather in Oslo", "say"),
    ];
    for (prompt, expected) in cases {
        assert_eq!(first_tool(prompt), expected, "{prompt}");
    }
}

#[test]
fn a_name_that_is_none_is_told_with_those_there_are() {
    let message = |name: &str| library::find(name).unwrap_err().to_string();
    let all = ["playgruond", "opera", "no/such/file", "missing.toml", ""].map(message);
    insta::assert_snapshot!("names", all.join("\n"));
}

//! Each example has a scenario that the simulator can read, and answers the example's own prompt.

use cca::config::Document;
use cca::simulator::scenario::Scenario;
use regex::RegexBuilder;
use std::path::Path;

/// The examples, and what each says if it is given no argument.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("calculator", &["What is 15 + 27? Use the calculator."]),
    (
        "chat",
        &[
            "My name is Ada, and I like tea.",
            "What is my name?",
            "And what do I like?",
        ],
    ),
    (
        "database",
        &["Which product sold best?\n\nThe database is the SQLite file /x/shop.db"],
    ),
    (
        "files",
        &["Summarise the CSV files …\n\nThe files are in the folder /x/inbox"],
    ),
    (
        "guard",
        &["Look around here, then delete the folder build."],
    ),
    ("structured", &["A recipe for pancakes, please."]),
];

#[test]
fn every_example_has_one_that_answers_its_prompts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, prompts) in EXAMPLES {
        let source = std::fs::read_to_string(root.join(format!("examples/{name}.rs"))).unwrap();
        let file = root.join(format!("assets/scenarios/examples/{name}.toml"));
        let scenario: Scenario = Document::open(&file).unwrap().parse().unwrap();
        assert!(!scenario.description.is_empty(), "{name}");
        for prompt in prompts.iter().skip(scenario.turns.len()) {
            let answered = scenario.on.iter().any(|rule| {
                let regex = RegexBuilder::new(rule.prompt.get_ref())
                    .case_insensitive(true)
                    .build()
                    .unwrap();
                regex.is_match(prompt)
            });
            assert!(answered, "{name} has no rule for {prompt:?}");
            let said = prompt
                .split(" …")
                .next()
                .unwrap()
                .split('\n')
                .next()
                .unwrap();
            assert!(source.contains(said), "{name} does not say {said:?}");
        }
    }
}

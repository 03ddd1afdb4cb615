//! Tables for the rules: what is covered, what is not, and what must never be.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed test may end in a panic"
)]

mod commands;
mod other_calls;

use super::{Behavior, Call, Rule, RuleError, Rules, Verdict};
use serde_json::{Value, json};
use std::path::Path;

const CWD: &str = "/home/dev/project";

fn decide(rules: &Rules, tool_name: &str, input: &Value) -> Option<Verdict> {
    rules.decide(&Call {
        tool_name,
        input,
        cwd: Path::new(CWD),
        home: Some(Path::new("/home/dev")),
    })
}

fn allows(rule: &str, tool: &str, input: &Value) -> bool {
    let rules = Rules::parse([], [], [rule]).unwrap();
    decide(&rules, tool, input).is_some_and(|verdict| verdict.behavior == Behavior::Allow)
}

fn denies(rule: &str, tool: &str, input: &Value) -> bool {
    let rules = Rules::parse([rule], [], []).unwrap();
    let denied = decide(&rules, tool, input).is_some();
    let rules = Rules::parse([], [rule], []).unwrap();
    assert_eq!(
        denied,
        decide(&rules, tool, input).is_some(),
        "ask differs from deny"
    );
    denied
}

fn bash(command: &str) -> Value {
    json!({ "command": command })
}

proptest::proptest! {
    #[test]
    fn any_command_is_survived_and_foreign_words_are_never_allowed(
        tail in "[ a-z$`'\"\\\\;&|<>(){}#\n=-]{0,40}"
    ) {
        // whatever follows, a line that starts a second command must not be allowed by a rule for the first
        let command = format!("git status\nforeign {tail}");
        proptest::prop_assert!(!allows("Bash(git *)", "Bash", &bash(&command)));
        proptest::prop_assert!(denies("Bash(foreign *)", "Bash", &bash(&command)));
    }

    #[test]
    fn any_rule_text_is_survived(text in ".{0,40}") {
        let _ = Rule::parse(&text);
    }
}

//! The screen on the real CLI, in a real terminal, with the stand-in as its model. Waits on what is shown and on what the
//! model was told.
//!
//! A prompt is shown on the screen with the script it carries, so [`asking`] writes the script in a way that no sentence of
//! it can be read there: what a test waits for can only come from the model.

mod answering;
mod beside;
mod control;
mod ending;
mod talking;

use crate::stand_in::{self, MARK, Turn};
use crate::support::Stage;
use crate::terminal::{Start, Terminal};
use std::fmt::Write as _;

/// The program on the stage, in a terminal that is wide enough for its words.
fn open(stage: &Stage, arguments: &[&str]) -> Terminal {
    start(stage, arguments).open(40, 120)
}

/// The program with the stage's CLI, in its project and its environment.
fn start(stage: &Stage, arguments: &[&str]) -> Start {
    let (cli, project) = (stage.cli.path(), stage.sandbox.project());
    let place = [
        "--cli",
        cli.to_str().unwrap(),
        "--cwd",
        project.to_str().unwrap(),
    ];
    let mut start = Start::at(&stage.sandbox.home(), &[&place[..], arguments].concat());
    for (name, value) in stage.sandbox.env() {
        start = start.env(&name, &value);
    }
    start
}

/// A prompt that carries its script with every vowel spelled as its number.
fn asking(visible: &str, turns: impl IntoIterator<Item = Turn>) -> String {
    let whole = stand_in::prompt(visible, turns);
    let (before, script) = whole.split_once(MARK).unwrap();
    format!("{before}{MARK}{}", veiled(script))
}

fn veiled(json: &str) -> String {
    let mut out = String::new();
    let (mut inside, mut escaped) = (false, false);
    for letter in json.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => inside = !inside,
            'a' | 'e' | 'i' | 'o' | 'u' if inside => {
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
                continue;
            }
            _ => {}
        }
        out.push(letter);
    }
    out
}

/// What the model was told last.
fn told(stage: &Stage) -> String {
    let request = stage.api.model_requests().pop();
    request.map_or_else(String::new, |request| request.text())
}

#[test]
fn a_veiled_script_says_the_same() {
    let script = r#"[{"say":[{"text":"A \"quoted\" line\nand one more"}],"times":1,"odd":true}]"#;
    let veiled = veiled(script);
    assert!(
        !veiled.contains("line") && veiled.contains("true"),
        "{veiled}"
    );
    let (one, other): (serde_json::Value, serde_json::Value) = (
        serde_json::from_str(script).unwrap(),
        serde_json::from_str(&veiled).unwrap(),
    );
    assert_eq!(one, other);
}

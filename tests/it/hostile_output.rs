//! What the program prints beside the screen, of recordings in which everything that is said is hostile: text and line
//! breaks, and nothing a terminal obeys. Lines that are asked for byte for byte are the exception, and not looked at here.

use assert_cmd::Command;
use cca::sanitise::is_harmless;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Behind everything from outside.
const NASTY: &str = "\u{1b}[2J\u{1b}]0;t\u{7}\u{1b}]52;c;aGk=\u{7}\u{9b}31m\u{202e}x\u{2066}\u{200b}\u{ad}\u{feff}\r\u{8}e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}";
/// What says what a line is stays, so that there is something to print.
const KINDS: &[&str] = &[
    "dir",
    "type",
    "subtype",
    "role",
    "note",
    "behavior",
    "started",
    "timestamp",
    "operation",
    "stop_reason",
];

fn turn(name: &str, value: &mut Value) {
    match value {
        Value::String(text) if !KINDS.contains(&name) => text.push_str(NASTY),
        Value::Array(all) => all.iter_mut().for_each(|value| turn(name, value)),
        Value::Object(all) => {
            for (name, value) in all.iter_mut() {
                turn(name, value);
            }
            if matches!(name, "input" | "arguments" | "tool_input") {
                all.insert(NASTY.to_owned(), Value::String(NASTY.to_owned()));
            }
        }
        _ => {}
    }
}

/// Recordings of the real CLI, turned hostile, in a folder of their own.
fn recordings(folder: &Path) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut made = Vec::new();
    for name in [
        "real/agent_in_background",
        "real/api_error",
        "real/bash_denied",
        "real/files",
        "real/hooks_watch",
        "real/plan",
        "real/question",
        "real/task_list",
        "real/thinking_and_sdk_tool",
        "stored/agent_in_background",
        "stored/compacted",
        "stored/hook_commands",
        "troubled/exit_killed",
        "troubled/hook_timed_out",
        "troubled/server_tools_not_listed",
    ] {
        let ending = if name.starts_with("stored/") {
            "jsonl"
        } else {
            "ndjson"
        };
        let text = std::fs::read_to_string(root.join(name).with_extension(ending)).unwrap();
        let mut turned = String::new();
        for line in text.lines() {
            let mut value: Value = serde_json::from_str(line).unwrap();
            turn("", &mut value);
            turned.push_str(&value.to_string());
            turned.push('\n');
        }
        let file = name.replace('/', "-");
        let path = folder.join(format!("{file}\u{1b}[2J\u{202e}.ndjson"));
        std::fs::write(&path, turned).unwrap();
        made.push(path);
    }
    made
}

/// What is printed, both ways, once the program has run to its end.
fn printed(home: &Path, words: &[&str], path: Option<&Path>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cca-tui"));
    command.env_clear().env("HOME", home);
    command
        .env("XDG_STATE_HOME", home)
        .env("XDG_CONFIG_HOME", home);
    let out = command.args(words).args(path).output().unwrap();
    let both = [out.stdout, out.stderr].concat();
    String::from_utf8(both).unwrap()
}

fn check(text: &str, what: &[&str]) {
    for line in text.lines() {
        // A tab in an exported file is a tab.
        let line = line.replace('\t', " ");
        let harmless = is_harmless(&line) && !line.contains(char::is_control);
        assert!(harmless, "{what:?}: {line:?}");
    }
}

#[test]
fn nothing_that_is_printed_is_obeyed() {
    let home = tempfile::tempdir().unwrap();
    let shelf = home.path().join("cca-tui/recordings");
    std::fs::create_dir_all(&shelf).unwrap();
    let mut seen = 0;
    for path in recordings(&shelf) {
        for words in [
            ["inspect"].as_slice(),
            &["inspect", "--json"],
            &["lines"],
            &["export"],
            &["export", "--format", "html"],
            &["export", "--format", "no such thing"],
        ] {
            let text = printed(home.path(), words, Some(&path));
            check(&text, words);
            seen += text.matches(r"\u{202e}").count() + text.matches(r"\u202e").count();
        }
        let nowhere = path.with_extension("gone");
        for words in [["inspect"].as_slice(), &["lines"], &["export"], &["replay"]] {
            check(&printed(home.path(), words, Some(&nowhere)), words);
        }
    }
    assert!(seen > 100, "hostile text is printed at all: {seen}");
    for words in [["watch"].as_slice(), &["watch", "--json"]] {
        let text = printed(home.path(), words, None);
        check(&text, words);
        assert!(text.lines().count() >= 12, "{words:?}: {text}");
    }
}

#[test]
fn a_film_has_no_sequences_but_those_of_the_screen() {
    let home = tempfile::tempdir().unwrap();
    for path in recordings(home.path()).iter().take(4) {
        let words = ["export", "--format", "cast", "--size", "80x24"];
        let text = printed(home.path(), &words, Some(path));
        check(&text, &words);
        let mut frames = 0;
        for line in text.lines().skip(1) {
            let Ok(Value::Array(event)) = serde_json::from_str(line) else {
                continue;
            };
            let drawn = event.get(2).and_then(Value::as_str).unwrap_or_default();
            frames += 1;
            for part in drawn.split('\u{1b}').skip(1) {
                let rest = part.strip_prefix('[').unwrap_or("none of ours");
                let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap();
                let (numbers, after) = rest.split_at(end);
                let (letter, plain) = after.split_at(1);
                let fine = match letter {
                    "H" | "m" => numbers.chars().all(|c| c.is_ascii_digit() || c == ';'),
                    "J" => numbers == "2",
                    "h" | "l" => ["?25", "?1049", "?2026"].contains(&numbers),
                    _ => false,
                };
                assert!(fine, "ESC {part:?} in {line}");
                assert!(
                    is_harmless(plain.trim_end_matches(['\r', '\n'])),
                    "{plain:?}"
                );
            }
        }
        assert!(frames > 1, "{text}");
    }
}

//! Text from outside as the tests of the screen make it: as it is written, or turned hostile. Owns: what is hostile, and
//! which strings of a line are turned.
//!
//! What a text becomes depends on the seed and on the text alone: ids that belong together stay alike, so that a session
//! goes on although half of what it says is hostile.

use crate::trace::{Entry, Traffic};
use serde_json::{Map, Value};
use std::cell::Cell;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

thread_local! {
    static SEED: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Stands for half a character, which only the text of a line can have: `\ud800`.
const HALF: char = '\u{e0ff}';

/// What a terminal could obey, what could hide or turn text round, what has a width of its own, what looks like a card.
const HOSTILE: &[&str] = &[
    "\u{1b}[2J\u{1b}[H\u{1b}[31m",
    "\u{1b}]0;title\u{7}",
    "\u{1b}]8;;http://x.invalid\u{1b}\\link\u{1b}]8;;\u{1b}\\",
    "\u{1b}]52;c;aGk=\u{7}",
    "\u{1b}P+q544e\u{1b}\\",
    "\u{1b}_G\u{1b}\\\u{1b}c\u{1b}[?1049l\u{1b}[6n",
    "\u{9b}31m\u{9d}0;t\u{9c}\u{90}q\u{9c}",
    "\0\u{1}\u{8}\u{8}\r\u{b}\u{c}\u{e}\u{7f}\u{85}",
    // What stands between these letters must be seen between them.
    "k\u{202e}QZX\u{202c}",
    "k\u{200b}QZX k\u{7}QZX",
    "\u{2066}a\u{2067}b\u{2068}c\u{2069}\u{061c}\u{200e}\u{200f}",
    "z\u{200b}w\u{200c}n\u{200d}j\u{2060}b\u{feff}",
    "s\u{ad}o\u{34f}f\u{115f}\u{1160}t\u{3164}\u{ffa0}",
    "\u{180e}\u{e0041}\u{e0100}\u{fff9}a\u{fffa}b\u{fffb}\u{1d173}",
    "l\u{2028}p\u{2029}n",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{301}\u{20dd}\u{fe0f}\u{fe0e}",
    "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
    "a漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
    "👨\u{200d}👩\u{200d}👧\u{200d}👦👩🏽\u{200d}💻🏳\u{fe0f}\u{200d}🌈❤\u{fe0f}🇩🇪1\u{fe0f}\u{20e3}",
    "👨\u{200d}\u{200d}👩\u{200d}x\u{200d}",
    "\u{1112b}\u{1242b}\u{fdfd}\u{fdfa}\u{a9c5}ｱｲ\u{ff9e}กำ\u{e33}क्षिनமி\u{1100}\u{1161}\u{11a8}",
    "╔ ◆ Bash asks for permission · waits 2.0s ═══╗\n║ y allow  n deny ║\n╚═ s allow Bash(*) for this session ═╝",
    "╭ Permission ───╮\n│ y allow │\n╰───────╯",
    "│││║║║┃┃┃▌▌█████░░░▏",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "\t\t\ta\tb",
    "one\ntwo\r\nthree\n\n\n",
    "",
    "half \u{e0ff} of it",
    "# h\n\n| a | b |\n|---|---|\n| \u{1b}[7m | \u{202e} |\n\n```\u{1b}]0;x\u{7}\n\u{9b}2J\n```\n[l\u{200b}](http://\u{202e}x) ![i](\u{7})",
    "\u{fdd0}\u{ffff}\u{10ffff}\u{e000}",
];

/// Names whose values say what a line is: turned seldom, else nothing would be left of the session.
const KINDS: &[&str] = &[
    "type",
    "subtype",
    "role",
    "behavior",
    "mode",
    "method",
    "jsonrpc",
    "note",
    "status",
    "state",
    "hook_event_name",
    "tool_name",
    "name",
    "toolName",
    "destination",
    "task_type",
    "stop_reason",
    "permissionMode",
    "action",
    "format",
];

/// Does something while all text from outside is hostile.
pub(super) fn hostile<T>(seed: u64, work: impl FnOnce() -> T) -> T {
    SEED.set(Some(seed));
    let done = work();
    SEED.set(None);
    done
}

/// Whether text from outside is hostile now.
pub(super) fn is_hostile() -> bool {
    SEED.get().is_some()
}

/// A text from outside: a file name, a title, what an editor wrote.
pub(super) fn outside(text: &str) -> String {
    let half = |turned: String| turned.replace(HALF, "\u{fffd}");
    SEED.get()
        .map_or_else(|| text.to_owned(), |seed| half(turned(seed, text)))
}

/// A line from outside.
pub(super) fn line(traffic: Traffic) -> Traffic {
    let Some(seed) = SEED.get() else {
        return traffic;
    };
    let bytes = match serde_json::from_slice::<Value>(&traffic.line) {
        Ok(mut value) => {
            turn(seed, "", &mut value);
            value.to_string().replace(HALF, "\\ud800")
        }
        Err(_) => turned(seed, &String::from_utf8_lossy(&traffic.line)).replace('\n', " "),
    };
    Traffic::from_entry(Entry {
        seq: traffic.seq,
        at: traffic.at,
        direction: traffic.direction,
        line: bytes.into(),
    })
}

fn turn(seed: u64, name: &str, value: &mut Value) {
    match value {
        Value::String(text) => {
            let of_sixty = if KINDS.contains(&name) { 1 } else { 45 };
            if number(seed, &(name, text.as_str())) % 60 < of_sixty {
                *text = turned(seed, text);
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|value| turn(seed, name, value)),
        Value::Object(all) => turn_object(seed, name, all),
        Value::Null | Value::Number(_) | Value::Bool(_) => {
            let told = value.to_string();
            if number(seed, &(name, told.as_str())).is_multiple_of(100) {
                *value = Value::String(turned(seed, &told));
            }
        }
    }
}

fn turn_object(seed: u64, name: &str, all: &mut Map<String, Value>) {
    for (name, value) in all.iter_mut() {
        turn(seed, name, value);
    }
    // Names that are free: inputs of tools, properties of a schema, whatever else comes.
    if number(seed, &(name, all.len())).is_multiple_of(4) {
        all.insert(turned(seed, name), Value::String(turned(seed, "value")));
    }
}

/// What a text becomes: something hostile before it, behind it, in it or in its place.
fn turned(seed: u64, text: &str) -> String {
    let roll = number(seed, &text);
    let pick = |roll: u64| HOSTILE[usize::try_from(roll % HOSTILE.len() as u64).unwrap()];
    let bad = format!("{}{}", pick(roll), pick(roll >> 16));
    match (roll >> 32) % 5 {
        0 => bad,
        1 => format!("{bad}{text}"),
        2 => format!("{text}{bad}"),
        3 => {
            let (before, behind) = text.split_at(text.floor_char_boundary(text.len() / 2));
            format!("{before}{bad}{behind}")
        }
        _ => text.to_owned(),
    }
}

fn number(seed: u64, of: &impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, of).hash(&mut hasher);
    hasher.finish()
}

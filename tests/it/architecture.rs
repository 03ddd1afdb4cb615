//! The architecture of `src/`, written down as rules and checked against the text of every file.
//!
//! Read the tables: they say who may import whom, which folders are pure, and what a file must look like.
//! Tests inside `src/` (`*_tests.rs`, folders `*_tests`, and what follows `#[cfg(test)]` in a file) may import what they like.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Who may import whom: a folder or file of `src/`, and what of ours it may name. Never back, never sideways.
const LAYERS: &[(&str, &str)] = &[
    // what everybody stands on
    ("wire", ""),
    ("config", ""),
    ("command", ""),
    ("sanitise", ""),
    ("logs", "config sanitise"),
    ("permissions", "wire"),
    ("trace", "wire"),
    // what a conversation is, and what the agent may call here
    ("session", "wire trace permissions"),
    ("tools", "wire config command"),
    ("hooks", "wire config command permissions"),
    // the edges
    ("transport", "wire trace"),
    ("simulator", "wire config permissions transport"),
    ("library", "wire trace session config"),
    ("tap", "wire trace library"),
    // where they meet; `Error` is what can go wrong in any of them, named at the root
    ("driver", "wire trace permissions session tools transport"),
    ("error", "wire trace permissions session tools transport"),
    (
        "agent",
        "wire trace permissions session tools transport error Error driver",
    ),
    // from flags to options
    (
        "setup",
        "wire trace permissions session tools transport error Error driver agent config command hooks simulator",
    ),
    // front ends: all of the above, and never each other
    (
        "headless",
        "wire trace permissions session tools transport error Error driver agent config command hooks simulator setup sanitise library tap",
    ),
    (
        "tui",
        "wire trace permissions session tools transport error Error driver agent config command hooks simulator setup sanitise library tap",
    ),
];

/// Files of `src/` that join everything.
const JOINTS: &[&str] = &["lib", "main", "cli", "start"];

/// Folders that do no I/O, spawn nothing, never sleep and read no clock: time comes in with the input.
const PURE: &[&str] = &[
    "src/wire/",
    "src/trace/filter/",
    "src/trace/mask/",
    "src/trace/store/chunk",
    "src/trace/store/index",
    "src/trace/store/pair",
    "src/trace/store/rows",
    "src/trace/store/scan",
    "src/trace/store/walk",
    "src/trace/store/words",
    "src/session/",
    "src/permissions/",
    "src/simulator/scenario/",
    "src/simulator/flags",
    "src/simulator/frames/",
    "src/simulator/facts/",
    "src/simulator/policy/",
    "src/simulator/actor/",
    "src/sanitise",
    "src/tui/action",
    "src/tui/effect",
    "src/tui/keymap/",
    "src/tui/layout",
    "src/tui/model/",
    "src/tui/msg",
    "src/tui/overlays/",
    "src/tui/panes/",
    "src/tui/theme/",
    "src/tui/update/",
    "src/tui/view",
    "src/tui/widgets/",
    "src/headless/run/event",
    "src/headless/run/exit",
    "src/headless/run/human/",
    "src/headless/run/messages",
    "src/headless/run/narrate",
    "src/headless/run/refuse",
    "src/tap/order",
    "src/command/template",
    "src/command/capture",
    "src/tools/declared/argv",
    "src/tools/declared/code",
    "src/tools/declared/json",
    "src/hooks/fields",
    "src/hooks/input",
    "src/hooks/pattern",
    "src/hooks/rewrite",
];

/// What a pure folder must not name.
const IMPURE: &[&str] = &[
    "tokio",
    "std::fs",
    "std::process",
    "std::net",
    "std::thread",
    "std::env",
    "Instant::now",
    "SystemTime",
    "Utc::now",
    "Local::now",
];

/// Crates that draw; only the screen may know them.
const TERMINAL: &[&str] = &["ratatui", "crossterm"];
const SCREEN: &str = "tui";

/// Names that say nothing about what is inside.
const EMPTY_NAMES: &[&str] = &[
    "utils", "util", "common", "helpers", "helper", "manager", "misc",
];

/// The longest production file, in lines.
const MAX_LINES: usize = 400;

/// Files that are over the limit and about to be split: an entry here is a debt, not a permission.
const TO_BE_SPLIT: &[&str] = &[];

/// One file of `src/`.
struct Source {
    /// From the root of the package, with slashes.
    path: String,
    /// The folder or file directly below `src/`.
    layer: String,
    text: String,
}

impl Source {
    fn is_test(&self) -> bool {
        self.path.ends_with("_tests.rs") || self.path.contains("_tests/")
    }

    /// The file's name without its extension; the folder's for a `mod.rs`.
    fn name(&self) -> &str {
        let stem = self.path.trim_end_matches(".rs").trim_end_matches("/mod");
        stem.rsplit('/').next().unwrap_or(stem)
    }

    /// How many `super` lead from here to the root of the crate.
    fn depth(&self) -> usize {
        let below = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        let below = below.trim_end_matches("/mod");
        if JOINTS.contains(&below) {
            0
        } else {
            below.split('/').count()
        }
    }

    /// The lines that are neither comments nor tests, with their numbers.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let production = if self.is_test() { 0 } else { usize::MAX };
        self.text
            .lines()
            .take_while(|line| !line.trim_start().starts_with("#[cfg(test)]"))
            .take(production)
            .enumerate()
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
            .map(|(index, line)| (index + 1, line.split(" // ").next().unwrap_or(line)))
    }
}

/// What is wrong, one line each: `file:line: what`.
#[derive(Default)]
struct Findings(String);

impl Findings {
    fn add(&mut self, source: &Source, line: usize, what: &str) {
        let _ = writeln!(self.0, "{}:{line}: {what}", source.path);
    }

    fn none(self, rule: &str) {
        assert!(self.0.is_empty(), "{rule}\n{}", self.0);
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("src can be read") {
            let path = entry.expect("src can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(source(root, &path));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 20, "src has its files: {}", found.len());
    found
}

fn source(root: &Path, path: &PathBuf) -> Source {
    let below = path.strip_prefix(root).expect("below the root");
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    let layer = parts
        .get(1)
        .expect("below src")
        .trim_end_matches(".rs")
        .to_owned();
    let text = std::fs::read_to_string(path).expect("a source file is text");
    Source {
        path: parts.join("/"),
        layer,
        text,
    }
}

/// The modules of ours that a line names by `crate::name` or `crate::{name, …}`.
fn named_modules(line: &str) -> Vec<&str> {
    let mut named = Vec::new();
    for (at, _) in line.match_indices("crate::") {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        if before.is_some_and(|before| before.is_alphanumeric() || before == '_' || before == '$') {
            continue;
        }
        let rest = line.get(at + "crate::".len()..).unwrap_or_default();
        let mut depth = 0_usize;
        let list = match rest.strip_prefix('{') {
            Some(list) => list,
            None => rest.split(|c: char| !is_word(c)).next().unwrap_or_default(),
        };
        for part in list.split_inclusive(['{', '}', ',']) {
            let name = part
                .trim()
                .split(|c: char| !is_word(c))
                .next()
                .unwrap_or_default();
            if depth == 0 && !name.is_empty() {
                named.push(name);
            }
            match part.chars().next_back() {
                Some('{') => depth += 1,
                Some('}') => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
    named
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How many `super::` stand in a row in the longest chain of a line.
fn supers(line: &str) -> usize {
    let mut longest = 0;
    let mut rest = line;
    while let Some((_, after)) = rest.split_once("super::") {
        let mut chain = 1;
        rest = after;
        while let Some(next) = rest.strip_prefix("super::") {
            chain += 1;
            rest = next;
        }
        longest = longest.max(chain);
    }
    longest
}

#[test]
fn nobody_imports_back_or_sideways() {
    let mut findings = Findings::default();
    for source in sources() {
        if JOINTS.contains(&source.layer.as_str()) {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == source.layer) else {
            findings.add(
                &source,
                1,
                "is in no layer: say in LAYERS what it may import",
            );
            continue;
        };
        for (number, line) in source.code() {
            for named in named_modules(line) {
                // An item of the root counts like a module: who stands below does not know the root.
                if named != source.layer && !allowed.split(' ').any(|layer| layer == named) {
                    let what = format!(
                        "{} must not import {named}; it may: {allowed}",
                        source.layer
                    );
                    findings.add(&source, number, &what);
                }
            }
            if line.trim_end().ends_with("crate::{") {
                findings.add(
                    &source,
                    number,
                    "hides what it imports on other lines; one `use` per module",
                );
            }
            if supers(line) >= source.depth() {
                findings.add(
                    &source,
                    number,
                    "leaves its layer by `super`; write `crate::…`",
                );
            }
        }
    }
    findings.none("who may import whom (the table LAYERS)");
}

#[test]
fn pure_folders_touch_nothing_outside() {
    let mut findings = Findings::default();
    for source in sources()
        .iter()
        .filter(|source| PURE.iter().any(|place| source.path.starts_with(place)))
    {
        for (number, line) in source.code() {
            for impure in IMPURE.iter().filter(|impure| line.contains(**impure)) {
                findings.add(source, number, &format!("{impure} in a pure folder"));
            }
        }
    }
    findings.none("what is in PURE does no I/O, spawns nothing and reads no clock");
}

#[test]
fn only_the_screen_knows_the_terminal() {
    let mut findings = Findings::default();
    for source in sources().iter().filter(|source| source.layer != SCREEN) {
        for (number, line) in source.code() {
            for name in TERMINAL.iter().filter(|name| line.contains(**name)) {
                findings.add(source, number, &format!("{name} outside src/{SCREEN}"));
            }
        }
    }
    findings.none("no terminal type below the screen");
}

#[test]
fn every_file_says_what_it_owns() {
    let mut findings = Findings::default();
    for source in sources()
        .iter()
        .filter(|source| !source.text.starts_with("//!"))
    {
        findings.add(source, 1, "does not open with a `//!` header");
    }
    findings.none("each file opens with what it owns and what it does not");
}

#[test]
fn files_are_short_enough_to_be_read() {
    let mut findings = Findings::default();
    for source in sources().iter().filter(|source| !source.is_test()) {
        let lines = source.text.lines().count();
        if lines > MAX_LINES && !TO_BE_SPLIT.contains(&source.path.as_str()) {
            findings.add(
                source,
                lines,
                &format!("longer than {MAX_LINES} lines: split it by subject"),
            );
        }
    }
    findings.none("a production file has one subject");
}

#[test]
fn names_say_something() {
    let mut findings = Findings::default();
    for source in sources() {
        let folders = source.path.split('/').rev().skip(1).map(str::to_owned);
        let names = folders.chain([source.name().to_owned()]);
        for name in names.filter(|name| EMPTY_NAMES.contains(&name.as_str())) {
            findings.add(
                &source,
                1,
                &format!("{name} says nothing about what is inside"),
            );
        }
        let beside = source.path.trim_end_matches(".rs");
        if Path::new(env!("CARGO_MANIFEST_DIR")).join(beside).is_dir() {
            findings.add(
                &source,
                1,
                "stands beside a folder of its name: make it that folder's mod.rs",
            );
        }
    }
    findings.none("file names are subjects");
}

/// The rules are only worth something if they see what they forbid.
#[test]
fn the_rules_see_imports() {
    assert_eq!(named_modules("use crate::wire::Frame;"), ["wire"]);
    assert_eq!(
        named_modules("use crate::{trace::{Note, Moment}, wire};"),
        ["trace", "wire"]
    );
    assert_eq!(
        named_modules("let x = crate::session::State::default();"),
        ["session"]
    );
    assert_eq!(named_modules("pub(crate) fn x()"), [""; 0]);
    assert_eq!(named_modules("use mycrate::wire;"), [""; 0]);
    assert_eq!(supers("use super::super::wire::Frame;"), 2);
    assert_eq!(supers("use super::frame::Frame;"), 1);
    let text = "//! x\nuse tokio::a; // why\n// tokio\n#[cfg(test)]\nuse tokio::b;\n".to_owned();
    let deep = Source {
        path: "src/a/b/c.rs".to_owned(),
        layer: "a".to_owned(),
        text,
    };
    assert_eq!(deep.code().collect::<Vec<_>>(), [(2, "use tokio::a;")]);
    assert_eq!((deep.depth(), deep.name()), (3, "c"));
}

//! PURE. What in a call may destroy something, as hints for the person who decides. Owns: the table of patterns and their
//! words. Does not own: deciding anything: a mark never allows and never denies, and a call without one is not harmless.

use regex::Regex;
use serde_json::Value;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

/// A part of a call that deserves a second look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Where in the command; absent where it is about the whole call.
    pub range: Option<Range<usize>>,
    /// What it may do, in a few words of ours.
    pub words: &'static str,
}

/// Tools that change files.
pub(super) const EDITS: [&str; 4] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
/// Places of one kind that are marked in a command: what it may do is told after the first.
const PLACES: usize = 20;

/// Up to the end of a simple command.
const TABLE: &[(&str, &str)] = &[
    (
        r"\brm\b(?:\s+-{1,2}[\w-]+)*\s+(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)\b",
        "deletes files recursively",
    ),
    (r"\b(?:rm|unlink|rmdir)\s+[^\s|;&]", "deletes files"),
    (
        r"\bfind\b[^|;&\n]*\s(?:-delete\b|-exec\s+rm\b)",
        "deletes whatever it finds",
    ),
    (r"\bxargs\b[^|;&\n]*\brm\b", "deletes whatever it is given"),
    (r"\b(?:shred|truncate\s+-s)\b", "overwrites files"),
    (
        r"\bdd\b[^|;&\n]*\bof=\S+",
        "writes raw data over a file or a device",
    ),
    (
        r"\b(?:mkfs(?:\.\w+)?|wipefs|fdisk|parted|mkswap)\b",
        "formats or divides a disk",
    ),
    (
        r">\s*/dev/(?:sd|nvme|hd|vd|xvd|mmcblk|disk|mapper|loop|mem)\w*",
        "writes to a device",
    ),
    (
        r"\bgit\b[^|;&\n]*\spush\b[^|;&\n]*(?:\s--force(?:-with-lease)?\b|\s-f\b|\s\+\S+)",
        "overwrites history at the remote",
    ),
    (
        r"\bgit\b[^|;&\n]*\spush\b[^|;&\n]*(?:\s--delete\b|\s-d\b|\s:\S+)",
        "deletes a branch at the remote",
    ),
    (
        r"\bgit\b[^|;&\n]*\sreset\b[^|;&\n]*\s--hard\b",
        "throws away changes that are not committed",
    ),
    (
        r"\bgit\b[^|;&\n]*\sclean\b[^|;&\n]*\s(?:-[a-zA-Z]*f[a-zA-Z]*|--force)\b",
        "deletes files that git does not know",
    ),
    (
        r"\bgit\b[^|;&\n]*\s(?:restore\b|checkout\b[^|;&\n]*\s--(?:\s|$)|checkout\s+\.)",
        "throws away changes that are not committed",
    ),
    (
        r"\bgit\b[^|;&\n]*\s(?:branch\b[^|;&\n]*\s-D\b|stash\s+(?:drop|clear)\b|filter-branch\b)",
        "deletes commits",
    ),
    (
        r"\b(?:chmod|chown|chgrp)\b(?:\s+-{1,2}[\w-]+)*\s+(?:-[a-zA-Z]*R[a-zA-Z]*|--recursive)\b",
        "changes the rights of a whole directory",
    ),
    (r"\bchmod\b[^|;&\n]*\s0?777\b", "lets everybody write"),
    (
        r"\b(?:curl|wget)\b[^;&\n]*\|\s*(?:sudo\s+)?(?:\S*/)?(?:(?:ba|z|da|k|fi)?sh|python\d?|perl|ruby|node)\b",
        "runs a program straight from the network",
    ),
    (
        r"\b(?:ba|z|da|k)?sh\b[^|;\n]*(?:<\(|\$\(|`)\s*(?:curl|wget)\b",
        "runs a program straight from the network",
    ),
    (r"\b(?:sudo|doas)\b", "runs as another user"),
    (
        r"(?i)\bdrop\s+(?:table|database|schema|index|view|user)\b",
        "deletes tables or databases",
    ),
    (
        r"(?i)\b(?:delete\s+from|truncate\s+table)\b",
        "deletes rows of a table",
    ),
    (
        r"[\w:]+\s*\(\s*\)\s*\{[^}]*\|[^}]*&[^}]*\}\s*;",
        "starts itself without end",
    ),
    (
        r"\b(?:shutdown|reboot|halt|poweroff)\b",
        "stops the machine",
    ),
    (
        r"\b(?:kill\s+-(?:9|KILL|SIGKILL)|killall|pkill)\b",
        "ends other processes",
    ),
    (
        r"\bdocker\s+(?:system\s+prune|volume\s+(?:rm|prune)|compose\s+down\b[^|;&\n]*\s-v)\b",
        "deletes volumes or images",
    ),
    (
        r"\b(?:kubectl\s+delete|terraform\s+(?:destroy|apply)|helm\s+uninstall)\b",
        "changes what runs elsewhere",
    ),
    (
        r"\b(?:npm|pnpm|yarn|cargo)\s+publish\b|\btwine\s+upload\b|\bgh\s+release\s+create\b",
        "publishes to everybody",
    ),
    (r"\bcrontab\s+-r\b", "deletes every scheduled job"),
    (r"\beval\b", "runs what it puts together"),
    (
        r"\b(?:base64\b[^|;&\n]*\s(?:-d|--decode|-D)|xxd\s+-r)\b[^;&\n]*\|\s*(?:ba|z|da)?sh\b",
        "runs something that is hidden",
    ),
];

static PATTERNS: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
    let compiled = TABLE
        .iter()
        .filter_map(|(pattern, words)| Some((Regex::new(pattern).ok()?, *words)));
    compiled.collect()
});

static REDIRECT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?:>{1,2}\|?|\btee\s+(?:-a\s+)?)\s*["']?([^\s"'|;&<>()]+)"#).ok()
});

/// Paths that decide what runs, or who may come in.
const SENSITIVE: &[(&str, &str)] = &[
    ("/.ssh/", "changes who may log in"),
    ("/.git/hooks/", "changes what git runs"),
    ("/.claude/settings", "changes what the agent may do"),
    ("/.bashrc", "changes what every shell runs"),
    ("/.zshrc", "changes what every shell runs"),
    ("/.profile", "changes what every shell runs"),
    ("/.bash_profile", "changes what every shell runs"),
];

/// What in this call deserves a second look.
pub fn marks(tool: &str, input: &Value, cwd: &Path) -> Vec<Mark> {
    let text = |key: &str| input.get(key).and_then(Value::as_str);
    if let (true, Some(command)) = (is_shell(tool), text("command")) {
        return in_command(command, cwd);
    }
    let writes = EDITS.contains(&tool);
    let path = text("file_path").or_else(|| text("notebook_path"));
    match path.filter(|_| writes) {
        Some(path) => in_path(path, cwd),
        None => Vec::new(),
    }
}

/// Whether the tool runs a command line.
pub fn is_shell(tool: &str) -> bool {
    matches!(tool, "Bash" | "PowerShell" | "Monitor")
}

fn in_command(command: &str, cwd: &Path) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for (pattern, words) in PATTERNS.iter() {
        for found in pattern.find_iter(command).take(PLACES) {
            let covered = marks.iter().any(|mark| {
                mark.range.as_ref().is_some_and(|range| {
                    range.start <= found.start() && found.end() <= range.end + 2
                }) && (mark.words == *words || *words == "deletes files")
            });
            if !covered {
                marks.push(Mark {
                    range: Some(found.range()),
                    words,
                });
            }
        }
    }
    let paths = REDIRECT
        .iter()
        .flat_map(|redirect| redirect.captures_iter(command))
        .filter_map(|found| found.get(1))
        .filter(|path| outside(path.as_str(), cwd));
    marks.extend(paths.take(PLACES).map(|path| Mark {
        range: Some(path.range()),
        words: "writes outside the working directory",
    }));
    marks.sort_by_key(|mark| mark.range.as_ref().map_or(0, |range| range.start));
    marks
}

fn in_path(path: &str, cwd: &Path) -> Vec<Mark> {
    let mut words: Vec<&'static str> = Vec::new();
    if outside(path, cwd) {
        words.push("writes outside the working directory");
    }
    let known = SENSITIVE.iter().filter(|(part, _)| path.contains(part));
    words.extend(known.map(|(_, words)| *words));
    words
        .into_iter()
        .map(|words| Mark { range: None, words })
        .collect()
}

/// Whether a path is certainly not below the working directory. Places that are meant for anybody do not count.
fn outside(path: &str, cwd: &Path) -> bool {
    const ANYBODYS: [&str; 6] = [
        "/dev/null",
        "/dev/stdout",
        "/dev/stderr",
        "/dev/tty",
        "/dev/fd",
        "/tmp",
    ];
    if path.starts_with('~') || path.starts_with("$HOME") {
        return true;
    }
    if cwd.as_os_str().is_empty() || path.starts_with('$') {
        return false;
    }
    let whole = straight(&cwd.join(path));
    !whole.starts_with(straight(cwd)) && !ANYBODYS.iter().any(|known| whole.starts_with(known))
}

/// Without `.` and `..`, by the names alone.
fn straight(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                straight.pop();
            }
            Component::CurDir => {}
            part => straight.push(part),
        }
    }
    straight
}

#[cfg(test)]
#[path = "destructive_tests.rs"]
mod destructive_tests;

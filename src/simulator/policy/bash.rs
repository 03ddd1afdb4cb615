//! PURE. Shell commands: which only look, which change files, and which nobody can tell.

use super::files::{absolute, directory_rule, parent};
use super::shell::{self, Line};
use super::{Asking, Verdict, accept_edits, add_directory, add_rules, rule};
use crate::simulator::facts::Facts;
use serde_json::Value;

/// Commands that only look at the files they are given.
const LOOK_AT_FILES: &[&str] = &[
    "ls",
    "cat",
    "head",
    "tail",
    "wc",
    "grep",
    "rg",
    "find",
    "stat",
    "file",
    "du",
    "tree",
    "diff",
    "sort",
    "uniq",
    "cut",
    "cd",
    "nl",
    "tac",
    "realpath",
    "readlink",
    "md5sum",
    "sha256sum",
    "jq",
];
/// Commands that only say something.
const LOOK: &[&str] = &[
    "echo", "printf", "pwd", "date", "whoami", "id", "uname", "hostname", "true", "false", "test",
    "[", "which", "type", "ps", "df", "free", "uptime", "sleep", "basename", "dirname", "seq",
    "tr", "column", "expr", "nproc", "env",
];
const GIT: &[&str] = &[
    "status",
    "log",
    "diff",
    "show",
    "branch",
    "blame",
    "rev-parse",
    "ls-files",
    "describe",
    "shortlog",
    "remote",
    "tag",
];
/// Commands that change files; with `acceptEdits` they run inside the working directories.
const CHANGE: &[&str] = &["touch", "rm", "rmdir", "mkdir", "mv", "cp", "sed", "ln"];

/// What one simple command does.
enum Does<'a> {
    Looks(Vec<&'a str>),
    Changes(Vec<&'a str>),
    Unknown,
}

pub(super) fn judge(command: &str, facts: &Facts) -> Verdict {
    let line = shell::take_apart(command);
    if line.nested || line.broken || line.commands.is_empty() {
        let reason = "A nested command in this command can't be checked before it runs";
        return asks(reason, Vec::new());
    }
    let doings: Vec<(&str, Does<'_>)> = line.commands.iter().map(|words| does(words)).collect();
    if doings.iter().any(|(_, does)| matches!(does, Does::Unknown)) {
        let suggestion = add_rules(
            &[rule("Bash", Some(pattern(command, &line)))],
            "localSettings",
        );
        return asks("This command requires approval", vec![suggestion]);
    }
    changes(command, &line, &doings, facts)
        .or_else(|| looks_outside(command, &line, &doings, facts))
        .unwrap_or(Verdict::Run(Some("subcommandResults")))
}

/// The first file that a command would change and may not.
fn changes(
    command: &str,
    line: &Line,
    doings: &[(&str, Does<'_>)],
    facts: &Facts,
) -> Option<Verdict> {
    let by_command = doings.iter().flat_map(|(name, does)| match does {
        Does::Changes(paths) => paths.iter().map(|path| (*name, *path)).collect(),
        _ => Vec::new(),
    });
    let redirected = line.outputs.iter().filter(|path| *path != "/dev/null");
    let name = doings.first().map_or("", |(name, _)| name);
    let targets = by_command.chain(redirected.clone().map(|path| (name, path.as_str())));
    let place = &facts.place;
    let accepts = facts.mode == "acceptEdits";
    let (name, path) = targets
        .map(|(name, path)| (name, absolute(path, &place.cwd, &place.home)))
        .find(|(_, path)| !(accepts && facts.rules.inside(path, place)))?;
    let mut suggestions = vec![
        add_rules(
            &[rule("Bash", Some(pattern(command, line)))],
            "localSettings",
        ),
        add_directory(parent(&path)),
    ];
    if !accepts && redirected.count() == 0 {
        suggestions.push(accept_edits());
    }
    let cwd = &place.cwd;
    let message = if facts.rules.inside(&path, place) {
        format!(
            "{name} in '{path}' needs approval. The path is inside the working directories for this session ('{cwd}'), and Claude Code asks before a shell command creates, changes or removes files there."
        )
    } else {
        format!(
            "{name} in '{path}' was blocked. For security, Claude Code may only change files in the allowed working directories for this session: '{cwd}'."
        )
    };
    Some(blocked(path, suggestions, message))
}

/// The first file outside that a command would look at.
fn looks_outside(
    command: &str,
    line: &Line,
    doings: &[(&str, Does<'_>)],
    facts: &Facts,
) -> Option<Verdict> {
    let place = &facts.place;
    let paths = doings.iter().flat_map(|(name, does)| match does {
        Does::Looks(paths) => paths.iter().map(|path| (*name, *path)).collect(),
        _ => Vec::new(),
    });
    let (name, path) = paths
        .map(|(name, path)| (name, absolute(path, &place.cwd, &place.home)))
        .find(|(_, path)| !facts.rules.inside(path, place))?;
    let directory = if name == "cd" {
        path.as_str()
    } else {
        parent(&path)
    };
    let mut suggestions: Vec<Value> = Vec::new();
    if let Some(content) = directory_rule(directory) {
        let whole = rule("Bash", Some(pattern(command, line)));
        suggestions.push(add_rules(&[whole], "localSettings"));
        suggestions.push(add_rules(&[rule("Read", Some(content))], "session"));
    }
    let verb = if name == "cat" { "concatenate" } else { "read" };
    let message = format!(
        "{name} in '{path}' was blocked. For security, Claude Code may only {verb} files from the allowed working directories for this session: '{}'.",
        place.cwd
    );
    Some(blocked(path, suggestions, message))
}

fn does(words: &[String]) -> (&str, Does<'_>) {
    let Some((name, rest)) = words.split_first() else {
        return ("", Does::Unknown);
    };
    let plain: Vec<&str> = rest
        .iter()
        .map(String::as_str)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let flag = |flags: &[&str]| rest.iter().any(|word| flags.contains(&word.as_str()));
    let name = name.as_str();
    let does = match name {
        "find" if flag(&["-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint"]) => {
            Does::Unknown
        }
        "find" => Does::Looks(plain.into_iter().take(1).collect()),
        "grep" | "rg" => Does::Looks(plain.into_iter().skip(1).collect()),
        "env" if !plain.is_empty() => Does::Unknown,
        "git" if plain.first().is_some_and(|sub| GIT.contains(sub)) => Does::Looks(Vec::new()),
        "sed" if !rest.iter().any(|word| word.starts_with("-i")) => {
            Does::Looks(plain.into_iter().skip(1).collect())
        }
        "sed" => Does::Changes(plain.into_iter().skip(1).collect()),
        _ if LOOK_AT_FILES.contains(&name) => Does::Looks(plain),
        _ if LOOK.contains(&name) => Does::Looks(Vec::new()),
        _ if CHANGE.contains(&name) && !plain.is_empty() => Does::Changes(plain),
        _ => Does::Unknown,
    };
    (name, does)
}

/// The rule the CLI suggests: the command and its sub-command, or the whole line where there is none.
fn pattern(command: &str, line: &Line) -> String {
    let is_name = |word: &String| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    match line.commands.first().map(Vec::as_slice) {
        Some([name, sub, ..]) if is_name(sub) && !name.contains('=') => format!("{name} {sub} *"),
        _ => command.trim().to_owned(),
    }
}

fn asks(reason: &str, suggestions: Vec<Value>) -> Verdict {
    Verdict::Ask(Box::new(Asking {
        reason: Some(reason.to_owned()),
        reason_type: Some("other"),
        suggestions: Some(suggestions),
        message: reason.to_owned(),
        ..Asking::default()
    }))
}

fn blocked(path: String, suggestions: Vec<Value>, message: String) -> Verdict {
    Verdict::Ask(Box::new(Asking {
        blocked_path: Some(path),
        suggestions: Some(suggestions),
        message,
        ..Asking::default()
    }))
}

//! PURE. Paths: made absolute by name alone, inside or outside, and what reading or writing there leads to.

use super::{Asking, Verdict, accept_edits, add_directory, add_rules, not_granted, rule};
use crate::simulator::facts::Facts;

/// A path as seen from a directory, without `.` and `..`.
pub(super) fn absolute(path: &str, cwd: &str, home: &str) -> String {
    let whole = match path.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{home}{rest}"),
        _ if path.starts_with('/') => path.to_owned(),
        _ => format!("{cwd}/{path}"),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Whether a path is a directory or below it; both absolute.
pub(super) fn below(path: &str, directory: &str) -> bool {
    let directory = directory.trim_end_matches('/');
    path.strip_prefix(directory)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The directory of a path.
pub(super) fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((parent, _)) => parent,
    }
}

/// `//etc/**` for `/etc`: how rules write an absolute directory.
pub(super) fn directory_rule(directory: &str) -> Option<String> {
    (directory != "/").then(|| format!("/{directory}/**"))
}

/// `Read` and its like.
pub(super) fn judge_read(path: &str, facts: &Facts) -> Verdict {
    let path = absolute(path, &facts.place.cwd, &facts.place.home);
    if facts.rules.inside(&path, &facts.place) || facts.mode == "plan" {
        return Verdict::Run(Some("mode"));
    }
    let rules = directory_rule(parent(&path));
    let rules = rules.map(|content| add_rules(&[rule("Read", Some(content))], "session"));
    Verdict::Ask(Box::new(Asking {
        reason: Some("Path is outside allowed working directories".to_owned()),
        reason_type: Some("workingDir"),
        suggestions: Some(rules.into_iter().collect()),
        ask_only: true,
        message: not_granted(&format!("read from {path}")),
        ..Asking::default()
    }))
}

/// `Write`, `Edit` and their like.
pub(super) fn judge_write(path: &str, facts: &Facts) -> Verdict {
    let path = absolute(path, &facts.place.cwd, &facts.place.home);
    if facts.mode == "plan" && facts.plan_file.as_deref() == Some(path.as_str()) {
        return Verdict::Run(Some("other"));
    }
    let accepts = facts.mode == "acceptEdits";
    let message = not_granted(&format!("write to {path}"));
    let mut suggestions = Vec::new();
    if !accepts {
        suggestions.push(accept_edits());
    }
    if is_delicate(&path) {
        return Verdict::Ask(Box::new(Asking {
            reason: Some(message.clone()),
            reason_type: Some("safetyCheck"),
            suggestions: Some(suggestions),
            classifier_approvable: Some(true),
            message,
            ..Asking::default()
        }));
    }
    if !facts.rules.inside(&path, &facts.place) {
        suggestions.push(add_directory(parent(&path)));
        return Verdict::Ask(Box::new(Asking {
            reason: Some("Path is outside allowed working directories".to_owned()),
            reason_type: Some("workingDir"),
            suggestions: Some(suggestions),
            ask_only: true,
            message,
            ..Asking::default()
        }));
    }
    if accepts {
        return Verdict::Run(Some("mode"));
    }
    Verdict::Ask(Box::new(Asking {
        suggestions: Some(suggestions),
        ask_only: true,
        message,
        ..Asking::default()
    }))
}

/// Files that decide what runs later: settings, hooks, the shell's own files, version control.
fn is_delicate(path: &str) -> bool {
    const DIRECTORIES: &[&str] = &[".claude", ".git", ".vscode", ".idea", ".husky"];
    const FILES: &[&str] = &[
        ".bashrc",
        ".bash_profile",
        ".zshrc",
        ".zprofile",
        ".profile",
        ".gitconfig",
        ".gitmodules",
        ".mcp.json",
        ".claude.json",
        ".npmrc",
    ];
    let mut parts = path.split('/').rev();
    let file = parts.next().unwrap_or_default();
    FILES.contains(&file) || parts.any(|part| DIRECTORIES.contains(&part))
}

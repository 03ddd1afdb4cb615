//! PURE. Path rules: `src/**`, `*.rs`, `./x`, `/x`, `~/x`, `//abs/x`, and the paths that tools are given.
//!
//! Paths are resolved by their text alone: `.` and `..` are worked out before anything is compared.

use std::path::Path;

use regex::Regex;
use serde_json::Value;

use super::glob;
use super::rules::{Call, Side};

/// A compiled path rule.
#[derive(Debug, Clone)]
pub(super) struct PathRule {
    root: Root,
    regex: Option<Regex>,
    /// Covers everything below some directory, so a search in that directory is covered as a whole.
    whole_directory: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Root {
    FileSystem,
    Home,
    WorkingDirectory,
}

impl PathRule {
    /// `Err` says what to write instead.
    pub(super) fn parse(pattern: &str) -> Result<Self, &'static str> {
        let (root, anchored, body) = if let Some(body) = pattern.strip_prefix("//") {
            (Root::FileSystem, true, body)
        } else if pattern == "~" {
            (Root::Home, true, "")
        } else if let Some(body) = pattern.strip_prefix("~/") {
            (Root::Home, true, body)
        } else if let Some(body) = pattern.strip_prefix("./") {
            (Root::WorkingDirectory, true, body)
        } else if let Some(body) = pattern.strip_prefix('/') {
            (Root::WorkingDirectory, true, body)
        } else {
            (Root::WorkingDirectory, false, pattern)
        };
        if pattern.starts_with('!') {
            return Err("negated patterns do not exist here; write the opposite rule instead");
        }
        if body.split('/').any(|segment| segment == "..") {
            return Err("`..` is not allowed in a pattern; write an absolute one, `//like/this`");
        }
        let body: String = join(body.split('/').filter(|segment| *segment != "."));
        let body = body.trim_end_matches('/');
        // gitignore: a name without a slash is looked for at every depth
        let anywhere = !anchored && !body.contains('/');
        let regex = if body.is_empty() {
            None
        } else {
            Some(glob::path(body, anywhere).ok_or(
                "a `[` opens a character class that must close; write `\\[` for the character",
            )?)
        };
        let whole_directory = anchored_tail(body) || !has_magic(body);
        Ok(Self {
            root,
            regex,
            whole_directory,
        })
    }

    /// Whether the rule covers what the call would touch.
    pub(super) fn matches(&self, call: &Call<'_>, side: Side) -> bool {
        let Some(cwd) = segments(call.cwd.to_str(), &[]) else {
            return false;
        };
        let home = call.home.and_then(Path::to_str);
        let home = home.and_then(|home| segments(Some(home), &cwd));
        let targets = Targets::of(call, &cwd, home.as_deref());
        if targets.unclear && side == Side::Allow {
            return false;
        }
        let root = match self.root {
            Root::FileSystem => Some(Vec::new()),
            Root::Home => home,
            Root::WorkingDirectory => Some(cwd),
        };
        let Some(root) = root else {
            return false;
        };
        let covers = |target: &Vec<String>| self.covers(target, &root, targets.directory);
        match side {
            Side::Allow => !targets.paths.is_empty() && targets.paths.iter().all(covers),
            Side::Refuse => targets.paths.iter().any(covers),
        }
    }

    fn covers(&self, target: &[String], root: &[String], directory: bool) -> bool {
        let Some(below) = target.strip_prefix(root) else {
            return false;
        };
        let Some(regex) = &self.regex else {
            return true;
        };
        let below = below.join("/");
        if regex.is_match(&below) {
            return true;
        }
        // a search in `src` touches only what is in `src/**`
        let inside = if below.is_empty() {
            "x".to_owned()
        } else {
            below + "/x"
        };
        directory && self.whole_directory && regex.is_match(&inside)
    }
}

/// What a call would touch.
struct Targets {
    paths: Vec<Vec<String>>,
    /// The paths are directories that are searched.
    directory: bool,
    /// Something in the input could lead elsewhere.
    unclear: bool,
}

impl Targets {
    fn of(call: &Call<'_>, cwd: &[String], home: Option<&[String]>) -> Self {
        let field = |key: &str| call.input.get(key).and_then(Value::as_str);
        let directory = matches!(call.tool_name, "Grep" | "Glob" | "LS");
        let named: Vec<&str> = ["file_path", "notebook_path", "path"]
            .into_iter()
            .filter_map(field)
            .collect();
        let mut targets = Self {
            paths: Vec::new(),
            directory,
            unclear: named.iter().any(|path| path.contains('\0')),
        };
        let mut resolve = |text: &str| {
            let path = match (text.strip_prefix('~'), home) {
                (Some(""), Some(home)) => Some(home.to_vec()),
                (Some(rest), Some(home)) if rest.starts_with('/') => {
                    segments(Some(rest.trim_start_matches('/')), home)
                }
                // somebody else's home, or ours unknown
                (Some(_), _) => None,
                (None, _) => segments(Some(text), cwd),
            };
            match path {
                Some(path) => targets.paths.push(path),
                None => targets.unclear = true,
            }
        };
        for path in &named {
            resolve(path);
        }
        if named.is_empty() && directory {
            resolve("");
        }
        // the pattern of a Glob can point outside the directory it is given
        let pattern = field("pattern").filter(|_| call.tool_name == "Glob");
        if let Some(pattern) = pattern
            && (pattern.starts_with(['/', '~']) || pattern.contains(".."))
        {
            let fixed = pattern.split(['*', '?', '[', '{']).next().unwrap_or("");
            resolve(fixed);
            targets.unclear = true;
        }
        targets
    }
}

/// The segments of `path` seen from `base`, with `.` and `..` worked out. Going above the root stays at the root, as
/// the operating system has it.
fn segments(path: Option<&str>, base: &[String]) -> Option<Vec<String>> {
    let path = path?;
    let mut resolved: Vec<String> = if path.starts_with('/') {
        Vec::new()
    } else {
        base.to_vec()
    };
    for segment in path.split(is_separator) {
        match segment {
            "" | "." => {}
            ".." => {
                resolved.pop();
            }
            name => resolved.push(name.to_owned()),
        }
    }
    Some(resolved)
}

fn is_separator(c: char) -> bool {
    c == '/' || (cfg!(windows) && c == '\\')
}

fn join<'a>(segments: impl Iterator<Item = &'a str>) -> String {
    segments.collect::<Vec<_>>().join("/")
}

fn anchored_tail(body: &str) -> bool {
    let head = body.strip_suffix("/**").or_else(|| body.strip_suffix("/*"));
    matches!(body, "*" | "**") || head.is_some_and(|head| !has_magic(head))
}

fn has_magic(body: &str) -> bool {
    body.contains(['*', '?', '[', '\\'])
}

//! PURE. `Bash(…)` rules against a command.
//!
//! Allowing: every simple command of the line must be covered, and nothing may stand in it that could do more than its
//! words show. The one exception is a rule without wildcard that is the whole line, letter for letter: that is what
//! the CLI suggests after a person has seen exactly this line.
//! Refusing: any simple command counts, also inside substitutions, behind `sudo` and its like, and in `sh -c`.

use std::collections::BTreeSet;

use super::glob;
use super::rules::Side;
use super::shell::{self, Word};
use super::wildcard::Wildcard;

/// Commands that run the command in their arguments, and words of the shell that stand before a command.
const WRAPPERS: [&str; 24] = [
    "sudo", "doas", "env", "nohup", "time", "xargs", "command", "builtin", "exec", "nice",
    "ionice", "timeout", "stdbuf", "setsid", "if", "then", "else", "elif", "do", "while", "until",
    "!", "{", "coproc",
];
const SHELLS: [&str; 6] = ["sh", "bash", "zsh", "dash", "ksh", "fish"];
const FIND_ACTIONS: [&str; 4] = ["-exec", "-execdir", "-ok", "-okdir"];
/// A line that hides its command behind more layers than this is refused by any rule that refuses commands.
const MAX_LAYERS: usize = 64;
const MAX_SCRIPTS: usize = 4;

/// A compiled `Bash(…)` pattern.
#[derive(Debug, Clone)]
pub(super) enum CommandRule {
    /// No wildcard.
    Exact(String),
    /// `git:*`.
    Prefix(String),
    /// `git *`, `* --help`.
    Wildcard(Wildcard),
}

impl CommandRule {
    /// `Err` says what to write instead.
    pub(super) fn parse(pattern: &str) -> Result<Self, &'static str> {
        if let Some(prefix) = pattern.strip_suffix(":*") {
            let prefix = prefix.trim();
            if prefix.is_empty() {
                return Err("write `Bash` to match every command");
            }
            if glob::has_wildcard(prefix) {
                return Err(
                    "write either `Bash(git push:*)` or `Bash(git * main)`, not both forms",
                );
            }
            return Ok(Self::Prefix(prefix.to_owned()));
        }
        if glob::has_wildcard(pattern) {
            return Ok(Self::Wildcard(Wildcard::new(pattern)));
        }
        Ok(Self::Exact(pattern.replace("\\*", "*")))
    }

    pub(super) fn covers(&self, command: &str, side: Side) -> bool {
        match side {
            Side::Allow => {
                matches!(self, Self::Exact(text) if text == command.trim())
                    || certain_parts(command)
                        .is_some_and(|parts| parts.iter().all(|part| self.covers_part(part)))
            }
            Side::Refuse => {
                self.covers_part(command.trim())
                    || possible(command, 0, &mut |candidate| self.covers_part(candidate))
            }
        }
    }

    /// Whether the pattern fits one simple command, given as words with single spaces between.
    pub(super) fn covers_part(&self, part: &str) -> bool {
        match self {
            Self::Exact(text) => text == part,
            Self::Prefix(prefix) => part
                .strip_prefix(prefix.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')),
            Self::Wildcard(wildcard) => wildcard.is_match(part),
        }
    }
}

/// The simple commands of a line that does nothing but run them; `None` when that is not certain.
pub(super) fn certain_parts(command: &str) -> Option<Vec<String>> {
    let script = shell::parse(command);
    let assigns = |words: &Vec<Word>| words.first().is_some_and(Word::is_assignment);
    if script.doubtful || script.commands.is_empty() || script.commands.iter().any(assigns) {
        return None;
    }
    Some(script.commands.iter().map(|words| raw(words)).collect())
}

/// Offers every command the line might run, in every reading we know, until one is taken.
fn possible(command: &str, scripts: usize, taken: &mut impl FnMut(&str) -> bool) -> bool {
    let script = shell::parse(command);
    // with a quote left open we cannot tell what is quoted: take the line as if nothing were
    if script.unbalanced
        && command
            .split([';', '&', '|', '\n', '(', ')', '`', '\'', '"'])
            .any(|piece| taken(piece.trim()))
    {
        return true;
    }
    script.commands.iter().any(|words| {
        let mut starts = BTreeSet::from([0]);
        let mut nested = Vec::new();
        let mut seen = 0;
        while let Some(start) = starts.pop_first() {
            seen += 1;
            let Some((first, rest)) = words.get(start..).and_then(<[Word]>::split_first) else {
                continue;
            };
            if seen > MAX_LAYERS || offer(first, rest, taken) {
                return true;
            }
            starts.extend(
                inner_starts(first, rest)
                    .iter()
                    .map(|inner| start + 1 + inner),
            );
            nested.extend(inner_script(first, rest));
        }
        scripts < MAX_SCRIPTS
            && nested
                .iter()
                .any(|script| dispatch(script, scripts + 1, taken))
    })
}

/// Breaks the recursion of generic closures into one type.
fn dispatch(script: &str, scripts: usize, taken: &mut dyn FnMut(&str) -> bool) -> bool {
    possible(script, scripts, &mut |candidate| taken(candidate))
}

fn offer(first: &Word, rest: &[Word], taken: &mut impl FnMut(&str) -> bool) -> bool {
    let with = |name: &str, tail: String| {
        if tail.is_empty() {
            name.to_owned()
        } else {
            format!("{name} {tail}")
        }
    };
    taken(&with(&first.raw, raw(rest)))
        || taken(&with(&first.plain, plain(rest)))
        || taken(&with(base_name(&first.plain), plain(rest)))
        || first
            .emptied()
            .is_some_and(|name| taken(&with(base_name(&name), plain(rest))))
}

/// Where, among `rest`, a command may start that `first` would run.
fn inner_starts(first: &Word, rest: &[Word]) -> Vec<usize> {
    // `$NOTHING rm x` runs rm
    let vanishes = first.emptied().is_some_and(|name| name.is_empty());
    if first.is_assignment() || vanishes {
        return vec![0];
    }
    let name = base_name(&first.plain);
    if name == "find" {
        let actions = rest.iter().enumerate();
        return actions
            .filter(|(_, word)| FIND_ACTIONS.contains(&word.plain.as_str()))
            .map(|(index, _)| index + 1)
            .collect();
    }
    if !WRAPPERS.contains(&name) {
        return Vec::new();
    }
    let mut starts = Vec::new();
    let mut may_be_argument = name == "timeout";
    for (index, word) in rest.iter().enumerate() {
        if word.plain.starts_with('-') {
            // whether the next word is this option's argument or the command, we cannot tell: both
            may_be_argument = may_be_argument || !word.plain.contains('=');
        } else if !word.is_assignment() {
            starts.push(index);
            if !may_be_argument {
                break;
            }
            may_be_argument = false;
        }
    }
    starts
}

/// The script that `sh -c` or `eval` would run.
fn inner_script(first: &Word, rest: &[Word]) -> Option<String> {
    let name = base_name(&first.plain);
    if name == "eval" {
        return Some(plain(rest));
    }
    if !SHELLS.contains(&name) {
        return None;
    }
    let is_flag = |word: &Word| {
        word.plain.starts_with('-') && !word.plain.starts_with("--") && word.plain.contains('c')
    };
    let flag = rest.iter().position(is_flag)?;
    let after = rest.get(flag + 1..)?;
    let script = after.iter().find(|word| !word.plain.starts_with('-'))?;
    Some(script.plain.clone())
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn raw(words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.raw.as_str()).collect();
    words.join(" ")
}

fn plain(words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.plain.as_str()).collect();
    words.join(" ")
}

//! Secrets in the words of commands that name them by nothing but a flag of their own: `mysql -pX`, `sshpass -p X`. Owns:
//! which programs have such flags, and going through words one by one. Does not own: flags that tell by their name, such as
//! `--password` (`values`).
//!
//! A flag means something only after its program: the `-p` of `mkdir`, `ps` and `docker run` is nothing to hide.

use super::MASK;
use super::patterns::plain_words;
use super::span::Span;
use regex::Regex;
use std::sync::LazyLock;

const KIND: &str = "flag of a program";

/// How the secret stands beside the flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `-pX`; with a space between it is something else.
    Attached,
    /// `-p X` or `-pX`.
    Either,
    /// `-k X`; attached it is another flag.
    Separate,
    /// `-p X`, and only after the word `login`.
    Login,
    /// `-u name:X` or `-uname:X`.
    AfterColon,
    /// `-U name%X`.
    AfterPercent,
    /// A word that begins so: `pass:X`.
    Prefix,
}

/// Programs, one of their flags, and its form.
#[rustfmt::skip]
const TABLE: &[(&[&str], &str, Form)] = &[
    (&["mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlshow", "mysqlcheck", "mysqlsh", "mycli",
       "mariadb", "mariadb-dump", "mariadb-admin"], "-p", Form::Attached),
    (&["sshpass"], "-p", Form::Either),
    (&["7z", "7za", "7zz", "7zr", "rar", "unrar"], "-p", Form::Attached),
    (&["zip", "unzip", "zipcloak"], "-P", Form::Either),
    (&["mongo", "mongosh", "mongodump", "mongorestore", "mongoexport", "mongoimport"], "-p", Form::Either),
    (&["redis-cli"], "-a", Form::Either),
    (&["redis-cli"], "--pass", Form::Either),
    (&["docker", "podman", "nerdctl", "helm", "oc", "skopeo", "buildah"], "-p", Form::Login),
    (&["openssl"], "-k", Form::Separate),
    (&["openssl"], "pass:", Form::Prefix),
    (&["ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldappasswd", "ldapwhoami"], "-w", Form::Either),
    (&["curl"], "-u", Form::AfterColon),
    (&["curl"], "--user", Form::AfterColon),
    (&["curl"], "-U", Form::AfterColon),
    (&["curl"], "--proxy-user", Form::AfterColon),
    (&["smbclient", "rpcclient"], "-U", Form::AfterPercent),
];

/// The names of all of them.
pub(super) fn programs() -> impl Iterator<Item = &'static str> {
    TABLE.iter().flat_map(|(programs, _, _)| *programs).copied()
}

/// Any of the programs, as a word or the end of a path.
static PROGRAM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let mut names: Vec<String> = programs().map(regex::escape).collect();
    // The first that fits wins: `mysqldump` goes before `mysql`.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    Regex::new(&plain_words(&format!(r"\b(?:{})\b", names.join("|")))).ok()
});

/// Words of one command, taken one after the other.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Rules of the programs that were named so far; `sshpass … mysql …` are two.
    rules: Vec<(&'static str, Form)>,
    login: bool,
    /// The form of the flag before, whose secret is the next word.
    next: Option<Form>,
}

impl Words {
    /// The secret in the next word, as a range of it. The word is given without quotes around it.
    pub(super) fn next(&mut self, word: &str) -> Option<(usize, usize)> {
        if let Some(form) = self.next.take()
            && !word.starts_with('-')
        {
            return within(word, 0, form);
        }
        self.login |= word == "login";
        let program = word.rsplit(['/', '\\']).next().unwrap_or(word);
        for (programs, flag, form) in TABLE {
            if programs.contains(&program) && !self.rules.contains(&(flag, *form)) {
                self.rules.push((flag, *form));
            }
        }
        for (flag, form) in &self.rules {
            let Some(rest) = word.strip_prefix(flag) else {
                if *form == Form::AfterColon && ends_bundle(word, flag) {
                    self.next = Some(*form);
                }
                continue;
            };
            match (form, rest.is_empty()) {
                (Form::Attached | Form::Prefix, true) | (Form::Login | Form::Separate, false) => {}
                (Form::Login, true) if !self.login => {}
                (_, true) => self.next = Some(*form),
                // `--user=name:X`; a longer name of a flag is another flag.
                (_, false) if flag.starts_with("--") => {
                    let value = rest.strip_prefix('=')?;
                    return within(word, word.len() - value.len(), *form);
                }
                (_, false) => return within(word, flag.len(), *form),
            }
        }
        None
    }
}

/// `-su` is `-s -u`.
fn ends_bundle(word: &str, flag: &str) -> bool {
    let letters = word.strip_prefix('-').zip(flag.strip_prefix('-'));
    letters.is_some_and(|(word, flag)| {
        flag.len() == 1 && word.ends_with(flag) && word.bytes().all(|b| b.is_ascii_alphabetic())
    })
}

/// The part of the word that is the secret, from here on.
fn within(word: &str, from: usize, form: Form) -> Option<(usize, usize)> {
    let value = word.get(from..)?;
    let from = match form {
        Form::AfterColon => from + value.find(':')? + 1,
        Form::AfterPercent => from + value.find('%')? + 1,
        _ => from,
    };
    let (from, to) = unquoted(word, from, word.len());
    let secret = word.get(from..to)?;
    let fits = !secret.is_empty() && !secret.starts_with(MASK) && !secret.starts_with('$');
    fits.then_some((from, to))
}

/// Every secret in a text that may hold commands.
pub(super) fn find(text: &str, out: &mut Vec<Span>) {
    let Some(program) = &*PROGRAM else { return };
    let mut at = 0;
    while let Some(found) = program.find_at(text, at) {
        at = command(text, found.start(), out).max(found.end());
    }
}

/// Goes through the words from here to the end of the command; says where that is.
fn command(text: &str, from: usize, out: &mut Vec<Span>) -> usize {
    let mut words = Words::default();
    let mut at = from;
    while let Some((start, end)) = word(text, at) {
        looked_at(end - at);
        at = end;
        let (inner, inner_end) = unquoted(text, start, end);
        let spelled = text.get(inner..inner_end).unwrap_or_default();
        if let Some((from, to)) = words.next(spelled) {
            out.push(Span::new(inner + from, inner + to, KIND));
        }
    }
    at
}

/// The next word of the command, quotes included; `None` at its end.
fn word(text: &str, from: usize) -> Option<(usize, usize)> {
    let mut rest = text.get(from..)?.trim_start_matches([' ', '\t']);
    // A line that goes on.
    while let Some(next) = rest.strip_prefix("\\\n") {
        rest = next.trim_start_matches([' ', '\t']);
    }
    let start = text.len() - rest.len();
    let mut quote = None;
    let mut end = start;
    for (at, letter) in text.get(start..)?.char_indices() {
        match (quote, letter) {
            (Some(open), close) if close == open => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            // A quote that does not end with its line is an apostrophe.
            (_, '\n' | '\r') | (None, ' ' | '\t' | ';' | '|' | '&' | ')' | '`') => break,
            _ => {}
        }
        end = start + at + letter.len_utf8();
    }
    (end > start).then_some((start, end))
}

/// Without quotes, however they are escaped, at both ends.
fn unquoted(text: &str, start: usize, end: usize) -> (usize, usize) {
    let word = text.get(start..end).unwrap_or_default();
    let bare = word.trim_start_matches('\\');
    let Some(quote) = bare.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        return (start, end);
    };
    let inner = bare.get(1..).unwrap_or_default();
    let from = end - inner.len();
    let closed = inner
        .strip_suffix(quote)
        .map_or(inner, |inner| inner.trim_end_matches('\\'));
    (from, from + closed.len())
}

#[cfg(not(test))]
fn looked_at(_: usize) {}
#[cfg(test)]
use super::effort::looked_at;

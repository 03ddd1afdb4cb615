//! From the shape of a file to hooks that are known to be right. Owns: every check that needs more than one key; above all
//! that a guard can really be asked and can really answer. Does not own: the keys (`shape`).

use super::act::{Act, blocked};
use super::declared::{Declared, DeclaredHook, HookFile};
use super::log::Log;
use super::shape::{FileShape, HookShape, Then};
use crate::config::{Document, FileError, Spanned};
use crate::permissions::Rule;
use crate::wire::hook::{HookEvent, HookOutput};
use regex::Regex;
use serde_json::Map;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

mod command;
mod known;
mod pattern;
mod rewrite;

/// How long a hook may take if it does not say; as long as the CLI's own command hooks.
const DEFAULT_LIMIT: Duration = Duration::from_mins(1);

/// Reads a whole file.
pub(super) fn file(document: &Document) -> Result<HookFile, FileError> {
    let shape: FileShape = document.parse()?;
    let hooks = shape.hooks.iter().enumerate();
    let hooks = hooks
        .map(|(index, shape)| Reading::new(document, index, shape).hook())
        .collect::<Result<_, _>>()?;
    Ok(HookFile { hooks })
}

/// One hook, being read.
struct Reading<'a> {
    document: &'a Document,
    key: String,
    shape: &'a HookShape,
    event: HookEvent,
}

impl<'a> Reading<'a> {
    fn new(document: &'a Document, index: usize, shape: &'a HookShape) -> Self {
        Self {
            document,
            key: format!("hooks[{index}]"),
            shape,
            event: HookEvent::from(shape.event.get_ref().as_str()),
        }
    }

    /// An error at a value of this hook.
    fn error<T>(&self, at: &Spanned<T>, key: &str, what: impl Into<String>) -> FileError {
        let key = match key {
            "" => self.key.clone(),
            key => format!("{}.{key}", self.key),
        };
        self.document.error(Some(at.span()), key, what)
    }

    fn hook(&self) -> Result<DeclaredHook, FileError> {
        let shape = self.shape;
        self.check_event()?;
        self.check_matcher()?;
        let limit = match &shape.timeout_ms {
            Some(limit) if *limit.get_ref() == 0 => {
                let what = "it is 0, so it would always be late; write milliseconds, or drop it";
                return Err(self.error(limit, "timeout_ms", what));
            }
            Some(limit) => Duration::from_millis(*limit.get_ref()),
            None => DEFAULT_LIMIT,
        };
        let act = self.act()?;
        let can_block = blocked(&self.event, "").is_some();
        let then = |given: &Option<Spanned<Then>>, key: &str, default: Then| match given {
            Some(given) if *given.get_ref() == Then::Block && !can_block => {
                let what = format!(
                    "{} cannot be held up, so \"block\" would do nothing; write \"continue\"",
                    self.event
                );
                Err(self.error(given, key, what))
            }
            Some(given) => Ok(*given.get_ref()),
            None => Ok(default),
        };
        let default = if act.is_guard() && can_block {
            Then::Block
        } else {
            Then::Continue
        };
        let on_failure = then(&shape.on_failure, "on_failure", default)?;
        // To forgive failures is not to forgive being late, but a hook that must not fail must not be late either.
        let late = match on_failure {
            Then::Block => Then::Block,
            Then::Continue => default,
        };
        Ok(DeclaredHook(Arc::new(Declared {
            name: shape.name.clone().unwrap_or_else(|| self.key.clone()),
            event: self.event.clone(),
            matcher: shape
                .matcher
                .as_ref()
                .map(|matcher| matcher.get_ref().clone()),
            limit,
            on_failure,
            on_timeout: then(&shape.on_timeout, "on_timeout", late)?,
            act,
        })))
    }

    /// The CLI passes over events it does not know; a guard for one would guard nothing.
    fn check_event(&self) -> Result<(), FileError> {
        if !matches!(self.event, HookEvent::Other(_)) {
            return Ok(());
        }
        let known: Vec<_> = HookEvent::ALL.iter().map(HookEvent::as_str).collect();
        let what = format!("there is no such event; there are: {}", known.join(", "));
        Err(self.error(&self.shape.event, "event", what))
    }

    /// A matcher that matches nothing is passed over in silence as well.
    fn check_matcher(&self) -> Result<(), FileError> {
        let Some(matcher) = &self.shape.matcher else {
            return Ok(());
        };
        let text = matcher.get_ref().trim();
        if text.contains('(') && Rule::parse(text).is_ok() {
            let what = format!(
                "`{text}` is a permission rule, and matchers are tool names or regular expressions on them; \
                 put the rule under `deny.rules` or `ask.rules`, and the tool's name here"
            );
            return Err(self.error(matcher, "matcher", what));
        }
        if let Some(what) = self.miswritten_tool(text) {
            return Err(self.error(matcher, "matcher", what));
        }
        match Regex::new(text) {
            Err(error) if text != "*" => Err(self.error(matcher, "matcher", no_regex(&error))),
            _ => Ok(()),
        }
    }

    fn act(&self) -> Result<Act, FileError> {
        let shape = self.shape;
        let given = [
            ("log", shape.log.is_some()),
            ("deny", shape.deny.is_some()),
            ("ask", shape.ask.is_some()),
            ("rewrite", shape.rewrite.is_some()),
            ("command", shape.command.is_some()),
            ("context", shape.context.is_some()),
        ];
        let given: Vec<_> = given
            .iter()
            .filter(|(_, given)| *given)
            .map(|(key, _)| *key)
            .collect();
        let only = match given.as_slice() {
            [] => {
                let what = "nothing says what it does; add one of log, deny, ask, rewrite, command, context";
                return Err(self.error(&shape.event, "", what));
            }
            [only] => *only,
            [first, second, ..] => {
                let what = format!("`{first}` and `{second}` cannot stand in one hook; make two");
                return Err(self.error(&shape.event, "", what));
            }
        };
        if let Some(path) = &shape.log {
            return Ok(Act::Log(match path.as_str() {
                "-" => Log::Stderr,
                path => Log::File(self.beside(Path::new(path))),
            }));
        }
        if let Some(deny) = &shape.deny {
            if blocked(&self.event, "").is_none() {
                return Err(self.unfit(only, "it cannot be held up"));
            }
            return self.pattern(deny, only).map(Act::Deny);
        }
        if let Some(ask) = &shape.ask {
            self.fits(only, &HookOutput::ask(""))?;
            return self.pattern(ask, only).map(Act::Ask);
        }
        if let Some(rewrite) = &shape.rewrite {
            self.fits(only, &HookOutput::none().with_updated_input(Map::new()))?;
            return self.rewrite(rewrite).map(Act::Rewrite);
        }
        if let Some(command) = &shape.command {
            return self.command(command).map(Act::Command);
        }
        self.fits(only, &HookOutput::context(""))?;
        let text = shape.context.clone();
        text.map(Act::Context)
            .ok_or_else(|| self.error(&shape.event, "", "nothing says what it does"))
    }

    /// Whether the event takes such an answer.
    fn fits(&self, key: &str, answer: &HookOutput) -> Result<(), FileError> {
        match answer.to_wire(&self.event) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.unfit(key, &error.to_string())),
        }
    }

    fn unfit(&self, key: &str, why: &str) -> FileError {
        let what = format!("`{key}` is nothing for {}: {why}", self.event);
        self.error(&self.shape.event, key, what)
    }

    /// A path in a file is relative to that file.
    fn beside(&self, path: &Path) -> PathBuf {
        match self.document.file().parent() {
            Some(folder) => folder.join(path),
            None => path.to_owned(),
        }
    }
}

/// The error without its picture of several lines.
fn no_regex(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    format!("is no regular expression: {}", last.trim())
}

//! PURE. Which key means what, where. Owns: reading the shipped map and the user's over it, looking keys up, listing them.
//! Does not own: what an action does.
//!
//! `assets/keymap.toml` is the documentation: `[actions]` has one line of help for each action, `[short]` its word in the
//! footer, `[keys.CONTEXT]` its keys. Help, footer and palette are printed from here.

mod editing;
mod key;
mod locked;
mod shipped;
mod unknown;

pub use editing::{EDITING, Edit};
pub use key::{Key, NoKey};
pub use shipped::SHIPPED;

use super::action::Action;
use crate::config::{Document, FileError, Spanned};
use indexmap::IndexMap;
use serde::Deserialize;
use std::collections::HashMap;

/// Who hears a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// Everywhere, unless the context itself has the key. In a text field only keys that type nothing.
    Global,
    /// Any pane but the composer.
    Pane,
    /// The conversation.
    Conversation,
    /// Servers and tools.
    Tools,
    /// Tasks.
    Tasks,
    /// Lines on the wire.
    Traffic,
    /// The composer.
    Composer,
    /// The bar of a recording.
    Replay,
    /// A request that has the focus.
    Request,
    /// A form with choices: a question, a plan.
    Form,
    /// A field that is typed in, in a form or on top of the screen.
    Field,
    /// A list to choose from, on top of the screen; what is typed narrows it down.
    List,
    /// A text to read, on top of the screen.
    Overlay,
    /// A line of the wire, taken apart, on top of the screen.
    Inspector,
    /// A question that wants a yes, on top of the screen.
    Confirm,
}

impl Context {
    /// Every context, and what it is called.
    pub const ALL: [(&'static str, Self); 15] = [
        ("Everywhere", Self::Global),
        ("In a pane", Self::Pane),
        ("In the conversation", Self::Conversation),
        ("In tools", Self::Tools),
        ("In tasks", Self::Tasks),
        ("In the traffic", Self::Traffic),
        ("While typing", Self::Composer),
        ("In a recording", Self::Replay),
        ("Answering a request", Self::Request),
        ("In a form", Self::Form),
        ("In a field", Self::Field),
        ("In a list", Self::List),
        ("Reading", Self::Overlay),
        ("Looking at a line", Self::Inspector),
        ("Asked for a yes", Self::Confirm),
    ];

    /// Its name, as it is written in a keymap.
    pub fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Pane => "pane",
            Self::Conversation => "conversation",
            Self::Tools => "tools",
            Self::Tasks => "tasks",
            Self::Traffic => "traffic",
            Self::Composer => "composer",
            Self::Replay => "replay",
            Self::Request => "request",
            Self::Form => "form",
            Self::Field => "field",
            Self::List => "list",
            Self::Overlay => "overlay",
            Self::Inspector => "inspector",
            Self::Confirm => "confirm",
        }
    }

    /// Whether characters are typed here rather than obeyed.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Composer | Self::Field | Self::List)
    }

    /// The contexts that are asked after this one.
    fn then(self) -> &'static [Self] {
        match self {
            Self::Conversation | Self::Tools | Self::Tasks | Self::Traffic | Self::Replay => {
                &[Self::Pane, Self::Global]
            }
            Self::Pane | Self::Composer | Self::Request => &[Self::Global],
            // What is on top of the screen, or half filled in, is left before anything else is done.
            Self::Form => &[Self::Request, Self::Global],
            Self::Global
            | Self::Field
            | Self::List
            | Self::Overlay
            | Self::Inspector
            | Self::Confirm => &[],
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct Written {
    actions: IndexMap<Spanned<String>, String>,
    short: IndexMap<Spanned<String>, String>,
    keys: IndexMap<Spanned<String>, IndexMap<Spanned<String>, Spanned<String>>>,
}

/// A key, what it means, and the help for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding<'a> {
    /// The key.
    pub key: Key,
    /// What it means.
    pub action: Action,
    /// One line.
    pub help: &'a str,
}

/// The whole map.
#[derive(Debug, Clone, Default)]
pub struct Keymap {
    keys: IndexMap<(Context, Key), Action>,
    /// The same the other way round: every frame names dozens of keys.
    bound: HashMap<(Context, Action), Vec<Key>>,
    help: HashMap<Action, String>,
    /// The words of the footer, the most useful action first.
    short: IndexMap<Action, String>,
}

impl Keymap {
    /// The shipped map.
    pub fn shipped() -> Result<Self, FileError> {
        if let Some(keymap) = shipped::read() {
            return Ok(keymap);
        }
        let mut keymap = Self::default();
        keymap.lay_over(&Document::new("assets/keymap.toml", SHIPPED))?;
        Ok(keymap)
    }

    /// Lays a file over the map. A key bound to `none` is free.
    pub fn lay_over(&mut self, document: &Document) -> Result<(), FileError> {
        let written: Written = document.parse()?;
        for (name, help) in written.actions {
            let action = unknown::action(document, &name, &format!("actions.{}", name.get_ref()))?;
            self.help.insert(action, help);
        }
        for (name, word) in written.short {
            let action = unknown::action(document, &name, &format!("short.{}", name.get_ref()))?;
            self.short.insert(action, word);
        }
        for (context, keys) in written.keys {
            let place = format!("keys.{}", context.get_ref());
            let known = unknown::context(document, &context, &place)?;
            let mut here: HashMap<Key, String> = HashMap::new();
            for (key, name) in keys {
                let place = format!("{place}.{}", key.get_ref());
                let parsed: Key = key.get_ref().parse().map_err(|error: NoKey| {
                    document.error(Some(key.span()), &place, error.to_string())
                })?;
                // Two ways to write one key are one key.
                if let Some(other) = here.insert(parsed, name.get_ref().clone()) {
                    let what = format!("is bound to {other} in the same context already");
                    return Err(document.error(Some(key.span()), &place, what));
                }
                if name.get_ref() == "none" {
                    self.keys.shift_remove(&(known, parsed));
                } else {
                    let action = unknown::action(document, &name, &place)?;
                    self.keys.insert((known, parsed), action);
                }
            }
        }
        self.turn_round();
        Ok(())
    }

    /// Says the same the other way round again.
    fn turn_round(&mut self) {
        self.bound.clear();
        for ((context, key), action) in &self.keys {
            let keys = self.bound.entry((*context, *action)).or_default();
            keys.push(*key);
        }
    }

    /// The keys for an action in one context, in the order they are written.
    fn bound(&self, context: Context, action: Action) -> &[Key] {
        let keys = self.bound.get(&(context, action));
        keys.map_or(&[], Vec::as_slice)
    }

    /// Lays a file of the user's over the map, and refuses one that would lock the person in or take a character away
    /// from what is typed.
    pub fn lay_over_checked(&mut self, document: &Document) -> Result<(), FileError> {
        self.lay_over(document)?;
        locked::check(self, document)
    }

    /// The contexts that are asked for a key, one after the other.
    pub fn heard(&self, context: Context) -> Vec<Context> {
        let after = context.then().iter().copied();
        std::iter::once(context).chain(after).collect()
    }

    /// The first key for an action, wherever it works.
    pub fn any_key(&self, action: Action) -> Option<Key> {
        let mut bound = self.keys.iter();
        bound
            .find(|(_, known)| **known == action)
            .map(|((_, key), _)| *key)
    }

    /// What a key means in a context.
    pub fn lookup(&self, context: Context, key: Key) -> Option<Action> {
        if let Some(action) = self.keys.get(&(context, key)) {
            return Some(*action);
        }
        if context.is_text() && key.typed().is_some() {
            return None;
        }
        let mut after = context.then().iter();
        after.find_map(|context| self.keys.get(&(*context, key)).copied())
    }

    /// The bindings of one context, in the order they are written.
    pub fn bindings(&self, context: Context) -> impl Iterator<Item = Binding<'_>> {
        let here = move |(at, _): &(&(Context, Key), &Action)| at.0 == context;
        self.keys
            .iter()
            .filter(here)
            .map(|((_, key), action)| Binding {
                key: *key,
                action: *action,
                help: self.help(*action),
            })
    }

    /// The first key for an action, in this context or one that is asked after it.
    pub fn key_for(&self, context: Context, action: Action) -> Option<Key> {
        std::iter::once(&context)
            .chain(context.then())
            .find_map(|context| self.bound(*context, action).first().copied())
    }

    /// What the footer says in a context: the keys of its own, then those of the contexts that are asked after it, each
    /// with the most useful action first. Actions without a short word are left to the help.
    pub fn footer(&self, context: Context) -> Vec<(Key, Action, &str)> {
        let mut said: Vec<(Key, Action, &str)> = Vec::new();
        for asked in std::iter::once(&context).chain(context.then()) {
            for (action, word) in &self.short {
                // A key that means something else nearer by does not count here.
                let fits = |key: &&Key| self.lookup(context, **key) == Some(*action);
                let key = self.bound(*asked, *action).iter().find(fits).copied();
                let named = said.iter().any(|(_, named, _)| named == action);
                said.extend(
                    key.filter(|_| !named)
                        .map(|key| (key, *action, word.as_str())),
                );
            }
        }
        said
    }

    /// Every action that has a help text, with it: what the palette offers.
    pub fn actions(&self) -> Vec<(Action, &str)> {
        let mut all: Vec<_> = self
            .help
            .iter()
            .map(|(action, help)| (*action, help.as_str()))
            .collect();
        all.sort_unstable();
        all
    }

    /// The help for an action.
    pub fn help(&self, action: Action) -> &str {
        self.help.get(&action).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod keymap_tests;

//! PURE. The rules and directories of a session: where each came from, and the updates a client sends back.

use super::files::{absolute, below};
use crate::permissions::{Behavior, Call, Rule, Rules};
use crate::simulator::facts::Place;
use crate::simulator::flags::Flags;
use crate::wire::permission::{
    Destination, PermissionMode, PermissionUpdate, RuleBehavior, RuleChange,
};
use serde_json::{Value, json};

/// Where the rules of the start come from; all others came with an answer.
const FROM_START: [&str; 2] = ["cliArg", "flagSettings"];

/// One rule.
#[derive(Debug, Clone)]
struct Entry {
    behavior: Behavior,
    rule: Rule,
    source: String,
}

/// Rules and directories.
#[derive(Debug, Clone, Default)]
pub struct RuleBook {
    entries: Vec<Entry>,
    /// Directories beside the working directory.
    pub directories: Vec<String>,
}

impl RuleBook {
    /// From `--allowedTools`, `--disallowedTools`, `--add-dir` and `--settings`. What is no rule is left out.
    pub fn from_flags(flags: &Flags) -> Self {
        let mut book = Self {
            entries: Vec::new(),
            directories: flags.add_dirs.clone(),
        };
        for text in &flags.allowed {
            book.add(Behavior::Allow, Rule::parse(text).ok(), "cliArg");
        }
        for text in &flags.disallowed {
            book.add(Behavior::Deny, Rule::parse(text).ok(), "cliArg");
        }
        let Some(settings) = flags.settings.get("permissions") else {
            return book;
        };
        let texts = |key: &str| {
            let list = settings.get(key).and_then(Value::as_array);
            list.into_iter().flatten().filter_map(Value::as_str)
        };
        for (key, behavior) in [
            ("allow", Behavior::Allow),
            ("deny", Behavior::Deny),
            ("ask", Behavior::Ask),
        ] {
            for text in texts(key) {
                book.add(behavior, Rule::parse(text).ok(), "flagSettings");
            }
        }
        book.directories
            .extend(texts("additionalDirectories").map(str::to_owned));
        book
    }

    fn add(&mut self, behavior: Behavior, rule: Option<Rule>, source: &str) {
        if let Some(rule) = rule {
            self.entries.push(Entry {
                behavior,
                rule,
                source: source.to_owned(),
            });
        }
    }

    /// Whether a rule that came with an answer allows the call.
    pub(super) fn allowed_by_answer(&self, call: &Call<'_>) -> bool {
        let of_answers = Self {
            entries: self
                .entries
                .iter()
                .filter(|entry| !FROM_START.contains(&entry.source.as_str()))
                .cloned()
                .collect(),
            directories: Vec::new(),
        };
        matches!(of_answers.decide(call), Some((Behavior::Allow, _)))
    }

    /// What the rules say about a call, and where the rule came from.
    pub(super) fn decide(&self, call: &Call<'_>) -> Option<(Behavior, String)> {
        let of = |behavior: Behavior| {
            let entries = self.entries.iter();
            let chosen = entries.filter(move |entry| entry.behavior == behavior);
            chosen.map(|entry| entry.rule.clone()).collect()
        };
        let rules = Rules {
            deny: of(Behavior::Deny),
            ask: of(Behavior::Ask),
            allow: of(Behavior::Allow),
        };
        let verdict = rules.decide(call)?;
        let mut entries = self.entries.iter();
        let source = entries
            .find(|entry| entry.rule.to_string() == verdict.rule)
            .map(|entry| entry.source.clone());
        Some((verdict.behavior, source.unwrap_or_default()))
    }

    /// Whether an absolute path is in the working directory or one of the others.
    pub fn inside(&self, path: &str, place: &Place) -> bool {
        let place_of = |directory: &String| absolute(directory, &place.cwd, &place.home);
        let path = absolute(path, &place.cwd, &place.home);
        below(&path, &place.cwd)
            || self
                .directories
                .iter()
                .any(|directory| below(&path, &place_of(directory)))
    }

    /// Takes over an update. The mode it sets, if it sets one. Nothing is written anywhere: rules for settings files
    /// hold for this session, as do all others.
    pub fn apply(&mut self, update: &PermissionUpdate) -> Option<String> {
        match update {
            PermissionUpdate::Rules {
                change,
                rules,
                behavior,
                destination,
                ..
            } => {
                let behavior = match behavior {
                    RuleBehavior::Allow => Behavior::Allow,
                    RuleBehavior::Deny => Behavior::Deny,
                    RuleBehavior::Ask => Behavior::Ask,
                    RuleBehavior::Other(_) => return None,
                };
                let source = source(destination.as_ref());
                let texts: Vec<String> = rules.iter().map(ToString::to_string).collect();
                self.entries.retain(|entry| {
                    let same_place = entry.behavior == behavior && entry.source == source;
                    let named = texts.contains(&entry.rule.to_string());
                    !(same_place && (*change == RuleChange::Replace || named))
                });
                if *change != RuleChange::Remove {
                    for rule in rules {
                        let content = rule.rule_content.as_deref();
                        let parsed = Rule::from_parts(&rule.tool_name, content).ok();
                        self.add(behavior, parsed, &source);
                    }
                }
                None
            }
            PermissionUpdate::Directories {
                remove,
                directories,
                ..
            } => {
                self.directories
                    .retain(|known| !directories.contains(known));
                if !remove {
                    self.directories.extend(directories.iter().cloned());
                }
                None
            }
            PermissionUpdate::SetMode { mode, .. } => Some(word(mode)),
            PermissionUpdate::Unknown(_) => None,
        }
    }

    /// `rules` of `list_permission_rules`.
    pub fn listing(&self) -> Vec<Value> {
        self.entries.iter().map(Entry::in_listing).collect()
    }
}

impl Entry {
    fn in_listing(&self) -> Value {
        let text = self.rule.to_string();
        let behavior = match self.behavior {
            Behavior::Allow => "allow",
            Behavior::Deny => "deny",
            Behavior::Ask => "ask",
        };
        let prefix = (text.strip_prefix("Bash(")).and_then(|rest| {
            rest.strip_suffix(" *)")
                .or_else(|| rest.strip_suffix(":*)"))
        });
        let description = match prefix {
            Some(command) => {
                json!({ "prefix": "Any Bash command starting with ", "emphasis": command })
            }
            None => json!({ "prefix": "Any use of the ", "emphasis": text, "suffix": " tool" }),
        };
        json!({
            "behavior": behavior,
            "source": self.source,
            "rule": text,
            "description": description,
            "editability": "session",
        })
    }
}

fn source(destination: Option<&Destination>) -> String {
    let word = destination.and_then(|destination| serde_json::to_value(destination).ok());
    let word = word.and_then(|word| word.as_str().map(str::to_owned));
    word.unwrap_or_else(|| "session".to_owned())
}

fn word(mode: &PermissionMode) -> String {
    let word = serde_json::to_value(mode).ok();
    let word = word.and_then(|word| word.as_str().map(str::to_owned));
    match word.as_deref() {
        None | Some("manual") => "default".to_owned(),
        Some(word) => word.to_owned(),
    }
}

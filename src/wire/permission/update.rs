//! PURE. Permission updates: the "always allow" choices that the CLI suggests and that an answer may send back.
//!
//! A suggestion that is decoded and encoded again is the same JSON, unknown kinds and fields included: what a person
//! chose must reach the CLI as it was offered.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::PermissionMode;
use crate::wire::fields::{Extra, put, take};

/// One change of the permission state.
#[derive(Debug, Clone, PartialEq)]
pub enum PermissionUpdate {
    /// `addRules`, `replaceRules`, `removeRules`.
    Rules {
        /// What happens to the rules.
        change: RuleChange,
        /// The rules.
        rules: Vec<PermissionRule>,
        /// What the rules say.
        behavior: RuleBehavior,
        /// Where it is kept.
        destination: Option<Destination>,
        /// Everything else.
        extra: Extra,
    },
    /// `setMode`.
    SetMode {
        /// The new mode.
        mode: PermissionMode,
        /// Where it is kept.
        destination: Option<Destination>,
        /// Everything else.
        extra: Extra,
    },
    /// `addDirectories`, `removeDirectories`.
    Directories {
        /// True removes, false adds.
        remove: bool,
        /// Absolute paths.
        directories: Vec<String>,
        /// Where it is kept.
        destination: Option<Destination>,
        /// Everything else.
        extra: Extra,
    },
    /// A kind, or a shape, that this library does not know.
    Unknown(Value),
}

/// What happens to rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleChange {
    /// Added to those there are.
    Add,
    /// Put in place of those there are.
    Replace,
    /// Taken away.
    Remove,
}

/// A rule in two parts, as updates carry it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PermissionRule {
    /// The tool.
    pub tool_name: String,
    /// What stands between the parentheses; absent means every call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule_content: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

impl std::fmt::Display for PermissionRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.rule_content {
            Some(content) => write!(f, "{}({content})", self.tool_name),
            None => f.write_str(&self.tool_name),
        }
    }
}

/// What a rule says about the calls it matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleBehavior {
    /// Run without asking.
    Allow,
    /// Never run.
    Deny,
    /// Always ask.
    Ask,
    /// A word this library does not know.
    #[serde(untagged)]
    Other(String),
}

/// Where an update is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Destination {
    /// The user's settings file.
    UserSettings,
    /// The project's shared settings file.
    ProjectSettings,
    /// The project's private settings file.
    LocalSettings,
    /// Nowhere: until the session ends.
    Session,
    /// As if given on the command line.
    CliArg,
    /// A place this library does not know.
    #[serde(untagged)]
    Other(String),
}

impl PermissionUpdate {
    /// Adds one allow rule.
    pub fn allow(
        tool_name: impl Into<String>,
        content: Option<String>,
        destination: Destination,
    ) -> Self {
        Self::Rules {
            change: RuleChange::Add,
            rules: vec![PermissionRule {
                tool_name: tool_name.into(),
                rule_content: content,
                extra: Extra::new(),
            }],
            behavior: RuleBehavior::Allow,
            destination: Some(destination),
            extra: Extra::new(),
        }
    }

    /// Changes the mode for the rest of the session.
    pub fn set_mode(mode: PermissionMode) -> Self {
        Self::SetMode {
            mode,
            destination: Some(Destination::Session),
            extra: Extra::new(),
        }
    }

    /// The JSON that goes on the wire.
    pub fn to_wire(&self) -> Value {
        let mut object = Map::new();
        let (kind, destination, extra) = match self {
            Self::Unknown(value) => return value.clone(),
            Self::Rules {
                change,
                rules,
                behavior,
                destination,
                extra,
            } => {
                put(&mut object, "rules", to_json(rules));
                put(&mut object, "behavior", to_json(behavior));
                (change.kind(), destination, extra)
            }
            Self::SetMode {
                mode,
                destination,
                extra,
            } => {
                put(&mut object, "mode", Some(mode.as_str()));
                ("setMode", destination, extra)
            }
            Self::Directories {
                remove,
                directories,
                destination,
                extra,
            } => {
                put(&mut object, "directories", Some(directories.clone()));
                let kind = if *remove {
                    "removeDirectories"
                } else {
                    "addDirectories"
                };
                (kind, destination, extra)
            }
        };
        put(&mut object, "type", Some(kind));
        put(
            &mut object,
            "destination",
            destination.as_ref().and_then(to_json),
        );
        object.extend(extra.clone());
        Value::Object(object)
    }

    fn known(value: &Value) -> Option<Self> {
        let mut object = value.as_object()?.clone();
        let kind: String = take(&mut object, "type")?;
        let change = match kind.as_str() {
            "setMode" => {
                return Some(Self::SetMode {
                    mode: take(&mut object, "mode")?,
                    destination: take(&mut object, "destination"),
                    extra: object,
                });
            }
            "addDirectories" | "removeDirectories" => {
                return Some(Self::Directories {
                    remove: kind == "removeDirectories",
                    directories: take(&mut object, "directories")?,
                    destination: take(&mut object, "destination"),
                    extra: object,
                });
            }
            "addRules" => RuleChange::Add,
            "replaceRules" => RuleChange::Replace,
            "removeRules" => RuleChange::Remove,
            _ => return None,
        };
        Some(Self::Rules {
            change,
            rules: take(&mut object, "rules")?,
            behavior: take(&mut object, "behavior")?,
            destination: take(&mut object, "destination"),
            extra: object,
        })
    }
}

impl RuleChange {
    fn kind(self) -> &'static str {
        match self {
            Self::Add => "addRules",
            Self::Replace => "replaceRules",
            Self::Remove => "removeRules",
        }
    }
}

fn to_json<T: Serialize>(value: &T) -> Option<Value> {
    serde_json::to_value(value).ok()
}

impl Serialize for PermissionUpdate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_wire().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PermissionUpdate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(Self::known(&value).unwrap_or(Self::Unknown(value)))
    }
}

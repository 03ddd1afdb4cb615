//! PURE. Rules that can be made of a request. Owns: which ones are offered, their words, where they can be kept.
//! Does not own: what a rule means (`permissions`), sending it (`update::requests`).

use super::destructive::{EDITS, is_shell};
use crate::permissions::{Rule, propose};
use crate::wire::Extra;
use crate::wire::permission::{
    CanUseTool, Destination, PermissionMode, PermissionRule, PermissionUpdate, RuleBehavior,
    RuleChange,
};
use std::path::Path;

/// One thing that can be allowed from now on.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// The change.
    pub update: PermissionUpdate,
    /// In words.
    pub words: String,
    /// Where it comes from.
    pub by: &'static str,
    /// The text of its rule, where it is one rule that can be edited.
    pub rule: Option<String>,
    /// Why it cannot be chosen here.
    pub why_not: Option<&'static str>,
}

/// Where a rule can be kept: the word on the wire, the words for people, the place.
pub const PLACES: [(&str, &str, Destination); 4] = [
    (
        "localSettings",
        "this project, only for me (.claude/settings.local.json)",
        Destination::LocalSettings,
    ),
    (
        "projectSettings",
        "this project, for everybody (.claude/settings.json)",
        Destination::ProjectSettings,
    ),
    (
        "userSettings",
        "all my projects (~/.claude/settings.json)",
        Destination::UserSettings,
    ),
    (
        "session",
        "nowhere: until this session ends",
        Destination::Session,
    ),
];

/// Everything that can be offered, what the CLI suggests first; one by one, because one of them may change the mode.
pub fn offers(ask: &CanUseTool, cwd: &Path) -> Vec<Offer> {
    let suggested = ask.permission_suggestions.iter();
    let mut offers: Vec<Offer> = suggested
        .map(|update| offer(update.clone(), "suggested by the CLI"))
        .collect();
    if let Some(update) = proposed(ask, cwd) {
        let own = offer(update, "would cover this call");
        if !offers.iter().any(|known| known.words == own.words) {
            offers.push(own);
        }
    }
    offers
}

fn offer(update: PermissionUpdate, by: &'static str) -> Offer {
    let rule = match &update {
        PermissionUpdate::Rules {
            change: RuleChange::Add,
            rules,
            behavior: RuleBehavior::Allow,
            ..
        } => match rules.as_slice() {
            [rule] => Some(text(rule)),
            _ => None,
        },
        _ => None,
    };
    let bypass = matches!(
        &update,
        PermissionUpdate::SetMode {
            mode: PermissionMode::BypassPermissions,
            ..
        }
    );
    Offer {
        words: words(&update),
        by,
        rule,
        why_not: bypass.then_some("choose it as the permission mode, where it is asked twice"),
        update,
    }
}

/// A rule of ours. Never one for every command or every file: no single key allows that.
fn proposed(ask: &CanUseTool, cwd: &Path) -> Option<PermissionUpdate> {
    let rules: Option<Vec<PermissionRule>> = propose(ask, cwd, None)
        .iter()
        .map(|text| rule(text).ok())
        .collect();
    let does_anything = is_shell(&ask.tool_name) || EDITS.contains(&ask.tool_name.as_str());
    let narrow = |rule: &PermissionRule| rule.rule_content.is_some() || !does_anything;
    rules
        .filter(|rules| !rules.is_empty() && rules.iter().all(narrow))
        .map(adding)
}

fn adding(rules: Vec<PermissionRule>) -> PermissionUpdate {
    PermissionUpdate::Rules {
        change: RuleChange::Add,
        rules,
        behavior: RuleBehavior::Allow,
        destination: Some(Destination::Session),
        extra: Extra::new(),
    }
}

/// What is allowed for the rest of the session, and its words: a rule that the CLI suggests, else one of ours, else a
/// directory that it suggests. Never a mode: that would allow more than was asked.
pub fn for_session(ask: &CanUseTool, cwd: &Path) -> Option<(PermissionUpdate, String)> {
    let allows = |update: &&PermissionUpdate| {
        matches!(
            update,
            PermissionUpdate::Rules {
                change: RuleChange::Add,
                behavior: RuleBehavior::Allow,
                ..
            }
        )
    };
    let adds = |update: &&PermissionUpdate| {
        matches!(update, PermissionUpdate::Directories { remove: false, .. })
    };
    let suggested = &ask.permission_suggestions;
    let update = suggested
        .iter()
        .find(allows)
        .cloned()
        .or_else(|| proposed(ask, cwd))
        .or_else(|| suggested.iter().find(adds).cloned())?;
    let update = kept(update, Destination::Session);
    let words = words(&update);
    Some((update, words))
}

/// The same change, kept elsewhere.
pub fn kept(update: PermissionUpdate, place: Destination) -> PermissionUpdate {
    let mut update = update;
    match &mut update {
        PermissionUpdate::Rules { destination, .. }
        | PermissionUpdate::SetMode { destination, .. }
        | PermissionUpdate::Directories { destination, .. } => *destination = Some(place),
        PermissionUpdate::Unknown(_) => {}
    }
    update
}

/// A rule from its text; what is wrong with it in words.
pub fn update_of(text: &str) -> Result<PermissionUpdate, String> {
    rule(text).map(|rule| adding(vec![rule]))
}

fn rule(text: &str) -> Result<PermissionRule, String> {
    let (tool_name, rule_content) = Rule::take_apart(text).map_err(|error| error.to_string())?;
    Ok(PermissionRule {
        tool_name,
        rule_content,
        extra: Extra::new(),
    })
}

/// The text of a rule, in a form that can be read back.
fn text(rule: &PermissionRule) -> String {
    match &rule.rule_content {
        None => rule.tool_name.clone(),
        Some(content) => {
            let content = content.replace('(', "\\(").replace(')', "\\)");
            format!("{}({content})", rule.tool_name)
        }
    }
}

/// A change in words; parts of it are from outside.
pub fn words(update: &PermissionUpdate) -> String {
    match update {
        PermissionUpdate::Rules {
            change,
            rules,
            behavior,
            ..
        } => {
            let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
            let verb = match change {
                RuleChange::Add => "",
                RuleChange::Replace => "only ",
                RuleChange::Remove => "no longer ",
            };
            let behavior = match behavior {
                RuleBehavior::Allow => "allow",
                RuleBehavior::Deny => "deny",
                RuleBehavior::Ask => "ask for",
                RuleBehavior::Other(word) => word,
            };
            format!("{verb}{behavior} {}", rules.join(" and "))
        }
        PermissionUpdate::SetMode { mode, .. } => format!("switch to the mode {mode}"),
        PermissionUpdate::Directories {
            remove,
            directories,
            ..
        } => {
            let verb = if *remove {
                "no longer work in"
            } else {
                "also work in"
            };
            format!("{verb} {}", directories.join(", "))
        }
        PermissionUpdate::Unknown(value) => value.to_string(),
    }
}

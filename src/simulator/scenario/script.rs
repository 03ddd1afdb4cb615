//! The outer shape of a scenario: what the CLI says about itself, how it starts, and who answers which prompt.

use super::shipped::shipped;
use super::step::Step;
use super::{check, walk};
use crate::config::{Document, FileError, KeyPath, Spanned};
use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A whole script.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scenario {
    /// One line for `sim --list`.
    pub description: String,
    /// What the CLI says about itself.
    pub session: SessionFacts,
    /// How it behaves before the first turn.
    pub start: StartUp,
    /// Steps for the first prompt, the second, …, whatever they say. Once they are used up, `on` answers.
    pub turns: Vec<Turn>,
    /// A regular expression: only prompts in which it is found take the next turn, and all others go to the rules. Without
    /// it, the first prompts take the turns, whatever they say.
    pub turns_on: Option<Spanned<String>>,
    /// Rules for prompts; the first that fits answers.
    pub on: Vec<Rule>,
    /// A scenario that comes along, by its name: its rules follow those written here, and its `otherwise` is used where none
    /// is written here.
    pub also: Option<Spanned<String>>,
    /// What is done with a prompt that no rule fits; without it, the prompt is repeated.
    pub otherwise: Vec<Step>,
}

impl Scenario {
    /// Reads a file, strictly: whatever is wrong is told with line and key.
    pub fn read(document: &Document) -> Result<Self, FileError> {
        Ok(Self::read_with_rules(document)?.0)
    }

    /// The same with the expressions of the rules, which are compiled in order to be checked.
    pub(super) fn read_with_rules(document: &Document) -> Result<(Self, Vec<Regex>), FileError> {
        let mut scenario: Self = document.parse()?;
        let mut rules = check::scenario(document, &scenario)?;
        if let Some(name) = scenario.also.clone() {
            let (other, more) = also(document, &name)?;
            scenario.on.extend(other.on);
            rules.extend(more);
            if scenario.otherwise.is_empty() {
                scenario.otherwise = other.otherwise;
            }
            for (command, about) in other.session.slash_commands {
                scenario
                    .session
                    .slash_commands
                    .entry(command)
                    .or_insert(about);
            }
        }
        Ok((scenario, rules))
    }

    /// What can be typed, as the rules tell it.
    pub fn help(&self) -> impl Iterator<Item = &str> {
        self.on.iter().filter_map(|rule| rule.help.as_deref())
    }

    /// Every step, those inside others too.
    pub fn steps(&self) -> Vec<&Step> {
        let mut found = Vec::new();
        let turns = self.turns.iter().map(|turn| &turn.steps);
        let rules = self.on.iter().map(|rule| &rule.steps);
        for steps in turns.chain(rules).chain([&self.otherwise]) {
            walk::all(steps, &KeyPath::new(), &mut found);
        }
        found.into_iter().map(|(_, step)| step).collect()
    }
}

/// The scenario that is named; it must not name another in its turn.
fn also(document: &Document, name: &Spanned<String>) -> Result<(Scenario, Vec<Regex>), FileError> {
    let wrong = |what: String| document.error(Some(name.span()), "also", what);
    let known = shipped();
    let Some((own, text)) = known.iter().find(|(own, _)| own == name.get_ref()) else {
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        return Err(wrong(format!(
            "`{}` does not come along; there are: {}",
            name.get_ref(),
            names.join(", ")
        )));
    };
    let other = Document::new(*own, *text);
    let scenario: Scenario = other.parse()?;
    if scenario.also.is_some() {
        return Err(wrong(format!(
            "`{own}` has an `also` of its own; name another"
        )));
    }
    let rules = check::scenario(&other, &scenario)?;
    Ok((scenario, rules))
}

/// One turn of a script.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Turn {
    /// What is done.
    pub steps: Vec<Step>,
}

/// A rule: prompts it is for, and what is done then.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// A regular expression, searched for in the prompt without regard to case. Its groups are `{{1}}`, `{{name}}`.
    pub prompt: Spanned<String>,
    /// Only for a prompt after a turn that was interrupted.
    #[serde(default)]
    pub after_interrupt: bool,
    /// Only this many times; then the rules below have their turn.
    pub times: Option<u32>,
    /// A line for a `help` step: what can be typed.
    pub help: Option<String>,
    /// What is done.
    pub steps: Vec<Step>,
}

/// What the CLI says about itself.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SessionFacts {
    /// The model, unless a flag or a request sets another.
    pub model: Option<String>,
    /// The version it claims to be.
    pub cli_version: Option<String>,
    /// Dollars per million tokens, in and out; costs follow from usage.
    pub price: Option<[f64; 2]>,
    /// The context window, in tokens.
    pub context_window: Option<u64>,
    /// How fast `say` and `think` are streamed; 0 is at once.
    pub words_per_second: Option<f64>,
    /// Slash commands beside the built-in ones: name and description.
    pub slash_commands: Map<String, Value>,
    /// MCP servers of other kinds that it pretends to have: name and status (`connected`, `failed`, `needs-auth`, …).
    pub mcp_servers: Map<String, Value>,
}

/// Before the first turn.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StartUp {
    /// Where it stays silent for ever.
    pub silent: Option<Silence>,
    /// A delay before the first byte.
    pub delay_ms: u64,
    /// A delay before `initialize` is answered.
    pub initialize_delay_ms: u64,
    /// Refuse `initialize` with these words.
    pub initialize_error: Option<String>,
    /// Lines on standard error at once.
    pub stderr: Vec<String>,
    /// Exit at once with this code, after `stderr`.
    pub exit: Option<i32>,
    /// Give up as the CLI does when a session cannot be resumed: an error result and exit code 1.
    pub fail: Option<String>,
}

/// A phase of the start in which nothing more comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Silence {
    /// Not one byte.
    FirstByte,
    /// `initialize` is never answered.
    Initialize,
    /// In-process servers are never greeted.
    Mcp,
    /// The first prompt is never taken up.
    FirstTurn,
}

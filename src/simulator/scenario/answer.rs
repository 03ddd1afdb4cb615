//! Which steps answer a prompt. Owns: turns before rules before `otherwise`, and what a rule's expression found.
//! Does not own: doing the steps.

use super::fill::{self, Values};
use super::script::Scenario;
use super::step::{Branch, Step};
use crate::config::{Document, FileError};
use regex::{Regex, RegexBuilder};

/// Larger expressions are refused; nobody needs them, and they would take their time.
const MAX_PATTERN_BYTES: usize = 1024 * 1024;

/// Expressions are looked for in the beginning of a text alone: what is pasted after it changes no answer, and takes no time.
const MAX_SEARCHED_BYTES: usize = 64 * 1024;

/// An expression of a scenario: it is searched for, and case does not matter.
pub fn pattern(text: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text)
        .case_insensitive(true)
        .size_limit(MAX_PATTERN_BYTES)
        .build()
}

/// A scenario with its expressions compiled.
#[derive(Debug, Clone)]
pub struct Compiled {
    scenario: Scenario,
    rules: Vec<Regex>,
    turns_on: Option<Regex>,
    repeat: [Step; 1],
}

/// A prompt, and what matters about the time it comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked<'a> {
    /// What was typed.
    pub prompt: &'a str,
    /// How many prompts came before it.
    pub turn: usize,
    /// Whether the turn before it was interrupted.
    pub after_interrupt: bool,
}

/// What of a scenario has been used up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Used {
    /// How often each rule has answered.
    rules: Vec<u32>,
    /// How many turns were taken.
    turns: usize,
}

/// The steps for a prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer<'a> {
    /// What is done.
    pub steps: &'a [Step],
    /// The prompt, and what the rule's expression found in it.
    pub values: Values,
    /// Where the steps are from.
    pub by: AnsweredBy,
}

/// Where the steps for a prompt are from; indexes count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnsweredBy {
    /// `turns`.
    Turn(usize),
    /// `on`.
    Rule(usize),
    /// `otherwise`.
    Otherwise,
    /// Nothing in the scenario: the prompt is repeated.
    Nothing,
}

impl Compiled {
    /// Compiles a scenario that was made in code.
    pub fn new(scenario: Scenario) -> Result<Self, regex::Error> {
        let rules = scenario.on.iter();
        let rules = rules.map(|rule| pattern(rule.prompt.get_ref()));
        let rules = rules.collect::<Result<_, _>>()?;
        Self::with(scenario, rules)
    }

    /// Reads, checks and compiles a file.
    pub fn read(document: &Document) -> Result<Self, FileError> {
        let (scenario, rules) = Scenario::read_with_rules(document)?;
        // It was compiled once already in order to be checked.
        Self::with(scenario, rules)
            .map_err(|error| document.error(None, "turns_on", error.to_string()))
    }

    fn with(scenario: Scenario, rules: Vec<Regex>) -> Result<Self, regex::Error> {
        let turns_on = scenario.turns_on.as_ref();
        let turns_on = turns_on.map(|text| pattern(text.get_ref())).transpose()?;
        let repeat = [Step::Say("{{prompt}}".to_owned())];
        Ok(Self {
            scenario,
            rules,
            turns_on,
            repeat,
        })
    }

    /// The scenario itself.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The steps for a prompt. Counts the rule that answers.
    pub fn answer(&self, asked: Asked<'_>, used: &mut Used) -> Answer<'_> {
        let mut values = Values::new();
        values.set("prompt", asked.prompt);
        let next = match &self.turns_on {
            None => Some(asked.turn),
            Some(wanted) => wanted
                .is_match(searched(asked.prompt))
                .then_some(used.turns),
        };
        if let Some((index, turn)) =
            next.and_then(|next| Some((next, self.scenario.turns.get(next)?)))
        {
            used.turns += 1;
            return Answer {
                steps: &turn.steps,
                values,
                by: AnsweredBy::Turn(index),
            };
        }
        if let Some((index, found)) = self.rule(asked, used) {
            used.count(index);
            values.extend(found);
            let rule = self.scenario.on.get(index);
            return Answer {
                steps: rule.map_or(&[], |rule| &rule.steps),
                values,
                by: AnsweredBy::Rule(index),
            };
        }
        let (steps, by) = match self.scenario.otherwise.as_slice() {
            [] => (self.repeat.as_slice(), AnsweredBy::Nothing),
            steps => (steps, AnsweredBy::Otherwise),
        };
        Answer { steps, values, by }
    }

    fn rule(&self, asked: Asked<'_>, used: &Used) -> Option<(usize, Values)> {
        let rules = self.scenario.on.iter().zip(&self.rules).enumerate();
        rules
            .filter(|(_, (rule, _))| asked.after_interrupt || !rule.after_interrupt)
            .filter(|(index, (rule, _))| rule.times.is_none_or(|times| used.times(*index) < times))
            .find_map(|(index, (_, expression))| Some((index, groups(expression, asked.prompt)?)))
    }
}

impl Branch {
    /// The list that is done, with what is known now.
    pub fn choose(&self, values: &Values) -> &[Step] {
        let text = fill::text(&self.value, values);
        if pattern(&self.matches).is_ok_and(|expression| expression.is_match(searched(&text))) {
            &self.then
        } else {
            &self.otherwise
        }
    }
}

impl Used {
    fn times(&self, rule: usize) -> u32 {
        self.rules.get(rule).copied().unwrap_or(0)
    }

    fn count(&mut self, rule: usize) {
        if self.rules.len() <= rule {
            self.rules.resize(rule + 1, 0);
        }
        if let Some(times) = self.rules.get_mut(rule) {
            *times = times.saturating_add(1);
        }
    }
}

/// All groups by number and name. One that took no part is an empty text, so that no earlier prompt shows through.
fn groups(expression: &Regex, prompt: &str) -> Option<Values> {
    let found = expression.captures(searched(prompt))?;
    let mut values = Values::new();
    for (index, name) in expression.capture_names().enumerate() {
        let text = found.get(index).map_or("", |group| group.as_str());
        values.set(index.to_string(), text);
        if let Some(name) = name {
            values.set(name, text);
        }
    }
    Some(values)
}

/// The part of a text that expressions are looked for in.
fn searched(text: &str) -> &str {
    let end = text.floor_char_boundary(MAX_SEARCHED_BYTES);
    text.get(..end).unwrap_or(text)
}

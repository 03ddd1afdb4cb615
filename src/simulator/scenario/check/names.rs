//! Names in placeholders. Owns: which there can be at a place. Does not own: their syntax (`fill`).

use super::{Check, Checked};
use crate::config::{KeyPath, nearest};
use crate::simulator::scenario::script::Scenario;
use crate::simulator::scenario::step::Step;
use crate::simulator::scenario::{fill, walk};
use regex::Regex;
use std::collections::BTreeSet;

/// Names that have a meaning of their own everywhere.
const ALWAYS: [&str; 5] = ["prompt", "last", "message", "input", "answers"];
/// And inside `repeat`.
const ROUND: &str = "round";

/// Names that steps of the scenario give, wherever they stand: what one turn keeps, a later one may use.
pub(super) struct Written(BTreeSet<String>);

impl Written {
    pub(super) fn of(scenario: &Scenario) -> Self {
        let nowhere = KeyPath::new();
        let mut names = BTreeSet::new();
        for step in scenario.steps() {
            let tools = walk::tools(step, &nowhere).into_iter();
            names.extend(tools.filter_map(|(_, tool)| tool.name_of_result.clone()));
            if let Step::Set(fields) = step {
                names.extend(fields.keys().cloned());
            }
        }
        Self(names)
    }
}

/// What else can be named at a place.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// Groups of the rule around it; absent outside rules.
    groups: Option<Vec<String>>,
    round: bool,
}

impl Scope {
    /// Steps of a rule.
    pub(super) fn of_rule(expression: &Regex) -> Self {
        let groups = expression
            .capture_names()
            .enumerate()
            .flat_map(|(index, name)| {
                let name = name.map(str::to_owned);
                [Some(index.to_string()), name].into_iter().flatten()
            });
        Self {
            groups: Some(groups.collect()),
            round: false,
        }
    }

    /// Steps inside a step.
    pub(super) fn inside(&self, step: &Step) -> Self {
        let mut scope = self.clone();
        scope.round |= matches!(step, Step::Repeat(_));
        scope
    }
}

impl Check<'_> {
    /// Every placeholder of a step names something.
    pub(super) fn placeholders(&self, step: &Step, at: &KeyPath, scope: &Scope) -> Checked {
        for (at, text) in walk::Texts::of(step, at).0 {
            for name in fill::names(text) {
                self.known(name, &at, scope)?;
            }
        }
        Ok(())
    }

    fn known(&self, name: &str, at: &KeyPath, scope: &Scope) -> Checked {
        let groups = scope.groups.as_deref().unwrap_or_default();
        let round = scope.round.then_some(ROUND);
        let mut there: Vec<&str> = ALWAYS.into_iter().chain(round).collect();
        there.extend(groups.iter().map(String::as_str));
        there.extend(self.written.0.iter().map(String::as_str));
        if there.contains(&name) {
            return Ok(());
        }
        let why = match name.parse::<usize>() {
            Ok(_) if scope.groups.is_some() => "the rule's expression has no such group".to_owned(),
            Ok(_) => "groups are for the steps of a rule in `on`".to_owned(),
            Err(_) if name == ROUND => "rounds are counted inside `repeat` only".to_owned(),
            Err(_) => match nearest(name, there.iter().copied()) {
                Some(near) => format!("did you mean {{{{{near}}}}}?"),
                None => format!("there are: {}", there.join(", ")),
            },
        };
        self.wrong(at, format!("{{{{{name}}}}} names nothing; {why}"))
    }

    /// A name that a step gives can be written in a placeholder, and takes nothing else's place.
    pub(super) fn new_name(&self, at: &KeyPath, name: &str) -> Checked {
        let taken = name == ROUND || ALWAYS.contains(&name);
        if taken || name.parse::<usize>().is_ok() {
            let what = format!("`{name}` has a meaning already; choose another name");
            return self.wrong(at, what);
        }
        let template = format!("{{{{{name}}}}}");
        if fill::names(&template).eq([name]) {
            return Ok(());
        }
        let what = format!("{name:?} is no name; use letters, digits, `_` and `-`");
        self.wrong(at, what)
    }
}

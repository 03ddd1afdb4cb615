//! What is wrong with a scenario that its types cannot say. Owns: walking it, and telling the first problem with its key.
//! Does not own: the lists of words (`words`), the bounds (`limits`), names in placeholders (`names`).

mod limits;
mod names;
mod outer;
mod step;
mod words;
mod work;

use super::script::Scenario;
use super::step::Step;
use super::walk;
use crate::config::{Document, FileError, KeyPath};
use names::{Scope, Written};
use regex::Regex;

/// What every check needs: where to tell a problem, and what is written elsewhere in the scenario.
struct Check<'a> {
    document: &'a Document,
    written: Written,
}

type Checked = Result<(), FileError>;

/// The first thing that is wrong, or else the compiled expressions of the rules: compiling is most of the work.
pub(super) fn scenario(document: &Document, scenario: &Scenario) -> Result<Vec<Regex>, FileError> {
    document.check_json()?;
    let check = Check {
        document,
        written: Written::of(scenario),
    };
    check.session(&scenario.session)?;
    check.start(&scenario.start)?;
    check.scripts(scenario)
}

impl Check<'_> {
    /// A problem at a key.
    fn wrong(&self, at: &KeyPath, what: impl Into<String>) -> Checked {
        Err(self.document.error_at(at, what))
    }

    /// A text that must say something.
    fn filled(&self, at: &KeyPath, key: &str, text: &str) -> Checked {
        if text.trim().is_empty() {
            return self.wrong(&at.key(key), "is missing or empty; write a text");
        }
        Ok(())
    }

    fn steps(&self, steps: &[Step], at: &KeyPath, scope: &Scope) -> Checked {
        for (index, step) in steps.iter().enumerate() {
            let at = at.index(index);
            self.step(step, &at)?;
            self.placeholders(step, &at, scope)?;
            let scope = scope.inside(step);
            for (at, steps) in walk::inside(step, &at) {
                self.steps(steps, &at, &scope)?;
            }
        }
        Ok(())
    }
}

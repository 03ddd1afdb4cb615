//! What is wrong with a session and what to do about it, from its state and its traffic.
//!
//! PURE. Owns the rules: each is a small function over the [`Evidence`] and the [`State`]. Does not own the state, or how
//! findings are shown. A healthy session has no findings.

mod answers;
mod cost;
mod deferred;
mod ending;
mod evidence;
mod fields;
mod file;
mod finding;
mod hooks;
mod requests;
mod servers;
mod tools;
mod wire_rules;

pub use evidence::Evidence;
pub use file::OfFile;
pub use finding::{Finding, Severity};

use super::State;
use crate::trace::{Moment, Traffic};

/// A rule: what it finds in a session, as of a moment.
type Rule = fn(&Evidence, &State, Moment) -> Vec<Finding>;

/// Every rule, those that explain others first.
const RULES: &[Rule] = &[
    ending::exit,
    ending::input_closed_early,
    requests::silent_start,
    servers::handshakes,
    servers::broken,
    requests::unanswered,
    requests::timed_out,
    answers::late,
    answers::duplicate,
    answers::unpaired,
    tools::no_prompt_tool,
    tools::failed_results,
    hooks::hooks,
    tools::handlers,
    tools::start_failed,
    tools::api,
    deferred::deferred,
    cost::cost,
    wire_rules::unknown,
    wire_rules::unknown_fields,
    wire_rules::no_messages,
    wire_rules::surrogates,
    wire_rules::near_the_cap,
];

/// The most that one rule has to say; the rest is counted.
const MOST: usize = 10;

/// Watches a session and explains it.
#[derive(Debug, Clone, Default)]
pub struct Explainer {
    evidence: Evidence,
}

impl Explainer {
    /// Takes in a line that the state has observed just now.
    pub fn observe(&mut self, state: &State, traffic: &Traffic) {
        self.evidence.observe(state, traffic);
    }

    /// The file has no times or directions, so that nothing can be said about who waits for whom.
    pub fn untimed(&mut self) {
        self.evidence.untimed = true;
    }

    /// What is wrong, as of that moment: the worst first.
    pub fn findings(&self, state: &State, now: Moment) -> Vec<Finding> {
        let mut found: Vec<Finding> = RULES
            .iter()
            .flat_map(|rule| bounded(rule(&self.evidence, state, now)))
            .collect();
        found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        found
    }
}

fn bounded(mut found: Vec<Finding>) -> Vec<Finding> {
    let more = found.len().saturating_sub(MOST);
    if more > 0 {
        found.truncate(MOST);
        let like = found.last().map(|last| (last.severity, last.rule));
        found.extend(like.map(|(severity, rule)| {
            Finding::new(severity, rule, format!("and {more} more like these"))
        }));
    }
    found
}

#[cfg(test)]
#[path = "explain_tests.rs"]
mod tests;
#[cfg(test)]
mod words_tests;

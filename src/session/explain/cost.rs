//! PURE. How the cost is counted. Owns: noticing that the CLI began to count afresh, and the rule.

use super::evidence::Evidence;
use super::finding::{Finding, Severity};
use crate::session::State;
use crate::trace::Moment;
use crate::wire::ResultMessage;

/// Totals that differ by less are the same.
const NOTHING: f64 = 1e-9;

/// The totals of the results so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Cost {
    last: f64,
    /// What stood there before each fall, in all.
    before: f64,
    /// The first fall: from what to what, and where.
    fell: Option<(f64, f64, u64)>,
}

impl Cost {
    pub(super) fn observe(&mut self, result: &ResultMessage, seq: u64) {
        let total = result.total_cost_usd.as_ref();
        let Some(total) = total.and_then(serde_json::Number::as_f64) else {
            return;
        };
        if total + NOTHING < self.last {
            self.before += self.last;
            self.fell.get_or_insert((self.last, total, seq));
        }
        self.last = total;
    }
}

/// The total of a later result is lower than that of an earlier one.
pub(super) fn cost(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let Cost { last, before, fell } = &evidence.cost;
    let found = fell.map(|(from, to, seq)| {
        let what = format!(
            "the cost of a result (${to:.4}) is lower than that of the one before (${from:.4}): it is counted afresh; the session cost ${:.4} so far",
            before + last
        );
        Finding::new(Severity::Info, "cost", what)
            .remedy("the CLI counts from the start of its process, and anew when the conversation is cleared: of each stretch take the last total, and add up the stretches, never the results")
            .lines([seq])
    });
    found.into_iter().collect()
}

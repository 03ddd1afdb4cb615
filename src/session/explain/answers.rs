//! PURE. Answers that nobody waited for: late, given twice, or to no request at all. Owns: telling these apart, and the
//! rules. Does not own: the table of requests (`pending`).

use super::evidence::{Case, Evidence, Seen, called, cut};
use super::finding::{Finding, Severity};
use crate::session::State;
use crate::trace::{Direction, Moment};
use crate::wire::control::ControlResponse;
use std::collections::VecDeque;
use std::hash::BuildHasher as _;

/// The latest requests of the CLI that are remembered, answered or not.
const REMEMBERED: usize = 256;

/// What was answered in vain.
#[derive(Debug, Clone, Default)]
pub(super) struct Answers {
    /// By their hashes: copies of this are kept by the hundred.
    asked: VecDeque<u64>,
    /// How many there were when the last line was looked at.
    strays: u64,
    late: Seen<Case>,
    twice: Seen<Case>,
    unpaired: Seen<Case>,
}

impl Answers {
    /// The CLI asked something.
    pub(super) fn asked(&mut self, id: &str) {
        if self.asked.len() == REMEMBERED {
            self.asked.pop_front();
        }
        self.asked.push_back(hash(&cut(id)));
    }

    /// Somebody answered.
    pub(super) fn answered(
        &mut self,
        state: &State,
        answer: &ControlResponse,
        direction: Direction,
        seq: u64,
    ) {
        if state.counts.stray_answers > self.strays {
            self.strays = state.counts.stray_answers;
            let id = answer.response.request_id.as_deref().unwrap_or_default();
            self.stray(state, direction, id, seq);
        }
    }

    fn stray(&mut self, state: &State, direction: Direction, id: &str, seq: u64) {
        let id = cut(id);
        let known = || Case::new(seq, &called(state, &id), "");
        if direction == Direction::In {
            self.unpaired.push(Case::new(seq, &id, "the CLI"));
        } else if !self.asked.contains(&hash(&id)) {
            self.unpaired.push(Case::new(seq, &id, "our side"));
        } else if state.pending.answered_lately(&id) {
            self.twice.push(known());
        } else {
            self.late.push(known());
        }
    }

    /// An answer of ours that was not sent, because nobody waited for it any more.
    pub(super) fn kept_back(&mut self, seq: u64, id: &str, why: &str) {
        // Who ends a session does not wait for answers.
        if why != "closed" && why != "exited" {
            self.late.push(Case::new(seq, id, why));
        }
    }
}

fn hash(id: &str) -> u64 {
    foldhash::quality::FixedState::default().hash_one(id)
}

/// Answers that came when nobody waited any more.
pub(super) fn late(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    if evidence.untimed {
        return Vec::new();
    }
    let found = evidence.answers.late.first.iter().map(|case| {
        let why = match case.text.as_str() {
            "" => "it was withdrawn, or the call was over",
            "withdrawn" => "it was withdrawn",
            why => why,
        };
        let what = format!("our answer to {} came too late: {why}", case.name);
        Finding::new(Severity::Warning, "late", what)
            .remedy("what was decided had no effect; answer faster, or do not let the turn be interrupted meanwhile")
            .lines([case.seq])
    });
    found.collect()
}

/// Requests that were answered more than once.
pub(super) fn duplicate(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let cases = &evidence.answers.twice;
    let text = |ids: &str, more: &str| format!("we answered {ids} more than once{more}");
    one(evidence, cases, "duplicate_answer", text).map_or_else(Vec::new, |finding| {
        vec![finding.remedy(
            "only the first answer counts, even if the second says something else: find out who else answers",
        )]
    })
}

/// Answers to requests that were never made.
pub(super) fn unpaired(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let cases = &evidence.answers.unpaired;
    let who = cases.first.first().map_or("", |case| case.text.as_str());
    let text = |ids: &str, more: &str| format!("{who} answered {ids}, which nobody asked{more}");
    one(evidence, cases, "unpaired_answer", text).map_or_else(Vec::new, |finding| {
        vec![finding.remedy("an answer has to carry the request_id of its request, letter by letter; whoever asked still waits")]
    })
}

fn one(
    evidence: &Evidence,
    cases: &Seen<Case>,
    rule: &'static str,
    text: impl Fn(&str, &str) -> String,
) -> Option<Finding> {
    let first = cases.first.first().filter(|_| !evidence.untimed)?;
    let more = match cases.total - 1 {
        0 => String::new(),
        more => format!(", and {more} more such answers"),
    };
    let finding = Finding::new(Severity::Warning, rule, text(&first.name, &more));
    Some(finding.lines(cases.first.iter().map(|case| case.seq)))
}

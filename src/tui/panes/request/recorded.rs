//! PURE. Requests of a recording: shown as they stood at a moment, and never answered. Owns: which of them are shown, and
//! the words for what became of them. Does not own: finding that out (`work::player`).

use super::{OnDisk, Request, Requests};
use crate::session::{State, Verdict};
use crate::trace::{DecidedBy, Moment, Payload};
use crate::tui::model::{Asked, Later};
use crate::tui::panes::decisions::by;
use crate::tui::widgets::text::duration;
use crate::wire::Frame;
use std::collections::HashMap;

impl Requests {
    /// Shows what waited at a moment of a recording; what was looked at before and still waits stays as it is.
    pub fn show_recorded(&mut self, asked: Vec<Asked>, state: &State) {
        let before = self.current().map(|request| request.id.clone());
        let mut known = std::mem::take(&mut self.asked);
        let mut later = HashMap::new();
        for Asked {
            traffic,
            later: then,
        } in asked
        {
            let Payload::Frame(Frame::ControlRequest(request)) = &traffic.payload else {
                continue;
            };
            let Some(id) = &request.request_id else {
                continue;
            };
            match known.shift_remove(id).filter(|one| one.since == traffic.at) {
                Some(same) => drop(self.asked.insert(id.clone(), same)),
                None => drop(self.taken_in(request, traffic.at, state)),
            }
            if let Some(request) = self.asked.get_mut(id) {
                // What is on the disk now is not what was there then.
                request.file = Some(OnDisk::NotText("this is a recording".to_owned()));
                later.extend(then.map(|then| (id.clone(), then)));
            }
        }
        self.recorded = Some(later);
        self.version += 1;
        let kept = before.and_then(|id| self.asked.get_index_of(&id));
        self.current = kept.unwrap_or(0);
    }

    /// Whether they are of a recording.
    pub fn is_recorded(&self) -> bool {
        self.recorded.is_some()
    }

    /// What became of a request of a recording.
    pub(super) fn became(&self, request: &Request) -> Option<String> {
        let later = self.recorded.as_ref()?.get(&request.id);
        Some(later.map_or_else(
            || "no answer to it is known".to_owned(),
            |later| words(later, request.since),
        ))
    }
}

/// `allowed by you 4.2s after it was asked, line 57`
fn words(later: &Later, asked: Moment) -> String {
    let whose = match &later.by {
        DecidedBy::Unknown => String::new(),
        who => format!(" {}", by(who)),
    };
    let what = match &later.verdict {
        Some(Verdict::Allowed { .. }) => format!("allowed{whose}"),
        Some(Verdict::Denied { .. }) => format!("denied{whose}"),
        Some(Verdict::Failed(_)) => "answered with an error".to_owned(),
        Some(Verdict::Withdrawn) => "withdrawn by the CLI".to_owned(),
        None => "answered".to_owned(),
    };
    let line = later.line.map_or_else(String::new, |line| {
        format!(", line {}", u64::from(line) + 1)
    });
    let took = duration(later.at.since(asked));
    format!("{what} {took} after it was asked{line}")
}

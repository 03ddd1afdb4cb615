//! PURE. How requests come and go. Owns: taking them in from the wire and from tools that are answered by hand, noticing that
//! one is gone, and what the person is told about it. Does not own: when they can be answered.

use super::{LATE, Matter, Request, Requests};
use crate::session::{Origin, State};
use crate::tools::declared::Question;
use crate::trace::{DecidedBy, Direction, Moment, Payload, Traffic};
use crate::tui::keymap::Context;
use crate::wire::Frame;
use crate::wire::control::ControlRequest;
use std::path::Path;
use std::time::Duration;

/// More questions than this for a person at once are refused.
const HANDS: usize = 64;

/// What the person should know after a line, and what is to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Left {
    /// An answer was on the wire: the words for it.
    pub sent: Option<String>,
    /// A request is gone without an answer: the words for it.
    pub gone: Option<String>,
    /// A file to be compared with: for which request, and its path.
    pub read: Option<(String, String)>,
}

/// Who looks, while something happens.
#[derive(Debug, Clone, Copy)]
pub struct Watch {
    /// The card has the focus.
    pub focused: bool,
    /// The program's clock.
    pub clock: Duration,
}

impl Requests {
    /// Takes in a line of the session, after its state did.
    pub fn observe(&mut self, traffic: &Traffic, state: &State, watch: Watch) -> Left {
        let mut left = Left::default();
        if let (Payload::Frame(Frame::ControlRequest(request)), Direction::In) =
            (&traffic.payload, traffic.direction)
        {
            left.read = self.taken_in(request, traffic.at, state);
        }
        if self.asked.is_empty() && self.sent.is_empty() {
            return left;
        }
        let withdrawn = matches!(&traffic.payload, Payload::Frame(Frame::ControlCancel(_)));
        self.sent.retain(|id, words| {
            let waits = state.pending.get(Origin::Cli, id).is_some();
            if !waits && !withdrawn {
                left.sent = Some(std::mem::take(words));
            }
            waits
        });
        let over: Vec<String> = self
            .asked
            .values()
            .filter(|request| !still_waits(request, state))
            .map(|request| request.id.clone())
            .collect();
        for id in over {
            let name = self.get(&id).map_or_else(String::new, Request::name);
            let why = why(&id, &name, state, withdrawn);
            left.gone = self.remove(&id, why, watch).or(left.gone);
        }
        left
    }

    pub(super) fn taken_in(
        &mut self,
        request: &ControlRequest,
        at: Moment,
        state: &State,
    ) -> Option<(String, String)> {
        let id = request.request_id.clone()?;
        let body = || request.request.to_value();
        let matter = match &*request.request.subtype {
            "can_use_tool" => Matter::of_tool(serde_json::from_value(body()).ok()?),
            "elicitation" => Matter::of_server(serde_json::from_value(body()).ok()?),
            "request_user_dialog" => Matter::of_dialog(serde_json::from_value(body()).ok()?),
            _ => return None,
        };
        // Left out of the table because too many wait: it cannot be answered.
        state.pending.get(Origin::Cli, &id)?;
        let cwd = Path::new(state.facts.cwd.as_deref().unwrap_or_default());
        let request = Request::new(id.clone(), matter, at, cwd);
        let read = request.change().map(|change| {
            let path = cwd.join(&change.path);
            (id.clone(), path.to_string_lossy().into_owned())
        });
        self.version += 1;
        self.asked.insert(id, request);
        read
    }

    /// A tool asks a person. Gives back whether there is room for it.
    pub fn ask_by_hand(&mut self, number: u64, question: Question, at: Moment, cwd: &Path) -> bool {
        if self.asked.len() >= HANDS {
            return false;
        }
        let id = by_hand(number);
        let request = Request::new(id.clone(), Matter::of_hand(number, question), at, cwd);
        self.version += 1;
        self.asked.insert(id, request);
        true
    }

    /// Nobody wants that answer any more.
    pub fn unasked(&mut self, number: u64, watch: Watch) -> Option<String> {
        let id = by_hand(number);
        let name = self.get(&id)?.name();
        let words = format!("{name} no longer waits for your answer");
        self.remove(&id, Some(words), watch)
    }

    /// The file that a request would change was read. What is shown changes, so it has to be looked at anew.
    pub fn file_read(&mut self, id: &str, file: super::OnDisk) {
        self.version += 1;
        if let Some(request) = self.asked.get_mut(id) {
            request.file = Some(file);
            request.drawn = false;
            request.shown = None;
        }
    }

    /// It was answered; what to say once the answer was on the wire.
    pub fn answered(&mut self, id: &str, words: String) {
        if let Some(request) = self.asked.get(id)
            && !matches!(request.matter, Matter::Hand(..))
        {
            self.sent.insert(id.to_owned(), words);
        }
        self.take(id);
    }

    /// Leaves a request that is gone. Gives back whether there was one.
    pub fn leave_gone(&mut self) -> bool {
        let gone = self.current().filter(|request| request.gone.is_some());
        let id = gone.map(|request| request.id.clone());
        if let Some(id) = &id {
            self.take(id);
        }
        id.is_some()
    }

    /// Takes one away, unless something is being typed into it: then it stays as a place to type into, and no more.
    fn remove(&mut self, id: &str, why: Option<String>, watch: Watch) -> Option<String> {
        let is_current = self.current().is_some_and(|current| current.id == id);
        let here = is_current && watch.focused;
        self.version += 1;
        if let (true, Some(why), Some(request)) = (here, &why, self.asked.get_mut(id))
            && request.context() == Context::Field
        {
            request.gone = Some(why.clone());
            return Some(why.clone());
        }
        self.take(id);
        if here && self.asked.is_empty() {
            self.late_until = Some(watch.clock + LATE);
        }
        why
    }

    fn take(&mut self, id: &str) {
        self.version += 1;
        let before = self.current().map(|request| request.id.clone());
        self.asked.shift_remove(id);
        let kept = before.and_then(|id| self.asked.get_index_of(&id));
        let last = self.asked.len().saturating_sub(1);
        self.current = kept.unwrap_or(self.current.min(last));
    }
}

fn by_hand(number: u64) -> String {
    // No id of the CLI looks like this: those are never read as one of ours.
    format!("\u{0}hand {number}")
}

fn still_waits(request: &Request, state: &State) -> bool {
    if request.gone.is_some() || matches!(request.matter, Matter::Hand(..)) {
        return true;
    }
    state
        .pending
        .get(Origin::Cli, &request.id)
        .is_some_and(|row| !row.held && row.decided_by.is_none())
}

/// Why a request is gone, if the person should know.
fn why(id: &str, name: &str, state: &State, withdrawn: bool) -> Option<String> {
    match state.pending.get(Origin::Cli, id) {
        Some(row) => match &row.decided_by {
            Some(DecidedBy::Limit(limit)) => {
                Some(format!("{name} was denied: nobody decided within {limit}"))
            }
            _ => None,
        },
        None if state.life.exit.is_some() => {
            Some("the session is over: nobody waits for an answer any more".to_owned())
        }
        None if withdrawn => Some(format!("the CLI withdrew the request for {name}")),
        None => None,
    }
}

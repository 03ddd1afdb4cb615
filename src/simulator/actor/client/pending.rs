//! PURE. Requests to the client that it has not answered. Owns: their table, sending and withdrawing them.
//! Does not own: what an answer means.

use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use indexmap::IndexMap;
use serde_json::{Value, json};

/// What the client answered.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::simulator::actor) enum Answer {
    /// A success; `Null` if it had no payload.
    Success(Value),
    /// An error, with its words.
    Error(String),
    /// Nothing can come any more: the client has closed its side.
    Closed,
}

/// Whose request it is: an interrupt withdraws those of the turn, the end of a task those of the task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::simulator::actor) enum Owner {
    /// The session: start-up, control requests.
    Session,
    /// The running turn.
    Turn,
    /// A task in the background.
    Task(String),
}

/// What a request is, for whoever withdraws it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::simulator::actor) enum Kind {
    /// `can_use_tool`, `elicitation`: a person is asked.
    Person,
    /// `hook_callback`.
    Hook,
    /// A `tools/call`, with server and JSON-RPC id.
    Call(String, u64),
    /// Any other message for an in-process server.
    Server,
}

/// An open request.
#[derive(Debug)]
pub(in crate::simulator::actor) struct Pending {
    /// The whole `control_request`.
    pub(in crate::simulator::actor) frame: Value,
    pub(in crate::simulator::actor) owner: Owner,
    pub(in crate::simulator::actor) kind: Kind,
    answer: Option<Answer>,
}

/// All open requests, oldest first.
#[derive(Debug, Default)]
pub(in crate::simulator::actor) struct PendingRequests {
    open: IndexMap<String, Pending>,
    /// The client has closed its side.
    closed: bool,
}

impl PendingRequests {
    /// Takes an answer; one that nobody waits for is ignored.
    pub(in crate::simulator::actor) fn answer(&mut self, id: &str, answer: Answer) {
        if let Some(pending) = self.open.get_mut(id) {
            pending.answer.get_or_insert(answer);
        }
    }

    /// Nothing will be answered any more.
    pub(in crate::simulator::actor) fn close(&mut self) {
        self.closed = true;
        for pending in self.open.values_mut() {
            pending.answer.get_or_insert(Answer::Closed);
        }
    }

    /// Requests of a kind that are not answered, as they were sent.
    pub(super) fn unanswered(&self, kind: &Kind) -> Vec<Value> {
        self.open
            .values()
            .filter(|pending| pending.kind == *kind && pending.answer.is_none())
            .map(|pending| pending.frame.clone())
            .collect()
    }

    /// Permission requests of an owner that are open, as they were sent.
    pub(in crate::simulator::actor) fn permission_requests(&self, owner: &Owner) -> Vec<Value> {
        let open = self.open.values();
        open.filter(|pending| pending.kind == Kind::Person && pending.owner == *owner)
            .filter(|pending| pending.answer.is_none())
            .map(|pending| pending.frame.clone())
            .collect()
    }

    /// Whether a person is asked.
    pub(in crate::simulator::actor) fn asks_person(&self) -> bool {
        self.open
            .values()
            .any(|pending| pending.kind == Kind::Person && pending.answer.is_none())
    }

    fn take(&mut self, owner: &Owner) -> Vec<(String, Pending)> {
        let ids: Vec<String> = self
            .open
            .iter()
            .filter(|(_, pending)| pending.owner == *owner && pending.answer.is_none())
            .map(|(id, _)| id.clone())
            .collect();
        ids.into_iter()
            .filter_map(|id| self.open.shift_remove_entry(&id))
            .collect()
    }
}

impl World {
    /// Withdraws everything an owner has asked, as the CLI does: people and hooks are told by a cancel request, tools by a
    /// notification.
    pub(in crate::simulator::actor) fn withdraw(&mut self, owner: &Owner, reason: &str) {
        for (id, pending) in self.pending.take(owner) {
            match pending.kind {
                Kind::Person | Kind::Hook => self.cancel_request(&id),
                Kind::Call(server, call) => self.notify_cancelled(&server, call, reason),
                Kind::Server => {}
            }
        }
    }

    /// Tells an in-process server that a call is of no interest any more. The answer to that is of none either.
    pub(in crate::simulator::actor) fn notify_cancelled(
        &mut self,
        server: &str,
        call: u64,
        reason: &str,
    ) {
        let message = json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": call, "reason": reason},
        });
        let id = self.ids.uuid();
        self.request(
            &id,
            &json!({"subtype": "mcp_message", "server_name": server, "message": message}),
        );
    }
}

/// A request that was sent, until it is answered or given up.
pub(in crate::simulator::actor) struct Asked<'a> {
    cx: &'a Cx,
    pub(in crate::simulator::actor) id: String,
}

impl Cx {
    /// Sends a request.
    pub(in crate::simulator::actor) fn ask(
        &self,
        owner: Owner,
        kind: Kind,
        request: &Value,
    ) -> Asked<'_> {
        let id = self.with(|world| {
            let id = world.ids.uuid();
            let frame = world.request(&id, request);
            let answer = world.pending.closed.then_some(Answer::Closed);
            let pending = Pending {
                frame,
                owner,
                kind,
                answer,
            };
            world.pending.open.insert(id.clone(), pending);
            id
        });
        Asked { cx: self, id }
    }
}

impl Asked<'_> {
    /// Waits for the answer.
    pub(in crate::simulator::actor) async fn answer(&self) -> Answer {
        self.cx
            .until(|world| {
                let pending = world.pending.open.get(&self.id)?;
                pending.answer.clone()
            })
            .await
    }

    /// Takes the request back, and tells the client so.
    pub(in crate::simulator::actor) fn cancel(self) {
        self.cx.with(|world| {
            if world.pending.open.shift_remove(&self.id).is_some() {
                world.cancel_request(&self.id);
            }
        });
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.cx
            .look(|world| world.pending.open.shift_remove(&self.id));
    }
}

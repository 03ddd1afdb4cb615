//! PURE. Turns that end before their time. Owns: what an interrupt withdraws, and what is told about the rest of the turn.

use super::turn::{Interrupted, Turn};
use crate::simulator::actor::client::pending::Owner;
use crate::simulator::actor::place::Place;
use crate::simulator::actor::world::World;
use crate::simulator::frames::system::SessionState;
use crate::simulator::frames::{assistant, control, stream, user};
use crate::simulator::json::Look as _;
use serde_json::{Value, json};

/// What the CLI calls an interrupt of the client.
const REASON: &str = "AbortError: remote-cancel";

impl World {
    /// The client interrupts.
    pub(in crate::simulator::actor) fn interrupt(&mut self, id: Option<&str>, request: &Value) {
        if self.turn.is_some() {
            self.abandon_requests();
        }
        let cancelled = if request.at("cancel_queued") == true {
            Some(self.queue.clear())
        } else {
            None
        };
        let mut payload = json!({"still_queued": self.queue.uuids()});
        if let Some(prompts) = &cancelled {
            let uuids: Vec<_> = prompts
                .iter()
                .filter_map(|prompt| prompt.uuid.clone())
                .collect();
            payload.put("cancelled", json!(uuids));
        }
        self.emit(&control::success(id, Some(payload)));
        for prompt in cancelled.into_iter().flatten() {
            self.say_lifecycle(prompt.uuid.as_deref(), "cancelled");
        }
        self.end_this_turn(Interrupted::Client);
        if !self.facts.spares_agents {
            self.tasks.stop_agents();
        }
    }

    /// The running turn ends as soon as it is looked at.
    pub(in crate::simulator::actor) fn end_this_turn(&mut self, by: Interrupted) {
        if let Some(turn) = &mut self.turn {
            turn.interrupted.get_or_insert(by);
            self.changes += 1;
        }
    }

    /// Withdraws what the turn has asked. A call somebody was asked about counts as refused.
    pub(in crate::simulator::actor) fn abandon_requests(&mut self) {
        for asked in self.pending.permission_requests(&Owner::Turn) {
            let request = asked.at("request");
            let text = |key: &str| request.at(key).as_str().unwrap_or_default().to_owned();
            let denial = (
                text("tool_name"),
                text("tool_use_id"),
                request.at("input").clone(),
            );
            if let Some(turn) = &mut self.turn {
                turn.denials.push(denial);
            }
        }
        self.withdraw(&Owner::Turn, REASON);
    }

    /// Tells what became of the turn.
    pub(super) fn tell_interrupted(&mut self, by: Interrupted) {
        self.say_state(SessionState::Running);
        let main = Place::default();
        let calls = match &mut self.turn {
            Some(turn) => std::mem::take(&mut turn.open_calls),
            None => return,
        };
        let was_streaming = self.messages.contains_key("");
        if was_streaming {
            self.say_what_was_said(&main);
        }
        for id in &calls {
            self.say_tool_result(&main, user::rejected(id));
        }
        if by != Interrupted::Urgent {
            let for_tool = !calls.is_empty() && by == Interrupted::Client;
            let stamp = self.stamp();
            self.emit(&user::interrupted(&stamp, for_tool));
            if let Some(turn) = &mut self.turn {
                turn.user_messages += 1;
            }
        }
        if was_streaming {
            self.close_stream(&main);
        }
        if let Some(turn) = &mut self.turn {
            turn.aborted_tools = !calls.is_empty() && by != Interrupted::Urgent;
        }
        self.end_foreground_tasks();
    }

    /// The text so far, as a message that was cut short.
    fn say_what_was_said(&mut self, place: &Place) {
        let Some(message) = self.messages.get(place.key()).cloned() else {
            return;
        };
        let Some(open) = message.open.as_ref().filter(|open| !open.thinking) else {
            return;
        };
        if open.text.is_empty() {
            return;
        }
        if let Some(turn) = &mut self.turn {
            turn.last_text.clone_from(&open.text);
        }
        self.say_reply(place, &message, |stamp, reply| {
            assistant::aborted(stamp, reply, &open.text)
        });
    }

    /// The events that are missing, made up.
    fn close_stream(&mut self, place: &Place) {
        let Some(message) = self.messages.remove(place.key()) else {
            return;
        };
        if !self.streams(place) {
            return;
        }
        let mut abandoned = message.index;
        if let Some(open) = &message.open {
            let stamp = self.stamp();
            self.emit(&stream::block_stop(&stamp, &message.id, message.index));
            if !open.thinking && !open.text.is_empty() {
                abandoned += 1;
            }
        }
        let stamp = self.stamp();
        self.emit(&stream::message_delta_cut(
            &stamp,
            &message.id,
            message.tokens(),
        ));
        let stamp = self.stamp();
        self.emit(&stream::message_stop(&stamp, &message.id, Some(abandoned)));
    }
}

impl Turn {
    /// How many messages a turn had: the answer, and what stood on the user's side.
    pub(in crate::simulator::actor) fn messages(&self) -> u64 {
        if self.requests == 0 {
            0
        } else {
            1 + self.user_messages
        }
    }
}

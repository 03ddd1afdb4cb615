//! PURE. What is said on standard output, and small things that are said from everywhere. Owns: stamping lines and queueing
//! them. Does not own: their shape (`frames`).

use crate::simulator::actor::events::Output;
use crate::simulator::actor::world::World;
use crate::simulator::frames::system::{self, SessionState};
use crate::simulator::frames::{Stamp, control, others, timestamp, user};
use serde_json::Value;

impl World {
    /// The identity of one line.
    pub(in crate::simulator::actor) fn stamp(&mut self) -> Stamp {
        Stamp {
            session_id: self.facts.session_id.clone(),
            uuid: self.ids.uuid(),
            at: timestamp(self.unix_ms()),
        }
    }

    /// Says a line.
    pub(in crate::simulator::actor) fn emit(&mut self, frame: &Value) {
        let mut line = frame.to_string();
        // The CLI escapes the two line separators that are none in JSON.
        if line.contains(['\u{2028}', '\u{2029}']) {
            line = line
                .replace('\u{2028}', "\\u2028")
                .replace('\u{2029}', "\\u2029");
        }
        self.emit_raw(line.into_bytes());
    }

    /// Says a line that need not be JSON.
    pub(super) fn emit_raw(&mut self, mut line: Vec<u8>) {
        if self.ended || self.session.mute {
            return;
        }
        line.push(b'\n');
        self.out_bytes += line.len();
        self.changes += 1;
        self.out.push(Output::Line(line));
    }

    /// Says a line on standard error.
    pub(in crate::simulator::actor) fn complain(&mut self, text: &str) {
        if !self.ended {
            self.out.push(Output::Stderr(text.to_owned()));
        }
    }

    /// Says what the session waits for, if that is new and wanted.
    pub(in crate::simulator::actor) fn say_state(&mut self, state: SessionState) {
        if self.session.state != state {
            self.say_state_again(state);
        }
    }

    /// Says it also if it is nothing new.
    pub(in crate::simulator::actor) fn say_state_again(&mut self, state: SessionState) {
        self.session.state = state;
        if self.facts.switches.state_events {
            let stamp = self.stamp();
            let for_sdk = self.facts.switches.state_for_sdk;
            self.emit(&system::state(&stamp, state, for_sdk));
        }
    }

    /// Says how far a prompt is, if it has a name.
    pub(in crate::simulator::actor) fn say_lifecycle(&mut self, uuid: Option<&str>, state: &str) {
        if let Some(uuid) = uuid {
            let stamp = self.stamp();
            self.emit(&others::command_lifecycle(&stamp, uuid, state));
        }
    }

    /// Repeats a message of the user.
    pub(in crate::simulator::actor) fn say_replay(&mut self, content: &Value, uuid: Option<&str>) {
        let mut stamp = self.stamp();
        if let Some(uuid) = uuid {
            uuid.clone_into(&mut stamp.uuid);
        }
        self.emit(&user::replay(&stamp, content));
    }

    /// Puts text of its own into the conversation.
    pub(in crate::simulator::actor) fn say_synthetic(&mut self, text: &str) {
        let stamp = self.stamp();
        self.emit(&user::synthetic(&stamp, text));
    }

    /// A notice.
    pub(in crate::simulator::actor) fn say_notice(
        &mut self,
        text: &str,
        level: &str,
        tag: Option<&str>,
    ) {
        let stamp = self.stamp();
        self.emit(&system::informational(&stamp, text, level, tag));
    }

    /// Another permission mode, told if it is another.
    pub(in crate::simulator::actor) fn change_mode(&mut self, mode: &str) {
        if self.facts.mode != mode {
            self.facts.set_mode(mode);
            let stamp = self.stamp();
            self.emit(&system::mode_changed(&stamp, mode));
        }
    }

    /// Sends a request; what was sent.
    pub(in crate::simulator::actor) fn request(&mut self, id: &str, body: &Value) -> Value {
        let frame = control::request(id, body);
        self.emit(&frame);
        frame
    }

    /// Takes a request back.
    pub(in crate::simulator::actor) fn cancel_request(&mut self, id: &str) {
        self.emit(&control::cancel(id));
    }

    /// Milliseconds since 1970.
    pub(in crate::simulator::actor) fn unix_ms(&self) -> i64 {
        self.clock().timestamp_millis()
    }
}

impl World {
    /// Says what the session is, at the start of a turn.
    pub(in crate::simulator::actor) fn say_init(&mut self) {
        let stamp = self.stamp();
        let prompts = self
            .turn
            .as_ref()
            .map_or(Vec::new(), |turn| turn.uuids.clone());
        let frame = self.facts.init(&stamp, &prompts);
        self.emit(&frame);
    }
}

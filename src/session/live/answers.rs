//! Answering the CLI. Owns: what is answered here, what is served by others, holding answers, answers that come too late.
//! Does not own: requests of ours (`requests`), who serves (`driver`).

use super::{GATE, Held, Live};
use crate::permissions::{Behavior, Call};
use crate::session::state::OPEN;
use crate::session::{Answer, Asked, Origin, Output, Pending};
use crate::trace::{DecidedBy, HeldThing, Note};
use crate::wire::control::{ControlRequest, RequestBody};
use crate::wire::permission::PermissionAnswer;
use crate::wire::{Extra, FrameType, Outgoing};
use serde_json::{Value, json};

/// Requests whose end is remembered, to say why an answer comes too late.
const REMEMBERED: usize = 256;

impl Live {
    /// The CLI asks. What we can answer from what is known is answered here; the rest is served by others.
    pub(super) fn asked(&mut self, request: &mut ControlRequest, out: &mut Vec<Output>) {
        // Left out of the table because too many wait: nobody works on what cannot be answered.
        let pending = &self.state.pending;
        let id = request.request_id.as_deref().unwrap_or_default();
        if pending.len() >= OPEN && pending.get(Origin::Cli, id).is_none() {
            return;
        }
        if request.request.subtype == "mcp_message" {
            // The hot path: the message is handed on, not copied. Nobody else looks at it.
            if let Some(id) = request.request_id.take() {
                out.push(Output::Serve(Box::new(ControlRequest {
                    kind: FrameType::ControlRequest,
                    request_id: Some(id),
                    request: std::mem::take(&mut request.request),
                    extra: Extra::new(),
                })));
            }
            return;
        }
        let Some(id) = request.request_id.clone() else {
            return;
        };
        let body = &request.request;
        match &*body.subtype {
            "hook_callback" if body.text("callback_id") == Some(GATE) => {
                self.on_answer(id, Answer::of(&json!({})), out);
            }
            "can_use_tool" => match self.ruled(request) {
                Some((answer, rule)) => {
                    let by = DecidedBy::Rule(rule);
                    self.on_answer(id, Answer::Permission { answer, by }, out);
                }
                None => out.push(Output::Serve(Box::new(request.clone()))),
            },
            "hook_callback" | "elicitation" | "request_user_dialog" => {
                out.push(Output::Serve(Box::new(request.clone())));
            }
            other => {
                let error = format!("Unsupported control request subtype: {other}");
                self.on_answer(id, Answer::Failure(error), out);
            }
        }
    }

    fn ruled(&self, request: &ControlRequest) -> Option<(PermissionAnswer, String)> {
        let body = &request.request;
        let input = body.fields.get("input").unwrap_or(&Value::Null);
        let tool_name = body.text("tool_name")?;
        let cwd = self
            .state
            .facts
            .cwd
            .as_deref()
            .map_or(self.options.cwd.as_path(), std::path::Path::new);
        let call = Call {
            tool_name,
            input,
            cwd,
            home: self.options.home.as_deref(),
        };
        let verdict = self.options.rules.decide(&call)?;
        let asked_on_purpose = asked_on_purpose(body);
        match verdict.behavior {
            Behavior::Allow if !asked_on_purpose => Some((PermissionAnswer::allow(), verdict.rule)),
            Behavior::Deny => {
                let message = format!("{tool_name} is denied by the rule {}.", verdict.rule);
                Some((PermissionAnswer::deny(message), verdict.rule))
            }
            Behavior::Allow | Behavior::Ask => None,
        }
    }

    pub(super) fn on_answer(&mut self, owned: String, answer: Answer, out: &mut Vec<Output>) {
        let id = owned.as_str();
        let Some(row) = self.awaited(id) else {
            return out.push(late(id, self.why_over(id)));
        };
        if self.state.life.input_closed {
            return out.push(late(id, "closed"));
        }
        let permission = matches!(row.asked, Asked::Permission { .. });
        if matches!(answer, Answer::Permission { .. }) && !permission {
            return out.push(late(id, "no permission request"));
        }
        let holdable = !matches!(row.asked, Asked::Mcp { .. } | Asked::Control { .. });
        let outgoing = match answer {
            Answer::Permission { answer, by } => {
                out.push(Output::Note(Note::Decided {
                    request_id: id.to_owned(),
                    by,
                }));
                match Answer::of(&answer.to_wire()) {
                    Answer::Failure(error) => Outgoing::failure(id, &error),
                    Answer::Success(payload) => Outgoing::success(id, payload),
                    Answer::Permission { .. } | Answer::Mcp(_) => return,
                }
            }
            Answer::Mcp(message) => Outgoing::mcp(id, &message),
            Answer::Success(payload) => Outgoing::success(id, payload),
            Answer::Failure(error) => Outgoing::failure(id, &error),
        };
        let outgoing = match outgoing.or_else(|error| Outgoing::failure(id, &error.to_string())) {
            Ok(outgoing) => outgoing,
            Err(error) => {
                let error = error.to_string();
                out.push(Output::Note(Note::HandlerFailed {
                    request_id: id.to_owned(),
                    error,
                }));
                return;
            }
        };
        if self.state.life.paused && holdable {
            let request_id = owned.clone();
            self.hold(HeldThing::Answer { request_id }, outgoing, out);
        } else {
            out.push(Output::Send(outgoing));
        }
        self.answering.insert(owned);
    }

    pub(super) fn hold(&mut self, thing: HeldThing, outgoing: Outgoing, out: &mut Vec<Output>) {
        self.held.push_back(Held {
            thing: thing.clone(),
            outgoing,
        });
        out.push(Output::Note(Note::Held(thing)));
    }

    pub(super) fn resume(&mut self, out: &mut Vec<Output>) {
        out.push(Output::Note(Note::Resumed));
        for held in std::mem::take(&mut self.held) {
            let wanted = match &held.thing {
                HeldThing::Answer { request_id } => {
                    self.state.pending.get(Origin::Cli, request_id).is_some()
                }
                HeldThing::Prompt { .. } => true,
            };
            if wanted {
                self.unwritten += usize::from(matches!(held.thing, HeldThing::Prompt { .. }));
                out.push(Output::Send(held.outgoing));
            }
        }
    }

    /// A prompt that was not written yet never will be.
    pub(super) fn take_back(&mut self, uuid: String, out: &mut Vec<Output>) {
        let held = self.held.len();
        self.held.retain(|held| !held.thing.is_prompt(&uuid));
        if self.held.len() < held {
            out.push(Output::Note(Note::TakenBack { uuid }));
        }
    }

    pub(super) fn withdrawn(&mut self, id: &str, out: &mut Vec<Output>) {
        self.answering.remove(id);
        self.remember(id.to_owned(), "withdrawn");
        let gone = |held: &Held| matches!(&held.thing, HeldThing::Answer { request_id } if request_id == id);
        self.held.retain(|held| !gone(held));
        out.push(Output::Drop { id: id.to_owned() });
    }

    pub(super) fn remember(&mut self, id: String, why: &'static str) {
        if self.over.len() == REMEMBERED {
            self.over.pop_front();
        }
        self.over.push_back((id, why));
    }

    /// The request, if an answer to it still counts.
    fn awaited(&self, id: &str) -> Option<&Pending> {
        let row = self.state.pending.get(Origin::Cli, id);
        row.filter(|_| !self.answering.contains(id))
    }

    /// Why a permission answer to a request of the CLI would not be sent, if it would not: `answered`, `withdrawn`,
    /// `unknown`, `closed`, `exited`, `no permission request`.
    pub fn why_late(&self, id: &str) -> Option<&'static str> {
        match self.awaited(id) {
            None => Some(self.why_over(id)),
            Some(_) if self.state.life.input_closed => Some("closed"),
            Some(row) if !matches!(row.asked, Asked::Permission { .. }) => {
                Some("no permission request")
            }
            Some(_) => None,
        }
    }

    fn why_over(&self, id: &str) -> &'static str {
        if self.state.life.exit.is_some() {
            return "exited";
        }
        if self.answering.contains(id) {
            return "answered";
        }
        self.over
            .iter()
            .rev()
            .find(|(over, _)| over == id)
            .map_or("unknown", |(_, why)| why)
    }
}

/// Whether somebody wants a person to decide: the tool itself, a hook that says `ask`, an `ask` rule of the settings, or
/// the CLI's own safety check. A rule of ours does not take that away.
fn asked_on_purpose(body: &RequestBody) -> bool {
    let reason = body.text("decision_reason_type").unwrap_or_default();
    let flag = |key: &str| body.fields.get(key).and_then(Value::as_bool) == Some(true);
    flag("requires_user_interaction")
        || matches!(reason, "hook" | "rule" | "safetyCheck")
        || body
            .fields
            .get("matched_ask_rule")
            .is_some_and(|rule| !rule.is_null())
}

fn late(id: &str, why: &str) -> Output {
    Output::Note(Note::LateAnswer {
        request_id: id.to_owned(),
        why: why.to_owned(),
    })
}

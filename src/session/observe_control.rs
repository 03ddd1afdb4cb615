//! The fold, control protocol: requests and answers of both directions, and withdrawals.
//! Owns: what each opens and closes in the pending table. Does not own: the messages (`observe`), deciding (`live`).

use super::decisions::digest;
use super::pending::{Asked, Origin, Pending};
use super::startup::StartUp;
use super::state::{OPEN, State};
use crate::trace::{HeldThing, Moment, Traffic};
use crate::wire::McpMessage;
use crate::wire::control::{ControlRequest, ControlResponse, RequestBody, ResponseBody};
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;

impl State {
    pub(super) fn asked_by_cli(&mut self, request: &ControlRequest, traffic: &Traffic) {
        let Some(id) = request.request_id.clone() else {
            let subtype = &request.request.subtype;
            let what = format!("a request without an id, which cannot be answered: {subtype}");
            return self.odd(traffic, what);
        };
        if self.pending.len() >= OPEN && self.pending.get(Origin::Cli, &id).is_none() {
            self.counts.dropped_requests += 1;
            let subtype = &request.request.subtype;
            let what =
                format!("more than {OPEN} requests wait, so this one is left out: {subtype}");
            return self.odd(traffic, what);
        }
        let asked = asked(request, self);
        if let Asked::Mcp { server, method } = &asked {
            self.start_up.server_asked(server, method, traffic.at);
        }
        let timeout = match &asked {
            Asked::Hook { callback_id, .. } => self
                .hooks
                .registered(callback_id)
                .and_then(|hook| hook.timeout),
            _ => None,
        };
        let input = match &asked {
            Asked::Permission { .. } => request.request.fields.get("input").map(digest),
            _ => None,
        };
        let pending = Pending {
            id,
            origin: Origin::Cli,
            asked,
            since: traffic.at,
            deadline: timeout.map(|timeout| {
                Moment(
                    traffic
                        .at
                        .0
                        .saturating_add(u64::try_from(timeout.as_micros()).unwrap_or(u64::MAX)),
                )
            }),
            held: false,
            decided_by: None,
            seq: traffic.seq,
            input,
        };
        self.hooks.asked(&pending);
        self.pending.insert(pending);
    }

    pub(super) fn answered_by_us(&mut self, response: &ControlResponse, traffic: &Traffic) {
        let id = response.response.request_id.as_deref().unwrap_or_default();
        let Some(row) = self.pending.remove(Origin::Cli, id) else {
            self.counts.stray_answers += 1;
            return self.odd(
                traffic,
                format!("our answer to {id}, which nobody asked or which was withdrawn"),
            );
        };
        self.tool_ready(&row.asked, traffic.at);
        if let Some((call, input)) = changed_input(&row, &response.response) {
            self.transcript.ran_with(call, &input);
        }
        match &row.asked {
            Asked::Permission { .. } => {
                self.decisions
                    .answered(&row, &response.response, traffic.at);
            }
            Asked::Hook { .. } => self.hooks.answered(&row, &response.response, traffic.at),
            Asked::Mcp { server, method } => {
                self.start_up.server_answered(server, method, traffic.at);
            }
            _ => {}
        }
        self.pending.answered(row);
    }

    /// What a tool had to wait for is answered: from now on it runs.
    fn tool_ready(&mut self, asked: &Asked, at: Moment) {
        let call = match asked {
            Asked::Permission { tool_use_id, .. } => tool_use_id,
            Asked::Hook {
                tool_use_id, event, ..
            } if event == "PreToolUse" => tool_use_id,
            _ => return,
        };
        let Some(id) = call else { return };
        if let Some(open) = self.open_tools.get_mut(id) {
            open.ready = at;
            self.transcript.ready(id, at);
        }
    }

    pub(super) fn withdrawn_by_cli(&mut self, id: Option<&str>, traffic: &Traffic) {
        if let Some(row) = id.and_then(|id| self.pending.remove(Origin::Cli, id)) {
            let held = HeldThing::Answer {
                request_id: row.id.clone(),
            };
            self.life.held.retain(|thing| *thing != held);
            self.decisions.withdrawn(&row, traffic.at);
            self.hooks.withdrawn(&row, traffic.at);
        }
    }

    pub(super) fn asked_by_us(&mut self, request: &ControlRequest, traffic: &Traffic) {
        let subtype = request.request.subtype.clone().into_owned();
        if subtype == "initialize" {
            StartUp::first(&mut self.start_up.initialize_sent, traffic.at);
            self.hooks.register(&request.request);
        }
        self.pending.insert(Pending {
            id: request.request_id.clone().unwrap_or_default(),
            origin: Origin::Us,
            asked: Asked::Control { subtype },
            since: traffic.at,
            deadline: None,
            held: false,
            decided_by: None,
            seq: traffic.seq,
            input: None,
        });
    }

    pub(super) fn answered_by_cli(&mut self, response: &ControlResponse, traffic: &Traffic) {
        let body = &response.response;
        let id = body.request_id.as_deref().unwrap_or_default();
        let Some(row) = self.pending.remove(Origin::Us, id) else {
            // With `--replay-user-messages` the CLI sends our answers back to us.
            if self.pending.answered_lately(id) {
                return;
            }
            self.counts.stray_answers += 1;
            return self.odd(
                traffic,
                format!("an answer to {id}, which we do not wait for"),
            );
        };
        let Asked::Control { subtype } = &row.asked else {
            return;
        };
        match (subtype.as_str(), body.is_error()) {
            ("initialize", failed) => {
                StartUp::first(&mut self.start_up.initialize_answered, traffic.at);
                if !failed {
                    self.facts.initialized(body);
                }
            }
            ("mcp_status", false) => self.facts.server_status(body),
            ("set_model", false) => {
                if let Some(model) = body.payload().get("model").and_then(|model| model.as_str()) {
                    self.facts.model = Some(model.to_owned());
                }
            }
            ("set_permission_mode", false) => {
                if let Some(mode) = body.payload().get("mode").and_then(|mode| mode.as_str()) {
                    self.facts.permission_mode = Some(mode.to_owned());
                }
            }
            _ => {}
        }
    }
}

/// What a call will run with, if this answer changes that: a person's edit of what was asked for, or a hook's. The answers
/// to a question and the word to a plan travel in the same place, and change nothing.
fn changed_input<'a>(row: &'a Pending, body: &ResponseBody) -> Option<(&'a str, Value)> {
    // Most answers change nothing, and need not be read for it.
    let raw = body.response.as_ref()?.get();
    memchr::memmem::find(raw.as_bytes(), b"updatedInput")?;
    let mut payload = body.payload();
    let (call, input) = match &row.asked {
        Asked::Permission {
            tool_name,
            tool_use_id,
            ..
        } if !matches!(&**tool_name, "AskUserQuestion" | "ExitPlanMode") => {
            let allowed = payload.get("behavior").and_then(Value::as_str) == Some("allow");
            let input = payload.get_mut("updatedInput").filter(|_| allowed)?.take();
            // Many hosts send the same input back: that is no edit.
            let edited = Some(digest(&input)) != row.input;
            (tool_use_id, edited.then_some(input)?)
        }
        Asked::Hook {
            event, tool_use_id, ..
        } if event == "PreToolUse" => {
            let input = payload.pointer_mut("/hookSpecificOutput/updatedInput")?;
            (tool_use_id, input.take())
        }
        _ => return None,
    };
    Some((call.as_deref()?, input)).filter(|(_, input)| input.is_object())
}

/// Just enough of a JSON-RPC message to say what it asks.
#[derive(Deserialize, Default)]
struct RpcPeek<'a> {
    #[serde(borrow, default)]
    method: Cow<'a, str>,
    #[serde(borrow, default)]
    params: Option<ParamsPeek<'a>>,
}

#[derive(Deserialize, Default)]
struct ParamsPeek<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<MetaPeek<'a>>,
}

#[derive(Deserialize, Default)]
struct MetaPeek<'a> {
    #[serde(borrow, default, rename = "claudecode/toolUseId")]
    tool_use_id: Option<Cow<'a, str>>,
}

fn asked(request: &ControlRequest, state: &State) -> Asked {
    let body = &request.request;
    let text = |key: &str| body.text(key).unwrap_or_default().to_owned();
    let maybe = |key: &str| body.text(key).map(str::to_owned);
    match &*body.subtype {
        "mcp_message" => {
            let server = body.server_name.clone().unwrap_or_default();
            if let Some(call) = body.message.as_ref().and_then(McpMessage::call) {
                return Asked::ToolCall {
                    server,
                    tool: call.name.clone(),
                    tool_use_id: call.tool_use_id.clone(),
                };
            }
            let message = body.message.as_ref().map_or("{}", McpMessage::get);
            let rpc: RpcPeek<'_> = serde_json::from_str(message).unwrap_or_default();
            if rpc.method == "tools/call" {
                let params = rpc.params.unwrap_or_default();
                let tool_use_id = params
                    .meta
                    .and_then(|meta| meta.tool_use_id)
                    .map(Cow::into_owned);
                Asked::ToolCall {
                    server,
                    tool: params.name.map(Cow::into_owned).unwrap_or_default(),
                    tool_use_id,
                }
            } else {
                Asked::Mcp {
                    server,
                    method: rpc.method.into_owned(),
                }
            }
        }
        "can_use_tool" => Asked::Permission {
            tool_name: text("tool_name"),
            tool_use_id: maybe("tool_use_id"),
            agent_id: maybe("agent_id"),
        },
        "hook_callback" => asked_hook(body, state),
        "elicitation" => Asked::Elicitation {
            server: text("mcp_server_name"),
        },
        "request_user_dialog" => Asked::Dialog {
            kind: text("dialog_kind"),
        },
        subtype => Asked::Control {
            subtype: subtype.to_owned(),
        },
    }
}

fn asked_hook(body: &RequestBody, state: &State) -> Asked {
    let callback_id = body.text("callback_id").unwrap_or_default().to_owned();
    let input = body.fields.get("input");
    let field = |key: &str| {
        input
            .and_then(|input| input.get(key))
            .and_then(|value| value.as_str())
            .map(str::to_owned)
    };
    let registered = state
        .hooks
        .registered(&callback_id)
        .map(|hook| hook.event.clone());
    Asked::Hook {
        event: field("hook_event_name").or(registered).unwrap_or_default(),
        tool_name: field("tool_name"),
        tool_use_id: field("tool_name").and_then(|_| body.text("tool_use_id").map(str::to_owned)),
        callback_id,
    }
}

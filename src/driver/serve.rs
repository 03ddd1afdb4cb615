//! Finding somebody who answers a request of the CLI. Owns: which service gets which request.
//! Does not own: running it (`jobs`), sending the answer (`session`).

use super::jobs::{Done, Jobs};
use super::services::{RequestContext, Services, decide, guarded};
use crate::session::Answer;
use crate::tools::{CallContext, Handled};
use crate::trace::DecidedBy;
use crate::wire::JsonText;
use crate::wire::control::RequestBody;
use crate::wire::elicitation::{Elicitation, ElicitationAnswer, UserDialog};
use crate::wire::hook::{HookEvent, HookInput};
use crate::wire::permission::{CanUseTool, PermissionAnswer};
use futures_util::FutureExt;
use serde_json::Value;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Serves one request: an answer at once, or a job that will give one, or nothing if a person has to.
pub(super) fn serve(
    services: &Services,
    jobs: &mut Jobs,
    cx: &CallContext,
    id: &str,
    body: &mut RequestBody,
) -> Option<Answer> {
    let context = |cancel: &CancellationToken| RequestContext {
        request_id: id.to_owned(),
        session_id: cx.session_id.clone(),
        cancel: cancel.clone(),
    };
    if body.subtype == "mcp_message" {
        return mcp(services, jobs, cx, id, body);
    }
    let body = &*body;
    match &*body.subtype {
        "can_use_tool" => {
            let asked = serde_json::from_value(body.to_value()).unwrap_or_else(|_| CanUseTool {
                tool_name: body.text("tool_name").unwrap_or_default().to_owned(),
                ..CanUseTool::default()
            });
            let callback = match (&services.permission, services.attended) {
                (Some(callback), _) => Arc::clone(callback),
                (None, false) => return Some(nobody_decides(&asked)),
                // A person decides, elsewhere; only a limit has to be kept here.
                (None, true) => {
                    services.permission_limit?;
                    Arc::new(|_, _| std::future::pending().boxed())
                }
            };
            let cancel = cx.cancel.child_token();
            let (cx, limit, owned) = (context(&cancel), services.permission_limit, id.to_owned());
            jobs.start(id.to_owned(), cancel.clone(), None, async move {
                let decided = tokio::select! {
                    decided = decide(callback, limit, asked, cx) => decided,
                    () = cancel.cancelled() => (Answer::Failure("withdrawn".to_owned()), None),
                };
                Done {
                    id: owned,
                    answer: decided.0,
                    failed: decided.1,
                }
            });
        }
        "hook_callback" => {
            let callback = services
                .hooks
                .get(body.text("callback_id").unwrap_or_default())
                .cloned();
            let Some(callback) = callback else {
                return Some(Answer::Failure(
                    "no such hook is registered here".to_owned(),
                ));
            };
            let input = body
                .fields
                .get("input")
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default();
            let input = HookInput::from(input);
            let event = input.event.clone();
            let cancel = cx.cancel.child_token();
            let (cx, owned) = (context(&cancel), id.to_owned());
            jobs.start(id.to_owned(), cancel, None, async move {
                let output = guarded(callback, input, cx).await;
                hook_done(owned, &event, output)
            });
        }
        "elicitation" => {
            let Some(callback) = services.elicitation.clone() else {
                if services.forms {
                    return None;
                }
                // Nobody else could answer: there is no form for it outside of a callback.
                return Some(Answer::of(&ElicitationAnswer::Decline.to_wire()));
            };
            let asked: Elicitation = serde_json::from_value(body.to_value()).unwrap_or_default();
            let cancel = cx.cancel.child_token();
            let (cx, owned) = (context(&cancel), id.to_owned());
            jobs.start(id.to_owned(), cancel, None, async move {
                let answer = guarded(callback, asked, cx).await;
                Done::of(owned, answer.map(|answer| answer.to_wire()))
            });
        }
        "request_user_dialog" => {
            // A kind that nobody declared must be left unanswered; nothing else is sent to us.
            let callback = services.dialog.clone()?;
            let asked: UserDialog = serde_json::from_value(body.to_value()).unwrap_or_default();
            let cancel = cx.cancel.child_token();
            let (cx, owned) = (context(&cancel), id.to_owned());
            jobs.start(id.to_owned(), cancel, None, async move {
                let answer = guarded(callback, asked, cx).await;
                Done::of(owned, answer.map(|answer| answer.to_wire()))
            });
        }
        other => {
            return Some(Answer::Failure(format!(
                "Unsupported control request subtype: {other}"
            )));
        }
    }
    None
}

fn hook_done(
    id: String,
    event: &HookEvent,
    output: Result<crate::wire::hook::HookOutput, String>,
) -> Done {
    let encoded =
        output.and_then(|output| output.to_wire(event).map_err(|error| error.to_string()));
    Done::of(id, encoded)
}

/// What nobody may decide is denied, with what would have allowed it.
fn nobody_decides(asked: &CanUseTool) -> Answer {
    let tool = &asked.tool_name;
    let message = format!(
        "{tool} needs a permission that nobody here can give. A rule would allow it: allow {tool}, or {tool}(pattern)."
    );
    Answer::Permission {
        answer: PermissionAnswer::deny(message),
        by: DecidedBy::Limit("nobody to ask".to_owned()),
    }
}

fn mcp(
    services: &Services,
    jobs: &mut Jobs,
    cx: &CallContext,
    id: &str,
    body: &mut RequestBody,
) -> Option<Answer> {
    let message = body.message.take();
    let name = body.server_name.as_deref().unwrap_or_default();
    let Some(server) = services.servers.get(name) else {
        return Some(Answer::Failure(format!(
            "there is no in-process MCP server called {name} here"
        )));
    };
    let handled = match message {
        Some(message) => server.handle_message(message, cx),
        None => server.handle("{}", cx.clone()),
    };
    match handled {
        Handled::Ready(text) => Some(mcp_text(text)),
        Handled::Cancel { rpc_id, ack } => {
            jobs.cancel_call(name, &rpc_id);
            Some(mcp_text(ack))
        }
        Handled::Running {
            rpc_id,
            mut future,
            cancel,
            ..
        } => {
            if let Some(text) = jobs.at_once(&mut future) {
                return Some(Answer::Mcp(text));
            }
            let owned = id.to_owned();
            jobs.start(
                id.to_owned(),
                cancel,
                Some((name.to_owned(), rpc_id)),
                async move {
                    let text = future.await;
                    Done {
                        id: owned,
                        answer: Answer::Mcp(text),
                        failed: None,
                    }
                },
            );
            None
        }
    }
}

/// An answer that was put together from parts.
fn mcp_text(text: String) -> Answer {
    match JsonText::checked(text) {
        Ok(message) => Answer::Mcp(message),
        Err(error) => Answer::Failure(format!("the tool server gave no JSON: {error}")),
    }
}

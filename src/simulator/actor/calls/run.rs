//! PURE. What a call does once it may. Owns: pretended tools with their time, real calls of the client's tools, heartbeats.
//! Does not own: sub-agents (`agents`), shells in the background (`background`).

use super::agents;
use super::background;
use super::tools::{Call, Work};
use crate::simulator::actor::client::pending::{Answer, Kind};
use crate::simulator::actor::place::Place;
use crate::simulator::actor::wait::{Cx, First, race};
use crate::simulator::frames::tool_output::{self, Output};
use crate::simulator::frames::{mcp, others};
use crate::simulator::json::Look as _;
use crate::simulator::scenario::fill::Values;
use serde_json::{Value, json};
use std::time::Duration;

/// How often a running tool gives a sign of life.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// Does the work of a call.
pub(in crate::simulator::actor) async fn run(
    cx: &Cx,
    place: &Place,
    values: &Values,
    call: &Call,
    input: &Value,
) -> Output {
    match &call.work {
        Work::Tool {
            output,
            error,
            result,
            takes_ms,
        } => {
            let given = Given {
                output: output.as_deref(),
                error: error.as_deref(),
                result: result.as_ref(),
                takes_ms: *takes_ms,
            };
            beating(cx, call, tool(cx, place, call, input, given)).await
        }
        Work::Given(output) => output.clone(),
        Work::Listed(output, event) => {
            if let Some((event, id, subject, description)) = event {
                crate::simulator::actor::speech::trouble::task_hook(
                    cx,
                    place,
                    event,
                    *id,
                    subject,
                    description,
                )
                .await;
            }
            output.clone()
        }
        Work::Questions => tool_output::questions(input),
        Work::Plan => cx.with(|world| world.leave_plan_mode(input)),
        Work::Agent(agent) => Box::pin(agents::run(cx, place, values, call, agent)).await,
        Work::Background(shell) => background::start(cx, place, call, shell),
    }
}

/// What the scenario says a tool gives.
struct Given<'a> {
    output: Option<&'a str>,
    error: Option<&'a str>,
    result: Option<&'a Value>,
    takes_ms: u64,
}

async fn tool(cx: &Cx, place: &Place, call: &Call, input: &Value, given: Given<'_>) -> Output {
    let known = cx.look(|world| {
        let (server, tool) = world.sdk_tool(&call.name)?;
        let limit = world.call_limit(&server);
        Some((server, tool, limit))
    });
    if let Some((server, name, limit)) = known {
        return sdk_tool(cx, place, call, input, &server, &name, limit).await;
    }
    if call.name == "Bash" {
        background::foreground(cx, place, call, given.output, given.takes_ms).await;
    } else {
        cx.sleep_ms(given.takes_ms).await;
    }
    let mut output = match given.error {
        Some(error) => tool_output::failure(error),
        None => tool_output::pretend(&call.name, input, given.output),
    };
    if let Some(result) = given.result {
        output.structured = Some(result.clone());
    }
    output
}

/// A tool of the client's, really called.
async fn sdk_tool(
    cx: &Cx,
    place: &Place,
    call: &Call,
    input: &Value,
    server: &str,
    name: &str,
    limit: Option<Duration>,
) -> Output {
    let id = cx.with(|world| world.next_rpc_id(server));
    let message = mcp::tools_call(id, name, input, &call.id);
    let body = json!({"subtype": "mcp_message", "server_name": server, "message": message});
    let kind = Kind::Call(server.to_owned(), id);
    let asked = cx.ask(place.owner(), kind, &body);
    match cx.within(limit, asked.answer()).await {
        Some(Answer::Success(payload)) => tool_output::mcp(&call.name, payload.at("mcp_response")),
        Some(Answer::Error(text)) => tool_output::failure(&text),
        Some(Answer::Closed) => tool_output::failure("Connection closed"),
        None => {
            drop(asked);
            let seconds = limit.unwrap_or_default().as_secs();
            cx.with(|world| {
                world.notify_cancelled(server, id, "Request timed out");
            });
            tool_output::failure(&format!(
                "MCP server \"{server}\" tool \"{name}\" timed out after {seconds}s"
            ))
        }
    }
}

/// Gives signs of life while something runs.
async fn beating<F: Future<Output = Output>>(cx: &Cx, call: &Call, work: F) -> Output {
    let beats = async {
        let mut beat = 0_u32;
        loop {
            cx.sleep(HEARTBEAT).await;
            cx.with(|world| {
                let stamp = world.stamp();
                let elapsed = u64::from(beat + 1) * HEARTBEAT.as_secs();
                let frame = others::tool_progress(&stamp, &call.id, &call.name, beat, elapsed);
                world.emit(&frame);
            });
            beat += 1;
        }
    };
    match race(work, async {
        let never: std::convert::Infallible = beats.await;
        never
    })
    .await
    {
        First::Left(output) => output,
        First::Right(never) => match never {},
    }
}

//! PURE. Tool calls from the model's wish to the result it sees. Owns: the order of hooks, permission, work and result, and
//! which calls run side by side. Does not own: the decision (`permission`), the work (`run`).

use super::permission::{self, Ruling};
use super::run;
use crate::simulator::actor::client::hooks::{Event, Said, fire};
use crate::simulator::actor::place::{Part, Place};
use crate::simulator::actor::steps::Flow;
use crate::simulator::actor::turns::moments::fields;
use crate::simulator::actor::wait::{Cx, all};
use crate::simulator::actor::world::World;
use crate::simulator::frames::tool_output::{self, Output};
use crate::simulator::frames::user::{self, Decision, ToolResult};
use crate::simulator::frames::{hook_input, mcp, tasks};
use crate::simulator::json::Look as _;
use crate::simulator::scenario::{Agent, Ask, BackgroundShell};
use serde_json::{Value, json};
use std::pin::Pin;

/// What a call does once it may.
#[derive(Debug, Clone)]
pub(in crate::simulator::actor) enum Work {
    /// A built-in tool that is pretended, or a tool of the client's, which is really called.
    Tool {
        output: Option<String>,
        error: Option<String>,
        result: Option<Value>,
        takes_ms: u64,
    },
    /// What it gives is known.
    Given(Output),
    /// So it is here, and hooks hear of a task: the event, its number, its subject and its description.
    Listed(Output, Option<(&'static str, u32, String, String)>),
    /// `AskUserQuestion`.
    Questions,
    /// `ExitPlanMode`.
    Plan,
    Agent(Box<Agent>),
    Background(Box<BackgroundShell>),
}

/// A call the model makes.
#[derive(Debug, Clone)]
pub(in crate::simulator::actor) struct Call {
    pub(in crate::simulator::actor) id: String,
    pub(in crate::simulator::actor) name: String,
    pub(in crate::simulator::actor) input: Value,
    pub(in crate::simulator::actor) ask: Ask,
    pub(in crate::simulator::actor) work: Work,
}

/// What came of a call.
#[derive(Debug, Clone)]
pub(in crate::simulator::actor) struct Done {
    pub(in crate::simulator::actor) verdict: Verdict,
    pub(in crate::simulator::actor) output: Output,
    /// What it was really given.
    pub(in crate::simulator::actor) input: Value,
    /// Ends the turn.
    pub(in crate::simulator::actor) flow: Option<Flow>,
}

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::simulator::actor) enum Verdict {
    /// It ran as asked.
    Ran,
    /// It ran with another input.
    Edited,
    Denied,
    /// It ran and failed.
    Failed,
}

/// Makes calls in one message, and waits until all have a result.
pub(in crate::simulator::actor) async fn call(
    cx: &Cx,
    part: &mut Part,
    calls: Vec<Call>,
) -> Result<Vec<Done>, Flow> {
    cx.begin_message(part)?;
    let absent: Vec<bool> = cx.with(|world| {
        for call in &calls {
            part.tools_used.push(call.name.clone());
            // What comes first is the other way round for an agent in the background.
            let background = part
                .place
                .agent()
                .is_some_and(|agent| agent.task.background);
            if !background {
                world.say_task_progress(part, call);
            }
            world.say_tool_use(&part.place, &call.id, &call.name, &call.input);
            if background {
                world.say_task_progress(part, call);
            }
        }
        // What does not exist fails before the message is over; nobody is asked about it.
        let absent: Vec<bool> = calls.iter().map(|call| world.is_missing(call)).collect();
        for (call, _) in calls.iter().zip(&absent).filter(|(_, absent)| **absent) {
            let text = missing(&call.name);
            world.say_tool_result(
                &part.place,
                user::failed(&call.id, &text, Decision::default()),
            );
        }
        absent
    });
    if let Err(flow) = cx.finish_message(part, "tool_use") {
        if let Some(first) = calls.first() {
            permission::announce(cx, &part.place, first).await;
        }
        return Err(flow);
    }
    let mut done: Vec<Done> = Vec::new();
    let calls_made: Vec<(&Call, bool)> = calls.iter().zip(absent).collect();
    let mut rest = calls_made.as_slice();
    while let Some(first) = rest.first() {
        // Safe ones in a row run side by side, others alone.
        let safe = cx.look(|world| {
            rest.iter()
                .take_while(|(call, _)| world.is_safe(call))
                .count()
        });
        let (group, after) = rest.split_at_checked(safe.max(1)).unwrap_or((rest, &[]));
        rest = after;
        let values = &part.values;
        if group.len() == 1 {
            done.push(Box::pin(one(cx, &part.place, values, *first)).await);
        } else {
            let group = group.iter().map(|made| {
                let running: Pin<Box<dyn Future<Output = Done> + Send>> =
                    Box::pin(one(cx, &part.place, values, *made));
                running
            });
            done.extend(all(group.collect()).await);
        }
        if let Some(flow) = done.iter().find_map(|done| done.flow.clone()) {
            return Err(flow);
        }
    }
    part.owes_answer = true;
    batch(cx, part, &calls, &done).await;
    if part.place.is_main() {
        cx.with(World::fold_prompts);
    }
    if let Some(last) = done.last() {
        part.set("last", last.output.text());
        part.set("input", last.input.clone());
        if last.verdict == Verdict::Denied {
            part.set("message", last.output.text());
        }
    }
    Ok(done)
}

/// Tells hooks about all calls of a message.
async fn batch(cx: &Cx, part: &Part, calls: &[Call], done: &[Done]) {
    let rows: Vec<Value> = calls
        .iter()
        .zip(done)
        .map(|(call, done)| {
            json!({
                "tool_name": call.name,
                "tool_input": done.input,
                "tool_use_id": call.id,
                "tool_response": done.output.content,
            })
        })
        .collect();
    let id = cx.look(|world| format!("hook-{}", world.ids.uuid()));
    let event = Event {
        tool_use_id: Some(&id),
        ..Event::new("PostToolBatch", fields(json!({"tool_calls": rows})))
    };
    fire(cx, &part.place, event).await;
}

/// One call, from its hooks to its result.
async fn one(
    cx: &Cx,
    place: &Place,
    values: &crate::simulator::scenario::fill::Values,
    (call, absent): (&Call, bool),
) -> Done {
    if absent {
        return Done {
            verdict: Verdict::Failed,
            output: tool_output::failure(&missing(&call.name)),
            input: call.input.clone(),
            flow: None,
        };
    }
    let (ruling, stops) = permission::decide(cx, place, call).await;
    let stopped = stops.then_some(Flow::HookStopped);
    let (input, edited, decision) = match ruling {
        Ruling::Allow {
            input,
            edited,
            decision,
        } => (input, edited, decision),
        Ruling::Deny { message, decision } => {
            cx.with(|world| {
                world.note_denial(place, call);
                world.say_tool_result(place, user::failed(&call.id, &message, decision));
            });
            return Done {
                verdict: Verdict::Denied,
                output: tool_output::failure(&message),
                input: call.input.clone(),
                flow: stopped,
            };
        }
        Ruling::End(flow) => {
            cx.with(|world| world.note_denial(place, call));
            return Done {
                verdict: Verdict::Denied,
                output: Output::default(),
                input: call.input.clone(),
                flow: Some(flow),
            };
        }
    };
    let began = cx.look(|world| world.now);
    let output = run::run(cx, place, values, call, &input).await;
    let took = cx.look(|world| world.ms_since(began));
    let (output, flow) = after(cx, place, call, &input, output, took).await;
    let failed = output.is_error == Some(true);
    cx.with(|world| {
        let result = ToolResult {
            tool_use_id: &call.id,
            content: output.content.clone(),
            is_error: output.is_error,
            structured: output.structured.clone(),
            decision,
            agent: place.who(),
        };
        world.say_tool_result(place, result);
    });
    let verdict = match (failed, edited) {
        (true, _) => Verdict::Failed,
        (false, true) => Verdict::Edited,
        (false, false) => Verdict::Ran,
    };
    Done {
        verdict,
        output,
        input,
        flow: flow.or(stopped),
    }
}

fn missing(name: &str) -> String {
    format!("<tool_use_error>Error: No such tool available: {name}</tool_use_error>")
}

/// Hooks after a call; they may replace what it gave.
async fn after(
    cx: &Cx,
    place: &Place,
    call: &Call,
    input: &Value,
    mut output: Output,
    took: u64,
) -> (Output, Option<Flow>) {
    let failed = output.is_error == Some(true);
    let (name, own) = if failed {
        let text = output.text();
        let own = hook_input::tool_failed(&call.name, input, &call.id, &text, false, took);
        ("PostToolUseFailure", own)
    } else {
        let response = output.structured.clone().unwrap_or(Value::Null);
        let own = hook_input::post_tool_use(&call.name, input, &call.id, &response, took);
        ("PostToolUse", own)
    };
    let event = Event {
        name,
        subject: &call.name,
        own,
        tool_use_id: Some(&call.id),
    };
    let said = fire(cx, place, event).await;
    let stops = said.iter().any(Said::stops);
    for said in &said {
        let other = ["updatedToolOutput", "updatedMCPToolOutput"];
        let other = other.iter().map(|key| said.specific(key));
        if let Some(other) = other.into_iter().find(|value| !value.is_null()) {
            output.structured = Some(other.clone());
            output.content = match other {
                Value::String(_) | Value::Array(_) => other.clone(),
                value => value.at("stdout").as_str().map_or_else(
                    || Value::String(value.to_string()),
                    |stdout| Value::String(stdout.to_owned()),
                ),
            };
        }
    }
    (output, stops.then_some(Flow::HookStopped))
}

impl World {
    /// Whether a call may run beside others: it changes nothing.
    fn is_safe(&self, call: &Call) -> bool {
        const SAFE: &[&str] = &[
            "Read",
            "Glob",
            "Grep",
            "WebFetch",
            "WebSearch",
            "TaskList",
            "TaskGet",
            "Agent",
            "Task",
            "ToolSearch",
            "ListMcpResourcesTool",
            "ReadMcpResourceTool",
            "NotebookRead",
        ];
        SAFE.contains(&call.name.as_str())
            || self.is_read_only(&call.name)
            || (call.name == "Bash" && self.is_quiet(&call.input))
    }

    /// Whether there is no such tool: it belongs to a server that is not there, and the scenario does not pretend it.
    fn is_missing(&self, call: &Call) -> bool {
        let Work::Tool {
            output: None,
            error: None,
            result: None,
            ..
        } = &call.work
        else {
            return false;
        };
        mcp::split_name(&call.name).is_some() && self.sdk_tool(&call.name).is_none()
    }

    /// A refused call is listed in the result.
    pub(super) fn note_denial(&mut self, place: &Place, call: &Call) {
        if let (true, Some(turn)) = (place.is_main(), &mut self.turn) {
            let denial = (call.name.clone(), call.id.clone(), call.input.clone());
            turn.denials.push(denial);
        }
    }

    /// Says what came of a call.
    pub(in crate::simulator::actor) fn say_tool_result<'a>(
        &mut self,
        place: &'a Place,
        mut result: ToolResult<'a>,
    ) {
        if let (true, Some(turn)) = (place.is_main(), &mut self.turn) {
            turn.user_messages += 1;
            turn.open_calls.retain(|id| id != result.tool_use_id);
        }
        if place.agent().is_some_and(|agent| agent.depth > 1) {
            return;
        }
        result.agent = place.who();
        let stamp = self.stamp();
        self.emit(&user::tool_result(&stamp, &result));
    }

    /// A sub-agent makes a call.
    fn say_task_progress(&mut self, part: &Part, call: &Call) {
        let Some(agent) = part.place.agent() else {
            return;
        };
        let what = call.input.at("description").as_str().unwrap_or(&call.name);
        let usage = tasks::TaskUse {
            total_tokens: part.tokens,
            tool_uses: u64::try_from(part.tools_used.len()).unwrap_or(u64::MAX),
            duration_ms: self.ms_since(agent.began),
        };
        let stamp = self.stamp();
        let what = format!("Running {what}");
        self.emit(&tasks::progress(
            &stamp,
            &agent.task,
            &what,
            &call.name,
            usage,
        ));
    }
}

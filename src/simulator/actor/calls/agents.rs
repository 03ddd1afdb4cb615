//! PURE. Sub-agents: conversations inside the conversation. Owns: how they start, work and report, in the foreground and in
//! the background. Does not own: what their steps do (`steps`).

use super::tools::Call;
use crate::simulator::actor::client::hooks::{Event, Said, fire};
use crate::simulator::actor::client::pending::Owner;
use crate::simulator::actor::place::{AgentPlace, Part, Place};
use crate::simulator::actor::steps::{Flow, perform};
use crate::simulator::actor::turns::moments::fields;
use crate::simulator::actor::wait::{Cx, First, race};
use crate::simulator::frames::tasks::{TaskInfo, TaskKind, TaskUse};
use crate::simulator::frames::tool_output::{self, AgentReport, Output};
use crate::simulator::frames::{SubAgent, Tokens, user};
use crate::simulator::scenario::Agent;
use crate::simulator::scenario::fill::{self, Values};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// The kind of a sub-agent that has none.
pub(super) const USUAL_KIND: &str = "general-purpose";

/// Runs a sub-agent; in the background, the call is over at once.
pub(in crate::simulator::actor) async fn run(
    cx: &Cx,
    parent: &Place,
    values: &Values,
    call: &Call,
    agent: &Agent,
) -> Output {
    let place = begin(cx, parent, values, call, agent);
    let Some(here) = place.0.clone() else {
        return Output::default();
    };
    if agent.background {
        let file = cx.look(|world| world.facts.task_output_file(&here.task.task_id));
        let launched = tool_output::agent_launched(&report(&here, &Part::default(), 0), &file);
        let (inner, agent, values) = (cx.clone(), agent.clone(), values.clone());
        let main = parent.is_main();
        cx.start(async move { in_background(&inner, place, values, &agent, main).await });
        return launched;
    }
    let mut part = Part::new(place, values.clone());
    let status = work(cx, &mut part, agent).await;
    cx.with(|world| {
        let took = world.ms_since(here.began);
        world.tell_agent_ended(&here, status, &part, took);
        if status == "completed" {
            tool_output::agent_completed(&report(&here, &part, took))
        } else {
            tool_output::failure("The agent failed.")
        }
    })
}

fn begin(cx: &Cx, parent: &Place, values: &Values, call: &Call, agent: &Agent) -> Place {
    let kind = agent.kind.clone().unwrap_or_else(|| USUAL_KIND.to_owned());
    let prompt = fill::text(&agent.prompt, values);
    let description = fill::text(&agent.description, values);
    cx.with(|world| {
        let task = TaskInfo {
            task_id: world.ids.agent_task(),
            run_id: world.ids.run(),
            tool_use_id: call.id.clone(),
            description: description.clone(),
            kind: TaskKind::Agent {
                subagent_type: kind.clone(),
                prompt,
                depth: parent.depth_below(),
                parent_task_id: parent.agent().map(|agent| agent.task.task_id.clone()),
            },
            background: agent.background,
        };
        let who = SubAgent {
            tool_use_id: call.id.clone(),
            agent_id: task.task_id.clone(),
            subagent_type: kind.clone(),
            description,
        };
        world.count_agent(&kind, agent.background, parent.depth_below());
        world.add_task(&task, String::new(), Duration::MAX);
        Place(Some(Arc::new(AgentPlace {
            who,
            task,
            model: world.facts.model.clone(),
            depth: parent.depth_below(),
            began: world.now,
        })))
    })
}

/// What a sub-agent does, from its prompt to its last word; how it ended.
async fn work(cx: &Cx, part: &mut Part, agent: &Agent) -> &'static str {
    let Some(here) = part.place.0.clone() else {
        return "failed";
    };
    let about = json!({"agent_id": here.who.agent_id, "agent_type": here.who.subagent_type});
    let event = Event {
        subject: &here.who.subagent_type,
        ..Event::new("SubagentStart", fields(about.clone()))
    };
    fire(cx, &part.place, event).await;
    if let (TaskKind::Agent { prompt, .. }, false, 1) =
        (&here.task.kind, here.task.background, here.depth)
    {
        cx.with(|world| {
            let stamp = world.stamp();
            world.emit(&user::agent_prompt(&stamp, prompt, &here.who));
        });
    }
    let flow = perform(cx, part, &agent.steps).await;
    if part.owes_answer {
        let _ = cx.begin_message(part);
    }
    let _ = cx.finish_message(part, "end_turn");
    let mut about = fields(about);
    about.insert("stop_hook_active".to_owned(), false.into());
    about.insert(
        "last_assistant_message".to_owned(),
        part.last_words.clone().into(),
    );
    let path = cx.look(|world| world.agent_transcript(&here.who.agent_id));
    about.insert("agent_transcript_path".to_owned(), path.into());
    let event = Event {
        subject: &here.who.subagent_type,
        ..Event::new("SubagentStop", about)
    };
    let said = fire(cx, &part.place, event).await;
    if let Some(reason) = said.iter().find_map(Said::blocked) {
        let _ = cx
            .speak(part, &format!("Going on: {reason}"), false, None)
            .await;
        let _ = cx.finish_message(part, "end_turn");
    }
    match flow {
        Flow::Next | Flow::End => "completed",
        _ => "failed",
    }
}

async fn in_background(cx: &Cx, place: Place, values: Values, agent: &Agent, main: bool) {
    let Some(here) = place.0.clone() else { return };
    let id = here.task.task_id.clone();
    let mut part = Part::new(place, values);
    let stopped = cx.until(|world| world.tasks.is_stopped(&id).then_some(()));
    let status = match race(stopped, work(cx, &mut part, agent)).await {
        First::Left(()) => "stopped",
        First::Right(status) => status,
    };
    cx.with(|world| {
        world.withdraw(&Owner::Task(id.clone()), "AbortError: task-stopped");
        world.messages.remove(&id);
        let took = world.ms_since(here.began);
        let summary = world.tell_agent_ended(&here, status, &part, took);
        if main && status != "stopped" {
            world.queue_own_turn(&here.task, &summary, &agent.afterwards);
        }
        world.settle();
    });
}

fn report<'a>(here: &'a AgentPlace, part: &'a Part, duration_ms: u64) -> AgentReport<'a> {
    let prompt = match &here.task.kind {
        TaskKind::Agent { prompt, .. } => prompt.as_str(),
        TaskKind::Shell => "",
    };
    AgentReport {
        agent_id: &here.who.agent_id,
        agent_type: &here.who.subagent_type,
        description: &here.who.description,
        prompt,
        model: &here.model,
        text: &part.last_words,
        tools: &part.tools_used,
        tokens: Tokens {
            input: part.tokens,
            ..Tokens::default()
        },
        duration_ms,
    }
}

impl crate::simulator::actor::world::World {
    /// Where the conversation of a sub-agent would be kept.
    fn agent_transcript(&self, agent_id: &str) -> String {
        let main = self.facts.transcript_path();
        let folder = main.strip_suffix(".jsonl").unwrap_or(&main);
        format!("{folder}/subagents/agent-{agent_id}.jsonl")
    }

    /// Says that a sub-agent is over; what is told about it.
    fn tell_agent_ended(
        &mut self,
        here: &AgentPlace,
        status: &str,
        part: &Part,
        took: u64,
    ) -> String {
        let usage = TaskUse {
            total_tokens: part.tokens,
            tool_uses: u64::try_from(part.tools_used.len()).unwrap_or(u64::MAX),
            duration_ms: took,
        };
        let summary = match status {
            "stopped" => format!("Agent \"{}\" was stopped", here.who.description),
            _ => part.last_words.clone(),
        };
        self.end_task(&here.task.task_id, status, &summary, Some(usage));
        let tally = &mut self.session.agents;
        match status {
            "completed" => tally.completed += 1,
            "stopped" => tally.killed += 1,
            _ => tally.failed += 1,
        }
        summary
    }

    fn count_agent(&mut self, kind: &str, background: bool, depth: u32) {
        let tally = &mut self.session.agents;
        if background {
            tally.requested.0 += 1;
            tally.background += 1;
        } else {
            tally.requested.1 += 1;
        }
        tally.max_depth = tally.max_depth.max(u64::from(depth));
        match tally.by_type.iter_mut().find(|(known, _)| known == kind) {
            Some((_, count)) => *count += 1,
            None => tally.by_type.push((kind.to_owned(), 1)),
        }
    }
}

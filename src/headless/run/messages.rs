//! PURE. Messages of the CLI as events of a run. Owns: what each kind of message is worth. Does not own: what comes from
//! the session itself (`narrate`).

use super::event::{RunEvent, Task};
use super::narrate::{Narrator, notice, seconds};
use crate::wire::block::Block;
use crate::wire::message::{Assistant, DeltaKind, StreamEvent};
use crate::wire::system::{
    ApiRetry, CompactBoundary, TaskNotification, TaskProgress, TaskStarted, TaskUpdated,
};
use crate::wire::{Frame, System};
use serde_json::{Number, Value};
use std::time::Duration;

/// The events of one message. Messages without one are known and say nothing that another event does not.
pub(super) fn narrate(narrator: &mut Narrator, frame: &Frame) -> Vec<RunEvent> {
    match frame {
        Frame::Assistant(message) => assistant(message),
        Frame::Stream(stream) => delta(stream).into_iter().collect(),
        Frame::System(message) => system(narrator, message, frame),
        Frame::RateLimit(event) => {
            let info = event.rate_limit_info.as_ref();
            let status = info.and_then(|info| info.get("status")?.as_str());
            let worth = status.filter(|status| *status != "allowed");
            let told = worth.map(|status| notice("warning", &format!("rate limit: {status}")));
            told.into_iter().collect()
        }
        Frame::AuthStatus(status) => {
            let told = status.error.get().map(|error| notice("error", error));
            told.into_iter().collect()
        }
        Frame::ConversationReset(_) => vec![notice("info", "the conversation was cleared")],
        Frame::Stored(_) | Frame::Unknown(_) => vec![other(narrator, frame)],
        _ => Vec::new(),
    }
}

fn other(narrator: &mut Narrator, frame: &Frame) -> RunEvent {
    narrator.unknown += 1;
    RunEvent::Other {
        kind: frame.kind().to_owned(),
        subtype: frame.subtype().map(str::to_owned),
        frame: frame.to_json().unwrap_or_default(),
    }
}

fn assistant(message: &Assistant) -> Vec<RunEvent> {
    // An API error in the shape of an answer: the result says it.
    if message.error.is_some() || message.is_api_error_message == Some(true) {
        return Vec::new();
    }
    let parent = message.parent_tool_use_id.get();
    let mut events = Vec::new();
    for block in message.message.content.blocks() {
        match block {
            Block::Text { text, .. } if !text.is_empty() => events.push(RunEvent::Text {
                text: text.clone(),
                parent: parent.cloned(),
            }),
            Block::Thinking { thinking, .. } => events.push(RunEvent::Thinking {
                text: thinking.clone(),
                parent: parent.cloned(),
            }),
            Block::Other(block) => events.push(RunEvent::Other {
                kind: "block".to_owned(),
                subtype: block.get("type").and_then(Value::as_str).map(str::to_owned),
                frame: Value::Object(block.clone()),
            }),
            _ => {}
        }
    }
    events
}

fn delta(stream: &StreamEvent) -> Option<RunEvent> {
    let delta = stream.event.delta.as_ref()?;
    if stream.parent_tool_use_id.get().is_some() || delta.kind != Some(DeltaKind::Text) {
        return None;
    }
    let text = delta.text.clone().filter(|text| !text.is_empty())?;
    Some(RunEvent::Delta { text })
}

fn system(narrator: &mut Narrator, message: &System, frame: &Frame) -> Vec<RunEvent> {
    let one = match message {
        System::Init(init) => {
            let id = init.session_id.clone().unwrap_or_default();
            narrator.init(&id, &init.body)
        }
        System::ApiRetry(retry) => Some(retrying(&retry.body)),
        System::CompactBoundary(boundary) => Some(compacted(&boundary.body)),
        System::TaskStarted(task) => started(&task.body),
        System::TaskProgress(task) => progressed(&task.body),
        System::TaskUpdated(task) => updated(&task.body),
        System::TaskNotification(task) => ended(&task.body),
        System::Informational(said) => {
            let level = said.body.level.as_deref().unwrap_or("info");
            said.body.content.as_ref().map(|text| notice(level, text))
        }
        System::Notification(said) => said.body.text.as_ref().map(|text| notice("info", text)),
        System::LocalCommandOutput(said) => {
            let text = said.body.content.as_ref().and_then(Value::as_str);
            text.map(|text| notice("info", text))
        }
        System::ModelRefusalFallback(_) => Some(notice(
            "warning",
            "the model refused; another model took over",
        )),
        System::ModelRefusalNoFallback(_) => Some(notice("warning", "the model refused")),
        System::MirrorError(_) | System::SessionWritesLost(_) | System::WorkerShuttingDown(_) => {
            let what = format!("the CLI reports: {}", message.subtype().replace('_', " "));
            Some(notice("warning", &what))
        }
        System::Other(_) => Some(other(narrator, frame)),
        _ => None,
    };
    one.into_iter().collect()
}

fn retrying(retry: &ApiRetry) -> RunEvent {
    let delay = retry.retry_delay_ms.as_ref().and_then(Number::as_f64);
    let delay = Duration::try_from_secs_f64(delay.unwrap_or(0.0) / 1000.0).unwrap_or_default();
    RunEvent::Retry {
        attempt: retry.attempt.unwrap_or(0),
        of: retry.max_retries.unwrap_or(0),
        delay_s: seconds(delay),
        status: retry.error_status.get().and_then(Number::as_u64),
        error: retry.error.clone().unwrap_or_default(),
    }
}

fn compacted(boundary: &CompactBoundary) -> RunEvent {
    let meta = boundary.compact_metadata.as_ref();
    let number = |key: &str| meta.and_then(|meta| meta.get(key)?.as_u64());
    let trigger = meta.and_then(|meta| meta.get("trigger")?.as_str());
    RunEvent::Compaction {
        trigger: trigger.unwrap_or_default().to_owned(),
        before: number("pre_tokens"),
        after: number("post_tokens"),
    }
}

fn started(task: &TaskStarted) -> Option<RunEvent> {
    Some(RunEvent::Task(Task {
        id: task.task_id.clone()?,
        status: "started".to_owned(),
        kind: task
            .subagent_type
            .clone()
            .or_else(|| task.task_type.clone()),
        description: task.description.clone(),
        call: task.tool_use_id.clone(),
        ..Task::default()
    }))
}

fn progressed(task: &TaskProgress) -> Option<RunEvent> {
    Some(RunEvent::Task(Task {
        id: task.task_id.clone()?,
        status: "running".to_owned(),
        kind: task.subagent_type.clone(),
        description: task.description.clone(),
        tool: task.last_tool_name.clone(),
        summary: task.summary.clone(),
        call: task.tool_use_id.clone(),
    }))
}

fn updated(task: &TaskUpdated) -> Option<RunEvent> {
    let patch = task.patch.as_ref()?;
    let text = |key: &str| patch.get(key).and_then(Value::as_str).map(str::to_owned);
    Some(RunEvent::Task(Task {
        id: task.task_id.clone()?,
        status: text("status")?,
        description: text("description"),
        summary: text("error"),
        ..Task::default()
    }))
}

fn ended(task: &TaskNotification) -> Option<RunEvent> {
    Some(RunEvent::Task(Task {
        id: task.task_id.clone()?,
        status: task
            .status
            .clone()
            .unwrap_or_else(|| "completed".to_owned()),
        summary: task.summary.clone(),
        call: task.tool_use_id.clone(),
        ..Task::default()
    }))
}

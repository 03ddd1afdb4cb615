//! What a session tells its reader. Owns: the events and deriving them from traffic and state.
//! Does not own: the state itself (`session`).

use crate::session::{Decision, Exit, HookRun, Phase, State, ToolOutcome, Turn};
use crate::tools::Progress;
use crate::trace::{Direction, Moment, Payload, Traffic};
use crate::wire::permission::CanUseTool;
use crate::wire::{Block, Frame, ResultMessage};
use serde_json::Value;
use std::sync::LazyLock;

/// Something that happened in a session, in the order it happened.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// The CLI said something: everything but the control protocol.
    Message(Message),
    /// The model called a tool.
    ToolCall {
        /// The call.
        id: String,
        /// The tool.
        name: String,
        /// What it was called with.
        input: Value,
        /// The sub-agent that called it.
        parent: Option<String>,
    },
    /// A tool came back.
    ToolResult {
        /// The call.
        id: String,
        /// The tool, if the call is still known.
        name: Option<String>,
        /// What it gave back.
        outcome: ToolOutcome,
        /// How long it took.
        took: Option<std::time::Duration>,
    },
    /// A tool of ours tells how far it is.
    Progress(Progress),
    /// The state changed.
    State {
        /// Before.
        from: Phase,
        /// After.
        to: Phase,
        /// When.
        at: Moment,
    },
    /// No rule decides: somebody has to.
    PermissionAsked {
        /// The request: answer it by this id.
        id: String,
        /// What is asked.
        request: Box<CanUseTool>,
    },
    /// Somebody decided, or the request was withdrawn.
    PermissionDecided(Box<Decision>),
    /// A hook ended.
    Hook(Box<HookRun>),
    /// A turn ended.
    Complete(Box<TurnResult>),
    /// Something is wrong on the wire or in a handler.
    Odd(String),
    /// The process is gone.
    Ended(Exit),
}

impl Event {
    /// Roughly how many bytes it takes.
    pub(super) fn weight(&self) -> usize {
        match self {
            // The line and its typed form.
            Self::Message(message) => 512 + 2 * message.traffic.line.len(),
            Self::ToolResult { outcome, .. } => 512 + outcome.content.weight(),
            _ => 512,
        }
    }
}

/// A message of the CLI: typed, and as it was on the wire.
#[derive(Debug, Clone)]
pub struct Message {
    pub(super) traffic: Traffic,
}

impl Message {
    /// What it says.
    pub fn frame(&self) -> &Frame {
        static NOTHING: LazyLock<Frame> = LazyLock::new(|| Frame::Unknown(Box::default()));
        self.traffic.frame().unwrap_or(&NOTHING)
    }

    /// The line it came with, its number and its time.
    pub fn traffic(&self) -> &Traffic {
        &self.traffic
    }

    /// The model's finished text, if it is an `assistant` message of the main conversation.
    pub fn text(&self) -> Option<String> {
        match self.frame() {
            Frame::Assistant(message) if message.parent_tool_use_id.get().is_none() => {
                Some(message.message.content.plain_text()).filter(|text| !text.is_empty())
            }
            _ => None,
        }
    }

    /// A piece of text that is being streamed.
    pub fn delta(&self) -> Option<&str> {
        match self.frame() {
            Frame::Stream(stream) => stream.event.delta.as_ref()?.text.as_deref(),
            _ => None,
        }
    }

    /// The result, if it ends a turn.
    pub fn result(&self) -> Option<&ResultMessage> {
        match self.frame() {
            Frame::Result(result) => Some(result),
            _ => None,
        }
    }
}

/// The end of a turn with its real meaning.
#[derive(Debug, Clone)]
pub struct TurnResult {
    /// How it ended, the final text, the structured output.
    pub turn: Turn,
    /// The session, to resume it by.
    pub session_id: String,
    /// Dollars since the process started.
    pub cost_usd: Option<f64>,
    /// The message it was read from.
    pub message: ResultMessage,
}

impl TurnResult {
    /// The final text, or what went wrong.
    pub fn text(&self) -> &str {
        &self.turn.text
    }

    /// The structured output as a type of yours.
    pub fn structured<T: serde::de::DeserializeOwned>(&self) -> Result<T, crate::Error> {
        let value = self
            .turn
            .structured_output
            .clone()
            .ok_or(crate::Error::NoStructuredOutput)?;
        serde_json::from_value(value)
            .map_err(|error| crate::Error::StructuredOutput(error.to_string()))
    }

    /// Checks the structured output against a JSON Schema; gives it back if it fits.
    pub fn fits(&self, schema: &Value) -> Result<&Value, crate::Error> {
        let output = self
            .turn
            .structured_output
            .as_ref()
            .ok_or(crate::Error::NoStructuredOutput)?;
        let validator = jsonschema::validator_for(schema)
            .map_err(|error| crate::Error::Config(format!("the schema is not one: {error}")))?;
        let wrong: Vec<String> = validator
            .iter_errors(output)
            .take(8)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        if wrong.is_empty() {
            Ok(output)
        } else {
            Err(crate::Error::StructuredOutput(wrong.join("; ")))
        }
    }
}

/// What the state was before a line was taken in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    phase: Phase,
    decisions: u64,
    oddities: u64,
}

impl Before {
    pub(super) fn of(state: &State) -> Self {
        Self {
            phase: state.phase(),
            decisions: state.decisions.total(),
            oddities: state.oddities.total(),
        }
    }
}

/// What of it anybody wants to hear.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Everything, rather than messages and results alone.
    pub(super) all: bool,
    /// The line is a request that somebody else has to answer.
    pub(super) served: bool,
}

/// The events one line amounts to, the message itself last.
pub(super) fn events(
    before: Before,
    state: &State,
    traffic: Traffic,
    wanted: Wanted,
    out: &mut Vec<Event>,
) {
    if !wanted.all {
        return messages(state, traffic, out);
    }
    let at = traffic.at;
    if state.phase() != before.phase {
        out.push(Event::State {
            from: before.phase,
            to: state.phase(),
            at,
        });
    }
    let new = usize::try_from(state.decisions.total() - before.decisions).unwrap_or(usize::MAX);
    let kept = state.decisions.iter().len();
    for decision in state.decisions.iter().skip(kept.saturating_sub(new)) {
        out.push(Event::PermissionDecided(Box::new(decision.clone())));
    }
    if state.oddities.total() > before.oddities
        && let Some(oddity) = state.oddities.last()
    {
        out.push(Event::Odd(oddity.what.clone()));
    }
    match (&traffic.payload, traffic.direction) {
        (Payload::Frame(frame), Direction::In) => {
            received(frame, state, at, wanted.served, out);
            if is_message(frame) {
                out.push(Event::Message(Message { traffic }));
            }
        }
        (Payload::Frame(Frame::ControlResponse(response)), Direction::Out) => {
            let id = response.response.request_id.as_deref().unwrap_or_default();
            hook_over(state, id, at, out);
        }
        (Payload::Note(crate::trace::Note::Exited { .. }), _) => {
            if let Some(exit) = state.life.exit {
                out.push(Event::Ended(exit));
            }
        }
        _ => {}
    }
}

fn received(frame: &Frame, state: &State, at: Moment, served: bool, out: &mut Vec<Event>) {
    match frame {
        Frame::Assistant(message) => {
            for block in message.message.content.blocks() {
                if let Block::ToolUse {
                    id, name, input, ..
                } = block
                {
                    let parent = message.parent_tool_use_id.get().cloned();
                    out.push(Event::ToolCall {
                        id: id.clone(),
                        name: name.clone(),
                        input: input.clone(),
                        parent,
                    });
                }
            }
        }
        Frame::User(message) => {
            for block in message.message.content.blocks() {
                let Block::ToolResult {
                    tool_use_id,
                    content,
                    is_error,
                    ..
                } = block
                else {
                    continue;
                };
                // From the message itself: the transcript may have forgotten or shortened it.
                let call = state.transcript.call(tool_use_id);
                out.push(Event::ToolResult {
                    id: tool_use_id.clone(),
                    name: call.map(|call| call.name.clone()),
                    outcome: ToolOutcome {
                        content: content.clone().unwrap_or_default(),
                        is_error: is_error.unwrap_or(false),
                        structured: message.tool_use_result.get().cloned(),
                    },
                    took: call.and_then(crate::session::ToolCall::duration),
                });
            }
        }
        Frame::ControlRequest(request) if served && request.request.subtype == "can_use_tool" => {
            let id = request.request_id.clone().unwrap_or_default();
            if let Ok(asked) = serde_json::from_value(request.request.to_value()) {
                out.push(Event::PermissionAsked {
                    id,
                    request: Box::new(asked),
                });
            }
        }
        Frame::ControlCancel(cancel) => hook_over(
            state,
            cancel.request_id.as_deref().unwrap_or_default(),
            at,
            out,
        ),
        Frame::System(crate::wire::System::HookResponse(hook)) => {
            hook_over(
                state,
                hook.body.hook_id.as_deref().unwrap_or_default(),
                at,
                out,
            );
        }
        Frame::Result(result) => out.extend(complete(state, result)),
        _ => {}
    }
}

/// Messages and results: all that a reader of messages needs.
fn messages(state: &State, traffic: Traffic, out: &mut Vec<Event>) {
    let (Payload::Frame(frame), Direction::In) = (&traffic.payload, traffic.direction) else {
        return;
    };
    if let Frame::Result(result) = frame {
        out.extend(complete(state, result));
    }
    if is_message(frame) {
        out.push(Event::Message(Message { traffic }));
    }
}

fn is_message(frame: &Frame) -> bool {
    !frame.is_control() && !frame.is_malformed()
}

fn complete(state: &State, result: &ResultMessage) -> Option<Event> {
    let turn = state.last_turn()?;
    Some(Event::Complete(Box::new(TurnResult {
        turn: turn.clone(),
        session_id: state.facts.session_id().unwrap_or_default().to_owned(),
        cost_usd: state.usage.cost_usd,
        message: result.clone(),
    })))
}

fn hook_over(state: &State, id: &str, at: Moment, out: &mut Vec<Event>) {
    // The run that just ended is among the latest few, however many there were.
    let ended = |run: &&HookRun| run.id == id && run.ended == Some(at);
    if let Some(run) = state.hooks.iter().rev().take(64).find(ended) {
        out.push(Event::Hook(Box::new(run.clone())));
    }
}

//! PURE. Hooks the client has registered. Owns: which callbacks an event has, asking them all at once, and reading what they
//! answer. Does not own: what follows from an answer (`tools`, `turn`, …).

use super::pending::{Answer, Kind};
use crate::simulator::actor::place::Place;
use crate::simulator::actor::wait::{Cx, First, all, race};
use crate::simulator::actor::world::World;
use crate::simulator::frames::hook_input::{self, HookContext};
use crate::simulator::json::Look as _;
use crate::wire::hook::matches;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Callbacks of an event.
#[derive(Debug, Clone, PartialEq)]
struct Registration {
    event: String,
    matcher: Option<String>,
    callbacks: Vec<String>,
    timeout: Option<Duration>,
    /// A failure blocks the action.
    blocks: bool,
}

/// All callbacks.
#[derive(Debug, Default)]
pub(in crate::simulator::actor) struct Hooks {
    registered: Vec<Registration>,
}

/// What one callback said.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::simulator::actor) enum Said {
    /// An answer.
    Output(Value),
    /// It failed, and that counts as no opinion.
    Nothing,
    /// It failed or was late in a way that blocks the action, with these words.
    Blocks(String),
}

impl Hooks {
    /// Registers what `initialize` brought, in place of what was there.
    pub(super) fn register(&mut self, hooks: &Value) -> Result<(), String> {
        let wrong = |what: &str| format!("Invalid hooks in initialize: {what}");
        let Value::Object(events) = hooks else {
            return Err(wrong("expected an object"));
        };
        let mut registered = Vec::new();
        for (event, entries) in events {
            let Value::Array(entries) = entries else {
                return Err(wrong("expected a list for each event"));
            };
            for entry in entries {
                let callbacks = entry
                    .at("hookCallbackIds")
                    .as_array()
                    .ok_or_else(|| wrong("hookCallbackIds is missing"))?;
                let callbacks = callbacks.iter().filter_map(Value::as_str);
                registered.push(Registration {
                    event: event.clone(),
                    matcher: entry.at("matcher").as_str().map(str::to_owned),
                    callbacks: callbacks.map(str::to_owned).collect(),
                    timeout: entry
                        .at("timeout")
                        .as_f64()
                        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
                    blocks: entry.at("onFailure") == "block",
                });
            }
        }
        self.registered = registered;
        Ok(())
    }

    fn for_event(&self, event: &str, subject: &str) -> Vec<Registration> {
        let fits = |row: &&Registration| {
            row.event == event && (subject.is_empty() || matches(row.matcher.as_deref(), subject))
        };
        self.registered.iter().filter(fits).cloned().collect()
    }
}

/// Something happened that hooks may want to know.
pub(in crate::simulator::actor) struct Event<'a> {
    pub(in crate::simulator::actor) name: &'a str,
    /// What matchers look at; empty if the event has no such thing.
    pub(in crate::simulator::actor) subject: &'a str,
    pub(in crate::simulator::actor) own: Map<String, Value>,
    /// The call it is about, if it is about one.
    pub(in crate::simulator::actor) tool_use_id: Option<&'a str>,
}

impl<'a> Event<'a> {
    pub(in crate::simulator::actor) fn new(name: &'a str, own: Map<String, Value>) -> Self {
        Self {
            name,
            subject: "",
            own,
            tool_use_id: None,
        }
    }
}

/// Asks all callbacks of an event at once, and waits for all of them.
pub(in crate::simulator::actor) async fn fire(
    cx: &Cx,
    place: &Place,
    event: Event<'_>,
) -> Vec<Said> {
    let (rows, input, id) = cx.look(|world| {
        let rows = world.hooks.for_event(event.name, event.subject);
        if rows.is_empty() {
            return (rows, Value::Null, String::new());
        }
        let id = match event.tool_use_id {
            Some(id) => id.to_owned(),
            None => world.ids.uuid(),
        };
        (rows, world.hook_input(place, event.name, &event.own), id)
    });
    let mut asked: Vec<std::pin::Pin<Box<dyn Future<Output = Said> + Send>>> = Vec::new();
    let name = event.name;
    for row in &rows {
        for callback in &row.callbacks {
            let body = json!({
                "subtype": "hook_callback",
                "callback_id": callback,
                "input": input,
                "tool_use_id": id,
            });
            asked.push(Box::pin(one(cx, place, name, row, body)));
        }
    }
    all(asked).await
}

async fn one(cx: &Cx, place: &Place, event: &str, row: &Registration, body: Value) -> Said {
    let asked = cx.ask(place.owner(), Kind::Hook, &body);
    let late = async {
        match row.timeout {
            Some(timeout) => cx.sleep(timeout).await,
            None => std::future::pending().await,
        }
    };
    let answer = match race(asked.answer(), late).await {
        First::Left(answer) => answer,
        First::Right(()) => {
            asked.cancel();
            let words = format!("{event} hook callback timed out");
            let fatal = row.blocks || event == "PreToolUse";
            return if fatal {
                Said::Blocks(words)
            } else {
                Said::Nothing
            };
        }
    };
    let failed = match answer {
        Answer::Success(output) if is_valid(&output, event) => {
            if let Some(text) = output.at("systemMessage").as_str() {
                cx.with(|world| world.say_notice(text, "info", None));
            }
            return Said::Output(output);
        }
        Answer::Success(_) => "the answer has an invalid hookSpecificOutput".to_owned(),
        Answer::Error(text) => text,
        Answer::Closed => {
            let words = "the client has closed its side".to_owned();
            return if event == "PreToolUse" {
                Said::Blocks(words)
            } else {
                Said::Nothing
            };
        }
    };
    let text = format!("{event} hook callback failed: {failed}");
    cx.with(|world| world.say_notice(&text, "warning", Some("hook_callback_failed")));
    if row.blocks {
        Said::Blocks(text)
    } else {
        Said::Nothing
    }
}

/// An answer must be an object, and what it says for an event must be for this event.
fn is_valid(output: &Value, event: &str) -> bool {
    let own = output.at("hookSpecificOutput");
    match output {
        Value::Null => true,
        Value::Object(_) => own.is_null() || (own.is_object() && own.at("hookEventName") == event),
        _ => false,
    }
}

impl World {
    fn hook_input(&self, place: &Place, event: &str, own: &Map<String, Value>) -> Value {
        let transcript = self.facts.transcript_path();
        let prompt_id = self.turn.as_ref().map(|turn| turn.prompt_id.as_str());
        let agent = place
            .who()
            .map(|who| (who.agent_id.as_str(), who.subagent_type.as_str()));
        let context = HookContext {
            session_id: &self.facts.session_id,
            transcript_path: &transcript,
            cwd: &self.facts.place.cwd,
            prompt_id: prompt_id.filter(|id| !id.is_empty()),
            permission_mode: &self.facts.mode,
            effort: &self.facts.effort,
            agent,
        };
        hook_input::input(event, &context, own)
    }
}

impl Said {
    /// The answer, if there is one.
    pub(in crate::simulator::actor) fn output(&self) -> &Value {
        match self {
            Self::Output(output) => output,
            _ => &Value::Null,
        }
    }

    /// A field of what it says for its event.
    pub(in crate::simulator::actor) fn specific(&self, key: &str) -> &Value {
        self.output().at("hookSpecificOutput").at(key)
    }

    /// Whether everything is to stop after this.
    pub(in crate::simulator::actor) fn stops(&self) -> bool {
        self.output().at("continue") == false
    }

    /// Why it blocks, if it does.
    pub(in crate::simulator::actor) fn blocked(&self) -> Option<String> {
        match self {
            Self::Blocks(words) => Some(words.clone()),
            _ if self.output().at("decision") == "block" => {
                let reason = self.output().at("reason").as_str();
                Some(reason.unwrap_or("Blocked by hook").to_owned())
            }
            _ => None,
        }
    }
}

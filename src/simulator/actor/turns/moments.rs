//! PURE. Moments at which the CLI asks hooks, beside tool calls: prompts, words on the screen, the end of a turn.
//! Owns: what follows from the answers there.

use super::queue::Prompt;
use super::turn::Ending;
use crate::simulator::actor::client::hooks::{Event, Said, fire};
use crate::simulator::actor::place::{Part, Place};
use crate::simulator::actor::wait::Cx;
use crate::simulator::frames::{hook_input, system};
use crate::simulator::json::Look as _;
use serde_json::{Map, Value, json};

/// Fields of an event.
pub(in crate::simulator::actor) fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// A prompt is taken up; the text of the result if a hook blocks it.
pub(super) async fn prompt_submit(cx: &Cx, prompts: &[Prompt]) -> Option<Blocked> {
    let place = Place::default();
    for prompt in prompts {
        let event = Event::new("UserPromptSubmit", hook_input::prompt(&prompt.text));
        for said in fire(cx, &place, event).await {
            if let Some(title) = said.specific("sessionTitle").as_str() {
                cx.with(|world| world.change_title(title));
            }
            if let Some(reason) = said.blocked().or_else(|| stop_reason(&said)) {
                return Some(Blocked {
                    reason,
                    prompt: prompt.text.clone(),
                });
            }
        }
    }
    None
}

/// A prompt that a hook has blocked.
pub(in crate::simulator::actor) struct Blocked {
    reason: String,
    prompt: String,
}

impl Blocked {
    /// Says so; what it says.
    pub(in crate::simulator::actor) fn tell(&self, cx: &Cx) -> String {
        cx.with(|world| {
            let stamp = world.stamp();
            let (frame, text) = system::prompt_blocked(&stamp, &self.reason, &self.prompt);
            world.emit(&frame);
            text
        })
    }
}

fn stop_reason(said: &Said) -> Option<String> {
    said.stops().then(|| {
        let reason = said.output().at("stopReason").as_str();
        reason.unwrap_or("Stopped by hook").to_owned()
    })
}

/// Text is about to be shown.
pub(in crate::simulator::actor) async fn display(cx: &Cx, part: &Part, text: &str) {
    if !part.place.is_main() {
        return;
    }
    let (turn_id, message_id) = cx.look(|world| {
        let turn = world.turn.as_ref().map(|turn| turn.prompt_id.clone());
        (turn.unwrap_or_default(), world.ids.uuid())
    });
    let own = fields(json!({
        "turn_id": turn_id,
        "message_id": message_id,
        "index": 0,
        "final": true,
        "delta": text,
    }));
    let id = format!("{message_id}-0");
    let event = Event {
        tool_use_id: Some(&id),
        ..Event::new("MessageDisplay", own)
    };
    fire(cx, &part.place, event).await;
}

/// The model wants to stop; why it may not, if a hook says so.
pub(in crate::simulator::actor) async fn stop(cx: &Cx, part: &Part) -> Option<String> {
    let (active, tasks) = cx.look(|world| {
        let active = world
            .turn
            .as_ref()
            .is_some_and(|turn| turn.stop_hook_active);
        (active, world.tasks.rows())
    });
    let own = hook_input::stop(active, part.last_words.trim(), &tasks);
    let said = fire(cx, &part.place, Event::new("Stop", own)).await;
    if said.iter().any(Said::stops) {
        return None;
    }
    said.iter().find_map(Said::blocked)
}

/// A turn has failed.
pub(super) async fn failed(cx: &Cx, ending: &Ending) {
    let Ending::Failed(failure) = ending else {
        return;
    };
    let words = cx.look(|world| world.turn.as_ref().map(|turn| turn.last_text.clone()));
    let error = failure.text.clone().unwrap_or_else(|| "unknown".to_owned());
    let own = fields(json!({"error": error, "last_assistant_message": words.unwrap_or_default()}));
    fire(cx, &Place::default(), Event::new("StopFailure", own)).await;
}

//! PURE. What the CLI goes through: failed attempts at the API, hooks that fire, errors as answers.

use crate::simulator::actor::client::hooks::{Event, fire};
use crate::simulator::actor::place::{Part, Place};
use crate::simulator::actor::steps::{Flow, Stepped};
use crate::simulator::actor::turns::moments::fields;
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::frames::assistant::{self, ApiError};
use crate::simulator::frames::system::{self, Attempt};
use crate::simulator::scenario::fill;
use crate::simulator::scenario::{Failure, FailureKind, Hook, Retry};
use serde_json::json;

/// The API fails and is asked again.
pub(in crate::simulator::actor) async fn retry(cx: &Cx, part: &mut Part, retry: &Retry) -> Stepped {
    // An answer that had begun is over: the attempts are made for the next one.
    cx.finish_message(part, "end_turn")?;
    cx.with(|world| world.begin_attempts(&part.place));
    for attempt in 1..=retry.times {
        cx.with(|world| {
            let stamp = world.stamp();
            let usual = system::retry_word(retry.status);
            let attempt = Attempt {
                attempt,
                max_retries: retry.of.unwrap_or(10),
                delay_ms: retry.delay_ms,
                status: retry.status,
                error: retry.error.clone().unwrap_or_else(|| usual.to_owned()),
            };
            world.emit(&system::api_retry(&stamp, &attempt));
        });
        cx.sleep_ms(retry.delay_ms).await;
    }
    Ok(())
}

/// The turn ends with an error; the API was asked if it is one of the API.
pub(in crate::simulator::actor) fn fail(cx: &Cx, part: &Part, failure: &Failure) -> Stepped {
    if failure.kind == FailureKind::Api && part.place.is_main() {
        cx.with(|world| {
            world.begin_attempts(&part.place);
            world.replay_due();
        });
    }
    Err(Flow::Fail(failure.clone()))
}

/// Any hook event.
pub(in crate::simulator::actor) async fn hook(cx: &Cx, part: &Part, hook: &Hook) {
    let subject = hook
        .subject
        .as_ref()
        .map(|text| fill::text(text, &part.values));
    let event = Event {
        subject: subject.as_deref().unwrap_or_default(),
        ..Event::new(&hook.event, fill::map(&hook.input, &part.values))
    };
    fire(cx, &part.place, event).await;
}

/// Hooks about the task list.
pub(in crate::simulator::actor) async fn task_hook(
    cx: &Cx,
    place: &Place,
    event: &str,
    id: u32,
    subject: &str,
    description: &str,
) {
    let own = fields(json!({
        "task_id": id.to_string(),
        "task_subject": subject,
        "task_description": description,
    }));
    fire(cx, place, Event::new(event, own)).await;
}

impl World {
    /// The API gave up: told in place of an answer.
    pub(in crate::simulator::actor) fn api_error(failure: &Failure) -> ApiError {
        let status = failure.status;
        let kind = match status {
            Some(400) => "invalid_request_error",
            Some(401) => "authentication_error",
            Some(403) => "permission_error",
            Some(404) => "not_found_error",
            Some(429) => "rate_limit_error",
            Some(529) => "overloaded_error",
            _ => "api_error",
        };
        let word = match status {
            Some(401) => "authentication_failed",
            Some(429) => "rate_limit",
            Some(404) => "model_not_found",
            Some(500..=599) => "server_error",
            _ => "unknown",
        };
        let usual = match status {
            Some(status) => format!("API Error: {status} the request failed"),
            None => "API Error: Connection error.".to_owned(),
        };
        ApiError {
            text: failure.text.clone().unwrap_or(usual),
            word: word.to_owned(),
            status,
            kind: status.map(|_| kind.to_owned()),
            connection: status.is_none().then(|| "connection_error".to_owned()),
        }
    }

    /// Says it.
    pub(in crate::simulator::actor) fn say_api_error(&mut self, error: &ApiError) {
        let stamp = self.stamp();
        let (message, request) = (self.ids.uuid(), self.ids.api_request());
        let request = error.status.is_some().then_some(request.as_str());
        self.emit(&assistant::api_error(&stamp, &message, request, error));
    }
}

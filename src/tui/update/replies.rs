//! PURE. What came of our own requests to the CLI. Owns: telling it, in words that say what to do where it went wrong.

use super::{composing, panes, program};
use crate::session::Reply;
use crate::tui::effect::Effect;
use crate::tui::model::{Model, Purpose, Receipt, SeatKey};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::reader::Source;
use crate::tui::panes::context_use;
use crate::tui::widgets::text::{amount, duration};
use crate::wire::control::ResponseBody;
use crate::wire::requests::{BackgroundTasksResponse, InterruptResponse, TaskOutputResponse};

/// A control request of ours was answered, or never will be.
pub(super) fn replied(model: &mut Model, key: SeatKey, ticket: u64, reply: Reply) -> Vec<Effect> {
    let Some(purpose) = model
        .seat_of(key)
        .and_then(|seat| seat.purposes.remove(&ticket))
    else {
        return Vec::new();
    };
    match reply {
        Reply::Answered(body) => answered(model, key, purpose, &body),
        Reply::Accepted => Vec::new(),
        Reply::Gone { .. } | Reply::Unwritable { .. } if matches!(purpose, Purpose::Prompt(_)) => {
            if let Purpose::Prompt(text) = &purpose {
                composing::not_sent(model, key, text);
            }
            model.warn("the prompt was not sent: the session is over or ending");
            Vec::new()
        }
        failed => {
            if purpose == Purpose::Initialize {
                program::keep_prompt(model, key);
            }
            let why = in_words(&failed, &purpose);
            not_answered(model, key, &purpose, why);
            Vec::new()
        }
    }
}

fn answered(model: &mut Model, key: SeatKey, purpose: Purpose, body: &ResponseBody) -> Vec<Effect> {
    match purpose {
        Purpose::Interrupt => {
            let words = receipt(body);
            keep_receipt(model, key, &words, true);
            model.tell(words);
        }
        Purpose::Tell(words) => {
            let told: BackgroundTasksResponse =
                serde_json::from_value(body.payload()).unwrap_or_default();
            if told.backgrounded == Some(false) {
                model.warn("it could not be sent to the background: it may be over already");
            } else {
                model.tell(words);
            }
        }
        Purpose::Mode(mode) => model.tell(format!("permission mode: {mode}")),
        Purpose::ContextUse => {
            let told = serde_json::from_value(body.payload()).unwrap_or_default();
            let text = context_use::text(&told, &model.theme);
            fill(model, &Source::ContextUse, text);
        }
        Purpose::TaskOutput(id) => {
            let told = serde_json::from_value(body.payload()).unwrap_or_default();
            fill(model, &Source::Task(id), output(told));
        }
        Purpose::Server(words) => {
            model.tell(words);
            return model
                .seat_of(key)
                .map(panes::ask_servers)
                .unwrap_or_default();
        }
        Purpose::Initialize => return program::first_prompt(model, key),
        Purpose::Withdraw { text, .. } => composing::withdrawn(model, key, &text, body),
        Purpose::Quiet | Purpose::Prompt(_) => {}
    }
    Vec::new()
}

/// The receipt of an interrupt.
fn receipt(body: &ResponseBody) -> String {
    let told: InterruptResponse = serde_json::from_value(body.payload()).unwrap_or_default();
    let prompts = |count: usize, what: &str| match count {
        0 => String::new(),
        1 => format!(", 1 prompt {what}"),
        count => format!(", {count} prompts {what}"),
    };
    format!(
        "the CLI acknowledged the interrupt{}{}",
        prompts(told.still_queued.len(), "still queued"),
        prompts(told.cancelled.len(), "dropped")
    )
}

fn keep_receipt(model: &mut Model, key: SeatKey, words: &str, acknowledged: bool) {
    if let Some(seat) = model.seat_of(key) {
        seat.receipt = Some(Receipt {
            at: seat.now,
            words: words.to_owned(),
            acknowledged,
        });
    }
}

/// The output of a task, with how much of it this is.
fn output(told: TaskOutputResponse) -> String {
    let text = told.output.unwrap_or_default();
    let size = told.total_bytes.map_or_else(String::new, |total| {
        if told.truncated == Some(true) {
            format!("[the end of {} bytes]\n\n", amount(total))
        } else {
            format!("[all of {} bytes]\n\n", amount(total))
        }
    });
    match text.as_str() {
        "" => format!("{size}It has written nothing yet."),
        text => format!("{size}{text}"),
    }
}

/// Puts a text where it is waited for; if nobody waits any more, nobody is disturbed.
fn fill(model: &mut Model, source: &Source, text: String) {
    let screen = model.size;
    let waiting = model
        .overlays
        .iter_mut()
        .rev()
        .find_map(|overlay| match overlay {
            Overlay::Reader(reader) if reader.source.as_ref() == Some(source) => Some(reader),
            _ => None,
        });
    if let Some(reader) = waiting {
        reader.fill(text, screen);
    }
}

fn in_words(reply: &Reply, purpose: &Purpose) -> String {
    match (reply, purpose) {
        (Reply::Refused { code, error, .. }, Purpose::Mode(mode)) => match code.as_deref() {
            Some("bypass_not_launched") => super::settings::NOT_LAUNCHED.to_owned(),
            Some("invalid_mode") => format!("this CLI does not know the mode {mode}"),
            _ => format!("the mode stays as it is: {error}"),
        },
        (Reply::Refused { error, .. }, Purpose::Initialize) => {
            format!("the CLI could not start: {error}")
        }
        (Reply::Refused { error, .. }, Purpose::Server(_)) => {
            format!("the server stays as it is: {error}")
        }
        (
            Reply::Refused {
                operation, error, ..
            },
            _,
        ) => {
            format!("the CLI refused {operation}: {error}")
        }
        (Reply::TimedOut { after, .. }, Purpose::Interrupt) => format!(
            "the CLI did not acknowledge the interrupt within {}: end the session if it hangs",
            duration(*after)
        ),
        (
            Reply::TimedOut {
                operation, after, ..
            },
            _,
        ) => {
            format!(
                "the CLI did not answer {operation} within {}",
                duration(*after)
            )
        }
        (Reply::Gone { operation }, _) => {
            format!("the session is over: {operation} was not answered")
        }
        (Reply::Unwritable { error }, _) => format!("it could not be sent: {error}"),
        (Reply::Answered(_) | Reply::Accepted, _) => String::new(),
    }
}

fn not_answered(model: &mut Model, key: SeatKey, purpose: &Purpose, why: String) {
    match purpose {
        Purpose::Interrupt => keep_receipt(model, key, &why, false),
        Purpose::ContextUse => fill(model, &Source::ContextUse, why.clone()),
        Purpose::TaskOutput(id) => fill(model, &Source::Task(id.clone()), why.clone()),
        // The end of the process is told where it is seen; nobody waits for these.
        Purpose::Quiet | Purpose::Initialize if model.seat_of(key).is_some_and(is_over) => return,
        _ => {}
    }
    model.warn(why);
}

fn is_over(seat: &mut crate::tui::model::Seat) -> bool {
    seat.live.state().life.exit.is_some()
}

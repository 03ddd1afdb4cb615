//! PURE. What is answered. Owns: that an answer goes to the request that is shown, by its id, and only once it is armed; what
//! each answer is. What was answered is told only when it was on the wire (`panes::request::observe`).

use super::{back, go};
use crate::session::{Answer, Input};
use crate::tools::declared::Reply;
use crate::trace::DecidedBy;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::model::{Focus, Model};
use crate::tui::overlays::picker::Of;
use crate::tui::panes::request::form::Button;
use crate::tui::panes::request::{Matter, Request, Stage};
use crate::tui::update::sessions::outputs;
use crate::wire::elicitation::{ElicitationAnswer, UserDialogAnswer};
use crate::wire::permission::{Classification, PermissionAnswer};
use serde_json::Value;

/// What the model is told of a plain no.
const NO: &str = "The user denied this call.";
const NO_ANSWER: &str = "The user declined to answer the questions.";

/// The request that is shown, if it can be answered now; else the person is told why not.
pub(super) fn ready(model: &mut Model) -> Option<Of> {
    let clock = model.clock;
    let seat = model.seat()?;
    let Some(request) = seat.requests.current() else {
        model.warn("that request is gone: it was withdrawn or answered");
        if model.focus == Focus::Request {
            back(model);
        }
        return None;
    };
    if let Some(gone) = request.gone.clone() {
        model.warn(gone);
        return None;
    }
    if !seat.requests.armed(clock) {
        if let Some(seat) = model.seat_mut() {
            seat.requests.too_early(clock);
        }
        model.warn("that request has only just appeared: look at it, then answer");
        return None;
    }
    Some(Of {
        key: seat.key,
        id: request.id.clone(),
    })
}

fn shown_request<'a>(model: &'a Model, of: &Of) -> Option<&'a Request> {
    model.seat()?.requests.get(&of.id)
}

/// Sends an answer to a request of the CLI.
pub(super) fn send(model: &mut Model, of: &Of, answer: Answer, words: &str) -> Vec<Effect> {
    let Some(seat) = model.seat_of(of.key) else {
        return Vec::new();
    };
    let state = seat.live.state();
    let waits = state
        .pending
        .get(crate::session::Origin::Cli, &of.id)
        .is_some();
    let open = seat
        .requests
        .get(&of.id)
        .is_some_and(|request| request.gone.is_none());
    if !(waits && open) {
        model.warn("that request is gone: it was withdrawn or answered");
        return Vec::new();
    }
    let (at, id) = (seat.now, of.id.clone());
    let held = state.life.paused;
    let out = seat.live.handle(Input::Answer { at, id, answer });
    seat.requests.answered(&of.id, words.to_owned());
    let effects = outputs(of.key, out);
    if held {
        model.tell(format!("held until you resume: {words}"));
    }
    after(model);
    effects
}

/// Sends a decision.
pub(super) fn decide(
    model: &mut Model,
    of: &Of,
    answer: PermissionAnswer,
    words: &str,
) -> Vec<Effect> {
    let by = DecidedBy::Key;
    send(model, of, Answer::Permission { answer, by }, words)
}

/// Answers a tool that is answered by hand.
fn reply(model: &mut Model, of: &Of, number: u64, reply: Reply) -> Vec<Effect> {
    if let Some(seat) = model.seat_of(of.key) {
        seat.requests.answered(&of.id, String::new());
    }
    after(model);
    vec![Effect::Reply(number, reply)]
}

/// After an answer comes the next request, which is not armed yet; after the last one the person is where they were.
fn after(model: &mut Model) {
    let waits = |seat: &crate::tui::model::Seat| seat.requests.current().is_some();
    if model.focus == Focus::Request && !model.seat().is_some_and(waits) {
        back(model);
    }
}

/// Yes, this once.
pub(super) fn allow(model: &mut Model) -> Vec<Effect> {
    let Some(of) = ready(model) else {
        return Vec::new();
    };
    let Some(request) = shown_request(model, &of) else {
        return Vec::new();
    };
    let name = request.name();
    let (answer, words) = match (&request.matter, &request.stage) {
        (Matter::Plan(_, form), _) => {
            let (words, mode) = form.mode();
            let answer = form.plan.approve(mode);
            (answer, format!("approved the plan, going on: {words}"))
        }
        (Matter::Tool(_), Stage::Review(input)) => {
            let answer = PermissionAnswer::allow_with(input.clone());
            (answer, format!("allowed {name} once, as you changed it"))
        }
        (Matter::Tool(_), _) => (PermissionAnswer::allow(), format!("allowed {name} once")),
        (Matter::Server(..) | Matter::Hand(..), _) => return button(model, Button::Send),
        (Matter::Questions(..) | Matter::Dialog(..), _) => return Vec::new(),
    };
    decide(model, &of, answer, &words)
}

/// Yes, and for the rest of the session.
pub(super) fn allow_session(model: &mut Model) -> Vec<Effect> {
    let Some(of) = ready(model) else {
        return Vec::new();
    };
    let request = shown_request(model, &of);
    let Some((update, rule)) = request.and_then(|request| request.for_session.clone()) else {
        return Vec::new();
    };
    let name = request.map_or_else(String::new, Request::name);
    let answer = PermissionAnswer::Allow {
        updated_input: None,
        updated_permissions: vec![update],
        classification: Some(Classification::UserTemporary),
    };
    let words = format!("allowed {name}, and for this session: {rule}");
    decide(model, &of, answer, &words)
}

/// No.
pub(super) fn deny(model: &mut Model) -> Vec<Effect> {
    let Some(of) = ready(model) else {
        return Vec::new();
    };
    let seat = model.seat_mut();
    if let Some(request) = seat.and_then(|seat| seat.requests.current_mut())
        && let Matter::Questions(_, form) = &mut request.matter
        && !form.declines()
    {
        let key = model.keymap.key_for(model.context(), Action::Deny);
        let key = key.map_or_else(String::new, |key| key.to_string());
        model.warn(format!("{key} again declines, and your answers are lost"));
        return Vec::new();
    }
    let Some(request) = shown_request(model, &of) else {
        return Vec::new();
    };
    let name = request.name();
    let (answer, words) = match &request.matter {
        Matter::Tool(_) => (PermissionAnswer::deny(NO), format!("denied {name}")),
        Matter::Questions(..) => (
            PermissionAnswer::deny(NO_ANSWER),
            "declined to answer".to_owned(),
        ),
        Matter::Plan(_, form) => (form.plan.reject(""), "sent the plan back".to_owned()),
        Matter::Server(..) | Matter::Hand(..) => return button(model, Button::Decline),
        Matter::Dialog(..) => return button(model, Button::Cancel),
    };
    decide(model, &of, answer, &words)
}

/// No, with what was typed.
pub(super) fn deny_with_message(model: &mut Model) -> Vec<Effect> {
    let Some(of) = ready(model) else {
        return Vec::new();
    };
    let Some(request) = shown_request(model, &of) else {
        return Vec::new();
    };
    let message = request.message.text();
    if message.trim().is_empty() {
        model.warn("type a message first, or leave");
        return Vec::new();
    }
    let name = request.name();
    let (answer, words) = match &request.matter {
        Matter::Plan(_, form) => (
            form.plan.reject(message),
            "sent the plan back with your words".to_owned(),
        ),
        Matter::Hand(number, ..) => {
            let number = *number;
            return reply(model, &of, number, Reply::Refused(message));
        }
        _ => (
            PermissionAnswer::deny(message),
            format!("denied {name} with your words"),
        ),
    };
    decide(model, &of, answer, &words)
}

/// No, and the turn ends.
pub(super) fn deny_and_interrupt(model: &mut Model) -> Vec<Effect> {
    let Some(of) = ready(model) else {
        return Vec::new();
    };
    let name = shown_request(model, &of).map_or_else(String::new, Request::name);
    let answer = PermissionAnswer::deny_and_interrupt(NO);
    let words = format!("denied {name} and interrupted the turn");
    decide(model, &of, answer, &words)
}

/// The answers to questions.
pub(super) fn questions(model: &mut Model, answer: PermissionAnswer) -> Vec<Effect> {
    match ready(model) {
        Some(of) => decide(model, &of, answer, "answered the questions"),
        None => Vec::new(),
    }
}

/// A button of a form.
pub(super) fn button(model: &mut Model, button: Button) -> Vec<Effect> {
    let Some(of) = ready(model) else {
        return Vec::new();
    };
    let request = model
        .seat_mut()
        .and_then(|seat| seat.requests.current_mut());
    let Some(request) = request else {
        return Vec::new();
    };
    let name = request.name();
    match &mut request.matter {
        Matter::Server(asked, form) => {
            let is_form = asked.requested_schema.is_some()
                && asked.mode == crate::wire::elicitation::ElicitationMode::Form;
            let (answer, words) = match button {
                Button::Decline => (ElicitationAnswer::Decline, "declined to answer"),
                Button::Cancel => (ElicitationAnswer::Cancel, "gave no answer to"),
                Button::Send if !is_form => {
                    (ElicitationAnswer::Accept { content: None }, "accepted")
                }
                Button::Send => match form.content() {
                    Ok(content) => {
                        let content = Some(content);
                        (ElicitationAnswer::Accept { content }, "answered")
                    }
                    Err(why) => {
                        model.warn(why);
                        return Vec::new();
                    }
                },
            };
            let payload = Answer::of(&answer.to_wire());
            send(model, &of, payload, &format!("{words} {name}"))
        }
        Matter::Dialog(..) => {
            let payload = Answer::of(&UserDialogAnswer::Cancelled.to_wire());
            send(model, &of, payload, &format!("closed the dialog {name}"))
        }
        Matter::Hand(number, question, form) => {
            let number = *number;
            let answer = match (button, question.output_schema.is_some()) {
                (Button::Decline | Button::Cancel, _) => Ok(Reply::Refused(String::new())),
                (Button::Send, true) => form
                    .content()
                    .map(|content| Reply::Structured(Value::Object(content))),
                (Button::Send, false) => match form.words() {
                    Some(words) if !words.trim().is_empty() => Ok(Reply::Text(words)),
                    _ => Err("type an answer first, or refuse".to_owned()),
                },
            };
            match answer {
                Ok(answer) => reply(model, &of, number, answer),
                Err(why) => {
                    model.warn(why);
                    Vec::new()
                }
            }
        }
        Matter::Tool(_) | Matter::Questions(..) | Matter::Plan(..) => Vec::new(),
    }
}

/// A chord from wherever the person is: it answers what is shown, unless that has to be looked at.
pub(super) fn shown(model: &mut Model, yes: bool) -> Vec<Effect> {
    if model
        .seat()
        .is_none_or(|seat| seat.requests.current().is_none() || seat.requests.is_recorded())
    {
        go(model);
    }
    let Some(of) = ready(model) else {
        return Vec::new();
    };
    let Some(request) = shown_request(model, &of) else {
        return Vec::new();
    };
    if !request.quick() || !matches!(request.stage, Stage::Look) {
        go(model);
        model.warn("this one has to be looked at: answer it here");
        return Vec::new();
    }
    if yes { allow(model) } else { deny(model) }
}

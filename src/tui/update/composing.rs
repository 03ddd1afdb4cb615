//! PURE. Composing prompts: typing, completing, sending, taking back, looking at those of before.
//! Does not own: the text itself (`panes::composer`), what is kept of it (`keeping`).

use super::keeping::keep;
use super::sessions::outputs;
use crate::session::Command;
use crate::tui::action::Action;
use crate::tui::effect::{Edit, Effect, Job, Keep};
use crate::tui::model::{Focus, Model, Purpose, Seat, SeatKey};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::picker::{Choice, Picker, Row};
use crate::tui::panes::composer::completion::{
    Completion, Kind, Listed, fitting_commands, fitting_paths,
};
use crate::tui::panes::composer::{Place, newest_to_withdraw, text_width};
use crate::wire::Prompt;
use crate::wire::control::ResponseBody;
use crossterm::event::KeyEvent;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// Characters of a prompt of before that can be searched.
const SEARCHED: usize = 300;

/// Why an action cannot be used now.
pub(super) fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    let seat = model.seat();
    match action {
        Action::Send if seat.is_none_or(|seat| seat.live.state().life.exit.is_some()) => {
            Some("the session is over")
        }
        Action::Send if seat.is_some_and(|seat| seat.live.closing()) => {
            Some("the session is being ended")
        }
        Action::Send if seat.is_some_and(|seat| seat.composer.is_blank()) => {
            Some("type something first")
        }
        Action::ClearPrompt if seat.is_some_and(|seat| seat.composer.is_empty()) => {
            Some("nothing is typed")
        }
        Action::Withdraw => why_no_withdrawal(seat?),
        Action::History if model.history.is_empty() => Some("there are no prompts of before"),
        _ => None,
    }
}

fn why_no_withdrawal(seat: &Seat) -> Option<&'static str> {
    let waits = newest_to_withdraw(seat.live.state(), |_| false).is_some();
    (!waits).then_some("no prompt waits for its turn")
}

/// Performs what comes before everything else while one types: keys for what is offered, and Enter where it sends
/// nothing.
pub(super) fn first(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let typing = model.focus == Focus::Composer && model.replay().is_none();
    if !model.overlays.is_empty() || !typing {
        return None;
    }
    let composer = &mut model.seat_mut()?.composer;
    let offered = composer.completion.as_mut();
    let (open, complete) = offered.as_ref().map_or((false, false), |offered| {
        (!offered.offers.is_empty(), offered.is_complete())
    });
    match (action, offered) {
        (Action::HistoryBack, Some(offered)) if open => offered.move_by(-1),
        (Action::HistoryForward, Some(offered)) if open => offered.move_by(1),
        (Action::Leave, Some(_)) => {
            composer.close_offers();
        }
        (Action::Complete, _) if open => {
            composer.complete();
            return Some(refresh(model));
        }
        (Action::Send, _) => return enter(model, open && !complete),
        _ => return None,
    }
    Some(Vec::new())
}

/// Enter where it does not send: it completes, makes a new line, or does nothing.
fn enter(model: &mut Model, completes: bool) -> Option<Vec<Effect>> {
    let composer = &mut model.seat_mut()?.composer;
    if composer.is_blank() {
        return Some(Vec::new());
    }
    let done = if completes {
        composer.complete()
    } else {
        composer.continues_line()
    };
    done.then(|| refresh(model))
}

/// Performs it, if it is about composing.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let width = text_width(model.size.width);
    match action {
        Action::Send => return send(model),
        Action::NewLine if model.focus == Focus::Composer => {
            model.seat_mut()?.composer.insert("\n");
        }
        Action::HistoryBack => {
            let seat = model.seats.get_mut(model.front)?;
            seat.composer.up(width, &model.history);
        }
        Action::HistoryForward => {
            let seat = model.seats.get_mut(model.front)?;
            seat.composer.down(width, &model.history);
        }
        Action::Complete => return complete(model),
        Action::Editor => {
            let text = model.seat()?.composer.text();
            return Some(vec![Effect::Edit(text, Edit::Prompt)]);
        }
        Action::ClearPrompt => {
            model.seat_mut()?.composer.clear();
            model.focus = Focus::Composer;
        }
        Action::Withdraw => return withdraw(model),
        Action::History => {
            search(model);
            return Some(Vec::new());
        }
        _ => return None,
    }
    Some(refresh(model))
}

/// A key that is typed.
pub(super) fn typed(model: &mut Model, event: KeyEvent) -> Vec<Effect> {
    if let Some(seat) = model.seat_mut() {
        seat.composer.key(event);
    }
    refresh(model)
}

/// Text that is pasted.
pub(super) fn pasted(model: &mut Model, text: &str) -> Vec<Effect> {
    if let Some(seat) = model.seat_mut() {
        seat.composer.paste(text);
    }
    refresh(model)
}

/// Text that comes back from the editor. If it is the same, pastes stay folded.
pub(super) fn edited(model: &mut Model, text: &str) {
    if let Some(seat) = model.seat_mut()
        && seat.composer.text().trim_end_matches('\n') != text
    {
        seat.composer.set(text);
    }
    refresh(model);
}

/// Looks again at what could follow.
fn refresh(model: &mut Model) -> Vec<Effect> {
    let clock = model.clock;
    let Some(seat) = model.seats.get_mut(model.front) else {
        return Vec::new();
    };
    seat.composer.note_changes(clock);
    let before = seat.composer.completion.take();
    let Some(trigger) = seat.composer.trigger() else {
        return Vec::new();
    };
    let mut effects = Vec::new();
    let mut reading = false;
    let offers = match trigger.kind {
        Kind::Command => fitting_commands(&seat.live.state().facts.commands, &trigger.query),
        Kind::Path => {
            let folder = seat.folder().to_owned();
            if model.files.ask(&folder, clock) {
                let otherwise = seat.live.cwd().to_owned();
                effects.push(Effect::Work(Job::Paths {
                    folder: folder.clone(),
                    otherwise,
                }));
            }
            reading = model.files.reading(&folder);
            fitting_paths(model.files.of(&folder), &trigger.query)
        }
    };
    let mut completion = Completion::new(trigger, offers, reading);
    if let Some(before) = before {
        completion.keep(&before);
    }
    seat.composer.completion = Some(completion).filter(Completion::is_worth_showing);
    effects
}

fn complete(model: &mut Model) -> Option<Vec<Effect>> {
    let composer = &mut model.seat_mut()?.composer;
    if composer.unfold() {
        return Some(refresh(model));
    }
    if composer.is_empty() {
        return super::moving::perform(model, Action::NextPane);
    }
    composer.reopen_offers();
    let effects = refresh(model);
    if model.seat()?.composer.completion.is_none() {
        model.tell("nothing to complete here");
    }
    Some(effects)
}

fn send(model: &mut Model) -> Option<Vec<Effect>> {
    let seat = model.seat_mut()?;
    let text = seat.composer.take();
    seat.composer.saved();
    let prompt = Prompt::text(text.as_str(), uuid::Uuid::new_v4().to_string());
    let ticket = seat.ticket();
    seat.purposes.insert(ticket, Purpose::Prompt(text.clone()));
    let out = seat.command(Command::Prompt { ticket, prompt });
    seat.conversation.to_bottom();
    let (key, folder) = (seat.key, seat.live.cwd().to_owned());
    let demo = seat.demo;
    let mut effects = outputs(key, out);
    let new = model.history.push(&text, &folder);
    if demo {
        return Some(effects);
    }
    if new {
        let folder = folder.clone();
        effects.push(keep(Keep::Prompt { text, folder }));
    }
    // Another session in the same place may have a draft: that is the one to keep then.
    let elsewhere = model
        .seats
        .iter()
        .find(|seat| seat.key != key && seat.live.cwd() == folder && !seat.composer.is_blank());
    let pieces = elsewhere.map_or_else(Vec::new, |seat| seat.composer.pieces());
    effects.push(keep(Keep::Draft { folder, pieces }));
    Some(effects)
}

/// A prompt did not get on its way: it is not lost.
pub(super) fn not_sent(model: &mut Model, key: SeatKey, text: &str) {
    if let Some(seat) = model.seat_of(key)
        && seat.composer.is_blank()
    {
        seat.composer.set(text);
    }
    refresh(model);
}

fn withdraw(model: &mut Model) -> Option<Vec<Effect>> {
    let seat = model.seat_mut()?;
    let asked = |uuid: &str| {
        let about = |purpose: &Purpose| matches!(purpose, Purpose::Withdraw { uuid: asked, .. } if asked == uuid);
        seat.purposes.values().any(about)
    };
    let newest = newest_to_withdraw(seat.live.state(), asked)?;
    let (uuid, text) = (newest.uuid.to_owned(), newest.text.to_owned());
    let key = seat.key;
    if newest.place == Place::Held {
        // It never left: nobody has to be asked.
        let out = seat.command(Command::TakeBack { uuid });
        give_back(model, key, &text);
        return Some(outputs(key, out));
    }
    let body = json!({"message_uuid": uuid});
    let purpose = Purpose::Withdraw { uuid, text };
    let out = seat.request("cancel_async_message", body, purpose);
    Some(outputs(key, out))
}

/// The CLI has said whether it gave a prompt back.
pub(super) fn withdrawn(model: &mut Model, key: SeatKey, text: &str, body: &ResponseBody) {
    let payload = body.payload();
    let cancelled = payload
        .get("cancelled")
        .and_then(serde_json::Value::as_bool);
    if cancelled != Some(true) {
        model.warn("too late: the agent has started on that prompt already");
        return;
    }
    give_back(model, key, text);
}

/// A prompt that was taken back is not lost.
fn give_back(model: &mut Model, key: SeatKey, text: &str) {
    let Some(seat) = model.seat_of(key) else {
        return;
    };
    if seat.composer.is_blank() {
        seat.composer.set(text);
        model.tell("taken back: the prompt is here again");
    } else {
        let folder = seat.live.cwd().to_owned();
        model.history.push(text, &folder);
        model.tell("taken back: the prompt is among those of before");
    }
    refresh(model);
}

/// Opens the prompts of before, to be searched.
fn search(model: &mut Model) {
    let here = model.seat().map(|seat| seat.live.cwd().to_owned());
    let row = |(number, past): (usize, &crate::tui::panes::composer::Past)| {
        let lines = past.text.lines().count();
        let start: String = past.text.chars().take(SEARCHED).collect();
        let elsewhere = here.as_deref() != Some(&past.folder);
        let folder = past.folder.file_name().filter(|_| elsewhere);
        Row {
            value: number.to_string(),
            label: start.split_whitespace().collect::<Vec<_>>().join(" "),
            detail: if lines > 1 {
                format!("{lines} lines")
            } else {
                String::new()
            },
            aside: folder.map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            why_not: None,
        }
    };
    let rows = model.history.iter().enumerate().rev().map(row).collect();
    let picker = Picker::new("Prompts of before", Choice::Prompt, rows, "");
    model.overlays.push(Overlay::Picker(picker));
}

/// A prompt of before was chosen, by its number.
pub(super) fn recall(model: &mut Model, value: &str) -> Vec<Effect> {
    if let Ok(number) = value.parse()
        && let Some(seat) = model.seats.get_mut(model.front)
    {
        seat.composer.recall(number, &model.history);
        model.focus = Focus::Composer;
    }
    refresh(model)
}

/// The files of a folder have been listed.
pub(super) fn listed(model: &mut Model, folder: &Path, listed: Arc<Vec<Listed>>) -> Vec<Effect> {
    model.files.came(folder, listed, model.clock);
    refresh(model)
}

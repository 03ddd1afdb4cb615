//! PURE. Pausing, interrupting, ending the session. Owns: what each asks of the session, and what is asked of the person
//! before. Does not own: what came of it (`replies`).

use super::sessions::outputs;
use super::{ending, why_not};
use crate::session::{Command, Phase};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::keymap::Context;
use crate::tui::model::{Model, Purpose, Seat};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::confirm::{Confirm, Then};
use crate::tui::overlays::reader::{Reader, Source};
use crate::tui::panes::pending;
use crate::wire::requests::Interrupt;
use std::time::Duration;

/// How long a second Ctrl+C may take.
const TWICE: Duration = Duration::from_secs(2);

/// Performs it, if it is about that.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::Pause => pause(model),
        Action::Held => {
            let mut reader = Reader::new("Held", held_now(model)?);
            reader.source = Some(Source::Held);
            model.overlays.push(Overlay::Reader(reader));
            Some(Vec::new())
        }
        Action::Interrupt => interrupt(model),
        Action::InterruptOrQuit => interrupt_or_quit(model),
        Action::Cancel => {
            ask_cancel(model);
            Some(Vec::new())
        }
        _ => None,
    }
}

fn held_now(model: &Model) -> Option<String> {
    let key = model.keymap.key_for(Context::Overlay, Action::Withdraw);
    let key = key.map(|key| key.to_string());
    Some(pending::held(model.seat()?, key.as_deref()))
}

/// The list of what is held shows what is held now.
pub(super) fn held_again(model: &mut Model) {
    if !model.overlays.last().is_some_and(Overlay::is_held_list) {
        return;
    }
    let (text, screen) = (held_now(model), model.size);
    if let (Some(text), Some(Overlay::Reader(reader))) = (text, model.overlays.last_mut())
        && reader.text != text
    {
        reader.fill(text, screen);
    }
}

fn command(model: &mut Model, command: Command) -> Option<Vec<Effect>> {
    let seat = model.seat_mut()?;
    let out = seat.command(command);
    Some(outputs(seat.key, out))
}

fn pause(model: &mut Model) -> Option<Vec<Effect>> {
    let paused = model.seat()?.live.state().life.paused;
    command(
        model,
        if paused {
            Command::Resume
        } else {
            Command::Pause
        },
    )
}

fn interrupt(model: &mut Model) -> Option<Vec<Effect>> {
    let seat = model.seat_mut()?;
    seat.receipt = None;
    let out = seat.ask(&Interrupt::default(), Purpose::Interrupt);
    let effects = outputs(seat.key, out);
    model.tell("interrupting");
    Some(effects)
}

/// Whether the agent works.
pub fn busy(seat: &Seat) -> bool {
    let state = seat.live.state();
    seat.replay.is_none()
        && state.life.exit.is_none()
        && state.phase() != Phase::Idle
        && state.busy()
}

fn interrupt_or_quit(model: &mut Model) -> Option<Vec<Effect>> {
    if model.quit_until.is_some() {
        return Some(ending::quit(model));
    }
    model.quit_until = Some(model.clock + TWICE);
    let key = model
        .keymap
        .key_for(model.context(), Action::InterruptOrQuit);
    let again = key.map_or_else(|| "once more".to_owned(), |key| format!("{key} once more"));
    if why_not(model, Action::Interrupt).is_none() {
        let effects = interrupt(model);
        model.tell(format!("interrupting; {again} quits"));
        return effects;
    }
    model.tell(format!("nothing runs; {again} quits"));
    Some(Vec::new())
}

fn ask_cancel(model: &mut Model) {
    model.overlays.push(Overlay::Confirm(Confirm {
        question: "End the session?".to_owned(),
        about: vec![
            "The turn is interrupted and the CLI's input is closed; if it does not end by itself, it gets SIGTERM, then SIGKILL.".to_owned(),
            "The State pane shows each step. The conversation stays here to be looked at.".to_owned(),
        ],
        then: Then::Cancel,
        not_before: model.clock,
    }));
}

/// Ends the session; the person has said yes.
pub(super) fn cancel(model: &mut Model) -> Vec<Effect> {
    command(model, Command::Cancel).unwrap_or_default()
}

//! PURE. Steering the session and the program: sending, pausing, interrupting, modes, overlays, quitting.

use super::sessions::outputs;
use crate::session::{Command, Phase};
use crate::tui::action::Action;
use crate::tui::effect::{Edit, Effect};
use crate::tui::model::{Focus, Model, Pane, Purpose, Seat};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::confirm::{Confirm, Then};
use crate::wire::Prompt;
use serde_json::json;
use std::time::Duration;

/// How long a second Ctrl+C may take.
const TWICE: Duration = Duration::from_secs(2);
/// The modes that Shift+Tab goes through.
const MODES: [&str; 4] = ["default", "acceptEdits", "plan", "dontAsk"];

/// Why an action cannot be used now.
pub(super) fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    let seat = model.seat();
    let over = seat.is_none_or(|seat| seat.live.state().life.exit.is_some());
    let none_waits = match action {
        // Those go to another session, if something waits there.
        Action::ToRequest | Action::NextAttention | Action::AllowShown | Action::DenyShown => {
            model.seats.iter().all(|seat| seat.requests.is_empty())
        }
        // A late key is told that the request is gone.
        _ => seat.is_none_or(|seat| {
            seat.requests.current().is_none() && !seat.requests.just_gone(model.clock)
        }),
    };
    match action {
        Action::Send if seat.is_some_and(|seat| seat.composer.text().trim().is_empty()) => {
            Some("type something first")
        }
        Action::Send | Action::Pause | Action::Interrupt | Action::CycleMode | Action::Cancel
            if over =>
        {
            Some("the session is over")
        }
        Action::ToRequest
        | Action::NextAttention
        | Action::Allow
        | Action::AllowSession
        | Action::AllowAlways
        | Action::AllowShown
        | Action::EditInput
        | Action::Deny
        | Action::DenyShown
        | Action::DenyWithMessage
        | Action::DenyAndInterrupt
        | Action::NextRequest
        | Action::PreviousRequest
            if none_waits =>
        {
            Some("nothing waits for you")
        }
        _ => None,
    }
}

/// Performs it.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::Send => return send(model),
        Action::NewLine => model.seat_mut()?.composer.insert("\n"),
        Action::HistoryBack => {
            let composer = &mut model.seat_mut()?.composer;
            if composer.at_edge().0 {
                composer.history_back();
            }
        }
        Action::HistoryForward => {
            let composer = &mut model.seat_mut()?.composer;
            if composer.at_edge().1 {
                composer.history_forward();
            }
        }
        Action::Editor => {
            let text = model.seat()?.composer.text();
            return Some(vec![Effect::Edit(text, Edit::Prompt)]);
        }
        Action::Leave => leave(model),
        Action::Pause => return pause(model),
        Action::Interrupt => return interrupt(model),
        Action::InterruptOrQuit => return interrupt_or_quit(model),
        Action::Cancel => ask_cancel(model),
        Action::CycleMode => return Some(cycle_mode(model)),
        Action::Help => model
            .overlays
            .push(Overlay::Help(crate::tui::overlays::help::Help::default())),
        Action::ToggleMouse => {
            model.mouse = !model.mouse;
            return Some(vec![Effect::Mouse(model.mouse)]);
        }
        Action::Suspend => return Some(vec![Effect::Suspend]),
        Action::Redraw => return Some(vec![Effect::Redraw]),
        Action::Quit => return Some(quit(model)),
        _ => return None,
    }
    Some(Vec::new())
}

fn leave(model: &mut Model) {
    model.focus = match model.focus {
        Focus::Composer => Focus::Pane(Pane::Conversation),
        _ => Focus::Composer,
    };
}

fn send(model: &mut Model) -> Option<Vec<Effect>> {
    let seat = model.seat_mut()?;
    let text = seat.composer.take();
    let prompt = Prompt::text(text, uuid::Uuid::new_v4().to_string());
    let ticket = seat.ticket();
    let out = seat.command(Command::Prompt { ticket, prompt });
    seat.conversation.to_bottom();
    Some(outputs(seat.key, out))
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
    let out = seat.request("interrupt", json!({}), Purpose::Interrupt);
    let effects = outputs(seat.key, out);
    model.tell("interrupting");
    Some(effects)
}

fn busy(seat: &Seat) -> bool {
    let state = seat.live.state();
    state.life.exit.is_none() && !matches!(state.phase(), Phase::Idle) && state.busy()
}

fn interrupt_or_quit(model: &mut Model) -> Option<Vec<Effect>> {
    if model.quit_until.is_some() {
        return Some(quit(model));
    }
    model.quit_until = Some(model.clock + TWICE);
    let effects = match model.seat() {
        Some(seat) if busy(seat) => interrupt(model)?,
        _ => Vec::new(),
    };
    model.tell("once more to quit");
    Some(effects)
}

fn ask_cancel(model: &mut Model) {
    model.overlays.push(Overlay::Confirm(Confirm {
        question: "End the session?".to_owned(),
        about: vec![
            "The turn is interrupted and the CLI's input is closed; if it does not end by itself, it gets SIGTERM, then SIGKILL.".to_owned(),
        ],
        then: Then::Cancel,
    }));
}

/// Ends the session; the person has said yes.
pub(super) fn cancel(model: &mut Model) -> Vec<Effect> {
    command(model, Command::Cancel).unwrap_or_default()
}

fn cycle_mode(model: &mut Model) -> Vec<Effect> {
    let now = model
        .seat()
        .and_then(|seat| seat.live.state().facts.permission_mode.as_deref())
        .unwrap_or("default");
    let at = MODES.iter().position(|mode| *mode == now).unwrap_or(0);
    let next = MODES
        .get((at + 1) % MODES.len())
        .copied()
        .unwrap_or("default");
    set_mode_now(model, next)
}

/// Sets a permission mode; one that asks nothing is asked about first.
pub(super) fn set_mode(model: &mut Model, mode: &str) -> Vec<Effect> {
    if mode != "bypassPermissions" {
        return set_mode_now(model, mode);
    }
    model.overlays.push(Overlay::Confirm(Confirm {
        question: "Ask nothing any more?".to_owned(),
        about: vec![
            "In this mode the agent runs every command and changes every file without asking you."
                .to_owned(),
        ],
        then: Then::Mode(mode.to_owned()),
    }));
    Vec::new()
}

/// Sets it.
pub(super) fn set_mode_now(model: &mut Model, mode: &str) -> Vec<Effect> {
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    let purpose = Purpose::Tell(format!("permission mode: {mode}"));
    let out = seat.request("set_permission_mode", json!({"mode": mode}), purpose);
    outputs(seat.key, out)
}

/// Leaves the program.
pub(super) fn quit(model: &mut Model) -> Vec<Effect> {
    model.quitting = true;
    vec![Effect::Quit]
}

//! PURE. Why an action cannot be used now: the one place that knows. Help, palette and footer ask here, and so does the
//! key itself.

use super::control::busy;
use crate::tui::action::Action;
use crate::tui::model::{Focus, Model, Pane, Seat};
use crate::tui::overlays::Overlay;
use crate::tui::panes::{tasks, tools};

/// More sessions than this at once are not started from the screen.
const MOST: usize = 20;

const OVER: &str = "the session is over";
const ENDING: &str = "the session is being ended";

/// Why an action cannot be used now; `None` if it can.
pub fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    let Some(seat) = model.seat() else {
        return needs_session(action).then_some("there is no session");
    };
    if seat.replay.is_some() && (needs_life(action) || starts(action)) {
        return Some(super::replay::RECORDING);
    }
    if seat.replay.is_none() && super::replay::is_about(action) {
        return Some("this is a session, not a recording");
    }
    let over = seat.live.state().life.exit.is_some();
    if needs_life(action) && over {
        return Some(OVER);
    }
    if needs_life(action) && seat.live.closing() {
        return Some(ENDING);
    }
    about_session(model, seat, action)
        .or_else(|| about_row(model, seat, action))
        .or_else(|| about_request(model, seat, action))
        .or_else(|| about_place(model, action))
        .or_else(|| super::traffic::why_not(model, action))
        .or_else(|| super::requests::why_not(model, action))
        .or_else(|| super::conversation::why_not(model, action))
        .or_else(|| super::composing::why_not(model, action))
}

/// Whether it means nothing without a session.
fn needs_session(action: Action) -> bool {
    use Action as A;
    needs_life(action)
        || super::replay::is_about(action)
        || matches!(
            action,
            A::StartAgain
                | A::ResumeSession
                | A::NewSession
                | A::ToRequest
                | A::NewLine
                | A::Editor
                | A::History
                | A::ClearPrompt
                | A::NextSession
                | A::PreviousSession
                | A::Held
                | A::Open
                | A::OpenAll
                | A::Copy
                | A::CopyCode
                | A::CopyCommand
                | A::CopyRaw
                | A::Filter
                | A::FilterLine
                | A::SavedFilters
                | A::KeepFilter
                | A::Forget
                | A::Asides
                | A::Times
                | A::Partner
                | A::Related
                | A::MarkLine
                | A::CompareLines
                | A::CopyPath
                | A::CopySubtree
                | A::NextView
                | A::RawBeside
                | A::NextLine
                | A::PreviousLine
        )
}

/// Whether it starts a CLI, asks one, or gets ready to.
fn starts(action: Action) -> bool {
    use Action as A;
    matches!(
        action,
        A::StartAgain
            | A::ResumeSession
            | A::NewSession
            | A::Refresh
            | A::Editor
            | A::History
            | A::ClearPrompt
    )
}

/// Whether it says something to the CLI.
fn needs_life(action: Action) -> bool {
    use Action as A;
    matches!(
        action,
        A::Send
            | A::Withdraw
            | A::Pause
            | A::Interrupt
            | A::Cancel
            | A::CycleMode
            | A::ChooseMode
            | A::ChooseModel
            | A::Thinking
            | A::Rename
            | A::Compact
            | A::ContextUse
            | A::Toggle
            | A::Reconnect
            | A::StopTask
            | A::TaskOutput
            | A::Background
    )
}

fn about_session(model: &Model, seat: &Seat, action: Action) -> Option<&'static str> {
    let state = seat.live.state();
    let over = state.life.exit.is_some();
    match action {
        Action::Interrupt if !busy(seat) => Some("nothing runs that could be interrupted"),
        Action::Held if !state.life.paused && state.life.held.is_empty() => {
            Some("nothing is held: the session is not paused")
        }
        Action::ChooseModel if state.facts.models.is_empty() => {
            Some("the CLI has not said which models there are")
        }
        Action::Compact if state.turns.is_empty() => Some("nothing has been said yet"),
        Action::StartAgain | Action::ResumeSession if !over => {
            Some("the session still runs: end it first, or start another one beside it")
        }
        Action::ResumeSession if seat.resumable().is_none() => {
            Some("nothing was said in it that could be gone on with")
        }
        Action::NewSession if model.seats.len() >= MOST => {
            Some("there are too many sessions already")
        }
        Action::NextSession | Action::PreviousSession if model.seats.len() < 2 => {
            Some("there is only one session")
        }
        _ => None,
    }
}

/// What is about the selected row of a pane.
fn about_row(model: &Model, seat: &Seat, action: Action) -> Option<&'static str> {
    let task = || tasks::tree::selected(seat);
    match action {
        Action::Toggle | Action::Reconnect if tools::tree::selected_server(seat).is_none() => {
            Some("select a server first")
        }
        Action::StopTask | Action::TaskOutput | Action::Background if task().is_none() => {
            Some("select a task first")
        }
        Action::StopTask | Action::Background
            if task().is_some_and(|task| task.ended.is_some()) =>
        {
            Some("the task is over already")
        }
        Action::Background if task().is_some_and(|task| task.backgrounded) => {
            Some("it runs in the background already")
        }
        Action::Background if task().is_some_and(|task| task.tool_use_id.is_none()) => {
            Some("the CLI has not said which call it belongs to")
        }
        Action::Open if model.overlays.is_empty() && empty(model, seat) => {
            Some("there is nothing to open")
        }
        _ => None,
    }
}

/// Whether the pane that has the focus is a list without rows.
fn empty(model: &Model, seat: &Seat) -> bool {
    let state = seat.live.state();
    match model.focus {
        Focus::Pane(Pane::Pending) => state.pending.is_empty(),
        Focus::Pane(Pane::Hooks) => state.hooks.is_empty(),
        Focus::Pane(Pane::Tools) => tools::tree::len(seat) == 0,
        Focus::Pane(Pane::Tasks) => tasks::tree::len(seat) == 0,
        Focus::Pane(Pane::Decisions) => state.decisions.is_empty(),
        Focus::Pane(Pane::Traffic) => seat.traffic.selected().is_none(),
        Focus::Pane(Pane::Conversation) => state.transcript.is_empty(),
        Focus::Pane(Pane::State) | Focus::Composer | Focus::Request => false,
    }
}

fn about_request(model: &Model, seat: &Seat, action: Action) -> Option<&'static str> {
    use Action as A;
    let none_waits = match action {
        // Those go to another session, if something waits there.
        A::ToRequest if seat.requests.is_recorded() && seat.requests.current().is_some() => false,
        A::ToRequest | A::AllowShown | A::DenyShown => {
            model.seats.iter().all(|seat| seat.requests.is_empty())
        }
        // A late key is told that the request is gone.
        _ => seat.requests.current().is_none() && !seat.requests.just_gone(model.clock),
    };
    let asks = matches!(
        action,
        A::ToRequest
            | A::Allow
            | A::AllowSession
            | A::AllowAlways
            | A::EditInput
            | A::Deny
            | A::DenyWithMessage
            | A::DenyAndInterrupt
            | A::AllowShown
            | A::DenyShown
            | A::NextRequest
            | A::PreviousRequest
    );
    (asks && none_waits).then_some("nothing waits for you")
}

/// What is about a field on top of the screen.
fn about_field(model: &Model, action: Action) -> Option<&'static str> {
    match (model.overlays.last()?, action) {
        (Overlay::Entry(entry), Action::NewLine) if entry.is_one_line() => Some("it is one line"),
        (Overlay::Entry(entry), Action::NextField) if entry.is_filter() => None,
        (Overlay::Entry(_), Action::NextField | Action::PreviousField) => {
            Some("there is only one field")
        }
        _ => None,
    }
}

fn about_place(model: &Model, action: Action) -> Option<&'static str> {
    match action {
        Action::Refresh if matches!(model.overlays.last(), Some(overlay) if !overlay.can_be_asked_again()) => {
            Some("this does not change")
        }
        Action::Withdraw if matches!(model.overlays.last(), Some(overlay) if !overlay.is_held_list()) => {
            Some("leave this first")
        }
        Action::NewLine | Action::NextField | Action::PreviousField => about_field(model, action),
        Action::Wider | Action::Narrower
            if model.size.width < 80 || model.arrangement.zoomed.is_some() =>
        {
            Some("there is only one column")
        }
        _ => None,
    }
}

//! PURE. Moving about: focus, panes, lists, scrolling.

use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::model::{Focus, Model, Pane, Seat};

/// Performs it, if it is about moving.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::ToConversation => focus(model, Pane::Conversation),
        Action::ToState => focus(model, Pane::State),
        Action::ToPending => focus(model, Pane::Pending),
        Action::ToHooks => focus(model, Pane::Hooks),
        Action::ToTools => focus(model, Pane::Tools),
        Action::ToTasks => focus(model, Pane::Tasks),
        Action::ToDecisions => focus(model, Pane::Decisions),
        Action::NextPane => cycle(model, 1),
        Action::PreviousPane => cycle(model, -1),
        Action::ToComposer => model.focus = Focus::Composer,
        Action::Zoom => zoom(model),
        Action::Wider => model.arrangement.widen(4),
        Action::Narrower => model.arrangement.widen(-4),
        Action::Up => step(model, -1),
        Action::Down => step(model, 1),
        Action::PageUp => step(model, -page(model)),
        Action::PageDown => step(model, page(model)),
        Action::HalfUp => step(model, -(page(model) / 2).max(1)),
        Action::HalfDown => step(model, (page(model) / 2).max(1)),
        Action::Top => edge(model, true),
        Action::Bottom => edge(model, false),
        Action::Open => open(model),
        _ => return None,
    }
    Some(Vec::new())
}

fn focus(model: &mut Model, pane: Pane) {
    model.focus = Focus::Pane(pane);
    if pane != Pane::Conversation {
        model.arrangement.side = pane;
    }
    if model.arrangement.zoomed.is_some() {
        model.arrangement.zoomed = Some(pane);
    }
}

fn cycle(model: &mut Model, by: isize) {
    let at = match model.focus {
        Focus::Pane(pane) => Pane::ALL.iter().position(|known| *known == pane),
        _ => None,
    };
    let count = Pane::ALL.len();
    let next = at.map_or(0, |at| (at + count).saturating_add_signed(by) % count);
    if let Some(pane) = Pane::ALL.get(next) {
        focus(model, *pane);
    }
}

fn zoom(model: &mut Model) {
    model.arrangement.zoomed = match (model.arrangement.zoomed, model.focus) {
        (Some(_), _) => None,
        (None, Focus::Pane(pane)) => Some(pane),
        (None, _) => Some(Pane::Conversation),
    };
}

/// How many rows a page has.
fn page(model: &Model) -> isize {
    isize::try_from(model.size.height / 2).unwrap_or(1).max(1)
}

fn step(model: &mut Model, by: isize) {
    let focus = model.focus;
    let Some(seat) = model.seat_mut() else { return };
    match focus {
        Focus::Request => seat.requests.move_by(by),
        Focus::Pane(Pane::Conversation) | Focus::Composer => {
            seat.conversation.move_by(by, seat.live.state());
        }
        Focus::Pane(pane) => {
            let len = len(seat, pane);
            if let Some(list) = list(seat, pane) {
                list.move_by(by, len);
            }
        }
    }
}

fn edge(model: &mut Model, top: bool) {
    let focus = model.focus;
    let Some(seat) = model.seat_mut() else { return };
    match (focus, top) {
        (Focus::Pane(Pane::Conversation), true) => seat.conversation.to_top(seat.live.state()),
        (Focus::Pane(Pane::Conversation), false) => seat.conversation.to_bottom(),
        (Focus::Pane(pane), true) => {
            if let Some(list) = list(seat, pane) {
                list.to_top();
            }
        }
        (Focus::Pane(pane), false) => {
            if let Some(list) = list(seat, pane) {
                list.to_bottom();
            }
        }
        _ => {}
    }
}

fn open(model: &mut Model) {
    if model.focus == Focus::Pane(Pane::Conversation)
        && let Some(seat) = model.seat_mut()
    {
        seat.conversation.turn(seat.live.state());
    }
}

fn list(seat: &mut Seat, pane: Pane) -> Option<&mut crate::tui::widgets::list::ListState> {
    Some(match pane {
        Pane::State => &mut seat.side.state,
        Pane::Pending => &mut seat.side.pending,
        Pane::Hooks => &mut seat.side.hooks,
        Pane::Tools => &mut seat.side.tools,
        Pane::Tasks => &mut seat.side.tasks,
        Pane::Decisions => &mut seat.side.decisions,
        Pane::Conversation => return None,
    })
}

fn len(seat: &Seat, pane: Pane) -> usize {
    let state = seat.live.state();
    match pane {
        Pane::Pending => state.pending.len(),
        Pane::Hooks => state.hooks.iter().len(),
        Pane::Tools => state.facts.servers.len() + state.facts.tools.len(),
        Pane::Tasks => state.tasks.todos.len() + state.tasks.running.len(),
        Pane::State => state.transitions.iter().len(),
        Pane::Decisions => state.decisions.iter().len(),
        Pane::Conversation => 0,
    }
}

//! PURE. Moving about: focus, panes, lists, scrolling.

use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::layout::layout;
use crate::tui::model::{Focus, Model, Pane, Seat};
use crate::tui::panes::{state, tasks, tools, traffic};
use ratatui::layout::{Margin, Rect};

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
        Action::ToTraffic => focus(model, Pane::Traffic),
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
        _ => return None,
    }
    Some(Vec::new())
}

/// To a pane.
pub(super) fn focus(model: &mut Model, pane: Pane) {
    model.focus = Focus::Pane(pane);
    model.arrangement.show(pane);
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
    let seen = match model.focus {
        Focus::Pane(pane) => layout(model.size, model).pane(pane),
        _ => None,
    };
    let rows = match (model.focus, seen) {
        // One row of the page before stays in sight.
        (Focus::Pane(pane), Some(area)) => rows(model, pane, area).height.saturating_sub(1),
        _ => model.size.height / 2,
    };
    isize::try_from(rows).unwrap_or(1).max(1)
}

fn step(model: &mut Model, by: isize) {
    let focus = model.focus;
    let Some(seat) = model.seat_mut() else { return };
    match focus {
        Focus::Request => seat.requests.move_by(by),
        Focus::Pane(Pane::Conversation) | Focus::Composer => {}
        Focus::Pane(Pane::Traffic) => seat.traffic.move_by(by),
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
        (Focus::Pane(Pane::Traffic), top) => seat.traffic.to_edge(top),
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

/// A frame is about to be drawn: every list that is seen remembers which of its rows are.
pub(super) fn settle(model: &mut Model) {
    for (pane, area) in layout(model.size, model).panes {
        let height = usize::from(rows(model, pane, area).height);
        let Some(seat) = model.seat_mut() else { return };
        let len = len(seat, pane);
        if let Some(list) = list(seat, pane) {
            list.settle(len, height);
        }
    }
}

/// Where the rows of a pane are in its place.
fn rows(model: &Model, pane: Pane, area: Rect) -> Rect {
    match model.seat() {
        Some(seat) if pane == Pane::State => state::rows(model, seat, area),
        _ if pane == Pane::Traffic => traffic::rows(area),
        _ => area.inner(Margin::new(1, 1)),
    }
}

/// A list in this place was clicked in this row of the screen: whether that row was selected before.
pub(super) fn click(model: &mut Model, pane: Pane, area: Rect, y: u16) -> bool {
    let rows = rows(model, pane, area);
    if !(rows.y..rows.bottom()).contains(&y) {
        return false;
    }
    let Some(seat) = model.seat_mut() else {
        return false;
    };
    if pane == Pane::Traffic {
        return seat.traffic.click(usize::from(y - rows.y));
    }
    let len = len(seat, pane);
    let Some(list) = list(seat, pane) else {
        return false;
    };
    let clicked = list.window(len, usize::from(rows.height)).start + usize::from(y - rows.y);
    let before = list.row(len);
    if clicked < len {
        list.selected = clicked;
        list.follow = clicked + 1 == len;
    }
    clicked == before && clicked < len
}

fn list(seat: &mut Seat, pane: Pane) -> Option<&mut crate::tui::widgets::list::ListState> {
    Some(match pane {
        Pane::State => &mut seat.side.state,
        Pane::Pending => &mut seat.side.pending,
        Pane::Hooks => &mut seat.side.hooks,
        Pane::Tools => &mut seat.side.tools,
        Pane::Tasks => &mut seat.side.tasks,
        Pane::Decisions => &mut seat.side.decisions,
        Pane::Traffic => &mut seat.traffic.list,
        Pane::Conversation => return None,
    })
}

fn len(seat: &Seat, pane: Pane) -> usize {
    let state = seat.live.state();
    match pane {
        Pane::Pending => state.pending.len(),
        Pane::Hooks => state.hooks.len(),
        Pane::Tools => tools::tree::len(seat),
        Pane::Tasks => tasks::tree::len(seat),
        Pane::State => state.transitions.len(),
        Pane::Decisions => state.decisions.len(),
        Pane::Traffic => seat.traffic.lines().sieve.len(),
        Pane::Conversation => 0,
    }
}

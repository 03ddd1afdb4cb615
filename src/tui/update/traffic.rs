//! PURE. What keys do to the lines on the wire: looking at one, going to its answer, showing only some of them.
//! Does not own: how they are looked at (`panes::traffic`, `overlays::inspector`).

use super::filtering::{completed, filtering, open_filter};
use super::{comparing, filters, moving, related, searching};
use crate::trace::brief;
use crate::trace::filter::{Expr, Filter, Subject as _, Term};
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Job};
use crate::tui::model::{Focus, Model, Pane, Seek};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::inspector::Inspector;
use crate::tui::panes::traffic::{Search, Sieve, Times};

/// Why an action on the lines cannot be used now.
pub(super) fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    let why = filters::why_not(model, action)
        .or_else(|| searching::why_not(model, action))
        .or_else(|| comparing::why_not(model, action));
    if why.is_some() {
        return why;
    }
    let seat = model.seat()?;
    let line = line(model);
    match action {
        Action::Partner
        | Action::Related
        | Action::FilterLine
        | Action::MarkLine
        | Action::ToMoment
            if line.is_none() =>
        {
            Some("select a line of the traffic first")
        }
        Action::Partner | Action::Related => {
            let lines = seat.traffic.lines();
            let line = line.and_then(|line| lines.store.line(line));
            (!line.is_some_and(|line| line.has_others())).then_some("nothing belongs to this line")
        }
        Action::CopyPath | Action::CopySubtree
            if !matches!(model.overlays.last(), Some(Overlay::Comparison(_)))
                && inspected(model).is_none_or(|inspector| inspector.path().is_none()) =>
        {
            Some("select a value of a line first")
        }
        Action::NextView | Action::RawBeside | Action::NextLine | Action::PreviousLine
            if inspected(model).is_none() =>
        {
            Some("open a line of the traffic first")
        }
        Action::RawBeside
            if inspected(model).is_some_and(|inspector| !inspector.has_room_beside()) =>
        {
            Some("it stands beside a tree, where there is room for both")
        }
        _ => None,
    }
}

/// The line that keys are about: the one that is taken apart, else the selected one.
pub(super) fn line(model: &Model) -> Option<u32> {
    match inspected(model) {
        Some(inspector) => Some(inspector.row),
        None => Some(model.seat()?.traffic.selected()?.row),
    }
}

pub(super) fn inspected(model: &Model) -> Option<&Inspector> {
    match model.overlays.last() {
        Some(Overlay::Inspector(inspector)) => Some(inspector),
        _ => None,
    }
}

/// Performs it, if it is about lines on the wire.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let first = comparing::perform(model, action).or_else(|| filters::perform(model, action));
    if first.is_some() {
        return first;
    }
    if action == Action::CompareLines && (model.overlays.is_empty() || inspected(model).is_some()) {
        return comparing::compare(model);
    }
    if searching::perform(model, action).is_some() {
        return Some(Vec::new());
    }
    if inspected(model).is_some() {
        return inspect(model, action);
    }
    if filtering(model) && action == Action::NextField {
        completed(model);
        return Some(Vec::new());
    }
    if !model.overlays.is_empty() {
        return None;
    }
    match action {
        Action::Filter => open_filter(model),
        Action::FilterLine => like_this(model)?,
        Action::Partner => {
            moving::focus(model, Pane::Traffic);
            match partner(model) {
                Some(partner) => select(model, partner),
                None => related::list(model)?,
            }
        }
        Action::Related => {
            moving::focus(model, Pane::Traffic);
            related::list(model)?;
        }
        Action::ToMoment => {
            // Of several pieces in a row, the moment they were all there.
            let row = model.seat()?.traffic.selected()?.last;
            return Some(to_moment(model, row));
        }
        Action::Times => times(model)?,
        Action::Asides => {
            moving::focus(model, Pane::Traffic);
            model.seat_mut()?.traffic.change(Sieve::turn_asides);
        }
        Action::MarkLine => mark(model)?,
        _ if model.focus != Focus::Pane(Pane::Traffic) => return None,
        Action::Open => {
            let row = line(model)?;
            open(model, row);
        }
        Action::OpenAll => model.seat_mut()?.traffic.change(Sieve::turn_pieces),
        Action::Copy | Action::CopyRaw => {
            let row = line(model)?;
            let inspector = Inspector::of(&mut model.seat_mut()?.traffic, row)?;
            return Some(copied(inspector.raw()));
        }
        Action::Leave => leave(model)?,
        _ => return None,
    }
    Some(Vec::new())
}

/// What keys do to a line that is taken apart.
fn inspect(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let Some(Overlay::Inspector(inspector)) = model.overlays.last_mut() else {
        return None;
    };
    match action {
        Action::Open => inspector.turn(),
        Action::OpenAll => inspector.turn_all(),
        Action::NextView => inspector.turn_view(),
        Action::RawBeside => inspector.turn_beside(),
        Action::Copy => return Some(copied(inspector.copied())),
        Action::CopyRaw => return Some(copied(inspector.raw())),
        Action::ToMoment => {
            let row = line(model)?;
            // The moment is what one wants to see.
            model.overlays.pop();
            return Some(to_moment(model, row));
        }
        Action::CopyPath => return inspector.path().map(copied),
        Action::CopySubtree => return inspector.subtree().map(copied),
        Action::Leave if inspector.leave_search() => {}
        Action::Partner => match partner(model) {
            Some(partner) => open(model, partner),
            None => related::list(model)?,
        },
        Action::Related => related::list(model)?,
        Action::MarkLine => mark(model)?,
        Action::NextLine => step(model, true)?,
        Action::PreviousLine => step(model, false)?,
        Action::FilterLine => {
            like_this(model)?;
            model.overlays.pop();
        }
        _ => return None,
    }
    Some(Vec::new())
}

/// The whole screen goes to the moment of a line; the line stays where it is on the screen.
fn to_moment(model: &mut Model, row: u32) -> Vec<Effect> {
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    seat.traffic.stay();
    if let Some(replay) = &mut seat.replay {
        replay.playing = None;
    }
    super::replay::go(seat, Seek::Line(row.saturating_add(1)))
}

fn copied((text, what): (String, String)) -> Vec<Effect> {
    vec![Effect::Work(Job::Copy { text, what })]
}

pub(super) fn partner(model: &Model) -> Option<u32> {
    let row = line(model)?;
    model.seat()?.traffic.lines().store.partner(row)
}

fn times(model: &mut Model) -> Option<()> {
    moving::focus(model, Pane::Traffic);
    let traffic = &mut model.seat_mut()?.traffic;
    traffic.times = traffic.times.next();
    if traffic.times == Times::Clock && traffic.started().is_none() {
        traffic.times = traffic.times.next();
    }
    let mut words = traffic.times.words().to_owned();
    if let Some(zone) = traffic.zone() {
        words.extend([", ", &zone]);
    }
    model.tell(words);
    Some(())
}

/// Marks the line, or takes the mark away.
fn mark(model: &mut Model) -> Option<()> {
    let row = line(model)?;
    let traffic = &mut model.seat_mut()?.traffic;
    let marked = traffic.turn_mark(row)?;
    traffic.marks.retain(|other| *other != row);
    if marked {
        traffic.marks.push(row);
    }
    // A filter may ask for marks.
    if traffic.filter().is_some() {
        traffic.change(Sieve::again);
    }
    let number = u64::from(row) + 1;
    let what = if marked {
        "is marked"
    } else {
        "is no longer marked"
    };
    model.tell(format!("line {number} {what}"));
    let Model {
        seats, overlays, ..
    } = model;
    if let (Some(Overlay::Inspector(inspector)), Some(seat)) =
        (overlays.last_mut(), seats.get(model.front))
    {
        inspector.refresh(&seat.traffic);
    }
    Some(())
}

/// Selects a line in the pane; says so if the filter hides it.
pub(super) fn select(model: &mut Model, row: u32) {
    let Some(seat) = model.seat_mut() else { return };
    if seat.traffic.is_shown(row) {
        seat.traffic.select(row);
    } else {
        let number = u64::from(row) + 1;
        model.tell(format!("line {number} does not fit the filter"));
    }
}

/// Takes a line apart, in the way the one before was looked at.
pub(super) fn open(model: &mut Model, row: u32) {
    let Some(seat) = model.seat_mut() else { return };
    let Some(inspector) = Inspector::of(&mut seat.traffic, row) else {
        return;
    };
    // Below it the same line is selected, so that one is there when it is left.
    if seat.traffic.is_selected(row) {
        seat.traffic.stay();
    } else {
        seat.traffic.select(row);
    }
    let inspector = match model.overlays.pop() {
        Some(Overlay::Inspector(before)) => inspector.like(&before),
        Some(other) => {
            model.overlays.push(other);
            inspector
        }
        None => sought(model, inspector),
    };
    model.overlays.push(Overlay::Inspector(Box::new(inspector)));
}

/// What is searched for in the lines is searched for inside of one too.
fn sought(model: &Model, mut inspector: Inspector) -> Inspector {
    let search = model.seat().and_then(|seat| seat.traffic.search.as_ref());
    if let Some(text) = search.and_then(Search::text) {
        inspector.carry_search(text);
    }
    inspector
}

/// The next or previous line of those that are shown, and every piece of a message.
fn step(model: &mut Model, forward: bool) -> Option<()> {
    let row = line(model)?;
    let next = {
        let lines = model.seat()?.traffic.lines();
        lines.sieve.beside(&lines.store, row, forward)
    };
    match next {
        Some(next) => open(model, next),
        None => model.tell("there is no further line"),
    }
    Some(())
}

/// Leaves the search, then the filter, and then the pane.
fn leave(model: &mut Model) -> Option<()> {
    let traffic = &mut model.seat_mut()?.traffic;
    if traffic.search.take().is_some() {
        return Some(());
    }
    let filtered = traffic.lines().sieve.filter().is_some();
    if filtered {
        traffic.change(|sieve| sieve.set_filter(None));
    } else {
        model.focus = Focus::Composer;
    }
    Some(())
}

/// Shows only what has the same id, or is about the same tool, or is of the same kind: whichever comes after what is
/// shown now.
fn like_this(model: &mut Model) -> Option<()> {
    let row = line(model)?;
    let traffic = &mut model.seat_mut()?.traffic;
    let text = traffic.text(row).unwrap_or_default();
    let lines = traffic.lines();
    let known = lines.store.line(row)?;
    let mut ways = Vec::new();
    let mut way = |name: &str, term: fn(Vec<String>) -> Term| {
        if !name.is_empty() {
            ways.push(Filter::of(Expr::Is(term(vec![name.to_owned()]))));
        }
    };
    way(&brief::id(&text), Term::Id);
    way(known.tool(), Term::Tool);
    way(known.server(), Term::Server);
    way(known.subtype(), Term::Subtype);
    way(known.kind(), Term::Kind);
    let now = lines.sieve.filter();
    let at = ways.iter().position(|way| Some(way) == now);
    let next = at.map_or(0, |at| at + 1) % ways.len().max(1);
    let filter = ways.into_iter().nth(next)?;
    drop(lines);
    traffic.stay();
    traffic.change(|sieve| sieve.set_filter(Some(filter)));
    moving::focus(model, Pane::Traffic);
    Some(())
}

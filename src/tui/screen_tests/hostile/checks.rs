//! What is asked of every screen, whatever is written on it: each cell holds one harmless character as wide as the cells it
//! takes, frames are whole, and only a card looks like a card.

use super::bytes;
use crate::sanitise::is_harmless;
use crate::tui::layout::{Areas, layout};
use crate::tui::model::Model;
use crate::tui::overlays::entry::EntryFor;
use crate::tui::overlays::{self, Overlay};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::border::Set;
use unicode_width::UnicodeWidthStr as _;

/// What joined emoji need at the most; of anything else less is let through.
const MOST_CHARACTERS: usize = 15;
/// How wide one may be at the most: letters of some scripts are joined.
const WIDEST: usize = 9;
/// Stands in what the tests turn hostile, with something between that must be spelled out.
const HIDDEN: &str = "kQZX";
/// Stands where nothing was drawn.
const UNTOUCHED: &str = "¤";

pub(super) fn all(model: &Model, buffer: &Buffer, what: &str) {
    cells(buffer, what);
    spelled(buffer, what);
    let areas = layout(buffer.area.as_size(), model);
    if model.overlays.is_empty() {
        frames(model, &areas, buffer, what);
    }
    on_top(model, buffer.area, what);
    cards(model, &areas, buffer, what);
    bytes::check(model, buffer.area, what);
}

/// Each cell by itself, and wide ones with their neighbour.
fn cells(buffer: &Buffer, what: &str) {
    let area = buffer.area;
    for y in area.top()..area.bottom() {
        let mut x = area.left();
        while x < area.right() {
            let symbol = buffer[(x, y)].symbol();
            let here = format!("{what}: {symbol:?} at {x}, {y}");
            assert!(
                is_harmless(symbol) && !symbol.contains(char::is_control),
                "{here}"
            );
            let (wide, count) = (symbol.width(), symbol.chars().count());
            assert!((1..=WIDEST).contains(&wide), "{here}: {wide} cells wide");
            assert!(count <= MOST_CHARACTERS, "{here}: {count} characters");
            for _ in 1..wide {
                x += 1;
                let beside = (x < area.right()).then(|| buffer[(x, y)].symbol());
                assert_eq!(beside, Some(" "), "{here}: it covers its neighbour");
            }
            x += 1;
        }
    }
}

/// What must not be obeyed is not left out either.
fn spelled(buffer: &Buffer, what: &str) {
    for y in buffer.area.top()..buffer.area.bottom() {
        let row: String = (0..buffer.area.width)
            .map(|x| buffer[(x, y)].symbol())
            .collect();
        assert!(
            !row.contains(HIDDEN),
            "{what}: something is hidden in {row}"
        );
    }
}

/// Frames of panes, of the card and of the composer: corners and sides are where they belong.
fn frames(model: &Model, areas: &Areas, buffer: &Buffer, what: &str) {
    if areas.too_small || model.seat().is_none() {
        return;
    }
    let offered = model
        .seat()
        .is_some_and(|seat| seat.composer.completion.is_some());
    let glyphs = &model.theme.glyphs;
    let panes = areas.panes.iter().map(|(_, area)| *area);
    if !offered {
        // What is offered lies over panes.
        for area in panes {
            whole(buffer, area, &glyphs.border, &[glyphs.thumb], what);
        }
        if let Some(area) = areas.request {
            whole(buffer, area, &glyphs.card, &[], what);
        }
    }
    whole(buffer, areas.composer, &glyphs.border, &[], what);
}

/// A frame of these characters around this place; others may stand in its right side.
fn whole(buffer: &Buffer, area: Rect, set: &Set<'_>, right: &[&str], what: &str) {
    let (last_x, last_y) = (area.right() - 1, area.bottom() - 1);
    let at = |x: u16, y: u16| buffer[(x, y)].symbol();
    let corners = [
        (at(area.x, area.y), set.top_left),
        (at(last_x, area.y), set.top_right),
        (at(area.x, last_y), set.bottom_left),
        (at(last_x, last_y), set.bottom_right),
    ];
    for (seen, wanted) in corners {
        assert_eq!(seen, wanted, "{what}: a corner of {area:?}");
    }
    for y in area.y + 1..last_y {
        assert_eq!(
            at(area.x, y),
            set.vertical_left,
            "{what}: left of {area:?}, {y}"
        );
        let side = at(last_x, y);
        let fine = side == set.vertical_right || right.contains(&side);
        assert!(fine, "{what}: {side:?} right of {area:?}, {y}");
    }
}

/// What lies on top, drawn by itself: a rectangle with a frame around it, and nothing beside it.
fn on_top(model: &Model, area: Rect, what: &str) {
    for overlay in &model.overlays {
        let mut alone = Buffer::empty(area);
        for cell in &mut alone.content {
            cell.set_symbol(UNTOUCHED);
        }
        overlays::view(overlay, model, area, &mut alone);
        let (mut left, mut top, mut right, mut bottom) = (area.right(), area.bottom(), 0, 0);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                if alone[(x, y)].symbol() != UNTOUCHED {
                    (left, top) = (left.min(x), top.min(y));
                    (right, bottom) = (right.max(x + 1), bottom.max(y + 1));
                }
            }
        }
        assert!(left < right && top < bottom, "{what}: nothing lies on top");
        let place = Rect::new(left, top, right - left, bottom - top);
        // A search inside of a line is typed in the last row of that line's frame.
        let inside =
            matches!(overlay, Overlay::Entry(entry) if entry.purpose == EntryFor::FindInside);
        if inside {
            assert_eq!(place.height, 1, "{what}");
        } else {
            whole(&alone, place, &model.theme.glyphs.border, &[], what);
        }
    }
}

/// The frame of a card reaches from edge to edge, and nothing from outside gets to the edges of the screen: so whatever a
/// text draws, it stands inside of another frame.
fn cards(model: &Model, areas: &Areas, buffer: &Buffer, what: &str) {
    let card = &model.theme.glyphs.card;
    let of_a_card = [
        card.top_left,
        card.top_right,
        card.bottom_left,
        card.bottom_right,
        card.vertical_left,
    ];
    let request = areas.request.unwrap_or_default();
    let last = buffer.area.right() - 1;
    for y in buffer.area.top()..buffer.area.bottom() {
        for x in [0, last] {
            let symbol = buffer[(x, y)].symbol();
            let inside = request.contains((x, y).into());
            let looks = of_a_card.contains(&symbol);
            assert!(
                inside || !looks,
                "{what}: {symbol} at {x}, {y} is no card's"
            );
            let covered = !model.overlays.is_empty();
            assert!(
                !inside || looks || covered,
                "{what}: {symbol} in the frame of a card"
            );
        }
    }
}

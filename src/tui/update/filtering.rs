//! PURE. The filter of the lines on the wire, while it is typed: what is wrong with it, what could come next, and what it
//! would show. Does not own: the language (`trace::filter`), the lines (`panes::traffic`).

use super::moving;
use crate::trace::Moment;
use crate::trace::filter::{Completion, Filter, FilterError, Subject as _, complete};
use crate::tui::effect::Effect;
use crate::tui::keymap::Edit;
use crate::tui::model::{Model, Pane};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::theme::Role;
use unicode_width::UnicodeWidthStr as _;

/// So few things that could come next are explained.
const EXPLAINED: usize = 4;
/// Rows for what could come next.
const ROWS: usize = 2;
/// Ids near the line one is at that are offered.
const IDS: usize = 12;

/// The field in which a filter is typed.
fn field(model: &mut Model) -> Option<&mut Entry> {
    match model.overlays.last_mut() {
        Some(Overlay::Entry(entry)) if matches!(entry.purpose, EntryFor::Filter { .. }) => {
            Some(entry)
        }
        _ => None,
    }
}

/// Whether a filter is being typed.
pub fn filtering(model: &Model) -> bool {
    match model.overlays.last() {
        Some(Overlay::Entry(entry)) => matches!(entry.purpose, EntryFor::Filter { .. }),
        _ => false,
    }
}

/// A field for it, with the one that counts now.
pub(super) fn open_filter(model: &mut Model) {
    let Some(seat) = model.seat() else { return };
    let before = seat.traffic.lines().sieve.filter().map(Filter::to_string);
    let before = before.unwrap_or_default();
    let purpose = EntryFor::Filter {
        before: before.clone(),
        back: 0,
        typed: String::new(),
    };
    moving::focus(model, Pane::Traffic);
    let entry = Entry::new("Filter", "", purpose, &before);
    model.overlays.push(Overlay::Entry(Box::new(entry)));
    typed(model);
}

/// What is typed as a filter, if one is.
pub fn typed_text(model: &Model) -> Option<String> {
    match model.overlays.last() {
        Some(Overlay::Entry(entry)) if filtering(model) => Some(entry.field.text()),
        _ => None,
    }
}

/// Walks the filters of before; whether that was wanted.
pub(super) fn walked(model: &mut Model, edit: Option<Edit>) -> bool {
    let older = match edit {
        Some(Edit::Up) => true,
        Some(Edit::Down) => false,
        _ => return false,
    };
    let Some(Overlay::Entry(entry)) = model.overlays.last_mut() else {
        return false;
    };
    let EntryFor::Filter { back, typed, .. } = &mut entry.purpose else {
        return false;
    };
    if *back == 0 {
        *typed = entry.field.text();
    }
    let next = if older {
        *back + 1
    } else {
        back.saturating_sub(1)
    };
    let text = match next {
        0 => Some(typed.as_str()),
        _ => model.filters.past(next),
    };
    if let Some(text) = text {
        *back = next;
        entry.field.set(text);
    }
    true
}

/// Shows what fits a text, if it is a filter.
pub(super) fn apply(model: &mut Model, text: &str) {
    let Ok(filter) = Filter::parse(text) else {
        return;
    };
    if let Some(seat) = model.seat_mut() {
        let filter = Some(filter).filter(|filter| !filter.is_empty());
        seat.traffic.change(|sieve| sieve.set_filter(filter));
    }
}

/// Something was typed: what fits is shown, or what is wrong and where.
pub(super) fn typed(model: &mut Model) {
    let width = usize::from(model.size.width.saturating_sub(2));
    let Some(entry) = field(model) else { return };
    let (text, before) = (entry.field.text(), entry.field.before());
    let offered = offered(model).unwrap_or_default();
    let begun = before.get(..offered.from).unwrap_or_default();
    let next = said(&offered, width);
    let below = match Filter::parse(&text) {
        Ok(_) => next,
        // What is not yet finished is not wrong: what could come next says more.
        Err(error) if before == text && error.column > begun.trim_end().chars().count() => {
            let ends = error.column > text.trim_end().chars().count();
            let missing = (error.to_string(), Role::Dim);
            match next.len() {
                0 if !ends => wrong(&error),
                0 | 1 if ends => next.into_iter().chain([missing]).collect(),
                _ => next,
            }
        }
        Err(error) => wrong(&error),
    };
    apply(model, &text);
    if let Some(entry) = field(model) {
        entry.below = below;
    }
}

/// What is wrong, and where.
fn wrong(error: &FilterError) -> Vec<(String, Role)> {
    [error.pointer(), error.to_string()]
        .map(|words| (words, Role::Bad))
        .into()
}

/// What could come next, in rows of this width: with what it means, if there is little of it.
fn said(offered: &Completion, width: usize) -> Vec<(String, Role)> {
    let few = offered.candidates.len() <= EXPLAINED;
    let mut rows: Vec<(String, Role)> = Vec::new();
    for candidate in &offered.candidates {
        let mut words = candidate.text.clone();
        if few && !candidate.help.is_empty() {
            words.extend([" ", candidate.help]);
        }
        let full = rows.len() >= ROWS;
        match rows.last_mut() {
            // The last row is cut where it ends.
            Some((row, _)) if full || row.width() + words.width() + 2 <= width => {
                row.extend(["  ", words.as_str()]);
                if row.width() > width {
                    break;
                }
            }
            _ => rows.push((words, Role::Dim)),
        }
    }
    rows
}

/// What could come next where the cursor is.
fn offered(model: &mut Model) -> Option<Completion> {
    let before = field(model)?.field.before();
    let traffic = &model.seat()?.traffic;
    // Before the first frame of another filter nothing is selected: the end is as good as any place.
    let here = traffic.selected().map_or(u32::MAX, |sifted| sifted.row);
    let store = &mut traffic.lines().store;
    let mut known = store.vocabulary();
    // Those are not kept: they are looked for where one is.
    if before.contains("~id") {
        known.ids = store.ids_near(here, IDS);
    }
    if let Some(line) = store.line(here) {
        let seconds = line.at().since(Moment::START).as_secs_f64();
        known.ranges = vec![format!("{seconds:.3}.."), format!("..{seconds:.3}")];
    }
    Some(complete(&before, before.len(), &known))
}

/// Completes what is before the cursor: as far as all that fits is the same, else the best.
pub(super) fn completed(model: &mut Model) {
    let Some(offered) = offered(model) else {
        return;
    };
    let Some(first) = offered.candidates.first() else {
        model.tell("nothing that could come next is known");
        return;
    };
    let Some(entry) = field(model) else { return };
    let before = entry.field.before();
    let part = before.get(offered.from..).unwrap_or_default();
    let names = offered
        .candidates
        .iter()
        .map(|candidate| candidate.text.as_str());
    let common = names.fold(first.text.as_str(), alike);
    let text = if offered.candidates.len() == 1 {
        format!("{} ", first.text.trim_end())
    } else if common.len() > part.len() && common.starts_with(part) {
        common.to_owned()
    } else {
        first.text.clone()
    };
    entry.field.replace_before(part.chars().count(), &text);
    typed(model);
}

/// What two texts begin with.
fn alike<'a>(a: &'a str, b: &str) -> &'a str {
    let same = a.char_indices().zip(b.chars());
    let mut end = 0;
    for ((at, c), other) in same {
        if c != other {
            break;
        }
        end = at + c.len_utf8();
    }
    a.get(..end).unwrap_or_default()
}

/// It is typed to the end.
pub(super) fn entered(model: &mut Model, entry: &Entry) -> Vec<Effect> {
    let text = entry.field.text();
    match Filter::parse(&text) {
        Ok(_) => {
            apply(model, &text);
            return super::filters::used(model, &text);
        }
        Err(error) => {
            // It stands below what is typed, and goes with it.
            let mut entry = entry.clone();
            entry.below = wrong(&error);
            model.overlays.push(Overlay::Entry(Box::new(entry)));
        }
    }
    Vec::new()
}

/// It was left: what was shown before is shown again.
pub(super) fn left(model: &mut Model, before: &str) {
    apply(model, before);
}

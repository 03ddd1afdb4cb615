//! PURE. Comparing two lines on the wire. Owns: which two, and what keys do to what came of it. Does not own: comparing
//! (`overlays::comparison`, beside the screen).

use crate::trace::filter::Subject as _;
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Job};
use crate::tui::model::Model;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::comparison::{Comparison, too_long};
use crate::tui::overlays::reader::Reader;

/// Bytes of a value that are shown to be read.
const READ: usize = 256 * 1024;

/// The two lines that would be compared: the marked ones, or the marked one and this one.
fn pair(model: &Model) -> Option<(u32, u32)> {
    let marks = &model.seat()?.traffic.marks;
    let pair = match marks.as_slice() {
        [.., one, other] => (*one, *other),
        [one] => (*one, super::traffic::line(model)?),
        [] => return None,
    };
    (pair.0 != pair.1).then_some((pair.0.min(pair.1), pair.0.max(pair.1)))
}

/// Why nothing can be compared.
pub(super) fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    use Action as A;
    let about_lines = matches!(
        action,
        A::CompareLines
            | A::FilterLine
            | A::MarkLine
            | A::Partner
            | A::Related
            | A::Search
            | A::SearchNext
            | A::SearchPrevious
    );
    if about_lines && matches!(model.overlays.last(), Some(Overlay::Comparison(_))) {
        return Some("leave the comparison first");
    }
    let none = action == Action::CompareLines && pair(model).is_none();
    none.then_some("mark one line, then go to another to compare it with")
}

/// Compares them, beside the screen.
pub(super) fn compare(model: &mut Model) -> Option<Vec<Effect>> {
    let (old, new) = pair(model)?;
    let traffic = &model.seat()?.traffic;
    // Whatever is too long is not even read.
    let least = |row| Some(traffic.lines().store.line(row)?.size().0);
    let long = [old, new]
        .into_iter()
        .find_map(|row| too_long(row, least(row)?));
    if let Some(why) = long {
        model.warn(why);
        return Some(Vec::new());
    }
    let old = (old, traffic.text(old).unwrap_or_default());
    let new = (new, traffic.text(new).unwrap_or_default());
    Some(vec![Effect::Work(Job::Compare(old, new))])
}

/// They are compared.
pub(super) fn compared(model: &mut Model, found: Result<Comparison, String>) {
    match found {
        Ok(comparison) => {
            if let Some(Overlay::Comparison(_)) = model.overlays.last() {
                model.overlays.pop();
            }
            let overlay = Overlay::Comparison(Box::new(comparison));
            model.overlays.push(overlay);
        }
        Err(why) => model.warn(why),
    }
}

/// What keys do to a comparison.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let Some(Overlay::Comparison(comparison)) = model.overlays.last() else {
        return None;
    };
    let row = comparison.selected();
    let copied = |text: &str, what: &str| {
        Some(vec![Effect::Work(Job::Copy {
            text: text.to_owned(),
            what: what.to_owned(),
        })])
    };
    match action {
        Action::Copy | Action::CopySubtree => copied(&row?.value, "the value"),
        Action::CopyPath => copied(&row?.path, "the path"),
        Action::CopyRaw => copied(&comparison.told(), "the comparison"),
        Action::Open => {
            let row = row?;
            let end = row.value.floor_char_boundary(READ);
            let text = row.value.get(..end).unwrap_or_default();
            let reader = Reader::new(row.path.clone(), text);
            model.overlays.push(Overlay::Reader(reader));
            Some(Vec::new())
        }
        _ => None,
    }
}

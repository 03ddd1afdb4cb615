//! PURE. Filters with names: choosing one, giving one a name, forgetting one. Owns: the list and what a choice does.
//! Does not own: the filters (`model::Filters`), typing one (`filtering`).

use super::{filtering, keeping, moving};
use crate::trace::filter::Filter;
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Keep};
use crate::tui::model::{FilterChange, Model, Named, Pane, SHIPPED_FILTERS};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::overlays::picker::{Choice, Picker, Row};

/// Filters of before that are offered.
const PAST: usize = 20;
/// What stands before the value of one of the person's own.
const OWN: &str = "own:";
/// And of any other.
const OTHER: &str = "text:";

/// Why nothing can be done with filters now.
pub(super) fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    match action {
        Action::KeepFilter => {
            let typed = filtering::typed_text(model).is_some_and(|text| !text.trim().is_empty());
            let set = model.overlays.is_empty() && model.seat()?.traffic.filter().is_some();
            (!typed && !set).then_some("there is no filter to keep")
        }
        Action::Forget => {
            let own = chosen(model).is_some_and(|value| value.starts_with(OWN));
            (!own).then_some("only a filter of your own can be forgotten")
        }
        _ => None,
    }
}

/// The selected row of the list of filters.
fn chosen(model: &Model) -> Option<&str> {
    match model.overlays.last() {
        Some(Overlay::Picker(picker)) if matches!(picker.choice, Choice::Filter { .. }) => {
            picker.selected().map(|row| row.value.as_str())
        }
        _ => None,
    }
}

/// Performs it, if it is about them.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::SavedFilters if model.overlays.is_empty() => {
            let before = model.seat()?.traffic.filter();
            moving::focus(model, Pane::Traffic);
            open(model, before.unwrap_or_default(), "");
            Some(Vec::new())
        }
        Action::KeepFilter => keep(model),
        Action::Forget => forget(model),
        _ => None,
    }
}

fn open(model: &mut Model, before: String, typed: &str) {
    let own = model.filters.named.iter().rev().map(|one| Row {
        value: format!("{OWN}{}", one.name),
        label: one.name.clone(),
        detail: one.filter.clone(),
        aside: "yours".to_owned(),
        why_not: Filter::parse(&one.filter)
            .err()
            .map(|error| error.to_string()),
    });
    let shipped = SHIPPED_FILTERS.iter().map(|(name, filter, about)| Row {
        value: format!("{OTHER}{filter}"),
        label: (*name).to_owned(),
        detail: format!("{filter}  {about}"),
        ..Row::default()
    });
    let past = model.filters.past.iter().rev().take(PAST).map(|text| Row {
        value: format!("{OTHER}{text}"),
        label: text.clone(),
        aside: "before".to_owned(),
        ..Row::default()
    });
    let rows: Vec<Row> = own.chain(shipped).chain(past).collect();
    let current = format!("{OTHER}{before}");
    let mut picker = Picker::new("Filters", Choice::Filter { before }, rows, &current);
    if !typed.is_empty() {
        picker.insert(typed);
    }
    model.overlays.push(Overlay::Picker(picker));
}

/// The text of the filter in a row.
fn text_of(model: &Model, value: &str) -> Option<String> {
    if let Some(text) = value.strip_prefix(OTHER) {
        return Some(text.to_owned());
    }
    let name = value.strip_prefix(OWN)?;
    let mut named = model.filters.named.iter();
    let one = named.find(|one| one.name == name)?;
    Some(one.filter.clone())
}

/// Another row is selected: what it would show is shown.
pub(super) fn previewed(model: &mut Model) {
    let text = chosen(model).and_then(|value| text_of(model, value));
    if let Some(text) = text {
        filtering::apply(model, &text);
    }
}

/// The list was left: what was shown before is shown again.
pub(super) fn left(model: &mut Model, before: &str) {
    filtering::apply(model, before);
}

/// A row was chosen.
pub(super) fn apply(model: &mut Model, value: &str) -> Vec<Effect> {
    let Some(text) = text_of(model, value) else {
        return Vec::new();
    };
    filtering::apply(model, &text);
    Vec::new()
}

/// Makes a change here and on disk.
fn change(model: &mut Model, change: FilterChange) -> Effect {
    model.filters.change(&change);
    keeping::keep(Keep::Filter(change))
}

/// A filter was typed and counts.
pub(super) fn used(model: &mut Model, text: &str) -> Vec<Effect> {
    let text = text.trim();
    if text.is_empty() || model.filters.past(1) == Some(text) {
        return Vec::new();
    }
    vec![change(model, FilterChange::Used(text.to_owned()))]
}

fn keep(model: &mut Model) -> Option<Vec<Effect>> {
    let set = || model.seat()?.traffic.filter();
    let filter = filtering::typed_text(model).or_else(set)?;
    if let Err(error) = Filter::parse(&filter) {
        model.warn(error.to_string());
        return Some(Vec::new());
    }
    if filtering::typed_text(model).is_some() {
        model.overlays.pop();
    }
    let about = format!("Under which name? {filter}");
    let purpose = EntryFor::FilterName(filter);
    let entry = Entry::new("Keep the filter", about, purpose, "");
    model.overlays.push(Overlay::Entry(Box::new(entry)));
    Some(Vec::new())
}

/// The name was typed.
pub(super) fn named(model: &mut Model, filter: &str, name: &str) -> Vec<Effect> {
    let name = name.trim().to_owned();
    if name.is_empty() {
        model.warn("a filter is kept under a name");
        return Vec::new();
    }
    model.tell(format!("the filter is kept as {name}"));
    let one = Named {
        name,
        filter: filter.to_owned(),
    };
    vec![change(model, FilterChange::Name(one))]
}

fn forget(model: &mut Model) -> Option<Vec<Effect>> {
    let name = chosen(model)?.strip_prefix(OWN)?.to_owned();
    let Some(Overlay::Picker(picker)) = model.overlays.pop() else {
        return None;
    };
    let typed = picker.query().to_owned();
    let Choice::Filter { before } = picker.choice else {
        return None;
    };
    model.tell(format!("{name} is forgotten"));
    let effect = change(model, FilterChange::Forget(name));
    open(model, before, &typed);
    previewed(model);
    Some(vec![effect])
}

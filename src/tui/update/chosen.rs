//! PURE. What follows from a choice, a text or a yes on top of the screen. Owns: one arm for each purpose, one call each.

use super::{
    composing, control, conversation, ending, filtering, filters, program, related, replay,
    requests, searching, settings,
};
use crate::tui::effect::Effect;
use crate::tui::model::Model;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::confirm::Then;
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::overlays::picker::Choice;

/// A row was chosen.
pub(super) fn chosen(model: &mut Model, choice: &Choice, value: &str) -> Vec<Effect> {
    match choice {
        Choice::Action => program::chosen_action(model, value),
        Choice::Code => conversation::code_chosen(model, value),
        Choice::Theme { before } => program::keep(model, before),
        Choice::Mode => settings::set_mode(model, value),
        Choice::Model => settings::set_model(model, value),
        Choice::Thinking => settings::set_thinking(model, value),
        // By its row, which has its title too.
        Choice::Recording => Vec::new(),
        Choice::Prompt => composing::recall(model, value),
        Choice::Filter { .. } => filters::apply(model, value),
        Choice::Line => related::chosen(model, value),
        Choice::Offer(of) => requests::chosen(model, of, value),
        Choice::Place { of, update } => requests::placed(model, of, update, value),
    }
}

/// Another row is selected: some choices show what they would do.
pub(super) fn previewed(model: &mut Model) -> Vec<Effect> {
    program::offer_typed(model);
    program::preview_theme(model);
    filters::previewed(model);
    Vec::new()
}

/// A text was typed and accepted.
pub(super) fn entered(model: &mut Model, entry: &Entry) -> Vec<Effect> {
    match &entry.purpose {
        EntryFor::Rename => settings::rename(model, &entry.field.text()),
        EntryFor::Compact => settings::compact(model, &entry.field.text()),
        EntryFor::Rule(of) => requests::entered(model, of, entry),
        EntryFor::Time => replay::entered(model, entry),
        EntryFor::Search | EntryFor::FindInside => Vec::new(),
        EntryFor::Filter { .. } => filtering::entered(model, entry),
        EntryFor::FilterName(filter) => filters::named(model, filter, &entry.field.text()),
        EntryFor::Find { .. } => {
            searching::entered(model, entry);
            Vec::new()
        }
    }
}

/// A text is being typed: some purposes follow it.
pub(super) fn typed(model: &mut Model) -> Vec<Effect> {
    if let Some(Overlay::Entry(entry)) = model.overlays.last()
        && entry.purpose == EntryFor::Search
    {
        conversation::search_typed(model);
    }
    filtering::typed(model);
    replay::typed(model);
    searching::typed(model);
    Vec::new()
}

/// A question was answered with yes.
pub(super) fn confirmed(model: &mut Model, then: Then) -> Vec<Effect> {
    match then {
        Then::Cancel => control::cancel(model),
        Then::ModeForSure(mode) => settings::ask_once_more(model, mode),
        Then::Mode(mode) => settings::set_mode_now(model, &mode),
        Then::Quit => ending::quit(model),
    }
}

/// Something was left without a choice: what it previewed is taken back.
pub(super) fn left(model: &mut Model, overlay: &Overlay) -> Vec<Effect> {
    if let Overlay::Entry(entry) = overlay
        && entry.purpose == EntryFor::Search
    {
        conversation::search_left(model);
    }
    if let Overlay::Entry(entry) = overlay
        && let EntryFor::Filter { before, .. } = &entry.purpose
    {
        filtering::left(model, before);
    }
    if let Overlay::Entry(entry) = overlay {
        searching::left(model, &entry.purpose);
    }
    if let Overlay::Picker(picker) = overlay
        && let Choice::Filter { before } = &picker.choice
    {
        filters::left(model, before);
    }
    program::take_back(model, overlay);
    replay::left(model)
}

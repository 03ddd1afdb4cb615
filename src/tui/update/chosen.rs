//! PURE. What follows from a choice, a text or a yes on top of the screen. Owns: one arm for each purpose, one call each.

use super::{requests, steering};
use crate::tui::effect::Effect;
use crate::tui::model::Model;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::confirm::Then;
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::overlays::picker::Choice;

/// A row was chosen.
pub(super) fn chosen(model: &mut Model, choice: &Choice, value: &str) -> Vec<Effect> {
    match choice {
        Choice::Action => crate::tui::action::Action::named(value)
            .map(|action| super::perform(model, action))
            .unwrap_or_default(),
        Choice::Mode => steering::set_mode(model, value),
        Choice::Offer(of) => requests::chosen(model, of, value),
        Choice::Place { of, update } => requests::placed(model, of, update, value),
        Choice::Theme { .. } | Choice::Model | Choice::Thinking => Vec::new(),
    }
}

/// Another row is selected: some choices show what they would do.
pub(super) fn previewed(_model: &mut Model) -> Vec<Effect> {
    Vec::new()
}

/// A text was typed and accepted.
pub(super) fn entered(model: &mut Model, entry: &Entry) -> Vec<Effect> {
    match &entry.purpose {
        EntryFor::Rule(of) => requests::entered(model, of, entry),
        EntryFor::Rename | EntryFor::Search | EntryFor::Compact => Vec::new(),
    }
}

/// A text is being typed: some purposes follow it.
pub(super) fn typed(_model: &mut Model) -> Vec<Effect> {
    Vec::new()
}

/// A question was answered with yes.
pub(super) fn confirmed(model: &mut Model, then: Then) -> Vec<Effect> {
    match then {
        Then::Cancel => steering::cancel(model),
        Then::Mode(mode) => steering::set_mode_now(model, &mode),
        Then::Quit => steering::quit(model),
    }
}

/// Something was left without a choice: what it previewed is taken back.
pub(super) fn left(_model: &mut Model, _overlay: &Overlay) -> Vec<Effect> {
    Vec::new()
}

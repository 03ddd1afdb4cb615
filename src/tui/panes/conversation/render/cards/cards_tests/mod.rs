//! Every card, folded and open, at two widths; anything may be missing or of the wrong type.

mod agents_and_people;
mod each_tool;
mod odd_calls;

use super::card_of;
use crate::session::{ItemKind, State, ToolCall};
use crate::trace::Direction;
use crate::tui::panes::conversation::render::stage_tests::{
    at, cards, done, failed, rendered, running, said, session, text,
};
use serde_json::{Value, json};

fn none() -> State {
    State::default()
}

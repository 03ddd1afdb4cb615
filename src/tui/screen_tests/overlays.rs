//! What lies on top of the screen, at three widths: lists to choose from, questions, fields, texts.

use super::busy_session::{noted, running};
use super::control::look_at;
use super::stage::{press, screen, shown};
use crate::trace::{HeldThing, Note};
use crate::tui::model::{Model, Pane};

/// The three sizes every part of the screen is looked at in.
fn pictures(name: &str, model: &mut Model) {
    for (width, height) in [(60, 20), (100, 30), (160, 48)] {
        let seen = shown(model, width, height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), seen);
    }
}

fn opened(keys: &str) -> Model {
    let mut model = running();
    look_at(&mut model, Pane::State);
    press(&mut model, keys);
    model
}

#[test]
fn lists_to_choose_from() {
    for (name, keys) in [
        ("models", "m"),
        ("modes", "M"),
        ("thinking", "t"),
        ("themes", ":theme<enter>"),
        ("nothing_fits", "mzzz"),
    ] {
        pictures(name, &mut opened(keys));
    }
}

#[test]
fn questions_that_want_a_yes() {
    pictures("ending", &mut opened("Q"));
    pictures("bypass", &mut opened("Mbypass<enter>"));
    pictures("bypass_for_sure", &mut opened("Mbypass<enter>y"));
}

#[test]
fn fields_to_type_in() {
    pictures("rename", &mut opened("rTomatoes"));
    pictures("compact", &mut opened("Ckeep the plan"));
    pictures("search", &mut opened("1/needle"));
}

#[test]
fn texts_to_read() {
    pictures("state_report", &mut opened("2<enter>"));
    let mut model = running();
    noted(&mut model, 40_000, Note::Paused);
    for (uuid, text) in [
        ("u8", "One thing\nin two lines"),
        ("u9", "And \u{1b}[2J another"),
    ] {
        let held = HeldThing::Prompt {
            uuid: uuid.to_owned(),
            text: text.to_owned(),
        };
        noted(&mut model, 41_000, Note::Held(held));
    }
    look_at(&mut model, Pane::Pending);
    press(&mut model, "h");
    pictures("held", &mut model);
}

#[test]
fn a_screen_before_anything_happened() {
    pictures("nothing_yet", &mut screen());
}

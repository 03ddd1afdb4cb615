//! Everything the screen can show, as scenes. Each is drawn at three sizes; whatever has no scene is missed by name.
//!
//! The same scenes are played with hostile text ([`super::hostile`]): so a scene takes things as they come and asserts
//! nothing.

mod cards;
mod kinds;
mod lines;
mod panes;
mod prompts;
mod recordings;
mod tops;

use super::stage::{press, shown};
use crate::tui::model::Model;
use std::collections::BTreeSet;

/// The sizes everything is looked at in.
pub(super) const SIZES: [(u16, u16); 3] = [(60, 20), (100, 30), (160, 48)];

/// A name, and how the screen comes to look like it.
pub(super) type Scene = (&'static str, fn() -> Model);

/// All scenes, each kind in a file of its own.
pub(super) fn scenes() -> impl Iterator<Item = &'static Scene> {
    let all = [
        panes::SCENES,
        tops::SCENES,
        cards::SCENES,
        lines::SCENES,
        prompts::SCENES,
        recordings::SCENES,
    ];
    all.into_iter().flatten()
}

/// A screen after these keys.
fn after(mut model: Model, keys: &str) -> Model {
    press(&mut model, keys);
    model
}

fn pictures(scenes: &[Scene]) {
    for (name, make) in scenes {
        let mut model = make();
        for (width, height) in SIZES {
            let seen = shown(&mut model, width, height);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), seen);
        }
    }
}

#[test]
fn panes_at_three_sizes() {
    pictures(panes::SCENES);
}

#[test]
fn what_lies_on_top_at_three_sizes() {
    pictures(tops::SCENES);
}

#[test]
fn requests_at_three_sizes() {
    pictures(cards::SCENES);
}

#[test]
fn lines_on_the_wire_at_three_sizes() {
    pictures(lines::SCENES);
}

#[test]
fn prompts_at_three_sizes() {
    pictures(prompts::SCENES);
}

#[test]
fn recordings_at_three_sizes() {
    pictures(recordings::SCENES);
}

#[test]
fn everything_there_is_has_a_scene() {
    let mut missing = kinds::all();
    let mut names = BTreeSet::new();
    for (name, make) in scenes() {
        assert!(names.insert(*name), "two scenes are called {name}");
        let mut model = make();
        shown(&mut model, 100, 30);
        for seen in kinds::seen(&model) {
            missing.remove(seen);
        }
    }
    assert!(missing.is_empty(), "in no scene: {missing:#?}");
}

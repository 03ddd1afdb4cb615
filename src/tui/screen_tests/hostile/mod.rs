//! Hostile text on every path to a cell: all scenes and all recorded sessions, with everything they say turned hostile.
//!
//! What is asked of each screen is in `checks`. More seeds than the usual few: `CCA_HOSTILE_SEEDS=200 cargo test hostile`.

mod bytes;
mod checks;
mod recorded;

use super::gallery::{SIZES, scenes};
use super::outside::hostile;
use super::stage::drawn;
use crate::tui::theme::Glyphs;

/// The seeds that are tried.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let wanted = std::env::var("CCA_HOSTILE_SEEDS").ok();
    0..wanted.and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// Every `of`-th scene from this one on, so that several cores can do it.
fn play(part: usize, of: usize) {
    for seed in seeds(2) {
        for (name, make) in scenes().skip(part).step_by(of) {
            let mut model = hostile(seed, make);
            if seed % 2 == 1 {
                // Where frames are made of letters that any text has.
                model.theme.glyphs = Glyphs::ASCII;
            }
            for (width, height) in SIZES {
                let buffer = hostile(seed, || drawn(&mut model, width, height));
                checks::all(
                    &model,
                    &buffer,
                    &format!("{name}, seed {seed}, {width}x{height}"),
                );
            }
        }
    }
}

#[test]
fn no_scene_draws_anything_but_cells_first_half() {
    play(0, 2);
}

#[test]
fn no_scene_draws_anything_but_cells_second_half() {
    play(1, 2);
}

#[test]
fn hostile_text_does_get_to_the_screen() {
    // Else all of this would prove nothing.
    let mut seen = String::new();
    for seed in 0..3 {
        for (_, make) in scenes().step_by(7) {
            let mut model = hostile(seed, make);
            seen += &super::stage::shown(&mut model, 160, 48);
        }
    }
    for spelled in [
        r"\e[2J",
        r"\u{202e}",
        r"\u{7}",
        r"\u{200b}",
        "asks for permission",
        "漢",
        "👨",
    ] {
        assert!(seen.contains(spelled), "{spelled} was never seen");
    }
}

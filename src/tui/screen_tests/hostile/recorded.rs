//! Every recorded session of the fixtures with everything it says turned hostile, in every pane.

use super::super::outside::hostile;
use super::super::stage::{drawn, play, press, screen};
use super::{checks, seeds};
use crate::tui::model::{Focus, Pane};

fn sessions() -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut names = Vec::new();
    for folder in ["real", "troubled", "recordings"] {
        for file in std::fs::read_dir(root.join(folder)).unwrap() {
            let name = file.unwrap().file_name().to_string_lossy().into_owned();
            // That one is no recording of ours, and that one has no end.
            if !["capture.ndjson", "dump.ndjson", "torn.ndjson"].contains(&name.as_str()) {
                names.push(format!("{folder}/{name}"));
            }
        }
    }
    names.sort();
    names
}

#[test]
fn no_recorded_session_draws_anything_but_cells() {
    let sessions = sessions();
    assert!(sessions.len() > 50, "{sessions:?}");
    for seed in seeds(1) {
        for (number, name) in sessions.iter().enumerate() {
            let mut model = screen();
            hostile(seed, || play(&mut model, name));
            for (turn, pane) in Pane::ALL.into_iter().enumerate() {
                model.focus = Focus::Pane(pane);
                model.arrangement.zoomed = Some(pane);
                let (width, height) = super::SIZES[(number + turn) % 3];
                let what = format!("{name}, {pane:?}, seed {seed}, {width}x{height}");
                drawn(&mut model, width, height);
                // Everything is unfolded, and what is selected is opened.
                for keys in ["", "o", "<enter>"] {
                    press(&mut model, keys);
                    let buffer = drawn(&mut model, width, height);
                    checks::all(&model, &buffer, &format!("{what}, after {keys:?}"));
                }
                model.overlays.clear();
            }
        }
    }
}

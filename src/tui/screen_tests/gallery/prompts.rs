//! Scenes: where prompts are typed.

use super::super::composing::offers::{with_commands, with_files};
use super::super::composing::queued::queued;
use super::super::outside::outside;
use super::super::stage::{press, screen};
use super::{Scene, after};
use crate::tui::model::Model;
use crate::tui::msg::Msg;
use crate::tui::update::update;

pub(super) const SCENES: &[Scene] = &[
    ("commands", || after(with_commands(), "/")),
    ("command_hint", || after(with_commands(), "/compact ")),
    ("paths", || {
        let files = ["src/", "a b.txt", "src/main.rs", "bad\u{1b}[31m\u{202e}.rs"];
        let files: Vec<String> = files.iter().map(|file| outside(file)).collect();
        with_files(&files.iter().map(String::as_str).collect::<Vec<_>>())
    }),
    ("queued", || after(queued().0, "third")),
    ("several_lines", || {
        after(screen(), "one<alt+enter>two<alt+enter><alt+enter>four")
    }),
    ("pasted", pasted),
];

fn pasted() -> Model {
    let mut model = screen();
    press(&mut model, "see ");
    let text = "a line\n".repeat(142);
    update(&mut model, Msg::Paste(outside(&text)));
    after(model, " please")
}

//! EDGE. Keys and themes as text, for `cca-tui config`. Owns: how they are printed. Does not own: printing.

use super::keymap::{Context, Keymap};
use super::opening;
use super::theme::Shelf;
use crate::config::FileError;
use crate::config::settings::{Key, Settings};
use crate::sanitise::sanitise;
use std::fmt::Write as _;
use std::path::Path;

fn folder(settings: &Settings) -> Option<&Path> {
    settings.user_file.as_deref().and_then(Path::parent)
}

/// The keymap that counts, in the form of a keymap file, and the actions that have no key. If the user's file is wrong,
/// the shipped one: whoever has to mend the file needs it.
pub fn keys(settings: &Settings) -> (String, Option<FileError>) {
    let mut text = String::new();
    let (keymap, wrong) = match opening::keymap(folder(settings)) {
        Ok(keymap) => (keymap, None),
        Err(error) => {
            text.push_str("# This is the keymap without yours, in which something is wrong.\n\n");
            (Keymap::shipped().unwrap_or_default(), Some(error))
        }
    };
    for (title, context) in Context::ALL {
        let _ = writeln!(text, "# {title}\n[keys.{}]", context.name());
        for binding in keymap.bindings(context) {
            let key = format!("{:?}", binding.key.to_string());
            let action = format!("{:?}", binding.action.name());
            let _ = writeln!(
                text,
                "{key:<12} = {action:<22} # {}",
                sanitise(binding.help)
            );
        }
        text.push('\n');
    }
    text.push_str("# Without a key: found in the palette\n");
    for (action, help) in keymap.actions() {
        if keymap.any_key(action).is_none() {
            let _ = writeln!(text, "# {:<24} {}", action.name(), sanitise(help));
        }
    }
    (text, wrong)
}

/// The themes there are; the one that counts is marked. If a file of the user's cannot be read, the shipped ones.
pub fn themes(settings: &Settings) -> (String, Option<FileError>) {
    let (shelf, wrong) = match opening::shelf(settings, folder(settings)) {
        Ok(shelf) => (shelf, None),
        Err(error) => (Shelf::default(), Some(error)),
    };
    let current = settings.text(Key::Theme);
    let mut text = String::new();
    for name in shelf.names() {
        let mark = if current == Some(name) { "*" } else { " " };
        let own = if shelf.is_own(name) { " (yours)" } else { "" };
        let about = match shelf.theme(name) {
            Some(Ok(theme)) => theme.description,
            Some(Err(error)) => format!("cannot be used: {error}"),
            None => String::new(),
        };
        let _ = writeln!(
            text,
            "{mark} {:<14} {}{own}",
            sanitise(name),
            sanitise(&about)
        );
    }
    (text, wrong)
}

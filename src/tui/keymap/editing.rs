//! PURE. Keys that edit a text: the same wherever one types. Owns: which key does what to a text, and the help for it.
//! Does not own: doing it (`widgets::field`), keys that mean an action (they come first).
//!
//! They are what readline and fish have taught people's fingers, and so not for a keymap file to change.

use super::Key;

/// What a key does to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// Types a character.
    Type(char),
    /// Takes away what is before the cursor.
    Backspace,
    /// Takes away what is under the cursor.
    Delete,
    /// One character to the left.
    Left,
    /// One character to the right.
    Right,
    /// One line up.
    Up,
    /// One line down.
    Down,
    /// To the beginning of the word.
    WordLeft,
    /// To the next word.
    WordRight,
    /// To the beginning of the line.
    Home,
    /// To the end of the line.
    End,
    /// To the beginning of the text.
    Top,
    /// To the end of the text.
    Bottom,
    /// Cuts to the end of the line.
    KillToEnd,
    /// Cuts to the beginning of the line.
    KillToStart,
    /// Cuts the word before.
    KillWordBack,
    /// Cuts the word after.
    KillWordForward,
    /// Puts back what was cut.
    Yank,
    /// Takes the last change back.
    Undo,
    /// And makes it again.
    Redo,
}

/// Keys, what they do, and one line of help for people.
pub const EDITING: &[(&[&str], Edit, &str)] = &[
    (
        &["backspace", "ctrl+h"],
        Edit::Backspace,
        "Delete to the left",
    ),
    (&["delete", "ctrl+d"], Edit::Delete, "Delete to the right"),
    (&["left", "ctrl+b"], Edit::Left, "To the left"),
    (&["right", "ctrl+f"], Edit::Right, "To the right"),
    (&["up"], Edit::Up, "Up"),
    (&["down"], Edit::Down, "Down"),
    (
        &["ctrl+left", "alt+b", "alt+left"],
        Edit::WordLeft,
        "A word to the left",
    ),
    (
        &["ctrl+right", "alt+f", "alt+right"],
        Edit::WordRight,
        "A word to the right",
    ),
    (
        &["home", "ctrl+a"],
        Edit::Home,
        "To the beginning of the line",
    ),
    (&["end", "ctrl+e"], Edit::End, "To the end of the line"),
    (
        &["ctrl+home", "alt+<"],
        Edit::Top,
        "To the beginning of the text",
    ),
    (
        &["ctrl+end", "alt+>"],
        Edit::Bottom,
        "To the end of the text",
    ),
    (&["ctrl+k"], Edit::KillToEnd, "Cut to the end of the line"),
    (
        &["ctrl+u"],
        Edit::KillToStart,
        "Cut to the beginning of the line",
    ),
    (
        &["ctrl+w", "alt+backspace", "ctrl+backspace"],
        Edit::KillWordBack,
        "Cut the word before",
    ),
    (
        &["alt+d", "ctrl+delete"],
        Edit::KillWordForward,
        "Cut the word after",
    ),
    (&["ctrl+y"], Edit::Yank, "Put back what was cut"),
    // Terminals send the same byte for these three.
    (&["ctrl+/", "ctrl+_", "ctrl+7"], Edit::Undo, "Undo"),
    (&["alt+/"], Edit::Redo, "Redo"),
];

impl Edit {
    /// What a key does to a text, if anything.
    pub fn of(key: Key) -> Option<Self> {
        if let Some(typed) = key.typed() {
            return Some(Self::Type(typed));
        }
        let pressed = key.to_string();
        let fits = |(keys, ..): &&(&[&str], Self, &str)| keys.contains(&pressed.as_str());
        EDITING.iter().find(fits).map(|(_, edit, _)| *edit)
    }
}

#[cfg(test)]
mod tests {
    use super::{EDITING, Edit};
    use crate::tui::keymap::Key;

    #[test]
    fn every_key_is_a_key_and_found_again() {
        for (keys, edit, help) in EDITING {
            assert!(!help.is_empty());
            for key in *keys {
                let parsed: Key = key.parse().unwrap();
                assert_eq!(Edit::of(parsed), Some(*edit), "{key}");
            }
        }
    }

    #[test]
    fn a_character_is_typed_and_a_chord_that_means_nothing_is_not() {
        assert_eq!(Edit::of("x".parse().unwrap()), Some(Edit::Type('x')));
        assert_eq!(Edit::of("A".parse().unwrap()), Some(Edit::Type('A')));
        assert_eq!(Edit::of("alt+x".parse().unwrap()), None);
        assert_eq!(Edit::of("f5".parse().unwrap()), None);
    }
}

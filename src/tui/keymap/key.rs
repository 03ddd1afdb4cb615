//! PURE. A key as people write it: `j`, `G`, `ctrl+c`, `shift+tab`, `alt+enter`, `f1`, `space`. Owns: both directions.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fmt;
use std::str::FromStr;

/// A key with its modifiers, in one form: a letter with shift is the capital letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// A word that is no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no key: write a character, or tab, enter, esc, space, backspace, delete, insert, up, down, left, right, \
     home, end, pageup, pagedown, f1 to f12, with ctrl+, alt+ or shift+ before it"
)]
pub struct NoKey(String);

const NAMES: &[(&str, KeyCode)] = &[
    ("tab", KeyCode::Tab),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("space", KeyCode::Char(' ')),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

impl Key {
    /// The key of a terminal event.
    pub fn of(event: KeyEvent) -> Self {
        Self::normal(event.code, event.modifiers)
    }

    fn normal(code: KeyCode, modifiers: KeyModifiers) -> Self {
        let mut modifiers =
            modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        let code = match code {
            KeyCode::BackTab => {
                modifiers |= KeyModifiers::SHIFT;
                KeyCode::Tab
            }
            KeyCode::Char(letter) => {
                let capital = modifiers.contains(KeyModifiers::SHIFT) && letter.is_alphabetic();
                modifiers -= KeyModifiers::SHIFT;
                match (capital, modifiers.contains(KeyModifiers::CONTROL)) {
                    // Terminals disagree on the case of a letter with ctrl.
                    (_, true) => KeyCode::Char(letter.to_ascii_lowercase()),
                    (true, _) => KeyCode::Char(letter.to_uppercase().next().unwrap_or(letter)),
                    _ => KeyCode::Char(letter),
                }
            }
            other => other,
        };
        Self { code, modifiers }
    }

    /// The event that a terminal sends for it.
    pub fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.modifiers)
    }

    /// The character it types, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(letter) if self.modifiers.is_empty() => Some(letter),
            _ => None,
        }
    }
}

impl FromStr for Key {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let mut rest = text;
        let mut modifiers = KeyModifiers::NONE;
        let known = [
            ("ctrl+", KeyModifiers::CONTROL),
            ("alt+", KeyModifiers::ALT),
            ("shift+", KeyModifiers::SHIFT),
        ];
        while let Some((after, modifier)) = known
            .iter()
            .find_map(|(name, modifier)| Some((rest.strip_prefix(name)?, *modifier)))
        {
            modifiers |= modifier;
            rest = after;
        }
        let named = NAMES.iter().find(|(name, _)| *name == rest);
        let mut letters = rest.chars();
        let code = match (named, letters.next(), letters.next()) {
            (Some((_, code)), _, _) => *code,
            (None, Some(letter), None) => KeyCode::Char(letter),
            (None, Some('f'), Some(_)) => rest
                .get(1..)
                .and_then(|number| number.parse().ok())
                .filter(|number| (1..=12).contains(number))
                .map(KeyCode::F)
                .ok_or_else(|| NoKey(text.to_owned()))?,
            _ => return Err(NoKey(text.to_owned())),
        };
        Ok(Self::normal(code, modifiers))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modifiers = [
            (KeyModifiers::CONTROL, "ctrl+"),
            (KeyModifiers::ALT, "alt+"),
            (KeyModifiers::SHIFT, "shift+"),
        ];
        for (modifier, name) in modifiers {
            if self.modifiers.contains(modifier) {
                f.write_str(name)?;
            }
        }
        match (NAMES.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::Char(letter)) => write!(f, "{letter}"),
            (None, KeyCode::F(number)) => write!(f, "f{number}"),
            (None, other) => write!(f, "{other:?}"),
        }
    }
}

//! PURE. The keymap that the program comes with. Owns: reading it quickly, because the first frame waits for it.
//! Does not own: the strict reading of files that people write (`Keymap::lay_over`), to which a test holds this one.
//!
//! The file is ours and plain: sections, and lines of the form `name = "words"` or `"key" = "name"`.

use super::{Context, Key, Keymap};
use crate::tui::action::Action;

/// The file.
pub const SHIPPED: &str = include_str!("../../../assets/keymap.toml");

/// What a section is about.
#[derive(Clone, Copy)]
enum Section {
    Help,
    Short,
    Keys(Context),
}

/// The map; `None` if the file has a form that only the strict reading knows.
pub(super) fn read() -> Option<Keymap> {
    let mut keymap = Keymap::default();
    let mut section = None;
    for line in SHIPPED.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[') {
            section = Some(opened(name.strip_suffix(']')?)?);
            continue;
        }
        let (name, value) = line.split_once(" = ")?;
        let value = quoted(value)?;
        match section? {
            Section::Help => {
                keymap.help.insert(Action::named(name)?, value.to_owned());
            }
            Section::Short => {
                keymap.short.insert(Action::named(name)?, value.to_owned());
            }
            Section::Keys(context) => {
                let key: Key = quoted(name)?.parse().ok()?;
                let before = keymap.keys.insert((context, key), Action::named(value)?);
                // The strict reading says what is wrong with it.
                if before.is_some() {
                    return None;
                }
            }
        }
    }
    keymap.turn_round();
    Some(keymap)
}

fn opened(name: &str) -> Option<Section> {
    match name {
        "actions" => Some(Section::Help),
        "short" => Some(Section::Short),
        keys => {
            let name = keys.strip_prefix("keys.")?;
            let mut all = Context::ALL.into_iter();
            let (_, context) = all.find(|(_, context)| context.name() == name)?;
            Some(Section::Keys(context))
        }
    }
}

/// What stands between two quotation marks, if nothing in it means something else.
fn quoted(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains(['"', '\\'])).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Document;

    #[test]
    fn the_quick_reading_is_the_strict_one() {
        let quick = read().expect("the shipped map is plain");
        let mut strict = Keymap::default();
        let document = Document::new("assets/keymap.toml", SHIPPED);
        strict.lay_over(&document).expect("it is a keymap");
        assert!(quick.keys.iter().eq(strict.keys.iter()), "order included");
        assert!(quick.short.iter().eq(strict.short.iter()), "order included");
        assert_eq!(quick.help, strict.help);
        assert_eq!(quick.bound, strict.bound);
    }
}

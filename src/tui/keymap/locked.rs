//! PURE. What a keymap of the user's must not do. Owns: that there is always a way out, and that characters can be typed.

use super::{Context, Key, Keymap};
use crate::config::{Document, FileError, KeyPath};
use crate::tui::action::Action;

/// Places on top of the screen, which are only left by their own key.
const TOP: [Context; 5] = [
    Context::Field,
    Context::List,
    Context::Overlay,
    Context::Inspector,
    Context::Confirm,
];

pub(super) fn check(keymap: &Keymap, document: &Document) -> Result<(), FileError> {
    let at = |context: Context| KeyPath::new().key("keys").key(context.name());
    for context in TOP {
        if keymap.key_for(context, Action::Leave).is_none() {
            let what =
                "no key is left for `leave` here; bind one, or leave the shipped one as it is";
            return Err(document.error_at(&at(context), what));
        }
    }
    for context in [Context::Composer, Context::Pane, Context::Request] {
        let mut ends = [Action::InterruptOrQuit, Action::Quit].into_iter();
        if !ends.any(|action| keymap.key_for(context, action).is_some()) {
            let what = format!(
                "no key is left for `interrupt_or_quit` or `quit` in {}; bind one",
                context.name()
            );
            return Err(document.error_at(&at(Context::Global), what));
        }
    }
    characters(keymap, document)
}

fn characters(keymap: &Keymap, document: &Document) -> Result<(), FileError> {
    let typed = keymap
        .keys
        .keys()
        .find(|(context, key)| context.is_text() && Key::typed(*key).is_some());
    let Some((context, key)) = typed else {
        return Ok(());
    };
    let path = KeyPath::new()
        .key("keys")
        .key(context.name())
        .key(&key.to_string());
    Err(document.error_at(&path, "types a character here; put ctrl+ or alt+ before it"))
}

//! PURE. Words in a keymap that mean nothing. Owns: what is said of them: where, what there is, what was meant.

use super::{Context, shipped};
use crate::config::{Document, FileError, Spanned, nearest};
use crate::tui::action::Action;

/// The action of a name.
pub(super) fn action(
    document: &Document,
    name: &Spanned<String>,
    place: &str,
) -> Result<Action, FileError> {
    let written = name.get_ref();
    Action::named(written).ok_or_else(|| {
        // Not the map that is being read: its own mistakes would be told of by reading it again.
        let shipped = shipped::read().unwrap_or_default();
        let all = shipped.actions().into_iter();
        let names: Vec<String> = all.map(|(action, _)| action.name()).collect();
        let near = nearest(written, names.iter().map(String::as_str));
        let meant = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let listed = if near.is_some() {
            ""
        } else {
            "; `cca-tui config --keys` lists them"
        };
        let what = format!("`{written}` is no action{meant}{listed}");
        document.error(Some(name.span()), place, what)
    })
}

/// The context of a name.
pub(super) fn context(
    document: &Document,
    name: &Spanned<String>,
    place: &str,
) -> Result<Context, FileError> {
    let written = name.get_ref();
    let names = || Context::ALL.into_iter().map(|(_, context)| context.name());
    let mut all = Context::ALL.into_iter().map(|(_, context)| context);
    all.find(|context| context.name() == written)
        .ok_or_else(|| {
            let list = names().collect::<Vec<_>>().join(", ");
            let what = match nearest(written, names()) {
                Some(near) => {
                    format!("there is no such place; did you mean {near}? There are: {list}")
                }
                None => format!("there is no such place; there are: {list}"),
            };
            document.error(Some(name.span()), place, what)
        })
}

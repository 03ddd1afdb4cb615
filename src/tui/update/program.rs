//! PURE. The program itself: help, palette, themes, commands with a word behind them, the prompt it was started with.
//! Does not own: what the actions do that the palette offers.

use super::{chosen, sessions};
use crate::session::Command;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::model::{Model, SeatKey};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::overlays::help::{self, Help};
use crate::tui::overlays::picker::{Choice, Picker, Row};
use crate::wire::Prompt;

/// A word that takes the rest of the line: `:theme dark`.
struct Word {
    name: &'static str,
    /// The action it is about: if that cannot be used, neither can the word.
    action: Action,
    /// What it does with what follows.
    does: &'static str,
}

const WORDS: [Word; 6] = [
    Word {
        name: "theme",
        action: Action::ChooseTheme,
        does: "use this theme",
    },
    Word {
        name: "model",
        action: Action::ChooseModel,
        does: "use this model",
    },
    Word {
        name: "mode",
        action: Action::ChooseMode,
        does: "use this permission mode",
    },
    Word {
        name: "rename",
        action: Action::Rename,
        does: "call the session this",
    },
    Word {
        name: "compact",
        action: Action::Compact,
        does: "compact the conversation, keeping this",
    },
    Word {
        name: "search",
        action: Action::Search,
        does: "search the conversation for this",
    },
];

/// What a typed command is marked with among the values of the palette.
const TYPED: &str = "typed:";

/// Performs it, if it is about the program.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::Help => open_help(model),
        Action::Palette => open_palette(model),
        // Help is searched where everything can be found by its words.
        Action::Search if matches!(model.overlays.last(), Some(Overlay::Help(_))) => {
            model.overlays.pop();
            open_palette(model);
        }
        Action::ChooseTheme => open_themes(model),
        _ => return None,
    }
    Some(Vec::new())
}

fn open_help(model: &mut Model) {
    let help = Help::new(model);
    model.overlays.push(Overlay::Help(help));
}

/// Moves in the help, no further than its end.
pub(super) fn scroll_help(model: &mut Model, by: isize) {
    let Some(Overlay::Help(shown)) = model.overlays.last() else {
        return;
    };
    let last = help::last_scroll(shown, model);
    let scroll = shown.scroll.saturating_add_signed(by).min(last);
    if let Some(Overlay::Help(shown)) = model.overlays.last_mut() {
        shown.scroll = scroll;
    }
}

fn open_palette(model: &mut Model) {
    let context = model.context();
    let mut actions = model.keymap.actions();
    // What moves about is known by its keys; what one looks for here comes first.
    actions.sort_by_key(|(action, _)| action.moves());
    let rows = actions.into_iter().map(|(action, help)| Row {
        value: action.name(),
        label: help.to_owned(),
        detail: String::new(),
        aside: keys(model, action, context),
        why_not: super::why_not(model, action).map(str::to_owned),
    });
    let rows: Vec<_> = rows.collect();
    let picker = Picker::new("Everything that can be done", Choice::Action, rows, "");
    model.overlays.push(Overlay::Picker(picker));
}

/// The keys for an action: those that work where the palette was opened, else those of any other place.
fn keys(model: &Model, action: Action, context: crate::tui::keymap::Context) -> String {
    let here = model.keymap.key_for(context, action);
    here.or_else(|| model.keymap.any_key(action))
        .map_or_else(String::new, |key| key.to_string())
}

/// What is typed in the palette may be a word with something behind it: then that is offered first.
pub(super) fn offer_typed(model: &mut Model) {
    let Some(Overlay::Picker(picker)) = model.overlays.last() else {
        return;
    };
    if picker.choice != Choice::Action {
        return;
    }
    let row = split(picker.query()).map(|(word, rest)| Row {
        value: format!("{TYPED}{}", picker.query()),
        label: format!("{} {rest}", word.name),
        detail: word.does.to_owned(),
        aside: String::new(),
        why_not: super::why_not(model, word.action).map(str::to_owned),
    });
    if let Some(Overlay::Picker(picker)) = model.overlays.last_mut() {
        picker.offer(row);
    }
}

fn split(query: &str) -> Option<(&'static Word, &str)> {
    let query = query.trim_start().trim_start_matches(':');
    let (name, rest) = query.split_once(' ')?;
    let rest = rest.trim();
    let word = WORDS.iter().find(|word| word.name == name)?;
    (!rest.is_empty()).then_some((word, rest))
}

/// A row of the palette was chosen.
pub(super) fn chosen_action(model: &mut Model, value: &str) -> Vec<Effect> {
    if let Some((word, rest)) = value.strip_prefix(TYPED).and_then(split) {
        return typed(model, word, rest);
    }
    let action = Action::named(value);
    action.map_or_else(Vec::new, |action| super::perform(model, action))
}

/// What is behind the word is chosen or entered as if it had been in its own list or field.
fn typed(model: &mut Model, word: &Word, rest: &str) -> Vec<Effect> {
    let field = |purpose| Entry::new("", "", purpose, rest);
    match word.action {
        Action::ChooseTheme => {
            let before = model.theme.name.clone();
            if preview(model, rest) {
                return keep(model, &before);
            }
            Vec::new()
        }
        Action::ChooseModel => chosen::chosen(model, &Choice::Model, rest),
        Action::ChooseMode => chosen::chosen(model, &Choice::Mode, rest),
        Action::Rename => chosen::entered(model, &field(EntryFor::Rename)),
        Action::Compact => chosen::entered(model, &field(EntryFor::Compact)),
        Action::Search => chosen::entered(model, &field(EntryFor::Search)),
        _ => Vec::new(),
    }
}

fn open_themes(model: &mut Model) {
    let row = |name: &&str| {
        let read = model.themes.theme(name);
        let (detail, why_not) = match read {
            Some(Ok(theme)) => (theme.description, None),
            Some(Err(error)) => (String::new(), Some(error.to_string())),
            None => (String::new(), None),
        };
        Row {
            value: (*name).to_owned(),
            label: (*name).to_owned(),
            detail,
            aside: if model.themes.is_own(name) {
                "yours"
            } else {
                ""
            }
            .to_owned(),
            why_not,
        }
    };
    let rows: Vec<_> = model.themes.names().iter().map(row).collect();
    let before = model.theme.name.clone();
    let choice = Choice::Theme {
        before: before.clone(),
    };
    let picker = Picker::new("Theme", choice, rows, &before);
    model.overlays.push(Overlay::Picker(picker));
}

/// Shows the theme that is selected.
pub(super) fn preview_theme(model: &mut Model) {
    let Some(Overlay::Picker(picker)) = model.overlays.last() else {
        return;
    };
    if let (Choice::Theme { .. }, Some(row)) = (&picker.choice, picker.selected()) {
        let name = row.value.clone();
        if row.why_not.is_none() && name != model.theme.name {
            preview(model, &name);
        }
    }
}

/// Uses a theme; says what is wrong if it cannot be used.
fn preview(model: &mut Model, name: &str) -> bool {
    match model.themes.theme(name) {
        Some(Ok(theme)) => {
            model.set_theme(theme);
            true
        }
        Some(Err(error)) => {
            model.warn(error.to_string());
            false
        }
        None => {
            let known = model.themes.names().join(", ");
            model.warn(format!(
                "there is no theme called {name}; there are: {known}"
            ));
            false
        }
    }
}

/// The theme that is shown stays, and how it stays for good is told.
pub(super) fn keep(model: &mut Model, before: &str) -> Vec<Effect> {
    let name = model.theme.name.clone();
    if name != before {
        let file = model.preferences.settings_file.clone();
        model.tell(format!(
            "theme: {name}; for good: theme = \"{name}\" in {file}"
        ));
    }
    Vec::new()
}

/// The list of themes was left: the one before is back.
pub(super) fn take_back(model: &mut Model, overlay: &Overlay) {
    if let Overlay::Picker(picker) = overlay
        && let Choice::Theme { before } = &picker.choice
        && *before != model.theme.name
    {
        preview(model, before);
    }
}

/// The CLI is ready: what the program was started with is sent.
pub(super) fn first_prompt(model: &mut Model, key: SeatKey) -> Vec<Effect> {
    let Some(seat) = model.seat_of(key) else {
        return Vec::new();
    };
    let Some(text) = seat.first_prompt.take() else {
        return Vec::new();
    };
    let prompt = Prompt::text(text, uuid::Uuid::new_v4().to_string());
    let ticket = seat.ticket();
    let out = seat.command(Command::Prompt { ticket, prompt });
    sessions::outputs(key, out)
}

/// The CLI is not to be ready: what was to be sent is not lost.
pub(super) fn keep_prompt(model: &mut Model, key: SeatKey) {
    if let Some(seat) = model.seat_of(key)
        && let Some(text) = seat.first_prompt.take()
    {
        seat.composer.set(&text);
    }
}

//! EDGE. From settings to a screen. Owns: the user's keymap and themes, what the terminal can show, what the screen is told
//! of the settings. Does not own: the settings themselves (`config::settings`).

use super::ScreenError;
use super::keymap::Keymap;
use super::model::{Model, Preferences};
use super::theme::{self, Depth, Glyphs, Shelf};
use super::work::{recall_filters, recall_screen};
use crate::config::settings::{Key, Origin, Settings};
use crate::config::{Document, FileError, nearest};
use std::path::Path;
use std::time::Duration;

/// Themes of the user's that are looked at; more are hardly meant.
const MOST_THEMES: usize = 100;

/// A screen without a session, as it is set.
pub(super) fn model(settings: &Settings) -> Result<Model, ScreenError> {
    let folder = settings.user_file.as_deref().and_then(Path::parent);
    let themes = shelf(settings, folder)?;
    let remembered = recall_screen();
    let filters = recall_filters();
    let is_set = |key| !matches!(settings.origin(key), None | Some(Origin::Default));
    // What was chosen on the screen stays until somebody sets something else.
    let chosen = remembered
        .as_ref()
        .and_then(|screen| screen.theme.as_deref())
        .filter(|theme| !is_set(Key::Theme) && themes.names().iter().any(|name| name == theme));
    let wanted = chosen.or(settings.text(Key::Theme)).unwrap_or("default");
    let theme = themes
        .theme(wanted)
        .ok_or_else(|| no_theme(settings, wanted, &themes))??;
    let mut model = Model::new(keymap(folder)?, theme);
    model.themes = themes;
    model.filters = filters;
    if let Some(remembered) = remembered {
        remembered.apply(&mut model);
    }
    if is_set(Key::Mouse) {
        model.mouse = settings.flag(Key::Mouse);
    }
    if is_set(Key::SidePercent)
        && let Some(percent) = settings.number(Key::SidePercent)
    {
        model.arrangement.side_percent = u16::try_from(percent).unwrap_or(43);
    }
    let shipped = Preferences::default();
    model.preferences = Preferences {
        bell: settings.flag(Key::Bell),
        arming: settings
            .number(Key::ArmingMs)
            .map_or(shipped.arming, Duration::from_millis),
        settings_file: settings
            .user_file
            .as_deref()
            .map_or(shipped.settings_file, |file| file.display().to_string()),
    };
    if let Some(notice) = settings.notice() {
        model.warn(notice);
    }
    Ok(model)
}

/// The same without anything that was remembered, and as a good terminal would show it: for a film.
pub(super) fn plain_model(settings: &Settings) -> Result<Model, ScreenError> {
    let folder = settings.user_file.as_deref().and_then(Path::parent);
    let glyphs = match settings.text(Key::Glyphs) {
        Some("ascii") => Glyphs::ASCII,
        _ => Glyphs::UNICODE,
    };
    let themes = Shelf::new(own_themes(folder)?, Depth::True, glyphs);
    let wanted = settings.text(Key::Theme).unwrap_or("default");
    let theme = themes
        .theme(wanted)
        .ok_or_else(|| no_theme(settings, wanted, &themes))??;
    Ok(Model::new(keymap(folder)?, theme))
}

fn no_theme(settings: &Settings, wanted: &str, themes: &Shelf) -> ScreenError {
    let place = match settings.origin(Key::Theme) {
        // A file has many settings, a flag or a variable is one.
        Some(file @ Origin::File { .. }) => format!("{file}: {}", Key::Theme),
        Some(other) => other.to_string(),
        None => Key::Theme.to_string(),
    };
    let names = themes.names();
    let meant = match nearest(wanted, names.iter().copied()) {
        Some(near) => format!("did you mean {near}? There are: "),
        None => "there are: ".to_owned(),
    };
    let list = format!("{meant}{}", names.join(", "));
    ScreenError::NoTheme(place, wanted.to_owned(), list)
}

/// Whether the theme that is set is there, without opening a screen: what was typed wrong is told before anything begins.
pub fn check_theme(settings: &Settings) -> Result<(), ScreenError> {
    let wanted = settings.text(Key::Theme).unwrap_or("default");
    if theme::SHIPPED.iter().any(|(name, _)| *name == wanted) {
        return Ok(());
    }
    let folder = settings.user_file.as_deref().and_then(Path::parent);
    let themes = shelf(settings, folder)?;
    match themes.theme(wanted) {
        Some(read) => Ok(read.map(drop)?),
        None => Err(no_theme(settings, wanted, &themes)),
    }
}

/// Everything of the user's that a screen would stumble over: the theme that is set, their themes, their keymap.
pub fn check(settings: &Settings) -> Vec<ScreenError> {
    let folder = settings.user_file.as_deref().and_then(Path::parent);
    let mut wrong = Vec::new();
    wrong.extend(check_theme(settings).err());
    match shelf(settings, folder) {
        Ok(themes) => {
            let own = themes
                .names()
                .into_iter()
                .filter(|name| themes.is_own(name));
            let broken = own.filter_map(|name| themes.theme(name)?.err());
            wrong.extend(broken.map(ScreenError::File));
        }
        Err(error) => wrong.push(error.into()),
    }
    wrong.extend(keymap(folder).err().map(ScreenError::File));
    // The theme that is set may be one of the user's that is broken.
    let mut said = std::collections::BTreeSet::new();
    wrong.retain(|error| said.insert(error.to_string()));
    wrong
}

/// The shipped keymap with the user's over it.
pub(super) fn keymap(folder: Option<&Path>) -> Result<Keymap, FileError> {
    let mut keymap = Keymap::shipped()?;
    let file = folder.map(|folder| folder.join("keymap.toml"));
    if let Some(file) = file.filter(|file| file.exists()) {
        keymap.lay_over_checked(&Document::open(&file)?)?;
    }
    Ok(keymap)
}

/// The shipped themes with the user's over them.
pub(super) fn shelf(settings: &Settings, folder: Option<&Path>) -> Result<Shelf, FileError> {
    let own = own_themes(folder)?;
    Ok(Shelf::new(own, depth(settings), glyphs(settings)))
}

fn own_themes(folder: Option<&Path>) -> Result<Vec<(String, Document)>, FileError> {
    let mut own = Vec::new();
    let listed = folder.and_then(|folder| std::fs::read_dir(folder.join("themes")).ok());
    for entry in listed.into_iter().flatten().flatten().take(MOST_THEMES) {
        let path = entry.path();
        if path.extension().is_some_and(|end| end == "toml")
            && let Some(name) = path.file_stem()
        {
            let name = name.to_string_lossy().into_owned();
            own.push((name, Document::open(&path)?));
        }
    }
    own.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(own)
}

/// How many colours there are: as set, else as the terminal says.
fn depth(settings: &Settings) -> Depth {
    match settings.text(Key::Colours) {
        Some("none") => return Depth::None,
        Some("16") => return Depth::Sixteen,
        Some("256") => return Depth::Indexed,
        Some("true") => return Depth::True,
        _ => {}
    }
    let term = std::env::var("TERM").unwrap_or_default();
    if anstyle_query::no_color() || !anstyle_query::term_supports_ansi_color() {
        Depth::None
    } else if anstyle_query::truecolor() || term.ends_with("-direct") {
        Depth::True
    } else if term.contains("256color") {
        Depth::Indexed
    } else {
        Depth::Sixteen
    }
}

/// The characters to draw with: as set, else by the locale; the console of Linux has few.
fn glyphs(settings: &Settings) -> Glyphs {
    match settings.text(Key::Glyphs) {
        Some("ascii") => return Glyphs::ASCII,
        Some("unicode") => return Glyphs::UNICODE,
        _ => {}
    }
    let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    let more_than_ascii = locale.is_none_or(|name| {
        let name = name.to_ascii_lowercase();
        name.contains("utf-8") || name.contains("utf8")
    });
    let few = std::env::var("TERM").is_ok_and(|term| term == "linux" || term == "dumb");
    if more_than_ascii && !few {
        Glyphs::UNICODE
    } else {
        Glyphs::ASCII
    }
}

//! `cca-tui config`: what is set and where it came from; a file to begin with; trust for a project's file.
//! Owns: the words. Does not own: the settings (`config::settings`), keys and themes (the screen).

mod trust;

pub use trust::{Answer, trust};

use super::sanitise;
use crate::config::paths;
use crate::config::settings::{Key, Settings, TEMPLATE, Value};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folders things are in.
#[derive(Debug, Clone)]
pub struct Folders {
    /// The user's settings.
    pub config: Option<PathBuf>,
    /// What is remembered.
    pub state: Option<PathBuf>,
    /// The log.
    pub log: Option<PathBuf>,
}

/// Prints every setting that counts, with its origin, and where files are.
pub fn print(settings: &Settings, folders: &Folders, out: &mut impl Write) -> io::Result<()> {
    let rows: Vec<_> = Key::ALL
        .iter()
        .flat_map(|key| rows(settings, *key))
        .collect();
    let width = |of: fn(&(String, String, String)) -> &String, most: usize| {
        let widest = rows.iter().map(|row| of(row).chars().count()).max();
        widest.unwrap_or(0).min(most)
    };
    let (names, values) = (width(|row| &row.0, 30), width(|row| &row.1, 40));
    for (name, value, origin) in &rows {
        writeln!(out, "{name:<names$}  {value:<values$}  {origin}")?;
    }
    ignored(settings, out)?;
    writeln!(out)?;
    place(out, "settings", settings.user_file.as_deref())?;
    place(
        out,
        "keymap",
        folders
            .config
            .as_deref()
            .map(|dir| dir.join("keymap.toml"))
            .as_deref(),
    )?;
    place(
        out,
        "themes",
        folders
            .config
            .as_deref()
            .map(|dir| dir.join("themes"))
            .as_deref(),
    )?;
    place(
        out,
        "project",
        settings
            .project
            .as_ref()
            .map(|project| project.file.as_path()),
    )?;
    place(out, "state", folders.state.as_deref())?;
    place(out, "log", folders.log.as_deref())
}

fn rows(settings: &Settings, key: Key) -> Vec<(String, String, String)> {
    let mut rows: Vec<_> = settings
        .given(key)
        .map(|given| {
            let value = sanitise(&given.value.to_string()).into_owned();
            let origin = sanitise(&given.origin.to_string()).into_owned();
            (key.to_string(), value, origin)
        })
        .collect();
    if rows.is_empty() {
        rows.push((key.to_string(), "-".to_owned(), "not set".to_owned()));
    }
    rows
}

fn ignored(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    let ignored = settings.ignored();
    let Some(project) = settings.project.as_ref().filter(|_| !ignored.is_empty()) else {
        return Ok(());
    };
    let why = if project.changed {
        "it, or a file it names, changed since you trusted it"
    } else {
        "you have not trusted it"
    };
    let file = project.file.display().to_string();
    writeln!(out, "\nnot followed, since {why}: {}", sanitise(&file))?;
    for given in ignored {
        let value = given.value.to_string();
        writeln!(out, "  {} = {}", given.key, sanitise(&value))?;
    }
    writeln!(out, "look at the file, then: cca-tui config --trust")
}

fn place(out: &mut impl Write, what: &str, path: Option<&Path>) -> io::Result<()> {
    let Some(path) = path else {
        return writeln!(out, "{what:<9} none");
    };
    let there = if path.exists() { "" } else { "  (not there)" };
    let path = path.display().to_string();
    writeln!(out, "{what:<9} {}{there}", sanitise(&path))
}

/// Writes the file to begin with. One that is there is never replaced.
pub fn init(settings: &Settings, out: &mut impl Write) -> io::Result<bool> {
    let Some(file) = &settings.user_file else {
        writeln!(
            out,
            "there is no home directory to write settings to; set HOME or XDG_CONFIG_HOME"
        )?;
        return Ok(false);
    };
    let shown = file.display().to_string();
    let folder = file.parent().map_or(Ok(()), paths::make_private_dir);
    let made = folder.and_then(|()| {
        let mut new = paths::private_file();
        new.write(true).create_new(true).open(file)
    });
    match made {
        Ok(mut made) => {
            made.write_all(TEMPLATE.as_bytes())?;
            writeln!(
                out,
                "wrote {}; every setting in it is commented out",
                sanitise(&shown)
            )?;
            Ok(true)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            writeln!(
                out,
                "{} is there already, and is left as it is",
                sanitise(&shown)
            )?;
            Ok(false)
        }
        Err(error) => {
            writeln!(
                out,
                "{} cannot be written: {error}; set HOME or XDG_CONFIG_HOME to a place of yours",
                sanitise(&shown)
            )?;
            Ok(false)
        }
    }
}

/// A value on lines of its own, where a list would be long.
pub(super) fn in_lines(value: &Value) -> Vec<String> {
    match value {
        Value::List(items) => items.clone(),
        Value::Text(text) => vec![text.clone()],
        other => vec![other.to_string()],
    }
}

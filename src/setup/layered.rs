//! Settings under the flags of a session. Owns: which setting is which flag, and what is wrong with a rule or a file that a
//! settings file names. Does not own: where settings come from (`config::settings`), what they mean (`prepare`).

use super::Wanted;
use crate::config::FileError;
use crate::config::settings::{Key, Origin, Settings, is_no_file};
use crate::permissions::Rule;
use std::path::{Path, PathBuf};

/// What was typed, over what is set. Lists add up, and the settings' come first.
pub fn layered(typed: Wanted, settings: &Settings) -> Result<Wanted, FileError> {
    check_rules(settings)?;
    let list = |key| settings.items(key).map(|(item, _)| item.to_owned());
    let text = |key| settings.text(key).map(str::to_owned);
    // A simulated session is not the one that was set up: what it runs, the flags alone say.
    let typed = if typed.simulate.is_some() {
        typed
    } else {
        check_files(settings)?;
        let hooks = list(Key::Hooks).map(PathBuf::from).collect();
        Wanted {
            mcp_config: joined(list(Key::McpConfig).collect(), typed.mcp_config),
            tools: joined(list(Key::Tools).collect(), typed.tools),
            hooks: joined(hooks, typed.hooks),
            cli: match typed.cli {
                None => cli(settings)?,
                cli => cli,
            },
            via: typed.via.or_else(|| text(Key::Via)),
            checked: settings.checked.clone(),
            ..typed
        }
    };
    Ok(Wanted {
        allow: list(Key::Allow).chain(typed.allow).collect(),
        deny: list(Key::Deny).chain(typed.deny).collect(),
        permission_mode: typed.permission_mode.or_else(|| text(Key::PermissionMode)),
        model: typed.model.or_else(|| text(Key::Model)),
        redact: typed.redact || settings.flag(Key::Redact),
        ..typed
    })
}

/// The CLI that is set, but for one in a variable: that one is looked at where the CLI is looked for.
fn cli(settings: &Settings) -> Result<Option<PathBuf>, FileError> {
    let (Some(program), Some(origin)) = (settings.text(Key::Cli), settings.origin(Key::Cli)) else {
        return Ok(None);
    };
    let found = on_path(program, origin)?;
    Ok(Some(found).filter(|_| !matches!(origin, Origin::Variable(_))))
}

/// A bare name means the program on PATH, never a file that happens to be where the agent works.
fn on_path(program: &str, origin: &Origin) -> Result<PathBuf, FileError> {
    let as_it_is = PathBuf::from(program);
    if program.contains('/') {
        return Ok(as_it_is);
    }
    match which::which(program) {
        Ok(found) => Ok(found),
        Err(_) if as_it_is.is_file() => {
            let what = format!("there is no {program} on PATH; the file here is ./{program}");
            Err(wrong(Key::Cli, origin, what))
        }
        Err(_) => Ok(as_it_is),
    }
}

fn joined<T>(mut first: Vec<T>, second: Vec<T>) -> Vec<T> {
    first.extend(second);
    first
}

/// What is wrong is told with the file it is written in; a flag's own words come later.
fn check_rules(settings: &Settings) -> Result<(), FileError> {
    for key in [Key::Allow, Key::Deny] {
        for (rule, origin) in settings.items(key) {
            Rule::parse(rule).map_err(|error| wrong(key, origin, error.to_string()))?;
        }
    }
    Ok(())
}

fn check_files(settings: &Settings) -> Result<(), FileError> {
    for key in [Key::Tools, Key::Hooks, Key::McpConfig] {
        for (file, origin) in settings.items(key) {
            let there = match settings.checked.get(file) {
                Some(checked) => checked.is_some(),
                None => Path::new(file).is_file(),
            };
            if !is_no_file(file) && !there {
                return Err(wrong(key, origin, format!("there is no file {file}")));
            }
        }
    }
    Ok(())
}

fn wrong(key: Key, origin: &Origin, what: String) -> FileError {
    let (file, line) = match origin {
        Origin::File { file, line } => (file.clone(), Some((*line, 1))),
        other => (PathBuf::from(other.to_string()), None),
    };
    FileError {
        file,
        line,
        key: Some(key.to_string()),
        what,
    }
}

#[cfg(test)]
#[path = "layered_tests.rs"]
mod tests;

//! Settings under the flags of a session. Owns: which setting is which flag, and what is wrong with a rule or a file that a
//! settings file names. Does not own: where settings come from (`config::settings`), what they mean (`prepare`).

use super::Wanted;
use crate::config::FileError;
use crate::config::settings::{Key, Origin, Settings, is_no_file};
use crate::permissions::Rule;
use std::path::{Path, PathBuf};

/// What was typed, over what is set. Lists add up, and the settings' come first.
pub fn layered(typed: Wanted, settings: &Settings) -> Result<Wanted, FileError> {
    check(settings)?;
    let named = settings.text(Key::Cli).filter(|_| typed.cli.is_none());
    let set_cli = named.map(|cli| on_path(cli, settings)).transpose()?;
    let list = |key| settings.items(key).map(|(item, _)| item.to_owned());
    let simulated = typed.simulate.is_some();
    let text = |key| settings.text(key).map(str::to_owned);
    let (tools, mcp, hooks) = if simulated {
        // A simulated session is not the one that was set up; the flags alone count.
        (Vec::new(), Vec::new(), Vec::new())
    } else {
        let hooks = list(Key::Hooks).map(PathBuf::from).collect();
        (
            list(Key::Tools).collect(),
            list(Key::McpConfig).collect(),
            hooks,
        )
    };
    Ok(Wanted {
        allow: list(Key::Allow).chain(typed.allow).collect(),
        deny: list(Key::Deny).chain(typed.deny).collect(),
        permission_mode: typed.permission_mode.or_else(|| text(Key::PermissionMode)),
        model: typed.model.or_else(|| text(Key::Model)),
        mcp_config: joined(mcp, typed.mcp_config),
        tools: joined(tools, typed.tools),
        hooks: joined(hooks, typed.hooks),
        redact: typed.redact || settings.flag(Key::Redact),
        cli: typed.cli.or_else(|| {
            // The variable is looked at where the CLI is looked for.
            let from_variable =
                matches!(settings.origin(Key::Cli), Some(Origin::Variable(_)) | None);
            (!simulated && !from_variable).then_some(set_cli).flatten()
        }),
        via: typed.via.or_else(|| text(Key::Via).filter(|_| !simulated)),
        checked: settings.checked.clone(),
        ..typed
    })
}

/// A bare name in a file means the program on PATH, never a file that happens to be where the agent works.
fn on_path(program: &str, settings: &Settings) -> Result<PathBuf, FileError> {
    let as_it_is = PathBuf::from(program);
    if program.contains('/') {
        return Ok(as_it_is);
    }
    match (which::which(program), settings.origin(Key::Cli)) {
        (Ok(found), _) => Ok(found),
        (Err(_), Some(origin)) if as_it_is.is_file() => {
            let what = format!("there is no {program} on PATH; the file here is ./{program}");
            Err(wrong(Key::Cli, origin, what))
        }
        _ => Ok(as_it_is),
    }
}

fn joined<T>(mut first: Vec<T>, second: Vec<T>) -> Vec<T> {
    first.extend(second);
    first
}

/// What is wrong is told with the file it is written in; a flag's own words come later.
fn check(settings: &Settings) -> Result<(), FileError> {
    for key in [Key::Allow, Key::Deny] {
        for (rule, origin) in settings.items(key) {
            Rule::parse(rule).map_err(|error| wrong(key, origin, error.to_string()))?;
        }
    }
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

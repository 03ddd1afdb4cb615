//! A launcher prefix: the CLI elsewhere, with what people already have (`ssh host`, `docker exec -i box`,
//! `kubectl exec -i pod --`).
//!
//! Owns how our words survive the way. `docker` and `kubectl` pass words on as they are. `ssh` joins them with spaces and
//! lets a shell on the other side parse the result, so each word is quoted for that shell. Variables we set explicitly
//! travel as `env NAME=value …`; inherited ones describe this machine and stay here. A working directory is entered over
//! there by a small `sh -c`, which is the only form that all launchers share.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use super::{EnvEdit, LaunchError};

/// Enters the directory in `$1` and becomes the rest of its arguments.
const ENTER_AND_RUN: &str = r#"cd -- "$1" && shift && exec "$@""#;

/// How a launcher treats the words that follow it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LauncherWords {
    /// Quoted for a shell if the launcher's first word is a program called `ssh`, untouched otherwise.
    #[default]
    Auto,
    /// Passed on as they are.
    AsIs,
    /// Parsed again by a shell, as with `ssh` behind a wrapper (`sshpass -e ssh host`).
    ForShell,
}

/// The words of a launcher written as one line, with shell quoting: `ssh -p 2222 'my host'`.
pub fn parse_launcher(line: &str) -> Result<Vec<String>, LaunchError> {
    let words = shlex::split(line).ok_or_else(|| {
        LaunchError::option(
            "launcher",
            format!("`{line}` has a quote that is not closed"),
            "Close it",
        )
    })?;
    if words.is_empty() {
        return Err(LaunchError::option(
            "launcher",
            "it is empty",
            "Give a command such as `ssh host`, or leave it out",
        ));
    }
    Ok(words)
}

/// The local command line that runs `command` on the other side.
pub(super) fn prefixed(
    launcher: &[String],
    words: LauncherWords,
    edits: &BTreeMap<String, EnvEdit>,
    cwd: Option<&Path>,
    command: Vec<OsString>,
) -> Result<Vec<OsString>, LaunchError> {
    check(launcher)?;
    let mut remote: Vec<OsString> = Vec::new();
    if let Some(cwd) = cwd {
        remote.extend(["sh", "-c", ENTER_AND_RUN, "sh"].map(OsString::from));
        remote.push(cwd.into());
    }
    remote.extend(env_words(edits));
    remote.extend(command);

    let mut argv: Vec<OsString> = launcher.iter().map(OsString::from).collect();
    if for_shell(launcher, words) {
        for word in remote {
            argv.push(quoted(&word)?);
        }
    } else {
        argv.extend(remote);
    }
    Ok(argv)
}

fn check(launcher: &[String]) -> Result<(), LaunchError> {
    if launcher.first().is_none_or(String::is_empty) {
        let fix = "Start it with a program, such as `ssh`";
        return Err(LaunchError::option(
            "launcher",
            "its first word is empty",
            fix,
        ));
    }
    if launcher.iter().any(|word| word.contains('\0')) {
        let fix = "Remove it: the system cannot pass it on";
        return Err(LaunchError::option(
            "launcher",
            "it contains a NUL character",
            fix,
        ));
    }
    Ok(())
}

fn for_shell(launcher: &[String], words: LauncherWords) -> bool {
    match words {
        LauncherWords::AsIs => false,
        LauncherWords::ForShell => true,
        LauncherWords::Auto => {
            let program = launcher.first().map(Path::new).and_then(Path::file_stem);
            program.is_some_and(|program| program == "ssh")
        }
    }
}

/// `env` words for what we set; removals first, since `env` takes options before assignments. A removal matters over there
/// only for a variable the caller named, but costs nothing for the others.
fn env_words(edits: &BTreeMap<String, EnvEdit>) -> Vec<OsString> {
    let mut removals = Vec::new();
    let mut settings = Vec::new();
    for (name, edit) in edits {
        match edit {
            EnvEdit::Remove => removals.extend(["-u".into(), OsString::from(name)]),
            EnvEdit::Set(value) => {
                let mut word = OsString::from(name);
                word.push("=");
                word.push(value);
                settings.push(word);
            }
        }
    }
    if removals.is_empty() && settings.is_empty() {
        return Vec::new();
    }
    let mut words = vec![OsString::from("env")];
    words.extend(removals);
    words.extend(settings);
    words
}

fn quoted(word: &OsString) -> Result<OsString, LaunchError> {
    let text = word.to_str().ok_or_else(|| {
        LaunchError::option(
            "launcher",
            format!("`{}` is not UTF-8", word.display()),
            "Use UTF-8 paths and values with `ssh`",
        )
    })?;
    let quoted = shlex::try_quote(text).map_err(|error| {
        LaunchError::option(
            "launcher",
            format!("{text:?} cannot be quoted: {error}"),
            "Remove the NUL character",
        )
    })?;
    Ok(quoted.into_owned().into())
}

#[cfg(test)]
#[path = "remote_tests.rs"]
mod tests;

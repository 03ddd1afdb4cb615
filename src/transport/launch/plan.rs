//! A plan: exactly what will be started, before anything is.
//!
//! Owns the order in which options, environment and launcher come together. Does not look at the file system.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;

use super::{CliPath, EnvEdit, HostEnv, LaunchError, LaunchOptions, argv, env, remote};

/// One command, with its whole environment.
#[derive(Clone, PartialEq, Eq)]
pub struct LaunchPlan {
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// Every variable the process gets; nothing is inherited beside these.
    pub env: BTreeMap<OsString, OsString>,
    /// Where the local process starts. `None` with a launcher: the directory is then entered on the other side.
    pub cwd: Option<PathBuf>,
    /// Whether a launcher stands before the CLI.
    pub remote: bool,
}

impl LaunchPlan {
    /// The program that is started.
    pub fn program(&self) -> &OsStr {
        self.argv
            .first()
            .map_or(OsStr::new(""), OsString::as_os_str)
    }
}

// Values of variables may be keys and tokens: only the names are shown.
impl fmt::Debug for LaunchPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LaunchPlan")
            .field("argv", &self.argv)
            .field("env", &self.env.keys().collect::<Vec<_>>())
            .field("cwd", &self.cwd)
            .field("remote", &self.remote)
            .finish()
    }
}

impl LaunchOptions {
    /// What to start, if the CLI is `cli` and we run in `host`. Pure: the same input gives the same plan.
    pub fn plan(&self, cli: &CliPath, host: &HostEnv) -> Result<LaunchPlan, LaunchError> {
        let edits = env::explicit(self)?;
        let vars = |name: &str| match edits.get(name) {
            Some(EnvEdit::Set(value)) => value.to_str().map(str::to_owned),
            Some(EnvEdit::Remove) => None,
            None => host.get(name).and_then(OsStr::to_str).map(str::to_owned),
        };
        let mut command = cli.words()?;
        command.extend(argv::arguments(self, &vars)?);
        if let Some(cwd) = &self.cwd
            && (cwd.as_os_str().is_empty() || cwd.as_os_str().as_encoded_bytes().contains(&0))
        {
            return Err(LaunchError::option(
                "cwd",
                "it is empty or contains a NUL character",
                "Give a directory",
            ));
        }

        let mut env = env::inherited(&self.inherit, host);
        let remote = !self.launcher.is_empty();
        if remote {
            command = remote::prefixed(
                &self.launcher,
                self.launcher_words,
                &edits,
                self.cwd.as_deref(),
                command,
            )?;
        } else {
            env::apply(&mut env, &edits);
        }
        Ok(LaunchPlan {
            argv: command,
            env,
            cwd: self.cwd.clone().filter(|_| !remote),
            remote,
        })
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;

//! EDGE: looks at the file system. Where the CLI is, and which version it seems to be, without running it.
//!
//! Owns the list of places and the report of a search that found nothing. Does not check that what it found is the CLI.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{HostEnv, LaunchError, LaunchOptions};

/// The npm package the CLI comes in; its platform packages start with the same words.
const PACKAGE: &str = "@anthropic-ai/claude-code";

/// The path of a CLI that is believed to be there: found, or (with a launcher) taken on trust.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CliPath(PathBuf);

impl CliPath {
    /// A path taken on trust. Use [`LaunchOptions::locate`] to have it checked.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The path.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// The command words: the path alone, or `node` before a script that only node can read.
    pub(super) fn words(&self) -> Result<Vec<OsString>, LaunchError> {
        let path = self.0.as_os_str();
        if path.is_empty() || path.as_encoded_bytes().contains(&0) {
            let problem = "it is empty or contains a NUL character";
            return Err(LaunchError::option(
                "cli_path",
                problem,
                "Give the path of the `claude` program",
            ));
        }
        let node = is_node_script(&self.0).then(|| OsString::from("node"));
        Ok(node.into_iter().chain([path.to_owned()]).collect())
    }
}

fn is_node_script(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end == "js" || end == "mjs" || end == "cjs")
}

/// What a search starts from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CliSearch {
    /// A path, or a bare name to look up on `path_var`. Nothing else is tried if it is given.
    pub explicit: Option<PathBuf>,
    /// The value of PATH.
    pub path_var: Option<OsString>,
    /// The home directory.
    pub home: Option<PathBuf>,
}

impl LaunchOptions {
    /// The CLI these options mean: `cli_path`, else `CCA_CLI`, else a search. With a launcher nothing is looked up here,
    /// since the path belongs to the other side; the name then defaults to `claude`.
    pub fn locate(&self, host: &HostEnv) -> Result<CliPath, LaunchError> {
        if !self.launcher.is_empty() {
            return Ok(CliPath::new(
                self.cli_path.clone().unwrap_or_else(|| "claude".into()),
            ));
        }
        let from_host = host
            .get("CCA_CLI")
            .filter(|path| !path.is_empty())
            .map(PathBuf::from);
        find_cli(&CliSearch {
            explicit: self.cli_path.clone().or(from_host),
            path_var: host.get("PATH").map(OsStr::to_owned),
            home: host
                .get("HOME")
                .or_else(|| host.get("USERPROFILE"))
                .map(PathBuf::from),
        })
        .map(CliPath)
    }
}

/// Where installers for the whole machine put it.
const SYSTEM_PLACES: [&str; 3] = [
    "/usr/local/bin/claude",
    "/opt/homebrew/bin/claude",
    "/usr/bin/claude",
];

/// The CLI's absolute path.
pub fn find_cli(search: &CliSearch) -> Result<PathBuf, LaunchError> {
    find_among(search, &SYSTEM_PLACES)
}

fn find_among(search: &CliSearch, system: &[&str]) -> Result<PathBuf, LaunchError> {
    if let Some(explicit) = &search.explicit {
        return find_explicit(explicit, search);
    }
    let mut looked_at = Vec::new();
    if let Some(found) = on_path(OsStr::new("claude"), search, &mut looked_at) {
        return Ok(found);
    }
    let places = home_places(search.home.as_deref()).into_iter();
    for place in places.chain(system.iter().map(PathBuf::from)) {
        match runnable(&place) {
            Ok(()) => return Ok(place),
            Err(problem) => looked_at.push(format!("{} ({problem})", place.display())),
        }
    }
    Err(LaunchError::CliNotFound { looked_at })
}

fn find_explicit(explicit: &Path, search: &CliSearch) -> Result<PathBuf, LaunchError> {
    let is_bare_name =
        explicit.components().count() == 1 && explicit.file_name() == Some(explicit.as_os_str());
    if is_bare_name && !explicit.exists() {
        let mut looked_at = Vec::new();
        return on_path(explicit.as_os_str(), search, &mut looked_at)
            .ok_or(LaunchError::CliNotFound { looked_at });
    }
    // Absolute, because a relative program means another file once the child has changed its directory.
    let path = std::path::absolute(explicit).unwrap_or_else(|_| explicit.to_owned());
    match runnable(&path) {
        Ok(()) => Ok(path),
        Err(problem) => Err(LaunchError::CliUnusable { path, problem }),
    }
}

fn on_path(name: &OsStr, search: &CliSearch, looked_at: &mut Vec<String>) -> Option<PathBuf> {
    let Some(path_var) = &search.path_var else {
        looked_at.push("PATH (not set)".to_owned());
        return None;
    };
    let here = std::env::current_dir().unwrap_or_default();
    let found = which::which_in(name, Some(path_var), here).ok();
    if found.is_none() {
        looked_at.push(format!(
            "`{}` on PATH ({})",
            name.display(),
            path_var.display()
        ));
    }
    found
}

/// Where a user's own installers put it, for programs started without the user's shell (and so without its PATH).
fn home_places(home: Option<&Path>) -> Vec<PathBuf> {
    let mut places = Vec::new();
    if let Some(home) = home {
        for end in [
            ".local/bin/claude",
            ".claude/local/claude",
            ".claude/local/node_modules/.bin/claude",
            ".npm-global/bin/claude",
            ".bun/bin/claude",
            ".volta/bin/claude",
            ".yarn/bin/claude",
            "node_modules/.bin/claude",
        ] {
            places.push(home.join(end));
        }
    }
    places
}

/// Whether `path` can be started, or the reason it cannot.
fn runnable(path: &Path) -> Result<(), &'static str> {
    let Ok(found) = std::fs::metadata(path) else {
        return Err(if path.is_symlink() {
            "is a link to nothing"
        } else {
            "does not exist"
        });
    };
    if found.is_dir() {
        return Err("is a directory");
    }
    if !is_node_script(path) && !is_executable(&found) {
        return Err("is not executable");
    }
    Ok(())
}

#[cfg(unix)]
fn is_executable(found: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_found: &std::fs::Metadata) -> bool {
    true
}

/// The version of the CLI at `path`, from the package it lies in or from its versioned path. Best effort: `None` says
/// nothing about the CLI.
pub fn installed_version(path: &Path) -> Option<String> {
    let real = std::fs::canonicalize(path).ok()?;
    let from_package = real.ancestors().skip(1).take(3).find_map(package_version);
    from_package.or_else(|| {
        let parts = real.iter().rev().filter_map(OsStr::to_str);
        parts
            .take(3)
            .find(|part| is_version(part))
            .map(str::to_owned)
    })
}

fn package_version(dir: &Path) -> Option<String> {
    let text = std::fs::read_to_string(dir.join("package.json")).ok()?;
    let package: Value = serde_json::from_str(&text).ok()?;
    let name = package.get("name")?.as_str()?;
    if !name.starts_with(PACKAGE) {
        return None;
    }
    package.get("version")?.as_str().map(str::to_owned)
}

fn is_version(part: &str) -> bool {
    let numbers = part.split_once('-').map_or(part, |(numbers, _)| numbers);
    numbers.split('.').count() == 3
        && numbers
            .split('.')
            .all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
#[path = "find_tests.rs"]
mod tests;

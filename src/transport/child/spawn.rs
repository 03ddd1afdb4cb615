//! Starts what a plan says, and gives each way it can fail its own name.
//!
//! Owns the translation of the system's few error numbers into what is really wrong: one "not found" stands for a missing
//! program, a missing directory and a missing `#!` program alike.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

use super::ChildProcess;
use crate::transport::launch::{LaunchError, LaunchPlan};

/// Starts the process, with three pipes, the plan's environment and nothing else, in a group of its own.
/// Must be called inside a tokio runtime.
pub fn spawn(plan: &LaunchPlan) -> Result<ChildProcess, LaunchError> {
    let mut command = Command::new(plan.program());
    command
        .args(plan.argv.iter().skip(1))
        .env_clear()
        .envs(&plan.env)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(not(unix))]
    command.kill_on_drop(true);
    if let Some(cwd) = &plan.cwd {
        command.current_dir(cwd);
    }
    let child = command.spawn().map_err(|error| explain(plan, error))?;
    // A child that was just started and never waited for always has a number.
    let pid = child.id().ok_or_else(|| {
        other(
            plan,
            io::Error::other("the system gave it no process number"),
        )
    })?;
    Ok(ChildProcess::new(child, pid))
}

fn other(plan: &LaunchPlan, source: io::Error) -> LaunchError {
    LaunchError::Spawn {
        program: plan.program().display().to_string(),
        source,
    }
}

fn explain(plan: &LaunchPlan, error: io::Error) -> LaunchError {
    if let Some(problem) = plan.cwd.as_deref().and_then(cwd_problem) {
        return LaunchError::WorkingDirectory {
            path: plan.cwd.clone().unwrap_or_default(),
            problem,
        };
    }
    let path = PathBuf::from(plan.program());
    let unusable = |problem| LaunchError::CliUnusable {
        path: path.clone(),
        problem,
    };
    match error.kind() {
        io::ErrorKind::NotFound => not_found(plan, &path),
        // A launcher is not the CLI: advice about the CLI's path would mislead.
        _ if plan.remote => other(plan, error),
        io::ErrorKind::PermissionDenied if path.is_dir() => unusable("is a directory"),
        io::ErrorKind::PermissionDenied => unusable("is not executable for this user"),
        io::ErrorKind::ArgumentListTooLong => LaunchError::Option {
            option: "argv and env".to_owned(),
            problem: "together they are longer than this system allows".to_owned(),
            fix: "Move long prompts, settings or MCP configurations into files".to_owned(),
        },
        _ if is_exec_format_error(&error) => unusable("is not a program for this system"),
        _ => other(plan, error),
    }
}

fn not_found(plan: &LaunchPlan, path: &Path) -> LaunchError {
    if path.components().count() > 1 && path.exists() {
        return match interpreter(path) {
            Some(interpreter) => LaunchError::MissingInterpreter {
                path: path.to_owned(),
                interpreter,
            },
            None => LaunchError::CliUnusable {
                path: path.to_owned(),
                problem: "needs a loader that is not installed (a build for another system or C library)",
            },
        };
    }
    if plan.remote {
        return LaunchError::LauncherNotFound {
            program: path.display().to_string(),
        };
    }
    // `node script.js`: the program is the interpreter, and what the user named is the script.
    if let (Some("node"), Some(script)) = (path.to_str(), plan.argv.get(1)) {
        return LaunchError::MissingInterpreter {
            path: script.into(),
            interpreter: "node".to_owned(),
        };
    }
    LaunchError::CliNotFound {
        looked_at: vec![path.display().to_string()],
    }
}

fn cwd_problem(cwd: &Path) -> Option<&'static str> {
    match std::fs::metadata(cwd) {
        Ok(found) if found.is_dir() => None,
        Ok(_) => Some("is not a directory"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some("does not exist"),
        Err(_) => Some("cannot be entered"),
    }
}

/// The program named in a script's first line.
fn interpreter(path: &Path) -> Option<String> {
    let mut start = Vec::new();
    std::fs::File::open(path)
        .ok()?
        .take(256)
        .read_to_end(&mut start)
        .ok()?;
    let text = String::from_utf8_lossy(&start);
    let line = text.lines().next()?.strip_prefix("#!")?;
    line.split_whitespace().next().map(str::to_owned)
}

#[cfg(unix)]
fn is_exec_format_error(error: &io::Error) -> bool {
    error.raw_os_error() == Some(nix::errno::Errno::ENOEXEC as i32)
}

#[cfg(not(unix))]
fn is_exec_format_error(_error: &io::Error) -> bool {
    false
}

#[cfg(test)]
#[cfg(unix)]
#[path = "spawn_tests.rs"]
pub(super) mod tests;

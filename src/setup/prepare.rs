//! From [`Wanted`] to options. Owns: the order, and what excludes what. Does not own: reading files (`files`).

use super::{SetupError, Wanted, files, modes, serve, simulate};
use crate::agent::Options;
use crate::config::settings::Use;
use crate::tools::declared::Answerer;
use crate::transport::launch::{Fork, SessionChoice, parse_launcher};
use serde_json::Value;
use std::path::PathBuf;

/// What a session is started with.
#[derive(Debug, Clone, Default)]
pub struct Prepared {
    /// The options.
    pub options: Options,
    /// The schema the final answer must fit.
    pub schema: Option<Value>,
    /// Where it is recorded.
    pub recording: Option<PathBuf>,
    /// Where the agent works, as far as this machine knows.
    pub cwd: PathBuf,
}

/// Reads and checks everything; nothing is started. Tools that a person answers by hand are answered by `answerer`;
/// without one they say that nobody is there.
pub fn prepare(wanted: &Wanted, answerer: Option<&Answerer>) -> Result<Prepared, SetupError> {
    exclusive(wanted)?;
    let mut options = Options::new();
    options = rules(options, wanted)?;
    options = limits(options, wanted)?;
    options = conversation(options, wanted)?;
    options = servers(options, wanted)?;
    options = if wanted.simulate.is_some() && wanted.tools.is_empty() {
        serve::usual(options)?
    } else {
        serve::tools(options, wanted, answerer)?
    };
    options = if wanted.simulate.is_some() && wanted.hooks.is_empty() {
        serve::usual_hooks(options)?
    } else {
        serve::hooks(options, wanted)?
    };
    options = place(options, wanted)?;
    if wanted.checked.is_of_project() {
        let checked = wanted.checked.clone();
        options = options.before_start(move || checked.still(Use::Session));
    }
    let schema = wanted.schema.as_deref().map(files::schema).transpose()?;
    if let Some(schema) = &schema {
        options = options.json_schema(schema.clone());
    }
    if let Some(path) = &wanted.record {
        // Said here, because nothing that was typed could ask to replace it. The recorder looks again.
        if path.is_file() {
            let what = format!(
                "{} exists already, and is not replaced; choose another name, or move it away",
                path.display()
            );
            return Err(SetupError::new("--record", what));
        }
        options = if wanted.record_if_possible {
            options.record_if_possible(path)
        } else {
            options.record(path)
        };
        if wanted.redact {
            options = options.redact();
        }
    }
    let here = std::env::current_dir().unwrap_or_default();
    let cwd = wanted
        .cwd
        .as_ref()
        .map_or(here.clone(), |cwd| here.join(cwd));
    Ok(Prepared {
        options,
        schema,
        recording: wanted.record.clone(),
        cwd,
    })
}

fn exclusive(wanted: &Wanted) -> Result<(), SetupError> {
    let refuse = |flag, what: &str| Err(SetupError::new(flag, what));
    if wanted.simulate.is_some() && wanted.cli.is_some() {
        return refuse("--sim", "is a CLI of its own; leave out `--cli`");
    }
    if wanted.simulate.is_some() && wanted.via.is_some() {
        return refuse("--sim", "runs on this machine; leave out `--via`");
    }
    if wanted.resume.is_some() && wanted.continue_latest {
        return refuse("--resume", "names a session; leave out `--continue`");
    }
    if wanted.fork && wanted.resume.is_none() && !wanted.continue_latest {
        return refuse(
            "--fork",
            "needs a session to go on from; add `--resume ID` or `--continue`",
        );
    }
    Ok(())
}

fn rules(mut options: Options, wanted: &Wanted) -> Result<Options, SetupError> {
    for rule in &wanted.allow {
        options = options
            .allow(rule)
            .map_err(|error| SetupError::new("--allow", error))?;
    }
    for rule in &wanted.deny {
        options = options
            .deny(rule)
            .map_err(|error| SetupError::new("--deny", error))?;
    }
    if let Some(word) = &wanted.permission_mode {
        options = options.permission_mode(modes::mode(word)?);
    }
    Ok(options)
}

fn limits(mut options: Options, wanted: &Wanted) -> Result<Options, SetupError> {
    if let Some(model) = &wanted.model {
        options = options.model(model);
    }
    match wanted.max_turns {
        Some(0) => {
            return Err(SetupError::new(
                "--max-turns",
                "0 turns do nothing; allow at least 1",
            ));
        }
        Some(turns) => options = options.max_turns(turns),
        None => {}
    }
    match wanted.budget_usd {
        Some(dollars) if dollars.is_finite() && dollars > 0.0 => {
            options = options.max_budget_usd(dollars);
        }
        Some(dollars) => {
            let what = format!("{dollars} is no budget; give dollars, such as 0.50");
            return Err(SetupError::new("--budget", what));
        }
        None => {}
    }
    Ok(options)
}

fn conversation(mut options: Options, wanted: &Wanted) -> Result<Options, SetupError> {
    if let Some(id) = &wanted.resume {
        if id.trim().is_empty() {
            let what = "the session id is empty; the last line of a run names it";
            return Err(SetupError::new("--resume", what));
        }
        options = options.resume(id);
    } else if wanted.continue_latest {
        options = options.session(SessionChoice::Continue);
    }
    if wanted.fork {
        options = options.cli(|launch| launch.fork(Fork::FreshId));
    }
    Ok(options)
}

fn servers(mut options: Options, wanted: &Wanted) -> Result<Options, SetupError> {
    for value in &wanted.mcp_config {
        for (name, server) in files::mcp_servers(value, &wanted.checked)? {
            options = options.mcp_server(name, server);
        }
    }
    Ok(options)
}

fn place(mut options: Options, wanted: &Wanted) -> Result<Options, SetupError> {
    if let Some(cwd) = &wanted.cwd {
        // With a launcher it is a directory over there.
        if wanted.via.is_none() && !cwd.is_dir() {
            let what = format!(
                "{} is no directory; create it or name another",
                cwd.display()
            );
            return Err(SetupError::new("--cwd", what));
        }
        options = options.cwd(cwd);
    }
    if let Some(path) = &wanted.cli {
        options = options.cli_path(path);
    }
    if let Some(line) = &wanted.via {
        let words = parse_launcher(line).map_err(|error| SetupError::new("--via", error))?;
        options = options.cli(|launch| launch.launcher(words));
    }
    if let Some(scenario) = &wanted.simulate {
        options = simulate::simulated(options, scenario)?;
    }
    Ok(options)
}

#[cfg(test)]
#[path = "prepare_tests.rs"]
mod tests;

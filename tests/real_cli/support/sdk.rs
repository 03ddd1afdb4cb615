//! The SDK on a stage: options for the sandbox, and the proof that every recording folds to the live state.
//! Owns: recording each session and comparing. Does not own: what a test asks of it.

use super::{Failure, Stage};
use cca::session::State;
use cca::trace::{Item, Recording, Traffic};
use cca::{Agent, Client, Options, Session};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Options for this stage: the CLI under test, its project, its whole environment, nothing inherited, recorded.
pub fn options(stage: &Stage) -> Options {
    let env = stage.sandbox.env();
    Options::new()
        .cli_path(stage.cli.path())
        .cwd(stage.sandbox.project())
        .record(recording(stage))
        .cli(|launch| {
            env.into_iter()
                .fold(launch.inherit_nothing(), |launch, (name, value)| {
                    launch.set_env(name, value)
                })
        })
        .cli(|launch| launch.setting_sources([]))
}

/// A new file for a recording.
fn recording(stage: &Stage) -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    stage.sandbox.root().join(format!(
        "recording-{}.ndjson",
        NEXT.fetch_add(1, Ordering::Relaxed)
    ))
}

/// Where these options record to; a second session needs options of its own.
pub async fn connect(options: &Options) -> Result<Client, Failure> {
    Ok(Agent::new(options.clone()).connect().await?)
}

/// Ends the session and proves that its recording folds to the state it had.
pub async fn finish(stage: &Stage, mut client: Client) -> Result<State, Failure> {
    let session = client.session();
    session.close().await?;
    prove(stage, session).await
}

/// The same for a session whose process is gone already.
pub async fn prove(stage: &Stage, session: &Session) -> Result<State, Failure> {
    let live = session.snapshot().await?;
    let id = live.facts.session_id().unwrap_or_default().to_owned();
    for entry in std::fs::read_dir(stage.sandbox.root())? {
        let path = entry?.path();
        if path
            .extension()
            .is_none_or(|extension| extension != "ndjson")
        {
            continue;
        }
        let folded = fold(&path)?;
        if folded.life.pid == live.life.pid {
            assert_eq!(
                folded, live,
                "the recording of {id} folds to another state than the live one"
            );
            return Ok(live);
        }
    }
    Err(Failure::new(format!(
        "there is no recording of process {:?}",
        live.life.pid
    )))
}

/// The state a recording folds to.
pub fn fold(path: &std::path::Path) -> Result<State, Failure> {
    let mut state = State::default();
    for item in Recording::open(path)? {
        match item? {
            Item::Entry(entry) => state.observe(&Traffic::from_entry(entry)),
            other => return Err(Failure::new(format!("the recording is damaged: {other:?}"))),
        }
    }
    Ok(state)
}

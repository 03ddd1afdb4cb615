//! Both sides of a comparison. Owns: playing the same piece with the real CLI and with the simulator, and comparing.
//! Does not own: what a piece does (the files beside), what counts in a comparison (`story`).
//!
//! `CCA_PARITY=real` plays the real side alone and prints its story: what a new situation has to tell. A part of a
//! situation that only one side needs (a file to wait for, a model to release) asks for [`Place::side`].

use super::player::Player;
use super::story::{Story, Told};
use crate::support::{Failure, Stage, TestResult, sdk};
use cca::{Agent, Client, Options};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a piece may take on one side.
const PATIENCE: Duration = Duration::from_secs(45);
/// `real`: the real side alone, printed.
const ALONE: &str = "CCA_PARITY";

/// Who plays the CLI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Real,
    Simulated,
}

/// One side: its CLI, a sandbox of its own, and everything its sessions told.
pub struct Place {
    pub side: Side,
    pub stage: Stage,
    cli: PathBuf,
    told: Arc<Mutex<Vec<Told>>>,
}

impl Place {
    async fn set(side: Side, scenario: &str) -> Result<Option<Self>, Failure> {
        let Some(stage) = Stage::set().await? else {
            return Ok(None);
        };
        let cli = match side {
            Side::Real => stage.cli.path().to_path_buf(),
            Side::Simulated => shim(&stage, scenario)?,
        };
        Ok(Some(Self {
            side,
            stage,
            cli,
            told: Arc::default(),
        }))
    }

    /// Options for one session here.
    pub fn options(&self) -> Options {
        sdk::options(&self.stage).cli_path(&self.cli)
    }

    /// A file of the project, as the model of this side would name it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.stage.sandbox.project().join(name)
    }

    /// A session for many prompts.
    pub async fn connect(&self, options: &Options) -> Result<Player<'_>, Failure> {
        let client = Client::connect(options).await?;
        Ok(Player::new(self, client.into(), Arc::clone(&self.told)))
    }

    /// A session for one prompt.
    pub async fn start(&self, options: Options, prompt: String) -> Result<Player<'_>, Failure> {
        let session = Agent::new(options).start_session(prompt).await?;
        Ok(Player::new(self, session.into(), Arc::clone(&self.told)))
    }

    /// Something the client learned in another way than by an event.
    pub fn note(&self, what: impl Into<String>) {
        self.told.lock().unwrap().push(Told::Note(what.into()));
    }

    fn story(&self) -> Story {
        Story::of(&self.told.lock().unwrap())
    }
}

/// Plays a piece of one session on both sides and compares what they told. `scenario` is TOML.
pub async fn same(
    scenario: &str,
    options: impl Fn(Options) -> Result<Options, cca::Error>,
    play: impl AsyncFn(&mut Player<'_>) -> TestResult,
) -> TestResult {
    same_place(scenario, async |place| {
        let mut player = place.connect(&options(place.options())?).await?;
        play(&mut player).await?;
        player.end().await
    })
    .await
}

/// The same for a piece that starts its sessions itself.
pub async fn same_place(scenario: &str, play: impl AsyncFn(&Place) -> TestResult) -> TestResult {
    let Some(real) = Place::set(Side::Real, scenario).await? else {
        return Ok(());
    };
    let played = on(&real, &play).await;
    if std::env::var_os(ALONE).is_some_and(|value| value == "real") {
        let test = std::thread::current();
        let name = test.name().unwrap_or_default();
        writeln!(std::io::stderr(), "== {name}\n{}", real.story())?;
        return played;
    }
    if let Err(failure) = played {
        return Err(Failure::new(format!("{failure:?}\n{}", real.story())));
    }
    let Some(simulated) = Place::set(Side::Simulated, scenario).await? else {
        return Ok(());
    };
    let played = on(&simulated, &play).await;
    let difference = real.story().difference(&simulated.story());
    match (played, difference) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(difference)) => Err(Failure::new(difference)),
        (Err(failure), difference) => Err(Failure::new(format!(
            "{failure:?}\n{}",
            difference.unwrap_or_default()
        ))),
    }
}

async fn on(place: &Place, play: impl AsyncFn(&Place) -> TestResult) -> TestResult {
    let side = place.side;
    match tokio::time::timeout(PATIENCE, Box::pin(play(place))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(failure)) => Err(Failure::new(format!("{side:?}: {failure:?}"))),
        Err(_) => Err(Failure::new(format!(
            "{side:?}: not done within {PATIENCE:?}"
        ))),
    }
}

/// The simulator with this scenario, as one program.
fn shim(stage: &Stage, scenario: &str) -> Result<PathBuf, Failure> {
    let file = stage.sandbox.root().join("scenario.toml");
    std::fs::write(&file, scenario)?;
    let path = stage.sandbox.root().join("simulated-claude");
    made(&path, &file)?;
    Ok(path)
}

fn made(path: &Path, scenario: &Path) -> TestResult {
    let made = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .arg("sim")
        .arg("--shim")
        .arg(path)
        .arg("--scenario")
        .arg(scenario)
        .output()?;
    if made.status.success() {
        return Ok(());
    }
    Err(Failure::new(
        String::from_utf8_lossy(&made.stderr).into_owned(),
    ))
}

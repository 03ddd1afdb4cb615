//! Both sides of a comparison. Owns: playing the same piece with the real CLI and with the simulator, and comparing.

use super::story::Story;
use crate::stand_in::{Turn, prompt};
use crate::support::{Failure, Stage, TestResult, sdk};
use cca::wire::permission::CanUseTool;
use cca::{Client, Event, Options};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// How long a piece may take on one side.
const PATIENCE: Duration = Duration::from_mins(1);

/// Who plays the CLI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Real,
    Simulated,
}

/// A session on one side, and everything it told.
pub struct Player<'a> {
    pub side: Side,
    pub stage: &'a Stage,
    pub client: Client,
    pub events: Vec<Event>,
}

impl Player<'_> {
    /// Says something. The real model answers with `turns`; the simulator with the next turn of its scenario.
    pub async fn say(
        &mut self,
        visible: &str,
        turns: impl IntoIterator<Item = Turn>,
    ) -> Result<String, Failure> {
        let text = match self.side {
            Side::Real => prompt(visible, turns),
            Side::Simulated => visible.to_owned(),
        };
        Ok(self.client.query(text).await?)
    }

    /// Reads on up to the first event that fits.
    pub async fn until(&mut self, what: &str, fits: impl Fn(&Event) -> bool) -> TestResult {
        while let Some(event) = self.client.next_event().await {
            let last = fits(&event);
            self.events.push(event);
            if last {
                return Ok(());
            }
        }
        Err(Failure::new(format!("the session ended before: {what}")))
    }

    /// Reads on up to the end of the turn.
    pub async fn until_complete(&mut self) -> TestResult {
        self.until("the end of the turn", |event| {
            matches!(event, Event::Complete(_))
        })
        .await
    }

    /// Reads on up to the CLI's word that it is idle, which follows the end of the last turn.
    pub async fn until_idle(&mut self) -> TestResult {
        let idle = |event: &Event| match event {
            Event::Message(message) => {
                let line = &message.traffic().line;
                let frame: serde_json::Value = serde_json::from_slice(line).unwrap_or_default();
                frame["subtype"] == "session_state_changed" && frame["state"] == "idle"
            }
            _ => false,
        };
        self.until("idle", idle).await
    }

    /// Reads on up to the next permission request.
    pub async fn until_asked(&mut self) -> Result<(String, CanUseTool), Failure> {
        self.until("a permission request", |event| {
            matches!(event, Event::PermissionAsked { .. })
        })
        .await?;
        match self.events.last() {
            Some(Event::PermissionAsked { id, request }) => Ok((id.clone(), (**request).clone())),
            _ => Err(Failure::new("nothing was asked")),
        }
    }

    /// Reads on up to the first piece of streamed text.
    pub async fn until_streaming(&mut self) -> TestResult {
        self.until("a piece of text", |event| match event {
            Event::Message(message) => message.delta().is_some(),
            _ => false,
        })
        .await
    }
}

/// Plays a piece on both sides and compares what they told. `scenario` is TOML.
pub async fn same(
    scenario: &str,
    options: impl Fn(Options) -> Result<Options, cca::Error>,
    play: impl AsyncFn(&mut Player<'_>) -> TestResult,
) -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let real = on(Side::Real, &stage, sdk::options(&stage), &options, &play).await?;
    let simulator = shim(&stage, scenario)?;
    let simulated = sdk::options(&stage).cli_path(simulator);
    let simulated = on(Side::Simulated, &stage, simulated, &options, &play).await?;
    match Story::of(&real).difference(&Story::of(&simulated)) {
        None => Ok(()),
        Some(difference) => Err(Failure::new(difference)),
    }
}

async fn on(
    side: Side,
    stage: &Stage,
    base: Options,
    options: impl Fn(Options) -> Result<Options, cca::Error>,
    play: impl AsyncFn(&mut Player<'_>) -> TestResult,
) -> Result<Vec<Event>, Failure> {
    let piece = async {
        let client = sdk::connect(&options(base)?).await?;
        let mut player = Player {
            side,
            stage,
            client,
            events: Vec::new(),
        };
        play(&mut player).await?;
        player.client.session().close().await?;
        while let Some(event) = player.client.next_event().await {
            player.events.push(event);
        }
        Ok::<_, Failure>(player.events)
    };
    match tokio::time::timeout(PATIENCE, piece).await {
        Ok(Ok(events)) => Ok(events),
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
    let made = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .arg("sim")
        .arg("--shim")
        .arg(&path)
        .arg("--scenario")
        .arg(&file)
        .output()?;
    if made.status.success() {
        Ok(path)
    } else {
        Err(Failure::new(
            String::from_utf8_lossy(&made.stderr).into_owned(),
        ))
    }
}

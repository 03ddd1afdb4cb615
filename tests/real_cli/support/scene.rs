//! A test on a stage, bounded in time, and what a session told while one turn ran.
//! Owns: setting up, the bound, collecting events. Does not own: the proof at the end (`sdk`).

use super::{Failure, Stage, TestResult, sdk};
use crate::stand_in::{Turn, prompt};
use cca::agent::TurnResult;
use cca::session::{Decision, HookRun, Phase};
use cca::wire::permission::CanUseTool;
use cca::{Client, Event, Options};
use serde_json::{Map, Value};
use std::future::Future;
use std::time::Duration;

/// How long a whole test may take. Generous: it only matters when something hangs.
const PATIENCE: Duration = Duration::from_mins(2);

/// Plays a test on a stage of its own; leaves it out without a CLI, and fails it instead of hanging.
pub async fn on_stage<F, Fut>(play: F) -> TestResult
where
    F: FnOnce(Stage) -> Fut,
    Fut: Future<Output = TestResult>,
{
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let played = tokio::time::timeout(PATIENCE, Box::pin(play(stage))).await;
    played.unwrap_or_else(|_| Err(Failure::new(format!("not done within {PATIENCE:?}"))))
}

/// Everything a session told from one moment to another.
#[derive(Debug, Default)]
pub struct Seen {
    pub events: Vec<Event>,
}

impl Seen {
    /// The states, in order.
    pub fn phases(&self) -> Vec<Phase> {
        let state = |event: &Event| match event {
            Event::State { to, .. } => Some(*to),
            _ => None,
        };
        self.events.iter().filter_map(state).collect()
    }

    /// Whether these states came in this order, whatever came between.
    pub fn passed_through(&self, wanted: &[Phase]) -> bool {
        let mut phases = self.phases().into_iter();
        wanted
            .iter()
            .all(|wanted| phases.any(|phase| phase == *wanted))
    }

    /// The decisions, in order.
    pub fn decisions(&self) -> Vec<&Decision> {
        fn decided(event: &Event) -> Option<&Decision> {
            match event {
                Event::PermissionDecided(decision) => Some(decision),
                _ => None,
            }
        }
        self.events.iter().filter_map(decided).collect()
    }

    /// The runs of hooks with a matcher, so not of the gate, in the order they ended.
    pub fn hooks(&self, event: &str) -> Vec<&HookRun> {
        fn run(event: &Event) -> Option<&HookRun> {
            match event {
                Event::Hook(run) if run.matcher.is_some() => Some(run),
                _ => None,
            }
        }
        let runs = self.events.iter().filter_map(run);
        runs.filter(|run| run.event == event).collect()
    }

    /// What each tool came to: its name, whether that is an error, the text.
    pub fn results(&self) -> Vec<(String, bool, String)> {
        let result = |event: &Event| match event {
            Event::ToolResult { name, outcome, .. } => Some((
                name.clone().unwrap_or_default(),
                outcome.is_error,
                outcome.content.plain_text(),
            )),
            _ => None,
        };
        self.events.iter().filter_map(result).collect()
    }

    /// How the turn ended.
    pub fn result(&self) -> &TurnResult {
        fn complete(event: &Event) -> Option<&TurnResult> {
            match event {
                Event::Complete(result) => Some(result),
                _ => None,
            }
        }
        let mut latest = self.events.iter().rev();
        latest.find_map(complete).expect("the turn is over")
    }

    /// Takes in events up to the first that fits, which is the last of them.
    pub async fn until(
        &mut self,
        client: &mut Client,
        fits: impl Fn(&Event) -> bool,
    ) -> Result<(), Failure> {
        while let Some(event) = client.next_event().await {
            let last = fits(&event);
            self.events.push(event);
            if last {
                return Ok(());
            }
        }
        Err(Failure::new("the session ended early"))
    }

    /// Takes in events up to the end of the turn.
    pub async fn until_complete(&mut self, client: &mut Client) -> Result<(), Failure> {
        self.until(client, |event| matches!(event, Event::Complete(_)))
            .await
    }

    /// Takes in events up to the next permission request.
    pub async fn until_asked(
        &mut self,
        client: &mut Client,
    ) -> Result<(String, CanUseTool), Failure> {
        self.until(client, |event| {
            matches!(event, Event::PermissionAsked { .. })
        })
        .await?;
        match self.events.last() {
            Some(Event::PermissionAsked { id, request }) => Ok((id.clone(), (**request).clone())),
            _ => Err(Failure::new("nothing was asked")),
        }
    }
}

/// Says something to which the model answers with `turns`, and takes in everything up to the end of the turn.
pub async fn play(
    client: &mut Client,
    turns: impl IntoIterator<Item = Turn>,
) -> Result<Seen, Failure> {
    client.query(prompt("Go on.", turns)).await?;
    let mut seen = Seen::default();
    seen.until_complete(client).await?;
    Ok(seen)
}

/// Connects with these options, each test with its own.
pub async fn connect(options: Options) -> Result<Client, Failure> {
    sdk::connect(&options).await
}

/// The fields of an object.
pub fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => panic!("not an object: {other}"),
    }
}

impl Stage {
    /// Whether the project has such a file.
    pub fn has(&self, name: &str) -> bool {
        self.sandbox.project().join(name).exists()
    }

    /// Everything the model could read in the latest request.
    pub fn told(&self) -> String {
        let requests = self.api.model_requests();
        requests
            .last()
            .map(crate::stand_in::Request::text)
            .unwrap_or_default()
    }

    /// The text of the latest tool results the model was sent.
    pub fn tool_results(&self) -> String {
        let requests = self.api.model_requests();
        requests
            .last()
            .map(crate::stand_in::Request::tool_results)
            .unwrap_or_default()
    }
}

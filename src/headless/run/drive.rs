//! From a job to its end. Owns: starting the CLI, and who answers what it asks. Does not own: the conversation
//! (`conversation`), who wants it to stop (`stop`), the exit code (`exit`).

use super::ask::Asker;
use super::by_hand;
use super::conversation::Conversation;
use super::desk::{Desk, Inquiry};
use super::event::End;
use super::exit::{Exit, Tally};
use super::narrate::Narrator;
use super::output::Output;
use super::progress::BEAT;
use super::refuse::refusal;
use super::stop::{self, Group, Stop};
use crate::agent::{Client, Options};
use crate::setup::Prepared;
use crate::wire::elicitation::ElicitationAnswer;
use crate::wire::permission::PermissionAnswer;
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

/// What there is to do.
pub(super) struct Job {
    pub(super) prompts: Vec<String>,
    pub(super) prepared: Prepared,
    /// Where a person is asked; nobody is there without it.
    pub(super) desk: Option<Desk>,
    pub(super) inquiries: mpsc::Receiver<Inquiry>,
    pub(super) timeout: Option<Duration>,
}

/// Does it.
pub(super) async fn drive(job: Job, output: &mut Output) -> End {
    let group = Group::default();
    let mut stops = stop::listen(group.clone());
    let (tell, notices) = mpsc::channel(16);
    let options = options(&job, tell);
    let deadline = job.timeout.map(|limit| Instant::now() + limit);
    let connected = tokio::select! {
        biased;
        stop = stop::next(&mut stops) => Err(match stop {
            Stop::Terminate => Exit::Terminated,
            Stop::Interrupt | Stop::Cancel => Exit::Interrupted,
        }),
        () = at(deadline) => {
            output.fail("TIMEOUT", "--timeout: the CLI was not ready in time; raise the limit");
            Err(Exit::Refused)
        }
        connected = Client::connect(&options) => connected.map_err(|error| {
            output.fail(error.code(), &error.to_string());
            Exit::of_start(&error)
        }),
    };
    let mut client = match connected {
        Ok(client) => client,
        Err(exit) => return End::new(exit),
    };
    let life = client
        .session()
        .inspect(|state, _| state.life.clone())
        .await;
    let life = life.unwrap_or_default();
    let recording = client.session().recording();
    let recording = recording.filter(|path| !life.recording_stopped || path.exists());
    let recording = recording.map(|path| path.display().to_string());
    group.set(life.pid);
    let mut ticks = interval(BEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (acknowledge, acknowledged) = mpsc::channel(1);
    let Prepared { schema, cwd, .. } = job.prepared;
    let mut driving = Conversation {
        client,
        output,
        narrator: Narrator::new(cwd.clone(), home(), recording.clone()),
        tally: Tally::default(),
        stops,
        notices,
        ticks,
        acknowledge,
        acknowledged,
        unacknowledged: false,
        asker: job.desk.is_some().then(|| Asker::start(cwd)),
        inquiries: job.inquiries,
        deadline,
        grace: None,
        schema,
    };
    driving.prompts(&job.prompts).await;
    driving.finish().await;
    group.set(None);
    driving.end(recording).await
}

fn home() -> Option<PathBuf> {
    std::env::var_os("HOME").map(PathBuf::from)
}

/// The options of a session that nobody watches: no pause, and an answer to everything that is asked.
fn options(job: &Job, tell: mpsc::Sender<String>) -> Options {
    let options = job.prepared.options.clone().without_pause_gate();
    let desk = job.desk.clone();
    let options = options.on_elicitation(move |asked, _| {
        let (tell, desk) = (tell.clone(), desk.clone());
        async move {
            if let Some(desk) = &desk {
                return Ok(by_hand::form(desk, &asked).await);
            }
            let (server, message) = (asked.mcp_server_name, asked.message);
            let said = format!("MCP server {server} asked for input and was declined: {message}");
            let _ = tell.try_send(said);
            Ok(ElicitationAnswer::Decline)
        }
    });
    if job.desk.is_some() {
        return options.attended();
    }
    let cwd = job.prepared.cwd.clone();
    options.on_permission(move |asked, _| {
        let message = refusal(&asked, &cwd, home().as_deref());
        async move { Ok(PermissionAnswer::deny(message)) }
    })
}

/// Waits until then; for ever without a time.
pub(super) async fn at(when: Option<Instant>) {
    match when {
        Some(when) => sleep_until(when).await,
        None => std::future::pending().await,
    }
}

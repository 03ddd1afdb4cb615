//! The loop of a run. Owns: sending prompts, waiting for their results, interrupting, cancelling, closing.
//! Does not own: what is printed (`narrate`, `output`), who wants it to stop (`stop`), the exit code (`exit`).

use super::ask::{Asker, Reply};
use super::event::{End, RunEvent};
use super::exit::{Exit, Stopped, Tally};
use super::narrate::{Narrator, notice};
use super::output::Output;
use super::progress::{BEAT, Status};
use super::refuse::refusal;
use super::stop::{self, Group, Stop};
use crate::agent::{Client, Event, Options, TurnResult};
use crate::error::Error;
use crate::setup::Prepared;
use crate::wire::elicitation::ElicitationAnswer;
use crate::wire::permission::PermissionAnswer;
use serde_json::Value;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, sleep_until};

/// How long an interrupted turn may take to end before the session is cancelled.
const AFTER_INTERRUPT: Duration = Duration::from_secs(10);
/// How long the turn may take to begin that tells about finished background work.
const AFTER_BACKGROUND: Duration = Duration::from_secs(10);

/// What there is to do.
pub(super) struct Job {
    pub(super) prompts: Vec<String>,
    pub(super) prepared: Prepared,
    pub(super) ask: bool,
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
        stop = next(&mut stops) => Err(match stop {
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
    let pid = client.session().inspect(|state, _| state.life.pid).await;
    group.set(pid.ok().flatten());
    let mut ticks = interval(BEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (acknowledge, acknowledged) = mpsc::channel(1);
    let Prepared {
        schema,
        recording,
        cwd,
        ..
    } = job.prepared;
    let recording = recording.map(|path| path.display().to_string());
    let mut driving = Driving {
        client,
        output,
        narrator: Narrator::new(cwd.clone(), home(), recording.clone()),
        tally: Tally::default(),
        stops,
        notices,
        ticks,
        acknowledge,
        acknowledged,
        asker: job.ask.then(|| Asker::start(cwd)),
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
    let options = options.on_elicitation(move |asked, _| {
        let tell = tell.clone();
        async move {
            let (server, message) = (asked.mcp_server_name, asked.message);
            let said = format!("MCP server {server} asked for input and was declined: {message}");
            let _ = tell.try_send(said);
            Ok(ElicitationAnswer::Decline)
        }
    });
    if job.ask {
        return options.attended();
    }
    let cwd = job.prepared.cwd.clone();
    options.on_permission(move |asked, _| {
        let message = refusal(&asked, &cwd, home().as_deref());
        async move { Ok(PermissionAnswer::deny(message)) }
    })
}

struct Driving<'o> {
    client: Client,
    output: &'o mut Output,
    narrator: Narrator,
    tally: Tally,
    stops: mpsc::Receiver<Stop>,
    notices: mpsc::Receiver<String>,
    ticks: Interval,
    acknowledge: mpsc::Sender<Result<(), Error>>,
    acknowledged: mpsc::Receiver<Result<(), Error>>,
    asker: Option<Asker>,
    deadline: Option<Instant>,
    /// When patience ends with whatever is waited for.
    grace: Option<Instant>,
    schema: Option<Value>,
}

/// What the loop wakes up for.
enum Happened {
    Event(Option<Event>),
    Stop(Stop),
    Late,
    Patience,
    Acknowledged(Result<(), Error>),
    Notice(String),
    Typed(Option<String>),
    Tick,
}

/// What follows from it.
enum Flow {
    /// Wait for the next thing.
    On,
    /// A turn ended.
    Turn(Box<TurnResult>),
    /// End the session.
    End,
}

impl Driving<'_> {
    /// One turn for each prompt, in one session; a turn that fails is the last one.
    async fn prompts(&mut self, prompts: &[String]) {
        for (index, text) in prompts.iter().enumerate() {
            self.output.tell(RunEvent::Prompt {
                index,
                text: text.clone(),
            });
            let uuid = match self.client.query(text).await {
                Ok(uuid) => uuid,
                Err(error) => return self.broken(&error).await,
            };
            if !self.turn(&uuid, index + 1 == prompts.len()).await {
                return;
            }
        }
        self.background().await;
    }

    /// Until the prompt is answered. Whether to go on.
    async fn turn(&mut self, uuid: &str, last: bool) -> bool {
        let result = loop {
            match self.step().await {
                Flow::On => {}
                Flow::End => return false,
                Flow::Turn(result) => {
                    let turn = &result.turn;
                    let ours =
                        turn.prompts.is_empty() || turn.prompts.iter().any(|own| own == uuid);
                    if self.tally.stopped.is_some() {
                        return false;
                    }
                    if ours && turn.origin.is_none() {
                        break result;
                    }
                }
            }
        };
        let outcome = result.turn.outcome.clone();
        self.tally.outcomes.extend(outcome.clone());
        if outcome.is_some_and(|outcome| outcome.is_failure()) {
            return false;
        }
        match self
            .schema
            .as_ref()
            .filter(|_| last)
            .map(|schema| result.fits(schema))
        {
            Some(Ok(value)) => self.output.structured(value),
            Some(Err(error)) => {
                self.output.fail(error.code(), &error.to_string());
                self.tally.broken = true;
            }
            None => {}
        }
        true
    }

    /// Sub-agents that work in the background are waited for, with the turn in which the model hears of them. Commands
    /// are not: a server would never end.
    async fn background(&mut self) {
        while let Some(agents) = self.agents().await {
            if agents == 0 && self.grace.is_none() {
                self.grace = Some(Instant::now() + AFTER_BACKGROUND);
            }
            match self.step().await {
                Flow::On => {}
                Flow::End => return,
                Flow::Turn(_) if self.agents().await.is_none_or(|agents| agents == 0) => return,
                Flow::Turn(_) => {}
            }
        }
    }

    /// How many background agents run; `None` if there never were any.
    async fn agents(&mut self) -> Option<usize> {
        let looked = self.client.session().inspect(|state, _| {
            let background =
                |task: &&crate::session::Task| task.backgrounded && task.kind == "local_agent";
            let known = state.tasks.running.values().any(|task| background(&task));
            known.then(|| state.tasks.active().filter(background).count())
        });
        looked.await.ok().flatten()
    }

    /// Waits for one thing and does what follows from it.
    async fn step(&mut self) -> Flow {
        let progress =
            self.output.has_progress() && !self.asker.as_ref().is_some_and(Asker::is_open);
        let happened = tokio::select! {
            biased;
            stop = next(&mut self.stops) => Happened::Stop(stop),
            () = at(self.deadline) => Happened::Late,
            () = at(self.grace) => Happened::Patience,
            Some(result) = self.acknowledged.recv() => Happened::Acknowledged(result),
            event = self.client.next_event() => Happened::Event(event),
            Some(text) = self.notices.recv() => Happened::Notice(text),
            line = typed(&mut self.asker) => Happened::Typed(line),
            _ = self.ticks.tick(), if progress => Happened::Tick,
        };
        let flow = match happened {
            Happened::Event(Some(event)) => self.take(event),
            Happened::Event(None) => {
                if self.tally.stopped.is_none() {
                    let what = "the CLI ended before it gave a result";
                    let error = self.client.session().how_it_ended(what).await;
                    self.broken(&error).await;
                }
                Flow::End
            }
            Happened::Stop(stop) => self.stop(stop),
            Happened::Late => {
                self.deadline = None;
                self.output.say("--timeout: the time is over; interrupting");
                self.interrupt(Stopped::Timeout);
                Flow::On
            }
            Happened::Patience => {
                if self.tally.stopped.is_some() {
                    self.output
                        .say("the turn did not end after the interrupt; cancelling");
                }
                Flow::End
            }
            Happened::Acknowledged(Ok(())) => {
                self.output
                    .tell(notice("info", "the CLI acknowledged the interrupt"));
                Flow::On
            }
            Happened::Acknowledged(Err(error)) => {
                self.output
                    .say(&format!("the interrupt failed ({error}); cancelling"));
                Flow::End
            }
            Happened::Notice(text) => {
                self.output.tell(notice("warning", &text));
                Flow::On
            }
            Happened::Typed(line) => self.typed(line).await,
            Happened::Tick => {
                let status = self.client.session().inspect(Status::of).await;
                if let Ok(status) = status {
                    self.output.progress(&status);
                }
                Flow::On
            }
        };
        self.check_output(flow)
    }

    /// A reader that has gone away ends the run, quietly.
    fn check_output(&mut self, flow: Flow) -> Flow {
        match self
            .output
            .failed()
            .map(|error| (error.kind(), error.to_string()))
        {
            None => flow,
            Some((ErrorKind::BrokenPipe, _)) => {
                self.tally.stopped.get_or_insert(Stopped::ClosedOutput);
                Flow::End
            }
            Some((_, error)) => {
                self.output.say(&format!(
                    "standard output cannot be written: {error}; check where it goes"
                ));
                self.tally.broken = true;
                Flow::End
            }
        }
    }

    fn take(&mut self, event: Event) -> Flow {
        for told in self.narrator.narrate(&event) {
            self.output.tell(told);
        }
        if let Some(asker) = &mut self.asker {
            let show = match &event {
                Event::PermissionAsked { id, request } => {
                    asker.asked(id.clone(), (**request).clone())
                }
                Event::PermissionDecided(decision) => asker.over_with(&decision.request_id),
                _ => None,
            };
            if let Some(text) = show {
                self.output.ask(&text);
            }
        }
        match event {
            Event::Complete(result) => Flow::Turn(result),
            _ => Flow::On,
        }
    }

    fn stop(&mut self, stop: Stop) -> Flow {
        match stop {
            Stop::Interrupt => {
                self.output
                    .say("interrupting; press Ctrl-C again to cancel");
                self.interrupt(Stopped::Interrupt);
                Flow::On
            }
            Stop::Cancel => {
                self.output.say("cancelling; press Ctrl-C again to kill it");
                self.tally.stopped = Some(Stopped::Interrupt);
                Flow::End
            }
            Stop::Terminate => {
                self.tally.stopped = Some(Stopped::Terminate);
                Flow::End
            }
        }
    }

    /// Asks the CLI to end the turn; its answer and the result come as they come.
    fn interrupt(&mut self, why: Stopped) {
        self.tally.stopped = Some(why);
        self.grace = Some(Instant::now() + AFTER_INTERRUPT);
        let (control, tell) = (self.client.control(), self.acknowledge.clone());
        tokio::spawn(async move {
            let result = control.interrupt(true).await.map(drop);
            let _ = tell.send(result).await;
        });
    }

    async fn typed(&mut self, line: Option<String>) -> Flow {
        let Some(asker) = &mut self.asker else {
            return Flow::On;
        };
        match asker.reply(line.as_deref()) {
            Reply::Ignored => {}
            Reply::Say(text) => self.output.ask(&text),
            Reply::Answer(id, answer) => {
                let next = asker.next();
                if let Err(error) = self.client.session().answer(id, *answer).await {
                    self.output.say(&error.to_string());
                }
                if let Some(text) = next {
                    self.output.ask(&text);
                }
            }
        }
        Flow::On
    }

    async fn broken(&mut self, error: &Error) {
        self.output.fail(error.code(), &error.to_string());
        self.tally.broken = true;
    }

    /// Ends the session: as it should end, or at once if somebody wants it to stop.
    async fn finish(&mut self) {
        if self.tally.stopped.is_none() {
            let session = self.client.session();
            tokio::select! {
                biased;
                stop = next(&mut self.stops) => self.tally.stopped = Some(match stop {
                    Stop::Terminate => Stopped::Terminate,
                    Stop::Interrupt | Stop::Cancel => Stopped::Interrupt,
                }),
                _ = session.close() => {}
            }
        }
        if self.tally.stopped.is_some() {
            let _ = self.client.session().cancel().await;
        }
        while let Some(event) = self.client.next_event().await {
            self.take(event);
        }
    }

    async fn end(&mut self, recording: Option<String>) -> End {
        self.tally.denied = self.narrator.denied;
        let seen = self.client.session().inspect(|state, _| {
            let id = state.facts.session_id().map(str::to_owned);
            (
                id,
                state.usage.cost_usd,
                state.counts.malformed + state.counts.noise,
            )
        });
        let (session_id, cost_usd, malformed) = seen.await.unwrap_or_default();
        End {
            session_id,
            cost_usd,
            denied: self.narrator.denied,
            unknown: self.narrator.unknown,
            malformed,
            recording,
            ..End::new(self.tally.exit())
        }
    }
}

async fn at(when: Option<Instant>) {
    match when {
        Some(when) => sleep_until(when).await,
        None => std::future::pending().await,
    }
}

/// The next wish to stop; none ever if nobody can be heard.
async fn next(stops: &mut mpsc::Receiver<Stop>) -> Stop {
    match stops.recv().await {
        Some(stop) => stop,
        None => std::future::pending().await,
    }
}

async fn typed(asker: &mut Option<Asker>) -> Option<String> {
    match asker {
        Some(asker) => asker.line().await,
        None => std::future::pending().await,
    }
}

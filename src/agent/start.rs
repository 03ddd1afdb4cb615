//! Starting a session. Owns: from options to a running task that has answered `initialize`.
//! Does not own: what happens then (`session`, `client`).

use super::options::Options;
use super::queue::Queue;
use super::session::{Session, Shared};
use super::status::Status;
use super::task::{Ask, Task, watch_servers};
use crate::driver::Driver;
use crate::error::Error;
use crate::session::{Live, LiveOptions};
use crate::tools::ProgressSink;
use crate::trace::{Header, Note, Recorder};
use crate::transport::launch::{CliPath, HostEnv, LaunchPlan, SessionChoice, installed_version};
use crate::transport::{Link, child, history};
use crate::wire::requests::ControlRequest;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The limits unless others are set.
pub(super) const DEFAULT_LIMIT: Duration = Duration::from_mins(1);

/// Commands that may wait for the session task.
const ASKS: usize = 64;

/// A session that nothing has been said in: for a front end that runs the loop itself.
#[derive(Debug)]
pub struct Parts {
    /// Its hands and senses.
    pub driver: Driver,
    /// What it knows and answers.
    pub live: Live,
    /// The body of the `initialize` request that is to be sent first.
    pub initialize: serde_json::Value,
    /// How long its answer may take.
    pub start_limit: Duration,
    /// What was said before, if a stored conversation goes on: to be taken in before anything else.
    pub past: Vec<Note>,
    /// Where it is recorded, if it is; beside the place that was asked for if that was taken.
    pub recording: Option<PathBuf>,
}

/// What a session is over.
struct Opened {
    link: Link,
    recorder: Option<Recorder>,
    place: LivePlace,
}

/// Starts the CLI and a session on it.
pub(super) async fn start(options: &Options, interactive: bool) -> Result<Session, Error> {
    let opened = open(options)?;
    let session = over(
        opened.link,
        options,
        opened.recorder,
        interactive,
        opened.place,
    );
    initialize(session, options).await
}

/// Starts the CLI; the session on it is the caller's to run.
pub(super) fn parts(options: &Options) -> Result<Parts, Error> {
    let opened = open(options)?;
    let past = past(options, &opened.place);
    let services = options.services.clone();
    let cap = options.line_cap_or_default();
    Ok(Parts {
        recording: place_of(opened.recorder.as_ref()),
        driver: Driver::new(opened.link, services, opened.recorder, cap),
        live: live(options, opened.place),
        initialize: initialize_body(options)?,
        start_limit: options.start_limit.unwrap_or(DEFAULT_LIMIT),
        past,
    })
}

/// What the CLI stored of the conversation that goes on; nothing is known of one on another machine, or of no CLI at all.
fn past(options: &Options, place: &LivePlace) -> Vec<Note> {
    let launch = &options.launch;
    if options.connect.is_some() || !launch.launcher.is_empty() || !launch.cli_words.is_empty() {
        return Vec::new();
    }
    let stored = history::stored(&HostEnv::current(), &place.cwd, &launch.session);
    let mut past: Vec<_> = stored
        .into_iter()
        .map(|entry| Note::Past { entry })
        .collect();
    if !past.is_empty() {
        past.push(Note::Past {
            entry: serde_json::json!({ "type": "cca_resumed" }),
        });
    }
    past
}

fn open(options: &Options) -> Result<Opened, Error> {
    options.check()?;
    if let Some(guard) = &options.guard {
        guard.ask()?;
    }
    let mut launch = options.launch.clone();
    if matches!(launch.session, SessionChoice::New) {
        // A session whose id is known from the start can be named before it has said a word.
        launch.session = SessionChoice::Id(uuid::Uuid::new_v4());
    }
    let host = HostEnv::current();
    let cli = match &options.connect {
        // Nothing is started, so nothing has to be there.
        Some(_) => CliPath::new("claude"),
        None => launch.locate(&host)?,
    };
    let plan = launch.plan(&cli, &host)?;
    let version = if plan.remote || options.connect.is_some() {
        None
    } else {
        installed_version(cli.as_path())
    };
    let record = |path| {
        let header = Header {
            redacted: options.redact,
            ..header(&plan, version.clone())
        };
        if options.unrecorded_too {
            return Ok(Recorder::create_if_possible(path, &header));
        }
        Recorder::create(path, &header)
    };
    let recorder = options.record.as_ref().map(record).transpose()?;
    let link = if let Some(connect) = &options.connect {
        connect.link(&plan)?
    } else {
        let child = child::spawn(&plan)?;
        if recorder.is_some() {
            child.widen_stdout();
        }
        Link::child(child)
    };
    let cwd = plan
        .cwd
        .clone()
        .or_else(|| std::env::current_dir().ok())
        .unwrap_or_default();
    let home = host.get("HOME").map(PathBuf::from);
    Ok(Opened {
        link,
        recorder,
        place: LivePlace { cwd, home },
    })
}

impl Options {
    /// Secrets are masked in the recording before anything of it is written; what goes over the wire stays as it is.
    /// See [`mask`](crate::trace::mask) for what counts as one.
    #[must_use]
    pub fn redact(self) -> Self {
        Self {
            redact: true,
            ..self
        }
    }

    /// Like [`Self::record`], but a recording that cannot be made is only told, like one that stops.
    #[must_use]
    pub fn record_if_possible(self, path: impl Into<PathBuf>) -> Self {
        Self {
            unrecorded_too: true,
            ..self.record(path)
        }
    }
}

fn live(options: &Options, place: LivePlace) -> Live {
    Live::new(LiveOptions {
        rules: options.rules.clone(),
        cwd: place.cwd,
        home: place.home,
        ladder: options.ladder,
        limits: options.limits,
    })
}

fn initialize_body(options: &Options) -> Result<serde_json::Value, Error> {
    serde_json::to_value(options.initialize_request())
        .map_err(|error| Error::Config(error.to_string()))
}

/// Where paths in rules are.
pub(super) struct LivePlace {
    pub(super) cwd: PathBuf,
    pub(super) home: Option<PathBuf>,
}

/// Where it is recorded, if it is: one that could not be made is nowhere.
fn place_of(recorder: Option<&Recorder>) -> Option<PathBuf> {
    let made = recorder.filter(|made| made.is_recording())?;
    Some(made.path().to_path_buf())
}

/// A session over any link: its task runs, nothing is said yet.
pub(super) fn over(
    link: Link,
    options: &Options,
    recorder: Option<Recorder>,
    interactive: bool,
    place: LivePlace,
) -> Session {
    let (asks, inbox) = mpsc::channel(ASKS);
    let mut services = options.services.clone();
    services.progress = Some(progress(services.progress.take(), asks.downgrade()));
    let recording = place_of(recorder.as_ref());
    let driver = Driver::new(link, services, recorder, options.line_cap_or_default());
    let live = live(options, place);
    let queue = Arc::new(Queue::new());
    let status = Arc::new(Status::default());
    let task = Task {
        driver,
        live,
        queue: Arc::clone(&queue),
        status: Arc::clone(&status),
        replies: HashMap::new(),
        next_ticket: 0,
        interactive,
        outputs: Vec::new(),
        following: std::collections::VecDeque::new(),
    };
    let servers: Vec<_> = options
        .services
        .servers
        .iter()
        .map(|(name, server)| (name.clone(), server.subscribe()))
        .collect();
    let weak = asks.downgrade();
    tokio::spawn(async move {
        // Listening to the servers goes on exactly as long as the session.
        let listening = (!servers.is_empty()).then(|| tokio::spawn(watch_servers(servers, weak)));
        task.run(inbox).await;
        if let Some(listening) = listening {
            listening.abort();
        }
    });
    let limit = options.request_limit.unwrap_or(DEFAULT_LIMIT);
    let schema = options.schema().cloned();
    let shared = Shared {
        asks: asks.downgrade(),
        status,
        limit,
        schema,
    };
    Session::new(shared, asks, queue, recording)
}

/// Progress of tools goes to the program's callback and into the events; if the session is busy, it is left out there.
fn progress(callback: Option<ProgressSink>, asks: mpsc::WeakSender<Ask>) -> ProgressSink {
    ProgressSink::new(move |progress| {
        if let Some(callback) = &callback {
            callback.send(progress.clone());
        }
        if let Some(asks) = asks.upgrade() {
            let _ = asks.try_send(Ask::Progress(progress));
        }
    })
}

async fn initialize(session: Session, options: &Options) -> Result<Session, Error> {
    let limit = options.start_limit.unwrap_or(DEFAULT_LIMIT);
    let body = initialize_body(options)?;
    let subtype = crate::wire::requests::Initialize::SUBTYPE;
    match session
        .control()
        .request_raw_within(subtype, body, Some(limit))
        .await
    {
        Ok(_) => Ok(session),
        Err(Error::Closed { .. }) => Err(session
            .how_it_ended("the CLI ended before it answered initialize")
            .await),
        Err(error) => {
            let _ = session.cancel().await;
            Err(error)
        }
    }
}

fn header(plan: &LaunchPlan, version: Option<String>) -> Header {
    // Where nothing else is said, the CLI runs where we do; of another machine that says nothing.
    let here = || std::env::current_dir().ok().filter(|_| !plan.remote);
    let cwd = plan.cwd.clone().or_else(here);
    Header {
        started: Some(chrono::Utc::now()),
        argv: plan.shown_argv(),
        env: plan
            .env
            .keys()
            .map(|name| name.to_string_lossy().into_owned())
            .collect(),
        cwd: cwd.map(|cwd| cwd.display().to_string()),
        cli_version: version,
        redacted: false,
    }
}

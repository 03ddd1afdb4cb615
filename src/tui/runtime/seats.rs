//! EDGE. Sessions on the screen. Owns: starting them, starting another like one that is over, ending all of them.
//! Does not own: the loop they run in.

use super::Runtime;
use crate::agent::{Agent, Options, Parts};
use crate::driver::Driver;
use crate::session::{Command, Input, Limits, Live, LiveOptions, Output, State};
use crate::trace::{Moment, Note, TraceError};
use crate::tui::effect::{Job, Start};
use crate::tui::leaving::{Before, report};
use crate::tui::model::{Purpose, Replay, Seat, SeatKey};
use crate::tui::msg::{Done, Msg};
use crate::tui::panes::traffic::TrafficView;
use chrono::Local;
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How long a session may take to end when the program does.
const FAREWELL: Duration = Duration::from_secs(6);

/// How much of a conversation can be scrolled through; the rest is in the recording.
const KEPT: Limits = Limits {
    bytes: 48 << 20,
    items: 200_000,
    item_bytes: 256 << 10,
};
/// How long drafts may take to be kept then.
const PARTING: Duration = Duration::from_secs(1);

/// What a session was started with.
#[derive(Debug, Clone)]
pub(in crate::tui) struct Origin {
    /// The options.
    pub(in crate::tui) options: Options,
    /// Where it is recorded.
    pub(in crate::tui) recording: Option<PathBuf>,
    /// What it is called until it has a title.
    pub(in crate::tui) name: String,
    /// Whether the CLI is the simulator.
    pub(in crate::tui) simulated: bool,
    /// Whether it is the demo.
    pub(in crate::tui) demo: bool,
}

impl Origin {
    /// The session as far as it is known before its CLI is started.
    pub(in crate::tui) fn announced(&self, key: SeatKey, cwd: PathBuf) -> Seat {
        let live = Live::new(LiveOptions {
            cwd,
            ..LiveOptions::default()
        });
        let mut seat = Seat::new(key, &self.name, live);
        seat.recording.clone_from(&self.recording);
        seat.simulated = self.simulated;
        seat.demo = self.demo;
        seat
    }

    /// Starts the CLI.
    pub(in crate::tui) fn begin(&self, key: SeatKey) -> Result<(Seat, Parts), crate::Error> {
        let options = self.options.clone().attended().with_forms().limits(KEPT);
        let mut parts = Agent::new(options).parts()?;
        let live = std::mem::replace(&mut parts.live, Live::new(LiveOptions::default()));
        let mut seat = Seat::new(key, &self.name, live);
        if let Some(path) = &parts.recording {
            seat.traffic.recorded_at(path);
        }
        seat.recording = parts.recording.take();
        seat.simulated = self.simulated;
        seat.demo = self.demo;
        seat.requests.schemas = schemas(&parts.driver);
        seat.resumed = self.options.resumed().map(str::to_owned);
        seat.no_bypass = self.options.rules_out_bypass();
        Ok((seat, parts))
    }
}

impl Runtime {
    /// Draws a session that is about to be started, and forgets it.
    pub(in crate::tui) fn announce(&mut self, seat: Seat) -> std::io::Result<()> {
        self.model.seats.push(seat);
        let drawn = self.draw();
        self.model.seats.clear();
        self.dirty = true;
        drawn
    }

    /// Starts another session like one that is or was there.
    pub(super) fn start(&mut self, start: &Start) -> Option<Msg> {
        let (Start::Again(like) | Start::Resume(like, _)) = start;
        let mut origin = self.origins.get(like)?.clone();
        // What the one before went on with, or was forked from, is no matter of this one.
        origin.options = origin.options.afresh();
        if let Start::Resume(_, id) = start {
            origin.options = origin.options.resume(id);
        }
        // Beside those that are there.
        if let Some(path) = &origin.recording {
            origin.options = origin.options.record_if_possible(path);
        }
        let newest = self.origins.keys().map(|key| key.0).max().unwrap_or(0);
        let key = SeatKey(newest + 1);
        match origin.begin(key) {
            Ok((seat, parts)) => {
                self.seat(seat, parts, origin);
                None
            }
            Err(error) => Some(Msg::Done(Done::NotStarted(error.to_string()))),
        }
    }

    /// Puts a session on the screen and says the first words to its CLI.
    pub(in crate::tui) fn seat(&mut self, mut seat: Seat, parts: Parts, origin: Origin) {
        let key = seat.key;
        let mut driver = parts.driver;
        let spawned = driver.note(Note::Spawned {
            pid: driver.pid(),
            interactive: true,
        });
        seat.now = driver.now();
        let since = chrono::TimeDelta::from_std(seat.now.since(Moment::START));
        seat.traffic.began = Some((Local::now() - since.unwrap_or_default()).fixed_offset());
        let ticket = seat.ticket();
        seat.purposes.insert(ticket, Purpose::Initialize);
        let first = Command::Request {
            ticket,
            subtype: "initialize".to_owned(),
            body: parts.initialize,
            limit: Some(parts.start_limit),
        };
        let past: Vec<_> = parts
            .past
            .into_iter()
            .map(|note| driver.note(note))
            .collect();
        let at = driver.now();
        self.drivers.push((key, driver));
        self.origins.insert(key, origin);
        self.feed(Msg::Done(Done::Started(Box::new(seat))));
        let past = past.into_iter().map(Input::Traffic);
        let first = Input::Command { at, command: first };
        for input in std::iter::once(Input::Traffic(spawned))
            .chain(past)
            .chain([first])
        {
            self.feed(Msg::Session {
                key,
                input: Box::new(input),
                now: at,
            });
        }
    }

    /// Lets the person choose a recording.
    pub(in crate::tui) fn choose_recording(&mut self) {
        self.workers.submit(Job::Recordings);
    }

    /// Puts a recording on the screen, under the name it was chosen by, else that of its file.
    pub(in crate::tui) fn watch(
        &mut self,
        path: &Path,
        name: Option<String>,
        follow: bool,
    ) -> Result<(), TraceError> {
        let newest = self.model.seats.iter().map(|seat| seat.key.0).max();
        let newest = newest.max(self.origins.keys().map(|key| key.0).max());
        let key = SeatKey(newest.unwrap_or(0) + 1);
        let (lines, first) = self.workers.watch(path, key, follow)?;
        let stem = || {
            let stem = path.file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        };
        let name = name.unwrap_or_else(stem);
        let mut seat = Seat::new(key, name, Live::watching(State::default()));
        seat.recording = Some(path.to_owned());
        seat.replay = Some(Replay::new(follow));
        let started = lines.lines().store.started();
        seat.traffic = TrafficView::recorded(lines);
        // By the clock of whoever looks at it.
        let by_clock = started.map(|time| time.with_timezone(&Local).fixed_offset());
        seat.traffic.began = by_clock;
        self.feed(Msg::Done(Done::Started(Box::new(seat))));
        self.feed(Msg::Done(Done::Replayed(Box::new(first))));
        Ok(())
    }

    /// Gives the terminal back and ends the sessions, bounded. Says how each of them ended.
    pub(in crate::tui) async fn farewell(mut self, words: &[String]) -> String {
        self.part(PARTING);
        let Self {
            model,
            screen,
            drivers,
            ..
        } = self;
        drop(screen);
        let mut seats = model.seats;
        let before: Vec<_> = seats.iter().map(Before::of).collect();
        let ending = async {
            for (key, mut driver) in drivers {
                let Some(seat) = seats.iter_mut().find(|seat| seat.key == key) else {
                    continue;
                };
                end(seat, &mut driver).await;
            }
        };
        let _ = tokio::time::timeout(FAREWELL, ending).await;
        let ours = |(seat, _): &(&Seat, &Before)| seat.replay.is_none();
        let reports = seats.iter().zip(&before).filter(ours);
        reports
            .map(|(seat, before)| report(seat, before, words))
            .collect()
    }
}

/// Ends one session: the ladder of the session itself, performed here.
async fn end(seat: &mut Seat, driver: &mut Driver) {
    if driver.is_over() {
        return;
    }
    let at = driver.now();
    let command = Command::Cancel;
    let mut batch = vec![Input::Command { at, command }];
    loop {
        let mut inputs: VecDeque<Input> = batch.drain(..).collect();
        while let Some(mut input) = inputs.pop_front() {
            if let Input::Traffic(traffic) = &mut input {
                driver.stamp(traffic);
            }
            for output in seat.live.handle(input) {
                match output {
                    Output::Note(note) => inputs.push_back(Input::Traffic(driver.note(note))),
                    output => inputs.extend(driver.perform(output)),
                }
            }
        }
        driver.flush();
        // Asked after the batch was heard: the last one says how the CLI ended.
        if driver.is_over() {
            return;
        }
        let deadline = seat.live.next_deadline();
        driver.next(&mut batch, true, deadline).await;
    }
}

/// What the inputs of our own tools must look like, by their full names.
fn schemas(driver: &Driver) -> Arc<HashMap<String, serde_json::Value>> {
    let mut schemas = HashMap::new();
    for server in driver.services().servers.values() {
        for tool in server.tools() {
            let name = server.qualified(&tool.name);
            schemas.extend(server.input_schema(&tool.name).map(|schema| (name, schema)));
        }
    }
    Arc::new(schemas)
}

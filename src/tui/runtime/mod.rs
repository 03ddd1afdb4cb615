//! EDGE. The one loop: terminal, sessions, time. Owns: performing effects, and when a frame is drawn.
//! Does not own: what anything means (`update`), starting and ending sessions (`seats`), lending the terminal (`away`).
//!
//! A frame is drawn only when something changed, at most sixty times a second; when nothing happens, nothing is drawn and
//! nothing wakes. What is too much for one frame, a search through a large recording, goes on between frames for as long as
//! nothing else happens.

mod away;
mod desk;
#[cfg(debug_assertions)]
mod rehearsal;
mod seats;

use away::Away;
pub use desk::{Desk, desk};
pub(super) use seats::Origin;

use super::editor::Editor;
use super::effect::{Effect, Job};
use super::model::{Model, SeatKey};
use super::msg::{Done, Msg};
use super::terminal::Screen;
use super::update::{parting, update};
use super::work::{Way, Workers, asked_the_terminal, way};
use crate::driver::Driver;
use crate::session::{Input, Output};
use crossterm::event::{Event, EventStream};
use futures_util::StreamExt as _;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The time between two frames at the least.
const FRAME: Duration = Duration::from_millis(16);
/// The program goes on after it was stopped.
const CONTINUED: i32 = nix::sys::signal::Signal::SIGCONT as i32;
/// How often what counts time is drawn.
const COUNT: Duration = Duration::from_millis(250);
/// How often what plays is drawn.
const PLAY: Duration = Duration::from_millis(33);

/// The loop and what it holds.
pub(super) struct Runtime {
    model: Model,
    screen: Screen,
    drivers: Vec<(SeatKey, Driver)>,
    /// What each session was started with, to start another like it.
    origins: HashMap<SeatKey, Origin>,
    workers: Workers,
    /// Tools that are answered by hand.
    desk: Desk,
    /// Keys and the like; nobody listens while somebody else has the terminal.
    events: Option<EventStream>,
    /// The editor that texts are written in.
    editor: Editor,
    /// An editor that has the terminal.
    away: Option<Away>,
    terminate: Signal,
    hang_up: Signal,
    interrupt: Signal,
    go_on: Signal,
    began: Instant,
    drawn: Instant,
    dirty: bool,
    /// There is more to find out than fitted before the last frame.
    unfinished: bool,
    over: bool,
    ended_by: Option<u8>,
}

impl Runtime {
    /// Takes the terminal.
    pub(super) fn new(model: Model, desk: Desk, editor: Editor) -> io::Result<Self> {
        let screen = Screen::enter(model.mouse)?;
        let now = Instant::now();
        let mut runtime = Self {
            model,
            screen,
            drivers: Vec::new(),
            origins: HashMap::new(),
            workers: Workers::new(),
            desk,
            events: Some(EventStream::new()),
            editor,
            away: None,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            go_on: signal(SignalKind::from_raw(CONTINUED))?,
            began: now,
            drawn: now.checked_sub(FRAME).unwrap_or(now),
            dirty: true,
            unfinished: false,
            over: false,
            ended_by: None,
        };
        let size = runtime.screen.size()?;
        runtime.model.size = size;
        Ok(runtime)
    }

    /// Runs until the person leaves, or until a signal ends the program: which one.
    pub(super) async fn run(&mut self) -> io::Result<Option<u8>> {
        let mut batch = Vec::new();
        #[cfg(debug_assertions)]
        let mut rehearsal = rehearsal::Rehearsal::wanted();
        while !self.over {
            self.draw()?;
            #[cfg(debug_assertions)]
            rehearsal.after_a_frame();
            let wake = self.wake();
            let spares = self.unfinished && self.away.is_none();
            let drivers = &mut self.drivers;
            let model = &self.model;
            let sessions = std::future::poll_fn(|cx| {
                for (key, driver) in drivers.iter_mut().filter(|(_, driver)| !driver.is_over()) {
                    let seat = model.seats.iter().find(|seat| seat.key == *key);
                    let deadline = seat.and_then(|seat| seat.live.next_deadline());
                    if driver.poll_next(cx, &mut batch, true, deadline).is_ready() {
                        return Poll::Ready(*key);
                    }
                }
                Poll::Pending
            });
            tokio::select! {
                biased;
                _ = self.terminate.recv() => self.end_by(15),
                _ = self.hang_up.recv() => self.end_by(1),
                // What is typed in an editor is not meant for us, the key that interrupts included.
                _ = self.interrupt.recv() => if self.away.is_none() { self.end_by(2) },
                _ = self.go_on.recv() => self.continued(),
                event = heard(&mut self.events) => self.terminal(event),
                (to, text) = away::back(&mut self.away) => self.back(to, text),
                Some(done) = self.workers.next() => self.worked(done),
                msg = self.desk.next() => self.asked(msg),
                key = sessions => self.happened(key, &mut batch),
                () = spare(spares) => self.go_on(),
                () = sleep(wake) => self.tick(),
            }
        }
        if let Some(away) = &mut self.away {
            away.end().await;
        }
        Ok(self.ended_by)
    }

    fn worked(&mut self, done: Done) {
        self.feed(Msg::Done(done));
        self.dirty = true;
    }

    fn asked(&mut self, msg: Msg) {
        self.feed(Msg::Tick(self.began.elapsed()));
        self.feed(msg);
        self.dirty = true;
    }

    fn end_by(&mut self, signal: u8) {
        self.over = true;
        self.ended_by = Some(signal);
    }

    /// When the loop has to wake by itself.
    fn wake(&self) -> Option<Duration> {
        if self.dirty && self.away.is_none() {
            return Some(FRAME.saturating_sub(self.drawn.elapsed()));
        }
        let beat = if self.model.plays() { PLAY } else { COUNT };
        self.model.counts().then_some(beat)
    }

    fn draw(&mut self) -> io::Result<()> {
        if self.dirty && self.away.is_none() && self.drawn.elapsed() >= FRAME {
            for (key, driver) in &self.drivers {
                if let Some(seat) = self.model.seat_of(*key) {
                    seat.traffic.meter.queued = driver.queued() as u64;
                }
            }
            self.feed(Msg::Frame);
            self.screen.draw(&self.model)?;
            self.drawn = Instant::now();
            self.unfinished = self.model.is_unfinished();
            self.dirty = self.unfinished;
        }
        Ok(())
    }

    /// Nothing happens and no frame is due: what is not finished goes on.
    fn go_on(&mut self) {
        self.tick();
        self.feed(Msg::Spare);
        self.unfinished = self.model.is_unfinished();
    }

    fn tick(&mut self) {
        for (key, driver) in &self.drivers {
            if let Some(seat) = self.model.seat_of(*key) {
                seat.now = driver.now();
            }
        }
        // A frame that is only late needs no new time.
        let counted = !self.dirty && self.model.counts();
        self.feed(Msg::Tick(self.began.elapsed()));
        self.dirty |= counted;
    }

    /// One event a turn: frames are limited by time, so a flood of keys costs no frames.
    fn terminal(&mut self, event: Option<io::Result<Event>>) {
        match event {
            Some(Ok(event)) => self.event(event),
            // The terminal is gone: there is nobody to show anything to.
            Some(Err(_)) | None => self.over = true,
        }
    }

    fn event(&mut self, event: Event) {
        if matches!(event, Event::Resize(..)) {
            // Two changes that come as one may lead back to the size of before, and what was cut off is still missing.
            self.told(Screen::forget);
        }
        let msg = match event {
            Event::Key(key) => Msg::Key(key),
            Event::Paste(text) => Msg::Paste(text),
            Event::Mouse(mouse) => Msg::Mouse(mouse),
            Event::Resize(width, height) => Msg::Resize((width, height).into()),
            Event::FocusGained => Msg::Focus(true),
            Event::FocusLost => Msg::Focus(false),
        };
        self.feed(Msg::Tick(self.began.elapsed()));
        self.feed(msg);
        self.dirty = true;
    }

    fn happened(&mut self, key: SeatKey, batch: &mut Vec<Input>) {
        self.feed(Msg::Tick(self.began.elapsed()));
        for input in batch.drain(..) {
            self.input(key, input);
        }
        if let Some((_, driver)) = self.drivers.iter_mut().find(|(own, _)| *own == key) {
            driver.flush();
            let id = self.model.seat_of(key).and_then(|seat| {
                let id = seat.live.state().facts.session_id();
                id.map(str::to_owned)
            });
            driver.set_session_id(id.as_deref().unwrap_or_default());
        }
        served(&mut self.drivers, key);
        self.dirty = true;
    }

    /// Stamps and records traffic just before it is acted on.
    fn input(&mut self, key: SeatKey, mut input: Input) {
        let Some((_, driver)) = self.drivers.iter_mut().find(|(own, _)| *own == key) else {
            return;
        };
        if let Input::Traffic(traffic) = &mut input {
            driver.stamp(traffic);
        }
        let now = driver.now();
        self.feed(Msg::Session {
            key,
            input: Box::new(input),
            now,
        });
    }

    /// Takes in a message and performs everything that follows from it.
    fn feed(&mut self, msg: Msg) {
        let mut effects: VecDeque<Effect> = update(&mut self.model, msg).into();
        while let Some(effect) = effects.pop_front() {
            if let Some(msg) = self.perform(effect) {
                effects.extend(update(&mut self.model, msg));
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Msg> {
        match effect {
            Effect::Session(key, output) => return self.output(key, output),
            Effect::Work(Job::Copy { text, what }) if way(text.len()) == Way::Terminal => {
                let asked = self.screen.copy(&text).map_err(|error| error.to_string());
                let asked = asked.map(|()| asked_the_terminal(&what));
                return Some(Msg::Done(Done::Copied(asked)));
            }
            Effect::Work(job) => self.workers.submit(job),
            Effect::Edit(text, to) => return self.edit(&text, to),
            Effect::Reply(number, reply) => self.desk.reply(number, reply),
            Effect::Start(start) => return self.start(&start),
            Effect::Watch(path, name, follow) => {
                let opened = self.watch(&path, Some(name), follow).err()?;
                return Some(Msg::Done(Done::NotStarted(opened.to_string())));
            }
            Effect::Seek(key, seek) => self.workers.seek(key, seek),
            Effect::Sift(key) => self.workers.sift(key),
            Effect::Bell if !self.model.preferences.bell => {}
            Effect::Bell => self.told(Screen::bell),
            Effect::Mouse(ours) => self.told(|screen| screen.mouse(ours)),
            Effect::Redraw => self.told(Screen::forget),
            Effect::Suspend => self.suspend(),
            Effect::Quit => self.over = true,
        }
        None
    }

    fn output(&mut self, key: SeatKey, output: Output) -> Option<Msg> {
        let (_, driver) = self.drivers.iter_mut().find(|(own, _)| *own == key)?;
        let input = match output {
            Output::Note(note) => Input::Traffic(driver.note(note)),
            Output::Reply { ticket, reply } => {
                return Some(Msg::Done(Done::Reply(key, ticket, Box::new(reply))));
            }
            output => driver.perform(output)?,
        };
        let now = driver.now();
        Some(Msg::Session {
            key,
            input: Box::new(input),
            now,
        })
    }

    /// A terminal that no longer takes anything will be noticed when it is drawn to; one that is not ours is left alone.
    fn told(&mut self, work: impl FnOnce(&mut Screen) -> io::Result<()>) {
        if self.away.is_some() {
            return;
        }
        if let Err(error) = work(&mut self.screen) {
            tracing::debug!(%error, "the terminal");
        }
        self.dirty = true;
    }

    /// Keeps what is not kept yet; waits for it, but not for long.
    pub(super) fn part(&mut self, limit: Duration) {
        for effect in parting(&mut self.model) {
            self.perform(effect);
        }
        self.workers.flush(limit);
    }
}

/// Whoever was served comes last: a session that never falls silent must not keep the others waiting.
fn served<D>(drivers: &mut [(SeatKey, D)], key: SeatKey) {
    let at = drivers.iter().position(|(own, _)| *own == key);
    if let Some(rest) = at.and_then(|at| drivers.get_mut(at..)) {
        rest.rotate_left(1);
    }
}

/// What is typed, as long as somebody listens.
async fn heard(events: &mut Option<EventStream>) -> Option<io::Result<Event>> {
    match events {
        Some(events) => events.next().await,
        None => std::future::pending().await,
    }
}

/// After whatever else happened meanwhile.
async fn spare(is_used: bool) {
    if is_used {
        tokio::task::yield_now().await;
    } else {
        std::future::pending::<()>().await;
    }
}

async fn sleep(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::{SeatKey, served};

    #[test]
    fn a_session_that_never_falls_silent_lets_the_others_speak() {
        let mut drivers: Vec<_> = (1..=3).map(|key| (SeatKey(key), ())).collect();
        let mut heard = Vec::new();
        // All of them always have something to say, and the first that has is heard.
        for _ in 0..6 {
            let key = drivers[0].0;
            heard.push(key.0);
            served(&mut drivers, key);
        }
        assert_eq!(heard, [1, 2, 3, 1, 2, 3]);
    }
}

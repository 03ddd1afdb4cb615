//! A session as a film: the screen, drawn without a terminal at the times of a recording, as an asciicast that any player
//! of such files shows. Owns: which frames there are. Does not own: what a frame shows (`view`), its times (`pace`), the file
//! format (`cast`).
//!
//! The same lines give the same film, byte for byte: no clock is read, nothing of the person's own screen counts, and files
//! that a session named are not looked at.

mod cast;
mod pace;

use super::ScreenError;
use super::effect::{Effect, Job};
use super::ink::Ink;
use super::model::{Model, Seat, SeatKey};
use super::msg::{Done, Msg};
use super::page::Page;
use super::panes::request::OnDisk;
use super::update::update;
use super::view::view;
use super::{opening, work};
use crate::config::settings::Settings;
use crate::session::{Input, Limits, Live, LiveOptions};
use crate::trace::{Moment, Traffic};
use cast::{About, Cast};
use chrono::{DateTime, Utc};
use pace::Pace;
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

const KEY: SeatKey = SeatKey(1);

/// How much of a conversation is kept while it is filmed.
const KEPT: Limits = Limits {
    bytes: 16 << 20,
    items: 20_000,
    item_bytes: 256 << 10,
};

/// How long the last frame stays, in the film.
const LAST: Duration = Duration::from_secs(2);

/// How a film is made.
#[derive(Debug, Clone)]
pub struct Film {
    /// Columns and rows.
    pub size: (u16, u16),
    /// How much faster than it was.
    pub speed: f64,
    /// How long nothing may happen, in the film.
    pub idle: Duration,
    /// Theme, keymap and characters are those that are set.
    pub settings: Settings,
}

/// What is filmed.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    /// What it is called.
    pub title: String,
    /// When it was.
    pub started: Option<DateTime<Utc>>,
    /// Whether its lines have times; if not, they follow each other steadily.
    pub timed: bool,
}

impl Film {
    /// Whether a film can be made like this.
    pub fn check(&self) -> Result<(), ScreenError> {
        opening::plain_model(&self.settings).map(drop)
    }

    /// Writes the film of these lines.
    pub fn shoot(
        &self,
        subject: &Subject,
        lines: impl Iterator<Item = Traffic>,
        out: &mut dyn Write,
    ) -> Result<(), ScreenError> {
        let mut camera = Camera::new(self, subject, out)?;
        for (number, mut traffic) in lines.enumerate() {
            if !subject.timed {
                traffic.at = pace::steady(number);
            }
            camera.line(traffic)?;
        }
        Ok(camera.end()?)
    }
}

struct Camera<'a> {
    model: Model,
    terminal: Terminal<Ink<Page>>,
    page: Page,
    pace: Pace,
    cast: Cast<'a>,
    /// Something happened since the last frame.
    dirty: bool,
}

impl<'a> Camera<'a> {
    fn new(film: &Film, subject: &Subject, out: &'a mut dyn Write) -> Result<Self, ScreenError> {
        let mut model = opening::plain_model(&film.settings)?;
        let (width, height) = film.size;
        let size = Size::new(width, height);
        model.mouse = false;
        let live = Live::new(LiveOptions {
            limits: KEPT,
            ..LiveOptions::default()
        });
        model
            .seats
            .push(Seat::new(KEY, subject.title.as_str(), live));
        let page = Page::default();
        let area = Rect::new(0, 0, width, height);
        let options = TerminalOptions {
            viewport: Viewport::Fixed(area),
        };
        let terminal = Terminal::with_options(Ink::new(page.clone()), options)?;
        let about = About {
            width,
            height,
            title: &subject.title,
            started: subject.started,
        };
        let mut camera = Self {
            model,
            terminal,
            page,
            pace: Pace::new(film.speed, film.idle),
            cast: Cast::begin(&about, out)?,
            dirty: true,
        };
        camera.feed(Msg::Resize(size));
        Ok(camera)
    }

    /// The next line. Frames before it show how time passed until then.
    fn line(&mut self, traffic: Traffic) -> io::Result<()> {
        let now = traffic.at;
        let steps = self.pace.until(now);
        for (session, film) in steps {
            // What changes with time alone, or what happened before this line.
            if self.dirty || self.model.counts() {
                self.pass(session);
                self.frame(film)?;
            }
        }
        self.pass(now);
        self.feed(Msg::Session {
            key: KEY,
            input: Box::new(Input::Traffic(traffic)),
            now,
        });
        self.dirty = true;
        Ok(())
    }

    fn end(mut self) -> io::Result<()> {
        let at = self.pace.now();
        self.frame(at)?;
        self.cast.end(at + LAST)
    }

    /// Time passes in the session.
    fn pass(&mut self, now: Moment) {
        if let Some(seat) = self.model.seat_mut() {
            seat.now = seat.now.max(now);
        }
        self.feed(Msg::Tick(Duration::from_micros(now.0)));
    }

    fn frame(&mut self, at: Duration) -> io::Result<()> {
        // Code that comes into view is coloured in the same frame.
        for _ in 0..2 {
            self.feed(Msg::Frame);
        }
        let model = &self.model;
        self.terminal.draw(|frame| {
            view(model, frame.area(), frame.buffer_mut());
        })?;
        self.dirty = false;
        self.cast.frame(at, &self.page.take())
    }

    fn feed(&mut self, msg: Msg) {
        let mut effects: VecDeque<Effect> = update(&mut self.model, msg).into();
        while let Some(effect) = effects.pop_front() {
            if let Some(done) = performed(effect) {
                effects.extend(update(&mut self.model, Msg::Done(done)));
            }
        }
    }
}

/// What is needed to show it is done at once; nothing else is done at all.
fn performed(effect: Effect) -> Option<Done> {
    match effect {
        Effect::Work(Job::Highlight(job)) => Some(work::highlight_now(&job)),
        Effect::Work(Job::ReadFile { key, id, .. }) => Some(Done::FileRead {
            key,
            id,
            file: OnDisk::NotText("the file as it was then is not at hand".to_owned()),
        }),
        _ => None,
    }
}

#[cfg(test)]
#[path = "film_tests.rs"]
mod tests;

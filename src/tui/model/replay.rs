//! PURE. A recording that is looked at. Owns: where in it one is, whether it plays, and how its whole length looks.
//! Does not own: the lines and the states (`work::player` has them and answers a [`Seek`] with a [`Report`]).

use super::SeatKey;
use crate::session::explain::Finding;
use crate::session::{Phase, State, Verdict};
use crate::trace::{DecidedBy, Moment, Traffic};
use std::sync::Arc;
use std::time::Duration;

/// How fast it can play, in hundredths of the time that passed then.
const SPEEDS: [u32; 9] = [10, 25, 50, 100, 200, 400, 1000, 3000, 10_000];
/// The one to begin with.
const USUAL: usize = 3;
/// Lines a second, where there are no times.
const LINES: u32 = 4;
/// How long nothing may happen while it plays; then it goes on with what comes next.
const SILENCE: Duration = Duration::from_secs(3);

/// Where to go in a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seek {
    /// After this many lines.
    Line(u32),
    /// To the next of its kind.
    Next(Thing),
    /// To the one before.
    Previous(Thing),
    /// To what was known at this time.
    Time(Moment),
    /// To the end, and stay there when it grows.
    End,
}

/// What one can go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// Any line.
    Line,
    /// A whole message.
    Message,
    /// The beginning or the end of a turn.
    Turn,
    /// A control request, either direction.
    Request,
    /// Something that went wrong.
    Trouble,
}

impl Thing {
    /// What it is called where there is no other.
    pub fn words(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Message => "message",
            Self::Turn => "turn",
            Self::Request => "request",
            Self::Trouble => "thing that went wrong",
        }
    }
}

/// A piece of the whole length: what it is drawn with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Slot {
    /// The state at its end.
    pub phase: Phase,
    /// A turn begins in it.
    pub turn: bool,
    /// Something went wrong in it.
    pub trouble: bool,
}

/// A request that waited for a person at a moment of a recording.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The line that carried it.
    pub traffic: Traffic,
    /// What became of it, if that is known.
    pub later: Option<Later>,
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Later {
    /// When.
    pub at: Moment,
    /// The row of the line that said so.
    pub line: Option<u32>,
    /// The answer, if it was about a permission.
    pub verdict: Option<Verdict>,
    /// Whose answer it was.
    pub by: DecidedBy,
}

/// What became of a seek, or what came to a recording that grows.
#[derive(Debug)]
pub struct Report {
    /// Which recording.
    pub key: SeatKey,
    /// How many seeks it answers.
    pub answers: u32,
    /// What was sought and is not there.
    pub missing: Option<Thing>,
    /// Lines there were at the moment that is looked at.
    pub at: u32,
    /// Lines that the state has seen: others than that while it is worked out.
    pub known: u32,
    /// Lines whose states are worked out.
    pub worked_out: u32,
    /// Lines there are.
    pub lines: u32,
    /// The time of this moment.
    pub time: Moment,
    /// The time now, where the session goes on and its end is looked at; else that of this moment.
    pub now: Moment,
    /// The time of the line that comes next.
    pub next: Option<Moment>,
    /// The time of the last line.
    pub end: Moment,
    /// Nearly all of its time is silence: its whole length is shown by lines.
    pub by_line: bool,
    /// Hundredths of the file that are read, until all of it is.
    pub read: Option<u8>,
    /// The session then, if it is another than before.
    pub state: Option<Box<State>>,
    /// What was wrong then.
    pub findings: Vec<Finding>,
    /// What waited for a person then, if the state is another than before.
    pub asked: Option<Vec<Asked>>,
    /// The whole length, if it looks different from before.
    pub strip: Option<Arc<Vec<Slot>>>,
    /// There is no file of that name any more.
    pub gone: bool,
    /// Why no more is read.
    pub problem: Option<String>,
}

/// Where one is in a recording.
#[derive(Debug, Clone)]
pub struct Replay {
    /// Lines there were at the moment that is looked at.
    pub at: u32,
    /// Lines that the state has seen: others than that while it is worked out.
    pub known: u32,
    /// Lines whose states are worked out.
    pub worked_out: u32,
    /// Lines there are.
    pub lines: u32,
    /// The time of this moment.
    pub time: Moment,
    /// The time of the line that comes next.
    pub next: Option<Moment>,
    /// The time of the last line.
    pub end: Moment,
    /// Its whole length is shown by lines, because nearly all of its time is silence.
    pub by_line: bool,
    /// Hundredths of the file that are read, until all of it is.
    pub read: Option<u8>,
    /// The whole length.
    pub strip: Arc<Vec<Slot>>,
    /// Whether it grows, and is followed.
    pub follow: bool,
    /// There is no file of that name any more.
    pub gone: bool,
    /// Whether the end stays in sight when it grows.
    pub at_end: bool,
    /// Since when it plays, by the program's clock.
    pub playing: Option<Duration>,
    speed: usize,
    /// How long nothing has happened while it played, after so many lines.
    quiet: (u32, Duration),
    /// Seeks that are not answered yet.
    pub under_way: u32,
    /// The mouse is held down on the bar.
    pub held: bool,
}

impl Replay {
    /// At the end of what is read, which is nothing yet.
    pub fn new(follow: bool) -> Self {
        Self {
            at: 0,
            known: 0,
            worked_out: 0,
            lines: 0,
            time: Moment::START,
            next: None,
            end: Moment::START,
            by_line: false,
            read: Some(0),
            strip: Arc::default(),
            follow,
            gone: false,
            at_end: true,
            playing: None,
            speed: USUAL,
            quiet: (0, Duration::ZERO),
            under_way: 0,
            held: false,
        }
    }

    /// Hundredths of the lines whose states are worked out, until all of them are.
    pub fn working_out(&self) -> Option<u64> {
        let done = u64::from(self.worked_out) * 100 / u64::from(self.lines.max(1));
        (self.worked_out < self.lines).then_some(done)
    }

    /// Whether what is shown is not the moment that is looked at, but is to be.
    pub fn is_coming(&self) -> bool {
        self.known != self.at
    }

    /// How fast it plays, in hundredths.
    pub fn speed(&self) -> u32 {
        SPEEDS.get(self.speed).copied().unwrap_or(100)
    }

    /// It plays from now on: what was silent before does not count.
    pub fn begin_to_play(&mut self) {
        self.quiet = (self.at, Duration::ZERO);
    }

    /// Plays faster or slower.
    pub fn change_speed(&mut self, faster: bool) {
        let by = if faster { 1 } else { -1 };
        let speed = self.speed.saturating_add_signed(by);
        self.speed = speed.min(SPEEDS.len() - 1);
    }

    /// Time passed: where the recording is when it plays, if it does and is not there yet.
    pub fn play_on(&mut self, clock: Duration) -> Option<Seek> {
        let since = self.playing?;
        let passed = clock.saturating_sub(since);
        if self.end == Moment::START && self.read.is_none() {
            return self.play_lines(clock, passed);
        }
        self.playing = Some(clock);
        let (at, quiet) = self.quiet;
        let quiet = if at == self.at { quiet } else { Duration::ZERO };
        self.quiet = (self.at, quiet.saturating_add(passed));
        let passed = u64::try_from(passed.as_micros()).unwrap_or(u64::MAX);
        let more = passed.saturating_mul(u64::from(self.speed())) / 100;
        let mut time = Moment(self.time.0.saturating_add(more));
        let next = self.next.unwrap_or(time);
        if self.quiet.1 >= SILENCE && next.since(time) >= SILENCE {
            time = next;
        }
        if time >= self.end && !self.follow && self.read.is_none() {
            self.playing = None;
        }
        self.time = time.min(self.end);
        Some(Seek::Time(self.time))
    }

    /// The same where there are no times: so many lines a second.
    fn play_lines(&mut self, clock: Duration, passed: Duration) -> Option<Seek> {
        let hundredths = passed.as_millis() * u128::from(self.speed()) * u128::from(LINES) / 1000;
        let more = u32::try_from(hundredths / 100).unwrap_or(u32::MAX);
        if more == 0 {
            return None;
        }
        let to = self.at.saturating_add(more).min(self.lines);
        self.playing = (to < self.lines || self.follow).then_some(clock);
        Some(Seek::Line(to))
    }

    /// Whether its length is shown by time.
    fn is_by_time(&self) -> bool {
        self.end > Moment::START && !self.by_line
    }

    /// How far it is, in thousandths: by time, or by lines where there are no times.
    pub fn share(&self) -> u64 {
        let (at, all) = if self.is_by_time() {
            (self.time.0, self.end.0)
        } else {
            (u64::from(self.at), u64::from(self.lines))
        };
        u64::try_from(u128::from(at) * 1000 / u128::from(all.max(1))).unwrap_or(1000)
    }

    /// Where a share of the whole length is, in thousandths.
    pub fn seek_share(&self, share: u64) -> Seek {
        let share = u128::from(share.min(1000));
        let part = |all: u64| u64::try_from(u128::from(all) * share / 1000).unwrap_or(all);
        if self.is_by_time() {
            Seek::Time(Moment(part(self.end.0)))
        } else {
            Seek::Line(u32::try_from(part(self.lines.into())).unwrap_or(self.lines))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_night_in_which_nothing_came_is_not_sat_through() {
        let night = Moment(30_000_000_000);
        let mut replay = Replay::new(false);
        (replay.lines, replay.end, replay.read) = (2, night, None);
        (replay.at, replay.next) = (1, Some(night));
        replay.playing = Some(Duration::ZERO);
        replay.begin_to_play();
        let at = Duration::from_millis;
        assert_eq!(
            replay.play_on(at(2_900)),
            Some(Seek::Time(Moment(2_900_000)))
        );
        assert_eq!(replay.play_on(at(3_100)), Some(Seek::Time(night)));
        assert!(replay.playing.is_none());
        // What is short is played as it was, however slowly.
        (replay.time, replay.next) = (Moment::START, Some(Moment(2_000_000)));
        replay.playing = Some(at(0));
        replay.begin_to_play();
        for _ in 0..3 {
            replay.change_speed(false);
        }
        assert_eq!(
            replay.play_on(at(10_000)),
            Some(Seek::Time(Moment(1_000_000)))
        );
    }

    #[test]
    fn what_has_no_times_plays_line_by_line() {
        let mut replay = Replay::new(false);
        (replay.lines, replay.read) = (3, None);
        replay.playing = Some(Duration::ZERO);
        let at = Duration::from_millis;
        assert_eq!(replay.play_on(at(200)), None);
        assert_eq!(replay.play_on(at(300)), Some(Seek::Line(1)));
        assert!(replay.playing.is_some());
        replay.at = 1;
        assert_eq!(replay.play_on(at(900)), Some(Seek::Line(3)));
        assert!(replay.playing.is_none());
    }
}

//! PURE. Going through a recording. Owns: what each key asks for, playing, and taking in what came of it.
//! Does not own: the states (`work::player`), the bar (`panes::replay`).

use crate::trace::Moment;
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Job};
use crate::tui::keymap::Context;
use crate::tui::model::{Model, Replay, Report, Seat, Seek, Thing};
use crate::tui::msg::Recordings;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::overlays::picker::{Choice, LIVE, Picker, Row};
use crate::tui::overlays::reader::{Reader, Source};
use crate::tui::panes::replay::{is_on, share_of};
use crate::tui::theme::Role;
use ratatui::layout::Rect;
use std::time::Duration;

/// How a place is written.
const PLACES: &str = "write 1:23, 90s, #120 or 50%";

/// Why something cannot be done with a recording.
pub(super) const RECORDING: &str = "this is a recording";

/// Where a key leads, if it leads somewhere.
fn way(action: Action) -> Option<Seek> {
    Some(match action {
        Action::StepOn => Seek::Next(Thing::Line),
        Action::StepBack => Seek::Previous(Thing::Line),
        Action::NextMessage => Seek::Next(Thing::Message),
        Action::PreviousMessage => Seek::Previous(Thing::Message),
        Action::NextTurn => Seek::Next(Thing::Turn),
        Action::PreviousTurn => Seek::Previous(Thing::Turn),
        Action::NextAsked => Seek::Next(Thing::Request),
        Action::PreviousAsked => Seek::Previous(Thing::Request),
        Action::NextTrouble => Seek::Next(Thing::Trouble),
        Action::PreviousTrouble => Seek::Previous(Thing::Trouble),
        Action::FirstLine => Seek::Line(0),
        Action::LastLine => Seek::End,
        _ => return None,
    })
}

/// Whether it is about a recording alone.
pub(super) fn is_about(action: Action) -> bool {
    let other = matches!(
        action,
        Action::Play | Action::Faster | Action::Slower | Action::ToTime | Action::ToMoment
    );
    other || way(action).is_some()
}

/// Performs it, if it is about a recording and there is one.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    if action == Action::OpenRecording {
        model.tell("looking for recordings");
        return Some(vec![Effect::Work(Job::Recordings)]);
    }
    let clock = model.clock;
    let seat = model.seat_mut()?;
    let replay = seat.replay.as_mut()?;
    match action {
        Action::Play => return Some(play(seat, clock)),
        Action::Faster => replay.change_speed(true),
        Action::Slower => replay.change_speed(false),
        Action::ToTime => {
            let about = "A time since the start (1:23, 90s), a line (#120), or a share (50%).";
            let entry = Entry::new("Go to", about, EntryFor::Time, "");
            model.overlays.push(Overlay::Entry(Box::new(entry)));
        }
        action => {
            let seek = way(action)?;
            return Some(go_and_stand(seat, seek));
        }
    }
    Some(Vec::new())
}

/// Goes somewhere in the recording of a session.
pub(super) fn go(seat: &mut Seat, seek: Seek) -> Vec<Effect> {
    let key = seat.key;
    let Some(replay) = &mut seat.replay else {
        return Vec::new();
    };
    replay.under_way += 1;
    replay.at_end = seek == Seek::End;
    vec![Effect::Seek(key, seek)]
}

/// Goes somewhere because the person wants to be there: it stands there, and the lines on the wire are seen from there.
pub(super) fn go_and_stand(seat: &mut Seat, seek: Seek) -> Vec<Effect> {
    if let Some(replay) = &mut seat.replay {
        replay.playing = None;
    }
    seat.traffic.list.follow = true;
    go(seat, seek)
}

/// The mouse was pressed: on the bar it goes there.
pub(super) fn pressed(model: &mut Model, bar: Rect, column: u16, row: u16) -> Vec<Effect> {
    let on_top = !model.overlays.is_empty();
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    let Some(replay) = &mut seat.replay else {
        return Vec::new();
    };
    replay.held = !on_top && is_on(bar, column, row);
    dragged(model, bar, column)
}

/// The mouse was moved while it was held down: along the bar it goes there.
pub(super) fn dragged(model: &mut Model, bar: Rect, column: u16) -> Vec<Effect> {
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    let Some(replay) = seat.replay.as_mut().filter(|replay| replay.held) else {
        return Vec::new();
    };
    let seek = replay.seek_share(share_of(bar, column));
    go_and_stand(seat, seek)
}

/// The mouse was let go.
pub(super) fn released(model: &mut Model) {
    if let Some(replay) = model.seat_mut().and_then(|seat| seat.replay.as_mut()) {
        replay.held = false;
    }
}

/// What is shown of the lines of a recording was changed: whoever sifts them is told.
pub(super) fn sifted(model: &mut Model) -> Vec<Effect> {
    let changed = |seat: &mut Seat| {
        seat.traffic
            .take_changed()
            .then_some(Effect::Sift(seat.key))
    };
    model.seats.iter_mut().filter_map(changed).collect()
}

fn play(seat: &mut Seat, clock: Duration) -> Vec<Effect> {
    let Some(replay) = &mut seat.replay else {
        return Vec::new();
    };
    if replay.playing.take().is_some() {
        return Vec::new();
    }
    replay.playing = Some(clock);
    replay.begin_to_play();
    let over = replay.at >= replay.lines && replay.time >= replay.end;
    if over && !replay.follow {
        // From the end it plays from the beginning.
        replay.time = Moment::START;
        return go(seat, Seek::Line(0));
    }
    replay.at_end = false;
    Vec::new()
}

/// Time passed: what plays goes on.
pub(super) fn tick(model: &mut Model) -> Vec<Effect> {
    let clock = model.clock;
    let mut effects = Vec::new();
    for seat in &mut model.seats {
        let Some(replay) = &mut seat.replay else {
            continue;
        };
        // A seek that is not answered yet is the place to play on from.
        if replay.under_way > 0 {
            replay.playing = replay.playing.map(|_| clock);
            continue;
        }
        if let Some(seek) = replay.play_on(clock) {
            if let Seek::Time(time) = seek {
                seat.now = time;
            }
            effects.extend(go(seat, seek));
        }
    }
    effects
}

/// What was sought is here, or more of the recording is.
pub(super) fn replayed(model: &mut Model, report: Report) {
    let Some(seat) = model.seat_of(report.key) else {
        return;
    };
    let Some(replay) = &mut seat.replay else {
        return;
    };
    replay.under_way = replay.under_way.saturating_sub(report.answers);
    take_place(replay, &report);
    if let Some(strip) = report.strip {
        replay.strip = strip;
    }
    seat.now = report.now;
    seat.traffic.set_moment(report.at);
    seat.traffic.findings.show(report.findings);
    if let Some(state) = report.state {
        seat.live.show(*state);
        seat.conversation.is_another(&seat.live.state().transcript);
    }
    if let Some(asked) = report.asked {
        seat.requests.show_recorded(asked, seat.live.state());
    }
    if let Some(thing) = report.missing {
        model.warn(format!("there is no other {} that way", thing.words()));
    }
    if let Some(problem) = report.problem {
        model.warn(problem);
    }
}

fn take_place(replay: &mut Replay, report: &Report) {
    replay.at = report.at;
    replay.known = report.known;
    replay.worked_out = report.worked_out;
    replay.lines = report.lines;
    replay.next = report.next;
    replay.end = report.end;
    replay.by_line = report.by_line;
    replay.gone = report.gone;
    replay.read = report.read;
    if replay.under_way == 0 {
        replay.time = report.time;
    }
}

/// A place was typed: a time, a line or a share.
pub(super) fn entered(model: &mut Model, entry: &Entry) -> Vec<Effect> {
    let text = entry.field.text();
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    let Some(replay) = &mut seat.replay else {
        return Vec::new();
    };
    if let Some(seek) = place(replay, text.trim()) {
        return go_and_stand(seat, seek);
    }
    // What was typed can be mended.
    let mut entry = entry.clone();
    let wrong = match text.trim() {
        "" => PLACES.to_owned(),
        text => format!("`{text}` is no place: {PLACES}"),
    };
    entry.below = vec![(wrong, Role::Bad)];
    model.overlays.push(Overlay::Entry(Box::new(entry)));
    Vec::new()
}

/// Another text is typed: what was wrong with the one before is no longer said.
pub(super) fn typed(model: &mut Model) {
    if let Some(Overlay::Entry(entry)) = model.overlays.last_mut()
        && entry.purpose == EntryFor::Time
    {
        entry.below.clear();
    }
}

fn place(replay: &Replay, text: &str) -> Option<Seek> {
    if let Some(line) = text.strip_prefix('#') {
        return line.parse().ok().map(Seek::Line);
    }
    if let Some(share) = text.strip_suffix('%') {
        let share: u64 = share.trim().parse().ok().filter(|share| *share <= 100)?;
        return Some(replay.seek_share(share * 10));
    }
    let text = text.strip_suffix('s').unwrap_or(text);
    let mut seconds = 0.0_f64;
    let mut parts = text.split(':').peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let number: f64 = part.parse().ok()?;
        let fits = number.is_finite() && number >= 0.0 && (last || number.fract() == 0.0);
        seconds = seconds * 60.0 + Some(number).filter(|_| fits)?;
    }
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    Some(Seek::Time(Moment::after(time)))
}

/// The recordings there are: to choose from; or what would be there.
pub(super) fn listed(model: &mut Model, listed: Result<Recordings, String>) -> Vec<Effect> {
    model.lookout.at = model.clock;
    // They were asked for again.
    model.overlays.retain(|overlay| {
        !matches!(overlay, Overlay::Reader(reader) if reader.source == Some(Source::Recordings))
    });
    // What went wrong is still to be read.
    model.notice.take_if(|notice| !notice.bad);
    let (title, text) = match listed {
        Ok(Recordings {
            title, rows, seen, ..
        }) if !rows.is_empty() => {
            model.lookout.seen = seen;
            let picker = Picker::new(title, Choice::Recording, rows, "");
            model.overlays.push(Overlay::Picker(picker));
            return Vec::new();
        }
        Ok(none) => {
            model.lookout.seen = none.seen;
            (none.title, none.nothing_yet)
        }
        Err(why) => (
            "Recordings".to_owned(),
            format!("What is recorded cannot be told: {why}.\n"),
        ),
    };
    let key = |action| {
        let key = model.keymap.key_for(Context::Overlay, action);
        key.map_or_else(|| "-".to_owned(), |key| key.to_string())
    };
    let leave = key(Action::Leave);
    let text = format!("{text}\nOne that starts is shown here at once; {leave} leaves.");
    let mut reader = Reader::new(title, text);
    reader.source = Some(Source::Recordings);
    model.overlays.push(Overlay::Reader(reader));
    Vec::new()
}

/// One was chosen.
pub(super) fn chosen(row: &Row) -> Vec<Effect> {
    let (path, live) = match row.value.strip_prefix(LIVE) {
        Some(path) => (path, true),
        None => (row.value.as_str(), false),
    };
    vec![Effect::Watch(path.into(), row.label.clone(), live)]
}

/// A list was left: without anything behind it there is nothing to look at.
pub(super) fn left(model: &mut Model) -> Vec<Effect> {
    if model.seats.is_empty() && model.overlays.is_empty() {
        return super::ending::quit(model);
    }
    Vec::new()
}

//! A recording on the screen: going through it, playing it, and that nothing can be said to it. Owns: the stage.

pub(super) mod asked;
mod chosen;
mod damaged;
mod places;
pub(super) mod with_lines;

use super::outside;
use super::stage::{KEY, drawn, later, press, screen, sent, shown};
use crate::session::{Live, Phase, State};
use crate::trace::store::Store;
use crate::trace::{Item, Moment, Recording, Traffic};
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Job};
use crate::tui::keymap::Context;
use crate::tui::model::{Asked, Focus, Model, Pane, Replay, Report, Seat, Seek, Slot, Thing};
use crate::tui::msg::{Done, Msg, Recordings};
use crate::tui::overlays::picker::Row;
use crate::tui::panes::traffic::{Shelf, TrafficView};
use crate::tui::update::{update, why_not};
use std::sync::Arc;

fn lines() -> Vec<Traffic> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("tests/fixtures/recordings/tool_turn.ndjson");
    let entry = |item| match item {
        Ok(Item::Entry(entry)) => Some(outside::line(Traffic::from_entry(entry))),
        _ => None,
    };
    Recording::open(path).unwrap().filter_map(entry).collect()
}

/// The session after that many lines.
fn after(count: u32) -> State {
    let mut state = State::default();
    for line in lines().iter().take(count as usize) {
        state.observe(line);
    }
    state
}

/// What the player would say of this place.
pub(super) fn report(at: u32, answers: u32) -> Report {
    let all = lines();
    let time = |at: u32| {
        let line = at.checked_sub(1).and_then(|row| all.get(row as usize));
        line.map_or(Moment::START, |line| line.at)
    };
    let count = u32::try_from(all.len()).unwrap();
    let mut strip = vec![Slot::default(); 240];
    for (number, slot) in strip.iter_mut().enumerate() {
        slot.phase = match number {
            0..20 => Phase::Starting,
            120..160 => Phase::WaitingToolCall,
            20..230 => Phase::Running,
            _ => Phase::Idle,
        };
        slot.turn = number == 20 || number == 230;
        slot.trouble = number == 150;
    }
    Report {
        key: KEY,
        answers,
        missing: None,
        at,
        known: at,
        worked_out: count,
        lines: count,
        time: time(at),
        now: time(at),
        next: (at < count).then(|| time(at + 1)),
        end: time(count),
        by_line: false,
        read: None,
        state: Some(Box::new(after(at))),
        findings: Vec::new(),
        asked: Some(Vec::new()),
        strip: Some(Arc::new(strip)),
        gone: false,
        problem: None,
    }
}

/// The lines as they are looked at: of the file itself, unless they are no longer what stands there.
fn store() -> Store {
    if outside::is_hostile() {
        let mut store = Store::live(1 << 20);
        for line in lines() {
            store.append(&line);
        }
        return store;
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut store = Store::open(root.join("tests/fixtures/recordings/tool_turn.ndjson")).unwrap();
    while !store.index_some(1 << 20).unwrap().done {}
    store
}

/// The screen on a recording, at its end.
pub(super) fn replaying() -> Model {
    let mut model = screen();
    let seat = model.seat_mut().unwrap();
    seat.live = Live::watching(State::default());
    seat.recording = Some(outside::outside("tool_turn.ndjson").into());
    seat.replay = Some(Replay::new(false));
    seat.traffic = TrafficView::recorded(Shelf::new(store()));
    sift(seat);
    let count = u32::try_from(lines().len()).unwrap();
    update(
        &mut model,
        Msg::Done(Done::Replayed(Box::new(report(count, 0)))),
    );
    model
}

/// Sifts the lines as the player would.
fn sift(seat: &mut Seat) {
    let lines = &mut *seat.traffic.lines();
    lines.sieve.sift(&mut lines.store, u64::MAX);
}

/// Answers what is asked for as the player would.
fn answered(model: &mut Model, effects: &[Effect]) {
    if effects
        .iter()
        .any(|effect| matches!(effect, Effect::Sift(KEY)))
    {
        sift(model.seat_mut().unwrap());
    }
    let all = lines();
    let count = u32::try_from(all.len()).unwrap();
    for effect in effects {
        let Effect::Seek(KEY, seek) = effect else {
            continue;
        };
        let at = model.replay().unwrap().at;
        let mut time = None;
        let to = match seek {
            Seek::End => count,
            Seek::Line(line) => *line,
            Seek::Next(_) => at + 1,
            Seek::Previous(_) => at - 1,
            Seek::Time(at) => {
                time = Some(*at);
                let before = all.iter().filter(|line| line.at <= *at).count();
                u32::try_from(before).unwrap()
            }
        };
        let mut report = report(to, 1);
        report.time = time.unwrap_or(report.time);
        report.now = report.time;
        update(model, Msg::Done(Done::Replayed(Box::new(report))));
    }
}

pub(super) fn go(model: &mut Model, keys: &str) {
    let effects = press(model, keys);
    answered(model, &effects);
}

#[test]
fn the_whole_screen_is_that_of_the_moment_also_backwards() {
    let mut model = replaying();
    let count = model.replay().unwrap().lines;
    let mut forwards = Vec::new();
    go(&mut model, "g");
    for at in 0..=count {
        assert_eq!(model.seat().unwrap().live.state(), &after(at));
        forwards.push(shown(&mut model, 100, 30));
        if at < count {
            go(&mut model, ".");
        }
    }
    for at in (0..count).rev() {
        go(&mut model, ",");
        assert_eq!(model.replay().unwrap().at, at);
        assert_eq!(shown(&mut model, 100, 30), forwards[at as usize], "{at}");
    }
}

#[test]
fn keys_ask_for_places() {
    let mut model = replaying();
    for (key, seek) in [
        (".", Seek::Next(Thing::Line)),
        ("l", Seek::Next(Thing::Line)),
        (",", Seek::Previous(Thing::Line)),
        ("h", Seek::Previous(Thing::Line)),
        ("}", Seek::Next(Thing::Message)),
        ("{", Seek::Previous(Thing::Message)),
        ("]", Seek::Next(Thing::Turn)),
        ("[", Seek::Previous(Thing::Turn)),
        (")", Seek::Next(Thing::Trouble)),
        ("(", Seek::Previous(Thing::Trouble)),
        ("g", Seek::Line(0)),
        ("G", Seek::End),
    ] {
        let effects = press(&mut model, key);
        assert!(
            matches!(effects[..], [Effect::Seek(KEY, asked)] if asked == seek),
            "{key}: {effects:?}"
        );
    }
    // Where they mean nothing else, they work in panes too.
    model.focus = Focus::Pane(Pane::Conversation);
    assert!(matches!(press(&mut model, ".")[..], [Effect::Seek(..)]));
    assert!(press(&mut model, "]").is_empty());
}

#[test]
fn it_plays_with_the_clock_at_its_speed_and_stops_at_the_end() {
    let mut model = replaying();
    go(&mut model, "g");
    let play = press(&mut model, "<space>");
    assert!(play.is_empty() && model.plays());
    let tick = |model: &mut Model, millis: u64| {
        let effects = update(model, Msg::Tick(std::time::Duration::from_millis(millis)));
        answered(model, &effects);
    };
    tick(&mut model, 40);
    assert_eq!(model.replay().unwrap().time, Moment(40_000));
    press(&mut model, "++");
    tick(&mut model, 50);
    assert_eq!(model.replay().unwrap().time, Moment(80_000));
    press(&mut model, "<space>");
    tick(&mut model, 5_000);
    assert_eq!(model.replay().unwrap().time, Moment(80_000));
    press(&mut model, "<space>");
    tick(&mut model, 3_600_000);
    tick(&mut model, 3_600_001);
    let replay = model.replay().unwrap();
    assert_eq!((replay.at, replay.time), (replay.lines, replay.end));
    assert!(!model.plays());
    // Once more it plays from the beginning.
    go(&mut model, "<space>");
    assert_eq!(model.replay().unwrap().at, 0);
    assert!(model.plays());
}

#[test]
fn nothing_can_be_said_to_a_recording() {
    let mut model = replaying();
    go(&mut model, "g");
    for _ in 0..8 {
        go(&mut model, ".");
    }
    assert_eq!(model.context(), Context::Replay);
    for action in [
        Action::Send,
        Action::Pause,
        Action::Interrupt,
        Action::Cancel,
        Action::ChooseModel,
        Action::CycleMode,
        Action::StartAgain,
        Action::ResumeSession,
        Action::NewSession,
        Action::Refresh,
    ] {
        assert_eq!(why_not(&model, action), Some("this is a recording"));
    }
    let mut effects = Vec::new();
    for keys in [
        "hello<enter>",
        "<ctrl+p>",
        "<shift+tab>",
        "<f5>",
        "<f6>",
        "<alt+y>",
        "5R",
    ] {
        effects.extend(press(&mut model, keys));
        later(&mut model, 20_000);
    }
    effects.extend(update(&mut model, Msg::Paste("hello\n".to_owned())));
    assert!(sent(&effects).is_empty());
    assert!(
        effects
            .iter()
            .all(|effect| !matches!(effect, Effect::Session(..) | Effect::Start(_)))
    );
}

#[test]
fn a_hostile_name_is_only_text() {
    let mut model = replaying();
    model.seat_mut().unwrap().recording = Some("\u{1b}[2Jx\u{202e}.ndjson".into());
    let text = shown(&mut model, 100, 30);
    assert!(!text.contains(|c: char| c != '\n' && crate::sanitise::is_obeyed(c)));
    assert!(text.contains(r"\e[2Jx"), "{text}");
}

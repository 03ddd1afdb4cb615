//! What a test of the screen is made of: a screen, things that happen to it, keys as they are written in the keymap, and
//! what is seen.

use super::outside::line;
use crate::session::{Input, Live, LiveOptions, Output};
use crate::trace::{Item, Moment, Recording, Traffic};
use crate::tui::effect::Effect;
use crate::tui::keymap::{Key, Keymap};
use crate::tui::model::{Model, Seat, SeatKey};
use crate::tui::msg::Msg;
use crate::tui::theme::{Depth, Theme};
use crate::tui::update::update;
use crate::tui::view::view;
use crate::wire::Line;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use std::time::Duration;

/// The session of every test.
pub(super) const KEY: SeatKey = SeatKey(1);

/// A screen with a session that nothing has happened in.
pub(in crate::tui) fn screen() -> Model {
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    let mut model = Model::new(Keymap::shipped().unwrap(), theme);
    let live = Live::new(LiveOptions::default());
    model.seats.push(Seat::new(KEY, "test", live));
    model
}

/// The screen after a recording of `tests/fixtures/recordings`.
pub(super) fn recorded(name: &str) -> Model {
    let mut model = screen();
    play(&mut model, &format!("recordings/{name}"));
    model
}

/// All lines of a recording of `tests/fixtures` happen.
pub(super) fn play(model: &mut Model, name: &str) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("tests/fixtures").join(name);
    for item in Recording::open(&path).unwrap() {
        if let Item::Entry(entry) = item.unwrap() {
            let traffic = Traffic::from_entry(entry);
            let now = traffic.at;
            feed(model, Input::Traffic(traffic), now);
        }
    }
}

/// Something happens in the session.
pub(super) fn feed(model: &mut Model, input: Input, now: Moment) -> Vec<Effect> {
    let input = Box::new(match input {
        Input::Traffic(traffic) => Input::Traffic(line(traffic)),
        other => other,
    });
    update(
        model,
        Msg::Session {
            key: KEY,
            input,
            now,
        },
    )
}

/// What the line at the bottom says; nothing, if it says nothing of its own.
pub(super) fn notice(model: &Model) -> &str {
    model.notice.as_ref().map_or("", |notice| &notice.text)
}

/// The left button goes down.
pub(super) const CLICK: MouseEventKind = MouseEventKind::Down(MouseButton::Left);

/// Something is done with the mouse, at a place of the screen.
pub(super) fn mouse(model: &mut Model, kind: MouseEventKind, column: u16, row: u16) -> Vec<Effect> {
    let event = MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    };
    update(model, Msg::Mouse(event))
}

/// A line of the CLI, one second after the start.
pub(in crate::tui) fn received(model: &mut Model, line: &str) -> Vec<Effect> {
    let now = Moment::after(Duration::from_secs(1));
    let traffic = Traffic::received(1, now, Line::Whole(line.to_owned().into()));
    feed(model, Input::Traffic(traffic), now)
}

/// The CLI asks whether a command may run.
pub(in crate::tui) fn ask(model: &mut Model, id: &str, command: &str) {
    received(
        model,
        &format!(
            r#"{{"type":"control_request","request_id":"{id}","request":{{"subtype":"can_use_tool","tool_name":"Bash","input":{{"command":"{command}"}},"tool_use_id":"t_{id}"}}}}"#
        ),
    );
}

/// Keys as a person presses them: characters, and names of the keymap in angle brackets: `ja<enter><ctrl+r>`.
pub(super) fn press(model: &mut Model, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut rest = keys;
    while let Some(first) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
        let (name, after) = match named {
            Some((name, after)) => (name, after),
            None => rest.split_at(first.len_utf8()),
        };
        let name = if name == " " { "space" } else { name };
        let key: Key = name.parse().unwrap();
        effects.extend(update(model, Msg::Key(key.event())));
        rest = after;
    }
    effects
}

/// The program's clock. What is there now has been on the screen since before.
pub(super) fn later(model: &mut Model, millis: u64) {
    let before = model.clock;
    update(model, Msg::Frame);
    update(model, Msg::Tick(before));
    update(model, Msg::Tick(Duration::from_millis(millis)));
}

/// The cells of the screen.
pub(super) fn drawn(model: &mut Model, width: u16, height: u16) -> Buffer {
    update(model, Msg::Resize(Size::new(width, height)));
    update(model, Msg::Frame);
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    view(model, area, &mut buffer);
    buffer
}

/// What is on the screen, as text.
pub(super) fn shown(model: &mut Model, width: u16, height: u16) -> String {
    let buffer = drawn(model, width, height);
    let mut text = String::new();
    for y in 0..height {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

/// The lines that go to the CLI.
pub(super) fn sent(effects: &[Effect]) -> Vec<String> {
    let line = |effect: &Effect| match effect {
        Effect::Session(_, Output::Send(outgoing)) => {
            Some(String::from_utf8_lossy(&outgoing.line).into_owned())
        }
        _ => None,
    };
    effects.iter().filter_map(line).collect()
}

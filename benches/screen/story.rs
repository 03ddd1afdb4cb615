//! A long conversation on the screen. Owns: what is said in it, and frames of it as the runtime makes them.

use crate::Failure;
use cca::session::{Input, Limits, Live, LiveOptions};
use cca::trace::{Moment, Traffic};
use cca::tui::action::Action;
use cca::tui::ink::Ink;
use cca::tui::keymap::{Context, Keymap};
use cca::tui::model::{Focus, Model, Pane, Seat, SeatKey};
use cca::tui::msg::Msg;
use cca::tui::theme::{Depth, Theme};
use cca::tui::update::update;
use cca::tui::view::view;
use cca::wire::Line;
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::io::Sink;
use std::time::Duration;

pub(crate) const SIZE: Size = Size {
    width: 200,
    height: 60,
};
const KEY: SeatKey = SeatKey(1);
/// As the runtime sets them.
const KEPT: Limits = Limits {
    bytes: 48 << 20,
    items: 200_000,
    item_bytes: 256 << 10,
};

/// The text of a message: mostly one or two lines, now and then a long one, some of it wide.
pub(crate) fn text(number: usize) -> String {
    const WORDS: [&str; 16] = [
        "the",
        "function",
        "returns",
        "a",
        "slice",
        "of",
        "bytes,",
        "which",
        "nobody",
        "reads",
        "lazily;",
        "`value`",
        "Größe",
        "→",
        "日本語",
        "done.",
    ];
    let length = match number % 10 {
        0..=4 => 20 + number * 7 % 60,
        5..=7 => 80 + number * 11 % 120,
        _ => 200 + number * 13 % 200,
    };
    let mut text = format!("{number} ");
    let mut step = number;
    while text.len() < length {
        step = step
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        text.push_str(WORDS.get((step >> 33) % WORDS.len()).unwrap_or(&"the"));
        text.push(' ');
    }
    text
}

/// A terminal that nothing is written to in the end.
fn terminal(size: Size) -> Result<Terminal<Ink<Sink>>, Failure> {
    let area = Rect::new(0, 0, size.width, size.height);
    let viewport = Viewport::Fixed(area);
    Ok(Terminal::with_options(
        Ink::new(std::io::sink()),
        TerminalOptions { viewport },
    )?)
}

/// A screen with a long conversation.
pub(crate) struct Story {
    pub(crate) model: Model,
    terminal: Terminal<Ink<Sink>>,
    seq: u64,
}

impl Story {
    /// So many messages were said; every tenth with a call of a tool.
    pub(crate) fn told(count: usize) -> Result<Self, Failure> {
        let theme = Theme::shipped("dark", Depth::True).ok_or("no theme")??;
        let mut model = Model::new(Keymap::shipped()?, theme);
        let options = LiveOptions {
            limits: KEPT,
            ..LiveOptions::default()
        };
        model
            .seats
            .push(Seat::new(KEY, "bench", Live::new(options)));
        model.focus = Focus::Pane(Pane::Conversation);
        model.size = SIZE;
        let terminal = terminal(SIZE)?;
        let mut story = Self {
            model,
            terminal,
            seq: 0,
        };
        for number in 0..count {
            story.say(number);
        }
        story.frame()?;
        Ok(story)
    }

    /// A message; every tenth time a tool is called and gives something back, instead.
    pub(crate) fn say(&mut self, number: usize) {
        let text = text(number);
        if number % 10 != 9 {
            return self.message(&text);
        }
        self.line(&format!(
            r#"{{"type":"assistant","session_id":"s","parent_tool_use_id":null,"message":{{"id":"m","role":"assistant","content":[{{"type":"tool_use","id":"t{number}","name":"Bash","input":{{"command":"make part{number}"}}}}]}}}}"#
        ));
        self.line(&format!(
            r#"{{"type":"user","session_id":"s","parent_tool_use_id":null,"message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t{number}","content":"{text}"}}]}}}}"#
        ));
    }

    /// A message of one short line.
    pub(crate) fn say_short(&mut self, number: usize) {
        self.message(&format!("token {number}"));
    }

    fn message(&mut self, text: &str) {
        self.line(&format!(
            r#"{{"type":"assistant","session_id":"s","parent_tool_use_id":null,"message":{{"id":"m","role":"assistant","content":[{{"type":"text","text":"{text}"}}]}}}}"#
        ));
    }

    /// An answer begins to be written.
    pub(crate) fn begin_answer(&mut self) {
        self.event(
            r#"{"type":"message_start","message":{"id":"long","role":"assistant","content":[]}}"#,
        );
        self.event(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        );
    }

    /// The next piece of it, as it stands in JSON.
    pub(crate) fn piece(&mut self, text: &str) {
        self.event(&format!(
            r#"{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{text}"}}}}"#
        ));
    }

    fn event(&mut self, event: &str) {
        self.line(&format!(
            r#"{{"type":"stream_event","session_id":"s","parent_tool_use_id":null,"event":{event}}}"#
        ));
    }

    fn line(&mut self, line: &str) {
        self.seq += 1;
        let now = Moment::after(Duration::from_millis(self.seq));
        let traffic = Traffic::received(self.seq, now, Line::Whole(line.to_owned().into()));
        let input = Box::new(Input::Traffic(traffic));
        update(
            &mut self.model,
            Msg::Session {
                key: KEY,
                input,
                now,
            },
        );
    }

    /// A frame, as the runtime makes it.
    pub(crate) fn frame(&mut self) -> Result<(), Failure> {
        let Self {
            model, terminal, ..
        } = self;
        update(model, Msg::Frame);
        terminal.draw(|frame| {
            view(model, frame.area(), frame.buffer_mut());
        })?;
        Ok(())
    }

    /// The first frame of another width.
    pub(crate) fn resize(&mut self, width: u16) -> Result<(), Failure> {
        let size = Size { width, ..SIZE };
        self.terminal.resize(Rect::new(0, 0, width, SIZE.height))?;
        update(&mut self.model, Msg::Resize(size));
        self.frame()
    }

    fn act(&mut self, action: Action) {
        let key = self.model.keymap.key_for(Context::Conversation, action);
        let key = key.or_else(|| self.model.keymap.key_for(Context::Pane, action));
        let key = key.or_else(|| self.model.keymap.key_for(Context::Global, action));
        if let Some(key) = key {
            update(&mut self.model, Msg::Key(key.event()));
        }
    }

    pub(crate) fn page_up(&mut self) {
        self.act(Action::PageUp);
    }

    pub(crate) fn go_to_end(&mut self) {
        self.act(Action::Bottom);
    }

    pub(crate) fn search(&mut self, text: &str) {
        self.act(Action::Search);
        update(&mut self.model, Msg::Paste(text.to_owned()));
    }
}

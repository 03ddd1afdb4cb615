//! PURE. Lines no client expects: frames as they are, noise, broken JSON, lone surrogates, very long lines, floods.

use crate::simulator::actor::events::{Output, Torrent};
use crate::simulator::actor::place::Part;
use crate::simulator::actor::steps::Stepped;
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::frames::assistant;
use crate::simulator::scenario::fill;
use crate::simulator::scenario::{Flood, Step};
use serde_json::{Value, json};
use std::time::Duration;

/// Stands for the lone surrogate until the line is written: no text holds it by accident.
const MARK: &str = "\u{e000}lone\u{e001}";

/// Says a line of one of these kinds.
pub(in crate::simulator::actor) fn say(cx: &Cx, part: &mut Part, step: &Step) -> Stepped {
    match step {
        Step::Frame(frame) => {
            let frame = fill::map(frame, &part.values);
            cx.with(|world| world.say_frame(frame));
        }
        Step::Noise(text) => {
            let text = fill::text(text, &part.values);
            cx.with(|world| world.emit_raw(text.into_bytes()));
        }
        Step::Malformed(text) => {
            let text = fill::text(text, &part.values);
            let line = if text.starts_with('{') {
                text
            } else {
                format!("{{\"type\":{text}")
            };
            cx.with(|world| world.emit_raw(line.into_bytes()));
        }
        Step::Surrogate(text) => {
            let text = fill::text(text, &part.values);
            cx.begin_message(part)?;
            cx.with(|world| world.say_surrogate(part, &text));
        }
        Step::Huge(huge) => {
            let text = "0123456789abcdef".repeat(huge.bytes / 16 + 1);
            let text = text.get(..huge.bytes).unwrap_or(&text);
            cx.begin_message(part)?;
            cx.with(|world| world.say_at_once(part, text, ToString::to_string));
        }
        Step::Help(text) => {
            let text = fill::text(text, &part.values);
            let lines = cx.look(|world| world.help());
            let text = [text, lines].into_iter().filter(|part| !part.is_empty());
            let text = text.collect::<Vec<_>>().join("\n\n");
            cx.begin_message(part)?;
            cx.with(|world| world.say_at_once(part, &text, ToString::to_string));
        }
        _ => {}
    }
    Ok(())
}

/// Many frames, in portions: between two of them input is looked at.
pub(in crate::simulator::actor) async fn flood(cx: &Cx, flood: &Flood) {
    const PORTION: u64 = 2_000;
    const BEAT: Duration = Duration::from_millis(10);
    let (portion, pause) = match flood.per_second {
        Some(rate) => ((rate / 100).max(1), Some(rate)),
        None => (PORTION, None),
    };
    let began = cx.look(|world| world.now);
    let mut sent = 0;
    while sent < flood.frames {
        let due = match pause {
            // As many as are due by now, so that a late timer is made up for.
            Some(rate) => {
                let passed = cx.look(|world| world.ms_since(began));
                (passed.saturating_mul(rate) / 1000).saturating_sub(sent)
            }
            None => portion,
        };
        let frames = due.min(flood.frames - sent);
        if frames > 0 {
            let torrent = |world: &World| Torrent {
                first: sent,
                frames,
                mix: flood.mix,
                session_id: world.facts.session_id.clone(),
            };
            cx.with(|world| {
                let torrent = torrent(world);
                world.out.push(Output::Flood(torrent));
            });
            sent += frames;
        }
        match pause {
            Some(_) => cx.sleep(BEAT).await,
            None => cx.breathe().await,
        }
    }
}

impl World {
    /// A frame as the scenario has it.
    fn say_frame(&mut self, mut frame: serde_json::Map<String, Value>) {
        let stamp = self.stamp();
        frame
            .entry("session_id")
            .or_insert_with(|| stamp.session_id.into());
        frame.entry("uuid").or_insert_with(|| stamp.uuid.into());
        self.emit(&Value::Object(frame));
    }

    fn say_surrogate(&mut self, part: &mut Part, text: &str) {
        let marked = format!("{text}{MARK}");
        let escape = json!(MARK).to_string();
        let escape = escape.trim_matches('"').to_owned();
        self.say_at_once(part, &marked, |frame| {
            frame.to_string().replace(&escape, "\\ud83d")
        });
        text.clone_into(&mut part.last_words);
    }

    /// A block of text that is not streamed.
    fn say_at_once(&mut self, part: &mut Part, text: &str, line: impl FnOnce(&Value) -> String) {
        let Some(message) = self.messages.get_mut(part.place.key()) else {
            return;
        };
        message.index += 1;
        let message = message.clone();
        text.clone_into(&mut part.last_words);
        if let (true, Some(turn)) = (part.place.is_main(), &mut self.turn) {
            turn.last_text = text.replace(MARK, "");
        }
        let mut made = Value::Null;
        self.made_reply(&part.place, &message, |stamp, reply| {
            made = assistant::text(stamp, reply, text);
        });
        let line = line(&made);
        self.emit_raw(line.into_bytes());
    }

    /// What can be typed: the `help` of all rules.
    fn help(&self) -> String {
        let rules = self.scenario.on.iter();
        let lines = rules.filter_map(|rule| rule.help.as_ref());
        let lines = lines.map(|line| format!("- {line}"));
        lines.collect::<Vec<_>>().join("\n")
    }
}

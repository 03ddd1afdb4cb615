//! PURE. Lines from the client. Owns: what kind of line it is, and what the CLI does with one that makes no sense.
//! Does not own: control requests (`control`), prompts (`queue`).

use super::control;
use super::pending::Answer;
use crate::simulator::actor::events::Output;
use crate::simulator::actor::turns::queue::Prompt;
use crate::simulator::actor::turns::turn::Interrupted;
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::json::Look as _;
use crate::wire;
use serde_json::Value;

/// More than this is not kept for the end of a slow start.
const MAX_BACKLOG: usize = 128 * 1024 * 1024;
/// What a kept line costs beyond its bytes.
const LINE_COST: usize = 64;

/// Takes one line.
pub(in crate::simulator::actor) fn line(cx: &Cx, line: &[u8]) {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if cx.look(|world| world.session.mute) {
        // Nothing will ever come of it.
        return;
    }
    if cx.look(|world| !world.session.ready) {
        cx.with(|world| world.postpone(line));
        return;
    }
    let Some(message) = parse(text) else {
        cx.with(|world| world.give_up(text, "it is not JSON"));
        return;
    };
    match message.at("type").as_str() {
        Some("user") => match Prompt::read(&message) {
            Some(prompt) => cx.with(|world| world.take_prompt(prompt)),
            None => cx.with(|world| {
                world.give_up(text, "expected message role 'user'");
            }),
        },
        Some("control_request") if !message.at("request").is_object() => {
            cx.with(|world| world.give_up(text, "a control_request needs a request"));
        }
        Some("control_request") => control::request(cx, &message),
        Some("control_response") => cx.with(|world| {
            // With prompts, the CLI repeats answers too, but for errors.
            if world.session.replays && *message.at("response").at("subtype") == "success" {
                world.emit(&message);
            }
            world.take_answer(message.at("response"));
        }),
        // Withdrawals of requests that are answered already, signs of life, and what nobody knows.
        _ => {}
    }
}

/// JSON as the CLI's language reads it: lone surrogates are no error there.
fn parse(text: &str) -> Option<Value> {
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    wire::decode_bytes(&text.to_owned().into()).to_json()
}

/// Lines that came before the start was over.
#[derive(Debug, Default)]
pub(in crate::simulator::actor) struct Backlog {
    pub(in crate::simulator::actor) lines: Vec<Vec<u8>>,
    cost: usize,
}

impl World {
    /// Keeps a line until the start is over; whoever says too much by then is refused.
    fn postpone(&mut self, line: &[u8]) {
        self.backlog.cost += line.len() + LINE_COST;
        if self.backlog.cost > MAX_BACKLOG {
            let text = String::from_utf8_lossy(line.get(..1024).unwrap_or(line));
            self.give_up(&text, "too much was said before the start was over");
            return;
        }
        self.backlog.lines.push(line.to_vec());
    }

    fn take_prompt(&mut self, prompt: Prompt) {
        let urgent = prompt.now && self.turn.is_some();
        self.session.worth_keeping = true;
        self.accept(prompt);
        if urgent {
            self.abandon_requests();
            self.end_this_turn(Interrupted::Urgent);
        }
    }

    fn take_answer(&mut self, response: &Value) {
        let Some(id) = response.at("request_id").as_str() else {
            return;
        };
        let answer = if response.at("subtype") == "error" {
            let text = response.at("error").as_str().unwrap_or("Unknown error");
            Answer::Error(text.to_owned())
        } else {
            Answer::Success(response.get("response").cloned().unwrap_or(Value::Null))
        };
        self.pending.answer(id, answer);
    }

    /// A line that cannot be read ends the process.
    fn give_up(&mut self, line: &str, why: &str) {
        let shown: String = line.chars().take(200).collect();
        self.complain(&format!(
            "Error parsing streaming input line: {shown}: {why}"
        ));
        self.end(Output::Exit(1));
    }
}

//! PURE. One answer of the model: its blocks, as stream events and as messages. Owns: their order.
//! Does not own: what is in a block (`steps`), the shape of the lines (`frames`).

use super::words::{first_word, tokens};
use crate::simulator::actor::place::{Part, Place};
use crate::simulator::actor::steps::Flow;
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::frames::assistant::Reply;
use crate::simulator::frames::stream;
use crate::simulator::frames::{Stamp, Tokens, system};
use crate::simulator::scenario::Usage;
use serde_json::Value;
use std::time::Duration;

/// An answer that is being given.
#[derive(Debug, Clone)]
pub(in crate::simulator::actor) struct Message {
    pub(in crate::simulator::actor) id: String,
    pub(in crate::simulator::actor) request_id: String,
    pub(in crate::simulator::actor) model: String,
    /// The index of the next block, or of the open one.
    pub(in crate::simulator::actor) index: usize,
    /// The block that is being streamed, as far as it is.
    pub(in crate::simulator::actor) open: Option<OpenBlock>,
    usage: Usage,
    pub(in crate::simulator::actor) chars: usize,
    pub(super) thinking_chars: usize,
    started: Duration,
}

/// A block that is being streamed.
#[derive(Debug, Clone)]
pub(in crate::simulator::actor) struct OpenBlock {
    pub(in crate::simulator::actor) thinking: bool,
    pub(in crate::simulator::actor) text: String,
}

/// What the model is given if the scenario does not say.
const INPUT_TOKENS: u64 = 120;

impl Message {
    /// What it uses.
    pub(in crate::simulator::actor) fn tokens(&self) -> Tokens {
        let given = self.usage.output_tokens;
        Tokens {
            input: self.usage.input_tokens.unwrap_or(INPUT_TOKENS),
            output: given.unwrap_or_else(|| tokens(self.chars) + 4),
            thinking: tokens(self.thinking_chars),
            cache_read: self.usage.cache_read_tokens.unwrap_or(0),
            cache_write: self.usage.cache_write_tokens.unwrap_or(0),
        }
    }
}

impl Cx {
    /// Begins an answer, unless one is being given already. Ends the turn instead if a limit is reached.
    pub(in crate::simulator::actor) fn begin_message(&self, part: &mut Part) -> Result<(), Flow> {
        self.with(|world| {
            if world.messages.contains_key(part.place.key()) {
                return Ok(());
            }
            world.may_ask_model(&part.place)?;
            part.owes_answer = false;
            let usage = part.usage.take().unwrap_or_default();
            let message = world.new_message(&part.place, usage);
            world.messages.insert(part.place.key().to_owned(), message);
            Ok(())
        })
    }

    /// Says or thinks something, word by word.
    pub(in crate::simulator::actor) async fn speak(
        &self,
        part: &mut Part,
        text: &str,
        thinking: bool,
        speed: Option<f64>,
    ) -> Result<(), Flow> {
        self.begin_message(part)?;
        let (pause, began) = self.with(|world| {
            world.open_block(&part.place, thinking);
            (world.pause_between_words(speed), world.now)
        });
        let mut rest = text;
        while !rest.is_empty() {
            let (word, after) = first_word(rest);
            rest = after;
            self.with(|world| world.stream_word(&part.place, word));
            match pause {
                Some(pause) => self.sleep(pause).await,
                None => self.drain().await,
            }
        }
        if !thinking {
            text.clone_into(&mut part.last_words);
            crate::simulator::actor::turns::moments::display(self, part, text).await;
        }
        self.with(|world| {
            let took = world.ms_since(began);
            world.close_block(&part.place, took);
        });
        Ok(())
    }

    /// If much was said at once, waits until it is written.
    pub(in crate::simulator::actor) async fn drain(&self) {
        const MUCH: usize = 256 * 1024;
        if self.look(|world| world.out_bytes) > MUCH {
            self.breathe().await;
        }
    }

    /// Ends the answer: what it cost is counted. Ends the turn if that was too much.
    pub(in crate::simulator::actor) fn finish_message(
        &self,
        part: &mut Part,
        stop_reason: &str,
    ) -> Result<(), Flow> {
        self.with(|world| {
            let Some(message) = world.messages.remove(part.place.key()) else {
                return Ok(());
            };
            let used = message.tokens();
            part.tokens = part.tokens.saturating_add(used.total());
            if world.streams(&part.place) {
                let stamp = world.stamp();
                world.emit(&stream::message_delta(
                    &stamp,
                    &message.id,
                    stop_reason,
                    used,
                ));
                let stamp = world.stamp();
                world.emit(&stream::message_stop(&stamp, &message.id, None));
            }
            let took = world.ms_since(message.started);
            world.spend(
                &part.place,
                &message.model,
                used,
                message.usage.cost_usd,
                took,
            );
            if let (true, Some(turn)) = (part.place.is_main(), &mut world.turn) {
                turn.stop_reason = Some(stop_reason.to_owned());
            }
            world.within_budget()
        })
    }
}

impl World {
    /// Whether stream events are sent: only for the main conversation, and only if they are wanted.
    pub(in crate::simulator::actor) fn streams(&self, place: &Place) -> bool {
        self.session.partial && place.is_main()
    }

    fn new_message(&mut self, place: &Place, usage: Usage) -> Message {
        let model = match place.agent() {
            Some(agent) => agent.model.clone(),
            None => self.facts.model.clone(),
        };
        let message = Message {
            id: self.ids.message(),
            request_id: self.ids.api_request(),
            model,
            index: 0,
            open: None,
            usage,
            chars: 0,
            thinking_chars: 0,
            started: self.now,
        };
        self.say_requesting(place);
        self.replay_due();
        if self.streams(place) {
            let first = self.unnamed_prompts(false);
            let stamp = self.stamp();
            let ttft = self
                .turn
                .as_ref()
                .map_or(0, |turn| self.ms_since(turn.began));
            let (id, model) = (&message.id, &message.model);
            self.emit(&stream::message_start(
                &stamp,
                id,
                model,
                message.tokens(),
                ttft,
                &first,
            ));
        }
        message
    }

    /// The API is asked.
    pub(in crate::simulator::actor) fn say_requesting(&mut self, place: &Place) {
        // Attempts at the API were told of already.
        let told = match (&mut self.turn, place.is_main()) {
            (Some(turn), true) => std::mem::take(&mut turn.requesting),
            _ => false,
        };
        if self.streams(place) && !told {
            let prompts = self
                .turn
                .as_ref()
                .map_or(Vec::new(), |turn| turn.uuids.clone());
            let stamp = self.stamp();
            self.emit(&system::requesting(&stamp, &prompts));
        }
    }

    /// The API is asked, and nothing comes of it yet.
    pub(super) fn begin_attempts(&mut self, place: &Place) {
        if place.is_main() && !self.turn.as_ref().is_some_and(|turn| turn.requesting) {
            self.say_requesting(place);
            if let Some(turn) = &mut self.turn {
                turn.requesting = true;
            }
        }
    }

    /// Repeats the prompts of this turn, once the model has answered.
    pub(super) fn replay_due(&mut self) {
        for prompt in std::mem::take(&mut self.replays_due) {
            self.replay(&prompt);
        }
    }

    /// The prompts of this turn, for its first message alone.
    fn unnamed_prompts(&mut self, take: bool) -> Vec<String> {
        match &mut self.turn {
            Some(turn) if !turn.named => {
                turn.named = take;
                turn.uuids.clone()
            }
            _ => Vec::new(),
        }
    }

    /// An `assistant` line. Text and thinking of a foreground sub-agent are only told to those who want them.
    pub(in crate::simulator::actor) fn say_reply(
        &mut self,
        place: &Place,
        message: &Message,
        frame: impl FnOnce(&Stamp, &Reply<'_>) -> Value,
    ) {
        let frame = self.made_reply(place, message, frame);
        if self.forwards(place, &frame) {
            self.emit(&frame);
        }
    }

    /// Makes an `assistant` line.
    pub(super) fn made_reply<R>(
        &mut self,
        place: &Place,
        message: &Message,
        make: impl FnOnce(&Stamp, &Reply<'_>) -> R,
    ) -> R {
        let prompts = if place.is_main() {
            self.unnamed_prompts(true)
        } else {
            Vec::new()
        };
        let stamp = self.stamp();
        let reply = Reply {
            message_id: &message.id,
            model: &message.model,
            request_id: &message.request_id,
            tokens: message.tokens(),
            agent: place.who(),
            prompts: &prompts,
        };
        make(&stamp, &reply)
    }

    /// Nested agents speak to nobody outside; foreground ones show their tool calls, and the rest on demand.
    fn forwards(&self, place: &Place, frame: &Value) -> bool {
        let Some(agent) = place.agent() else {
            return true;
        };
        let is_call = frame.pointer("/message/content/0/type") == Some(&Value::from("tool_use"));
        agent.depth == 1 && (is_call || agent.task.background || self.facts.forward_agent_text)
    }

    /// How long it takes from one word to the next, at this speed or the session's; nothing if it is no time at all.
    fn pause_between_words(&self, speed: Option<f64>) -> Option<Duration> {
        let speed = speed.or(self.scenario.session.words_per_second)?;
        let seconds = 1.0 / speed;
        (speed > 0.0 && seconds.is_finite())
            .then(|| Duration::try_from_secs_f64(seconds).ok())
            .flatten()
    }
}

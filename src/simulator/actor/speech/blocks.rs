//! PURE. The blocks of an answer: text, thinking, tool calls. Owns: how each begins, grows and ends on the wire.
//! Does not own: the answer they belong to (`message`).

use super::message::OpenBlock;
use super::words::{pieces, tokens};
use crate::simulator::actor::place::Place;
use crate::simulator::actor::world::World;
use crate::simulator::frames::stream::{self, BlockStart, Delta};
use crate::simulator::frames::{assistant, system};
use serde_json::Value;

impl World {
    pub(super) fn open_block(&mut self, place: &Place, thinking: bool) {
        let streams = self.streams(place);
        let Some(message) = self.messages.get_mut(place.key()) else {
            return;
        };
        message.open = Some(OpenBlock {
            thinking,
            text: String::new(),
        });
        let (id, index) = (message.id.clone(), message.index);
        if streams {
            let block = if thinking {
                BlockStart::Thinking
            } else {
                BlockStart::Text
            };
            let stamp = self.stamp();
            self.emit(&stream::block_start(&stamp, &id, index, block));
        }
    }

    pub(super) fn stream_word(&mut self, place: &Place, word: &str) {
        let streams = self.streams(place);
        let Some(message) = self.messages.get_mut(place.key()) else {
            return;
        };
        message.chars += word.len();
        let Some(open) = &mut message.open else {
            return;
        };
        open.text.push_str(word);
        let thinking = open.thinking;
        if thinking {
            message.thinking_chars += word.len();
        }
        let (id, index, so_far) = (message.id.clone(), message.index, message.thinking_chars);
        if let (true, Some(turn)) = (place.is_main(), &mut self.turn) {
            turn.first_word.get_or_insert(self.now);
        }
        if !streams {
            return;
        }
        if thinking {
            let stamp = self.stamp();
            let total = tokens(so_far).max(1);
            self.emit(&system::thinking_tokens(
                &stamp,
                total,
                tokens(word.len()).max(1),
            ));
        }
        let delta = if thinking {
            Delta::Thinking(word)
        } else {
            Delta::Text(word)
        };
        let stamp = self.stamp();
        self.emit(&stream::block_delta(&stamp, &id, index, delta));
    }

    /// The message for a block comes just before the end of the block.
    pub(super) fn close_block(&mut self, place: &Place, took_ms: u64) {
        let Some(message) = self.messages.get_mut(place.key()) else {
            return;
        };
        let Some(open) = message.open.take() else {
            return;
        };
        let index = message.index;
        message.index += 1;
        let message = message.clone();
        if open.thinking {
            let signature = self.ids.signature();
            if self.streams(place) {
                let stamp = self.stamp();
                let delta = Delta::Signature(&signature);
                self.emit(&stream::block_delta(&stamp, &message.id, index, delta));
            }
            let took = place.is_main().then_some(took_ms);
            self.say_reply(place, &message, |stamp, reply| {
                assistant::thinking(stamp, reply, &open.text, &signature, took)
            });
        } else {
            if let (true, Some(turn)) = (place.is_main(), &mut self.turn) {
                turn.last_text.clone_from(&open.text);
            }
            self.say_reply(place, &message, |stamp, reply| {
                assistant::text(stamp, reply, &open.text)
            });
        }
        self.say_block_stop(place, &message.id, index);
    }

    /// A block for a tool call, streamed at once.
    pub(in crate::simulator::actor) fn say_tool_use(
        &mut self,
        place: &Place,
        id: &str,
        name: &str,
        input: &Value,
    ) {
        let Some(message) = self.messages.get_mut(place.key()) else {
            return;
        };
        let index = message.index;
        message.index += 1;
        let text = input.to_string();
        message.chars += text.len() + name.len();
        let message = message.clone();
        if let (true, Some(turn)) = (place.is_main(), &mut self.turn) {
            turn.open_calls.push(id.to_owned());
            turn.last_text.clear();
        }
        if self.streams(place) {
            let stamp = self.stamp();
            let start = BlockStart::ToolUse(id, name);
            self.emit(&stream::block_start(&stamp, &message.id, index, start));
            for piece in pieces(&text) {
                let stamp = self.stamp();
                self.emit(&stream::block_delta(
                    &stamp,
                    &message.id,
                    index,
                    Delta::Json(piece),
                ));
            }
        }
        let label = self.mcp_label(name);
        self.say_reply(place, &message, |stamp, reply| {
            assistant::tool_use(stamp, reply, id, name, input, label.as_ref())
        });
        self.say_block_stop(place, &message.id, index);
    }

    fn say_block_stop(&mut self, place: &Place, message_id: &str, index: usize) {
        if self.streams(place) {
            let stamp = self.stamp();
            self.emit(&stream::block_stop(&stamp, message_id, index));
        }
    }
}

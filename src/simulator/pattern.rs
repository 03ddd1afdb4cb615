//! PURE. The lines of a flood, built once. Owns: the mix and the bytes. Does not own: writing them (`stdio`, `link`).

use super::actor::Torrent;
use super::frames::assistant::{self, Reply};
use super::frames::stream::{self, Delta};
use super::frames::user::{self, Decision, ToolResult};
use super::frames::{Ids, Stamp, Tokens, timestamp};
use super::scenario::FloodMix;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Lines in a period of the mix.
const PERIOD: usize = 100;

/// The pattern is repeated until it is at least this long: fewer, larger writes.
const AT_LEAST: usize = 128 * 1024;

/// Lines as one run of bytes.
#[derive(Debug)]
pub(super) struct Pattern {
    mix: FloodMix,
    session_id: String,
    bytes: Vec<u8>,
    /// Where each line begins, and where the last one ends.
    starts: Vec<usize>,
}

impl Pattern {
    fn new(mix: FloodMix, session_id: &str) -> Self {
        let mut ids = Ids::new(1);
        let mut bytes = Vec::new();
        let mut starts = vec![0];
        while bytes.len() < AT_LEAST {
            for index in 0..PERIOD {
                bytes.extend_from_slice(
                    line(mix, index, session_id, &mut ids)
                        .to_string()
                        .as_bytes(),
                );
                bytes.push(b'\n');
                starts.push(bytes.len());
            }
        }
        Self {
            mix,
            session_id: session_id.to_owned(),
            bytes,
            starts,
        }
    }

    /// Gives the lines of a part of a flood to `write`, in large pieces. `pattern` is kept from one part to the next.
    pub(super) fn pour<E>(
        pattern: &mut Option<Self>,
        torrent: &Torrent,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let fits = |kept: &Self| kept.mix == torrent.mix && kept.session_id == torrent.session_id;
        let kept = match pattern.take().filter(fits) {
            Some(kept) => kept,
            None => Self::new(torrent.mix, &torrent.session_id),
        };
        let lines = kept.starts.len().saturating_sub(1).max(1);
        let mut at =
            usize::try_from(torrent.first % u64::try_from(lines).unwrap_or(1)).unwrap_or(0);
        let mut left = usize::try_from(torrent.frames).unwrap_or(usize::MAX);
        let mut result = Ok(());
        while left > 0 && result.is_ok() {
            let end = lines.min(at.saturating_add(left));
            let from = kept.starts.get(at).copied().unwrap_or(0);
            let to = kept.starts.get(end).copied().unwrap_or(kept.bytes.len());
            result = write(kept.bytes.get(from..to).unwrap_or_default());
            left -= (end - at).max(1);
            at = 0;
        }
        *pattern = Some(kept);
        result
    }
}

fn line(mix: FloodMix, index: usize, session_id: &str, ids: &mut Ids) -> Value {
    const WORDS: [&str; 8] = [
        "Hello ",
        "world, ",
        "the ",
        "function ",
        "returns ",
        "`Result` ",
        "and\n",
        "done. ",
    ];
    let stamp = Stamp {
        session_id: session_id.to_owned(),
        uuid: ids.uuid(),
        at: timestamp(1_800_000_000_000),
    };
    let message_id = ids.message();
    match (mix, index) {
        (FloodMix::Mixed, 57) => {
            let id = ids.tool_use();
            user::tool_result(
                &stamp,
                &ToolResult {
                    tool_use_id: &id,
                    content: json!(code(48_000)),
                    decision: Decision::accept("config", None),
                    ..ToolResult::default()
                },
            )
        }
        (FloodMix::Mixed, index) if index % 20 == 7 => {
            let request_id = ids.api_request();
            let reply = Reply {
                message_id: &message_id,
                model: "claude-opus-5-5",
                request_id: &request_id,
                tokens: Tokens::default(),
                agent: None,
                prompts: &[],
            };
            assistant::text(&stamp, &reply, &prose(1500))
        }
        (_, index) => {
            let word = WORDS.get(index % WORDS.len()).copied().unwrap_or_default();
            stream::block_delta(&stamp, &message_id, 0, Delta::Text(word))
        }
    }
}

fn prose(bytes: usize) -> String {
    let sentence = "The function returns a borrowed slice of bytes, which is parsed lazily; die Größe → 日本語 \"quoted\".\n";
    sentence.repeat(bytes / sentence.len() + 1)
}

fn code(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 100);
    let mut number = 1;
    while text.len() < bytes {
        let _ = writeln!(
            text,
            "{number:6}\t    let value_{number} = compute(\"{number:x}\", &ctx)?; // step {number}"
        );
        number += 1;
    }
    text
}

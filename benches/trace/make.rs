//! A large recording that looks like a real session: turns of streamed text, tool calls with permissions, results.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes about that many bytes; the last line holds the word that searches look for. Returns the number of lines.
pub(crate) fn recording(path: &Path, bytes: u64) -> io::Result<u64> {
    let mut writer = Writer {
        out: BufWriter::with_capacity(1 << 20, File::create(path)?),
        seq: 0,
        micros: 0,
        written: 0,
    };
    let head = r#"{"cca_recording":1,"started":"2026-01-02T03:04:05.678Z","argv":["claude"],"env":["PATH"],"cwd":"/","cli_version":"2.1.325"}"#;
    writeln!(writer.out, "{head}")?;
    let mut turn = 0_u64;
    while writer.written < bytes {
        writer.turn(turn)?;
        turn += 1;
    }
    writer.line("in", r#"{"type":"system","subtype":"informational","level":"info","content":"NEEDLE_AT_END","session_id":"5e551000-0000-4000-8000-000000000001","uuid":"u"}"#)?;
    writer.out.flush()?;
    Ok(writer.seq)
}

struct Writer {
    out: BufWriter<File>,
    seq: u64,
    micros: u64,
    written: u64,
}

const TAIL: &str = r#""session_id":"5e551000-0000-4000-8000-000000000001","parent_tool_use_id":null,"uuid":"0b3fd8a2-6f5e-4a51-9f0e-2f1f7f3a9c11""#;

impl Writer {
    fn line(&mut self, dir: &str, body: &str) -> io::Result<()> {
        self.seq += 1;
        self.micros += 700 + self.seq % 900;
        let (secs, rest) = (self.micros / 1_000_000, self.micros % 1_000_000);
        writeln!(
            self.out,
            r#"{{"seq":{},"t":{secs}.{rest:06},"dir":"{dir}","msg":{body}}}"#,
            self.seq
        )?;
        self.written += body.len() as u64 + 50;
        Ok(())
    }

    fn turn(&mut self, turn: u64) -> io::Result<()> {
        self.line("out", &format!(r#"{{"type":"user","message":{{"role":"user","content":"Do the next thing, number {turn}."}},"uuid":"p-{turn}","session_id":""}}"#))?;
        self.line("in", &format!(r#"{{"type":"system","subtype":"init","session_id":"5e551000-0000-4000-8000-000000000001","model":"model-one","cwd":"/srv","tools":["Bash","Read"],"claude_code_version":"2.1.325","uuid":"i-{turn}"}}"#))?;
        for message in 0..4 {
            self.message(turn, message)?;
        }
        self.line("in", &format!(r#"{{"type":"result","subtype":"success","is_error":false,"num_turns":4,"session_id":"5e551000-0000-4000-8000-000000000001","total_cost_usd":0.001,"terminal_reason":"completed","result":"Done with {turn}."}}"#))
    }

    fn message(&mut self, turn: u64, message: u64) -> io::Result<()> {
        let id = format!("msg_{turn}_{message}");
        self.line("in", &format!(r#"{{"type":"stream_event","event":{{"type":"message_start","message":{{"id":"{id}","type":"message","role":"assistant","content":[]}}}},{TAIL}}}"#))?;
        for piece in 0..24 {
            self.line("in", &format!(r#"{{"type":"stream_event","event":{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"some words of the answer {piece} \"quoted\"\n"}}}},{TAIL}}}"#))?;
        }
        let call = format!("toolu_{turn}_{message}");
        let text = "The answer goes on for a while, as answers do. ".repeat(12);
        self.line("in", &format!(r#"{{"type":"assistant","message":{{"id":"{id}","type":"message","role":"assistant","content":[{{"type":"text","text":"{text}"}}]}},{TAIL}}}"#))?;
        self.line("in", &format!(r#"{{"type":"assistant","message":{{"id":"{id}","type":"message","role":"assistant","content":[{{"type":"tool_use","id":"{call}","name":"mcp__calc__add","input":{{"a":{turn},"b":{message}}}}}]}},{TAIL}}}"#))?;
        self.line("in", &format!(r#"{{"type":"control_request","request_id":"ask_{call}","request":{{"subtype":"can_use_tool","tool_name":"mcp__calc__add","input":{{"a":{turn},"b":{message}}},"tool_use_id":"{call}"}}}}"#))?;
        self.line("out", &format!(r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"ask_{call}","response":{{"behavior":"allow","updatedInput":{{"a":{turn},"b":{message}}}}}}}}}"#))?;
        self.line("in", &format!(r#"{{"type":"control_request","request_id":"run_{call}","request":{{"subtype":"mcp_message","server_name":"calc","message":{{"method":"tools/call","params":{{"name":"add","arguments":{{"a":{turn},"b":{message}}},"_meta":{{"claudecode/toolUseId":"{call}","progressToken":1}}}},"jsonrpc":"2.0","id":7}}}}}}"#))?;
        let result = "1234567890 and some output of the tool; ".repeat(20);
        self.line("out", &format!(r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"run_{call}","response":{{"mcp_response":{{"jsonrpc":"2.0","id":7,"result":{{"content":[{{"type":"text","text":"{result}"}}]}}}}}}}}}}"#))?;
        self.line("in", &format!(r#"{{"type":"user","message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"{call}","content":[{{"type":"text","text":"{result}"}}]}}]}},{TAIL}}}"#))
    }
}

//! The stand-in for the `claude` CLI. Owns: the handshake with sdk servers, timed tool calls, streams of messages.
//! Does not own: the messages themselves (`frames`), anything of the protocol that no measurement needs.
//!
//! It works with plain reads and writes on its own pipes, so that what is timed is the client and the pipe.

use crate::frames::{self, MANY_BYTES, Mix};
use crate::job::{Failure, Figures, Script};
use crate::lines::Lines;
use nix::fcntl::{FcntlArg, fcntl};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write as _;
use std::os::fd::AsFd as _;
use std::time::Instant;

/// Streams are written in pieces of at most about this size.
const PIECE: usize = 64 * 1024;

/// Is the CLI until its input ends.
pub(crate) fn run() -> Result<(), Failure> {
    let input = std::io::stdin().as_fd().try_clone_to_owned()?;
    let output = std::io::stdout().as_fd().try_clone_to_owned()?;
    let mut cli = Cli {
        lines: Lines::new(File::from(input)),
        output: File::from(output),
        servers: Vec::new(),
        requests: 0,
        greeted: false,
        figures: Figures::default(),
    };
    while let Some(line) = cli.lines.next()? {
        let message: Value = serde_json::from_slice(line)?;
        match text_at(&message, "/type") {
            "control_request" => cli.requested(&message)?,
            "user" => cli.prompted(&message)?,
            _ => {}
        }
    }
    Ok(())
}

fn text_at<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

struct Cli {
    lines: Lines<File>,
    output: File,
    servers: Vec<String>,
    requests: u64,
    greeted: bool,
    figures: Figures,
}

impl Cli {
    fn send(&mut self, message: &Value) -> Result<(), Failure> {
        Ok(self.output.write_all(&frames::line(message)?)?)
    }

    /// Sends a message that the client has to hand on.
    fn say(&mut self, message: &Value) -> Result<(), Failure> {
        let line = frames::line(message)?;
        self.output.write_all(&line)?;
        self.said(&line);
        Ok(())
    }

    fn said(&mut self, line: &[u8]) {
        self.figures.messages += 1;
        self.figures.bytes += (line.len() - 1) as u64;
    }

    fn requested(&mut self, message: &Value) -> Result<(), Failure> {
        let mut answer = json!({});
        if text_at(message, "/request/subtype") == "initialize" {
            let servers = message.pointer("/request/sdkMcpServers");
            let names = servers.and_then(Value::as_array).into_iter().flatten();
            self.servers = names
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect();
            for server in self.servers.clone() {
                self.shake_hands(&server)?;
            }
            answer = json!({
                "commands": [], "agents": [], "output_style": "default", "available_output_styles": ["default"],
                "models": [{"value": "default", "displayName": "Default", "description": "stand-in"}],
                "account": {}, "pid": std::process::id(),
            });
        }
        let id = message.get("request_id");
        let response = json!({"subtype": "success", "request_id": id, "response": answer});
        self.send(&json!({"type": "control_response", "response": response}))
    }

    fn shake_hands(&mut self, server: &str) -> Result<(), Failure> {
        let client = json!({"name": "stand-in", "version": "2.1.0"});
        let params =
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        self.ask(server, &hello)?;
        let id = self.next_id();
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        // Nobody waits for an answer to a notification.
        self.output
            .write_all(request(&id, server, &ready).as_bytes())?;
        self.ask(
            server,
            &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
        )
    }

    /// Sends a message to a server of the client and waits for its answer.
    fn ask(&mut self, server: &str, message: &Value) -> Result<(), Failure> {
        let id = self.next_id();
        self.output
            .write_all(request(&id, server, message).as_bytes())?;
        while let Some(line) = self.lines.next()? {
            if contains(line, &id) {
                return Ok(());
            }
        }
        Err("the client ended before it answered".into())
    }

    /// As long as a UUID: the raw client copies it without looking.
    fn next_id(&mut self) -> String {
        self.requests += 1;
        format!("5a5a5a5a-0000-4000-8000-{:012x}", self.requests)
    }

    fn prompted(&mut self, message: &Value) -> Result<(), Failure> {
        let mut prompt = text_at(message, "/message/content");
        if prompt.is_empty() {
            prompt = text_at(message, "/message/content/0/text");
        }
        let script: Script = serde_json::from_str(prompt)?;
        self.figures = Figures::default();
        if !self.greeted {
            self.greeted = true;
            self.say(&frames::init(&self.servers.clone()))?;
        }
        if script.calls > 0 {
            self.call(script.calls)?;
        }
        if script.frames > 0 || script.bytes > 0 {
            self.stream(script.frames, script.bytes)?;
        }
        if script.long_text > 0 {
            let text = "x".repeat(script.long_text);
            self.say(&frames::assistant("long", &text, false))?;
        }
        if script.splits {
            self.split()?;
        }
        self.send(&frames::result(&self.figures)?)
    }

    fn call(&mut self, calls: u64) -> Result<(), Failure> {
        let server = self.servers.first().cloned().unwrap_or_default();
        let mut took = Vec::new();
        for number in 0..calls {
            let id = self.next_id();
            let params = json!({
                "name": "add", "arguments": {"a": 100_000 + number, "b": 27},
                "_meta": {"claudecode/toolUseId": format!("toolu_{number:012}")},
            });
            let call = json!({"jsonrpc": "2.0", "id": number + 2, "method": "tools/call", "params": params});
            let line = request(&id, &server, &call);
            let sum = (100_027 + number).to_string();
            let begin = Instant::now();
            self.output.write_all(line.as_bytes())?;
            loop {
                let answer = self.lines.next()?.ok_or("the client ended during a call")?;
                let elapsed = begin.elapsed();
                if contains(answer, &id) {
                    took.push(u64::try_from(elapsed.as_nanos())?);
                    self.figures.wrong += u64::from(!contains(answer, &sum));
                    break;
                }
            }
        }
        took.sort_unstable();
        self.figures.p50_ns = took.get(took.len() / 2).copied().unwrap_or_default();
        Ok(())
    }

    fn stream(&mut self, frames: u64, bytes: u64) -> Result<(), Failure> {
        let mut mix = Mix::new()?;
        let mut piece = Vec::with_capacity(2 * PIECE);
        let (mut sent, mut sent_bytes) = (0, 0);
        while sent < frames || sent_bytes < bytes {
            let begin = piece.len();
            mix.next_into(&mut piece);
            let line = piece.get(begin..).unwrap_or_default();
            sent += 1;
            sent_bytes += line.len() as u64;
            self.said(line);
            if piece.len() >= PIECE {
                self.output.write_all(&piece)?;
                piece.clear();
            }
        }
        Ok(self.output.write_all(&piece)?)
    }

    /// A pipe of one page, written page by page, gives its reader exactly one page at a time. So a line that begins in
    /// one page and ends in the next is cut there; blank lines fill up the rest.
    fn split(&mut self) -> Result<(), Failure> {
        let page = fcntl(&self.output, FcntlArg::F_SETPIPE_SZ(1))
            .and_then(|size| usize::try_from(size).or(Err(nix::errno::Errno::EINVAL)));
        let line = frames::line(&frames::assistant("split", MANY_BYTES, false))?;
        self.figures.cuts_enforced = page.is_ok_and(|page| page > line.len());
        let page = page.unwrap_or(line.len() * 2);
        for at in 1..line.len() {
            let (head, tail) = line.split_at(at);
            let mut pages = vec![b'\n'; page.saturating_sub(head.len())];
            pages.extend_from_slice(head);
            pages.extend_from_slice(tail);
            pages.resize(2 * page, b'\n');
            self.output.write_all(&pages)?;
            self.said(&line);
        }
        Ok(())
    }
}

fn contains(line: &[u8], text: &str) -> bool {
    memchr::memmem::find(line, text.as_bytes()).is_some()
}

/// A message to a server of the client, as a line. The raw client counts on this order of keys.
fn request(id: &str, server: &str, message: &Value) -> String {
    let body = json!({"subtype": "mcp_message", "server_name": server, "message": message});
    format!("{{\"type\":\"control_request\",\"request_id\":\"{id}\",\"request\":{body}}}\n")
}

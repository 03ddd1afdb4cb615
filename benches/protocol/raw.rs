//! The limit of the pipe: a client that parses nothing. Owns: finding line ends, copying the request id into a canned
//! answer; one session with blocking reads, many with one epoll. Does not own: being right about any answer.

use crate::hello::{figures, initialize_line, prompt_line, start_cli};
use crate::job::{Failure, Job, Report, Seen};
use crate::lines::Lines;
use crate::process::now_ns;
use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags, EpollTimeout};
use std::io::Write as _;
use std::process::{Child, ChildStdin, ChildStdout};

const REQUEST: &[u8] = b"{\"type\":\"control_request\",\"request_id\":\"";
const RESPONSE: &[u8] = b"{\"type\":\"control_response\"";
const RESULT: &[u8] = b"{\"type\":\"result\"";
const ID: usize = 36;
const BEFORE_ID: &[u8] =
    b"{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\"";
const AFTER_ID: &[u8] = b"\",\"response\":{\"mcp_response\":{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"100027\"}]}}}}}\n";

struct Session {
    child: Child,
    input: ChildStdin,
    lines: Lines<ChildStdout>,
    answer: Vec<u8>,
    seen: Seen,
}

/// Does the job without parsing.
pub(crate) fn run(job: &Job) -> Result<Report, Failure> {
    let prompt = prompt_line(&job.script)?;
    let mut sessions = (0..job.sessions)
        .map(|_| Session::start())
        .collect::<Result<Vec<_>, _>>()?;
    match sessions.as_mut_slice() {
        [one] => while one.pump(&prompt)? {},
        many => pump_all(many, &prompt)?,
    }
    let mut report = Report::default();
    for session in sessions {
        report.add(&session.seen);
        session.end()?;
    }
    Ok(report)
}

fn pump_all(sessions: &mut [Session], prompt: &str) -> Result<(), Failure> {
    let epoll = Epoll::new(EpollCreateFlags::empty())?;
    for (number, session) in sessions.iter().enumerate() {
        let event = EpollEvent::new(EpollFlags::EPOLLIN, number as u64);
        epoll.add(session.lines.source(), event)?;
    }
    let mut running = sessions.len();
    let mut events = vec![EpollEvent::empty(); 128];
    while running > 0 {
        let count = epoll.wait(&mut events, EpollTimeout::NONE)?;
        for event in events.iter().take(count) {
            let session = sessions.get_mut(usize::try_from(event.data())?);
            let session = session.ok_or("an event of no session")?;
            if !session.pump(prompt)? {
                epoll.delete(session.lines.source())?;
                running -= 1;
            }
        }
    }
    Ok(())
}

impl Session {
    fn start() -> Result<Self, Failure> {
        let (child, mut input, output) = start_cli()?;
        input.write_all(initialize_line().as_bytes())?;
        Ok(Self {
            child,
            input,
            lines: Lines::new(output),
            answer: Vec::with_capacity(512),
            seen: Seen::default(),
        })
    }

    /// One read and everything it completed; false once the result is there.
    fn pump(&mut self, prompt: &str) -> Result<bool, Failure> {
        if !self.lines.fill()? {
            return Err("the CLI ended before its result".into());
        }
        while let Some(line) = self.lines.ready() {
            if let Some(rest) = line.strip_prefix(REQUEST) {
                self.answer.clear();
                self.answer.extend_from_slice(BEFORE_ID);
                self.answer
                    .extend_from_slice(rest.get(..ID).unwrap_or_default());
                self.answer.extend_from_slice(AFTER_ID);
                self.input.write_all(&self.answer)?;
            } else if line.starts_with(RESPONSE) {
                self.seen.initialized_ns = now_ns()?;
                self.input.write_all(prompt.as_bytes())?;
            } else if line.starts_with(RESULT) {
                self.seen.finished_ns = now_ns()?;
                self.seen.cli = figures(line)?;
                return Ok(false);
            } else {
                self.seen.messages += 1;
                self.seen.bytes += line.len() as u64;
            }
        }
        Ok(true)
    }

    fn end(self) -> Result<(), Failure> {
        let Self {
            mut child, input, ..
        } = self;
        drop(input);
        child.wait()?;
        Ok(())
    }
}

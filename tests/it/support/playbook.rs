//! A session on paper: feed it what happens, look at what it asks for and what it knows.
//!
//! Owns: stamping, handing notes and written lines back like the driver does, and words for outputs.
//! Every playbook ends by folding its own traffic again from the raw lines: the state must come out the same.

use cca::permissions::Rules;
use cca::session::{
    Activity, Answer, Command, Input, Live, LiveOptions, Output, Phase, Reply, State,
};
use cca::trace::{DecidedBy, Entry, Moment, Note, Traffic};
use cca::wire::permission::PermissionAnswer;
use cca::wire::{Frame, Line, Outgoing, Prompt};
use serde_json::Value;
use std::collections::VecDeque;
use std::time::Duration;

/// Something that happens to the session.
pub(crate) enum Step {
    Received(Vec<u8>),
    Stderr(&'static str),
    Noted(Note),
    Command(Command),
    Answer(String, Answer),
}

/// A line from the CLI.
pub(crate) fn received(message: &Value) -> Step {
    Step::Received(message.to_string().into_bytes())
}

/// A line from the CLI that need not be JSON.
pub(crate) fn raw(line: &[u8]) -> Step {
    Step::Received(line.to_vec())
}

pub(crate) fn stderr(line: &'static str) -> Step {
    Step::Stderr(line)
}

/// Something that happened to the process.
pub(crate) fn noted(note: Note) -> Step {
    Step::Noted(note)
}

pub(crate) fn exited(code: i32) -> Step {
    Step::Noted(Note::Exited {
        code: Some(code),
        signal: None,
    })
}

pub(crate) fn killed(signal: i32) -> Step {
    Step::Noted(Note::Exited {
        code: None,
        signal: Some(signal),
    })
}

pub(crate) fn command(command: Command) -> Step {
    Step::Command(command)
}

/// A prompt; its ticket is 0.
pub(crate) fn prompt(uuid: &str) -> Step {
    Step::Command(Command::Prompt {
        ticket: 0,
        prompt: Prompt::text(format!("prompt {uuid}"), uuid),
    })
}

/// A control request of ours without a limit.
pub(crate) fn request(ticket: u64, subtype: &str) -> Step {
    request_within(ticket, subtype, None)
}

pub(crate) fn request_within(ticket: u64, subtype: &str, seconds: Option<u64>) -> Step {
    Step::Command(Command::Request {
        ticket,
        subtype: subtype.to_owned(),
        body: Value::Object(serde_json::Map::new()),
        limit: seconds.map(Duration::from_secs),
    })
}

pub(crate) fn answer(id: &str, answer: Answer) -> Step {
    Step::Answer(id.to_owned(), answer)
}

/// A person presses yes.
pub(crate) fn allow(id: &str) -> Step {
    let by = DecidedBy::Key;
    answer(
        id,
        Answer::Permission {
            answer: PermissionAnswer::allow(),
            by,
        },
    )
}

/// A person presses no.
pub(crate) fn deny(id: &str, message: &str) -> Step {
    let by = DecidedBy::Key;
    answer(
        id,
        Answer::Permission {
            answer: PermissionAnswer::deny(message),
            by,
        },
    )
}

/// Our code answers something else than a permission request.
pub(crate) fn reply(id: &str, payload: &Value) -> Step {
    answer(id, Answer::of(payload))
}

/// A session and everything that happened to it so far.
pub(crate) struct Playbook {
    live: Live,
    now: Moment,
    traffic: Vec<Traffic>,
    outputs: Vec<String>,
    /// What was sent and is not on the wire yet; `None` while lines are written at once.
    unwritten: Option<VecDeque<Outgoing>>,
    sent: Vec<Value>,
}

impl Playbook {
    /// A session that has not started.
    pub(crate) fn new(options: LiveOptions) -> Self {
        Self {
            live: Live::new(options),
            now: Moment::START,
            traffic: Vec::new(),
            outputs: Vec::new(),
            unwritten: None,
            sent: Vec::new(),
        }
    }

    /// An interactive session whose `initialize` (ticket 1, id `cca-1`) was just answered.
    pub(crate) fn started() -> Self {
        Self::started_with(LiveOptions::default(), true)
    }

    /// The same for one prompt only.
    pub(crate) fn one_shot() -> Self {
        Self::started_with(LiveOptions::default(), false)
    }

    /// An interactive session with rules: deny, ask, allow.
    pub(crate) fn with_rules(deny: &[&str], ask: &[&str], allow: &[&str]) -> Self {
        let lists = [deny, ask, allow].map(|list| list.iter().copied());
        let [deny, ask, allow] = lists;
        let rules = Rules::parse(deny, ask, allow).expect("the rules of the test are well written");
        let options = LiveOptions {
            rules,
            cwd: "/project".into(),
            ..LiveOptions::default()
        };
        Self::started_with(options, true)
    }

    fn started_with(options: LiveOptions, interactive: bool) -> Self {
        let mut book = Self::new(options);
        book.feed(noted(Note::Spawned {
            pid: Some(7),
            interactive,
        }));
        book.feed(request(1, "initialize"));
        book.feed(received(&super::frames::success("cca-1", &Value::Null)));
        book.expects(["send request initialize cca-1", "reply 1 answered"]);
        book
    }

    /// Takes in what happens, and does at once what the session asks for.
    pub(crate) fn feed(&mut self, step: Step) -> &mut Self {
        self.now.0 += 1000;
        let (seq, at) = (self.next_seq(), self.now);
        let input = match step {
            Step::Received(line) => {
                return self.observe(Traffic::received(seq, at, Line::Whole(line.into())));
            }
            Step::Stderr(line) => {
                return self.observe(Traffic::stderr(seq, at, line.as_bytes().into()));
            }
            Step::Noted(note) => return self.observe(Traffic::noted(seq, at, note)),
            Step::Command(command) => Input::Command { at, command },
            Step::Answer(id, answer) => Input::Answer { at, id, answer },
        };
        let outputs = self.live.handle(input);
        self.perform(outputs)
    }

    /// Feeds several lines of the CLI.
    pub(crate) fn receive<const N: usize>(&mut self, messages: [Value; N]) -> &mut Self {
        for message in messages {
            self.feed(received(&message));
        }
        self
    }

    /// Feeds any number of lines of the CLI, and what the session asks for meanwhile is not looked at.
    pub(crate) fn flood(&mut self, messages: impl Iterator<Item = Value>) -> &mut Self {
        for message in messages {
            self.feed(received(&message));
        }
        self.outputs.clear();
        self
    }

    /// Time passes, and the session is told.
    pub(crate) fn tick(&mut self, seconds: u64) -> &mut Self {
        self.now.0 += seconds * 1_000_000;
        let outputs = self.live.handle(Input::Tick(self.now));
        self.perform(outputs)
    }

    /// Time passes, and nobody tells the session.
    pub(crate) fn wait_ms(&mut self, milliseconds: u64) -> &mut Self {
        self.now.0 += milliseconds * 1000;
        self
    }

    /// From now on lines are written only by [`Playbook::write`], as if the child read slowly.
    pub(crate) fn write_later(&mut self) -> &mut Self {
        self.unwritten = Some(VecDeque::new());
        self
    }

    /// The lines that wait are written, and from now on again at once.
    pub(crate) fn write(&mut self) -> &mut Self {
        for outgoing in self.unwritten.take().into_iter().flatten() {
            self.wrote(outgoing);
        }
        self
    }

    fn wrote(&mut self, outgoing: Outgoing) {
        if self.state().life.exit.is_some() {
            return;
        }
        self.now.0 += 1000;
        let traffic = Traffic::sent(self.next_seq(), self.now, outgoing);
        self.observe(traffic);
    }

    fn observe(&mut self, traffic: Traffic) -> &mut Self {
        let outputs = self.live.handle(Input::Traffic(traffic.clone()));
        self.traffic.push(traffic);
        self.perform(outputs)
    }

    fn perform(&mut self, outputs: Vec<Output>) -> &mut Self {
        for output in outputs {
            if let Some(words) = words(&output) {
                self.outputs.push(words);
            }
            match output {
                Output::Note(note) => {
                    let traffic = Traffic::noted(self.next_seq(), self.now, note);
                    self.observe(traffic);
                }
                Output::Send(outgoing) => {
                    let value = serde_json::from_slice(&outgoing.line);
                    self.sent.push(value.expect("what we send is JSON"));
                    match &mut self.unwritten {
                        Some(queue) => queue.push_back(outgoing),
                        None => self.wrote(outgoing),
                    }
                }
                _ => {}
            }
        }
        self
    }

    /// What the session asked for since the last look, in words and in order; notes are left out.
    #[track_caller]
    pub(crate) fn expects<const N: usize>(&mut self, expected: [&str; N]) -> &mut Self {
        assert_eq!(std::mem::take(&mut self.outputs), expected);
        self
    }

    /// The state now.
    #[track_caller]
    pub(crate) fn is(&mut self, phase: Phase) -> &mut Self {
        assert_eq!(self.state().phase(), phase);
        self
    }

    /// The detail beside the state, in words.
    #[track_caller]
    pub(crate) fn detail(&mut self, expected: &str) -> &mut Self {
        assert_eq!(self.activity().to_string(), expected);
        self
    }

    pub(crate) fn activity(&self) -> Activity {
        self.state().activity(self.now)
    }

    pub(crate) fn state(&self) -> &State {
        self.live.state()
    }

    pub(crate) fn live(&self) -> &Live {
        &self.live
    }

    pub(crate) fn now(&self) -> Moment {
        self.now
    }

    /// The last line that was sent, as JSON.
    pub(crate) fn last_sent(&self) -> &Value {
        self.sent.last().expect("something was sent")
    }

    /// What was odd so far, in words.
    pub(crate) fn oddities(&self) -> Vec<&str> {
        let oddities = self.state().oddities.iter();
        oddities.map(|oddity| oddity.what.as_str()).collect()
    }

    /// The state folded again from the raw lines, as a recording would be.
    fn replayed(&self) -> State {
        let mut state = State::default();
        for traffic in &self.traffic {
            let entry = Entry {
                seq: traffic.seq,
                at: traffic.at,
                direction: traffic.direction,
                line: traffic.line.clone(),
            };
            state.observe(&Traffic::from_entry(entry));
        }
        state
    }

    fn next_seq(&self) -> u64 {
        self.traffic.len() as u64 + 1
    }
}

impl Drop for Playbook {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(
                &self.replayed(),
                self.state(),
                "a recording folds to another state"
            );
        }
    }
}

/// A few words for an output. Notes come back as traffic, where the state shows them.
fn words(output: &Output) -> Option<String> {
    Some(match output {
        Output::Note(_) => return None,
        Output::Send(outgoing) => format!("send {}", sent_words(&outgoing.frame)),
        Output::Serve(request) => format!(
            "serve {} {}",
            request.request.subtype,
            request.request_id.as_deref().unwrap_or("-")
        ),
        Output::Drop { id } => format!("drop {id}"),
        Output::Reply { ticket, reply } => format!("reply {ticket} {}", reply_words(reply)),
        Output::CloseInput => "close input".to_owned(),
        Output::Signal(signal) => format!("signal {}", signal.as_str()),
    })
}

fn sent_words(frame: &Frame) -> String {
    let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    match frame {
        Frame::User(user) => format!("prompt {}", or_none(&user.uuid)),
        Frame::ControlRequest(request) => {
            let id = or_none(&request.request_id);
            format!("request {} {id}", request.request.subtype)
        }
        Frame::ControlResponse(response) => {
            let body = &response.response;
            format!("{} {}", body.subtype, or_none(&body.request_id))
        }
        Frame::ControlCancel(cancel) => format!("cancel {}", or_none(&cancel.request_id)),
        other => other.kind().to_owned(),
    }
}

fn reply_words(reply: &Reply) -> String {
    match reply {
        Reply::Accepted => "accepted".to_owned(),
        Reply::Answered(_) => "answered".to_owned(),
        Reply::Refused {
            operation, error, ..
        } => format!("refused {operation}: {error}"),
        Reply::TimedOut {
            operation,
            after,
            pending,
        } => format!(
            "timed out {operation} after {} s [{}]",
            after.as_secs(),
            pending.join("; ")
        ),
        Reply::Gone { operation } => format!("gone {operation}"),
        Reply::Unwritable { error } => format!("unwritable {error}"),
    }
}

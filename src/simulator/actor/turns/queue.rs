//! PURE. Prompts that wait for their turn. Owns: accepting them, which of them become one turn, which are folded into the
//! running one, and what is said about each. Does not own: turns.

use crate::simulator::actor::world::World;
use crate::simulator::frames::system::SessionState;
use crate::simulator::json::Look as _;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// A prompt.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::simulator::actor) struct Prompt {
    /// Its text; blocks are joined.
    pub(in crate::simulator::actor) text: String,
    /// Its content as it came.
    pub(in crate::simulator::actor) content: Value,
    /// The name the client gave it.
    pub(in crate::simulator::actor) uuid: Option<String>,
    /// It is only added to the conversation.
    pub(in crate::simulator::actor) silent: bool,
    /// It does not wait for the running answer.
    pub(in crate::simulator::actor) now: bool,
}

/// What waits.
#[derive(Debug, Default)]
pub(in crate::simulator::actor) struct Queue {
    waiting: VecDeque<Prompt>,
    /// Turns the CLI starts by itself.
    pub(in crate::simulator::actor) own: VecDeque<OwnTurn>,
}

/// A turn the CLI starts by itself when a task in the background has ended.
#[derive(Debug, Clone)]
pub(in crate::simulator::actor) struct OwnTurn {
    pub(in crate::simulator::actor) run_id: String,
    pub(in crate::simulator::actor) steps: Vec<crate::simulator::scenario::Step>,
    /// What was told about the task.
    pub(in crate::simulator::actor) summary: String,
}

/// What the next turn is for.
#[derive(Debug, Clone)]
pub(super) enum Cause {
    Prompts(Vec<Prompt>),
    Own(Box<OwnTurn>),
}

impl Prompt {
    /// Reads a `user` message; nothing if it is none.
    pub(in crate::simulator::actor) fn read(message: &Value) -> Option<Self> {
        let content = message.at("message");
        if content.at("role") != "user" {
            return None;
        }
        let content = content.get("content").cloned().unwrap_or(Value::Null);
        let uuid = message.at("uuid").as_str().map(str::to_owned);
        Some(Self {
            text: text_of(&content),
            content,
            uuid,
            silent: message.at("shouldQuery") == false,
            now: message.at("priority") == "now",
        })
    }

    /// The command and its arguments, if it is a slash command.
    pub(in crate::simulator::actor) fn command(&self) -> Option<(&str, &str)> {
        let rest = self.text.trim().strip_prefix('/')?;
        let (name, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        (!name.is_empty() && !name.contains('/')).then_some((name, arguments.trim()))
    }
}

fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts = blocks.iter().filter_map(|block| block.at("text").as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => "(no content)".to_owned(),
    }
}

impl Queue {
    /// The ids of those that wait.
    pub(in crate::simulator::actor) fn uuids(&self) -> Vec<String> {
        let uuids = self.waiting.iter().filter_map(|prompt| prompt.uuid.clone());
        uuids.collect()
    }

    pub(in crate::simulator::actor) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.own.is_empty()
    }

    /// Everything that waits leaves the queue.
    pub(in crate::simulator::actor) fn clear(&mut self) -> Vec<Prompt> {
        self.waiting.drain(..).collect()
    }

    /// One prompt leaves the queue.
    pub(in crate::simulator::actor) fn remove(&mut self, uuid: &str) -> bool {
        let at = self
            .waiting
            .iter()
            .position(|prompt| prompt.uuid.as_deref() == Some(uuid));
        at.is_some_and(|at| self.waiting.remove(at).is_some())
    }

    /// What the next turn is for: a command or a silent prompt alone, all others up to the next such one together.
    pub(super) fn next(&mut self) -> Option<Cause> {
        let alone = |prompt: &Prompt| prompt.silent || prompt.command().is_some();
        let Some(first) = self.waiting.pop_front() else {
            return self.own.pop_front().map(|own| Cause::Own(Box::new(own)));
        };
        let mut prompts = vec![first];
        if prompts.first().is_some_and(alone) {
            return Some(Cause::Prompts(prompts));
        }
        while self.waiting.front().is_some_and(|next| !alone(next)) {
            prompts.extend(self.waiting.pop_front());
        }
        Some(Cause::Prompts(prompts))
    }

    /// What is folded into the running turn after a tool call: all but commands.
    fn foldable(&mut self) -> Vec<Prompt> {
        let (commands, prompts) = self
            .waiting
            .drain(..)
            .partition(|prompt| prompt.command().is_some());
        self.waiting = commands;
        Vec::from(prompts)
    }
}

impl World {
    /// Takes a prompt from the client.
    pub(in crate::simulator::actor) fn accept(&mut self, prompt: Prompt) {
        if self.session.refuses_prompts {
            return;
        }
        if self.turn.is_none() {
            self.say_state(SessionState::Running);
        }
        self.say_lifecycle(prompt.uuid.as_deref(), "queued");
        self.queue.waiting.push_back(prompt);
    }

    /// Folds what waits into the running turn.
    pub(in crate::simulator::actor) fn fold_prompts(&mut self) -> Vec<Prompt> {
        let prompts = self.queue.foldable();
        for prompt in &prompts {
            self.replay(prompt);
            self.say_lifecycle(prompt.uuid.as_deref(), "started");
            if let Some(turn) = &mut self.turn {
                turn.uuids.extend(prompt.uuid.clone());
                turn.folded.extend(prompt.uuid.clone());
            }
        }
        prompts
    }

    /// Repeats a prompt, for clients that want to see what was accepted.
    pub(in crate::simulator::actor) fn replay(&mut self, prompt: &Prompt) {
        if self.session.replays {
            let content = match &prompt.content {
                Value::Null => json!("(no content)"),
                content => content.clone(),
            };
            self.say_replay(&content, prompt.uuid.as_deref());
        }
    }
}

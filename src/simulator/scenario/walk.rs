//! The parts of a step. Owns: where the steps inside a step are, and the texts that may hold placeholders, each with its
//! key. Does not own: what is done with them.

use super::ask::{Ask, Suggestion};
use super::step::Step;
use super::work::{Questions, Task, ToolCall};
use crate::config::KeyPath;
use serde_json::{Map, Value};

/// The lists of steps directly inside a step that stands at `at`.
pub(super) fn inside<'a>(step: &'a Step, at: &KeyPath) -> Vec<(KeyPath, &'a [Step])> {
    let at = at.key(step.verb());
    match step {
        Step::Tool(tool) => inside_tool(tool, &at),
        Step::Parallel(parallel) => {
            let tools = parallel.tools.iter().enumerate();
            tools
                .flat_map(|(index, tool)| inside_tool(tool, &at.key("tools").index(index)))
                .collect()
        }
        Step::Ask(ask) => vec![
            (at.key("answered"), &ask.answered),
            (at.key("declined"), &ask.declined),
        ],
        Step::Plan(plan) => vec![
            (at.key("approved"), &plan.approved),
            (at.key("rejected"), &plan.rejected),
        ],
        Step::Agent(agent) => vec![
            (at.key("steps"), &agent.steps),
            (at.key("afterwards"), &agent.afterwards),
        ],
        Step::Background(shell) => vec![(at.key("afterwards"), &shell.afterwards)],
        Step::When(branch) => vec![
            (at.key("then"), &branch.then),
            (at.key("else"), &branch.otherwise),
        ],
        Step::Repeat(repeat) => vec![(at.key("steps"), &repeat.steps)],
        _ => Vec::new(),
    }
}

fn inside_tool<'a>(tool: &'a ToolCall, at: &KeyPath) -> Vec<(KeyPath, &'a [Step])> {
    vec![
        (at.key("allowed"), &tool.allowed),
        (at.key("edited"), &tool.edited),
        (at.key("denied"), &tool.denied),
        (at.key("failed"), &tool.failed),
    ]
}

/// All steps of a list, those inside others too, with their keys.
pub(super) fn all<'a>(steps: &'a [Step], at: &KeyPath, found: &mut Vec<(KeyPath, &'a Step)>) {
    for (index, step) in steps.iter().enumerate() {
        let at = at.index(index);
        found.push((at.clone(), step));
        for (at, steps) in inside(step, &at) {
            all(steps, &at, found);
        }
    }
}

/// The tool calls of a step, with their keys.
pub(super) fn tools<'a>(step: &'a Step, at: &KeyPath) -> Vec<(KeyPath, &'a ToolCall)> {
    let at = at.key(step.verb());
    match step {
        Step::Tool(tool) => vec![(at, tool)],
        Step::Parallel(parallel) => {
            let tools = parallel.tools.iter().enumerate();
            tools
                .map(|(index, tool)| (at.key("tools").index(index), tool))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Collects texts and their keys.
#[derive(Default)]
pub(super) struct Texts<'a>(pub(super) Vec<(KeyPath, &'a str)>);

impl<'a> Texts<'a> {
    /// The texts of one step in which placeholders are filled; not those of the steps inside it.
    pub(super) fn of(step: &'a Step, at: &KeyPath) -> Self {
        let mut texts = Self::default();
        for (at, tool) in tools(step, at) {
            texts.tool(&at, tool);
        }
        texts.step(step, &at.key(step.verb()));
        texts
    }

    fn step(&mut self, step: &'a Step, at: &KeyPath) {
        match step {
            Step::Say(text)
            | Step::Title(text)
            | Step::Help(text)
            | Step::Noise(text)
            | Step::Malformed(text)
            | Step::Surrogate(text)
            | Step::Stderr(text) => self.0.push((at.clone(), text)),
            Step::Stream(speech) | Step::Think(speech) => self.add(at, "text", &speech.text),
            Step::Ask(questions) => self.questions(at, questions),
            Step::Plan(plan) => self.add(at, "text", &plan.text),
            Step::Agent(agent) => {
                self.add(at, "description", &agent.description);
                self.add(at, "prompt", &agent.prompt);
            }
            Step::Background(shell) => {
                self.add(at, "command", &shell.command);
                self.add(at, "description", &shell.description);
                self.add(at, "output", &shell.output);
            }
            Step::Todos(todos) => {
                for (index, todo) in todos.iter().enumerate() {
                    self.add(&at.index(index), "content", &todo.content);
                    self.option(&at.index(index), "active", todo.active.as_ref());
                }
            }
            Step::Task(Task::Create {
                subject,
                description,
            }) => {
                self.add(&at.key("create"), "subject", subject);
                self.add(&at.key("create"), "description", description);
            }
            Step::Hook(hook) => {
                self.option(at, "subject", hook.subject.as_ref());
                self.map(&at.key("input"), &hook.input);
            }
            Step::Compact(compaction) => self.add(at, "summary", &compaction.summary),
            Step::Structured(value) => self.value(at, value),
            Step::Fail(failure) => self.option(at, "text", failure.text.as_ref()),
            Step::Notice(notice) => self.add(at, "text", &notice.text),
            Step::Frame(fields) | Step::Set(fields) => self.map(at, fields),
            Step::Exit(exit) => self.option(at, "stderr", exit.stderr.as_ref()),
            Step::When(branch) => self.add(at, "value", &branch.value),
            _ => {}
        }
    }

    fn tool(&mut self, at: &KeyPath, tool: &'a ToolCall) {
        self.map(&at.key("input"), &tool.input);
        self.option(at, "output", tool.output.as_ref());
        self.option(at, "error", tool.error.as_ref());
        if let Some(result) = &tool.result {
            self.value(&at.key("result"), result);
        }
        let Ask::Details(details) = &tool.ask else {
            return;
        };
        let at = at.key("ask");
        self.option(&at, "reason", details.reason.as_ref());
        self.option(&at, "blocked_path", details.blocked_path.as_ref());
        self.option(&at, "description", details.description.as_ref());
        self.option(&at, "title", details.title.as_ref());
        for (index, suggestion) in details.suggestions.iter().flatten().enumerate() {
            let at = at.key("suggestions").index(index);
            match suggestion {
                Suggestion::Rule(rule) => self.0.push((at, rule)),
                Suggestion::Update(update) => self.value(&at, update),
            }
        }
    }

    fn questions(&mut self, at: &KeyPath, questions: &'a Questions) {
        for (index, question) in questions.questions.iter().enumerate() {
            let at = at.key("questions").index(index);
            self.add(&at, "question", &question.question);
            self.add(&at, "header", &question.header);
            for (index, choice) in question.options.iter().enumerate() {
                let at = at.key("options").index(index);
                self.add(&at, "label", &choice.label);
                self.add(&at, "description", &choice.description);
                self.option(&at, "preview", choice.preview.as_ref());
            }
        }
    }

    fn add(&mut self, at: &KeyPath, key: &str, text: &'a str) {
        self.0.push((at.key(key), text));
    }

    fn option(&mut self, at: &KeyPath, key: &str, text: Option<&'a String>) {
        if let Some(text) = text {
            self.add(at, key, text);
        }
    }

    fn map(&mut self, at: &KeyPath, fields: &'a Map<String, Value>) {
        for (name, value) in fields {
            self.value(&at.key(name), value);
        }
    }

    fn value(&mut self, at: &KeyPath, value: &'a Value) {
        match value {
            Value::String(text) => self.0.push((at.clone(), text)),
            Value::Object(fields) => self.map(at, fields),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(&at.index(index), item);
                }
            }
            _ => {}
        }
    }
}

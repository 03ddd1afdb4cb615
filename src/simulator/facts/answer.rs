//! PURE. Control requests of the client: the answers that need nothing but facts. What needs the actor says so.

use super::{Facts, models};
use crate::simulator::frames::{Stamp, control, system, user};
use serde_json::{Value, json};

/// The answer to a request, and what is sent beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What is answered.
    pub reply: Reply,
    /// Frames before the answer.
    pub before: Vec<Aside>,
    /// Frames after it.
    pub after: Vec<Aside>,
}

/// What is answered.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// Success, with or without a payload.
    Success(Option<Value>),
    /// Success of `initialize`: the actor adds the requests that are open.
    Initialized(Value),
    /// Refused: words, and a code for some.
    Error(String, Option<&'static str>),
    /// Only the actor can answer: it is about turns, queues, tasks, tools or the process.
    Actor,
}

impl Reply {
    /// The line; `None` if it is the actor's. `open` are the permission requests without an answer, as they were sent.
    pub fn frame(&self, request_id: Option<&str>, open: &[Value]) -> Option<Value> {
        Some(match self {
            Self::Success(payload) => control::success(request_id, payload.clone()),
            Self::Initialized(payload) => control::initialized(request_id, payload.clone(), open),
            Self::Error(text, code) => control::error(request_id, text, *code),
            Self::Actor => return None,
        })
    }
}

/// A frame that goes with an answer; the actor stamps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aside {
    /// The permission mode changed.
    Mode(String),
    /// What a local command would have printed.
    Output(String),
    /// The title changed.
    Title(String),
}

impl Aside {
    /// The frame.
    pub fn frame(&self, stamp: &Stamp) -> Value {
        match self {
            Self::Mode(mode) => system::mode_changed(stamp, mode),
            Self::Output(text) => user::local_output(stamp, text),
            Self::Title(title) => system::title_changed(stamp, title),
        }
    }
}

impl Answer {
    pub(super) fn success(payload: Value) -> Self {
        Self::of(Reply::Success(Some(payload)))
    }

    pub(super) fn done() -> Self {
        Self::of(Reply::Success(None))
    }

    pub(super) fn error(text: impl Into<String>) -> Self {
        Self::of(Reply::Error(text.into(), None))
    }

    fn of(reply: Reply) -> Self {
        Self {
            reply,
            before: Vec::new(),
            after: Vec::new(),
        }
    }
}

const MODES: [&str; 6] = [
    "acceptEdits",
    "auto",
    "bypassPermissions",
    "default",
    "dontAsk",
    "plan",
];

impl Facts {
    /// Answers a control request. `wall_ms` is how long the process has run.
    pub fn answer(&mut self, request: &Value, wall_ms: u64) -> Answer {
        let text = |key: &str| request.get(key).and_then(Value::as_str);
        let subtype = text("subtype").unwrap_or_default();
        match subtype {
            "initialize" => Answer::of(Reply::Initialized(self.initialize(request))),
            "set_permission_mode" => self.set_permission_mode(text("mode").unwrap_or_default()),
            "set_model" => self.set_model_to(text("model")),
            "rename_session" => self.rename(text("title").unwrap_or_default()),
            "apply_flag_settings" => self.apply_settings(request.get("settings")),
            "mcp_status" | "mcp_toggle" | "mcp_reconnect" | "mcp_set_servers" => {
                self.answer_mcp(subtype, request)
            }
            "get_context_usage" => Answer::success(self.context_usage()),
            "get_session_cost" => Answer::success(json!({ "text": self.cost_text(wall_ms) })),
            "get_usage" => Answer::success(self.usage(wall_ms)),
            "get_settings" => Answer::success(self.settings_answer()),
            "list_permission_rules" => Answer::success(self.rules_answer()),
            "list_models" => Answer::success(json!({ "models": models::catalogue() })),
            "get_binary_version" => Answer::success(
                json!({ "version": self.version, "buildTime": "2026-11-13T18:52:23Z" }),
            ),
            "get_hooks_listing" => Answer::success(Self::hooks_listing()),
            "file_suggestions" => {
                Answer::success(json!({ "suggestions": [], "cwd": self.place.cwd }))
            }
            "rewind_files" if !self.switches.checkpoints => {
                Answer::error("File rewinding is not enabled.")
            }
            "rewind_files" => Answer::error("No file checkpoint found for this message."),
            "read_file" => Answer::error(format!("read denied: {}", text("path").unwrap_or(""))),
            "register_repo_root" => self.register_root(text("directory").unwrap_or_default()),
            "reload_skills" => {
                let skills = super::catalogue::skills();
                let named = |row: &&Value| {
                    let name = row.get("name").and_then(Value::as_str);
                    name.is_some_and(|name| skills.contains(&name))
                };
                let rows: Vec<&Value> = self.commands.iter().filter(named).collect();
                Answer::success(json!({ "skills": rows }))
            }
            "reload_plugins" => Answer::success(json!({
                "commands": self.commands, "agents": self.agents, "plugins": [], "mcpServers": [],
                "error_count": 0,
            })),
            "reload_output_styles" => Answer::success(json!({
                "available_output_styles":
                    ["default", "Proactive", "Concise", "Explanatory", "Learning"],
            })),
            "generate_session_title" => {
                let words: Vec<&str> = (text("description").unwrap_or_default())
                    .split_whitespace()
                    .take(6)
                    .collect();
                Answer::success(json!({ "title": words.join(" ") }))
            }
            "update_settings" => Answer::success(json!({})),
            "set_max_thinking_tokens" | "seed_read_state" | "set_has_subscribers" => Answer::done(),
            "interrupt"
            | "stop_task"
            | "get_task_output"
            | "cancel_async_message"
            | "background_tasks"
            | "mcp_message"
            | "end_session"
            | "side_question" => Answer::of(Reply::Actor),
            _ => Answer::of(Reply::Error(
                format!("Unsupported control request subtype: {subtype}"),
                Some("unsupported_request"),
            )),
        }
    }

    fn set_permission_mode(&mut self, mode: &str) -> Answer {
        let mode = if mode == "manual" { "default" } else { mode };
        if !MODES.contains(&mode) {
            let known = MODES.join(", ");
            let text = format!("Cannot set permission mode: must be one of {known}");
            return Answer::of(Reply::Error(text, Some("invalid_mode")));
        }
        if mode == "bypassPermissions" && !self.bypass_available {
            let text = "Cannot set permission mode to bypassPermissions because the session was not launched with --dangerously-skip-permissions";
            return Answer::of(Reply::Error(text.to_owned(), Some("bypass_not_launched")));
        }
        let changed = self.mode != mode;
        self.set_mode(mode);
        let mut answer = Answer::success(json!({ "mode": mode }));
        if changed {
            answer.after.push(Aside::Mode(mode.to_owned()));
        }
        answer
    }

    fn set_model_to(&mut self, name: Option<&str>) -> Answer {
        let name = name.unwrap_or("default");
        let resolved = match name {
            "default" => self.default_model.clone(),
            _ => models::resolve(name),
        };
        let mut answer = Answer::success(json!({ "model": resolved }));
        if self.model != resolved {
            let words = models::in_words(name);
            answer
                .before
                .push(Aside::Output(format!("Set model to `{words}`")));
            self.model = resolved;
        }
        answer
    }

    fn rename(&mut self, title: &str) -> Answer {
        if title.trim().is_empty() {
            return Answer::error("title must be non-empty");
        }
        self.title = Some(title.to_owned());
        let mut answer = Answer::done();
        answer.before.push(Aside::Title(title.to_owned()));
        answer
    }

    fn apply_settings(&mut self, settings: Option<&Value>) -> Answer {
        let Some(Value::Object(settings)) = settings else {
            return Answer::error("settings must be an object");
        };
        if let Some(effort) = settings.get("effortLevel").and_then(Value::as_str) {
            effort.clone_into(&mut self.effort);
        }
        if let Some(model) = settings.get("model").and_then(Value::as_str) {
            self.model = models::resolve(model);
        }
        self.settings.extend(settings.clone());
        Answer::done()
    }

    fn register_root(&mut self, directory: &str) -> Answer {
        if self.rules.inside(directory, &self.place) {
            return Answer::success(json!({ "directory": directory }));
        }
        Answer::error(format!("{directory} is not below the working directory"))
    }

    fn settings_answer(&self) -> Value {
        let sources: Vec<Value> = if self.settings.is_empty() {
            Vec::new()
        } else {
            vec![json!({ "source": "flagSettings", "settings": self.settings })]
        };
        json!({
            "effective": self.settings,
            "sources": sources,
            "applied": {
                "model": self.model,
                "effort": self.effort,
                "advisor": null,
                "ultracode": false,
                "ultracodeRequested": false,
                "ultracodeAvailable": true,
                "ultrathinkAvailable": false,
                "outsideFileToolReadsBlocked": false,
                "outsideFileToolWritesBlocked": false,
                "outsideBlocksCountLaunchFoldersOnly": false,
                "launchEnvLeftOwnFilesInPlace": true,
            },
        })
    }

    fn rules_answer(&self) -> Value {
        json!({
            "state": {
                "rules": self.rules.listing(),
                "workspaceDirectories": self.rules.directories,
                "originalCwd": self.place.cwd,
                "managedOnly": false,
            },
        })
    }
}

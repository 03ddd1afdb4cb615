//! Checks of what the model does: tools and their permission requests, questions, agents, lists.

use super::limits::{MILLISECONDS, TASKS};
use super::words::{TASK, TODO};
use super::{Check, Checked};
use crate::config::KeyPath;
use crate::permissions::Rule;
use crate::simulator::scenario::ask::{Ask, AskDetails, Suggestion};
use crate::simulator::scenario::work::{
    Agent, BackgroundShell, Question, Questions, Task, Todo, ToolCall,
};
use crate::wire::permission::PermissionUpdate;
use serde_json::Value;

impl Check<'_> {
    pub(super) fn tool(&self, at: &KeyPath, tool: &ToolCall) -> Checked {
        self.filled(at, "name", &tool.name)?;
        if tool.output.is_some() && tool.error.is_some() {
            let what = "stands beside `output`; a call gives something back or fails";
            return self.wrong(&at.key("error"), what);
        }
        self.within(&at.key("takes_ms"), tool.takes_ms, &MILLISECONDS)?;
        if let Some(name) = &tool.name_of_result {
            self.new_name(&at.key("as"), name)?;
        }
        match &tool.ask {
            Ask::Details(details) => self.details(&at.key("ask"), details),
            Ask::When(_) => Ok(()),
        }
    }

    fn details(&self, at: &KeyPath, details: &AskDetails) -> Checked {
        for (index, suggestion) in details.suggestions.iter().flatten().enumerate() {
            self.suggestion(&at.key("suggestions").index(index), suggestion)?;
        }
        let after = details.withdraw.as_ref().map(|withdraw| withdraw.after_ms);
        self.if_within(&at.key("withdraw").key("after_ms"), after, &MILLISECONDS)
    }

    fn suggestion(&self, at: &KeyPath, suggestion: &Suggestion) -> Checked {
        match suggestion {
            Suggestion::Rule(rule) => match Rule::parse(rule) {
                Ok(_) => Ok(()),
                Err(error) => self.wrong(at, error.to_string()),
            },
            Suggestion::Update(update) => match serde_json::from_value(update.clone()) {
                Ok(PermissionUpdate::Unknown(_)) | Err(_) => self.no_update(at, update),
                Ok(PermissionUpdate::SetMode { mode, .. }) => {
                    self.mode(&at.key("mode"), mode.as_str())
                }
                Ok(_) => Ok(()),
            },
        }
    }

    fn no_update(&self, at: &KeyPath, update: &Value) -> Checked {
        const KINDS: [(&str, &str); 6] = [
            ("addRules", "rules and behavior"),
            ("replaceRules", "rules and behavior"),
            ("removeRules", "rules and behavior"),
            ("setMode", "mode"),
            ("addDirectories", "directories"),
            ("removeDirectories", "directories"),
        ];
        let kind = update
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if let Some((kind, needs)) = KINDS.iter().find(|(name, _)| *name == kind) {
            return self.wrong(at, format!("is no permission update: {kind} needs {needs}"));
        }
        self.word(&at.key("type"), kind, &KINDS.map(|(kind, _)| kind))
    }

    pub(super) fn questions(&self, at: &KeyPath, questions: &Questions) -> Checked {
        let at = at.key("questions");
        let count = questions.questions.len();
        if !(1..=4).contains(&count) {
            return self.wrong(&at, format!("needs 1 to 4 questions and has {count}"));
        }
        for (index, question) in questions.questions.iter().enumerate() {
            self.question(&at.index(index), question)?;
        }
        Ok(())
    }

    fn question(&self, at: &KeyPath, question: &Question) -> Checked {
        self.filled(at, "question", &question.question)?;
        let count = question.options.len();
        let at = at.key("options");
        if !(2..=4).contains(&count) {
            return self.wrong(&at, format!("needs 2 to 4 options and has {count}"));
        }
        let options = question.options.iter().enumerate();
        options
            .into_iter()
            .try_for_each(|(index, choice)| self.filled(&at.index(index), "label", &choice.label))
    }

    pub(super) fn agent(&self, at: &KeyPath, agent: &Agent) -> Checked {
        self.filled(at, "description", &agent.description)?;
        if !agent.background && !agent.afterwards.is_empty() {
            let what = "is for a background agent; set `background = true`, or write the steps after this one";
            return self.wrong(&at.key("afterwards"), what);
        }
        Ok(())
    }

    pub(super) fn background(&self, at: &KeyPath, shell: &BackgroundShell) -> Checked {
        self.filled(at, "command", &shell.command)?;
        self.within(&at.key("takes_ms"), shell.takes_ms, &MILLISECONDS)
    }

    pub(super) fn todos(&self, at: &KeyPath, todos: &[Todo]) -> Checked {
        for (index, todo) in todos.iter().enumerate() {
            let at = at.index(index);
            self.filled(&at, "content", &todo.content)?;
            self.word(&at.key("status"), &todo.status, &TODO)?;
        }
        Ok(())
    }

    pub(super) fn task(&self, at: &KeyPath, task: &Task) -> Checked {
        match task {
            Task::Create { subject, .. } => self.filled(&at.key("create"), "subject", subject),
            Task::Update { id, status } => {
                let at = at.key("update");
                self.within(&at.key("id"), *id, &TASKS)?;
                self.word(&at.key("status"), status, &TASK)
            }
        }
    }
}

//! The fold, tool calls under way. Owns: which are open, when one is over, and its share in the figures of its tool.
//! Does not own: the calls in the conversation (`transcript`), the figures (`tool_stats`).

use super::state::{OPEN, OpenTool, State};
use super::tool_stats::Ended;
use crate::trace::{Moment, Traffic};

impl State {
    /// The model called a tool.
    pub(super) fn called(&mut self, id: &str, name: &str, parent: Option<&str>, traffic: &Traffic) {
        let over = |call: &super::ToolCall| call.ended.is_some();
        if self.transcript.call(id).is_some_and(over) || self.open_tools.contains_key(id) {
            return;
        }
        if self.open_tools.len() >= OPEN {
            self.counts.dropped_tools += 1;
            let what = "tool calls are open, so this one is not followed";
            return self.odd(traffic, format!("more than {OPEN} {what}: {id}"));
        }
        self.tool_stats.called(name);
        let open = OpenTool {
            name: name.to_owned(),
            since: traffic.at,
            parent: parent.map(str::to_owned),
            ready: traffic.at,
        };
        self.open_tools.insert(id.to_owned(), open);
    }

    /// A call came back.
    pub(super) fn came_back(&mut self, id: &str, at: Moment) {
        if let Some(open) = self.open_tools.shift_remove(id) {
            let ended = self.how_ended(id, &open, at);
            self.tool_stats.ended(&open.name, ended);
        }
    }

    /// How a call that came back ended, for the figures of its tool.
    fn how_ended(&self, id: &str, open: &OpenTool, at: Moment) -> Ended {
        let call = self.transcript.call(id);
        if call.is_some_and(|call| call.not_executed.is_some()) {
            return Ended::NotRun;
        }
        let result = call.and_then(|call| call.result.as_ref());
        let failed = result.is_some_and(|result| result.is_error);
        Ended::Ran(at.since(open.ready), failed)
    }

    /// Tools of which nothing more will come.
    pub(super) fn lose_tools(&mut self, lost: impl Fn(&OpenTool) -> bool) {
        for tool in self.open_tools.values().filter(|tool| lost(tool)) {
            self.tool_stats.ended(&tool.name, Ended::Lost);
        }
        self.open_tools.retain(|_, tool| !lost(tool));
    }

    /// A sub-agent that is over brings no more results: a killed one leaves its calls open.
    pub(super) fn give_up_calls_of_ended_tasks(&mut self, traffic: &Traffic) {
        let over = |parent: &str| {
            let mut tasks = self.tasks.running.values();
            tasks.any(|task| task.ended.is_some() && task.tool_use_id.as_deref() == Some(parent))
        };
        let open = self.open_tools.iter();
        let given_up: Vec<String> = open
            .filter(|(_, tool)| tool.parent.as_deref().is_some_and(over))
            .map(|(id, _)| id.clone())
            .collect();
        for id in &given_up {
            if let Some(open) = self.open_tools.shift_remove(id) {
                self.tool_stats.ended(&open.name, Ended::Lost);
            }
        }
        self.transcript
            .close_calls(given_up.into_iter(), traffic.at);
    }
}

#[cfg(test)]
#[path = "observe_tools_tests.rs"]
mod tests;

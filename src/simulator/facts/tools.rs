//! PURE. Which built-in tools there are, as `system/init` lists them. The agent tool is listed under its old name.

use crate::simulator::flags::{Flags, ToolChoice};

/// The usual ones, in the order of the list.
const USUAL: &[&str] = &[
    "Task",
    "Bash",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Edit",
    "EnterWorktree",
    "ExitWorktree",
    "ListAgents",
    "Monitor",
    "NotebookEdit",
    "Read",
    "ReportFindings",
    "ScheduleWakeup",
    "SendMessage",
    "Skill",
    "TaskStop",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "Workflow",
    "Write",
];
/// Only where somebody can be asked.
const FOR_PEOPLE: &[&str] = &["AskUserQuestion", "EnterPlanMode", "ExitPlanMode"];
/// Only where an allow rule or `--tools` names one of them.
const TASK_LIST: &[&str] = &["TaskCreate", "TaskGet", "TaskList", "TaskUpdate"];
const SEARCH: &[&str] = &["Glob", "Grep"];
/// All that is left with `--bare`.
const BARE: &[&str] = &["Bash", "Edit", "Read"];

/// The list for this command line. `tasks` is false with `CLAUDE_CODE_ENABLE_TASKS=0`.
pub(super) fn list(flags: &Flags, tasks: bool, tool_search: bool) -> Vec<String> {
    let mut tools: Vec<&str> = if flags.bare {
        BARE.to_vec()
    } else {
        offered(flags, tasks)
    };
    if let ToolChoice::Only(names) = &flags.tools {
        let named = |tool: &str| names.iter().any(|name| same(name, tool));
        tools = optional(tasks)
            .chain(USUAL.iter().chain(FOR_PEOPLE).copied())
            .filter(|tool| named(tool))
            .filter(|tool| flags.client_answers() || !FOR_PEOPLE.contains(tool))
            .collect();
    }
    let denied = |tool: &str| flags.disallowed.iter().any(|rule| same(rule, tool));
    // Without Bash there is nothing to monitor, and searching needs tools of its own.
    if denied("Bash") && flags.tools == ToolChoice::Default {
        tools.retain(|tool| *tool != "Monitor");
        tools.extend(SEARCH.iter().filter(|tool| !denied(tool)));
    }
    tools.retain(|tool| !denied(tool) && (tool_search || *tool != "ToolSearch"));
    if flags.json_schema.is_some() {
        tools.push("StructuredOutput");
    }
    tools.sort_unstable_by_key(|tool| if *tool == "Task" { "Agent" } else { tool });
    tools.dedup();
    tools.into_iter().map(str::to_owned).collect()
}

fn optional(tasks: bool) -> impl Iterator<Item = &'static str> {
    let lists: &[&str] = if tasks { TASK_LIST } else { &["TodoWrite"] };
    lists.iter().chain(SEARCH).copied()
}

fn offered(flags: &Flags, tasks: bool) -> Vec<&'static str> {
    let mut tools = USUAL.to_vec();
    if flags.client_answers() {
        tools.extend(FOR_PEOPLE);
    }
    let allowed = |tool: &str| flags.allowed.iter().any(|rule| same(rule, tool));
    tools.extend(SEARCH.iter().filter(|tool| allowed(tool)));
    // Either list of tasks opts in to the one that is on.
    if TASK_LIST.iter().any(|tool| allowed(tool)) || allowed("TodoWrite") {
        tools.extend(optional(tasks).filter(|tool| !SEARCH.contains(tool)));
    }
    tools
}

/// Whether a rule without a pattern names a tool; `Agent` and `Task` are one.
fn same(rule: &str, tool: &str) -> bool {
    rule == tool || (rule == "Agent" && tool == "Task")
}

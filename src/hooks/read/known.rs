//! What can be known about names in a file of hooks. Owns: spotting a matcher or a field that is a slip of the pen, because a
//! guard with one would never be asked, and nobody would notice. Does not own: what tools there are; a name that is like
//! none of these is somebody's own and is let pass.

use super::Reading;
use crate::config::nearest;
use crate::hooks::input;
use crate::wire::hook::HookEvent;

/// The CLI's tools, with the fields of their inputs where a guard would look.
const BUILT_IN: &[(&str, &[&str])] = &[
    (
        "Agent",
        &[
            "prompt",
            "description",
            "subagent_type",
            "model",
            "run_in_background",
            "isolation",
        ],
    ),
    ("AskUserQuestion", &["questions", "answers"]),
    (
        "Bash",
        &[
            "command",
            "description",
            "timeout",
            "run_in_background",
            "dangerouslyDisableSandbox",
        ],
    ),
    (
        "Edit",
        &["file_path", "old_string", "new_string", "replace_all"],
    ),
    ("EnterPlanMode", &[]),
    ("ExitPlanMode", &[]),
    ("Glob", &["pattern", "path"]),
    (
        "Grep",
        &[
            "pattern",
            "path",
            "glob",
            "type",
            "output_mode",
            "head_limit",
            "multiline",
            "offset",
        ],
    ),
    ("Monitor", &[]),
    ("MultiEdit", &["file_path", "edits"]),
    (
        "NotebookEdit",
        &[
            "notebook_path",
            "cell_id",
            "new_source",
            "cell_type",
            "edit_mode",
        ],
    ),
    ("Read", &["file_path", "offset", "limit", "pages"]),
    ("SendMessage", &[]),
    ("Skill", &["skill", "args"]),
    ("TaskCreate", &[]),
    ("TaskGet", &[]),
    ("TaskList", &[]),
    ("TaskStop", &[]),
    ("TaskUpdate", &[]),
    ("ToolSearch", &["query", "max_results"]),
    ("WebFetch", &["url", "prompt"]),
    (
        "WebSearch",
        &["query", "allowed_domains", "blocked_domains"],
    ),
    ("Write", &["file_path", "content"]),
];

impl Reading<'_> {
    /// What is wrong with a matcher that names a tool as it is not written.
    pub(super) fn miswritten_tool(&self, matcher: &str) -> Option<String> {
        if !is_about_calls(&self.event) {
            return None;
        }
        let wrong = alternatives(matcher).find_map(|name| {
            let (tool, _) = BUILT_IN
                .iter()
                .find(|(tool, _)| tool.eq_ignore_ascii_case(name))?;
            (*tool != name).then_some((name, *tool))
        });
        wrong.map(|(name, tool)| {
            format!(
                "there is no tool `{name}`, and upper and lower case count, so it would never be asked; write `{tool}`"
            )
        })
    }

    /// What is wrong with a path whose field no input of this event has.
    pub(super) fn unknown_field(&self, path: &str) -> Option<String> {
        let mut parts = path.split('.');
        let first = parts.next()?;
        let names = input::names(&self.event)?;
        if !names.iter().any(|name| name == first) {
            return Some(format!(
                "{} has no field `{first}`, so this would never match; it has: {}",
                self.event,
                names.join(", ")
            ));
        }
        if first != "tool_input" || !is_about_calls(&self.event) {
            return None;
        }
        let field = parts.next()?;
        let known = self.fields_of_tools()?;
        // A newer CLI may have fields that are not in the table; a slip of the pen is near one that is.
        let near = nearest(field, known.iter().copied()).filter(|_| !known.contains(&field))?;
        Some(format!(
            "the input has no field `{field}`, so this would never match; did you mean `tool_input.{near}`?"
        ))
    }

    /// The fields of the tools the matcher names; `None` if others may be meant too.
    fn fields_of_tools(&self) -> Option<Vec<&'static str>> {
        let matcher = self.shape.matcher.as_ref()?.get_ref();
        let fields = |name: &str| {
            let found = BUILT_IN.iter().find(|(tool, _)| *tool == name);
            found.map(|(_, fields)| *fields)
        };
        let all: Option<Vec<_>> = alternatives(matcher).map(fields).collect();
        all.map(|all| all.concat())
    }
}

fn alternatives(matcher: &str) -> impl Iterator<Item = &str> {
    matcher
        .split(['|', ','])
        .map(|name| name.trim().trim_start_matches('^').trim_end_matches('$'))
}

fn is_about_calls(event: &HookEvent) -> bool {
    matches!(
        event,
        HookEvent::PreToolUse
            | HookEvent::PostToolUse
            | HookEvent::PostToolUseFailure
            | HookEvent::PermissionRequest
            | HookEvent::PermissionDenied
    )
}

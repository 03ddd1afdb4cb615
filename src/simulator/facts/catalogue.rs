//! PURE. What the CLI lists of itself: slash commands, skills, agents, plugins, capabilities. Descriptions are our own.

use serde_json::{Map, Value, json};

/// Names, hints, other names, and what they do. The first 16 are skills.
const COMMANDS: &[(&str, &str, &[&str], &str)] = &[
    (
        "deep-research",
        "",
        &[],
        "Research a question and report with sources",
    ),
    ("dataviz", "", &[], "Draw a chart"),
    ("update-config", "", &[], "Change settings"),
    ("verify", "", &[], "Check that a change works"),
    (
        "debug",
        "[issue description]",
        &[],
        "Find out why something fails",
    ),
    (
        "code-review",
        "[low|medium|high|xhigh|max] [--fix] [<target>]",
        &["review"],
        "Review a change",
    ),
    ("simplify", "[<target>]", &[], "Make code simpler"),
    ("batch", "<instruction>", &[], "Do the same to many things"),
    (
        "fewer-permission-prompts",
        "",
        &[],
        "Find rules that would save questions",
    ),
    (
        "doctor",
        "[prompt-audit [<path>]]",
        &["checkup"],
        "Check the installation",
    ),
    (
        "loop",
        "[interval] [prompt]",
        &["proactive"],
        "Repeat a prompt",
    ),
    ("claude-api", "", &[], "Help with the API"),
    ("workflow-authoring", "", &[], "Write a workflow"),
    ("run", "", &[], "Run the project"),
    (
        "run-skill-generator",
        "",
        &[],
        "Make a skill that runs the project",
    ),
    ("plugin-authoring", "", &[], "Write a plugin"),
    ("agents", "", &[], "Show agents"),
    (
        "autocompact",
        "[auto|<tokens>]",
        &[],
        "When to compact by itself",
    ),
    (
        "clear",
        "[name]",
        &["reset", "new"],
        "Start a new conversation",
    ),
    (
        "color",
        "[red|blue|green|default]",
        &[],
        "Colour of this session",
    ),
    (
        "compact",
        "<optional custom summarization instructions>",
        &[],
        "Compact the conversation",
    ),
    ("config", "key=value", &["settings"], "Change a setting"),
    ("output-style", "[style]", &[], "Choose an output style"),
    ("context", "", &[], "Show what fills the context"),
    (
        "effort",
        "<low|medium|high|xhigh|max|auto>",
        &[],
        "Choose an effort",
    ),
    ("fast", "[on|off]", &[], "Fast mode"),
    ("focus", "[on|off]", &[], "Show less"),
    ("heapdump", "", &[], "Dump the heap"),
    ("init", "", &[], "Write a CLAUDE.md"),
    (
        "mcp",
        "[reconnect|enable|disable [<server>|all]]",
        &[],
        "MCP servers",
    ),
    ("model", "<model>", &[], "Choose a model"),
    ("reload-plugins", "[--force]", &[], "Load plugins again"),
    ("reload-skills", "", &[], "Load skills again"),
    ("rename", "[name]", &["name"], "Name this session"),
    ("security-review", "", &[], "Review a change for security"),
    ("usage", "", &["cost", "stats"], "Show what was used"),
    ("insights", "", &[], "Report on past sessions"),
    ("recap", "", &[], "Say what happened so far"),
    ("goal", "", &[], "Set a goal"),
    ("list-agents", "", &["peers"], "List sessions"),
    ("team-onboarding", "", &[], "Help a team to start"),
];
const SKILLS: usize = 16;

/// Commands that only a terminal has.
pub(super) const TERMINAL: &[&str] = &["doctor", "color", "focus", "reload-plugins"];

/// Agents: name, model, description.
const AGENTS: &[(&str, Option<&str>, &str)] = &[
    ("claude", None, "Does anything"),
    ("claude-code-guide", Some("haiku"), "Knows Claude Code"),
    ("Explore", Some("inherit"), "Looks around, changes nothing"),
    ("general-purpose", None, "Does anything in several steps"),
    ("Plan", Some("inherit"), "Makes a plan"),
    ("statusline-setup", Some("sonnet"), "Sets up a status line"),
];

/// `capabilities` of `system/init`.
pub(super) const CAPABILITIES: &[&str] = &[
    "interrupt_receipt_v1",
    "interrupt_cancel_queued_v1",
    "interrupt_send_now_v1",
    "interrupt_requeue_taken_v1",
    "msg_lifecycle_v1",
    "request_marker_lists_v1",
    "ask_user_question_unanswered_v1",
    "lifecycle_wakeup_source_v1",
    "sdk_mcp_tools_list_changed",
    "sdk_mcp_manifests",
    "mcp_read_resource_v1",
    "mcp_tool_ui_meta_v1",
    "ui_surface_v1",
    "mcp_call_result_not_for_model_v1",
    "mcp_call_check_permissions_v1",
    "voice_call_talk_line_v1",
    "withdrawn_files_note_v2",
    "ui_pane_widget_v1",
    "reload_plugins_refuse_if_busy_v1",
];

/// `capabilities` of the `initialize` response.
pub(super) const EARLY_CAPABILITIES: &[&str] = &[
    "ui_surface_v1",
    "mcp_call_result_not_for_model_v1",
    "mcp_call_check_permissions_v1",
    "voice_call_talk_line_v1",
    "ui_pane_widget_v1",
    "reload_plugins_refuse_if_busy_v1",
];

/// Rows of the `initialize` response: those of the scenario (name and description) first, as a project's own come first.
pub(super) fn commands(own: &Map<String, Value>) -> Vec<Value> {
    let own = own.iter().map(|(name, description)| {
        let description = description.as_str().unwrap_or_default();
        json!({ "name": name, "argumentHint": "", "description": description })
    });
    let builtin = COMMANDS.iter().map(|(name, hint, aliases, description)| {
        let mut row = json!({
            "name": name,
            "argumentHint": hint,
            "builtin": true,
            "description": description,
        });
        if let (false, Value::Object(row)) = (aliases.is_empty(), &mut row) {
            row.insert("aliases".to_owned(), json!(aliases));
        }
        row
    });
    own.chain(builtin).collect()
}

/// Names of the skills.
pub(super) fn skills() -> Vec<&'static str> {
    COMMANDS.iter().take(SKILLS).map(|row| row.0).collect()
}

/// Rows of the `initialize` response: built-in agents and those of the command line.
pub(super) fn agents(own: &Map<String, Value>) -> Vec<Value> {
    let builtin = AGENTS.iter().map(|(name, model, description)| {
        let mut row = json!({ "name": name, "description": description });
        if let (Some(model), Value::Object(row)) = (model, &mut row) {
            row.insert("model".to_owned(), json!(model));
        }
        row
    });
    let own = own.iter().map(|(name, agent)| {
        let text = |key: &str| agent.get(key).and_then(Value::as_str);
        let mut row = json!({ "name": name, "description": text("description").unwrap_or("") });
        if let (Some(model), Value::Object(row)) = (text("model"), &mut row) {
            row.insert("model".to_owned(), json!(model));
        }
        row
    });
    let mut rows: Vec<Value> = builtin.chain(own).collect();
    rows.sort_by_key(|row| {
        let name = row.get("name").and_then(Value::as_str);
        name.unwrap_or_default().to_lowercase()
    });
    rows
}

/// The plugins that are built in.
pub(super) fn plugins() -> Value {
    ["agents-md", "privacy", "plugin-authoring"]
        .iter()
        .map(|name| {
            let name = format!("cc-plugin-{name}");
            json!({ "name": name, "path": "builtin", "source": format!("{name}@builtin") })
        })
        .collect()
}

/// The names of rows.
pub(super) fn names(rows: &[Value]) -> Vec<&str> {
    rows.iter()
        .filter_map(|row| row.get("name").and_then(Value::as_str))
        .collect()
}

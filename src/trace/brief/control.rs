//! Requests and their answers in a few words. Owns: what is telling in each kind of them.

use super::glimpse::Glimpse;
use super::said;

/// What is asked.
pub(super) fn asked(request: &Glimpse<'_>) -> Option<String> {
    match request.text("subtype")?.as_str() {
        "can_use_tool" => Some(said::call(request.get("input")?)),
        "hook_callback" => Some(told(request.get("input")?)),
        "mcp_message" => message(request.get("message")?),
        "initialize" => Some(offered(request)),
        _ => Some(request.fields(&["subtype"])),
    }
}

/// What is offered to the CLI when it is started.
fn offered(request: &Glimpse<'_>) -> String {
    let mut parts = Vec::new();
    for (key, word) in [
        ("hooks", "hooks"),
        ("agents", "agents"),
        ("sdkMcpServers", "servers"),
    ] {
        let names = match request.get(key) {
            Some(Glimpse::List(values)) => {
                let names: Vec<String> = values.iter().map(Glimpse::shown).collect();
                names.join(", ")
            }
            Some(map) => map.keys().join(", "),
            None => String::new(),
        };
        if !names.is_empty() {
            parts.push(format!("{word} {names}"));
        }
    }
    parts.join("; ")
}

/// What a hook is told. Which event it is, its kind says.
fn told(input: &Glimpse<'_>) -> String {
    if let Some(call) = input.get("tool_input") {
        return said::call(call);
    }
    let telling = [
        "prompt",
        "message",
        "last_assistant_message",
        "delta",
        "source",
        "reason",
        "trigger",
        "description",
        "agent_type",
        "file_path",
    ];
    let found = telling.iter().find_map(|key| input.text(key));
    found.unwrap_or_else(|| input.fields(&ALWAYS))
}

/// What every hook is told.
const ALWAYS: [&str; 8] = [
    "session_id",
    "transcript_path",
    "cwd",
    "prompt_id",
    "permission_mode",
    "effort",
    "hook_event_name",
    "agent_id",
];

/// What goes to or comes from a server. Which method it is, its kind says.
fn message(message: &Glimpse<'_>) -> Option<String> {
    if let Some(why) = message.get("error") {
        return Some(why.text("message").unwrap_or_else(|| why.shown()));
    }
    if let Some(result) = message.get("result") {
        return Some(resulted(result));
    }
    let params = message.get("params")?;
    match params.get("arguments") {
        Some(arguments) => Some(said::call(arguments)),
        None => Some(params.fields(&["_meta", "capabilities", "protocolVersion"])),
    }
}

/// What a server answers.
fn resulted(result: &Glimpse<'_>) -> String {
    let tools = result.list("tools");
    if !tools.is_empty() {
        let names: Vec<String> = tools.iter().filter_map(|tool| tool.text("name")).collect();
        return format!("tools {}", names.join(", "));
    }
    if let Some(server) = result.get("serverInfo") {
        return server.fields(&[]);
    }
    let content = said::blocks(result.list("content"));
    content.unwrap_or_else(|| result.shown())
}

/// What is answered.
pub(super) fn answered(response: &Glimpse<'_>) -> Option<String> {
    if response.text("subtype").as_deref() == Some("error") {
        return response.text("error");
    }
    let said = response.get("response")?;
    if let Some(behavior) = said.text("behavior") {
        return Some(decided(&behavior, said));
    }
    if let Some(inside) = said.get("mcp_response") {
        return message(inside);
    }
    if let Some(output) = said.get("hookSpecificOutput") {
        return Some(of_hook(output, said));
    }
    // What the CLI can do: only what its commands are called.
    let commands = said.list("commands");
    if !commands.is_empty() {
        let names = commands.iter().filter_map(|one| one.text("name"));
        let names: Vec<String> = names.collect();
        return Some(format!("commands {}", names.join(", ")));
    }
    let nothing = said.is_empty();
    Some(if nothing {
        said.shown()
    } else {
        said.fields(&[])
    })
}

/// A permission.
fn decided(behavior: &str, said: &Glimpse<'_>) -> String {
    let mut words = behavior.to_owned();
    if let Some(why) = said.text("message") {
        words.extend([": ", why.as_str()]);
    }
    if said.plain("interrupt") == Some("true") {
        words.push_str(", and the turn ends");
    }
    if said
        .get("updatedPermissions")
        .is_some_and(|rules| !rules.is_empty())
    {
        words.push_str(", with rules");
    }
    if let Some(input) = said.get("updatedInput") {
        words.extend([": ", said::call(input).as_str()]);
    }
    words
}

/// What a hook answers.
fn of_hook(output: &Glimpse<'_>, said: &Glimpse<'_>) -> String {
    if let Some(decision) = output.get("decision")
        && let Some(behavior) = decision.text("behavior")
    {
        return decided(&behavior, decision);
    }
    let mut parts = Vec::new();
    if let Some(decision) = output.text("permissionDecision") {
        let why = output.text("permissionDecisionReason");
        let why = why.map_or_else(String::new, |why| format!(": {why}"));
        parts.push(format!("{decision}{why}"));
    }
    let rest = output.fields(&[
        "hookEventName",
        "permissionDecision",
        "permissionDecisionReason",
    ]);
    let others = said.fields(&["hookSpecificOutput"]);
    parts.extend([rest, others].into_iter().filter(|words| !words.is_empty()));
    parts.join(", ")
}

//! What is said in messages, in a few words. Owns: what is telling in each kind of them.

use super::glimpse::Glimpse;

/// What says most about a call, the most telling first.
const CALLED: [&str; 11] = [
    "command",
    "file_path",
    "notebook_path",
    "pattern",
    "path",
    "url",
    "query",
    "description",
    "prompt",
    "skill",
    "plan",
];

/// The input of a tool.
pub(super) fn call(input: &Glimpse<'_>) -> String {
    let telling = CALLED.iter().find_map(|key| input.text(key));
    telling.unwrap_or_else(|| match input {
        Glimpse::Map(fields) if !fields.is_empty() => input.fields(&[]),
        other => other.shown(),
    })
}

/// The parts of a message: the first that says something.
pub(super) fn blocks(content: &[Glimpse<'_>]) -> Option<String> {
    content.iter().find_map(|block| {
        let said = match block.text("type")?.as_str() {
            "tool_use" => block.get("input").map(call),
            "tool_result" => match block.get("content") {
                Some(Glimpse::List(inside)) => blocks(inside),
                _ => block.text("content"),
            },
            "image" => Some("an image".to_owned()),
            kind => block
                .text("text")
                .or_else(|| block.text(kind))
                .or_else(|| block.get("resource")?.text("text")),
        };
        said.filter(|said| !said.is_empty())
    })
}

/// A message of the agent or to it.
pub(super) fn message(line: &Glimpse<'_>) -> Option<String> {
    let message = line.get("message")?;
    match message.get("content")? {
        Glimpse::List(content) => blocks(content),
        _ => message.text("content"),
    }
}

/// A piece of a message.
pub(super) fn piece(line: &Glimpse<'_>) -> Option<String> {
    let event = line.get("event")?;
    if let Some(delta) = event.get("delta") {
        let piece = ["text", "partial_json", "thinking"];
        return match piece.iter().find_map(|key| delta.text(key)) {
            Some(piece) => Some(piece),
            None => delta.text("stop_reason"),
        };
    }
    let begun = event.get("content_block")?;
    let kind = begun.text("type")?;
    Some(match begun.text("name") {
        Some(name) => format!("{kind} {name}"),
        None => kind,
    })
}

/// A system message.
pub(super) fn system(line: &Glimpse<'_>) -> Option<String> {
    match line.text("subtype")?.as_str() {
        "init" => Some(started(line)),
        "api_retry" => {
            let (attempt, of) = (line.plain("attempt")?, line.plain("max_retries")?);
            let why = [
                line.plain("error_status").map(str::to_owned),
                line.text("error"),
            ];
            let why: Vec<String> = why.into_iter().flatten().collect();
            let wait = line.plain("retry_delay_ms")?;
            let why = why.join(" ");
            Some(format!("attempt {attempt} of {of} in {wait} ms: {why}"))
        }
        "hook_started" => line.text("hook_name"),
        "hook_response" => {
            let exit = line.plain("exit_code").map(|code| format!("exit {code}"));
            let parts = [line.text("hook_name"), line.text("outcome"), exit];
            let parts = parts.into_iter().flatten().chain(line.text("output"));
            Some(parts.collect::<Vec<_>>().join(", "))
        }
        "status" => {
            let mode = line
                .text("permissionMode")
                .map(|mode| format!("mode {mode}"));
            let parts = [line.text("status"), mode];
            Some(parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
        }
        _ => None,
    }
}

/// How the CLI is set up.
fn started(line: &Glimpse<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(line.text("model"));
    parts.extend(line.text("permissionMode"));
    let tools = line.list("tools").len();
    if tools > 0 {
        parts.push(format!("{tools} tools"));
    }
    for server in line.list("mcp_servers") {
        let name = server.text("name").unwrap_or_default();
        let status = server.text("status").unwrap_or_default();
        parts.push(format!("{name} {status}"));
    }
    parts.extend(line.text("cwd"));
    parts.join(", ")
}

/// How a turn ended.
pub(super) fn ended(line: &Glimpse<'_>) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(turns) = line.plain("num_turns") {
        let word = if turns == "1" { "turn" } else { "turns" };
        parts.push(format!("{turns} {word}"));
    }
    if let Some(cost) = line
        .plain("total_cost_usd")
        .and_then(|cost| cost.parse::<f64>().ok())
    {
        parts.push(format!("${cost:.4}"));
    }
    let why = line.list("errors").iter().map(Glimpse::shown);
    parts.extend(line.text("result").into_iter().chain(why));
    (!parts.is_empty()).then(|| parts.join(", "))
}

//! PURE. Words to [`Flags`], and the refusals of the real CLI for those that make no sense.

use super::lists::entries;
use super::words::Words;
use super::{Flags, OutputFormat, SessionChoice, Stop, ToolChoice};
use serde_json::{Map, Value};

const MODES: &str = "acceptEdits, auto, bypassPermissions, manual, dontAsk, plan";
const EFFORTS: &[&str] = &["low", "medium", "high", "xhigh", "max"];

type Reader<'a> = &'a dyn Fn(&str) -> Option<String>;

pub(super) fn build(words: Words, read: Reader<'_>) -> Result<Flags, Stop> {
    let mut flags = Flags {
        prompt: words.rest.first().cloned(),
        ..plain(&words)
    };
    formats(&words, &mut flags)?;
    permissions(&words, &mut flags)?;
    numbers(&words, &mut flags)?;
    sessions(&words, &mut flags)?;
    documents(&words, &mut flags, read)?;
    effort(&words, &mut flags);
    flags.noted = words.noted;
    Ok(flags)
}

/// What needs no check.
fn plain(words: &Words) -> Flags {
    let text = |name: &str| words.one(name).map(str::to_owned);
    let texts = |name: &str| words.all(name).map(str::to_owned).collect::<Vec<_>>();
    Flags {
        print: words.has("--print"),
        verbose: words.has("--verbose"),
        partial: words.has("--include-partial-messages"),
        hook_events: words.has("--include-hook-events"),
        replay_prompts: words.has("--replay-user-messages"),
        prompt_tool: text("--permission-prompt-tool"),
        allow_bypass: words.has("--allow-dangerously-skip-permissions"),
        bypass: words.has("--dangerously-skip-permissions"),
        allowed: entries(words.all("--allowedTools")),
        disallowed: entries(words.all("--disallowedTools")),
        tools: tools(words),
        strict_mcp: words.has("--strict-mcp-config"),
        model: text("--model"),
        fallback_models: entries(words.all("--fallback-model")),
        thinking: text("--thinking"),
        system_prompt: text("--system-prompt"),
        append_system_prompt: text("--append-system-prompt"),
        agent: text("--agent"),
        add_dirs: texts("--add-dir"),
        plugin_dirs: texts("--plugin-dir"),
        await_initialize: words.has("--await-initialize"),
        session_mirror: words.has("--session-mirror"),
        forward_agent_text: words.has("--forward-subagent-text"),
        bare: words.has("--bare"),
        ..Flags::default()
    }
}

fn tools(words: &Words) -> ToolChoice {
    if !words.has("--tools") {
        return ToolChoice::Default;
    }
    let names = entries(words.all("--tools"));
    if names.iter().any(|name| name == "default") {
        return ToolChoice::Default;
    }
    ToolChoice::Only(names)
}

fn formats(words: &Words, flags: &mut Flags) -> Result<(), Stop> {
    flags.output = match words.one("--output-format") {
        None | Some("text") => OutputFormat::Text,
        Some("json") => OutputFormat::Json,
        Some("stream-json") => OutputFormat::StreamJson,
        Some(word) => {
            let option = "--output-format <format>";
            return Err(Stop::choice(option, word, "text, json, stream-json"));
        }
    };
    flags.stream_input = match words.one("--input-format") {
        None | Some("text") => false,
        Some("stream-json") => true,
        Some(word) => {
            let option = "--input-format <format>";
            return Err(Stop::choice(option, word, "text, stream-json"));
        }
    };
    let streams = flags.output == OutputFormat::StreamJson;
    let refuse = |text: &str| Err(Stop::refuse(text));
    if flags.stream_input && !streams {
        return refuse("Error: --input-format=stream-json requires output-format=stream-json.");
    }
    if flags.replay_prompts && !(flags.stream_input && streams) {
        return refuse(
            "Error: --replay-user-messages requires both --input-format=stream-json and --output-format=stream-json.",
        );
    }
    if flags.partial && !streams {
        return refuse(
            "Error: --include-partial-messages requires --print and --output-format=stream-json.",
        );
    }
    if streams && !flags.verbose {
        return refuse("Error: When using --print, --output-format=stream-json requires --verbose");
    }
    Ok(())
}

fn permissions(words: &Words, flags: &mut Flags) -> Result<(), Stop> {
    flags.permission_mode = match words.one("--permission-mode") {
        None => None,
        Some("manual" | "default") => Some("default".to_owned()),
        Some(mode) if MODES.split(", ").any(|known| known == mode) => Some(mode.to_owned()),
        Some(word) => return Err(Stop::choice("--permission-mode <mode>", word, MODES)),
    };
    flags.nobody_answers = match words.one("--permission-prompts") {
        None | Some("host") => false,
        Some("none") => true,
        Some(word) => {
            let option = "--permission-prompts <target>";
            return Err(Stop::choice(option, word, "host, none"));
        }
    };
    if let Some(sources) = words.one("--setting-sources") {
        let sources = entries(std::iter::once(sources));
        for source in &sources {
            if !["user", "project", "local"].contains(&source.as_str()) {
                return Err(Stop::refuse(format!(
                    "Error processing --setting-sources: Invalid setting source: {source}. Valid options are: user, project, local"
                )));
            }
        }
        flags.setting_sources = Some(sources);
    }
    Ok(())
}

fn numbers(words: &Words, flags: &mut Flags) -> Result<(), Stop> {
    let number = |name: &str, written: &str| match words.one(name) {
        None => Ok(None),
        Some(word) => match word.trim().parse::<u64>() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(Stop::value(written, word, "must be a number")),
        },
    };
    flags.max_turns = number("--max-turns", "--max-turns <turns>")?;
    flags.task_budget = number("--task-budget", "--task-budget <tokens>")?;
    flags.max_thinking_tokens = number("--max-thinking-tokens", "--max-thinking-tokens <tokens>")?;
    if let Some(word) = words.one("--max-budget-usd") {
        let amount = word.trim().parse::<f64>().ok();
        let amount = amount.filter(|amount| amount.is_finite() && *amount > 0.0);
        flags.max_budget_usd = Some(amount.ok_or_else(|| {
            let why = "--max-budget-usd must be a positive number greater than 0";
            Stop::value("--max-budget-usd <amount>", word, why)
        })?);
    }
    Ok(())
}

fn sessions(words: &Words, flags: &mut Flags) -> Result<(), Stop> {
    let text = |name: &str| words.one(name).map(str::to_owned);
    flags.session = SessionChoice {
        session_id: text("--session-id"),
        resume: (words.has("--resume")).then(|| text("--resume").unwrap_or_default()),
        carry_on: words.has("--continue"),
        fork: words.has("--fork-session"),
        resume_at: text("--resume-session-at"),
        no_persistence: words.has("--no-session-persistence"),
    };
    let session = &flags.session;
    if session.resume_at.is_some() && session.resume.is_none() {
        return Err(Stop::refuse("Error: --resume-session-at requires --resume"));
    }
    let bad = |id: &String| uuid::Uuid::try_parse(id).is_err();
    if session.session_id.as_ref().is_some_and(bad) {
        return Err(Stop::refuse(
            "Error: Invalid session ID. Must be a valid UUID.",
        ));
    }
    Ok(())
}

/// Options whose value is JSON, or a file with JSON in it.
fn documents(words: &Words, flags: &mut Flags, read: Reader<'_>) -> Result<(), Stop> {
    for source in words.all("--mcp-config") {
        let servers = mcp_config(source, read)?;
        flags.mcp_servers.extend(servers);
    }
    if let Some(source) = words.one("--settings") {
        let text = inline_or_file(source, read)
            .ok_or_else(|| Stop::refuse(format!("Error: Settings file not found: {source}")))?;
        flags.settings = object(&text)
            .ok_or_else(|| Stop::refuse("Error: Invalid JSON provided to --settings"))?;
    }
    if let Some(source) = words.one("--agents") {
        let text = inline_or_file(source, read).unwrap_or_else(|| source.to_owned());
        flags.agents = object(&text).ok_or_else(|| {
            Stop::refuse(
                "Error: Invalid --agents configuration:\ninvalid JSON: JSON Parse error: Expected '}'",
            )
        })?;
    }
    if let Some(source) = words.one("--json-schema") {
        let schema: Result<Value, _> = serde_json::from_str(source);
        flags.json_schema = Some(schema.ok().filter(Value::is_object).ok_or_else(|| {
            Stop::refuse("Error: --json-schema is not valid JSON: JSON Parse error: Expected '}'")
        })?);
    }
    Ok(())
}

fn mcp_config(source: &str, read: Reader<'_>) -> Result<Map<String, Value>, Stop> {
    let refuse = |why: &str| Stop::refuse(format!("Error: Invalid MCP configuration:\n{why}"));
    let text = inline_or_file(source, read)
        .ok_or_else(|| refuse(&format!("MCP config file not found: {source}")))?;
    let config = object(&text).ok_or_else(|| refuse("MCP config is not a valid JSON"))?;
    match config.get("mcpServers") {
        Some(Value::Object(servers)) => Ok(servers.clone()),
        _ => Err(refuse(
            "mcpServers: Does not adhere to MCP server configuration schema",
        )),
    }
}

/// JSON that is an object stands for itself; anything else names a file.
fn inline_or_file(source: &str, read: Reader<'_>) -> Option<String> {
    if object(source).is_some() {
        return Some(source.to_owned());
    }
    read(source)
}

fn object(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()
}

fn effort(words: &Words, flags: &mut Flags) {
    let Some(word) = words.one("--effort") else {
        return;
    };
    if EFFORTS.contains(&word) {
        flags.effort = Some(word.to_owned());
    } else {
        flags.warnings.push(format!(
            "Warning: Unknown --effort value '{word}' — ignoring it and using the default effort. Valid values: low, medium, high, xhigh, max."
        ));
    }
}

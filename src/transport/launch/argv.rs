//! Options to arguments: the whole command line of the CLI after its own name.
//!
//! Owns the spelling and order of flags; single words are checked in `words`. Values are always attached (`--flag=value`),
//! so that one starting with `-` stays a value; the CLI takes that form for every flag. Lists are joined by commas where
//! the CLI splits at commas, and repeated where it does not. Does not know about launchers or the environment.

use std::ffi::OsString;

use serde_json::Value;

use super::words::Words;
use super::{
    Fork, LaunchError, LaunchOptions, PermissionPrompts, SessionChoice, Settings, SystemPrompt,
    ToolSet, mcp,
};

/// The arguments, in the order they are passed.
pub(super) fn arguments(
    options: &LaunchOptions,
    vars: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<OsString>, LaunchError> {
    let mut argv = Words::default();
    protocol(&mut argv, options)?;
    model(&mut argv, options)?;
    permissions(&mut argv, options)?;
    mcp_servers(&mut argv, options, vars)?;
    settings(&mut argv, options)?;
    limits(&mut argv, options)?;
    diagnostics(&mut argv, options)?;
    // Last of ours, because none of these takes a list: a bare word in `extra_args` is not swallowed by a flag before it.
    session(&mut argv, options)?;
    argv.flag_if(options.no_persistence, "--no-session-persistence");
    for extra in &options.extra_args {
        argv.word("extra_args", extra.clone())?;
    }
    Ok(argv.0)
}

fn protocol(argv: &mut Words, options: &LaunchOptions) -> Result<(), LaunchError> {
    for word in [
        "--output-format",
        "stream-json",
        "--verbose",
        "--input-format",
        "stream-json",
    ] {
        argv.0.push(word.into());
    }
    argv.flag_if(
        options.include_partial_messages,
        "--include-partial-messages",
    );
    match &options.permission_prompts {
        PermissionPrompts::Stdio => argv
            .0
            .extend(["--permission-prompt-tool".into(), "stdio".into()]),
        PermissionPrompts::Tool(tool) => {
            argv.value("permission_prompts", "--permission-prompt-tool", tool)?;
        }
        PermissionPrompts::Nobody => {
            argv.value("permission_prompts", "--permission-prompts", "none")?;
        }
    }
    argv.flag_if(options.replay_user_messages, "--replay-user-messages");
    argv.flag_if(options.include_hook_events, "--include-hook-events");
    argv.flag_if(options.forward_subagent_text, "--forward-subagent-text");
    argv.flag_if(options.session_mirror, "--session-mirror");
    Ok(())
}

fn model(argv: &mut Words, options: &LaunchOptions) -> Result<(), LaunchError> {
    argv.value_if("model", "--model", options.model.as_ref())?;
    argv.joined(
        "fallback_models",
        "--fallback-model",
        &options.fallback_models,
    )?;
    argv.value_if(
        "effort",
        "--effort",
        options.effort.as_ref().map(super::Effort::as_str),
    )?;
    for beta in &options.betas {
        argv.value("betas", "--betas", beta)?;
    }
    argv.value_if(
        "thinking",
        "--thinking",
        options.thinking.map(super::Thinking::as_str),
    )?;
    argv.value_if(
        "thinking_display",
        "--thinking-display",
        options.thinking_display.as_ref(),
    )?;
    let budget = options.max_thinking_tokens.map(|tokens| tokens.to_string());
    argv.value_if("max_thinking_tokens", "--max-thinking-tokens", budget)
}

fn permissions(argv: &mut Words, options: &LaunchOptions) -> Result<(), LaunchError> {
    let mode = options
        .permission_mode
        .as_ref()
        .map(super::StartMode::as_str);
    argv.value_if("permission_mode", "--permission-mode", mode)?;
    argv.flag_if(
        options.allow_dangerously_skip_permissions,
        "--allow-dangerously-skip-permissions",
    );
    argv.flag_if(
        options.dangerously_skip_permissions,
        "--dangerously-skip-permissions",
    );
    argv.joined("allowed_tools", "--allowedTools", &options.allowed_tools)?;
    argv.joined(
        "disallowed_tools",
        "--disallowedTools",
        &options.disallowed_tools,
    )?;
    match &options.tools {
        ToolSet::Unset => Ok(()),
        ToolSet::Default => argv.value("tools", "--tools", "default"),
        ToolSet::Only(names) if !names.is_empty() => argv.joined("tools", "--tools", names),
        ToolSet::None | ToolSet::Only(_) => {
            argv.0.push("--tools=".into());
            Ok(())
        }
    }
}

fn mcp_servers(
    argv: &mut Words,
    options: &LaunchOptions,
    vars: &dyn Fn(&str) -> Option<String>,
) -> Result<(), LaunchError> {
    if !options.mcp_servers.is_empty() {
        let json = mcp::config_json(&options.mcp_servers, vars)?;
        argv.value("mcp_servers", "--mcp-config", json)?;
    }
    for file in &options.mcp_config_files {
        argv.path("mcp_config_files", "--mcp-config", file)?;
    }
    argv.flag_if(options.strict_mcp_config, "--strict-mcp-config");
    Ok(())
}

fn settings(argv: &mut Words, options: &LaunchOptions) -> Result<(), LaunchError> {
    if let Some(sources) = &options.setting_sources {
        let names: Vec<_> = sources.iter().map(|source| source.as_str()).collect();
        argv.0
            .push(format!("--setting-sources={}", names.join(",")).into());
    }
    match &options.settings {
        None => {}
        Some(Settings::Inline(json)) => {
            argv.value(
                "settings",
                "--settings",
                object("settings", json)?.to_string(),
            )?;
        }
        Some(Settings::File(file)) => argv.path("settings", "--settings", file)?,
    }
    match &options.system_prompt {
        SystemPrompt::Preset => {}
        SystemPrompt::Append(text) => {
            argv.value("system_prompt", "--append-system-prompt", text)?;
        }
        SystemPrompt::Replace(text) => argv.value("system_prompt", "--system-prompt", text)?,
        SystemPrompt::File(file) => argv.path("system_prompt", "--system-prompt-file", file)?,
    }
    if !options.agents.is_empty() {
        argv.value(
            "agents",
            "--agents",
            Value::Object(options.agents.clone()).to_string(),
        )?;
    }
    argv.value_if("agent", "--agent", options.agent.as_ref())?;
    for dir in &options.add_dirs {
        argv.path("add_dirs", "--add-dir", dir)?;
    }
    for dir in &options.plugin_dirs {
        argv.path("plugin_dirs", "--plugin-dir", dir)?;
    }
    argv.flag_if(options.await_initialize, "--await-initialize");
    argv.flag_if(options.bare, "--bare");
    Ok(())
}

fn limits(argv: &mut Words, options: &LaunchOptions) -> Result<(), LaunchError> {
    let zero = |option: &str| {
        LaunchError::option(
            option,
            "0 allows nothing at all",
            "Use at least 1, or leave it out",
        )
    };
    match options.max_turns {
        Some(0) => return Err(zero("max_turns")),
        turns => argv.value_if(
            "max_turns",
            "--max-turns",
            turns.map(|turns| turns.to_string()),
        )?,
    }
    if let Some(limit) = options.max_budget_usd {
        if !(limit.is_finite() && limit > 0.0) {
            let fix = "Use an amount in US dollars above 0, or leave it out";
            return Err(LaunchError::option(
                "max_budget_usd",
                format!("{limit} is no amount"),
                fix,
            ));
        }
        argv.value("max_budget_usd", "--max-budget-usd", limit.to_string())?;
    }
    match options.task_budget {
        Some(0) => return Err(zero("task_budget")),
        budget => argv.value_if(
            "task_budget",
            "--task-budget",
            budget.map(|budget| budget.to_string()),
        )?,
    }
    if let Some(schema) = &options.json_schema {
        argv.value(
            "json_schema",
            "--json-schema",
            object("json_schema", schema)?.to_string(),
        )?;
    }
    Ok(())
}

fn diagnostics(argv: &mut Words, options: &LaunchOptions) -> Result<(), LaunchError> {
    if let Some(file) = &options.debug_file {
        argv.path("debug_file", "--debug-file", file)?;
    }
    argv.flag_if(options.debug_to_stderr, "--debug-to-stderr");
    Ok(())
}

fn session(argv: &mut Words, options: &LaunchOptions) -> Result<(), LaunchError> {
    let resumed = matches!(
        options.session,
        SessionChoice::Resume(_) | SessionChoice::Continue
    );
    let needs_resume = [
        ("fork", options.fork.is_some()),
        ("resume_at", options.resume_at.is_some()),
        ("resume_drops_turn", options.resume_drops_turn.is_some()),
    ];
    if let Some((option, _)) = needs_resume.into_iter().find(|(_, set)| *set && !resumed) {
        let fix = "Set `session` to Resume or Continue, or leave this out";
        return Err(LaunchError::option(
            option,
            "there is no session to go on from",
            fix,
        ));
    }
    match &options.session {
        SessionChoice::New => {}
        SessionChoice::Id(id) => argv.value("session", "--session-id", id.to_string())?,
        SessionChoice::Resume(id) => argv.value("session", "--resume", id)?,
        SessionChoice::Continue => argv.flag("--continue"),
    }
    if let Some(fork) = &options.fork {
        argv.flag("--fork-session");
        if let Fork::Id(id) = fork {
            argv.value("fork", "--session-id", id.to_string())?;
        }
    }
    argv.value_if(
        "resume_at",
        "--resume-session-at",
        options.resume_at.as_ref(),
    )?;
    argv.value_if(
        "resume_drops_turn",
        "--resume-drops-turn",
        options.resume_drops_turn.as_ref(),
    )
}

fn object<'a>(option: &str, value: &'a Value) -> Result<&'a Value, LaunchError> {
    if value.is_object() {
        Ok(value)
    } else {
        Err(LaunchError::option(
            option,
            "it is JSON, but not an object",
            "Give an object: {…}",
        ))
    }
}

#[cfg(test)]
#[path = "argv_tests.rs"]
mod tests;

//! Every option and the words it becomes.

use std::path::PathBuf;

use serde_json::json;
use uuid::Uuid;

use super::super::words::LONGEST_ARGUMENT;
use super::super::{
    Effort, Fork, LaunchOptions, McpServer, PermissionPrompts, SessionChoice, SettingSource,
    Settings, StartMode, SystemPrompt, Thinking, ToolSet,
};
use super::{LaunchError, arguments};

const DEFAULTS: [&str; 9] = [
    "--output-format",
    "stream-json",
    "--verbose",
    "--input-format",
    "stream-json",
    "--include-partial-messages",
    "--permission-prompt-tool",
    "stdio",
    "--replay-user-messages",
];

fn new() -> LaunchOptions {
    LaunchOptions::default()
}

fn words(options: &LaunchOptions) -> Result<Vec<String>, LaunchError> {
    let words = arguments(options, &|_| None)?;
    Ok(words
        .into_iter()
        .map(|word| word.into_string().unwrap())
        .collect())
}

/// What `options` adds to the defaults.
fn added(options: &LaunchOptions) -> Vec<String> {
    let words = words(options).unwrap();
    assert_eq!(words[..9], DEFAULTS);
    words[9..].to_vec()
}

fn problem(options: &LaunchOptions) -> String {
    let error = words(options).unwrap_err();
    assert_eq!(error.code(), "CONFIG");
    error.to_string()
}

#[test]
fn the_default_command_line() {
    assert_eq!(words(&new()).unwrap(), DEFAULTS);
}

#[test]
fn each_option_becomes_its_flag() {
    let id = Uuid::from_u128(7);
    let table: Vec<(LaunchOptions, &[&str])> = vec![
        (new().model("-odd"), &["--model=-odd"]),
        (new().fallback_models(["a", "b"]), &["--fallback-model=a,b"]),
        (new().effort(Effort::XHigh), &["--effort=xhigh"]),
        (
            new().effort(Effort::Other("huge".into())),
            &["--effort=huge"],
        ),
        (new().betas(["x", "y"]), &["--betas=x", "--betas=y"]),
        (new().thinking(Thinking::Adaptive), &["--thinking=adaptive"]),
        (new().thinking(Thinking::Disabled), &["--thinking=disabled"]),
        (
            new().thinking_display("summarized"),
            &["--thinking-display=summarized"],
        ),
        (
            new().max_thinking_tokens(0u32),
            &["--max-thinking-tokens=0"],
        ),
        (
            new().permission_mode(StartMode::Default),
            &["--permission-mode=default"],
        ),
        (
            new().permission_mode(StartMode::AcceptEdits),
            &["--permission-mode=acceptEdits"],
        ),
        (
            new().permission_mode(StartMode::Auto),
            &["--permission-mode=auto"],
        ),
        (
            new().permission_mode(StartMode::BypassPermissions),
            &["--permission-mode=bypassPermissions"],
        ),
        (
            new().permission_mode(StartMode::DontAsk),
            &["--permission-mode=dontAsk"],
        ),
        (
            new().permission_mode(StartMode::Plan),
            &["--permission-mode=plan"],
        ),
        (
            new().permission_mode(StartMode::Other("new".into())),
            &["--permission-mode=new"],
        ),
        (
            new().allowed_tools(["Bash(git log:*, -n)", "Read"]),
            &["--allowedTools=Bash(git log:*, -n),Read"],
        ),
        (
            new().disallowed_tools(["WebFetch"]),
            &["--disallowedTools=WebFetch"],
        ),
        (new().tools(ToolSet::Default), &["--tools=default"]),
        (new().tools(ToolSet::None), &["--tools="]),
        (new().tools(ToolSet::Only(vec![])), &["--tools="]),
        (
            new().tools(ToolSet::Only(vec!["Read".into(), "Edit".into()])),
            &["--tools=Read,Edit"],
        ),
        (
            new().mcp_server("calc", McpServer::sdk("calc")),
            &[r#"--mcp-config={"mcpServers":{"calc":{"type":"sdk","name":"calc"}}}"#],
        ),
        (
            new().mcp_config_files(["a.json", "b.json"]),
            &["--mcp-config=a.json", "--mcp-config=b.json"],
        ),
        (new().strict_mcp_config(true), &["--strict-mcp-config"]),
        (new().setting_sources([]), &["--setting-sources="]),
        (
            new().setting_sources([
                SettingSource::User,
                SettingSource::Project,
                SettingSource::Local,
            ]),
            &["--setting-sources=user,project,local"],
        ),
        (
            new().settings(Settings::Inline(json!({"a": 1}))),
            &[r#"--settings={"a":1}"#],
        ),
        (
            new().settings(Settings::File("s.json".into())),
            &["--settings=s.json"],
        ),
        (
            new().system_prompt(SystemPrompt::Append("more".into())),
            &["--append-system-prompt=more"],
        ),
        (
            new().system_prompt(SystemPrompt::Replace("-x\ny".into())),
            &["--system-prompt=-x\ny"],
        ),
        (
            new().system_prompt(SystemPrompt::File("p.md".into())),
            &["--system-prompt-file=p.md"],
        ),
        (
            new().define_agent("r", json!({"description": "d"})),
            &[r#"--agents={"r":{"description":"d"}}"#],
        ),
        (new().agent("r"), &["--agent=r"]),
        (new().max_turns(3u32), &["--max-turns=3"]),
        (new().max_budget_usd(1.5), &["--max-budget-usd=1.5"]),
        (new().task_budget(9000u64), &["--task-budget=9000"]),
        (
            new().json_schema(json!({"type": "object"})),
            &[r#"--json-schema={"type":"object"}"#],
        ),
        (
            new().session(SessionChoice::Id(id)),
            &["--session-id=00000000-0000-0000-0000-000000000007"],
        ),
        (
            new().session(SessionChoice::Resume("s1".into())),
            &["--resume=s1"],
        ),
        (new().session(SessionChoice::Continue), &["--continue"]),
        (
            new().session(SessionChoice::Continue).fork(Fork::FreshId),
            &["--continue", "--fork-session"],
        ),
        (
            new()
                .session(SessionChoice::Resume("s1".into()))
                .fork(Fork::Id(id)),
            &[
                "--resume=s1",
                "--fork-session",
                "--session-id=00000000-0000-0000-0000-000000000007",
            ],
        ),
        (
            new()
                .session(SessionChoice::Resume("s1".into()))
                .resume_at("m1"),
            &["--resume=s1", "--resume-session-at=m1"],
        ),
        (
            new()
                .session(SessionChoice::Resume("s1".into()))
                .resume_drops_turn("m1"),
            &["--resume=s1", "--resume-drops-turn=m1"],
        ),
        (new().no_persistence(true), &["--no-session-persistence"]),
        (
            new().add_dirs(["/a", "-b"]),
            &["--add-dir=/a", "--add-dir=-b"],
        ),
        (new().plugin_dirs(["/p"]), &["--plugin-dir=/p"]),
        (new().await_initialize(true), &["--await-initialize"]),
        (new().include_hook_events(true), &["--include-hook-events"]),
        (
            new().forward_subagent_text(true),
            &["--forward-subagent-text"],
        ),
        (new().session_mirror(true), &["--session-mirror"]),
        (
            new().debug_file("/logs/d.log"),
            &["--debug-file=/logs/d.log"],
        ),
        (new().debug_to_stderr(true), &["--debug-to-stderr"]),
        (new().bare(true), &["--bare"]),
        (
            new().dangerously_skip_permissions(true),
            &["--dangerously-skip-permissions"],
        ),
        (
            new().allow_dangerously_skip_permissions(true),
            &["--allow-dangerously-skip-permissions"],
        ),
        (
            new().extra_args(["--future", "", "x y"]),
            &["--future", "", "x y"],
        ),
    ];
    for (options, expected) in table {
        assert_eq!(added(&options), expected);
    }
}

#[test]
fn the_protocol_flags_can_be_turned_off_or_changed() {
    let without = new()
        .include_partial_messages(false)
        .replay_user_messages(false);
    assert_eq!(
        words(&without).unwrap()[5..],
        ["--permission-prompt-tool", "stdio"]
    );
    let nobody = without
        .clone()
        .permission_prompts(PermissionPrompts::Nobody);
    assert_eq!(words(&nobody).unwrap()[5..], ["--permission-prompts=none"]);
    let tool = without.permission_prompts(PermissionPrompts::Tool("mcp__a__ask".into()));
    assert_eq!(
        words(&tool).unwrap()[5..],
        ["--permission-prompt-tool=mcp__a__ask"]
    );
}

#[test]
fn extra_arguments_come_last_and_after_a_flag_that_takes_no_list() {
    let options = new()
        .extra_args(["word"])
        .add_dirs(["/a"])
        .session(SessionChoice::Continue);
    assert_eq!(added(&options), ["--add-dir=/a", "--continue", "word"]);
}

#[test]
fn empty_and_nul_values_name_their_option() {
    let table = [
        (new().model(""), "model"),
        (new().model("a\0b"), "model"),
        (new().betas(["ok", ""]), "betas"),
        (new().agent(""), "agent"),
        (new().add_dirs([""]), "add_dirs"),
        (new().mcp_config_files([PathBuf::new()]), "mcp_config_files"),
        (new().allowed_tools(["Read", " "]), "allowed_tools"),
        (new().allowed_tools(["Read,Bash"]), "allowed_tools"),
        (
            new().system_prompt(SystemPrompt::Replace("\0".into())),
            "system_prompt",
        ),
        (new().extra_args(["a\0"]), "extra_args"),
        (
            new().session(SessionChoice::Resume(String::new())),
            "session",
        ),
    ];
    for (options, option) in table {
        let text = problem(&options);
        assert!(text.contains(&format!("`{option}`")), "{text}");
    }
}

#[test]
fn values_the_cli_would_refuse_or_ignore_are_errors() {
    let table = [
        (new().max_turns(0u32), "max_turns"),
        (new().task_budget(0u64), "task_budget"),
        (new().max_budget_usd(f64::NAN), "max_budget_usd"),
        (new().max_budget_usd(-1.0), "max_budget_usd"),
        (new().json_schema(json!([])), "json_schema"),
        (new().settings(Settings::Inline(json!("x"))), "settings"),
        (new().fork(Fork::FreshId), "fork"),
        (
            new().session(SessionChoice::Id(Uuid::nil())).resume_at("m"),
            "resume_at",
        ),
        (new().resume_drops_turn("m"), "resume_drops_turn"),
    ];
    for (options, option) in table {
        let text = problem(&options);
        assert!(text.contains(&format!("`{option}`")), "{text}");
    }
}

#[test]
fn an_argument_too_long_for_the_system_is_caught_here() {
    let flag = "--append-system-prompt=".len();
    let fits = SystemPrompt::Append("x".repeat(LONGEST_ARGUMENT - flag));
    assert_eq!(added(&new().system_prompt(fits)).len(), 1);
    let too_long = SystemPrompt::Append("x".repeat(LONGEST_ARGUMENT - flag + 1));
    assert!(problem(&new().system_prompt(too_long)).contains("file"));
}

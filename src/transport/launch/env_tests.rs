//! What passes, what never does, and what the options add.

use std::collections::BTreeMap;
use std::time::Duration;

use super::super::{CliPath, HostEnv, LaunchOptions};
use super::{EnvEdit, NEVER_INHERIT};

fn host() -> HostEnv {
    [
        ("HOME", "/home/dev"),
        ("PATH", "/bin"),
        ("LC_ALL", "C"),
        ("ANTHROPIC_API_KEY", "key"),
        ("CLAUDE_CONFIG_DIR", "/c"),
        ("CLAUDE_CODE_ENTRYPOINT", "cli"),
        ("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS", "1"),
        ("CLAUDECODE", "1"),
        ("NODE_OPTIONS", "--inspect"),
        ("DEBUG", "*"),
        ("GIT_DIR", "/elsewhere"),
        ("RANDOM_SECRET", "x"),
    ]
    .into_iter()
    .collect()
}

fn env(options: &LaunchOptions) -> BTreeMap<String, String> {
    let plan = options.plan(&CliPath::new("claude"), &host()).unwrap();
    let text = |word: std::ffi::OsString| word.into_string().unwrap();
    plan.env
        .into_iter()
        .map(|(name, value)| (text(name), text(value)))
        .collect()
}

fn pairs(expected: &[(&str, &str)]) -> BTreeMap<String, String> {
    expected
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

#[test]
fn the_default_environment() {
    assert_eq!(
        env(&LaunchOptions::default()),
        pairs(&[
            ("HOME", "/home/dev"),
            ("PATH", "/bin"),
            ("LC_ALL", "C"),
            ("ANTHROPIC_API_KEY", "key"),
            ("CLAUDE_CONFIG_DIR", "/c"),
            ("CLAUDE_CODE_ENTRYPOINT", "sdk-rs"),
            ("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS", "1"),
            ("CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING", "true"),
        ])
    );
}

#[test]
fn nothing_inherited_is_nothing_but_ours() {
    let bare = LaunchOptions::default()
        .inherit_nothing()
        .entrypoint("")
        .session_state_events(false)
        .file_checkpointing(false);
    assert_eq!(env(&bare), pairs(&[]));
    assert_eq!(env(&bare.clone().set_env("A", "b")), pairs(&[("A", "b")]));
    assert_eq!(
        env(&bare.inherit("RANDOM_SECRET")),
        pairs(&[("RANDOM_SECRET", "x")])
    );
}

#[test]
fn some_are_never_inherited_but_can_be_set() {
    let all = env(&LaunchOptions::default().inherit("*").entrypoint(""));
    assert_eq!(all["RANDOM_SECRET"], "x");
    for name in NEVER_INHERIT {
        assert!(!all.contains_key(*name), "{name}");
    }
    let set = env(&LaunchOptions::default()
        .set_env("DEBUG", "1")
        .remove_env("HOME"));
    assert_eq!(set["DEBUG"], "1");
    assert!(!set.contains_key("HOME"));
}

#[test]
fn a_switch_that_is_off_does_not_come_back_from_the_host() {
    let off = env(&LaunchOptions::default().session_state_events(false));
    assert!(!off.contains_key("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS"));
}

#[test]
fn options_that_are_variables() {
    let base = LaunchOptions::default;
    let table: Vec<(LaunchOptions, &str, &str)> = vec![
        (
            base().startup_failure_results(true),
            "CLAUDE_CODE_STARTUP_FAILURE_RESULTS",
            "1",
        ),
        (base().enable_tasks(false), "CLAUDE_CODE_ENABLE_TASKS", "0"),
        (
            base().enable_tool_search(false),
            "ENABLE_TOOL_SEARCH",
            "false",
        ),
        (base().max_retries(2u32), "CLAUDE_CODE_MAX_RETRIES", "2"),
        (
            base().mcp_tool_timeout(Duration::from_secs(2)),
            "MCP_TOOL_TIMEOUT",
            "2000",
        ),
        (
            base().mcp_startup_timeout(Duration::from_secs(3)),
            "MCP_TIMEOUT",
            "3000",
        ),
        (
            base().background_wait(Duration::from_secs(1)),
            "CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS",
            "1000",
        ),
        (
            base().quiet(true),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
            "1",
        ),
        (base().quiet(true), "DISABLE_TELEMETRY", "1"),
        (base().quiet(true), "DISABLE_AUTOUPDATER", "1"),
        (base().entrypoint("mine"), "CLAUDE_CODE_ENTRYPOINT", "mine"),
        (
            base()
                .max_retries(2u32)
                .set_env("CLAUDE_CODE_MAX_RETRIES", "9"),
            "CLAUDE_CODE_MAX_RETRIES",
            "9",
        ),
    ];
    let default = env(&base());
    for (options, name, value) in table {
        assert_ne!(default.get(name).map(String::as_str), Some(value), "{name}");
        assert_eq!(
            env(&options).get(name).map(String::as_str),
            Some(value),
            "{name}"
        );
    }
}

#[test]
fn names_and_values_the_system_cannot_carry_are_errors() {
    for (name, value) in [("", "x"), ("A=B", "x"), ("A\0", "x"), ("A", "x\0y")] {
        let options = LaunchOptions::default().set_env(name, value);
        let error = options.plan(&CliPath::new("claude"), &host()).unwrap_err();
        assert!(error.to_string().contains("`env`"), "{error}");
    }
}

#[test]
fn values_stay_out_of_debug_output() {
    assert_eq!(format!("{:?}", EnvEdit::Set("secret".into())), "Set(…)");
    let plan = LaunchOptions::default()
        .plan(&CliPath::new("claude"), &host())
        .unwrap();
    let text = format!("{plan:?} {:?}", host());
    assert!(
        text.contains("ANTHROPIC_API_KEY") && !text.contains("\"key\""),
        "{text}"
    );
}

//! Command lines: what official SDKs pass, both forms of each option, and the words of the real CLI's refusals.

use super::{Flags, OutputFormat, Stop, ToolChoice};
use serde_json::json;

fn parse(words: &[&str]) -> Result<Flags, Stop> {
    let argv: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let read = |path: &str| {
        (path == "mcp.json").then(|| r#"{"mcpServers":{"f":{"command":"x"}}}"#.to_owned())
    };
    Flags::parse(&argv, &read, "2.1.325")
}

fn refusal(words: &[&str]) -> String {
    let stop = parse(words).unwrap_err();
    assert_eq!((stop.code, stop.stdout.as_str()), (1, ""));
    stop.stderr
}

const STREAM: [&str; 5] = [
    "--output-format",
    "stream-json",
    "--verbose",
    "--input-format",
    "stream-json",
];

fn streaming(more: &[&str]) -> Result<Flags, Stop> {
    let mut words = STREAM.to_vec();
    words.extend(more);
    parse(&words)
}

#[test]
fn both_forms_of_a_value_are_the_same() {
    let apart = streaming(&[
        "--model",
        "opus",
        "--permission-mode",
        "plan",
        "--max-turns",
        "3",
    ])
    .unwrap();
    let joined = streaming(&["--model=opus", "--permission-mode=plan", "--max-turns=3"]).unwrap();
    assert_eq!(apart, joined);
    assert_eq!(apart.output, OutputFormat::StreamJson);
    assert!(apart.stream_input && apart.verbose);
    assert_eq!(apart.max_turns, Some(3));
}

#[test]
fn a_list_is_split_outside_parentheses_and_ends_at_an_option() {
    let flags = streaming(&[
        "--allowedTools",
        "Bash(git log, git diff) Edit",
        "Read,Write",
        "--print",
        "hello",
    ])
    .unwrap();
    assert_eq!(
        flags.allowed,
        ["Bash(git log, git diff)", "Edit", "Read", "Write"]
    );
    assert_eq!(
        (flags.print, flags.prompt.as_deref()),
        (true, Some("hello"))
    );
    let flags = streaming(&[
        "--disallowed-tools=Bash,WebFetch",
        "--disallowedTools",
        "Write",
    ])
    .unwrap();
    assert_eq!(flags.disallowed, ["Bash", "WebFetch", "Write"]);
}

#[test]
fn tools_can_be_none_some_or_the_usual_ones() {
    assert_eq!(
        streaming(&["--tools", ""]).unwrap().tools,
        ToolChoice::Only(Vec::new())
    );
    assert_eq!(
        streaming(&["--tools="]).unwrap().tools,
        ToolChoice::Only(Vec::new())
    );
    assert_eq!(
        streaming(&["--tools", "default"]).unwrap().tools,
        ToolChoice::Default
    );
    let some = ToolChoice::Only(vec!["Bash".to_owned(), "Read".to_owned()]);
    assert_eq!(streaming(&["--tools", "Bash,Read"]).unwrap().tools, some);
}

#[test]
fn a_required_value_may_look_like_an_option_and_an_optional_one_may_not() {
    let flags = streaming(&[
        "--append-system-prompt",
        "-be brief",
        "--resume",
        "--fork-session",
    ])
    .unwrap();
    assert_eq!(flags.append_system_prompt.as_deref(), Some("-be brief"));
    assert_eq!(flags.session.resume.as_deref(), Some(""));
    assert!(flags.session.fork);
    let flags = streaming(&["--resume=abc"]).unwrap();
    assert_eq!(flags.session.resume.as_deref(), Some("abc"));
}

#[test]
fn what_is_not_known_is_noted() {
    let flags = streaming(&["--brand-new", "7", "--other=x", "--model", "opus"]).unwrap();
    assert_eq!(flags.noted, ["--brand-new 7", "--other=x"]);
    assert_eq!(flags.model.as_deref(), Some("opus"));
    assert_eq!(flags.prompt, None);
}

#[test]
fn servers_come_from_text_and_from_files() {
    let inline = r#"{"mcpServers":{"calc":{"type":"sdk","name":"calc"}}}"#;
    let flags = streaming(&["--mcp-config", inline, "mcp.json", "--strict-mcp-config"]).unwrap();
    let names: Vec<_> = flags.mcp_servers.keys().collect();
    assert_eq!(names, ["calc", "f"]);
    assert!(flags.strict_mcp);
}

#[test]
fn setting_sources_may_be_none_at_all() {
    assert_eq!(
        streaming(&["--setting-sources="]).unwrap().setting_sources,
        Some(Vec::new())
    );
    assert_eq!(streaming(&[]).unwrap().setting_sources, None);
}

#[test]
fn version_and_help_are_answers() {
    let stop = parse(&["--version"]).unwrap_err();
    assert_eq!(
        (stop.stdout.as_str(), stop.code),
        ("2.1.325 (Claude Code)", 0)
    );
    assert!(
        parse(&["-h"])
            .unwrap_err()
            .stdout
            .starts_with("Usage: claude")
    );
}

#[test]
fn a_prompt_as_an_argument_needs_no_protocol() {
    let flags = parse(&[
        "-p",
        "What is 2+2?",
        "--output-format",
        "json",
        "--json-schema",
        "{}",
    ])
    .unwrap();
    assert_eq!(flags.prompt.as_deref(), Some("What is 2+2?"));
    assert_eq!(flags.json_schema, Some(json!({})));
    let after = parse(&["--print", "--", "--not-a-flag"]).unwrap();
    assert_eq!(after.prompt.as_deref(), Some("--not-a-flag"));
}

#[test]
fn refusals_are_worded_as_by_the_real_cli() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["--output-format", "stream-json", "-p", "hi"],
            "Error: When using --print, --output-format=stream-json requires --verbose",
        ),
        (
            &["--input-format", "stream-json", "-p", "hi"],
            "Error: --input-format=stream-json requires output-format=stream-json.",
        ),
        (
            &["--output-format", "bogus"],
            "error: option '--output-format <format>' argument 'bogus' is invalid. Allowed choices are text, json, stream-json.",
        ),
        (
            &["--permission-mode", "nonsense"],
            "error: option '--permission-mode <mode>' argument 'nonsense' is invalid. Allowed choices are acceptEdits, auto, bypassPermissions, manual, dontAsk, plan.",
        ),
        (
            &["--mcp-config", "/none.json"],
            "Error: Invalid MCP configuration:\nMCP config file not found: /none.json",
        ),
        (
            &["--json-schema", "{bad"],
            "Error: --json-schema is not valid JSON: JSON Parse error: Expected '}'",
        ),
        (
            &["--agents", "{bad"],
            "Error: Invalid --agents configuration:\ninvalid JSON: JSON Parse error: Expected '}'",
        ),
        (
            &["--session-id", "nope"],
            "Error: Invalid session ID. Must be a valid UUID.",
        ),
        (
            &["--model"],
            "error: option '--model <model>' argument missing",
        ),
        (
            &["--tools"],
            "error: option '--tools <tools...>' argument missing",
        ),
        (
            &["--max-turns", "abc"],
            "error: option '--max-turns <turns>' argument 'abc' is invalid. must be a number",
        ),
        (
            &["--max-budget-usd", "abc"],
            "error: option '--max-budget-usd <amount>' argument 'abc' is invalid. --max-budget-usd must be a positive number greater than 0",
        ),
        (
            &["--setting-sources", "bogus"],
            "Error processing --setting-sources: Invalid setting source: bogus. Valid options are: user, project, local",
        ),
        (
            &["--permission-prompts", "bogus"],
            "error: option '--permission-prompts <target>' argument 'bogus' is invalid. Allowed choices are host, none.",
        ),
        (
            &["--resume-session-at=abc"],
            "Error: --resume-session-at requires --resume",
        ),
        (
            &["--replay-user-messages", "-p", "hi"],
            "Error: --replay-user-messages requires both --input-format=stream-json and --output-format=stream-json.",
        ),
        (
            &["--include-partial-messages", "-p", "hi"],
            "Error: --include-partial-messages requires --print and --output-format=stream-json.",
        ),
    ];
    for (words, expected) in cases {
        assert_eq!(&refusal(words), expected);
    }
}

#[test]
fn what_official_sdks_pass_is_understood_or_noted() {
    let python = parse(&[
        "--output-format",
        "stream-json",
        "--verbose",
        "--system-prompt",
        "",
        "--tools",
        "default",
        "--permission-prompt-tool",
        "stdio",
        "--mcp-config",
        r#"{"mcpServers":{"calc":{"type":"sdk","name":"calc"}}}"#,
        "--setting-sources=",
        "--input-format",
        "stream-json",
    ])
    .unwrap();
    assert!(python.client_answers() && python.stream_input);
    assert_eq!(python.system_prompt.as_deref(), Some(""));
    assert!(python.noted.is_empty(), "{:?}", python.noted);
    let typescript = parse(&[
        "--output-format",
        "stream-json",
        "--verbose",
        "--input-format",
        "stream-json",
        "--managed-settings-in-initialize",
        "--project-config-root",
        "/p",
        "--thinking",
        "adaptive",
        "--allowedTools",
        "Read,Bash(git log:*)",
        "--session-mirror",
        "--await-initialize",
    ])
    .unwrap();
    assert_eq!(typescript.allowed, ["Read", "Bash(git log:*)"]);
    assert_eq!(
        typescript.noted,
        [
            "--managed-settings-in-initialize",
            "--project-config-root /p"
        ]
    );
    assert_eq!(typescript.prompt, None);
}

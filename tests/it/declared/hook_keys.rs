//! Every key of a file of hooks does what it says, and what a hook that fails or is late leads to.

use cca::config::Document;
use cca::hooks::{DeclaredHook, HookFile};
use cca::{HookEvent, HookInput};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

/// The only hook of a file in a folder.
fn hook_in(folder: &Path, text: &str) -> DeclaredHook {
    let document = Document::new(folder.join("hooks.toml"), format!("[[hooks]]\n{text}\n"));
    let file = HookFile::read(&document).unwrap_or_else(|error| panic!("{error}"));
    file.hooks()[0].clone()
}

fn hook(text: &str) -> DeclaredHook {
    hook_in(Path::new("."), text)
}

/// What the CLI tells a hook about a call.
fn about(event: &str, fields: &Value) -> HookInput {
    let mut input = json!({"hook_event_name": event, "session_id": "s", "cwd": "/project"});
    let object = input.as_object_mut().unwrap();
    object.extend(fields.as_object().cloned().unwrap());
    serde_json::from_value(input).unwrap()
}

fn bash(command: &str) -> HookInput {
    about(
        "PreToolUse",
        &json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "t"}),
    )
}

/// What goes back to the CLI, or the error.
async fn answer(hook: &DeclaredHook, input: HookInput) -> Result<Value, String> {
    let output = hook.run(input).await?;
    output
        .to_wire(hook.event())
        .map_err(|error| error.to_string())
}

/// The decision on a call and its reason; `None` if there is none.
async fn decision(hook: &DeclaredHook, input: HookInput) -> Option<(String, String)> {
    let wire = answer(hook, input).await.unwrap();
    let specific = &wire["hookSpecificOutput"];
    let text = |key: &str| specific[key].as_str().map(str::to_owned);
    Some((
        text("permissionDecision")?,
        text("permissionDecisionReason")?,
    ))
}

#[allow(clippy::unnecessary_wraps, reason = "what a decision is compared with")]
fn pair(decision: &str, reason: &str) -> Option<(String, String)> {
    Some((decision.to_owned(), reason.to_owned()))
}

#[test]
fn event_matcher_name_and_timeout_are_for_the_front_end() {
    let named = hook(
        "name = 'n'\nevent = 'PreToolUse'\nmatcher = 'Bash|Edit'\ntimeout_ms = 1500\ndeny = {}",
    );
    assert_eq!(
        (named.name(), named.event(), named.matcher()),
        ("n", &HookEvent::PreToolUse, Some("Bash|Edit"))
    );
    assert_eq!(named.timeout(), Duration::from_millis(6500));
    let plain = hook("event = 'Stop'\nlog = '-'");
    assert_eq!(
        (plain.name(), plain.matcher(), plain.timeout()),
        ("hooks[0]", None, Duration::from_secs(65))
    );
    for matcher in ["*", "", "mcp__.*", "Bash, Read"] {
        hook(&format!(
            "event = 'PreToolUse'\nmatcher = '{matcher}'\ndeny = {{}}"
        ));
    }
}

#[tokio::test]
async fn deny_by_rules() {
    let hook = hook(
        "event = 'PreToolUse'\ndeny = { rules = ['Bash(rm *)', 'Read(/etc/**)'], reason = 'not here' }",
    );
    for command in [
        "rm -rf /",
        "ls && rm x",
        "true; $(rm x)",
        "echo hi | xargs rm x",
    ] {
        assert_eq!(
            decision(&hook, bash(command)).await,
            pair("deny", "not here"),
            "{command}"
        );
    }
    assert_eq!(decision(&hook, bash("ls")).await, None);
    let unexplained = self::hook("event = 'PreToolUse'\ndeny.rules = ['Bash(rm *)']");
    assert_eq!(
        decision(&unexplained, bash("rm x")).await,
        pair("deny", "the rule Bash(rm *) covers this call")
    );
}

#[tokio::test]
async fn deny_by_pattern_on_a_field() {
    let hook = hook(
        "event = 'PreToolUse'\ndeny = { field = 'tool_input.command', pattern = '(?i)DROP table' }",
    );
    assert_eq!(
        decision(&hook, bash("drop TABLE x")).await,
        pair("deny", "tool_input.command matches (?i)DROP table")
    );
    assert_eq!(decision(&hook, bash("select")).await, None);
    let other = about(
        "PreToolUse",
        &json!({"tool_name": "Read", "tool_input": {"list": [{"p": 7}]}}),
    );
    assert_eq!(decision(&hook, other.clone()).await, None);
    let deep = self::hook(
        "event = 'PreToolUse'\ndeny = { field = 'tool_input.list.0.p', pattern = '^7$' }",
    );
    assert!(decision(&deep, other).await.is_some());
}

#[tokio::test]
async fn deny_holds_up_whatever_can_be_held_up() {
    let all = hook("event = 'PreToolUse'\ndeny = {}");
    assert_eq!(
        decision(&all, bash("ls")).await,
        pair("deny", "this is not done here")
    );
    let prompt = hook(
        "event = 'UserPromptSubmit'\ndeny = { field = 'prompt', pattern = 'x', reason = 'r' }",
    );
    let wire = answer(&prompt, about("UserPromptSubmit", &json!({"prompt": "x"})))
        .await
        .unwrap();
    assert_eq!(wire, json!({"decision": "block", "reason": "r"}));
    let asked = hook("event = 'PermissionRequest'\ndeny = { rules = ['Bash'], reason = 'r' }");
    let input = about(
        "PermissionRequest",
        &json!({"tool_name": "Bash", "tool_input": {}}),
    );
    let wire = answer(&asked, input).await.unwrap();
    assert_eq!(
        wire["hookSpecificOutput"]["decision"],
        json!({"behavior": "deny", "message": "r"})
    );
}

#[tokio::test]
async fn ask_makes_the_cli_ask() {
    let hook =
        hook("event = 'PreToolUse'\nask = { rules = ['Bash(git push *)'], reason = 'look' }");
    assert_eq!(
        decision(&hook, bash("git push -f")).await,
        pair("ask", "look")
    );
    assert_eq!(decision(&hook, bash("git status")).await, None);
}

#[tokio::test]
async fn rewrite_changes_the_input_and_decides_nothing() {
    let hook = hook(
        "event = 'PreToolUse'\n[hooks.rewrite]\n\
         set = { 'tool_input.note' = 'in {cwd}: {tool_input.command}', 'tool_input.deep.n' = 1 }\n\
         remove = ['tool_input.background', 'tool_input.not.there']\n\
         replace = [{ field = 'tool_input.command', pattern = '^npm (\\w+)', with = 'pnpm $1 --quiet' }]",
    );
    let input = about(
        "PreToolUse",
        &json!({"tool_name": "Bash", "tool_input": {"command": "npm test x", "background": true}}),
    );
    let wire = answer(&hook, input).await.unwrap();
    assert_eq!(
        wire["hookSpecificOutput"],
        json!({
            "hookEventName": "PreToolUse",
            "updatedInput": {"command": "pnpm test --quiet x", "note": "in /project: npm test x", "deep": {"n": 1}},
        })
    );
    let idle = self::hook("event = 'PreToolUse'\nrewrite.remove = ['tool_input.nothing']");
    assert_eq!(answer(&idle, bash("ls")).await, Ok(json!({})));
}

#[tokio::test]
async fn a_rewrite_that_cannot_be_done_holds_the_call_up() {
    for set in [
        "'tool_input.command.x' = 1",
        "'tool_input.x' = '{tool_input.gone}'",
    ] {
        let hook = hook(&format!("event = 'PreToolUse'\nrewrite.set = {{ {set} }}"));
        let (decision, reason) = decision(&hook, bash("ls")).await.unwrap();
        assert_eq!(decision, "deny");
        assert!(
            reason.starts_with("hook hooks[0] failed: ")
                && reason.ends_with("; without it, this is not done"),
            "{reason}"
        );
    }
}

#[tokio::test]
async fn context_tells_the_model() {
    let hook = hook("event = 'UserPromptSubmit'\ncontext = 'we are in {cwd}'");
    let wire = answer(&hook, about("UserPromptSubmit", &json!({"prompt": "x"})))
        .await
        .unwrap();
    assert_eq!(
        wire["hookSpecificOutput"]["additionalContext"],
        "we are in /project"
    );
}

#[tokio::test]
async fn log_writes_a_line_into_a_private_file() {
    let dir = tempfile::tempdir().unwrap();
    let hook = hook_in(
        dir.path(),
        "name = 'eye'\nevent = 'PreToolUse'\nlog = 'seen.ndjson'",
    );
    for command in ["one", "two \u{1b}\u{202e}"] {
        assert_eq!(answer(&hook, bash(command)).await, Ok(json!({})));
    }
    let path = dir.path().join("seen.ndjson");
    let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o600);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.is_ascii() && !text.contains('\u{1b}'));
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["hook"], "eye");
    assert_eq!(
        lines[1]["input"]["tool_input"]["command"],
        "two \u{1b}\u{202e}"
    );
    assert_eq!(lines[1]["input"]["hook_event_name"], "PreToolUse");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    answer(&hook, bash("three")).await.unwrap();
    assert_eq!(mode(), 0o600);
}

#[tokio::test]
async fn a_log_that_cannot_be_written_changes_nothing_unless_it_is_to() {
    let open = hook("event = 'PreToolUse'\nlog = '/no/such/folder/x'");
    assert!(!open.block_on_failure());
    let error = answer(&open, bash("ls")).await.unwrap_err();
    assert!(error.contains("/no/such/folder/x"), "{error}");
    let closed = hook("event = 'PreToolUse'\nlog = '/no/such/folder/x'\non_failure = 'block'");
    assert!(closed.block_on_failure());
    assert_eq!(decision(&closed, bash("ls")).await.unwrap().0, "deny");
}

fn command(script: &str, more: &str) -> DeclaredHook {
    hook(&format!(
        "event = 'PreToolUse'\n{more}\n[hooks.command]\nrun = ['/bin/sh', '-c', '''{script}''']"
    ))
}

#[tokio::test]
async fn a_command_reads_the_hook_and_answers_with_json() {
    let echo = command(
        r#"printf '{"systemMessage": '; tr -d '\n' | head -c 26 | sed 's/"/\\"/g; s/.*/"&"}/'"#,
        "",
    );
    let wire = answer(&echo, bash("ls")).await.unwrap();
    assert_eq!(
        wire,
        json!({"systemMessage": "{\"hook_event_name\":\"PreToo"})
    );
    let silent = command("cat > /dev/null", "");
    assert_eq!(answer(&silent, bash("ls")).await, Ok(json!({})));
}

#[tokio::test]
async fn exit_code_2_holds_it_up_with_the_reason_from_stderr() {
    assert_eq!(
        decision(&command("echo 'no way' >&2; exit 2", ""), bash("ls")).await,
        pair("deny", "no way")
    );
    assert_eq!(
        decision(&command("exit 2", ""), bash("ls")).await,
        pair("deny", "`/bin/sh` said no")
    );
    let late =
        hook("event = 'SessionEnd'\ncommand.run = ['/bin/sh', '-c', 'echo sad >&2; exit 2']");
    let wire = answer(&late, about("SessionEnd", &json!({"reason": "clear"})))
        .await
        .unwrap();
    assert_eq!(wire, json!({"systemMessage": "sad"}));
}

#[tokio::test]
async fn a_command_that_fails_holds_the_call_up_unless_it_says_otherwise() {
    let broken = [
        ("exit 1", "exit code 1"),
        ("echo oops >&2; exit 3", "exit code 3: oops"),
        ("kill -9 $$", "killed by signal 9"),
        ("echo hello", "did not write JSON"),
        ("echo '{\"decision\":'", "did not write JSON"),
        ("echo 1", "JSON that is no object"),
    ];
    for (script, why) in broken {
        let (decided, reason) = decision(&command(script, ""), bash("ls")).await.unwrap();
        assert!(
            decided == "deny" && reason.contains(why),
            "{script}: {reason}"
        );
        let open = command(script, "on_failure = 'continue'");
        assert!(!open.block_on_failure());
        let error = answer(&open, bash("ls")).await.unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    let missing = hook("event = 'PreToolUse'\ncommand.run = ['no-such-guard']");
    assert_eq!(decision(&missing, bash("ls")).await.unwrap().0, "deny");
}

#[tokio::test]
async fn a_late_command_is_ended_and_on_timeout_decides() {
    let dir = tempfile::tempdir().unwrap();
    let mark = dir.path().join("pid");
    let script = format!("echo $$ > {}; exec sleep 60", mark.display());
    let (decided, reason) = decision(&command(&script, "timeout_ms = 300"), bash("ls"))
        .await
        .unwrap();
    assert_eq!(decided, "deny");
    assert!(reason.contains("no answer within 300 ms"), "{reason}");
    let pid = std::fs::read_to_string(&mark).unwrap();
    while Path::new("/proc").join(pid.trim()).exists() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let open = command("sleep 60", "timeout_ms = 100\non_timeout = 'continue'");
    assert!(open.block_on_failure(), "only being late is forgiven");
    // No error: the CLI is told to block on those.
    let wire = answer(&open, bash("ls")).await.unwrap();
    let told = wire["systemMessage"].as_str().unwrap();
    assert!(told.contains("no answer within 100 ms"), "{wire}");
    assert!(
        wire.as_object().unwrap().len() == 1,
        "and nothing else: {wire}"
    );
    let broken = command("exit 1", "timeout_ms = 60000\non_timeout = 'continue'");
    assert_eq!(decision(&broken, bash("ls")).await.unwrap().0, "deny");
    let half = command("sleep 60", "timeout_ms = 100\non_failure = 'continue'");
    assert_eq!(
        decision(&half, bash("ls")).await.unwrap().0,
        "deny",
        "being late is not forgiven with failures"
    );
    let both = "timeout_ms = 100\non_failure = 'continue'\non_timeout = 'continue'";
    assert!(
        answer(&command("sleep 60", both), bash("ls"))
            .await
            .is_err()
    );
}

#[tokio::test]
async fn text_from_a_command_is_context_for_prompts() {
    let hook =
        hook("event = 'UserPromptSubmit'\ncommand.run = ['/bin/sh', '-c', 'echo remember this']");
    let wire = answer(&hook, about("UserPromptSubmit", &json!({"prompt": "x"})))
        .await
        .unwrap();
    assert_eq!(
        wire["hookSpecificOutput"]["additionalContext"],
        "remember this"
    );
}

#[tokio::test]
async fn the_surroundings_of_a_command() {
    let run = |more: &str| {
        hook(&format!(
            "event = 'UserPromptSubmit'\n[hooks.command]\nrun = ['/bin/sh', '-c', 'pwd; /usr/bin/env | sort']\n{more}"
        ))
    };
    let prompt = || about("UserPromptSubmit", &json!({"prompt": "x"}));
    let hook = run("cwd = '/'\ninherit = []\nenv = { ONE = '1' }");
    let wire = answer(&hook, prompt()).await.unwrap();
    let seen = wire["hookSpecificOutput"]["additionalContext"]
        .as_str()
        .unwrap();
    assert!(seen.starts_with("/\nONE=1"), "{seen}");
    assert!(!seen.contains("HOME="), "{seen}");
    let hook = run("max_output = 3");
    let wire = answer(&hook, prompt()).await.unwrap();
    assert!(
        wire["reason"]
            .as_str()
            .unwrap()
            .contains("more than the 3 bytes"),
        "{wire}"
    );
}

#[tokio::test]
async fn a_command_is_found_beside_the_file() {
    let dir = tempfile::tempdir().unwrap();
    super::script(dir.path(), "guard", "#!/bin/sh\necho beside >&2\nexit 2\n");
    let hook = hook_in(
        dir.path(),
        "event = 'PreToolUse'\ncommand.run = ['./guard']",
    );
    assert_eq!(decision(&hook, bash("ls")).await, pair("deny", "beside"));
}

//! Tools and hooks from TOML in a session: the other side is played in memory.

use crate::sdk::{link, payload};
use crate::support::frames;
use cca::config::Document;
use cca::hooks::HookFile;
use cca::{Agent, HookOptions, Options};
use serde_json::json;

/// The way a front end registers hooks.
fn with_hooks(options: Options, file: &HookFile) -> Options {
    file.hooks().iter().fold(options, |options, hook| {
        let how = HookOptions {
            matcher: hook.matcher().map(str::to_owned),
            timeout: Some(hook.timeout()),
            block_on_failure: hook.block_on_failure(),
        };
        let hook = hook.clone();
        options.hook_with(hook.event().clone(), how, move |input, _| {
            let hook = hook.clone();
            async move { hook.run(input).await.map_err(Into::into) }
        })
    })
}

#[tokio::test]
async fn a_tool_is_called_and_a_hook_denies() {
    let tools = super::tools(
        "[tools.shout]\ndescription = 'x'\ninput = { text = 'string' }\n\
         command = { run = ['tr', 'a-z', 'A-Z'], stdin = '{text}' }",
    );
    let text = "[[hooks]]\nevent = 'PreToolUse'\nmatcher = 'Bash'\ndeny = { rules = ['Bash(rm *)'], reason = 'never' }";
    let hooks = HookFile::read(&Document::new("hooks.toml", text)).unwrap();
    let options = with_hooks(Options::new().server(tools.server(None).unwrap()), &hooks);
    let (link, mut cli) = link();
    let _session = Agent::new(options).attach(link);

    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "shout", "arguments": {"text": "hear; $(id)"}},
    });
    cli.say(&frames::mcp("call", "box", &call)).await;
    let heard = cli.hear().await;
    assert_eq!(
        payload(&heard)["mcp_response"]["result"]["content"][0]["text"],
        "HEAR; $(ID)"
    );
    let asked = json!({
        "callback_id": "cca_hook_0", "tool_use_id": "t",
        "input": {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls; rm x"}, "cwd": "/p"},
    });
    cli.say(&frames::asks("hook", "hook_callback", &asked))
        .await;
    let heard = cli.hear().await;
    assert_eq!(
        payload(&heard)["hookSpecificOutput"],
        json!({"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "never"})
    );
}

/// The CLI has one rule for all failures, and this hook has two.
#[tokio::test]
async fn only_the_failure_that_is_forgiven_is_let_pass() {
    let text = "[[hooks]]\nevent = 'PreToolUse'\ntimeout_ms = 100\non_timeout = 'continue'\ncommand.run = ['sleep', '60']\n\
                [[hooks]]\nevent = 'PreToolUse'\non_timeout = 'continue'\ncommand.run = ['false']";
    let hooks = HookFile::read(&Document::new("hooks.toml", text)).unwrap();
    assert!(
        hooks
            .hooks()
            .iter()
            .all(cca::hooks::DeclaredHook::block_on_failure)
    );
    let (link, mut cli) = link();
    let _session = Agent::new(with_hooks(Options::new(), &hooks)).attach(link);
    let mut ask = async |id: &str| {
        let asked = json!({
            "callback_id": id, "tool_use_id": "t",
            "input": {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}, "cwd": "/p"},
        });
        cli.say(&frames::asks(id, "hook_callback", &asked)).await;
        cli.hear().await
    };
    let late = ask("cca_hook_0").await;
    assert_eq!(
        late["response"]["subtype"], "success",
        "an error would block: {late}"
    );
    let answer = payload(&late).as_object().unwrap();
    assert_eq!(answer.keys().collect::<Vec<_>>(), ["systemMessage"]);
    let broken = ask("cca_hook_1").await;
    let decision = &payload(&broken)["hookSpecificOutput"]["permissionDecision"];
    assert_eq!(decision, "deny", "{broken}");
}

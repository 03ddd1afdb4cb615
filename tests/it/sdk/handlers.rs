//! Handlers that are slow, wrong, many or never done: each gets its own answer, and none holds up another.

use super::{answered_id, link, payload, within};
use crate::support::frames;
use cca::session::Phase;
use cca::tools::{Schema, Server, Tool, ToolError};
use cca::{Agent, Event, HookOutput, Options, PermissionAnswer, wire::hook::HookEvent};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Barrier;

fn server(tool: Tool) -> Server {
    Server::new("calc").unwrap().tool(tool).unwrap()
}

fn result(line: &Value) -> &Value {
    &payload(line)["mcp_response"]["result"]
}

#[tokio::test]
async fn an_open_prompt_holds_up_neither_tools_nor_hooks_and_answers_come_in_any_order() {
    let tool = Tool::new("t", "t").handler(|_, _| async { Ok("ok") });
    let options = Options::new().server(server(tool)).attended().hook(
        HookEvent::PreToolUse,
        "",
        |_, _| async { Ok(HookOutput::none()) },
    );
    let (link, mut cli) = link();
    let mut session = Agent::new(options).attach(link);
    for id in ["p1", "p2", "p3"] {
        cli.say(&frames::can_use_tool(id, "Bash")).await;
        loop {
            if let Event::PermissionAsked { id: asked, .. } =
                within(session.next_event()).await.unwrap()
            {
                assert_eq!(asked, id);
                break;
            }
        }
    }
    cli.say(&frames::tools_call("t1", "calc", "t")).await;
    assert_eq!(answered_id(&cli.hear().await), "t1");
    cli.say(&frames::hook("h1", "cca_hook_0", "Bash")).await;
    assert_eq!(answered_id(&cli.hear().await), "h1");
    assert_eq!(session.state(), Phase::WaitingPermission);
    for (id, answer, behavior) in [
        ("p3", PermissionAnswer::deny("no"), "deny"),
        ("p1", PermissionAnswer::allow(), "allow"),
    ] {
        session.answer(id, answer).await.unwrap();
        let heard = cli.hear().await;
        assert_eq!(answered_id(&heard), id);
        assert_eq!(payload(&heard)["behavior"], behavior);
    }
    // A second answer to the same request is told, not sent.
    let late = session.answer("p1", PermissionAnswer::allow()).await;
    assert_eq!(late.unwrap_err().code(), "LATE_ANSWER");
    session
        .answer("p2", PermissionAnswer::allow())
        .await
        .unwrap();
    assert_eq!(answered_id(&cli.hear().await), "p2");
    let late = session.inspect(|state, _| state.counts.late_answers).await;
    assert_eq!(late.unwrap(), 1);
}

/// Each call waits for all others: only if they run side by side does any of them end.
#[tokio::test]
async fn fifty_calls_run_side_by_side() {
    const CALLS: usize = 50;
    let barrier = Arc::new(Barrier::new(CALLS));
    let tool = Tool::new("meet", "Waits for the others").handler(move |_, _| {
        let barrier = Arc::clone(&barrier);
        async move {
            barrier.wait().await;
            Ok("met")
        }
    });
    let (link, mut cli) = link();
    let _session = Agent::new(Options::new().server(server(tool))).attach(link);
    for n in 0..CALLS {
        cli.say(&frames::tools_call(&format!("c{n}"), "calc", "meet"))
            .await;
    }
    let mut answered = HashSet::new();
    for _ in 0..CALLS {
        let heard = cli.hear().await;
        assert_eq!(result(&heard)["content"][0]["text"], "met");
        answered.insert(answered_id(&heard).to_owned());
    }
    assert_eq!(answered.len(), CALLS);
}

#[tokio::test]
async fn what_goes_wrong_in_a_tool_is_a_result_the_agent_can_read() {
    let tools = Server::new("calc")
        .unwrap()
        .tool(
            Tool::new("panics", "x").handler(|args: Value, _| async move {
                let text = args.get("absent").and_then(Value::as_str);
                Ok(text.expect("boom").to_owned())
            }),
        )
        .unwrap()
        .tool(
            Tool::new("fails", "x")
                .handler(|_, _| async { Err::<String, _>(ToolError::new("the disk is on fire")) }),
        )
        .unwrap()
        .tool(
            Tool::new("hangs", "x")
                .timeout(Duration::from_millis(10))
                .handler(|_, _| async {
                    std::future::pending::<()>().await;
                    Ok("never")
                }),
        )
        .unwrap();
    let (link, mut cli) = link();
    let _session = Agent::new(Options::new().server(tools)).attach(link);
    for (tool, word) in [
        ("panics", "boom"),
        ("fails", "on fire"),
        ("hangs", "timed out"),
    ] {
        cli.say(&frames::tools_call(tool, "calc", tool)).await;
        let heard = cli.hear().await;
        assert_eq!(result(&heard)["isError"], true, "{tool}: {heard}");
        let text = result(&heard)["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(word), "{tool}: {text}");
    }
}

#[tokio::test]
async fn a_result_of_twenty_megabytes_arrives_whole() {
    const SIZE: usize = 20 << 20;
    let tool = Tool::new("big", "x").handler(|_, _| async { Ok("x".repeat(SIZE)) });
    let (link, mut cli) = link();
    let _session = Agent::new(Options::new().server(server(tool))).attach(link);
    cli.say(&frames::tools_call("c", "calc", "big")).await;
    let heard = cli.hear().await;
    let text = result(&heard)["content"][0]["text"].as_str().unwrap();
    assert_eq!(text.len(), SIZE);
}

#[tokio::test]
async fn a_callback_that_panics_or_fails_denies_and_is_told() {
    let options = Options::new()
        .on_permission(|asked, _| async move {
            assert_ne!(asked.tool_name, "Bash", "not this one");
            Err("no database".into())
        })
        .hook(HookEvent::PreToolUse, "", |_, _| async {
            Err("no hook".into())
        });
    let (link, mut cli) = link();
    let session = Agent::new(options).attach(link);
    for (tool, word) in [("Bash", "panicked"), ("Read", "no database")] {
        cli.say(&frames::can_use_tool(tool, tool)).await;
        let heard = cli.hear().await;
        assert_eq!(payload(&heard)["behavior"], "deny");
        let message = payload(&heard)["message"].as_str().unwrap();
        assert!(message.contains(word), "{message}");
    }
    cli.say(&frames::hook("h", "cca_hook_0", "Bash")).await;
    let heard = cli.hear().await;
    assert_eq!(heard["response"]["subtype"], "error");
    let odd = session.inspect(|state, _| state.oddities.total()).await;
    assert_eq!(odd.unwrap(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_permission_limit_denies_what_nobody_decides() {
    let options = Options::new()
        .on_permission(|_, _| std::future::pending())
        .permission_limit(Duration::from_secs(5));
    let (link, mut cli) = link();
    let _session = Agent::new(options).attach(link);
    cli.say(&frames::can_use_tool("p", "Bash")).await;
    assert_eq!(payload(&cli.hear().await)["behavior"], "deny");
}

/// A request for something that is not here is refused, so that the CLI does not wait for it.
#[tokio::test]
async fn requests_nobody_serves_are_refused() {
    let (link, mut cli) = link();
    let _session = Agent::new(Options::new()).attach(link);
    let unknown = [
        frames::tools_call("a", "nowhere", "t"),
        frames::hook("b", "no_such_hook", "Bash"),
        frames::asks("c", "from_the_future", &json!({})),
    ];
    for request in unknown {
        cli.say(&request).await;
        let heard = cli.hear().await;
        assert_eq!(heard["response"]["subtype"], "error", "{heard}");
    }
    cli.say(&frames::can_use_tool("d", "Bash")).await;
    assert_eq!(payload(&cli.hear().await)["behavior"], "deny");
}

#[test]
fn a_schema_that_is_none_cannot_be_registered() {
    for schema in [json!({"type": 7}), json!([1]), json!({"type": "string"})] {
        let tool = Tool::new("t", "t")
            .schema(Schema::json(schema.clone()))
            .handler(|_, _| async { Ok("x") });
        let error = Server::new("calc").unwrap().tool(tool).unwrap_err();
        assert_eq!(cca::Error::from(error).code(), "CONFIG", "{schema}");
    }
}

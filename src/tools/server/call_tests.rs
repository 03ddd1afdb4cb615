//! Tests of calls: checks, isolation, cancellation, concurrency, sizes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

use futures_util::future::BoxFuture;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{Barrier, Notify};

use super::*;
use crate::tools::{
    CallContext, Content, Handled, Json, ProgressSink, Schema, Server, Tool, ToolError,
};
use tokio_util::sync::CancellationToken;

fn serving(tool: Tool) -> Server {
    Server::new("s").unwrap().tool(tool).unwrap()
}

fn message(name: &str, arguments: &Value) -> String {
    json!({"method": "tools/call", "params": {"name": name, "arguments": arguments,
        "_meta": {"claudecode/toolUseId": "toolu_1", "progressToken": 2}}, "jsonrpc": "2.0", "id": 2})
    .to_string()
}

type Started = (BoxFuture<'static, String>, CancellationToken);

fn start(server: &Server, name: &str, arguments: &Value, cx: CallContext) -> Started {
    match server.handle(&message(name, arguments), cx) {
        Handled::Running {
            future,
            cancel,
            rpc_id,
            tool,
            tool_use_id,
        } => {
            assert_eq!(
                (rpc_id.as_str(), tool.as_str(), tool_use_id.as_deref()),
                ("2", name, Some("toolu_1"))
            );
            let text = async move { future.await.get().to_owned() };
            (Box::pin(text) as BoxFuture<'static, String>, cancel)
        }
        other => panic!("{other:?}"),
    }
}

fn result_of(answer: &str) -> Value {
    let mut answer: Value = serde_json::from_str(answer).unwrap();
    assert_eq!(answer["id"], 2, "{answer}");
    answer["result"].take()
}

async fn call(server: &Server, name: &str, arguments: &Value) -> Value {
    result_of(
        &start(server, name, arguments, CallContext::default())
            .0
            .await,
    )
}

/// The text of a result that must be an error.
fn error_text(result: &Value) -> String {
    assert_eq!(result["isError"], true, "{result}");
    result
        .pointer("/content/0/text")
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn a_call_gets_its_arguments_and_context() {
    let tool = Tool::new("who", "Who").handler(|args: Value, cx| async move {
        Ok(format!(
            "{args} {} {} {:?}",
            cx.tool(),
            cx.session_id(),
            cx.tool_use_id()
        ))
    });
    let cx = CallContext {
        session_id: "sess".to_owned(),
        ..CallContext::default()
    };
    let answer = start(&serving(tool), "who", &json!({"a": 1}), cx).0.await;
    assert_eq!(
        answer,
        r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"a\":1} who sess Some(\"toolu_1\")"}]}}"#
    );
}

#[tokio::test]
async fn absent_arguments_are_an_empty_object() {
    let server =
        serving(Tool::new("t", "T").handler(|args: Value, _| async move { Ok(args.to_string()) }));
    for params in [
        json!({"name": "t"}),
        json!({"name": "t", "arguments": null}),
        json!({"name": "t", "_meta": 5}),
    ] {
        let text = json!({"id": 2, "method": "tools/call", "params": params}).to_string();
        let Handled::Running {
            future,
            tool_use_id: None,
            ..
        } = server.handle(&text, CallContext::default())
        else {
            panic!("{text}");
        };
        assert_eq!(
            result_of(future.await.get())
                .pointer("/content/0/text")
                .unwrap(),
            "{}"
        );
    }
}

#[tokio::test]
async fn invalid_input_never_reaches_the_handler() {
    let ran = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&ran);
    let tool = Tool::new("add", "Add")
        .schema(Schema::simple([("a", "number"), ("b", "number")]))
        .handler(move |_args, _cx| {
            seen.store(true, Ordering::SeqCst);
            async { Ok("ran") }
        });
    let result = call(&serving(tool), "add", &json!({"a": "x"})).await;
    let text = error_text(&result);
    assert!(
        text.contains("/a: expected number, got string")
            && text.contains("/b: required but missing"),
        "{text}"
    );
    assert!(!ran.load(Ordering::SeqCst));
}

#[derive(Deserialize, JsonSchema)]
struct Span {
    from: u8,
    to: Option<u8>,
    #[schemars(with = "String")]
    label: char,
}

#[tokio::test]
async fn typed_tools_take_their_type() {
    let tool = Tool::typed("span", "Span", |span: Span, _cx| async move {
        Ok(Json(
            json!({"size": span.to.unwrap_or(9) - span.from, "label": span.label}),
        ))
    });
    let server = serving(tool);
    let good = call(&server, "span", &json!({"from": 2, "label": "x"})).await;
    assert_eq!(good["structuredContent"], json!({"size": 7, "label": "x"}));
    let bad = error_text(&call(&server, "span", &json!({"from": 300, "label": "x"})).await);
    assert!(bad.contains("/from: "), "{bad}");
    let beyond_the_schema =
        error_text(&call(&server, "span", &json!({"from": 1, "label": "xyz"})).await);
    assert!(beyond_the_schema.contains("label"), "{beyond_the_schema}");
}

#[tokio::test]
async fn errors_and_panics_are_results_and_the_server_goes_on() {
    let server = serving(Tool::new("fail", "").handler(|args: Value, _| {
        assert!(args.get("early").is_none(), "before the first await");
        async move {
            assert!(args.get("late").is_none(), "after {}", 1);
            let number: u8 = "x".parse()?;
            Ok(number.to_string())
        }
    }));
    let plain = error_text(&call(&server, "fail", &json!({})).await);
    assert_eq!(plain, "invalid digit found in string");
    let early = error_text(&call(&server, "fail", &json!({"early": 1})).await);
    assert!(
        early.contains("`fail`") && early.contains("panicked: before the first await"),
        "{early}"
    );
    let late = error_text(&call(&server, "fail", &json!({"late": 1})).await);
    assert!(late.contains("panicked: after 1"), "{late}");
}

#[tokio::test(start_paused = true)]
async fn a_passed_limit_names_the_limit() {
    let slow = Tool::new("slow", "")
        .timeout(Duration::from_secs(3))
        .handler(|_, cx| async move {
            let token = cx.cancellation().clone();
            tokio::spawn(async move { token.cancelled().await });
            std::future::pending::<()>().await;
            Ok(())
        });
    let before = tokio::time::Instant::now();
    let (future, cancel) = start(&serving(slow), "slow", &json!({}), CallContext::default());
    let text = error_text(&result_of(&future.await));
    assert!(text.contains("limit of 3s"), "{text}");
    assert_eq!(before.elapsed().as_secs(), 3);
    assert!(cancel.is_cancelled(), "work put elsewhere is told");
}

/// Says when it is dropped, and panics then if told to.
struct Dropped(Arc<Notify>, bool);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.notify_one();
        assert!(!self.1, "in drop");
    }
}

#[tokio::test]
async fn cancelling_drops_the_handler_and_still_answers() {
    for (by_session, panics) in [(false, false), (true, false), (false, true)] {
        let (entered, gone) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (enter, drops) = (Arc::clone(&entered), Arc::clone(&gone));
        let tool = Tool::new("wait", "").handler(move |_, _| {
            let (enter, guard) = (Arc::clone(&enter), Dropped(Arc::clone(&drops), panics));
            async move {
                let _guard = guard;
                enter.notify_one();
                std::future::pending::<Result<(), ToolError>>().await
            }
        });
        let session = CancellationToken::new();
        let cx = CallContext {
            cancel: session.clone(),
            ..CallContext::default()
        };
        let (future, cancel) = start(&serving(tool), "wait", &json!({}), cx);
        let running = tokio::spawn(future);
        entered.notified().await;
        if by_session {
            session.cancel();
        } else {
            cancel.cancel();
        }
        let text = error_text(&result_of(&running.await.unwrap()));
        gone.notified().await;
        assert!(
            text.contains(if panics {
                "panicked: in drop"
            } else {
                "cancelled"
            }),
            "{text}"
        );
        assert_eq!(
            session.is_cancelled(),
            by_session,
            "a call's token does not reach its session"
        );
    }
}

#[tokio::test]
async fn dropping_or_finishing_a_call_tells_its_token() {
    let server = serving(Tool::new("t", "").handler(|_, _| async { Ok("x") }));
    let (future, finished) = start(&server, "t", &json!({}), CallContext::default());
    future.await;
    assert!(
        !finished.is_cancelled(),
        "work that outlives the call goes on"
    );

    let (future, cancel) = start(&server, "t", &json!({}), CallContext::default());
    cancel.cancel();
    assert!(error_text(&result_of(&future.await)).contains("cancelled"));

    let tool = Tool::new("t", "")
        .handler(|_, _| async { std::future::pending::<Result<(), ToolError>>().await });
    let (mut future, abandoned) = start(&serving(tool), "t", &json!({}), CallContext::default());
    assert!(futures_util::poll!(&mut future).is_pending());
    drop(future);
    assert!(abandoned.is_cancelled());
}

#[tokio::test]
async fn calls_run_side_by_side_and_survive_removal() {
    // Nobody passes the barrier unless all ten calls are inside at once.
    let barrier = Arc::new(Barrier::new(10));
    let server = serving(Tool::new("meet", "").handler(move |_, cx| {
        let barrier = Arc::clone(&barrier);
        async move {
            barrier.wait().await;
            Ok(cx.session_id().to_owned())
        }
    }));
    let mut running = Vec::new();
    for number in 0..10 {
        let cx = CallContext {
            session_id: number.to_string(),
            ..CallContext::default()
        };
        running.push(tokio::spawn(start(&server, "meet", &json!({}), cx).0));
        if number == 4 {
            server
                .add(Tool::new("more", "").handler(|_, _| async { Ok(()) }))
                .unwrap();
        }
    }
    server.remove("meet").unwrap();
    for (number, task) in running.into_iter().enumerate() {
        let result = result_of(&task.await.unwrap());
        assert_eq!(
            result.pointer("/content/0/text").unwrap(),
            &number.to_string()
        );
    }
}

#[tokio::test]
async fn progress_reaches_the_sink() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&seen);
    let progress = ProgressSink::new(move |progress| sink.lock().unwrap().push(progress));
    let server = serving(Tool::new("dig", "").handler(|_, cx| async move {
        cx.progress(1.0, Some(2.0), "half");
        cx.progress(2.0, None, "");
        Ok(())
    }));
    let cx = CallContext {
        progress: Some(progress),
        ..CallContext::default()
    };
    start(&server, "dig", &json!({}), cx).0.await;
    let seen = seen.lock().unwrap();
    let told: Vec<_> = seen
        .iter()
        .map(|p| {
            (
                p.done,
                p.total,
                p.message.as_deref(),
                p.tool_use_id.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (1.0, Some(2.0), Some("half"), Some("toolu_1")),
            (2.0, None, None, Some("toolu_1"))
        ]
    );
}

#[tokio::test]
async fn output_is_checked_where_there_is_a_schema() {
    let schema = || Schema::simple([("n", "integer")]);
    let tool = Tool::new("out", "")
        .output_schema(schema())
        .handler(|args: Value, _| async move { Ok(args.get("give").cloned().unwrap_or_default()) });
    let server = serving(tool);
    let good = call(&server, "out", &json!({"give": {"n": 1}})).await;
    let expected =
        json!({"content": [{"type": "text", "text": "{\"n\":1}"}], "structuredContent": {"n": 1}});
    assert_eq!(good, expected);
    let wrong = error_text(&call(&server, "out", &json!({"give": {"n": "x"}})).await);
    assert!(
        wrong.contains("output schema") && wrong.contains("/n: expected integer, got string"),
        "{wrong}"
    );
    let none = error_text(&call(&server, "out", &json!({"give": "text"})).await);
    assert!(none.contains("no structured content"), "{none}");

    let odd = Tool::new("odd", "").handler(|_, _| async { Ok(ToolResult::structured(json!([1]))) });
    assert!(
        error_text(&call(&serving(odd), "odd", &json!({})).await).contains("not a JSON object")
    );
    let failing = Tool::new("f", "")
        .output_schema(schema())
        .handler(|_, _| async { Ok(ToolResult::error("no")) });
    assert_eq!(
        error_text(&call(&serving(failing), "f", &json!({})).await),
        "no"
    );
}

#[tokio::test]
async fn all_kinds_of_content_are_encoded() {
    let tool = Tool::new("all", "").handler(|_, _| async {
        Ok(ToolResult::from(vec![
            Content::text("t\u{2028}\"\n"),
            Content::image([1, 2], "image/png"),
            Content::audio([3], "audio/wav"),
            Content::resource(
                crate::tools::ResourceContents::text("a://b", "x").mime_type("text/plain"),
            ),
            Content::resource_link("a://c", "c"),
        ])
        .meta("k", "v"))
    });
    assert_eq!(
        call(&serving(tool), "all", &json!({})).await,
        json!({"content": [
            {"type": "text", "text": "t\u{2028}\"\n"},
            {"type": "image", "data": "AQI=", "mimeType": "image/png"},
            {"type": "audio", "data": "Aw==", "mimeType": "audio/wav"},
            {"type": "resource", "resource": {"uri": "a://b", "mimeType": "text/plain", "text": "x"}},
            {"type": "resource_link", "uri": "a://c", "name": "c"},
        ], "_meta": {"k": "v"}})
    );
}

#[tokio::test]
async fn big_results_pass_and_too_big_ones_say_so() {
    let tool = || {
        Tool::new("big", "").handler(|args: Value, _| async move {
            let size = usize::try_from(args["size"].as_u64().unwrap_or_default())?;
            Ok("\n".repeat(size / 2) + &"x".repeat(size / 2))
        })
    };
    let server = serving(tool());
    let size = 20 * 1024 * 1024 / 3 * 2;
    let result = call(&server, "big", &json!({"size": size})).await;
    assert_eq!(
        result
            .pointer("/content/0/text")
            .unwrap()
            .as_str()
            .unwrap()
            .len(),
        size
    );
    let small = serving(tool()).max_result(1000);
    for size in [900, 2000] {
        let text = error_text(&call(&small, "big", &json!({"size": size})).await);
        assert!(
            text.contains("limit of 1000") && text.contains("bytes"),
            "{text}"
        );
    }
    assert_eq!(
        call(&small, "big", &json!({"size": 100})).await["isError"],
        Value::Null
    );
}

//! What reaches the handler: arguments, context, and nothing that does not fit.

use super::*;

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

//! What comes back: progress, content of every kind, checked by its schema and by its size.

use super::*;

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

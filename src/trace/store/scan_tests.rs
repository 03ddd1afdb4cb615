//! The scan against serde: same facts for any order of keys and any white space, and never more than stands there.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn samples() -> Vec<(Value, Scanned<'static>)> {
    let none = Scanned {
        whole: true,
        ..Scanned::default()
    };
    vec![
        (
            json!({"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"{\"type\":\"x\"}"}},"parent_tool_use_id":"p","uuid":"u"}),
            Scanned {
                kind: b"stream_event",
                subtype: b"content_block_delta",
                detail: b"text_delta",
                parent: b"p",
                ..none
            },
        ),
        (
            json!({"type":"control_request","request_id":"r","request":{"subtype":"mcp_message","server_name":"calc","message":{"method":"tools/call","params":{"name":"add","arguments":{"name":"no","type":"no"},"_meta":{"claudecode/toolUseId":"t"}},"id":3}}}),
            Scanned {
                kind: b"control_request",
                subtype: b"mcp_message",
                detail: b"tools/call",
                request_id: b"r",
                server: b"calc",
                tool: b"add",
                tool_use_id: b"t",
                ..none
            },
        ),
        (
            json!({"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"mcp_response":{"id":3,"result":{"isError":true,"content":[{"type":"text","text":"error"}]}}}}}),
            Scanned {
                kind: b"control_response",
                subtype: b"success",
                request_id: b"r",
                error: true,
                ..none
            },
        ),
        (
            json!({"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"a"},{"type":"tool_use","id":"t1","name":"Bash","input":{"id":"no","name":"no"}}]},"parent_tool_use_id":null}),
            Scanned {
                kind: b"assistant",
                message_id: b"m",
                detail: b"text",
                calls: [(b"t1", b"Bash"), (b"", b""), (b"", b""), (b"", b"")],
                ..none
            },
        ),
        (
            json!({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[{"tool_use_id":"no"}]}]}}),
            Scanned {
                kind: b"user",
                detail: b"tool_result",
                results: [b"t1", b"", b"", b""],
                error: true,
                ..none
            },
        ),
        (
            json!({"type":"result","subtype":"success","is_error":false,"error":null,"result":"is_error"}),
            Scanned {
                kind: b"result",
                subtype: b"success",
                ..none
            },
        ),
    ]
}

/// The same object with its keys in another order, at every level.
fn turned(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let pairs = map.iter().rev();
            Value::Object(pairs.map(|(k, v)| (k.clone(), turned(v))).collect())
        }
        Value::Array(all) => Value::Array(all.iter().map(turned).collect()),
        other => other.clone(),
    }
}

#[test]
fn facts_do_not_depend_on_order_or_white_space() {
    for (value, expected) in samples() {
        let texts = [
            value.to_string(),
            turned(&value).to_string(),
            serde_json::to_string_pretty(&value).expect("JSON"),
        ];
        for text in texts {
            assert_eq!(scan(text.as_bytes()), expected, "{text}");
        }
    }
}

#[test]
fn a_hook_names_its_event_and_tool_but_a_tool_input_does_not() {
    let hook = br#"{"type":"control_request","request":{"subtype":"hook_callback","input":{"hook_event_name":"Stop","tool_name":"Bash"}}}"#;
    let value: Value = serde_json::from_slice(hook).expect("JSON");
    for text in [value.to_string(), turned(&value).to_string()] {
        let found = scan(text.as_bytes());
        assert_eq!((found.detail, found.tool), (&b"Stop"[..], &b"Bash"[..]));
    }
    let ask = br#"{"type":"control_request","request":{"subtype":"can_use_tool","tool_name":"Read","input":{"tool_name":"x"}}}"#;
    assert_eq!(scan(ask).tool, b"Read");
}

#[test]
fn half_characters_are_seen_and_whole_ones_are_not() {
    for (text, expected) in [
        (r#"{"a":"\ud83d\ude00"}"#, false),
        (r#"{"a":"\ud83d"}"#, true),
        (r#"{"a":"\ude00 \ud83d\ude00"}"#, true),
        (r#"{"a":"\ud83d\ud83d\ude00"}"#, true),
        (r#"{"a":"\\ud83d"}"#, false),
        (r#"{"a":"\u00e4"}"#, false),
    ] {
        let found = scan(text.as_bytes());
        assert_eq!((found.surrogate, found.whole), (expected, true), "{text}");
    }
}

#[test]
fn a_torn_line_is_not_whole_at_any_byte() {
    for (value, _) in samples() {
        let text = value.to_string();
        for end in 0..text.len() {
            assert!(!scan(&text.as_bytes()[..end]).whole, "{end} of {text}");
        }
        assert!(!scan(format!("{text}{text}").as_bytes()).whole);
        assert!(!scan(format!("{text},").as_bytes()).whole);
    }
}

proptest! {
    #[test]
    fn any_bytes_are_looked_at(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = scan(&bytes);
    }

    #[test]
    fn what_serde_reads_is_whole(value in value(), pretty: bool) {
        let object = json!({"type": "x", "rest": value.clone(), "message": value});
        let text = if pretty { serde_json::to_string_pretty(&object) } else { serde_json::to_string(&object) };
        let text = text.expect("JSON");
        let found = scan(text.as_bytes());
        prop_assert!(found.whole, "{}", text);
        prop_assert_eq!(found.kind, b"x");
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
        "[\\\\\"{}\\[\\]:,]{0,40}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{0,6}|content|id", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

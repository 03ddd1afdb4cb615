//! Decoding: every kind, any key order, wrong types, broken lines, and never a panic.

use super::*;
use crate::wire::{Block, Content, Outgoing, Prompt};
use proptest::prelude::*;
use serde_json::json;

fn frame(text: &str) -> Frame {
    decode_bytes(&Bytes::copy_from_slice(text.as_bytes()))
}

#[test]
fn the_type_may_stand_anywhere() {
    let frame = frame(
        r#"{"message":{"content":[{"text":"hi","type":"text"}],"id":"m"},"uuid":"u","type":"assistant"}"#,
    );
    let Frame::Assistant(message) = frame else {
        panic!("{frame:?}")
    };
    assert_eq!(message.message.content.plain_text(), "hi");
}

#[test]
fn unknown_fields_and_kinds_are_re_encoded_equal() {
    for text in [
        r#"{"type":"assistant","message":{"content":[{"type":"text","text":"a","new":1},{"type":"laser","x":[1.0]}],"y":null},"z":{}}"#,
        r#"{"type":"system","subtype":"init","tools":[],"model":"m","brand_new":{"a":1}}"#,
        r#"{"type":"system","subtype":"never_heard_of","a":1.50,"session_id":"s"}"#,
        r#"{"type":"weather","degrees":21}"#,
        r#"{"no_type":true}"#,
        r#"{"type":"result","subtype":"odd","total_cost_usd":0,"stop_reason":null,"usage":{"input_tokens":1,"n":2}}"#,
        r#"{"type":"control_request","request_id":"1","request":{"subtype":"new_thing","message":"m","x":1},"e":2}"#,
        r#"{"type":"control_response","response":{"subtype":"success","request_id":"1"}}"#,
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}},"parent_tool_use_id":null}"#,
        r#"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]},"tool_use_result":null}"#,
        r#"{"type":"tool_progress","tool_use_id":"a-heartbeat-1","parent_tool_use_id":"a","elapsed_time_seconds":30.5}"#,
    ] {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(frame(text).to_json(), Some(value), "{text}");
    }
}

#[test]
fn a_field_of_the_wrong_type_is_left_out_and_the_rest_kept() {
    let text = r#"{"type":"assistant","uuid":7,"message":{"id":"m","content":"x","usage":{"input_tokens":"many","output_tokens":3}}}"#;
    let Frame::Assistant(message) = frame(text) else {
        panic!("lost the message")
    };
    assert_eq!(message.uuid, None);
    assert_eq!(message.message.id.as_deref(), Some("m"));
    assert_eq!(
        message
            .message
            .usage
            .get()
            .and_then(|usage| usage.output_tokens),
        Some(3)
    );
    let text = r#"{"type":"system","subtype":"init","model":[1],"cwd":"/x"}"#;
    let Frame::System(System::Init(init)) = frame(text) else {
        panic!("lost init")
    };
    assert_eq!(
        (init.body.cwd.as_deref(), init.body.model.as_deref()),
        (Some("/x"), None)
    );
}

#[test]
fn lone_surrogates_are_repaired_and_pairs_are_kept() {
    let text =
        r#"{"type":"assistant","message":{"content":"a\ud83d b\uDC00 c\ud83e\udd80 d\\ud83d"}}"#;
    let Frame::Assistant(message) = frame(text) else {
        panic!("lost the message")
    };
    assert_eq!(
        message.message.content,
        Content::Text("a\u{fffd} b\u{fffd} c🦀 d\\ud83d".into())
    );
    let text = r#"{"type":"control_request","request_id":"r","request":{"subtype":"mcp_message","server_name":"s","message":{"x":"\ud800"}}}"#;
    let Frame::ControlRequest(request) = frame(text) else {
        panic!("lost the request")
    };
    assert_eq!(request.request.message.unwrap().get(), r#"{"x":"\ufffd"}"#);
}

#[test]
fn broken_lines_are_values_that_keep_their_bytes() {
    assert_eq!(
        frame("Warning: hello"),
        Frame::Noise("Warning: hello".into())
    );
    assert_eq!(frame("[1,2]"), Frame::Noise("[1,2]".into()));
    assert!(
        matches!(frame("{\"type\":\"user\""), Frame::Malformed { line, .. } if line == "{\"type\":\"user\"")
    );
    assert!(matches!(
        frame(&"{\"a\":".repeat(500)),
        Frame::Malformed { .. }
    ));
    let bytes = Bytes::from_static(b"{\"type\":\"\xff\"}");
    assert_eq!(
        decode_bytes(&bytes),
        Frame::NotUtf8 {
            line: bytes.clone(),
            at: 9
        }
    );
}

#[test]
fn a_type_that_comes_twice_does_not_fool_the_shortcut() {
    let frame = frame(r#"{"type":"assistant","type":"weather","message":{"content":"x"}}"#);
    assert!(matches!(frame, Frame::Unknown(_)), "{frame:?}");
}

#[test]
fn what_we_write_decodes_to_the_frame_we_kept_and_is_one_line() {
    let raw = |text: &str| Some(serde_json::value::RawValue::from_string(text.to_owned()).unwrap());
    let outs = [
        Outgoing::request(
            "r1",
            "mcp_message",
            &json!({"server_name": "s", "message": {"a": "b\nc"}}),
        )
        .unwrap(),
        Outgoing::request("r2", "interrupt", &json!({})).unwrap(),
        Outgoing::success("x", raw("{\n \"a\": [1,\r\n 2]}")).unwrap(),
        Outgoing::success("x", None).unwrap(),
        Outgoing::failure("x", "no\nway \u{0}").unwrap(),
        Outgoing::cancel("r1").unwrap(),
        Outgoing::user(Prompt::text("a\nb\u{0}\u{2028}", "u")).unwrap(),
        Outgoing::user(Prompt::blocks(
            vec![Block::text("t"), Block::image("image/png", "AA==")],
            "u",
        ))
        .unwrap(),
    ];
    for out in outs {
        assert!(!out.line.contains(&b'\n') && !out.line.contains(&b'\r'));
        assert_eq!(decode_bytes(&out.line), out.frame);
    }
    assert!(Outgoing::request("r", "x", &json!([1])).is_err());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f32>().prop_map(|n| json!(n)),
        "[a-z_ \\\\\"\n]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let key = prop_oneof![
            Just("type".to_owned()),
            Just("message".to_owned()),
            Just("content".to_owned()),
            Just("subtype".to_owned()),
            Just("request".to_owned()),
            Just("event".to_owned()),
            Just("delta".to_owned()),
            Just("usage".to_owned()),
            "[a-z_]{1,6}",
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((key, inner), 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

const KINDS: &[&str] = &[
    "assistant",
    "user",
    "stream_event",
    "result",
    "system",
    "control_request",
    "control_response",
    "control_cancel_request",
    "tool_progress",
    "auth_status",
    "keep_alive",
    "active_goal",
    "new_kind",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_decode_to_something(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        decode_bytes(&Bytes::from(bytes));
    }

    #[test]
    fn any_object_of_any_kind_decodes_and_stays_an_object(mut value in any_json(), kind in proptest::sample::select(KINDS)) {
        if let Value::Object(map) = &mut value {
            map.insert("type".into(), kind.into());
            let frame = frame(&value.to_string());
            prop_assert!(!frame.is_malformed(), "{frame:?}");
            prop_assert_eq!(frame.kind(), kind);
        }
    }
}

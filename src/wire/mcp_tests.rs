//! Tests of the JSON-RPC envelope.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::*;

#[test]
fn a_request_is_borrowed_whole() {
    let text = r#"{"method":"tools/call","params":{"name":"add"},"jsonrpc":"2.0","id":2}"#;
    let rpc = Rpc::parse(text).unwrap();
    assert_eq!(rpc.id.unwrap().get(), "2");
    assert!(matches!(rpc.method, Cow::Borrowed("tools/call")));
    assert_eq!(rpc.params.unwrap().get(), r#"{"name":"add"}"#);
}

#[test]
fn ids_keep_their_exact_form() {
    for id in [
        "0",
        "-7",
        "1.0",
        "1e3",
        r#""a\u0062c""#,
        "18446744073709551616",
    ] {
        let text = format!(r#"{{"id":{id},"method":"ping"}}"#);
        let rpc = Rpc::parse(&text).unwrap();
        let answer = encode_raw_result(rpc.id.unwrap(), "{}");
        assert_eq!(
            answer,
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
        );
        let same = encode_result(rpc.id.unwrap(), &serde_json::Map::new());
        assert_eq!(same, answer);
    }
}

#[test]
fn null_id_is_a_notification() {
    assert!(
        Rpc::parse(r#"{"id":null,"method":"x"}"#)
            .unwrap()
            .id
            .is_none()
    );
    assert!(Rpc::parse(r#"{"method":"x"}"#).unwrap().id.is_none());
}

#[test]
fn broken_messages_say_the_code_and_the_id_to_answer_to() {
    let cases = [
        ("{", PARSE_ERROR, None),
        ("", PARSE_ERROR, None),
        ("17", INVALID_REQUEST, None),
        (r#"{"id":3}"#, INVALID_REQUEST, Some("3")),
        (r#"{"id":3,"method":5}"#, INVALID_REQUEST, Some("3")),
        (r#"{"id":{},"method":"ping"}"#, INVALID_REQUEST, None),
        (r#"{"id":[1],"method":5}"#, INVALID_REQUEST, None),
    ];
    for (text, code, id) in cases {
        let error = Rpc::parse(text).unwrap_err();
        assert_eq!(error.code, code, "{text}");
        assert_eq!(error.id.map(RawValue::get), id, "{text}");
    }
}

#[test]
fn only_a_whole_call_takes_the_short_way() {
    let call = CallRpc::parse(
        r#"{"id":2,"params":{"name":"add","arguments":{"a":1}},"method":"tools/call"}"#,
    )
    .unwrap();
    assert_eq!((call.id.get(), &*call.name), ("2", "add"));
    assert_eq!(call.arguments, Some(serde_json::json!({"a": 1})));
    assert_eq!(call.tool_use_id, None);
    for other in [
        r#"{"id":2,"params":{"name":"add"},"method":"prompts/get"}"#,
        r#"{"params":{"name":"add"},"method":"tools/call"}"#,
        r#"{"id":null,"params":{"name":"add"},"method":"tools/call"}"#,
        r#"{"id":{},"params":{"name":"add"},"method":"tools/call"}"#,
        r#"{"id":2,"params":{},"method":"tools/call"}"#,
        r#"{"id":2,"method":"tools/call"}"#,
        r#"{"id":2,"params":{"name":"add","_meta":7},"method":"tools/call"}"#,
        r#"{"id":2,"params":{"name":"add","arguments":1e999},"method":"tools/call"}"#,
    ] {
        assert!(CallRpc::parse(other).is_none(), "{other}");
    }
}

#[test]
fn versions_are_echoed_when_known() {
    for version in PROTOCOL_VERSIONS {
        assert_eq!(negotiate(version), version);
    }
    assert_eq!(negotiate("2031-01-01"), "2025-11-25");
    assert_eq!(negotiate(""), "2025-11-25");
}

#[test]
fn the_tool_use_id_is_found_or_absent() {
    let raw = |text: &str| RawValue::from_string(text.to_owned()).unwrap();
    let meta = raw(r#"{"claudecode/toolUseId":"toolu_1","progressToken":2}"#);
    assert_eq!(tool_use_id(&meta).as_deref(), Some("toolu_1"));
    assert_eq!(tool_use_id(&raw(r#"{"claudecode/toolUseId":4}"#)), None);
    assert_eq!(tool_use_id(&raw("[]")), None);
}

#[test]
fn error_texts_are_escaped() {
    let text = encode_error(None, INVALID_PARAMS, "a \"quoted\"\nline");
    let back: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        back,
        serde_json::json!({"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"a \"quoted\"\nline"}})
    );
}

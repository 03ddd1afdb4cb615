//! The shortcut reads what the typed parse reads, and leaves the rest to it.

use super::*;
use proptest::prelude::*;

const DELTA: &str = r#"{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a \"b\"\n\u00e9 ü"}},"session_id":"s","parent_tool_use_id":null,"uuid":"u","api_message_id":"m"}"#;
const JSON: &str = r#"{"type":"stream_event","event":{"type":"content_block_delta","index":12,"delta":{"type":"input_json_delta","partial_json":"{\"a\": "}},"session_id":"s","parent_tool_use_id":"toolu_1","uuid":"u"}"#;
const THINKING: &str = r#"{"type":"stream_event","event":{"type":"content_block_delta","index":3,"delta":{"type":"thinking_delta","thinking":"hm"}},"session_id":"","parent_tool_use_id":null,"uuid":"u"}"#;
const CALL: &str = r#"{"type":"control_request","request_id":"r-1","request":{"subtype":"mcp_message","server_name":"calc","message":{"method":"tools/call","params":{"name":"add","arguments":{"a":[1,2.50,"x\"}}"],"b":null},"_meta":{"claudecode/toolUseId":"toolu_1","progressToken":2}},"jsonrpc":"2.0","id":"7"}}}"#;

const PLAIN_CALL: &str = r#"{"type":"control_request","request_id":"r-1","request":{"subtype":"mcp_message","server_name":"calc","message":{"method":"tools/call","params":{"name":"add","arguments":{"a":15,"b":{"c":[]}},"_meta":{"claudecode/toolUseId":"toolu_1","progressToken":2}},"jsonrpc":"2.0","id":2}}}"#;

/// The frame by the typed parse alone.
fn typed(line: &str) -> Option<Frame> {
    let value: Value = serde_json::from_str(line).ok()?;
    match value.get("type")?.as_str()? {
        "stream_event" => serde_json::from_str(line).ok().map(Frame::Stream),
        "control_request" => serde_json::from_str(line).ok().map(Frame::ControlRequest),
        _ => None,
    }
}

#[test]
fn the_shortcut_reads_what_the_typed_parse_reads() {
    for line in [DELTA, JSON, THINKING, CALL, PLAIN_CALL] {
        let frame = read(line).unwrap();
        assert_eq!(Some(&frame), typed(line).as_ref(), "{line}");
        let value: Value = serde_json::from_str(line).unwrap();
        assert_eq!(frame.to_json(), Some(value), "{line}");
    }
}

#[test]
fn a_call_is_there_in_parts_and_as_it_was_written() {
    let Some(Frame::ControlRequest(request)) = read(CALL) else {
        panic!("not read")
    };
    let mut message = request.request.message.unwrap();
    assert!(CALL.contains(message.get()) && message.get().starts_with(r#"{"method":"#));
    let call = message.take_call().unwrap();
    assert_eq!((call.id.get(), &*call.name), (r#""7""#, "add"));
    assert_eq!(call.tool_use_id.as_deref(), Some("toolu_1"));
    let arguments = serde_json::json!({"a": [1, 2.50, "x\"}}"], "b": null});
    assert_eq!(call.arguments, Some(arguments));
}

/// What a call is taken apart into, which frames do not compare.
fn parts(frame: &Frame) -> Option<String> {
    match frame {
        Frame::ControlRequest(request) => {
            let call = request.request.message.as_ref()?.call();
            Some(format!("{call:?}"))
        }
        _ => None,
    }
}

#[test]
fn both_ways_to_take_a_call_apart_agree() {
    let line = |arguments: &str, id: &str| {
        let line = PLAIN_CALL.replace(r#"{"a":15,"b":{"c":[]}}"#, arguments);
        line.replace(r#""id":2"#, &format!(r#""id":{id}"#))
    };
    for arguments in ["null", "{}", "[1]", "7", "\"x\"", " { } ", "{\"n\":1e3}"] {
        for id in ["0", "12", "\"x\"", "-1", "1.5"] {
            let line = line(arguments, id);
            let frame = read(&line).unwrap();
            assert_eq!(parts(&frame), parts(&typed(&line).unwrap()), "{line}");
        }
    }
}

#[test]
fn what_is_unusual_is_left_to_the_typed_parse() {
    for (line, from, to) in [
        (DELTA, r#""index":0"#, r#""index":00"#),
        (DELTA, r#""index":0"#, r#""index":-1"#),
        (DELTA, r#""index":0"#, r#""index":99999999999999999999"#),
        (DELTA, r#""uuid":"u""#, r#""uuid":"\u0075""#),
        (DELTA, r#""uuid":"u""#, "\"uuid\":\"\u{1}\""),
        (DELTA, "ü", "\u{1}"),
        (DELTA, r"\n", r"\x"),
        (DELTA, r#""m"}"#, r#""m","more":1}"#),
        (DELTA, r#""m"}"#, r#""m"} "#),
        (DELTA, r#""m"}"#, r#""m""#),
        (DELTA, r"}},", r#","more":1}},"#),
        (CALL, "tools/call", "tools/list"),
        (CALL, r#""request_id":"r-1","#, ""),
        (CALL, r"}}}", r#"},"more":1}}"#),
        (CALL, r#""id":"7""#, r#""id":"7","id":"8""#),
        (CALL, "\"jsonrpc\"", " }}},"),
        (CALL, "progressToken", r"\ud800"),
        (PLAIN_CALL, r#""id":2"#, r#""id":null"#),
        (PLAIN_CALL, r#""id":2"#, r#""id":02"#),
        (PLAIN_CALL, r#""a":15"#, r#""a":1e999"#),
        (PLAIN_CALL, r#""a":15"#, r#""a":15}}}}"#),
    ] {
        let changed = line.replacen(from, to, 1);
        assert_ne!(changed, line);
        assert_eq!(read(&changed), None, "{changed}");
    }
}

proptest! {
    #[test]
    fn a_damaged_line_is_read_as_the_typed_parse_reads_it_or_not_at_all(
        which in 0_usize..5, at in 0_usize..400, len in 0_usize..6, put in "[a-z0-9{}\\[\\],:\"\\\\ \n\u{1}é]{0,6}",
    ) {
        let line = [DELTA, JSON, THINKING, CALL, PLAIN_CALL][which];
        let bytes = line.as_bytes();
        let at = at.min(bytes.len());
        let end = (at + len).min(bytes.len());
        let damaged = [&bytes[..at], put.as_bytes(), &bytes[end..]].concat();
        if let Ok(damaged) = String::from_utf8(damaged)
            && let Some(frame) = read(&damaged)
        {
            let wanted = typed(&damaged);
            prop_assert_eq!(parts(&frame), wanted.as_ref().and_then(parts));
            prop_assert_eq!(Some(frame), wanted);
        }
    }

    #[test]
    fn any_text_of_a_delta_is_read(text in "\\PC*|[\\x00-\\x7f]*") {
        let text = serde_json::to_string(&text).unwrap();
        let line = THINKING.replace("\"hm\"", &text);
        let frame = read(&line);
        prop_assert!(frame.is_some());
        prop_assert_eq!(frame, typed(&line));
    }
}

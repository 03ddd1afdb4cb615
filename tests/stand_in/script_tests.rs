//! The dialect: what the builder writes is what the server reads, and mistakes are told.

use std::time::Duration;

use serde_json::json;

use super::{Fault, MARK, parse, prompt, turn, without};

#[test]
fn every_part_of_a_turn_survives_the_prompt() {
    let turns = vec![
        turn()
            .thinking("hm")
            .redacted_thinking("zz")
            .text("a {{RESULT}}")
            .tool("Bash", json!({"command": "ls"}))
            .tool_with_id("toolu_mine", "Read", json!({"file_path": "/x"}))
            .raw(json!({"type": "server_tool_use"}))
            .stop_reason("max_tokens")
            .usage("input_tokens", 7)
            .delay(Duration::from_millis(20))
            .gap(Duration::from_millis(3)),
        turn().http_error(429).times(3),
        turn().http_error_retry_after(529, 2),
        turn().hang_after(4),
        turn().cut_after(5),
        turn().stream_error_after("api_error", 6),
    ];
    let text = prompt("Please.", turns.clone());
    assert!(text.starts_with("Please. @@SCRIPT ["), "{text}");
    assert_eq!(parse(&text).unwrap().unwrap(), turns);
}

#[test]
fn a_nested_script_belongs_to_the_sub_agent() {
    let text = prompt("Outer.", [turn().agent("inner", [turn().text("deep")])]);
    let outer = parse(&text).unwrap().unwrap();
    let super::Block::Tool(call) = &outer[0].say[0] else {
        panic!("{outer:?}")
    };
    assert_eq!(call.input["run_in_background"], false);
    let inner = parse(call.input["prompt"].as_str().unwrap())
        .unwrap()
        .unwrap();
    assert_eq!(inner, [turn().text("deep")]);
}

#[test]
fn what_the_cli_appends_is_ignored() {
    let text = format!("{} and more [words]", prompt("x", [turn().text("y")]));
    assert_eq!(parse(&text).unwrap().unwrap(), [turn().text("y")]);
    assert_eq!(without(&text), "x  and more [words]");
}

#[test]
fn a_text_without_a_script_has_none() {
    assert!(parse("just text").is_none());
    assert_eq!(without("just text"), "just text");
}

#[test]
fn mistakes_are_errors() {
    for wrong in [
        "",
        " {}",
        r#" [{"sya":[]}]"#,
        r#" [{"fault":{"hang":{"after":1,"x":2}}}]"#,
        r#" [{"say":["bare"]}]"#,
    ] {
        assert!(
            parse(&format!("{MARK}{wrong}")).unwrap().is_err(),
            "{wrong}"
        );
    }
    assert_eq!(turn().hang_after(1).fault, Some(Fault::Hang { after: 1 }));
}

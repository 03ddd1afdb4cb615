//! What placeholders become.

use super::{Values, map, names, text, value};
use serde_json::{Value, json};

fn values() -> Values {
    let mut values = Values::new();
    values.set("prompt", "add 15 and 2.5");
    values.set("1", "15");
    values.set("2", " 2.5 ");
    values.set("word", "fifteen");
    values.set(
        "input",
        json!({"command": "rm -rf build", "n": 3, "todos": [{"content": "first"}, {"content": "second"}]}),
    );
    values.set("sum", json!(17.5));
    values.set(
        "answers",
        json!({"Which one?": "the left", "Why?": "taste"}),
    );
    values.set("text", r#"{"a":[1,2]}"#);
    values.set("nothing", Value::Null);
    values
}

#[test]
fn texts() {
    let cases = [
        ("", ""),
        ("plain", "plain"),
        ("{{prompt}}", "add 15 and 2.5"),
        ("a {{1}} b {{ sum }} c", "a 15 b 17.5 c"),
        ("{{input.command}}!", "rm -rf build!"),
        ("{{input.todos.1.content}}", "second"),
        ("{{input.todos}}", "content: first, content: second"),
        ("{{answers}}", "Which one?: the left; Why?: taste"),
        (
            "{{json input.todos}}",
            r#"[{"content":"first"},{"content":"second"}]"#,
        ),
        ("{{number 1}} apples", "15 apples"),
        // not known: nothing
        (
            "[{{nobody}}{{input.none}}{{input.todos.9}}{{1.x}}{{nothing}}]",
            "[]",
        ),
        // no placeholders
        (
            "{{}} {{ }} {{a b}} {{a.}} {{x",
            "{{}} {{ }} {{a b}} {{a.}} {{x",
        ),
        ("{{{{prompt}}", "{{prompt}}"),
        (
            "fn main() { println!(\"{{}}\"); }}",
            "fn main() { println!(\"{{}}\"); }}",
        ),
        ("{ {{1}} }", "{ 15 }"),
    ];
    for (template, filled) in cases {
        assert_eq!(text(template, &values()), filled, "{template}");
    }
}

#[test]
fn what_is_filled_in_is_not_filled_again() {
    let mut values = Values::new();
    values.set("prompt", "{{prompt}} {{1}}");
    assert_eq!(text("{{prompt}}", &values), "{{prompt}} {{1}}");
}

#[test]
fn values_in_inputs() {
    let template = json!({
        "whole": "{{number 1}}",
        "part": "{{ number 2 }}",
        "no_number": "{{number word}}",
        "same": "{{json input.todos.0}}",
        "parsed": "{{json text}}",
        "unknown": "{{json nobody}}",
        "text": ["{{1}}", "n = {{number 1}}", 7, null, true],
        "{{1}}": "keys stay",
    });
    assert_eq!(
        value(&template, &values()),
        json!({
            "whole": 15,
            "part": 2.5,
            "no_number": "fifteen",
            "same": {"content": "first"},
            "parsed": {"a": [1, 2]},
            "unknown": null,
            "text": ["15", "n = 15", 7, null, true],
            "{{1}}": "keys stay",
        })
    );
    let fields = json!({"a": "{{number sum}}"});
    assert_eq!(
        map(fields.as_object().unwrap(), &values()).get("a"),
        Some(&json!(17.5))
    );
}

#[test]
fn later_values_take_the_place_of_earlier_ones() {
    let mut known = values();
    let mut more = Values::new();
    more.set("1", "one");
    known.extend(more);
    assert_eq!(text("{{1}} {{word}}", &known), "one fifteen");
}

#[test]
fn names_are_those_before_the_dot() {
    let found: Vec<_> = names("{{a}} {{json b.c}} {{{{d}} {{number e}} {{no name}}").collect();
    assert_eq!(found, ["a", "b", "e"]);
}

#[test]
fn a_text_that_is_json_has_parts() {
    let mut known = Values::new();
    known.set("last", r#"{"rows": [["tea", 3]], "more": false}"#);
    known.set("plain", "no JSON");
    assert_eq!(
        text("{{last.rows.0.0}}: {{last.more}}", &known),
        "tea: false"
    );
    assert_eq!(
        value(
            &json!(["{{number last.rows.0.1}}", "{{plain.x}}", "{{last.none}}"]),
            &known
        ),
        json!([3, "", ""])
    );
}

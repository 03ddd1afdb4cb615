//! Tests of schemas: the three ways to write one, what is refused, and how violations read.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use schemars::JsonSchema;
use serde_json::json;

use super::*;

fn compiled(schema: &Schema) -> CompiledSchema {
    schema.compile("probe", "input").unwrap()
}

fn problems(schema: &Schema, value: &Value) -> Vec<String> {
    let text = compiled(schema).check(value).unwrap_err();
    text.lines().map(ToOwned::to_owned).collect()
}

#[test]
fn simple_is_written_out() {
    let schema = Schema::simple([("a", "number"), ("b", "string?"), ("c", "any")]);
    assert_eq!(
        compiled(&schema).as_value(),
        &json!({
            "type": "object",
            "properties": {"a": {"type": "number"}, "b": {"type": "string"}, "c": {}},
            "required": ["a", "c"],
        })
    );
}

#[test]
fn every_failing_path_is_named() {
    let schema = Schema::simple([
        ("a", "number"),
        ("b", "string"),
        ("c/d", "integer"),
        ("e", "boolean?"),
    ]);
    let mut found = problems(&schema, &json!({"a": "x", "b": 2, "e": []}));
    found.sort();
    assert_eq!(
        found,
        [
            "/a: expected number, got string",
            "/b: expected string, got integer",
            "/c~1d: required but missing",
            "/e: expected boolean, got array",
        ]
    );
    assert_eq!(
        problems(&schema, &json!(7)),
        ["(root): expected object, got integer"]
    );
    assert!(
        compiled(&schema)
            .check(&json!({"a": 1, "b": "", "c/d": 2}))
            .is_ok()
    );
}

#[test]
fn nested_paths_enums_formats_and_alternatives_read_well() {
    let schema = Schema::json(json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "list": {"type": "array", "items": {"type": "integer", "minimum": 3}},
            "mode": {"enum": ["fast", "slow"]},
            "when": {"type": "string", "format": "date-time"},
            "either": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        }
    }));
    let value =
        json!({"list": [4, "x", 1], "mode": "up", "when": "noon", "either": "s", "extra": 1});
    let mut found = problems(&schema, &value);
    found.sort();
    assert_eq!(
        found,
        [
            "/either: fits none of the allowed forms (/either: expected integer, got string | /either: expected null, got string)",
            "/extra: not a property of this tool",
            "/list/1: expected integer, got string",
            "/list/2: value is less than the minimum of 3",
            "/mode: expected one of [\"fast\",\"slow\"], got \"up\"",
            "/when: expected the format date-time, got \"noon\"",
        ]
    );
}

#[test]
fn the_list_of_problems_is_bounded() {
    let schema = Schema::json(json!({"properties": {"list": {"items": {"enum": ["a"]}}}}));
    let long = "é".repeat(100_000);
    let found = problems(&schema, &json!({"list": vec![long; 50]}));
    assert_eq!(found.len(), 21);
    assert_eq!(found.last().unwrap(), "… and 30 more");
    assert!(found.iter().all(|line| line.chars().count() <= 301));
}

#[test]
fn a_type_gives_an_inline_schema() {
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is looked at")]
    struct Outer {
        /// Where to.
        target: Inner,
        again: Option<Inner>,
        count: u32,
    }
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is looked at")]
    struct Inner {
        host: String,
    }
    let schema = compiled(&Schema::of::<Outer>());
    let text = schema.as_value().to_string();
    assert!(
        !text.contains("$ref") && !text.contains("$defs") && !text.contains("$schema"),
        "{text}"
    );
    assert!(text.contains("Where to."));
    assert!(
        schema
            .check(&json!({"target": {"host": "h"}, "count": 1}))
            .is_ok()
    );
    let problems = schema
        .check(&json!({"target": {"host": 4}, "count": -1}))
        .unwrap_err();
    assert!(
        problems.contains("/target/host: expected string, got integer"),
        "{problems}"
    );
    assert!(problems.contains("/count: "), "{problems}");
}

#[test]
fn what_is_no_schema_is_refused_with_the_tools_name() {
    let cases = [
        (
            Schema::json(json!("string")),
            "expected a JSON Schema object, got string",
        ),
        (Schema::json(json!(true)), "got boolean"),
        (
            Schema::json(json!({"type": "array"})),
            "must have \"type\": \"object\"",
        ),
        (
            Schema::json(json!({"properties": {"a": {"type": "numbr"}}})),
            "/properties/a/type",
        ),
        (
            Schema::json(json!({"properties": {"a": {"pattern": "("}}})),
            "not a valid JSON Schema",
        ),
        (
            Schema::json(json!({"$ref": "https://example.com/x.json"})),
            "not a valid JSON Schema",
        ),
        (
            Schema::simple([("a", "float")]),
            "property `a` has the unknown type \"float\"",
        ),
        (
            Schema::simple([("a", "any"), ("a", "any")]),
            "property `a` is there twice",
        ),
        (Schema::of::<Vec<u8>>(), "must have \"type\": \"object\""),
    ];
    for (schema, expected) in cases {
        let error = schema.compile("probe", "input").unwrap_err();
        assert!(
            matches!(&error, Error::InvalidSchema { tool, which: "input", .. } if tool == "probe")
        );
        let text = error.to_string();
        assert!(
            text.contains("tool `probe`") && text.contains(expected),
            "{text}"
        );
    }
}

//! Answers by example: conditions, delays, errors, and what nothing is for.

use super::{call, text, tools};
use cca::config::Document;
use cca::tools::declared::ToolFile;
use serde_json::{Value, json};
use std::time::Duration;

const FILE: &str = r#"
[tools.t]
description = "x"
input = { a = "any?", b = "any?" }
cases = [
  { when = { a = 1, b = { matches = "^x+$" } }, answer = "both" },
  { when = { a = 1 }, answer = "one" },
  { when = { a = { deep = [1, { k = 2.0 }] } }, answer = "deep" },
  { when = { b = { matches = "\"k\":7" } }, answer = "in json" },
  { when = { a = "wrong" }, error = "not that" },
  { when = { a = "slow" }, delay_ms = 3000, answer = "slow" },
  { when = { a = { absent = true }, b = true }, answer = "no a" },
]
"#;

async fn said(arguments: Value) -> (String, bool) {
    let result = call(&tools(FILE), "t", &arguments).await;
    let (text, error) = text(&result);
    (text.to_owned(), error)
}

#[tokio::test]
async fn the_first_case_whose_conditions_hold_answers() {
    let cases = [
        (json!({"a": 1, "b": "xx"}), "both"),
        (json!({"a": 1.0, "b": "xy"}), "one"),
        (json!({"a": 1}), "one"),
        (json!({"a": {"deep": [1, {"k": 2}]}}), "deep"),
        (json!({"b": {"k": 7}}), "in json"),
        (json!({"b": true, "a": null}), "no a"),
    ];
    for (arguments, answer) in cases {
        assert_eq!(
            said(arguments.clone()).await,
            (answer.to_owned(), false),
            "{arguments}"
        );
    }
}

#[tokio::test]
async fn a_case_can_be_an_error() {
    assert_eq!(
        said(json!({"a": "wrong"})).await,
        ("not that".to_owned(), true)
    );
}

#[tokio::test]
async fn what_no_case_is_for_is_an_error_that_says_so() {
    assert_eq!(
        said(json!({"a": 2, "b": false})).await,
        (
            "None of the 7 cases of this tool is for these arguments: {\"a\":2,\"b\":false}"
                .to_owned(),
            true
        )
    );
}

#[tokio::test(start_paused = true)]
async fn a_case_can_take_its_time() {
    let begun = tokio::time::Instant::now();
    assert_eq!(said(json!({"a": "slow"})).await, ("slow".to_owned(), false));
    assert_eq!(begun.elapsed(), Duration::from_secs(3));
}

#[tokio::test]
async fn cases_file_is_beside_the_file() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(
        dir.path().join("c.toml"),
        "[[cases]]\nwhen.a = 1\nanswer = 'from the file'",
    )
    .unwrap();
    let text_of = "[tools.t]\ndescription = 'x'\ninput = { a = 'any' }\ncases_file = 'c.toml'";
    let file = ToolFile::read(&Document::new(dir.path().join("box.toml"), text_of)).unwrap();
    assert_eq!(
        text(&call(&file, "t", &json!({"a": 1})).await).0,
        "from the file"
    );
}

//! What a run prints.

use super::Scene;
use serde_json::json;

const TURN: &str = r#"ready; hear; init
text 'Looking.'
call t1 Bash '{"command":"ls"}'
back t1 'a b'
text 'Two files.'
say '{"type":"novelty","what":"new"}'
ok 'Two files.'
hear"#;

#[test]
fn lines_for_people() {
    let ran = Scene::new(TURN).run(&["What is here?"]);
    let shown = regex_free(&ran.out);
    insta::assert_snapshot!(shown);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

/// Durations differ from run to run.
fn regex_free(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for line in &mut lines {
        let parts: Vec<&str> = line
            .split(" · ")
            .map(|part| {
                if part.ends_with(" ms") || part.ends_with(" s") {
                    "[time]"
                } else {
                    part
                }
            })
            .collect();
        *line = parts.join(" · ");
    }
    lines.join("\n")
}

#[test]
fn events_have_stable_shapes() {
    let scene = Scene::new(TURN);
    let ran = scene.run(&["--json", "What is here?"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let mut events = ran.events();
    for event in &mut events {
        assert!(event["t"].is_number(), "{event}");
        let object = event.as_object_mut().unwrap();
        object.insert("t".to_owned(), json!(0));
        for key in ["took_s", "duration_s"] {
            if object.contains_key(key) {
                object.insert(key.to_owned(), json!(0));
            }
        }
    }
    let lines: Vec<String> = events.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_unknown_is_kept_and_counted() {
    let ran = Scene::new(TURN).run(&["--json", "x"]);
    assert_eq!(
        ran.event("other")["frame"],
        json!({"type": "novelty", "what": "new"})
    );
    assert_eq!(ran.event("end")["unknown"], 1);
    let ran = Scene::new(TURN).run(&["x"]);
    assert!(ran.out.contains("1 message of a kind"), "{}", ran.out);
}

#[test]
fn quiet_is_the_final_text_alone() {
    let ran = Scene::new(TURN).run(&["--quiet", "What is here?"]);
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (Some(0), "Two files.\n", "")
    );
}

#[test]
fn text_from_outside_cannot_draw() {
    let script = r"ready; hear; init; text 'a\u001b[2Jb\nc'; ok; hear";
    let ran = Scene::new(script).run(&["x"]);
    assert!(ran.out.contains("a\\e[2Jb\nc\n"), "{}", ran.out);
    let ran = Scene::new(script).run(&["--json", "x"]);
    assert!(!ran.out.contains('\u{1b}'));
    assert_eq!(ran.event("text")["text"], "a\u{1b}[2Jb\nc");
}

#[test]
fn the_structured_output_is_printed_alone() {
    let script = r#"ready; hear; init; text 'Thinking.'
ends '"subtype":"success","is_error":false,"terminal_reason":"completed","result":"x","structured_output":{"sum":42}'; hear"#;
    let scene = Scene::new(script);
    let schema = scene.file(
        "schema.json",
        r#"{"type":"object","properties":{"sum":{"type":"integer"}},"required":["sum"]}"#,
    );
    let schema = schema.display().to_string();
    let ran = scene.run(&["--schema", &schema, "x"]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (Some(0), "{\n  \"sum\": 42\n}\n"),
        "{}",
        ran.err
    );
    let ran = scene.run(&["--schema", &schema, "--json", "x"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "{\"sum\":42}\n"));
    let other = scene.file("other.json", r#"{"type":"object","required":["product"]}"#);
    let ran = scene.run(&["--schema", &other.display().to_string(), "x"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(
        ran.err.contains("does not fit") && ran.err.contains("product"),
        "{}",
        ran.err
    );
    scene.file("fake.sh", "ready; hear; ok; hear");
    let ran = scene.run(&["--schema", &schema, "x"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("no structured output"), "{}", ran.err);
}

#[test]
fn a_recording_is_made_and_named() {
    let scene = Scene::new(TURN);
    let path = scene.path().join("run.ndjson").display().to_string();
    let ran = scene.run(&["--json", "--record", &path, "x"]);
    assert_eq!(ran.event("session")["recording"], path.as_str());
    assert_eq!(ran.event("end")["recording"], path.as_str());
    assert!(std::fs::read_to_string(&path).unwrap().lines().count() > 5);
    let again = scene.run(&["--record", &path, "x"]);
    assert_eq!(again.code, Some(2), "{again:?}");
    assert!(
        again.err.contains("move it away") && !again.err.contains("ask to replace"),
        "only what can be done is proposed: {}",
        again.err
    );
}

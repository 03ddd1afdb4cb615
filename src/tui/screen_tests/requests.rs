//! Requests on the screen: exact bytes for every answer, accidents that must not happen, hostile text, pictures of each kind.

use super::stage::{KEY, ask, drawn, later, press, received, screen, sent, shown};
use crate::tools::declared::{Question, Reply};
use crate::tui::effect::{Effect, Job};
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::msg::{Done, Msg};
use crate::tui::panes::request::OnDisk;
use crate::tui::update::update;
use serde_json::{Value, json};

/// The session works in `/work/p`.
fn working() -> Model {
    let mut model = screen();
    received(
        &mut model,
        r#"{"type":"system","subtype":"init","cwd":"/work/p","session_id":"s","tools":[],"mcp_servers":[],"model":"m","permissionMode":"default"}"#,
    );
    model
}

fn request(model: &mut Model, id: &str, subtype: &str, mut body: Value) -> Vec<Effect> {
    body["subtype"] = json!(subtype);
    let line = json!({"type": "control_request", "request_id": id, "request": body});
    received(model, &line.to_string())
}

fn tool(model: &mut Model, id: &str, name: &str, input: Value) -> Vec<Effect> {
    let body = json!({"tool_name": name, "display_name": name, "input": input, "tool_use_id": "t"});
    request(model, id, "can_use_tool", body)
}

/// To the card, once it has been looked at.
fn look(model: &mut Model) {
    press(model, "<ctrl+r>");
    let now = u64::try_from(model.clock.as_millis()).unwrap();
    later(model, now + 5000);
}

fn payload(effects: &[Effect]) -> String {
    let lines = sent(effects);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let line: Value = serde_json::from_str(&lines[0]).unwrap();
    assert_eq!(line["response"]["subtype"], "success");
    line["response"]["response"].to_string()
}

fn withdraw(model: &mut Model, id: &str) {
    let line = json!({"type": "control_cancel_request", "request_id": id});
    received(model, &line.to_string());
}

fn notice(model: &Model) -> &str {
    model.notice.as_ref().map_or("", |notice| &notice.text)
}

fn bash(model: &mut Model, id: &str) {
    let body = json!({
        "tool_name": "Bash", "display_name": "Bash", "tool_use_id": "t",
        "input": {"command": "npm run build", "description": "Build"},
        "permission_suggestions": [
            {"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "npm run *"}], "behavior": "allow", "destination": "localSettings"},
            {"type": "addDirectories", "directories": ["/x"], "destination": "session"},
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"},
        ],
    });
    request(model, id, "can_use_tool", body);
}

#[test]
fn every_answer_to_a_call_has_these_bytes() {
    let cases = [
        ("y", r#"{"behavior":"allow"}"#),
        (
            "n",
            r#"{"behavior":"deny","message":"The user denied this call."}"#,
        ),
        (
            "X",
            r#"{"behavior":"deny","message":"The user denied this call.","interrupt":true}"#,
        ),
        (
            "duse make<enter>",
            r#"{"behavior":"deny","message":"use make"}"#,
        ),
        (
            "s",
            r#"{"behavior":"allow","updatedPermissions":[{"rules":[{"toolName":"Bash","ruleContent":"npm run *"}],"behavior":"allow","type":"addRules","destination":"session"}],"decisionClassification":"user_temporary"}"#,
        ),
        (
            "A<enter><enter><enter>",
            r#"{"behavior":"allow","updatedPermissions":[{"rules":[{"toolName":"Bash","ruleContent":"npm run *"}],"behavior":"allow","type":"addRules","destination":"localSettings"}],"decisionClassification":"user_permanent"}"#,
        ),
        (
            "A<enter><backspace><backspace>x*)<enter><down><down><enter>",
            r#"{"behavior":"allow","updatedPermissions":[{"rules":[{"toolName":"Bash","ruleContent":"npm run x*"}],"behavior":"allow","type":"addRules","destination":"userSettings"}],"decisionClassification":"user_permanent"}"#,
        ),
        (
            "A<down><enter><down><enter>",
            r#"{"behavior":"allow","updatedPermissions":[{"directories":["/x"],"type":"addDirectories","destination":"projectSettings"}],"decisionClassification":"user_permanent"}"#,
        ),
        (
            "A<down><down><enter>",
            r#"{"behavior":"allow","updatedPermissions":[{"mode":"acceptEdits","type":"setMode","destination":"session"}],"decisionClassification":"user_permanent"}"#,
        ),
        (
            "e2<enter>y",
            r#"{"behavior":"allow","updatedInput":{"command":"npm run build2","description":"Build"}}"#,
        ),
    ];
    for (keys, bytes) in cases {
        let mut model = working();
        bash(&mut model, "r1");
        look(&mut model);
        let effects = press(&mut model, keys);
        assert_eq!(payload(&effects), bytes, "{keys}");
        assert_eq!(model.focus, Focus::Composer, "{keys}");
    }
}

#[test]
fn a_rule_is_proposed_where_none_is_suggested() {
    let mut model = working();
    tool(
        &mut model,
        "r1",
        "Bash",
        json!({"command": "cargo test -q"}),
    );
    look(&mut model);
    assert!(shown(&mut model, 100, 30).contains("allow Bash(cargo test *) for this session"));
    let bytes = payload(&press(&mut model, "s"));
    assert!(bytes.contains(r#""ruleContent":"cargo test *""#), "{bytes}");
}

#[test]
fn what_is_answered_is_told_when_it_was_on_the_wire() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    let effects = press(&mut model, "s");
    assert_eq!(notice(&model), "");
    assert_eq!(model.seat().unwrap().live.state().pending.len(), 1);
    echo(&mut model, &effects);
    assert_eq!(
        notice(&model),
        "allowed Bash, and for this session: allow Bash(npm run *)"
    );
    assert_eq!(model.seat().unwrap().live.state().pending.len(), 0);
}

/// The writer says what it wrote.
fn echo(model: &mut Model, effects: &[Effect]) {
    use crate::session::Input;
    use crate::trace::{Direction, Moment, Traffic};
    let now = Moment::after(std::time::Duration::from_secs(2));
    for effect in effects {
        if let Effect::Session(_, crate::session::Output::Note(note)) = effect {
            let traffic = Traffic::noted(2, now, note.clone());
            super::stage::feed(model, Input::Traffic(traffic), now);
        }
    }
    for line in sent(effects) {
        let mut traffic = Traffic::received(2, now, crate::wire::Line::Whole(line.into()));
        traffic.direction = Direction::Out;
        super::stage::feed(model, Input::Traffic(traffic), now);
    }
}

#[test]
fn a_rule_that_is_none_stays_open_and_says_why() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    assert!(sent(&press(&mut model, "A<enter><backspace><enter>")).is_empty());
    assert!(notice(&model).contains("parentheses"), "{}", notice(&model));
    assert_eq!(
        payload(&press(&mut model, ")<enter><enter>"))
            .matches("npm run *")
            .count(),
        1
    );
}

#[test]
fn an_edited_input_is_checked() {
    let mut model = working();
    tool(
        &mut model,
        "r1",
        "WebFetch",
        json!({"url": "https://a", "prompt": "p"}),
    );
    look(&mut model);
    let edit = |model: &mut Model, text: &str| {
        press(model, "e");
        update(
            model,
            Msg::Done(Done::Edited(
                crate::tui::effect::Edit::Field,
                Ok(text.to_owned()),
            )),
        );
        press(model, "<enter>")
    };
    for (text, why) in [
        ("[1]", "a JSON object is wanted"),
        ("{", "this is no JSON"),
        (r#"{"url": "https://a"}"#, "`prompt` is missing"),
        (r#"{"url": 1, "prompt": "p"}"#, "`url` is to be a string"),
        (
            r#"{"url": "https://a", "prompt": "p"}"#,
            "nothing is changed",
        ),
    ] {
        assert!(sent(&edit(&mut model, text)).is_empty());
        assert!(notice(&model).contains(why), "{text}: {}", notice(&model));
        assert_eq!(model.context(), Context::Field);
    }
    edit(&mut model, r#"{"url": "https://b", "prompt": "p"}"#);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("- https://a") && text.contains("+ https://b"),
        "{text}"
    );
    let bytes = payload(&press(&mut model, "y"));
    assert_eq!(
        bytes,
        r#"{"behavior":"allow","updatedInput":{"url":"https://b","prompt":"p"}}"#
    );
}

#[test]
fn the_input_of_a_tool_of_ours_fits_its_schema() {
    let mut model = working();
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer", "maximum": 9}}, "required": ["a"]});
    let schemas = [("mcp__demo__add".to_owned(), schema)].into();
    model.seat_mut().unwrap().requests.schemas = std::sync::Arc::new(schemas);
    tool(&mut model, "r1", "mcp__demo__add", json!({"a": 1}));
    look(&mut model);
    press(&mut model, "e");
    update(
        &mut model,
        Msg::Done(Done::Edited(
            crate::tui::effect::Edit::Field,
            Ok(r#"{"a": 12}"#.to_owned()),
        )),
    );
    press(&mut model, "<enter>");
    assert!(
        notice(&model).contains("the tool does not take this"),
        "{}",
        notice(&model)
    );
}

#[test]
fn an_edit_is_shown_against_the_file_that_is_read() {
    let mut model = working();
    let input = json!({"file_path": "/work/p/a.rs", "old_string": "two", "new_string": "2"});
    let effects = tool(&mut model, "r1", "Edit", input);
    let read = effects.iter().any(|effect| {
        matches!(effect, Effect::Work(Job::ReadFile { id, path, .. }) if id == "r1" && path == "/work/p/a.rs")
    });
    assert!(read, "{effects:?}");
    look(&mut model);
    let file = OnDisk::Text("one\ntwo\nthree\n".to_owned());
    update(
        &mut model,
        Msg::Done(Done::FileRead {
            key: KEY,
            id: "r1".to_owned(),
            file,
        }),
    );
    // What is seen has changed: it is looked at anew.
    assert!(sent(&press(&mut model, "y")).is_empty());
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("2 - two") && text.contains("2 + 2") && text.contains("3   three"),
        "{text}"
    );
}

fn questions() -> Value {
    json!({"questions": [
        {"question": "Which colour?", "header": "Colour", "multiSelect": false, "options": [
            {"label": "Red", "description": "like fire", "preview": "fire"},
            {"label": "Blue", "description": "like water"}]},
        {"question": "Which sizes?", "header": "Sizes", "multiSelect": true, "options": [
            {"label": "S", "description": ""}, {"label": "M", "description": ""}]},
    ]})
}

fn asking(model: &mut Model) {
    let body = json!({"tool_name": "AskUserQuestion", "input": questions(), "tool_use_id": "t", "requires_user_interaction": true});
    request(model, "q1", "can_use_tool", body);
    look(model);
}

#[test]
fn questions_are_answered_with_these_bytes() {
    let answer = |keys: &str| {
        let mut model = working();
        asking(&mut model);
        let bytes = payload(&press(&mut model, keys));
        let value: Value = serde_json::from_str(&bytes).unwrap();
        let input = &value["updatedInput"];
        assert_eq!(input["questions"], questions()["questions"]);
        (
            input["answers"].to_string(),
            input["annotations"].to_string(),
        )
    };
    assert_eq!(
        answer("<enter><space><down><space><enter><enter>"),
        (
            r#"{"Which colour?":"Red","Which sizes?":"S, M"}"#.to_owned(),
            r#"{"Which colour?":{"preview":"fire"}}"#.to_owned()
        )
    );
    // Words of one's own, forth and back.
    assert_eq!(
        answer("<down><down><enter>green<enter><space><left><right><right><enter>").0,
        r#"{"Which colour?":"green","Which sizes?":"S"}"#
    );
    // Some of them and words of one's own.
    assert_eq!(
        answer("j<enter><space><down><down><enter>XL<enter><enter>").0,
        r#"{"Which colour?":"Blue","Which sizes?":"S, XL"}"#
    );
    // One is left out on purpose.
    assert_eq!(
        answer("<enter><right><enter><enter>").0,
        r#"{"Which colour?":"Red"}"#
    );
}

#[test]
fn a_question_without_an_answer_is_said_once() {
    let mut model = working();
    asking(&mut model);
    assert!(sent(&press(&mut model, "<right><right><enter>")).is_empty());
    assert!(notice(&model).contains("2 questions have no answer"));
    assert_eq!(
        payload(&press(&mut model, "dlater<enter>")),
        r#"{"behavior":"deny","message":"later"}"#
    );
}

#[test]
fn no_single_key_answers_questions() {
    let mut model = working();
    asking(&mut model);
    assert!(sent(&press(&mut model, "y")).is_empty());
    assert!(sent(&press(&mut model, "<alt+y>")).is_empty());
    assert_eq!(model.seat().unwrap().requests.len(), 1);
}

fn planning(model: &mut Model, input: Value) {
    let body = json!({"tool_name": "ExitPlanMode", "input": input, "tool_use_id": "t", "requires_user_interaction": true});
    request(model, "p1", "can_use_tool", body);
    look(model);
}

#[test]
fn a_plan_is_answered_with_these_bytes() {
    let accept = |mode: &str| {
        format!(
            r#"{{"behavior":"allow","updatedPermissions":[{{"mode":"{mode}","type":"setMode","destination":"session"}}]}}"#
        )
    };
    for (keys, bytes) in [
        ("<enter>", r#"{"behavior":"allow"}"#.to_owned()),
        ("<tab><enter>", accept("default")),
        ("<right><right>y", accept("acceptEdits")),
        (
            "dtests too<enter>",
            r#"{"behavior":"deny","message":"tests too","decisionClassification":"user_reject"}"#.to_owned(),
        ),
        (
            "n",
            r#"{"behavior":"deny","message":"The user did not approve the plan.","decisionClassification":"user_reject"}"#.to_owned(),
        ),
    ] {
        let mut model = working();
        planning(&mut model, json!({"plan": "# Plan\n\n1. Do it"}));
        assert_eq!(payload(&press(&mut model, keys)), bytes, "{keys}");
    }
    let mut model = working();
    planning(&mut model, json!({}));
    assert!(shown(&mut model, 100, 30).contains("There is no plan"));
}

fn eliciting(model: &mut Model, body: Value) {
    request(model, "e1", "elicitation", body);
    look(model);
}

fn form() -> Value {
    json!({"mcp_server_name": "crm", "message": "Who?", "mode": "form", "requested_schema": {
        "type": "object", "required": ["name", "age"], "properties": {
            "name": {"type": "string", "title": "Name", "description": "as in the pass", "minLength": 2},
            "age": {"type": "integer", "minimum": 18},
            "mail": {"type": "string", "format": "email"},
            "size": {"type": "string", "enum": ["S", "M"], "default": "M"},
            "news": {"type": "boolean"}}},
        "property_order": ["name", "age", "mail", "size", "news"]})
}

#[test]
fn a_form_is_answered_with_these_bytes() {
    for (keys, bytes) in [
        (
            "Ada<tab>36<enter>a@b.de<tab><tab><space><tab><enter>",
            r#"{"action":"accept","content":{"name":"Ada","age":36,"mail":"a@b.de","size":"M","news":true}}"#,
        ),
        (
            "Ada<tab>36<tab><tab><space><down><tab><enter>",
            r#"{"action":"accept","content":{"name":"Ada","age":36,"size":"S"}}"#,
        ),
        ("<tab><tab><tab>n", r#"{"action":"decline"}"#),
        (
            "<tab><tab><tab><tab><tab><right><enter>",
            r#"{"action":"decline"}"#,
        ),
        (
            "<tab><tab><tab><tab><tab><right><right><enter>",
            r#"{"action":"cancel"}"#,
        ),
    ] {
        let mut model = working();
        eliciting(&mut model, form());
        assert_eq!(payload(&press(&mut model, keys)), bytes, "{keys}");
    }
}

#[test]
fn a_form_that_does_not_fit_is_not_sent() {
    for (keys, why) in [
        (
            "<tab>36<tab><tab><tab><tab><enter>",
            "Name: this one is needed",
        ),
        ("A<tab>36<tab><tab><tab><tab><enter>", "shorter than 2"),
        (
            "Ada<tab>x<tab><tab><tab><tab><enter>",
            "a whole number is wanted",
        ),
        (
            "Ada<tab>3<tab><tab><tab><tab><enter>",
            "less than the minimum of 18",
        ),
        ("Ada<tab>36<tab>me<tab><tab><tab><enter>", "email"),
    ] {
        let mut model = working();
        eliciting(&mut model, form());
        assert!(sent(&press(&mut model, keys)).is_empty(), "{keys}");
        assert!(notice(&model).contains(why), "{keys}: {}", notice(&model));
    }
}

#[test]
fn an_address_is_shown_and_not_opened() {
    let mut model = working();
    let body = json!({"mcp_server_name": "crm", "message": "Log in", "mode": "url", "url": "https://x.example/login"});
    eliciting(&mut model, body);
    assert!(shown(&mut model, 100, 30).contains("https://x.example/login"));
    let effects = press(&mut model, "<enter>");
    assert_eq!(effects.len(), sent(&effects).len());
    assert_eq!(payload(&effects), r#"{"action":"accept"}"#);
}

#[test]
fn a_dialog_is_shown_and_can_be_closed() {
    let mut model = working();
    request(
        &mut model,
        "d1",
        "request_user_dialog",
        json!({"dialog_kind": "trust", "payload": {"a": 1}}),
    );
    look(&mut model);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("trust") && text.contains("\"a\": 1"),
        "{text}"
    );
    assert_eq!(
        payload(&press(&mut model, "<enter>")),
        r#"{"behavior":"cancelled"}"#
    );
}

fn by_hand(model: &mut Model, schema: Option<Value>) {
    let question = Question {
        tool: "code".to_owned(),
        tool_use_id: None,
        prompt: "The code from the letter?".to_owned(),
        arguments: json!({"for": "bank"}),
        output_schema: schema,
    };
    update(model, Msg::Asked(7, Box::new(question)));
    look(model);
}

fn replied(effects: &[Effect]) -> Option<(u64, Reply)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Reply(number, reply) => Some((*number, reply.clone())),
        _ => None,
    })
}

#[test]
fn a_tool_is_answered_by_hand() {
    let mut model = working();
    by_hand(&mut model, None);
    let effects = press(&mut model, "4711<enter><enter>");
    assert_eq!(replied(&effects), Some((7, Reply::Text("4711".to_owned()))));
    by_hand(
        &mut model,
        Some(json!({"type": "object", "required": ["n"], "properties": {"n": {"type": "number"}}})),
    );
    let effects = press(&mut model, "1.5<tab><enter>");
    assert_eq!(
        replied(&effects),
        Some((7, Reply::Structured(json!({"n": 1.5}))))
    );
    by_hand(&mut model, None);
    let effects = press(&mut model, "<tab>dno letter came<enter>");
    assert_eq!(
        replied(&effects),
        Some((7, Reply::Refused("no letter came".to_owned())))
    );
    assert!(model.seat().unwrap().requests.is_empty());
}

#[test]
fn a_question_of_a_tool_that_is_dropped_goes_nowhere() {
    let mut model = working();
    by_hand(&mut model, None);
    press(&mut model, "47");
    update(&mut model, Msg::Unasked(7));
    assert!(notice(&model).contains("no longer waits"));
    assert_eq!(replied(&press(&mut model, "11<enter><enter>")), None);
    press(&mut model, "<esc>");
    assert_eq!(model.focus, Focus::Composer);
    assert!(model.seat().unwrap().composer.is_empty());
}

// Accidents.

#[test]
fn keys_in_flight_answer_nothing() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    // The answer and, from a finger that rests too long, the same key again and again on the next one.
    bash(&mut model, "r2");
    let effects = press(&mut model, "yyyy");
    assert_eq!(sent(&effects).len(), 1);
    assert!(sent(&effects)[0].contains("\"r1\""));
    assert_eq!(model.seat().unwrap().requests.len(), 1);
    assert_eq!(model.focus, Focus::Request);
}

#[test]
fn a_request_is_armed_only_after_it_was_drawn() {
    let mut model = working();
    later(&mut model, 1000);
    bash(&mut model, "r1");
    model.focus = Focus::Request;
    // Time passes, but no frame is drawn: the terminal is stuck.
    update(&mut model, Msg::Tick(std::time::Duration::from_secs(60)));
    assert!(sent(&press(&mut model, "y")).is_empty());
    update(&mut model, Msg::Frame);
    // The first time after the frame is when it is seen.
    update(&mut model, Msg::Tick(std::time::Duration::from_secs(70)));
    assert!(sent(&press(&mut model, "y")).is_empty());
    update(
        &mut model,
        Msg::Tick(std::time::Duration::from_millis(70_600)),
    );
    assert_eq!(sent(&press(&mut model, "y")).len(), 1);
}

#[test]
fn on_a_screen_that_is_too_small_nothing_is_answered() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    drawn(&mut model, 30, 5);
    later(&mut model, 20_000);
    assert!(sent(&press(&mut model, "y<alt+y>")).is_empty());
    // Large again, it is looked at anew.
    drawn(&mut model, 100, 30);
    assert!(sent(&press(&mut model, "y")).is_empty());
    later(&mut model, 30_000);
    assert_eq!(sent(&press(&mut model, "y")).len(), 1);
}

#[test]
fn a_request_that_is_withdrawn_between_look_and_key() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    withdraw(&mut model, "r1");
    assert_eq!(notice(&model), "the CLI withdrew the request for Bash");
    assert!(sent(&press(&mut model, "y")).is_empty());
    assert!(notice(&model).contains("is gone"), "{}", notice(&model));
    assert_eq!(model.focus, Focus::Composer);
    assert!(model.seat().unwrap().composer.is_empty());
}

#[test]
fn two_requests_that_swap_places() {
    let mut model = working();
    bash(&mut model, "r1");
    ask(&mut model, "r2", "ls");
    look(&mut model);
    withdraw(&mut model, "r1");
    assert!(sent(&press(&mut model, "y")).is_empty());
    later(&mut model, 60_000);
    assert!(sent(&press(&mut model, "y"))[0].contains("\"r2\""));
    // There and back: each time anew.
    bash(&mut model, "r3");
    bash(&mut model, "r4");
    look(&mut model);
    assert!(sent(&press(&mut model, "<tab>y")).is_empty());
    update(&mut model, Msg::Frame);
    assert!(sent(&press(&mut model, "<tab>y")).is_empty());
}

#[test]
fn what_is_typed_while_a_request_goes_away_never_reaches_the_next_one() {
    let mut model = working();
    bash(&mut model, "r1");
    bash(&mut model, "r2");
    look(&mut model);
    press(&mut model, "dyes, but ");
    withdraw(&mut model, "r1");
    later(&mut model, 60_000);
    assert!(sent(&press(&mut model, "y y<enter>n<enter>")).is_empty());
    assert_eq!(model.context(), Context::Field);
    press(&mut model, "<esc>");
    assert_eq!(model.context(), Context::Request);
    assert!(sent(&press(&mut model, "y")).is_empty());
    assert_eq!(model.seat().unwrap().requests.len(), 1);
}

#[test]
fn a_rule_for_a_request_that_is_gone_is_not_sent() {
    let mut model = working();
    bash(&mut model, "r1");
    bash(&mut model, "r2");
    look(&mut model);
    press(&mut model, "A<enter>");
    withdraw(&mut model, "r1");
    assert!(sent(&press(&mut model, "<enter><enter>")).is_empty());
    assert!(notice(&model).contains("is gone"));
    // What came up meanwhile under the list was not seen.
    assert!(sent(&press(&mut model, "y")).is_empty());
}

#[test]
fn what_is_pasted_answers_nothing() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    assert!(sent(&update(&mut model, Msg::Paste("y\nA\n\n\n".to_owned()))).is_empty());
    press(&mut model, "d");
    assert!(sent(&update(&mut model, Msg::Paste("y\nn\n".to_owned()))).is_empty());
    assert_eq!(
        payload(&press(&mut model, "<enter>")),
        r#"{"behavior":"deny","message":"y\nn\n"}"#
    );
}

#[test]
fn leaving_denies_nothing_and_keeps_what_was_typed() {
    let mut model = working();
    model.focus = Focus::Pane(Pane::Hooks);
    bash(&mut model, "r1");
    look(&mut model);
    assert!(sent(&press(&mut model, "dbecause<esc><esc>")).is_empty());
    assert_eq!(model.focus, Focus::Pane(Pane::Hooks));
    assert_eq!(model.seat().unwrap().requests.len(), 1);
    let effects = press(&mut model, "<ctrl+r>d of that<enter>");
    assert_eq!(
        payload(&effects),
        r#"{"behavior":"deny","message":"because of that"}"#
    );
    assert_eq!(model.focus, Focus::Pane(Pane::Hooks));
}

#[test]
fn a_chord_answers_from_the_composer_but_not_what_must_be_looked_at() {
    let mut model = working();
    press(&mut model, "hi");
    bash(&mut model, "r1");
    assert!(sent(&press(&mut model, "<alt+y>")).is_empty());
    later(&mut model, 10_000);
    assert_eq!(
        payload(&press(&mut model, "<alt+y>")),
        r#"{"behavior":"allow"}"#
    );
    assert_eq!(model.focus, Focus::Composer);
    bash(&mut model, "r2");
    later(&mut model, 20_000);
    assert!(payload(&press(&mut model, "<alt+n>")).contains("deny"));
    ask(&mut model, "r3", "rm -rf build");
    later(&mut model, 30_000);
    assert!(sent(&press(&mut model, "<alt+y>")).is_empty());
    assert_eq!(model.focus, Focus::Request);
    assert_eq!(model.seat().unwrap().composer.text(), "hi");
}

#[test]
fn while_paused_an_answer_is_held() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    let effects = press(&mut model, "<ctrl+p>");
    echo(&mut model, &effects);
    assert!(sent(&press(&mut model, "y")).is_empty());
    assert_eq!(notice(&model), "held until you resume: allowed Bash once");
}

// Hostile text.

const NASTY: &str =
    "a\u{1b}[2J\u{202e}\u{200b}\u{7}\r╔ ◆ Bash asks for permission ╗\n║ y allow ║\u{9b}31m";

#[test]
fn nothing_from_outside_draws_or_looks_like_a_card() {
    let cards: [(&str, Value); 5] = [
        (
            "can_use_tool",
            json!({"tool_name": NASTY, "display_name": NASTY, "input": {NASTY: NASTY, "b": {NASTY: [NASTY]}}, "decision_reason": NASTY, "blocked_path": NASTY, "agent_id": NASTY, "permission_suggestions": [{"type": "addRules", "behavior": "allow", "rules": [{"toolName": "Bash", "ruleContent": NASTY}]}]}),
        ),
        (
            "can_use_tool",
            json!({"tool_name": "Bash", "input": {"command": NASTY, "description": NASTY}}),
        ),
        (
            "can_use_tool",
            json!({"tool_name": "AskUserQuestion", "input": {"questions": [{"question": NASTY, "header": NASTY, "options": [{"label": NASTY, "description": NASTY, "preview": NASTY}]}]}}),
        ),
        (
            "can_use_tool",
            json!({"tool_name": "ExitPlanMode", "input": {"plan": NASTY, "planFilePath": NASTY}}),
        ),
        (
            "elicitation",
            json!({"mcp_server_name": NASTY, "message": NASTY, "title": NASTY, "requested_schema": {"type": "object", "properties": {NASTY: {"type": "boolean", "title": NASTY, "description": NASTY}, "c": {"enum": [NASTY]}}}}),
        ),
    ];
    for (subtype, body) in cards {
        for size in [(60, 20), (100, 30)] {
            let mut model = working();
            request(&mut model, "r1", subtype, body.clone());
            look(&mut model);
            press(&mut model, "j");
            let text = shown(&mut model, size.0, size.1);
            let obeyed = |c: char| c != '\n' && crate::sanitise::is_obeyed(c);
            assert!(!text.contains(obeyed), "{text}");
            // One card: what looks like another stands behind the frame and the labels of this one.
            let edges = text.lines().filter(|line| line.starts_with('╔')).count();
            assert_eq!(edges, 1, "{text}");
            for line in text.lines().filter(|line| line.starts_with('║')) {
                assert!(
                    !line.starts_with("║ ║") && !line.starts_with("║ ╔"),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn a_conversation_cannot_imitate_a_card() {
    let mut model = working();
    let says = "╔ ◆ Bash asks for permission ╗\n║ y allow ║\n╚═════╝";
    let line = json!({"type": "assistant", "message": {"id": "m", "role": "assistant", "content": [{"type": "text", "text": says}]}});
    received(&mut model, &line.to_string());
    let text = shown(&mut model, 100, 30);
    assert!(
        !text.lines().any(|line| line.starts_with(['╔', '║', '╚'])),
        "{text}"
    );
}

// Pictures.

fn pictures(name: &str, model: &mut Model) {
    for (width, height) in [(60, 20), (100, 30), (160, 48)] {
        insta::assert_snapshot!(
            format!("{name}_{width}x{height}"),
            shown(model, width, height)
        );
    }
}

#[test]
fn a_card_for_a_command() {
    let mut model = working();
    let body = json!({
        "tool_name": "Bash", "display_name": "Bash", "tool_use_id": "t", "agent_id": "a1",
        "input": {"command": "cd build\nrm -rf out ~/.cache/build && git push --force origin main", "description": "Clean up", "timeout": 60000},
        "decision_reason": "touches a path outside the working directory", "blocked_path": "~/.cache/build",
        "permission_suggestions": [{"type": "addDirectories", "directories": ["~/.cache"], "destination": "session"}],
    });
    request(&mut model, "r1", "can_use_tool", body);
    bash(&mut model, "r2");
    pictures("command_typing", &mut model);
    look(&mut model);
    pictures("command", &mut model);
}

#[test]
fn a_card_for_an_edit() {
    let mut model = working();
    let input = json!({"file_path": "/work/p/src/retry.rs", "old_string": "    wait(100);", "new_string": "    wait(LONGEST.min(100));\n    log();"});
    tool(&mut model, "r1", "Edit", input);
    let file = OnDisk::Text(
        "use std::time;\n\nfn retry() {\n    wait(100);\n    again();\n}\n".to_owned(),
    );
    update(
        &mut model,
        Msg::Done(Done::FileRead {
            key: KEY,
            id: "r1".to_owned(),
            file,
        }),
    );
    look(&mut model);
    pictures("edit", &mut model);
}

#[test]
fn a_card_for_a_changed_input() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    press(&mut model, "e -- --fast");
    pictures("editing", &mut model);
    press(&mut model, "<enter>");
    pictures("edited", &mut model);
}

#[test]
fn a_card_for_questions() {
    let mut model = working();
    asking(&mut model);
    pictures("question", &mut model);
    press(&mut model, "<enter><space>");
    pictures("question_several", &mut model);
    press(&mut model, "<enter>");
    pictures("question_send", &mut model);
}

#[test]
fn a_card_for_a_plan() {
    let mut model = working();
    planning(
        &mut model,
        json!({"plan": "# Cap the delay\n\n1. Add a **constant** `LONGEST`\n2. Use it in `delay`\n   - also in tests\n\n```rust\nconst LONGEST: u64 = 30;\n```\n", "planFilePath": "/p/plan.md"}),
    );
    pictures("plan", &mut model);
}

#[test]
fn a_card_for_a_form() {
    let mut model = working();
    eliciting(&mut model, form());
    press(&mut model, "Ada<tab>x<tab><tab><space><tab><tab><enter>");
    pictures("form", &mut model);
}

#[test]
fn a_card_for_a_tool_by_hand() {
    let mut model = working();
    by_hand(&mut model, None);
    press(&mut model, "4711");
    pictures("by_hand", &mut model);
}

#[test]
fn a_list_of_rules() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    press(&mut model, "A");
    pictures("offers", &mut model);
}

#[test]
fn decisions_are_listed_and_can_be_read() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    let effects = press(&mut model, "dnot now<enter>");
    echo(&mut model, &effects);
    press(&mut model, "<alt+7>");
    pictures("decisions", &mut model);
    press(&mut model, "<enter>");
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("told       not now") && text.contains("waited"),
        "{text}"
    );
}

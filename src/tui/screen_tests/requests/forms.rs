//! Questions, plans, input for servers, dialogs, tools answered by hand: exact bytes.

use super::*;

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
fn answers_are_not_lost_by_one_letter_of_a_word() {
    let mut model = working();
    asking(&mut model);
    // Nothing is lost where there is nothing.
    let mut other = working();
    asking(&mut other);
    assert!(payload(&press(&mut other, "n")).contains("declined to answer"));
    assert!(press(&mut model, "<enter>n").is_empty());
    let notice = model.notice.as_ref().unwrap();
    assert!(notice.text.contains("n again declines"), "{notice:?}");
    // Who goes on with the form did not mean it.
    assert!(press(&mut model, "<down>n").is_empty());
    assert!(payload(&press(&mut model, "n")).contains("declined to answer"));
}

#[test]
fn a_long_description_is_shown_to_its_end() {
    let mut model = working();
    let about = "word ".repeat(30) + "the-very-last";
    let input = json!({"questions": [{"question": "Which?", "header": "H", "options": [
        {"label": "A", "description": about}, {"label": "B", "description": "b"},
    ]}]});
    tool(&mut model, "r1", "AskUserQuestion", &input);
    look(&mut model);
    let text = shown(&mut model, 60, 40);
    assert!(text.contains("the-very-last"), "{text}");
    assert!(text.contains("║         word word"), "{text}");
}

#[test]
fn a_plan_is_shown_as_it_is_written() {
    let mut model = working();
    let plan = "# Do\n\n1. delete `src/**/*.rs`\n\n```sh\nrm -r src\n```\n";
    tool(&mut model, "r1", "ExitPlanMode", &json!({"plan": plan}));
    look(&mut model);
    let text = shown(&mut model, 100, 40);
    assert!(text.contains("1. delete src/**/*.rs"), "{text}");
    assert!(text.contains("rm -r src"), "{text}");
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
    assert!(sent(&press(&mut model, "<f7>")).is_empty());
    assert_eq!(model.seat().unwrap().requests.len(), 1);
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
        planning(&mut model, &json!({"plan": "# Plan\n\n1. Do it"}));
        assert_eq!(payload(&press(&mut model, keys)), bytes, "{keys}");
    }
    let mut model = working();
    planning(&mut model, &json!({}));
    assert!(shown(&mut model, 100, 30).contains("There is no plan"));
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

#[test]
fn what_stands_above_a_long_form_can_be_read() {
    let mut model = working();
    let mut body = form();
    let lines: Vec<String> = (0..40).map(|number| format!("line {number}.")).collect();
    body["message"] = json!(lines.join("\n"));
    eliciting(&mut model, body);
    assert!(!shown(&mut model, 100, 30).contains("line 0."));
    for _ in 0..9 {
        press(&mut model, "<pageup>");
    }
    assert!(shown(&mut model, 100, 30).contains("line 0."));
    assert_eq!(model.context(), Context::Field);
    press(&mut model, "<tab>");
    assert!(!shown(&mut model, 100, 30).contains("line 0."));
}

#[test]
fn a_row_of_the_pending_pane_leads_to_its_request() {
    let mut model = working();
    bash(&mut model, "r1");
    bash(&mut model, "r2");
    press(&mut model, "<alt+3>j<enter>");
    assert_eq!(model.focus, Focus::Request);
    assert_eq!(model.seat().unwrap().requests.current().unwrap().id, "r2");
}

#[test]
fn the_card_of_questions_keeps_its_height_from_page_to_page() {
    let mut model = working();
    asking(&mut model);
    let top = |model: &mut Model| {
        let text = shown(model, 100, 40);
        text.lines().position(|line| line.starts_with('╔')).unwrap()
    };
    let first = top(&mut model);
    for keys in [
        "<down>", "<down>", "<enter>", "gr", "<enter>", "<space>", "<right>", "<left>",
    ] {
        press(&mut model, keys);
        assert_eq!(top(&mut model), first, "after {keys}");
    }
}

#[test]
fn a_form_keeps_its_height_from_field_to_field() {
    let mut model = working();
    eliciting(&mut model, form());
    let edges = |model: &mut Model| {
        let text = shown(model, 100, 40);
        let edge = |corner| text.lines().position(|line| line.starts_with(corner));
        (edge('╔').unwrap(), edge('╚').unwrap())
    };
    let first = edges(&mut model);
    for field in 1..=5 {
        press(&mut model, "<tab>");
        assert_eq!(edges(&mut model), first, "field {field}");
    }
}

#[test]
fn what_was_wrong_is_looked_at_again_with_each_change() {
    let mut model = working();
    eliciting(&mut model, form());
    press(&mut model, "Ada<tab>x<tab><tab><tab><tab><enter>");
    let mark = |model: &mut Model| {
        model.notice = None;
        let text = shown(model, 100, 40);
        let marked = |line: &&str| line.contains("wanted here") || line.contains("minimum");
        let line = text.lines().find(marked).map(str::to_owned);
        line.unwrap_or_default()
    };
    assert!(mark(&mut model).contains("a whole number is wanted here"));
    // Another thing is wrong with it.
    press(&mut model, "<backspace>3");
    assert!(mark(&mut model).contains("minimum of 18"));
    press(&mut model, "6");
    assert_eq!(mark(&mut model), "");
    // It was right: that it is not any more is said when it is sent.
    press(&mut model, "x");
    assert_eq!(mark(&mut model), "");
}

#[test]
fn the_last_line_has_the_words_of_what_is_open() {
    let footer = |model: &mut Model| {
        let text = shown(model, 160, 40);
        text.lines().last().unwrap_or_default().to_owned()
    };
    let mut model = working();
    eliciting(&mut model, form());
    press(&mut model, "<tab><tab><tab>");
    let line = footer(&mut model);
    assert!(
        line.contains("y send") && line.contains("n decline"),
        "{line}"
    );
    press(&mut model, "<tab><tab>");
    assert!(footer(&mut model).contains("enter send"));
    press(&mut model, "<right>");
    assert!(footer(&mut model).contains("enter decline"));

    let mut model = working();
    planning(&mut model, &json!({"plan": "# Do"}));
    let line = footer(&mut model);
    assert!(
        line.contains("y approve") && line.contains("n keep planning"),
        "{line}"
    );

    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    let line = footer(&mut model);
    assert!(
        line.contains("y allow") && line.contains("n deny"),
        "{line}"
    );
}

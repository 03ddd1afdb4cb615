//! Accidents that must not happen: keys in flight, requests that go away or swap places, pasted text, small screens.

use super::*;

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
fn a_key_that_is_held_down_answers_one_request_and_not_the_next() {
    let mut model = working();
    bash(&mut model, "r1");
    bash(&mut model, "r2");
    look(&mut model);
    let begin = u64::try_from(model.clock.as_millis()).unwrap();
    assert_eq!(sent(&press(&mut model, "y")).len(), 1);
    // As keyboards repeat: after half a second, then many times a second.
    for millis in (500..3000).step_by(33) {
        later(&mut model, begin + millis);
        assert!(sent(&press(&mut model, "y")).is_empty(), "{millis} ms");
    }
    later(&mut model, begin + 4000);
    assert!(sent(&press(&mut model, "y"))[0].contains("\"r2\""));
}

#[test]
fn a_key_in_flight_chooses_no_answer_to_a_question() {
    let mut model = working();
    let input = json!({"questions": [{"question": "Which?", "header": "H", "options": [
        {"label": "A", "description": "a"}, {"label": "B", "description": "b"},
    ]}]});
    tool(&mut model, "r1", "AskUserQuestion", &input);
    model.focus = Focus::Request;
    assert!(sent(&press(&mut model, "<enter><enter><enter>")).is_empty());
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("( ) A") && !text.contains("(*)"), "{text}");
}

#[test]
fn a_request_is_armed_only_after_it_was_drawn() {
    let mut model = working();
    later(&mut model, 1000);
    bash(&mut model, "r1");
    model.focus = Focus::Request;
    // Time passes, but no frame is drawn: the terminal is stuck.
    update(&mut model, Msg::Tick(std::time::Duration::from_mins(1)));
    assert!(sent(&press(&mut model, "y")).is_empty());
    update(&mut model, Msg::Frame);
    // The first time after the frame is when it is seen.
    update(&mut model, Msg::Tick(std::time::Duration::from_secs(70)));
    assert!(sent(&press(&mut model, "y")).is_empty());
    update(
        &mut model,
        Msg::Tick(std::time::Duration::from_millis(70_800)),
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
    assert!(sent(&press(&mut model, "y<f7>")).is_empty());
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
    assert!(sent(&press(&mut model, "<f7>")).is_empty());
    later(&mut model, 10_000);
    assert_eq!(
        payload(&press(&mut model, "<f7>")),
        r#"{"behavior":"allow"}"#
    );
    assert_eq!(model.focus, Focus::Composer);
    bash(&mut model, "r2");
    later(&mut model, 20_000);
    assert!(payload(&press(&mut model, "<f8>")).contains("deny"));
    ask(&mut model, "r3", "rm -rf build");
    later(&mut model, 30_000);
    assert!(sent(&press(&mut model, "<f7>")).is_empty());
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

#[test]
fn a_request_that_came_while_an_editor_had_the_terminal_is_not_answered_by_keys_typed_there() {
    let mut model = working();
    ask(&mut model, "r1", "rm -rf build");
    later(&mut model, 2000);
    model.focus = Focus::Request;
    assert!(model.seat().unwrap().requests.armed(model.clock));
    let to = crate::tui::effect::Edit::Prompt;
    update(&mut model, Msg::Done(Done::Edited(to, Ok("x".to_owned()))));
    // No frame since: whatever is typed now was meant for the editor.
    assert!(sent(&press(&mut model, "y")).is_empty());
    later(&mut model, 2100);
    assert!(
        sent(&press(&mut model, "y")).is_empty(),
        "seen, but not for long"
    );
    later(&mut model, 4000);
    assert_eq!(sent(&press(&mut model, "y")).len(), 1);
}

#[test]
fn a_key_stands_beside_its_word_or_not_at_all() {
    let mut model = working();
    bash(&mut model, "r1");
    later(&mut model, 10_000);
    for width in 40..100 {
        let text = shown(&mut model, width, 30);
        let Some(line) = text.lines().find(|line| line.contains("to answer it")) else {
            continue;
        };
        let line = line.to_lowercase();
        for (key, word) in [
            ("f7", "f7 allow"),
            ("f8", "f8 deny"),
            ("…", "… more inside"),
        ] {
            let fine = !line.contains(key) || line.contains(word);
            assert!(fine, "{width}: {line}");
        }
        assert_eq!(line.contains("f7"), line.contains("f8"), "{width}: {line}");
    }
    let text = shown(&mut model, 100, 30).to_lowercase();
    assert!(text.contains("f8 deny"), "{text}");
}

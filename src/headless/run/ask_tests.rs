//! What counts as an answer, and what does not.

use super::super::desk;
use super::{Asker, Heard, Reply};
use crate::wire::permission::{CanUseTool, PermissionAnswer};
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// Time enough to have read the question that is shown.
fn read(asker: &mut Asker) {
    asker.unread_until = None;
}

fn asker() -> (mpsc::Sender<String>, Asker) {
    let (type_in, lines) = mpsc::channel(16);
    (type_in, Asker::over(lines, "/p".into()))
}

fn request(tool: &str, input: Value) -> CanUseTool {
    CanUseTool {
        tool_name: tool.to_owned(),
        input,
        ..CanUseTool::default()
    }
}

fn touch() -> CanUseTool {
    request("Bash", json!({"command": "touch \u{1b}[2Jx"}))
}

#[test]
fn a_call_is_shown_in_full_and_safely() {
    let (_typing, mut asker) = asker();
    let shown = asker.asked("r1".to_owned(), touch()).unwrap();
    assert!(shown.contains("touch \\u001b[2Jx"), "{shown}");
    assert!(!shown.contains('\u{1b}'));
    let plain = request("Bash", json!({"command": "touch x"}));
    let shown = asker.tool_text(&plain);
    assert!(shown.contains("--allow 'Bash(touch *)'"), "{shown}");
}

#[test]
fn only_a_clear_word_decides() {
    let (_typing, mut asker) = asker();
    asker.asked("r1".to_owned(), touch());
    read(&mut asker);
    for unclear in ["", "  ", "ye", "ja", "yy", "1", "yes please"] {
        assert!(
            matches!(asker.reply(Some(unclear)), Reply::Say(_)),
            "{unclear}"
        );
    }
    let yes = Reply::Answer("r1".to_owned(), Box::new(PermissionAnswer::allow()));
    assert_eq!(asker.reply(Some("YES ")), yes);
    assert_eq!(asker.reply(Some("y")), Reply::Ignored);
}

#[test]
fn what_was_typed_before_the_question_does_not_answer_it() {
    let (typing, mut asker) = asker();
    typing.try_send("y".to_owned()).unwrap();
    asker.asked("r1".to_owned(), touch());
    assert!(asker.lines.try_recv().is_err(), "the early line is gone");
}

#[test]
fn one_after_the_other_and_withdrawn_ones_vanish() {
    let (_typing, mut asker) = asker();
    assert!(asker.asked("r1".to_owned(), touch()).is_some());
    assert!(asker.asked("r2".to_owned(), touch()).is_none());
    assert!(asker.asked("r3".to_owned(), touch()).is_none());
    assert_eq!(asker.over_with("r2"), None);
    let shown = asker.over_with("r1").unwrap();
    assert!(
        shown.contains("no longer asked") && shown.contains("Bash"),
        "{shown}"
    );
    read(&mut asker);
    let Reply::Answer(id, answer) = asker.reply(Some("n")) else {
        panic!("no answer");
    };
    assert_eq!((id.as_str(), answer.is_allow()), ("r3", false));
    assert_eq!(asker.next(), None);
}

#[test]
fn nobody_there_is_a_no() {
    let (_typing, mut asker) = asker();
    asker.asked("r1".to_owned(), touch());
    read(&mut asker);
    let Reply::Answer(_, answer) = asker.reply(None) else {
        panic!("no answer");
    };
    assert!(!answer.is_allow());
}

#[test]
fn questions_are_answered_by_number_or_in_words() {
    let (_typing, mut asker) = asker();
    let question = |text: &str, multi: bool| json!({"question": text, "multiSelect": multi, "options": [{"label": "Red"}, {"label": "Blue"}]});
    let input = json!({"questions": [question("Colour?", false), question("Others?", true), question("Why?", false)]});
    let shown = asker
        .asked("r1".to_owned(), request("AskUserQuestion", input))
        .unwrap();
    assert!(shown.contains("  2. Blue"), "{shown}");
    read(&mut asker);
    for wrong in ["", "3", "0", "1 2"] {
        assert!(matches!(asker.reply(Some(wrong)), Reply::Say(_)), "{wrong}");
    }
    assert!(matches!(asker.reply(Some("2")), Reply::Say(next) if next.contains("Others?")));
    assert!(matches!(asker.reply(Some("1, 2")), Reply::Say(next) if next.contains("Why?")));
    let Reply::Answer(_, answer) = asker.reply(Some("I like it")) else {
        panic!("no answer");
    };
    let sent = answer.to_wire();
    let answers = &sent["updatedInput"]["answers"];
    assert_eq!(answers["Colour?"], "Blue");
    assert_eq!(answers["Others?"], "Red, Blue");
    assert_eq!(answers["Why?"], "I like it");
}

#[test]
fn a_plan_is_carried_out_or_not() {
    let (_typing, mut asker) = asker();
    let shown = asker
        .asked(
            "r1".to_owned(),
            request("ExitPlanMode", json!({"plan": "1. do it"})),
        )
        .unwrap();
    assert!(shown.contains("1. do it"), "{shown}");
    read(&mut asker);
    assert!(matches!(asker.reply(Some("yes")), Reply::Answer(_, answer) if answer.is_allow()));
}

#[tokio::test]
async fn other_questions_wait_their_turn_and_take_any_line() {
    let (_typing, mut asker) = asker();
    let (desk, mut inquiries) = desk::open();
    let asking = tokio::spawn(async move { desk.ask("Who?".to_owned()).await });
    assert!(asker.asked("r1".to_owned(), touch()).is_some());
    assert_eq!(asker.inquired(inquiries.recv().await.unwrap()), None);
    read(&mut asker);
    assert!(matches!(asker.reply(Some("n")), Reply::Answer(..)));
    assert_eq!(asker.next().as_deref(), Some("Who?"));
    assert_eq!(asker.reply(Some("Ada ")), Reply::HandedOn);
    assert_eq!(asking.await.unwrap().as_deref(), Some("Ada "));
    assert!(!asker.is_open());
}

#[tokio::test]
async fn a_question_that_nobody_waits_for_vanishes() {
    let (typing, mut asker) = asker();
    let (desk, mut inquiries) = desk::open();
    let asking = tokio::spawn(async move { desk.ask("Who?".to_owned()).await });
    asker.inquired(inquiries.recv().await.unwrap());
    asking.abort();
    assert_eq!(asker.listen().await, Heard::Withdrawn);
    assert!(asker.withdrawn().contains("no longer asked"));
    assert!(!asker.is_open());
    typing.send("late".to_owned()).await.unwrap();
    assert_eq!(asker.listen().await, Heard::Line("late".to_owned()));
    drop(typing);
    assert_eq!(asker.listen().await, Heard::Nobody);
    asker.asked("r1".to_owned(), touch());
    asker.asked("r2".to_owned(), touch());
    read(&mut asker);
    for _ in 0..2 {
        assert_eq!(asker.listen().await, Heard::Nobody);
        assert!(matches!(asker.reply(None), Reply::Answer(_, answer) if !answer.is_allow()));
    }
}

#[tokio::test]
async fn nobody_there_is_told_to_everybody() {
    let (_typing, mut asker) = asker();
    let (desk, mut inquiries) = desk::open();
    let asking = tokio::spawn(async move { desk.ask("Who?".to_owned()).await });
    asker.inquired(inquiries.recv().await.unwrap());
    read(&mut asker);
    assert_eq!(asker.reply(None), Reply::Ignored);
    assert_eq!(asking.await.unwrap(), None);
}

#[test]
fn a_yes_meant_for_a_question_that_vanished_is_none_to_the_next() {
    let (_typing, mut asker) = asker();
    asker.asked("r1".to_owned(), touch());
    asker.asked("r2".to_owned(), touch());
    read(&mut asker);
    asker.over_with("r1");
    assert!(matches!(asker.reply(Some("y")), Reply::Say(_)));
    read(&mut asker);
    assert!(
        matches!(asker.reply(Some("y")), Reply::Answer(id, answer) if id == "r2" && answer.is_allow())
    );
}

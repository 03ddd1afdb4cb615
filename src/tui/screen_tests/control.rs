//! Control of a session: keys to exact bytes, what is asked before, what came of it.

use super::busy_session::{busy, noted, running, started};
use super::stage::{KEY, feed, later, notice, press, sent, shown};
use crate::session::{Input, Live, LiveOptions, Reply};
use crate::trace::{Moment, Note, Traffic};
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Start};
use crate::tui::model::{Focus, Model, Pane, Seat, SeatKey};
use crate::tui::msg::{Done, Msg};
use crate::tui::overlays::Overlay;
use crate::tui::update::{update, why_not};
use serde_json::{Value, json};

pub(super) fn look_at(model: &mut Model, pane: Pane) {
    model.focus = Focus::Pane(pane);
}

/// The one request that goes out, without its id.
pub(super) fn asked(effects: &[Effect]) -> Value {
    let lines = sent(effects);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let line: Value = serde_json::from_str(&lines[0]).unwrap();
    line["request"].clone()
}

/// The CLI answers our request of this ticket.
pub(super) fn reply(model: &mut Model, reply: Reply) -> Vec<Effect> {
    let ticket = *model.seat().unwrap().purposes.keys().max().unwrap();
    update(model, Msg::Done(Done::Reply(KEY, ticket, Box::new(reply))))
}

pub(super) fn answer(model: &mut Model, payload: &Value) -> Vec<Effect> {
    let body = json!({"subtype": "success", "request_id": "x", "response": payload});
    let body = serde_json::from_value(body).unwrap();
    reply(model, Reply::Answered(Box::new(body)))
}

pub(super) fn refuse(model: &mut Model, error: &str, code: Option<&str>) {
    reply(
        model,
        Reply::Refused {
            operation: "it".to_owned(),
            error: error.to_owned(),
            code: code.map(str::to_owned),
        },
    );
}

pub(super) fn over(model: &mut Model) {
    noted(
        model,
        20_000,
        Note::Exited {
            code: Some(0),
            signal: None,
        },
    );
}

#[test]
fn an_interrupt_is_these_bytes_and_its_receipt_is_shown() {
    let mut model = busy();
    let effects = press(&mut model, "<ctrl+c>");
    let line =
        r#"{"type":"control_request","request_id":"cca-1","request":{"subtype":"interrupt"}}"#;
    assert_eq!(sent(&effects), [line]);
    answer(
        &mut model,
        &json!({"still_queued": ["u2"], "cancelled": []}),
    );
    assert_eq!(
        notice(&model),
        "the CLI acknowledged the interrupt, 1 prompt still queued"
    );
    look_at(&mut model, Pane::State);
    assert!(shown(&mut model, 160, 48).contains("acknowledged the interrupt"));
}

/// What came of an interrupt is no news of the next turn.
#[test]
fn a_receipt_is_gone_with_its_turn() {
    let mut model = busy();
    press(&mut model, "<ctrl+c>");
    answer(&mut model, &json!({"still_queued": [], "cancelled": []}));
    look_at(&mut model, Pane::State);
    assert!(shown(&mut model, 160, 48).contains("acknowledged the interrupt"));
    model.notice = None;
    let now = Moment::after(std::time::Duration::from_mins(10));
    let mut seq = 900;
    for line in [
        json!({"type": "result", "subtype": "error_during_execution", "is_error": true, "num_turns": 1}),
        json!({"type": "system", "subtype": "status", "status": "requesting"}),
        json!({"type": "assistant", "message": {"id": "m9", "role": "assistant", "content": [{"type": "text", "text": "x"}]}}),
    ] {
        seq += 1;
        let line = crate::wire::Line::Whole(line.to_string().into());
        feed(
            &mut model,
            Input::Traffic(Traffic::received(seq, now, line)),
            now,
        );
    }
    let screen = shown(&mut model, 160, 48);
    assert!(!screen.contains("acknowledged the interrupt"), "{screen}");
}

#[test]
fn an_interrupt_that_nobody_acknowledges_is_told() {
    let mut model = busy();
    press(&mut model, "<ctrl+c>");
    reply(
        &mut model,
        Reply::TimedOut {
            operation: "interrupt".to_owned(),
            after: std::time::Duration::from_mins(1),
            pending: Vec::new(),
        },
    );
    assert!(
        notice(&model).contains("did not acknowledge the interrupt within 1m00s"),
        "{}",
        notice(&model)
    );
    assert!(!model.seat().unwrap().receipt.as_ref().unwrap().acknowledged);
}

#[test]
fn once_interrupts_and_twice_quits() {
    let mut model = busy();
    press(&mut model, "<ctrl+c>");
    assert!(notice(&model).contains("ctrl+c once more quits"));
    let effects = press(&mut model, "<ctrl+c>");
    assert!(
        matches!(effects.last(), Some(Effect::Quit)),
        "no question in between"
    );

    let mut idle = started();
    assert!(sent(&press(&mut idle, "<ctrl+c>")).is_empty());
    assert!(notice(&idle).starts_with("nothing runs; ctrl+c once more quits"));
    later(&mut idle, 5_000);
    press(&mut idle, "<ctrl+c>");
    assert!(!idle.quitting, "too late for the second one");
}

#[test]
fn quitting_asks_only_while_something_works() {
    let mut model = busy();
    look_at(&mut model, Pane::State);
    assert!(press(&mut model, "q").is_empty());
    assert!(matches!(model.overlays.last(), Some(Overlay::Confirm(_))));
    assert!(press(&mut model, "n").is_empty() && !model.quitting);
    assert!(matches!(press(&mut model, "qy").last(), Some(Effect::Quit)));
    let mut idle = started();
    look_at(&mut idle, Pane::State);
    assert!(matches!(press(&mut idle, "q").last(), Some(Effect::Quit)));
}

#[test]
fn ending_asks_first_and_then_shows_the_ladder() {
    let mut model = busy();
    look_at(&mut model, Pane::State);
    assert!(press(&mut model, "Q").is_empty());
    let effects = press(&mut model, "y");
    assert_eq!(
        asked(&effects),
        json!({"subtype": "interrupt", "cancel_queued": true})
    );
    let text = shown(&mut model, 160, 48);
    assert!(
        text.contains("● interrupt: let the turn end") && text.contains("• SIGKILL"),
        "{text}"
    );
    noted(&mut model, 14_000, Note::InputClosed);
    noted(
        &mut model,
        15_000,
        Note::Signalled {
            signal: "SIGTERM".to_owned(),
        },
    );
    let text = shown(&mut model, 160, 48);
    assert!(
        text.contains("✓ input closed") && text.contains("● SIGTERM"),
        "{text}"
    );
    assert_eq!(
        why_not(&model, Action::Pause),
        Some("the session is being ended")
    );
}

#[test]
fn servers_are_switched_connected_and_asked_about() {
    let mut model = busy();
    let effects = press(&mut model, "<alt+5>");
    assert_eq!(
        asked(&effects),
        json!({"subtype": "mcp_status"}),
        "who comes to look sees them as they are"
    );
    assert!(
        press(&mut model, "<alt+2><alt+5>").is_empty(),
        "but not all the time"
    );
    let off = press(&mut model, "e");
    assert_eq!(
        asked(&off),
        json!({"subtype": "mcp_toggle", "serverName": "my db", "enabled": false})
    );
    let after = answer(&mut model, &Value::Null);
    assert_eq!(asked(&after), json!({"subtype": "mcp_status"}));
    // The second row is a tool of the first server, the third is the next server.
    let again = press(&mut model, "jjr");
    assert_eq!(
        asked(&again),
        json!({"subtype": "mcp_reconnect", "serverName": "mail"})
    );
    refuse(&mut model, "ENOENT", None);
    assert!(notice(&model).contains("ENOENT"));
    press(&mut model, "G");
    assert_eq!(
        why_not(&model, Action::Toggle),
        Some("select a server first")
    );
}

#[test]
fn tasks_are_stopped_read_and_sent_to_the_background() {
    let mut model = busy();
    look_at(&mut model, Pane::Tasks);
    assert_eq!(
        why_not(&model, Action::StopTask),
        Some("select a task first")
    );
    // A heading, three things to do, a heading: then the agent.
    assert_eq!(
        asked(&press(&mut model, "jjjjjs")),
        json!({"subtype": "stop_task", "task_id": "a1"})
    );
    assert_eq!(
        why_not(&model, Action::Background),
        Some("it runs in the background already")
    );
    let effects = press(&mut model, "jb");
    assert_eq!(
        asked(&effects),
        json!({"subtype": "background_tasks", "tool_use_id": "call_b1"})
    );
    assert_eq!(
        asked(&press(&mut model, "o")),
        json!({"subtype": "get_task_output", "task_id": "b1"})
    );
    answer(
        &mut model,
        &json!({"output": "running 12 tests", "total_bytes": 90_000, "truncated": true}),
    );
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("running 12 tests") && text.contains("the end of 90.0k bytes"),
        "{text}"
    );
    // It still runs: after a while its output is read again, and once only.
    model.seat_mut().unwrap().now.0 += 3_000_000;
    let again = update(&mut model, Msg::Tick(std::time::Duration::from_secs(3)));
    assert_eq!(
        asked(&again),
        json!({"subtype": "get_task_output", "task_id": "b1"})
    );
    assert!(update(&mut model, Msg::Tick(std::time::Duration::from_secs(3))).is_empty());
}

#[test]
fn after_the_end_a_session_is_started_again_or_resumed() {
    let mut model = running();
    assert!(press(&mut model, "<f5>").is_empty());
    assert!(notice(&model).contains("still runs"));
    over(&mut model);
    let effects = press(&mut model, "<f5>");
    let wanted = Start::Resume(KEY, "s1".to_owned());
    assert!(
        matches!(&effects[..], [Effect::Start(start)] if *start == wanted),
        "{effects:?}"
    );
    let effects = press(&mut model, "half a prompt<f6>");
    assert!(
        matches!(&effects[..], [Effect::Start(Start::Again(KEY))]),
        "{effects:?}"
    );
    let next = Seat::new(SeatKey(2), "next", Live::new(LiveOptions::default()));
    update(&mut model, Msg::Done(Done::Started(Box::new(next))));
    assert_eq!((model.seats.len(), model.front), (1, 0), "in its place");
    let seat = model.seat().unwrap();
    assert_eq!(
        (seat.key, seat.composer.text().as_str()),
        (SeatKey(2), "half a prompt")
    );
}

#[test]
fn sessions_stand_beside_each_other_and_say_when_another_needs_somebody() {
    let mut model = busy();
    look_at(&mut model, Pane::State);
    let effects = press(&mut model, "+");
    assert!(matches!(&effects[..], [Effect::Start(Start::Again(KEY))]));
    let next = Seat::new(SeatKey(2), "next", Live::new(LiveOptions::default()));
    update(&mut model, Msg::Done(Done::Started(Box::new(next))));
    assert_eq!((model.seats.len(), model.front), (2, 1));
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("next 2/2") && text.contains("1 needs you elsewhere"),
        "{text}"
    );
    press(&mut model, "<alt+right>");
    assert_eq!(model.front, 0);
}

#[test]
fn a_pause_is_these_notes_and_a_key_says_what_is_held() {
    use crate::session::Output;
    let mut model = running();
    let effects = press(&mut model, "<ctrl+p>");
    assert!(matches!(
        &effects[..],
        [Effect::Session(KEY, Output::Note(Note::Paused))]
    ));
    look_at(&mut model, Pane::State);
    press(&mut model, "h");
    assert!(
        notice(&model).contains("not paused"),
        "the note has not come back yet"
    );
    noted(&mut model, 4000, Note::Paused);
    press(&mut model, "h");
    assert!(shown(&mut model, 100, 30).contains("Nothing is held yet"));
}

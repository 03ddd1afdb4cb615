//! What is kept of a long conversation, and what is made again.

use super::looking;
use crate::session::{Input, Live, LiveOptions};
use crate::trace::{Moment, Traffic};
use crate::tui::keymap::Keymap;
use crate::tui::model::{Model, Seat, SeatKey};
use crate::tui::msg::Msg;
use crate::tui::theme::{Depth, Theme};
use crate::tui::update::update;
use crate::wire::Line;
use serde_json::json;

const KEY: SeatKey = SeatKey(1);

fn model() -> Model {
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    let mut model = Model::new(Keymap::shipped().unwrap(), theme);
    let live = Live::new(LiveOptions::default());
    model.seats.push(Seat::new(KEY, "test", live));
    model
}

fn say(model: &mut Model, parent: Option<&str>, block: &serde_json::Value) {
    let line = json!({
        "type": "assistant", "session_id": "s", "parent_tool_use_id": parent,
        "message": {"id": "m", "role": "assistant", "content": [block]},
    });
    let now = Moment::START;
    let line = Line::Whole(line.to_string().into());
    let input = Box::new(Input::Traffic(Traffic::received(1, now, line)));
    update(
        model,
        Msg::Session {
            key: KEY,
            input,
            now,
        },
    );
}

fn text(model: &mut Model, text: &str) {
    say(model, None, &json!({"type": "text", "text": text}));
}

#[test]
fn only_what_was_just_looked_at_is_kept() {
    let mut model = model();
    for number in 0..3000 {
        text(&mut model, &format!("message {number}"));
    }
    update(&mut model, Msg::Frame);
    let kept = model.seats[0].conversation.kept.len();
    assert!(kept < 40, "{kept} items for a screen of 24 rows");
    for _ in 0..400 {
        looking(&mut model, |view, look| view.page(-1, false, look));
        update(&mut model, Msg::Frame);
    }
    let kept = model.seats[0].conversation.kept.len();
    assert!(kept <= 400, "{kept} items are kept");
    assert_eq!(model.seats[0].conversation.top.item, 0);
}

#[test]
fn another_theme_or_width_makes_everything_again_and_nothing_else_does() {
    let mut model = model();
    for number in 0..30 {
        text(&mut model, &format!("message {number}"));
    }
    update(&mut model, Msg::Frame);
    let line = |model: &Model| {
        let lines = model.seats[0].conversation.kept.lines(29);
        lines.as_ptr()
    };
    let before = line(&model);
    text(&mut model, "one more");
    update(&mut model, Msg::Frame);
    assert_eq!(line(&model), before, "the same lines");
    model.theme = Theme::shipped("dark", Depth::True).unwrap().unwrap();
    let style = |model: &Model| {
        let lines = model.seats[0].conversation.kept.lines(29);
        lines[0].spans.last().unwrap().style
    };
    update(&mut model, Msg::Frame);
    assert_eq!(
        style(&model),
        model.theme.style(crate::tui::theme::Role::Text),
        "in the colours of the other theme"
    );
}

#[test]
fn hidden_stretches_are_walked_through_once() {
    let mut model = model();
    let agent = |id: &str| json!({"type": "tool_use", "id": id, "name": "Agent", "input": {}});
    say(&mut model, None, &agent("a1"));
    for number in 0..1000 {
        let block = json!({"type": "text", "text": format!("inside {number}")});
        say(&mut model, Some("a1"), &block);
    }
    text(&mut model, "outside");
    update(&mut model, Msg::Frame);
    let seat = &mut model.seats[0];
    let (view, items) = (&mut seat.conversation, &seat.live.state().transcript);
    assert_eq!(view.runs.count(), 1, "one stretch");
    assert_eq!(view.runs.before(1001, items, &view.folds), Some(0));
    assert_eq!(view.runs.after(0, items, &view.folds), Some(1001));
    view.folds.turn(0);
    assert_eq!(view.runs.after(0, items, &view.folds), Some(1));
    assert_eq!(view.runs.count(), 0);
}

#[test]
fn what_is_hidden_stays_hidden_as_it_grows() {
    let mut model = model();
    let agent = |id: &str| json!({"type": "tool_use", "id": id, "name": "Agent", "input": {}});
    say(&mut model, None, &agent("a1"));
    for number in 0..10 {
        let block = json!({"type": "text", "text": format!("inside {number}")});
        say(&mut model, Some("a1"), &block);
        update(&mut model, Msg::Frame);
        let view = &model.seats[0].conversation;
        assert_eq!(view.runs.count(), 1);
        assert!(view.shown.iter().all(|place| place.item == 0));
    }
}

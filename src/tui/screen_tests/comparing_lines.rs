//! Two lines of the wire, compared: which two, what is seen, what is copied.

use super::busy_session::comes;
use super::stage::{press, screen, shown};
use super::traffic::{copied, zoomed};
use crate::tui::effect::{Effect, Job};
use crate::tui::model::Model;
use crate::tui::msg::{Done, Msg};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::comparison::Comparison;
use crate::tui::update::update;
use serde_json::json;

pub(super) fn lines() -> Model {
    let mut model = zoomed(screen());
    for (at, words) in [(1, "one"), (2, "two"), (3, "two")] {
        let line = json!({"type": "user", "n": at, "message": {"content": [{"type": "text", "text": words}]}, "same": true});
        comes(&mut model, at, &line);
    }
    let mut line = json!({"type": "user", "n": 4, "same": true, "new": {"x": [1, 2]}});
    line["message"] = json!({"content": [{"type": "image"}, {"type": "text", "text": "two"}]});
    comes(&mut model, 4, &line);
    shown(&mut model, 100, 30);
    model
}

/// Does beside the screen what is done there.
fn worked(model: &mut Model, effects: &[Effect]) -> (u32, u32) {
    let [Effect::Work(Job::Compare(old, new))] = effects else {
        panic!("{effects:?}");
    };
    let found = Comparison::of(old, new).map(Box::new);
    update(model, Msg::Done(Done::Compared(found)));
    (old.0, new.0)
}

#[test]
fn the_marked_line_and_this_one_or_the_two_marked_ones() {
    let mut model = lines();
    press(&mut model, "gd");
    assert!(
        model
            .notice
            .as_ref()
            .unwrap()
            .text
            .contains("mark one line")
    );
    press(&mut model, "md");
    assert!(model.overlays.is_empty(), "not with itself");
    let effects = press(&mut model, "jd");
    assert_eq!(worked(&mut model, &effects), (0, 1));
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("Lines 1 and 2: 2 changed, 0 added, 0 removed"),
        "{text}"
    );
    assert!(
        text.contains("- .message.content[0].text: \"one\""),
        "{text}"
    );
    press(&mut model, "<esc>");
    let effects = press(&mut model, "Gmgj<enter>d");
    assert_eq!(
        worked(&mut model, &effects),
        (0, 3),
        "from inside of another one too"
    );
}

#[test]
fn what_is_found_is_copied_and_read() {
    let mut model = lines();
    let effects = press(&mut model, "gjmGd");
    worked(&mut model, &effects);
    shown(&mut model, 100, 30);
    press(&mut model, "G");
    assert_eq!(copied(&press(&mut model, "c")), ".new");
    assert_eq!(
        copied(&press(&mut model, "y")),
        "{\n  \"x\": [\n    1,\n    2\n  ]\n}"
    );
    let all = press(&mut model, "Y");
    assert!(copied(&all).starts_with("--- line 2\n+++ line 4\n- .n: 2\n+ .n: 4\n"));
    assert!(copied(&all).contains("+ .message.content[0]: {\"type\":\"image\"}"));
    press(&mut model, "<enter>");
    assert!(matches!(model.overlays.last(), Some(Overlay::Reader(_))));
    press(&mut model, "<esc><esc>");
    assert!(model.overlays.is_empty());
}

#[test]
fn lines_that_cannot_be_compared_say_why() {
    let long = (7, bytes::Bytes::from(vec![b'x'; (16 << 20) + 1]));
    let short = (8, bytes::Bytes::from_static(b"plain"));
    assert!(
        Comparison::of(&long, &short)
            .unwrap_err()
            .contains("line 8 has 17 MB, and lines are compared up to 16 MB: open it")
    );
    let gone = (9, bytes::Bytes::new());
    assert!(
        Comparison::of(&short, &gone)
            .unwrap_err()
            .contains("line 10 is not kept")
    );
    let same = Comparison::of(&short, &short).unwrap();
    assert_eq!(same.words(), "they say the same");
}

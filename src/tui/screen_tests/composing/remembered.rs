//! What is kept from one start to the next: when, and what comes back of it.

use super::{kept, text};
use crate::tui::effect::{Effect, Job, Keep};
use crate::tui::model::{Model, Pane};
use crate::tui::msg::{Done, Msg, Recalled};
use crate::tui::panes::composer::Piece;
use crate::tui::screen_tests::stage::{KEY, later, notice, press, screen, shown};
use crate::tui::update::{parting, update};
use std::path::PathBuf;

#[test]
fn a_draft_is_kept_a_moment_after_the_last_key() {
    let mut model = screen();
    later(&mut model, 1000);
    press(&mut model, "half a thou");
    let tick = |model: &mut Model, millis| {
        let clock = std::time::Duration::from_millis(millis);
        kept(&update(model, Msg::Tick(clock)))
    };
    assert!(model.counts(), "the screen wakes for it");
    assert!(tick(&mut model, 1400).is_empty());
    press(&mut model, "ght");
    assert!(tick(&mut model, 1600).is_empty());
    let draft = |text: &str| Keep::Draft {
        folder: PathBuf::new(),
        pieces: vec![Piece::Text(text.to_owned())],
    };
    assert_eq!(tick(&mut model, 1900), [draft("half a thought")]);
    assert!(tick(&mut model, 9000).is_empty(), "once");
    assert!(!model.seat().unwrap().counts(), "and then it sleeps");
    // Whoever types on and on is safe too, and so is who leaves at once.
    press(&mut model, "s");
    for millis in (9000..14_000).step_by(400) {
        assert!(tick(&mut model, millis).is_empty());
        press(&mut model, "x");
    }
    assert_eq!(tick(&mut model, 14_000).len(), 1);
    press(&mut model, "y");
    assert_eq!(kept(&parting(&mut model)).len(), 1);
    assert!(parting(&mut model).is_empty());
}

#[test]
fn a_draft_of_before_is_back_with_its_pastes() {
    let mut model = screen();
    let long = "l\n".repeat(20);
    let draft = vec![
        Piece::Text("see ".to_owned()),
        Piece::Paste(long.clone()),
        Piece::Text("[paste 1: 21 lines]".to_owned()),
    ];
    let recalled = Recalled {
        key: Some(KEY),
        draft: draft.clone(),
        history: Vec::new(),
    };
    update(&mut model, Msg::Done(Done::Recalled(Box::new(recalled))));
    assert!(notice(&model).contains("your draft of before is back"));
    assert_eq!(text(&model), format!("see {long}[paste 1: 21 lines]"));
    assert_eq!(model.seat().unwrap().composer.pieces(), draft);
    assert!(shown(&mut model, 100, 30).contains("see [paste 1: 21 lines][paste 1: 21 lines]"));
}

#[test]
fn a_draft_that_comes_late_replaces_nothing() {
    let mut model = screen();
    press(&mut model, "typing");
    let recalled = Recalled {
        key: Some(KEY),
        draft: vec![Piece::Text("old".to_owned())],
        history: Vec::new(),
    };
    update(&mut model, Msg::Done(Done::Recalled(Box::new(recalled))));
    assert_eq!(text(&model), "typing");
    assert_eq!(model.history.get(0).unwrap().text, "old");
}

#[test]
fn what_was_kept_is_asked_for_once_for_a_folder() {
    let mut model = screen();
    model.seats.clear();
    let seat = |number| {
        let live = crate::session::Live::new(crate::session::LiveOptions::default());
        Box::new(crate::tui::model::Seat::new(
            crate::tui::model::SeatKey(number),
            "x",
            live,
        ))
    };
    let first = update(&mut model, Msg::Done(Done::Started(seat(1))));
    assert!(matches!(
        first.as_slice(),
        [Effect::Work(Job::Recall {
            draft: true,
            history: true,
            ..
        })]
    ));
    assert!(update(&mut model, Msg::Done(Done::Started(seat(2)))).is_empty());
}

#[test]
fn the_arrangement_is_kept_when_it_changed_and_not_before() {
    let mut model = screen();
    assert!(kept(&update(&mut model, Msg::Frame)).is_empty());
    press(&mut model, "<alt+6>z");
    let keep = kept(&update(&mut model, Msg::Frame));
    let [Keep::Screen(remembered)] = keep.as_slice() else {
        panic!("{keep:?}");
    };
    assert_eq!(remembered.arrangement.zoomed, Some(Pane::Tasks));
    assert_eq!(remembered.arrangement.side, Pane::Tasks);
    assert!(kept(&update(&mut model, Msg::Frame)).is_empty());
    let mut next = screen();
    remembered.clone().apply(&mut next);
    assert_eq!(next.arrangement, model.arrangement);
    assert!(kept(&update(&mut next, Msg::Frame)).is_empty());
}

#[test]
fn a_theme_counts_once_it_is_chosen() {
    let mut model = screen();
    press(&mut model, "<f1>");
    model.theme.name = "light".to_owned();
    assert!(
        kept(&update(&mut model, Msg::Frame)).is_empty(),
        "only looked at"
    );
    model.overlays.clear();
    update(&mut model, Msg::Frame);
    assert_eq!(model.remembered.theme.as_deref(), Some("light"));
}

#[test]
fn what_is_typed_in_the_demo_is_not_kept_beside_what_is_meant() {
    let mut model = screen();
    model.seats[0].demo = true;
    assert!(kept(&press(&mut model, "next<enter>")).is_empty());
    press(&mut model, "half a thou");
    assert!(kept(&parting(&mut model)).is_empty());
    // The way back through what was typed here works all the same.
    press(&mut model, "<ctrl+u><up>");
    assert_eq!(text(&model), "next");
    let mut seat = crate::tui::model::Seat::new(
        crate::tui::model::SeatKey(2),
        "demo",
        crate::session::Live::new(crate::session::LiveOptions::default()),
    );
    seat.demo = true;
    let effects = update(&mut model, Msg::Done(Done::Started(Box::new(seat))));
    let recalls = |effect: &Effect| matches!(effect, Effect::Work(Job::Recall { .. }));
    assert!(
        !effects.iter().any(recalls),
        "nothing of before is shown there"
    );
}

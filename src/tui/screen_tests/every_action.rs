//! No action is without a use: each does something somewhere, or says why it does not.

use super::busy_session::{busy, noted, started};
use super::control::{look_at, over};
use super::stage::{press, screen, shown};
use crate::session::{Live, LiveOptions};
use crate::trace::Note;
use crate::tui::action::Action;
use crate::tui::model::{Focus, Model, Pane, Seat, SeatKey};
use crate::tui::update::{routed, why_not};

/// Actions that need more than these situations have, and are tested where they are built: text with code in it, a search, a
/// queued prompt, a form, a second request, a filter of one's own, a call that destroys nothing.
const ELSEWHERE: &[Action] = &[
    Action::SearchNext,
    Action::SearchPrevious,
    Action::CopyCode,
    Action::CopyCommand,
    Action::CopyRaw,
    Action::Forget,
    Action::Withdraw,
    Action::AllowSession,
    Action::NextRequest,
    Action::PreviousRequest,
];

#[test]
fn every_action_does_something_somewhere_or_says_why_not() {
    let situations: [fn() -> Model; 12] = [
        super::replay::replaying,
        screen,
        started,
        busy,
        || {
            let mut model = busy();
            press(&mut model, "a prompt");
            let beside = Seat::new(SeatKey(2), "beside", Live::new(LiveOptions::default()));
            model.seats.push(beside);
            model
        },
        || {
            let mut model = busy();
            look_at(&mut model, Pane::Tasks);
            press(&mut model, "G");
            model
        },
        || {
            let mut model = busy();
            over(&mut model);
            model
        },
        || {
            let mut model = busy();
            noted(&mut model, 14_000, Note::Paused);
            model
        },
        || {
            let mut model = busy();
            press(&mut model, "<alt+8>");
            shown(&mut model, 100, 30);
            press(&mut model, "gmj");
            model
        },
        || {
            let mut model = busy();
            press(&mut model, "<alt+8>");
            shown(&mut model, 100, 30);
            press(&mut model, "gj<enter>");
            shown(&mut model, 160, 48);
            model
        },
        || {
            let mut model = busy();
            look_at(&mut model, Pane::State);
            press(&mut model, "u");
            model
        },
        || {
            let mut model = busy();
            look_at(&mut model, Pane::State);
            press(&mut model, "r");
            model
        },
    ];
    let focuses = Pane::ALL.map(Focus::Pane);
    let focuses: Vec<Focus> = focuses
        .into_iter()
        .chain([Focus::Composer, Focus::Request])
        .collect();
    let mut unused: Vec<(Action, String)> = Vec::new();
    for (action, help) in screen().keymap.actions() {
        unused.push((action, help.to_owned()));
    }
    for make in situations {
        for focus in &focuses {
            let mut model = make();
            let overlays = model.overlays.clone();
            unused.retain(|(action, _)| {
                model.focus = *focus;
                model.overlays.clone_from(&overlays);
                let refused = why_not(&model, *action);
                assert!(refused.is_none_or(|why| !why.is_empty()));
                refused.is_some() || routed(&mut model, *action).is_none()
            });
        }
    }
    unused.retain(|(action, _)| !ELSEWHERE.contains(action));
    assert!(unused.is_empty(), "these do nothing anywhere: {unused:?}");
}

#[test]
fn without_a_session_nothing_breaks() {
    let mut model = screen();
    model.seats.clear();
    let actions: Vec<Action> = model
        .keymap
        .actions()
        .iter()
        .map(|(action, _)| *action)
        .collect();
    for action in actions {
        if why_not(&model, action).is_none() {
            routed(&mut model, action);
        }
        model.overlays.clear();
        shown(&mut model, 100, 30);
    }
}

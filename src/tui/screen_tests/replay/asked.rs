//! A recording on the screen: what waited at a moment, as it was, and that it cannot be answered.

use super::*;

/// The request for a permission that is waited for at some moment of a fixture, as the player tells it.
pub(in crate::tui::screen_tests) fn asking(later: bool) -> Model {
    use crate::session::Verdict;
    use crate::trace::DecidedBy;
    use crate::tui::model::Later;
    let mut model = replaying();
    let line = r#"{"type":"control_request","request_id":"q1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"rm -rf build","description":"Remove build"},"tool_use_id":"t1"}}"#;
    let asked = outside::line(Traffic::received(
        9,
        Moment(2_000_000),
        crate::wire::Line::Whole(line.to_owned().into()),
    ));
    let mut report = report(9, 0);
    let mut state = after(8);
    state.observe(&asked);
    report.state = Some(Box::new(state));
    report.time = Moment(3_500_000);
    report.now = report.time;
    report.asked = Some(vec![Asked {
        traffic: asked,
        later: later.then_some(Later {
            at: Moment(6_200_000),
            line: Some(56),
            verdict: Some(Verdict::Allowed {
                edited: false,
                rules: 0,
            }),
            by: DecidedBy::Key,
        }),
    }]);
    update(&mut model, Msg::Done(Done::Replayed(Box::new(report))));
    model
}

#[test]
fn what_waited_then_is_shown_as_it_was_and_cannot_be_answered() {
    let mut model = asking(true);
    let text = shown(&mut model, 160, 48);
    assert!(
        text.contains("recording: allowed by you 4.2s after it was asked, line 57"),
        "{text}"
    );
    assert!(
        !text.contains("1 needs you"),
        "nobody is waited for: {text}"
    );
    let mut effects = press(&mut model, "<ctrl+r>");
    assert_eq!(model.focus, Focus::Request);
    later(&mut model, 60_000);
    for keys in [
        "y", "n", "s", "A", "e", "d", "X", "<f7>", "<f8>", "<enter>", "<space>", "abc", "<tab>",
    ] {
        effects.extend(press(&mut model, keys));
        assert!(model.overlays.is_empty(), "{keys}");
        model.focus = Focus::Request;
        later(&mut model, 120_000);
    }
    effects.extend(update(&mut model, Msg::Paste("yes\n".to_owned())));
    assert!(sent(&effects).is_empty());
    assert!(
        effects
            .iter()
            .all(|effect| !matches!(effect, Effect::Session(..) | Effect::Work(_)))
    );
    assert_eq!(why_not(&model, Action::Allow), Some("this is a recording"));
    assert!(shown(&mut asking(false), 100, 30).contains("no answer to it is known"));
    // A line on it is another moment: nothing waits there.
    answered(&mut model, &[Effect::Seek(KEY, Seek::Line(3))]);
    assert!(!shown(&mut model, 100, 30).contains("asks for permission"));
}

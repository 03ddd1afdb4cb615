//! A recording on the screen: its lines, and going to the moment of one.

use super::*;

/// The screen on a recording, with its lines filling it.
pub(in crate::tui::screen_tests) fn with_lines() -> Model {
    let mut model = replaying();
    model.focus = Focus::Pane(Pane::Traffic);
    model.arrangement.show(Pane::Traffic);
    model.arrangement.zoomed = Some(Pane::Traffic);
    model
}

fn selected(model: &Model) -> u32 {
    model.seat().unwrap().traffic.selected().unwrap().row
}

#[test]
fn the_lines_follow_the_moment_until_one_scrolls_and_again_after_one_goes_somewhere() {
    let mut model = with_lines();
    let count = model.replay().unwrap().lines;
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), count - 1);
    for at in [9, 8, 7] {
        go(&mut model, &format!(":Go to a time<enter>#{at}<enter>"));
        shown(&mut model, 100, 30);
        assert_eq!(selected(&model), at - 1);
    }
    press(&mut model, "jj");
    assert_eq!(selected(&model), 8);
    press(&mut model, "G");
    assert_eq!(selected(&model), count - 1, "the last line, not the moment");
    assert_eq!(model.replay().unwrap().at, 7);
    shown(&mut model, 100, 30);
    press(&mut model, "g");
    assert_eq!(selected(&model), 0);
    go(&mut model, ".");
    shown(&mut model, 100, 30);
    assert_eq!((model.replay().unwrap().at, selected(&model)), (8, 7));
}

#[test]
fn lines_that_were_not_there_yet_are_dim() {
    let mut model = with_lines();
    go(&mut model, ",,");
    let buffer = drawn(&mut model, 100, 40);
    let dim = model.theme.style(crate::tui::theme::Role::Dim).fg;
    let count = usize::try_from(model.replay().unwrap().lines).unwrap();
    let at = usize::try_from(model.replay().unwrap().at).unwrap();
    let (mut seen, mut past) = (0, 0);
    for y in 0..40 {
        let row: String = (0..100).map(|x| buffer[(x, y)].symbol()).collect();
        let number = row.strip_prefix('│').unwrap_or_default().trim_start();
        let number = number.split(' ').next().unwrap().parse::<usize>();
        let Ok(number) = number else { continue };
        let plain = (1..98).any(|x| {
            let cell = &buffer[(x, y)];
            cell.symbol() != " " && Some(cell.fg) != dim
        });
        assert!(!plain || number <= at, "{row}");
        seen += 1;
        past += usize::from(plain);
    }
    assert!(seen > 10 && seen <= count, "{seen}");
    assert!(past > 5 && past < seen, "{past} of {seen}");
}

#[test]
fn a_line_leads_to_its_moment_from_the_pane_and_from_the_inspector_and_through_a_filter() {
    let mut model = with_lines();
    shown(&mut model, 100, 30);
    press(&mut model, "gjjj");
    let effects = press(&mut model, "@");
    assert!(
        matches!(effects[..], [Effect::Seek(KEY, Seek::Line(4))]),
        "{effects:?}"
    );
    answered(&mut model, &effects);
    assert_eq!(model.seat().unwrap().live.state(), &after(4));
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 3, "it stays where it is");
    press(&mut model, "<enter>]");
    let effects = press(&mut model, "@");
    assert!(
        matches!(effects[..], [Effect::Seek(KEY, Seek::Line(5))]),
        "{effects:?}"
    );
    answered(&mut model, &effects);
    assert!(model.overlays.is_empty(), "the moment is seen");
    let effects = press(&mut model, "f~t result<enter>");
    assert!(
        matches!(effects.last(), Some(Effect::Sift(KEY))),
        "{effects:?}"
    );
    answered(&mut model, &effects);
    shown(&mut model, 100, 30);
    let row = selected(&model);
    assert!(
        lines()[row as usize]
            .line
            .starts_with(b"{\"type\":\"result\"")
    );
    let effects = press(&mut model, "@");
    assert!(
        matches!(effects[..], [Effect::Seek(KEY, Seek::Line(line))] if line == row + 1),
        "{effects:?}"
    );
    // In a session there is no other moment.
    let live = super::super::stage::recorded("tool_turn.ndjson");
    assert!(why_not(&live, Action::ToMoment).is_some());
}

#[test]
fn the_mouse_goes_along_the_bar() {
    use super::super::stage::mouse;
    use crossterm::event::{MouseButton, MouseEventKind};
    let mut model = replaying();
    shown(&mut model, 100, 30);
    let end = model.replay().unwrap().end;
    let asked = |effects: &[Effect]| match effects {
        [Effect::Seek(KEY, Seek::Time(time))] => Some(time.0 * 1000 / end.0),
        [] => None,
        other => panic!("{other:?}"),
    };
    let (down, drag, up) = (
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
    );
    let row = 26;
    assert_eq!(asked(&mouse(&mut model, drag, 50, row)), None, "not held");
    assert_eq!(asked(&mouse(&mut model, down, 1, row)), Some(0));
    let half = asked(&mouse(&mut model, drag, 50, row)).unwrap();
    assert!((490..=515).contains(&half), "{half}");
    let past = asked(&mouse(&mut model, drag, 99, 3));
    assert_eq!(past, Some(1000), "beside the bar too, while it is held");
    assert_eq!(asked(&mouse(&mut model, up, 99, 3)), None);
    assert_eq!(asked(&mouse(&mut model, drag, 50, row)), None, "let go");
    assert_eq!(asked(&mouse(&mut model, down, 50, 5)), None, "elsewhere");
    let wheel = mouse(&mut model, MouseEventKind::ScrollUp, 50, row);
    assert!(matches!(
        wheel[..],
        [Effect::Seek(KEY, Seek::Previous(Thing::Line))]
    ));
}

#[test]
fn a_moment_that_is_still_worked_out_is_said_to_be() {
    let mut model = replaying();
    let mut report = report(20, 1);
    (report.known, report.worked_out) = (4, 4);
    report.state = None;
    update(&mut model, Msg::Done(Done::Replayed(Box::new(report))));
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("works it out") && text.contains("shown: line 4, then 20"),
        "{text}"
    );
    assert!(text.contains("% worked out"), "{text}");
}

#[test]
fn whoever_goes_to_the_end_of_the_lines_stays_there_while_they_are_read() {
    use crate::trace::filter::Filter;
    let mut model = with_lines();
    let count = model.replay().unwrap().lines;
    // Only some of them are sifted so far, as of a large file.
    let sift_some = |model: &mut Model, budget| {
        let lines = &mut *model.seat_mut().unwrap().traffic.lines();
        lines.sieve.sift(&mut lines.store, budget);
    };
    let anew = |model: &mut Model| {
        let traffic = &mut model.seat_mut().unwrap().traffic;
        traffic.change(|sieve| sieve.set_filter(Filter::parse("!~t nothing").ok()));
    };
    for (key, ends) in [("G", count - 1), ("Gk", 0)] {
        press(&mut model, "g");
        anew(&mut model);
        sift_some(&mut model, 1);
        press(&mut model, key);
        let then = selected(&model);
        assert!(then < count - 1, "{then}");
        sift_some(&mut model, u64::MAX);
        shown(&mut model, 100, 30);
        let now = selected(&model);
        assert_eq!(now, if ends > 0 { ends } else { then }, "{key}");
    }
}

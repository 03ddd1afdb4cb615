//! Choosing a recording: the list, what is said where there are none, why one cannot be opened, and what is remembered.

use super::super::stage::{press, screen, shown};
use super::replaying;
use crate::tui::effect::{Effect, Job};
use crate::tui::model::{Focus, Pane};
use crate::tui::msg::{Done, Msg, Recordings};
use crate::tui::overlays::picker::Row;
use crate::tui::update::update;

#[test]
fn a_recording_is_chosen_from_a_list() {
    let rows = |paths: &[&str]| {
        let row = |path: &&str| Row {
            value: (*path).to_owned(),
            label: (*path).to_owned(),
            ..Row::default()
        };
        let title = format!("{} recordings, 1 live, in /r", paths.len());
        Recordings {
            title,
            nothing_yet: "Nothing is recorded yet in /r.\n".to_owned(),
            rows: paths.iter().map(row).collect(),
        }
    };
    let mut model = screen();
    let listed = rows(&["live:/r/one.ndjson", "/r/two.ndjson"]);
    update(&mut model, Msg::Done(Done::Recordings(Ok(listed.clone()))));
    let effects = press(&mut model, "<enter>");
    assert!(
        matches!(&effects[..], [Effect::Watch(path, name, true)] if path.ends_with("one.ndjson") && name.ends_with("one.ndjson")),
        "{effects:?}"
    );
    update(&mut model, Msg::Done(Done::Recordings(Ok(listed.clone()))));
    let effects = press(&mut model, "two<enter>");
    assert!(
        matches!(&effects[..], [Effect::Watch(path, _, false)] if path.ends_with("two.ndjson"))
    );
    // Left with nothing behind it, the program ends.
    update(&mut model, Msg::Done(Done::Recordings(Ok(listed.clone()))));
    assert!(press(&mut model, "<esc>").is_empty());
    model.seats.clear();
    update(&mut model, Msg::Done(Done::Recordings(Ok(listed))));
    assert!(matches!(press(&mut model, "<esc>")[..], [Effect::Quit]));
}

#[test]
fn what_fills_the_screen_in_a_recording_is_not_remembered_for_sessions() {
    use crate::tui::model::Remembered;
    let mut model = replaying();
    model.focus = Focus::Pane(Pane::Traffic);
    press(&mut model, "z");
    assert_eq!(model.arrangement.zoomed, Some(Pane::Traffic));
    assert_eq!(model.remembered.arrangement.zoomed, None);
    assert_eq!(Remembered::changed(&mut model), None);
    // The border is one for both.
    model.arrangement.side_percent += 3;
    let kept = Remembered::changed(&mut model).unwrap();
    assert_eq!(kept.arrangement.zoomed, None);
    // In a session it is.
    let mut model = screen();
    model.focus = Focus::Pane(Pane::Traffic);
    press(&mut model, "z");
    let kept = Remembered::changed(&mut model).unwrap();
    assert_eq!(kept.arrangement.zoomed, Some(Pane::Traffic));
}

#[test]
fn where_nothing_is_recorded_it_is_said_how_that_comes() {
    let mut model = screen();
    model.seats.clear();
    let nothing = || Recordings {
        title: crate::library::title(&[], "/home/me/.local/state/cca-tui/recordings"),
        nothing_yet: crate::library::nothing_yet("/home/me/.local/state/cca-tui/recordings"),
        ..Recordings::default()
    };
    update(&mut model, Msg::Done(Done::Recordings(Ok(nothing()))));
    for (width, height) in [(60, 20), (100, 30)] {
        insta::assert_snapshot!(
            format!("nothing_recorded_{width}"),
            shown(&mut model, width, height)
        );
    }
    // It is looked at again, and there is never more than one of it.
    assert!(matches!(
        press(&mut model, "r")[..],
        [Effect::Work(Job::Recordings)]
    ));
    update(&mut model, Msg::Done(Done::Recordings(Ok(nothing()))));
    assert_eq!(model.overlays.len(), 1);
    update(
        &mut model,
        Msg::Done(Done::Recordings(Err("no state directory".to_owned()))),
    );
    assert!(shown(&mut model, 60, 20).contains("cannot be told: no state directory."));
    assert!(matches!(press(&mut model, "q")[..], [Effect::Quit]));
}

#[test]
fn why_a_recording_cannot_be_opened_is_told_in_full() {
    let mut model = screen();
    model.seats.clear();
    let row = |value: &str, why_not: Option<&str>| Row {
        value: value.to_owned(),
        label: value.to_owned(),
        why_not: why_not.map(str::to_owned),
        ..Row::default()
    };
    let why = "line 1 is neither a recording nor a capture nor what `claude --output-format stream-json` prints: \
               expected value at line 1 column 1; the end of the reason";
    let recordings = Recordings {
        title: "2 recordings, 0 live, in /r".to_owned(),
        rows: vec![
            row("/r/broken.ndjson", Some(why)),
            row("/r/whole.ndjson", None),
        ],
        ..Recordings::default()
    };
    update(&mut model, Msg::Done(Done::Recordings(Ok(recordings))));
    insta::assert_snapshot!("a_broken_recording", shown(&mut model, 80, 20));
    press(&mut model, "<down>");
    assert!(!shown(&mut model, 80, 20).contains("the end of the reason"));
}

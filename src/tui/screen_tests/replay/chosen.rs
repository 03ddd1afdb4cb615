//! Which recording is looked at: the list, an empty one, one that cannot be opened.

use super::*;
use crate::tui::overlays::Overlay;
use std::time::Duration;

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
            seen: Vec::new(),
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
    assert!(shown(&mut model, 100, 30).contains("Nothing is recorded yet in"));
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

#[test]
fn the_list_is_kept_as_it_is_on_disk_while_it_is_shown() {
    let recordings = |paths: &[&str]| {
        let row = |path: &&str| Row {
            value: (*path).to_owned(),
            label: (*path).to_owned(),
            ..Row::default()
        };
        Recordings {
            title: format!("{} recordings", paths.len()),
            nothing_yet: "Nothing is recorded yet in /r.\n".to_owned(),
            seen: paths
                .iter()
                .map(|path| ((*path).to_owned(), None))
                .collect(),
            rows: paths.iter().map(row).collect(),
        }
    };
    let mut model = screen();
    let mut clock = 0;
    let mut later = |model: &mut Model| {
        clock += 2;
        let effects = update(model, Msg::Tick(Duration::from_secs(clock)));
        let looks = |effect: &Effect| matches!(effect, Effect::Work(Job::NewRecordings(_)));
        effects.iter().filter(|effect| looks(effect)).count()
    };
    assert_eq!(later(&mut model), 0, "nothing is listed");
    update(&mut model, Msg::Done(Done::Recordings(Ok(recordings(&[])))));
    assert!(model.counts() && shown(&mut model, 80, 24).contains("Nothing is recorded yet"));
    assert_eq!(later(&mut model), 1);
    assert_eq!(later(&mut model), 0, "one look at a time");
    // A session starts: there is something to choose from. Another one does not move what is selected.
    let one = recordings(&["live:/r/b.ndjson", "/r/c.ndjson"]);
    update(&mut model, Msg::Done(Done::Looked(Some(one))));
    assert!(shown(&mut model, 80, 24).contains("2 recordings"));
    press(&mut model, "<down>");
    assert_eq!(later(&mut model), 1);
    update(&mut model, Msg::Done(Done::Looked(None)));
    let more = recordings(&["live:/r/a.ndjson", "/r/b.ndjson", "/r/c.ndjson"]);
    update(&mut model, Msg::Done(Done::Looked(Some(more.clone()))));
    let selected = |model: &Model| match model.overlays.last() {
        Some(Overlay::Picker(picker)) => picker.selected().map(|row| row.value.clone()),
        other => panic!("{other:?}"),
    };
    assert_eq!(selected(&model).as_deref(), Some("/r/c.ndjson"));
    press(&mut model, "<up>");
    let ended = recordings(&["live:/r/a.ndjson", "live:/r/b.ndjson"]);
    update(&mut model, Msg::Done(Done::Looked(Some(ended))));
    assert_eq!(selected(&model).as_deref(), Some("live:/r/b.ndjson"));
    // Who has left it does not get it back.
    press(&mut model, "<esc>");
    assert_eq!(later(&mut model), 0);
    update(&mut model, Msg::Done(Done::Looked(Some(more))));
    assert!(model.overlays.is_empty());
}

#[test]
fn many_recordings_are_narrowed_down_with_the_keys_of_a_prompt() {
    let row = |number: u32| Row {
        value: format!("/r/{number}.ndjson"),
        label: format!("Session {number}"),
        aside: format!("2026-11-{:02} 10:00", number % 28 + 1),
        ..Row::default()
    };
    let mut model = screen();
    model.seats.clear();
    let listed = Recordings {
        title: "300 recordings".to_owned(),
        rows: (0..300).map(row).collect(),
        ..Recordings::default()
    };
    update(&mut model, Msg::Done(Done::Recordings(Ok(listed))));
    assert!(
        !shown(&mut model, 100, 30).contains("forget"),
        "nothing can be forgotten here"
    );
    // A key that means nothing here types nothing.
    press(&mut model, "12<ctrl+t><ctrl+b>");
    let seen = shown(&mut model, 100, 30);
    assert!(seen.contains("❯ 12 ") && seen.contains(" of 300"), "{seen}");
    press(&mut model, "<ctrl+u>2026-11-07");
    let seen = shown(&mut model, 100, 30);
    assert!(
        seen.contains("11 of 300") && seen.contains("Session 6 "),
        "{seen}"
    );
    press(&mut model, "<ctrl+w>");
    press(&mut model, "<end>");
    assert!(shown(&mut model, 100, 30).contains("Session 299 "));
    press(&mut model, "<home><pageup>");
    assert!(shown(&mut model, 100, 30).contains("Session 0 "));
}

#[test]
fn a_long_title_leaves_room_for_what_became_of_a_recording() {
    let mut model = screen();
    model.seats.clear();
    let row = Row {
        value: "/r/one.ndjson".to_owned(),
        label: "a title that goes on and on ".repeat(8),
        detail: "12 turns, $3.45, completed, exit code 1  /garden".to_owned(),
        aside: "2026-11-18 10:00".to_owned(),
        ..Row::default()
    };
    let recordings = Recordings {
        title: "1 recording".to_owned(),
        rows: vec![row],
        ..Recordings::default()
    };
    update(&mut model, Msg::Done(Done::Recordings(Ok(recordings))));
    let wide = shown(&mut model, 160, 48);
    let whole = "12 turns, $3.45, completed, exit code 1  /garden";
    assert!(
        wide.contains(whole) && wide.contains("2026-11-18 10:00"),
        "{wide}"
    );
    let usual = shown(&mut model, 100, 30);
    assert!(usual.contains("12 turns, $3.45, complete"), "{usual}");
    assert!(
        usual.contains("a title") && usual.contains("2026-11-18 10:00"),
        "{usual}"
    );
}

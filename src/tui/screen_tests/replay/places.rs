//! Places in a recording that are typed.

use super::super::stage::press;
use super::replaying;
use crate::trace::Moment;
use crate::tui::effect::Effect;
use crate::tui::model::Seek;
use crate::tui::overlays::Overlay;

#[test]
fn places_can_be_typed() {
    let mut model = replaying();
    let end = model.replay().unwrap().end;
    for (text, seek) in [
        ("#7", Some(Seek::Line(7))),
        ("1:02.5", Some(Seek::Time(Moment(62_500_000)))),
        ("1:00:00", Some(Seek::Time(Moment(3_600_000_000)))),
        ("90s", Some(Seek::Time(Moment(90_000_000)))),
        ("50%", Some(Seek::Time(Moment(end.0 / 2)))),
        ("101%", None),
        ("noon", None),
        ("-3", None),
        ("1.5:3", None),
        ("", None),
    ] {
        let effects = press(&mut model, &format!("t{text}<enter>"));
        let asked = effects.iter().find_map(|effect| match effect {
            Effect::Seek(_, seek) => Some(*seek),
            _ => None,
        });
        assert_eq!(asked, seek, "{text}");
        if seek.is_none() {
            // What cannot be followed stays to be mended, and what is wrong with it stands below.
            let Some(Overlay::Entry(entry)) = model.overlays.last() else {
                panic!("{text} is still there");
            };
            assert_eq!(entry.field.text(), text);
            assert!(entry.below[0].0.contains("1:23, 90s, #120 or 50%"));
            press(&mut model, "9");
            let Some(Overlay::Entry(entry)) = model.overlays.last() else {
                panic!("it is typed on");
            };
            assert!(entry.below.is_empty());
            press(&mut model, "<esc>");
        }
        assert!(model.overlays.is_empty());
        model.notice = None;
    }
}

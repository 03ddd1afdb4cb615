//! What is said when the screen is gone.

use super::stage::{recorded, screen};
use crate::tui::leaving::{Before, report};

fn words() -> Vec<String> {
    ["cca-tui", "--cwd", "a b"].map(str::to_owned).to_vec()
}

#[test]
fn a_session_is_gone_on_with_by_this_very_line() {
    let mut model = recorded("tool_turn.ndjson");
    let seat = model.seat_mut().unwrap();
    seat.recording = Some("here.ndjson".into());
    let id = seat.live.state().facts.session_id().unwrap().to_owned();
    let text = report(seat, &Before::default(), &words());
    assert!(
        text.contains(&format!(
            "go on with it:  cca-tui --cwd 'a b' --resume {id}\n"
        )),
        "{text}"
    );
    assert!(text.contains("recorded in:    here.ndjson\n"), "{text}");
}

#[test]
fn what_is_said_at_the_end_is_only_text() {
    use super::gallery::scenes;
    use super::outside::{hostile, outside};
    for seed in 0..2 {
        for (name, make) in scenes() {
            let mut model = hostile(seed, make);
            for seat in &mut model.seats {
                seat.name = hostile(seed, || outside("name"));
                seat.recording = Some(hostile(seed, || outside("here.ndjson")).into());
                let mut words = words();
                words.push(hostile(seed, || outside("word")));
                for before in [Before::default(), Before::of(seat)] {
                    for line in report(seat, &before, &words).lines() {
                        let harmless = crate::sanitise::is_harmless(line);
                        assert!(harmless, "{name}, seed {seed}: {line:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_session_without_a_turn_cannot_be_gone_on_with() {
    let model = screen();
    let text = report(model.seat().unwrap(), &Before::default(), &words());
    assert!(!text.contains("--resume"), "{text}");
}

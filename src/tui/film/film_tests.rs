//! A film of a recorded session, shown in a terminal that is not ours.

use super::*;
use crate::config::settings::{Key, Places, Projects, Value};
use crate::trace::{Item, Recording};
use serde_json::Value as Json;

fn settings(theme: &str) -> Settings {
    let places = Places {
        config: None,
        state: None,
        directory: std::path::PathBuf::new(),
        projects: Projects::Untrusted,
    };
    let mut settings = Settings::load(&places, |_| None).unwrap();
    settings.flag_set(Key::Theme, Value::Text(theme.to_owned()), "--theme");
    settings
}

fn film(size: (u16, u16), theme: &str) -> Film {
    Film {
        size,
        speed: 1.0,
        idle: Duration::from_secs(2),
        settings: settings(theme),
    }
}

fn lines(name: &str) -> Vec<Traffic> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("tests/fixtures/recordings").join(name);
    let entry = |item| match item {
        Ok(Item::Entry(entry)) => Some(Traffic::from_entry(entry)),
        _ => None,
    };
    Recording::open(path).unwrap().filter_map(entry).collect()
}

fn shot(film: &Film, lines: Vec<Traffic>) -> String {
    let subject = Subject {
        title: "a session".to_owned(),
        started: DateTime::from_timestamp(1_767_323_045, 0),
        timed: true,
    };
    let mut out = Vec::new();
    film.shoot(&subject, lines.into_iter(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The header, and the frames with their times, as strict as a player may be.
fn parsed(cast: &str) -> (Json, Vec<(f64, String)>) {
    let mut lines = cast.lines();
    let header: Json = serde_json::from_str(lines.next().unwrap()).unwrap();
    let event = |line: &str| {
        let event: (f64, String, String) = serde_json::from_str(line).unwrap();
        assert_eq!(event.1, "o");
        (event.0, event.2)
    };
    (header, lines.map(event).collect())
}

/// What a terminal shows after these frames.
fn played(frames: &[(f64, String)], (width, height): (u16, u16)) -> vt100::Parser {
    let mut terminal = vt100::Parser::new(height.try_into().unwrap(), width.try_into().unwrap(), 0);
    // What was there before does not matter.
    terminal.process(b"\x1b[31mold\r\nthings\x1b[5;5Hhere");
    for (_, text) in frames {
        terminal.process(text.as_bytes());
    }
    terminal
}

/// The screen after all lines, drawn directly.
fn last_screen(film: &Film, lines: Vec<Traffic>) -> (Vec<String>, ratatui::buffer::Buffer) {
    let subject = Subject {
        title: "a session".to_owned(),
        ..Subject::default()
    };
    let mut nowhere = Vec::new();
    let mut camera = Camera::new(film, &subject, &mut nowhere).unwrap();
    for line in lines {
        camera.line(line).unwrap();
    }
    camera.feed(Msg::Frame);
    camera.feed(Msg::Frame);
    let area = Rect::new(0, 0, film.size.0, film.size.1);
    let mut buffer = ratatui::buffer::Buffer::empty(area);
    view(&camera.model, area, &mut buffer);
    let row = |y| {
        let cells = (0..area.width).map(|x| buffer[(x, y)].symbol());
        cells.collect::<String>().trim_end().to_owned()
    };
    ((0..area.height).map(row).collect(), buffer)
}

#[test]
fn the_last_frame_in_a_terminal_is_the_screen() {
    for (size, theme) in [
        ((60, 20), "default"),
        ((100, 30), "dark"),
        ((160, 48), "gruvbox"),
    ] {
        for name in ["tool_turn.ndjson", "interrupted_turn.ndjson"] {
            let film = film(size, theme);
            let (header, frames) = parsed(&shot(&film, lines(name)));
            assert_eq!(header["version"], 2);
            assert_eq!(
                (&header["width"], &header["height"]),
                (&size.0.into(), &size.1.into())
            );
            assert_eq!(header["timestamp"], 1_767_323_045);
            assert!(frames.is_sorted_by(|a, b| a.0 <= b.0), "times go on");
            assert!(frames.len() > 5);
            let terminal = played(&frames, size);
            let (rows, buffer) = last_screen(&film, lines(name));
            let shown: Vec<String> = terminal
                .screen()
                .rows(0, size.0)
                .map(|row| row.trim_end().to_owned())
                .collect();
            assert_eq!(shown, rows, "{name} {size:?}");
            assert!(rows.iter().any(|row| !row.is_empty()));
            // Colours too.
            let screen = terminal.screen();
            for y in 0..size.1 {
                for x in 0..size.0 {
                    let cell = screen.cell(y, x).unwrap();
                    let ours = &buffer[(x, y)];
                    for (ours, theirs) in [(ours.fg, cell.fgcolor()), (ours.bg, cell.bgcolor())] {
                        if let ratatui::style::Color::Rgb(r, g, b) = ours {
                            assert_eq!(theirs, vt100::Color::Rgb(r, g, b), "{x} {y}");
                        }
                    }
                }
            }
            assert!(!screen.hide_cursor());
        }
    }
}

#[test]
fn the_same_lines_make_the_same_film_and_waits_are_cut() {
    let film = film((80, 24), "default");
    let one = shot(&film, lines("tool_turn.ndjson"));
    assert_eq!(one, shot(&film, lines("tool_turn.ndjson")));
    let mut slow = lines("tool_turn.ndjson");
    for (number, line) in slow.iter_mut().enumerate() {
        line.at = Moment(number as u64 * 3_600_000_000);
    }
    let count = slow.len();
    let (_, frames) = parsed(&shot(&film, slow));
    let (last, _) = frames.last().unwrap();
    let most = 2.0 * count as f64 + 2.0;
    assert!(*last <= most, "{last}");
    let faster = Film {
        speed: 10.0,
        ..film
    };
    let (_, quick) = parsed(&shot(&faster, lines("tool_turn.ndjson")));
    let (_, usual) = parsed(&one);
    assert!(quick.last().unwrap().0 < usual.last().unwrap().0);
}

#[test]
fn hostile_text_cannot_speak_to_the_terminal_of_a_film() {
    let line = r#"{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"a\u001b]0;owned\u0007 \u001b[2Jb \u009b31m"}]}}"#;
    let traffic = Traffic::received(
        1,
        Moment(1_000),
        crate::wire::Line::Whole(line.to_owned().into()),
    );
    let film = film((80, 24), "default");
    let (_, frames) = parsed(&shot(&film, vec![traffic]));
    let all: String = frames.iter().map(|(_, text)| text.as_str()).collect();
    assert!(!all.contains("\u{1b}]") && !all.contains('\u{7}') && !all.contains('\u{9b}'));
    // Only the first frame clears.
    assert_eq!(all.matches("\u{1b}[2J").count(), 1);
}

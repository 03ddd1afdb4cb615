//! Lines on the wire that try to be more than text, and lines of many megabytes.

use super::busy_session::{at, comes};
use super::stage::{feed, press, received, screen, shown};
use super::traffic::zoomed;
use crate::session::Input;
use crate::trace::{Direction, Entry, Traffic};
use crate::tui::model::Model;
use serde_json::json;

/// A line that came at so many milliseconds, as bytes.
fn bytes(model: &mut Model, millis: u64, line: &[u8]) {
    let traffic = Traffic::from_entry(Entry {
        seq: millis,
        at: at(millis),
        direction: Direction::In,
        line: line.to_vec().into(),
    });
    feed(model, Input::Traffic(traffic), at(millis));
}

#[test]
fn lines_from_outside_draw_nothing_but_cells() {
    let mut model = zoomed(screen());
    let hostile = "\\u001b[2J\\u202e\\u0007 ╔═ allow? ═╗";
    received(
        &mut model,
        &format!(
            r#"{{"type":"{hostile}","subtype":"{hostile}","request_id":"{hostile}","text":"{hostile}","{hostile}":["{hostile}"]}}"#
        ),
    );
    bytes(
        &mut model,
        2000,
        b"{\"type\":\"result\",\"a\":\"\xff\xfe\x1b[2J\"}",
    );
    bytes(&mut model, 2001, b"\x1b]0;title\x07 plain \xc2\x9b noise");
    bytes(
        &mut model,
        2002,
        br#"{"type":"user","a":"half \ud800 of it"}"#,
    );
    let mut seen = String::new();
    for (width, height) in [(40, 10), (60, 20), (160, 48)] {
        seen += &shown(&mut model, width, height);
        press(&mut model, "g<enter>");
        for _ in 0..4 {
            for _ in 0..3 {
                seen += &shown(&mut model, width, height);
                press(&mut model, "o<tab>");
            }
            press(&mut model, "]");
        }
        press(&mut model, "<esc>");
    }
    assert!(!seen.contains(|c: char| c != '\n' && crate::sanitise::is_obeyed(c)));
    assert!(seen.contains("it is not UTF-8") && seen.contains("half a character"));
}

#[test]
fn a_line_of_many_megabytes_opens_and_moves() {
    let mut model = zoomed(screen());
    let long = json!({"type": "user", "text": "x".repeat(12 << 20), "list": vec![7; 100_000]});
    comes(&mut model, 5, &long);
    shown(&mut model, 100, 30);
    press(&mut model, "<enter>G<enter>");
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("12,"), "{text}");
    press(&mut model, "<tab>G");
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("kB shown"), "{text}");
    press(&mut model, "<tab>G");
    assert!(
        shown(&mut model, 100, 30).contains("00c30"),
        "the last bytes"
    );
}

//! Lines on the wire that try to be more than text, and lines of many megabytes.

use super::busy_session::{at, comes};
use super::stage::{feed, press, received, screen, shown};
use super::traffic::zoomed;
use crate::session::Input;
use crate::trace::{Direction, Entry, Traffic};
use crate::tui::model::Model;
use crate::tui::msg::{Done, Msg};
use crate::tui::overlays::comparison::Comparison;
use crate::tui::update::update;
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
            for _ in 0..4 {
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

/// Frames are drawn until there is nothing more to find out.
fn until_done(model: &mut Model) {
    for _ in 0..200 {
        shown(model, 100, 30);
        if !model.is_unfinished() {
            return;
        }
    }
    panic!("it never ends");
}

#[test]
fn hostile_text_is_searched_marked_compared_and_kept() {
    let mut model = zoomed(screen());
    let hostile = "\\u001b[2J\\u202e\\u0007";
    for number in [1, 2] {
        received(
            &mut model,
            &format!(
                r#"{{"type":"x","{hostile}{number}":"{hostile}","list":["{hostile}{number}"]}}"#
            ),
        );
    }
    bytes(&mut model, 2001, b"\x1b]0;title\x07 \xc2\x9b noise");
    let mut seen = shown(&mut model, 100, 30);
    for keys in [
        "g/\u{1b}[2J<enter>",
        "n",
        "N<esc>mjm",
        "<enter>/\u{1b}[2J<enter>",
        "n<tab>",
        "n<tab>n<tab>n<esc>",
        "P<esc><esc>",
        "f\u{202e}x<ctrl+s>\u{202e}name<enter>",
        "s",
        "<down><enter>",
    ] {
        press(&mut model, keys);
        seen += &shown(&mut model, 100, 30);
        seen += &shown(&mut model, 60, 20);
    }
    let old = model.seat_mut().unwrap().traffic.text(0).unwrap();
    let new = model.seat_mut().unwrap().traffic.text(1).unwrap();
    let found = Comparison::of(&(0, old), &(1, new)).map(Box::new);
    update(&mut model, Msg::Done(Done::Compared(found)));
    seen += &shown(&mut model, 100, 30);
    press(&mut model, "<enter>");
    seen += &shown(&mut model, 100, 30);
    assert!(!seen.contains(|c: char| c != '\n' && crate::sanitise::is_obeyed(c)));
    assert!(seen.contains("match 1 of"), "{seen}");
}

#[test]
fn a_line_of_many_megabytes_opens_and_moves() {
    let mut model = zoomed(screen());
    let long = json!({"type": "user", "text": "x".repeat(12 << 20), "list": vec![7; 100_000]});
    comes(&mut model, 5, &long);
    shown(&mut model, 100, 30);
    press(&mut model, "<enter>G<enter>");
    until_done(&mut model);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("list: 100,000 entries") || text.contains("list: 200.0kB"),
        "{text}"
    );
    for _ in 0..2 {
        press(&mut model, "<tab>G");
        until_done(&mut model);
        let text = shown(&mut model, 100, 30);
        assert!(text.contains("100%"), "{text}");
    }
    press(&mut model, "<tab>G");
    assert!(
        shown(&mut model, 100, 30).contains("00c30"),
        "the last bytes"
    );
}

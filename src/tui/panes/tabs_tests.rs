//! Names stand there whole or not at all; what is looked at or has something to say keeps its name longest.

use super::{fitting, mark, wide};
use crate::tui::model::{Model, Pane};
use crate::tui::screen_tests::{ask, screen};
use ratatui::layout::Rect;

const BESIDE: [Pane; 2] = [Pane::Conversation, Pane::State];

fn tabs(model: &Model, shown: &[Pane], width: u16) -> Vec<(Pane, String)> {
    let shown: Vec<(Pane, Rect)> = shown.iter().map(|pane| (*pane, Rect::default())).collect();
    let tabs = fitting(model, &shown, width);
    assert!(wide(&tabs) <= usize::from(width), "{width}");
    let text = |spans: &[ratatui::text::Span<'_>]| {
        spans.iter().map(|span| span.content.as_ref()).collect()
    };
    tabs.iter()
        .map(|(pane, spans)| (*pane, text(spans)))
        .collect()
}

/// What is said of a pane besides its key and its mark.
fn name(model: &Model, pane: Pane, tab: &str) -> String {
    let mark = mark(model, pane).map_or_else(String::new, |(text, _)| text);
    let tab = tab.strip_suffix(mark.as_str()).unwrap_or(tab);
    let rest = tab.trim_start().chars().skip(1).collect::<String>();
    rest.trim_matches([' ', ':']).to_owned()
}

#[test]
fn no_name_is_ever_cut() {
    let mut waiting = screen();
    ask(&mut waiting, "r1", "ls");
    for model in [screen(), waiting] {
        for shown in [&BESIDE[..], &[Pane::Conversation], &[Pane::Traffic]] {
            for width in 28..120 {
                for (pane, tab) in tabs(&model, shown, width) {
                    let name = name(&model, pane, &tab);
                    let whole = [pane.title(), pane.short_title(), ""].contains(&name.as_str());
                    assert!(whole, "{tab:?} at {width}");
                }
            }
        }
    }
}

#[test]
fn what_waits_and_what_is_looked_at_keep_their_names() {
    let mut model = screen();
    ask(&mut model, "r1", "ls");
    let line = |width| {
        let tabs = tabs(&model, &BESIDE, width);
        tabs.into_iter().map(|(_, tab)| tab).collect::<String>()
    };
    assert_eq!(line(40), " 2State 3Pending◆1 4 5Tools 6 7 8Traffic");
    assert_eq!(line(29), " 2State 3Pending◆1 4 5 6 7 8");
}

#[test]
fn a_number_is_no_part_of_a_key() {
    let mut model = screen();
    let request = r#"{"type":"control_request","request_id":"r1","request":{"subtype":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":1,"method":"tools/list"}}}"#;
    crate::tui::screen_tests::received(&mut model, request);
    for (pane, tab) in tabs(&model, &BESIDE, 30) {
        if pane == Pane::Pending {
            assert!(tab.ends_with(":1"), "{tab}");
        }
    }
}

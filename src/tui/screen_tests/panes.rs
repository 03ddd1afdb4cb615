//! The side panes, header, tabs and banner, each at three sizes, of a session in which a lot has happened; the colours of
//! the states by their meaning; names from outside that try to be more than text.

use super::busy_session::{at, busy, comes, hook, noted, request, running, started, tool};
use super::stage::{CLICK, KEY, drawn, feed, mouse, press, screen, shown};
use crate::session::{Input, Phase};
use crate::trace::{HeldThing, Note, Traffic};
use crate::tui::model::{Focus, Model, Pane};
use ratatui::buffer::Buffer;
use serde_json::json;

/// A pane fills the screen.
fn zoom(model: &mut Model, pane: Pane) {
    model.focus = Focus::Pane(pane);
    model.arrangement.zoomed = Some(pane);
}

#[test]
fn the_state_at_the_start_names_what_is_slow() {
    let mut model = started();
    let init = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}});
    comes(
        &mut model,
        2700,
        &request(
            "m1",
            &json!({"subtype": "mcp_message", "server_name": "calc", "message": init}),
        ),
    );
    model.seat_of(KEY).unwrap().now = at(15_000);
    zoom(&mut model, Pane::State);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("server calc") && text.contains("12s  very slow"),
        "{text}"
    );
    assert!(text.contains("2.5s  slow"), "initialize took long: {text}");
}

#[test]
fn the_state_after_the_end_says_how_and_why() {
    let mut model = busy();
    let words = Traffic::stderr(1, at(14_000), "Error: out of heap".into());
    feed(&mut model, Input::Traffic(words), at(14_000));
    noted(
        &mut model,
        14_100,
        Note::Exited {
            code: None,
            signal: Some(11),
        },
    );
    zoom(&mut model, Pane::State);
    let text = shown(&mut model, 100, 30);
    for words in [
        "SIGSEGV (signal 11): it crashed",
        "Error: out of heap",
        "1 prompt without an answer",
        "resume",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

/// Nothing is as it should be about an end in the middle of a turn, whatever the code.
#[test]
fn an_end_in_the_middle_of_a_turn_is_not_as_it_should_be() {
    for (code, words) in [
        (0, "exit code 0, in the middle of a turn"),
        (139, "exit code 139, it crashed"),
    ] {
        let mut model = busy();
        let (code, signal) = (Some(code), None);
        noted(&mut model, 14_100, Note::Exited { code, signal });
        zoom(&mut model, Pane::State);
        let text = shown(&mut model, 100, 30);
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn a_cli_that_dies_before_it_is_ready_is_told_at_a_glance() {
    let mut model = screen();
    noted(
        &mut model,
        0,
        Note::Spawned {
            pid: Some(1),
            interactive: true,
        },
    );
    let words = Traffic::stderr(1, at(100), "error: unknown option '--modle'".into());
    feed(&mut model, Input::Traffic(words), at(100));
    noted(
        &mut model,
        120,
        Note::Exited {
            code: Some(1),
            signal: None,
        },
    );
    let text = shown(&mut model, 160, 48);
    assert!(
        text.contains("the CLI ended before it was ready: exit code 1"),
        "{text}"
    );
    assert!(text.contains("unknown option '--modle'"), "{text}");
    assert!(
        text.contains("f6 start again") && !text.contains("f5 resume"),
        "{text}"
    );
    assert!(!model.quitting);
}

#[test]
fn hook_runs() {
    let mut model = busy();
    zoom(&mut model, Pane::Hooks);
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("timed out: the call was not run"), "{text}");
    assert!(text.contains("failed, blocked the call: it"), "{text}");
}

#[test]
fn tools_and_servers() {
    let mut model = busy();
    zoom(&mut model, Pane::Tools);
    assert!(shown(&mut model, 100, 30).contains("query"));
    press(&mut model, "<enter>");
    assert!(!shown(&mut model, 100, 30).contains("    query"), "folded");
}

#[test]
fn tasks_and_the_plan() {
    let mut model = busy();
    zoom(&mut model, Pane::Tasks);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("plan  1/3") && text.contains("Fixing it"),
        "{text}"
    );
}

#[test]
fn the_whole_screen_while_paused() {
    let mut model = busy();
    noted(&mut model, 13_600, Note::Paused);
    noted(
        &mut model,
        13_700,
        Note::Held(HeldThing::Prompt {
            uuid: "u2".to_owned(),
            text: "And then?".to_owned(),
        }),
    );
    for (width, height) in [(60, 20), (100, 30), (160, 48)] {
        let text = shown(&mut model, width, height);
        assert!(text.contains("1 answer or prompt is held"), "{text}");
    }
    model.focus = Focus::Pane(Pane::State);
    press(&mut model, "h");
    assert!(shown(&mut model, 100, 30).contains("And then?"));
}

/// Where a text begins.
fn find(buffer: &Buffer, text: &str) -> (u16, u16) {
    let area = buffer.area;
    for y in 0..area.height {
        let row: Vec<&str> = (0..area.width).map(|x| buffer[(x, y)].symbol()).collect();
        for x in 0..row.len() {
            if row
                .get(x..)
                .is_some_and(|rest| rest.concat().starts_with(text))
            {
                return (u16::try_from(x).unwrap(), y);
            }
        }
    }
    panic!("{text} is not on the screen");
}

#[test]
fn a_state_has_its_own_style_wherever_it_is_named() {
    let mut model = busy();
    let buffer = drawn(&mut model, 160, 48);
    let wanted = model.theme.phase(Phase::WaitingPermission);
    // In the header, in the pane, in its history.
    for text in [
        "◆ waiting_permission  ◆",
        "◆ waiting_permission  3.0s",
        "◆ waiting_permission    3.0s",
    ] {
        let style = buffer[find(&buffer, text)].style();
        assert_eq!(style.fg, wanted.fg, "{text}");
        assert!(style.add_modifier.contains(wanted.add_modifier), "{text}");
    }
    assert_ne!(wanted.fg, model.theme.phase(Phase::Running).fg);
}

#[test]
fn a_mode_that_asks_nothing_looks_dangerous() {
    let mut model = running();
    comes(
        &mut model,
        5000,
        &json!({"type": "system", "subtype": "status", "permissionMode": "bypassPermissions"}),
    );
    let buffer = drawn(&mut model, 60, 20);
    let danger = model.theme.style(crate::tui::theme::Role::Danger);
    let cell = &buffer[find(&buffer, "bypassPermissions")];
    assert_eq!((cell.style().fg, cell.style().bg), (danger.fg, danger.bg));
}

#[test]
fn little_room_keeps_state_needs_and_mode() {
    let mut model = busy();
    for width in [40, 50, 60] {
        let text = shown(&mut model, width, 20);
        let header = text.lines().next().unwrap_or_default();
        assert!(header.contains("waiting_permission"), "{header}");
        assert!(width < 50 || header.contains("1 needs you"), "{header}");
        assert!(width < 60 || header.contains("default"), "{header}");
    }
}

#[test]
fn names_from_outside_only_change_cells() {
    let mut model = running();
    let evil = "\u{1b}[2J\u{202e}\u{7}";
    comes(
        &mut model,
        4000,
        &json!({"type": "system", "subtype": "init", "tools": [format!("mcp__{evil}__x"), evil],
        "mcp_servers": [{"name": evil, "status": evil}], "mcp_server_errors": [{"name": evil, "error": evil}]}),
    );
    comes(
        &mut model,
        4001,
        &json!({"type": "system", "subtype": "session_title_changed", "title": evil}),
    );
    comes(
        &mut model,
        4002,
        &json!({"type": "system", "subtype": "task_started", "task_id": evil,
        "description": evil, "task_type": evil}),
    );
    tool(&mut model, 4100, "t1", evil, &json!({}));
    hook(&mut model, 4200, evil, evil);
    for pane in Pane::ALL {
        model.focus = Focus::Pane(pane);
        press(&mut model, "<enter>");
        let text = shown(&mut model, 100, 30);
        press(&mut model, "<esc>");
        model.focus = Focus::Pane(pane);
        let under = shown(&mut model, 100, 30);
        for text in [text, under] {
            let obeyed = |c: char| c != '\n' && crate::sanitise::is_obeyed(c);
            assert!(!text.contains(obeyed), "{pane:?}: {text}");
        }
    }
}

#[test]
fn a_click_on_a_tab_goes_to_its_pane() {
    use crate::tui::layout::layout;
    let mut model = busy();
    for (width, height) in [(60, 20), (100, 30), (160, 48)] {
        shown(&mut model, width, height);
        for pane in [Pane::Hooks, Pane::Tasks, Pane::Decisions] {
            let areas = layout(model.size, &model);
            let (_, place) = areas.tab_of.iter().find(|(tab, _)| *tab == pane).unwrap();
            let (column, row) = (place.x + 1, place.y);
            mouse(&mut model, CLICK, column, row);
            assert_eq!(model.focus, Focus::Pane(pane));
            assert!(
                layout(model.size, &model).pane(pane).is_some(),
                "{pane:?} at {width}"
            );
        }
    }
}

#[test]
fn columns_are_resized_within_bounds_and_a_pane_can_fill_the_screen() {
    use crate::tui::layout::layout;
    let mut model = busy();
    shown(&mut model, 160, 48);
    model.focus = Focus::Pane(Pane::State);
    let wide = |model: &Model| layout(model.size, model).pane(Pane::State).unwrap().width;
    let before = wide(&model);
    press(&mut model, ">");
    assert!(wide(&model) > before);
    for _ in 0..30 {
        crate::tui::update::update(
            &mut model,
            crate::tui::msg::Msg::Key("<".parse::<crate::tui::keymap::Key>().unwrap().event()),
        );
    }
    assert!(wide(&model) >= 30, "never so narrow that nothing fits");
    press(&mut model, "z");
    assert_eq!(wide(&model), 160);
    press(&mut model, "z");
    assert!(wide(&model) < 160);
}

/// What is asked is docked below the panes: those at the top of the column stay where they are, and none is out of reach.
#[test]
fn a_request_moves_neither_state_nor_pending() {
    use super::requests::{bash, look, planning, working};
    use crate::tui::layout::layout;
    let area = |model: &Model, pane: Pane| layout(model.size, model).pane(pane);
    for (width, height) in [(160, 48), (130, 40), (130, 36)] {
        let mut model = working();
        shown(&mut model, width, height);
        let (state, pending) = (area(&model, Pane::State), area(&model, Pane::Pending));
        assert!(state.is_some() && pending.is_some());
        bash(&mut model, "r1");
        shown(&mut model, width, height);
        assert_eq!(area(&model, Pane::State), state, "{width}x{height}");
        assert_eq!(area(&model, Pane::Pending), pending, "{width}x{height}");
        let plan = serde_json::json!({"plan": "- a step of it\n".repeat(60)});
        let mut model = working();
        planning(&mut model, &plan);
        look(&mut model);
        shown(&mut model, width, height);
        assert!(area(&model, Pane::State).is_some(), "{width}x{height}");
        let tabs = layout(model.size, &model).tab_of;
        let shown_at_all = area(&model, Pane::Pending).is_some()
            || tabs.iter().any(|(pane, _)| *pane == Pane::Pending);
        assert!(shown_at_all, "{width}x{height}");
    }
}

#[test]
fn who_sees_no_real_agent_is_told_so_while_a_request_waits() {
    let mut model = busy();
    model.seat_mut().unwrap().simulated = true;
    let text = shown(&mut model, 100, 30);
    let header = text.lines().next().unwrap();
    for part in ["waiting_permission", "1 needs you", "simulated"] {
        assert!(header.contains(part), "{header}");
    }
}

//! The side panes, header, tabs and banner, each at three sizes, of a session in which a lot has happened; the colours of
//! the states by their meaning; names from outside that try to be more than text.

use super::stage::{KEY, drawn, feed, press, screen, shown};
use crate::session::{Input, Phase};
use crate::trace::{Direction, Entry, HeldThing, Moment, Note, Traffic};
use crate::tui::model::{Focus, Model, Pane};
use ratatui::buffer::Buffer;
use serde_json::{Value, json};
use std::time::Duration;

fn at(millis: u64) -> Moment {
    Moment::after(Duration::from_millis(millis))
}

fn line(model: &mut Model, millis: u64, direction: Direction, line: &Value) {
    let traffic = Traffic::from_entry(Entry {
        seq: millis,
        at: at(millis),
        direction,
        line: line.to_string().into(),
    });
    feed(model, Input::Traffic(traffic), at(millis));
}

pub(super) fn comes(model: &mut Model, millis: u64, value: &Value) {
    line(model, millis, Direction::In, value);
}

pub(super) fn goes(model: &mut Model, millis: u64, value: &Value) {
    line(model, millis, Direction::Out, value);
}

pub(super) fn noted(model: &mut Model, millis: u64, note: Note) {
    let traffic = Traffic::noted(millis, at(millis), note);
    feed(model, Input::Traffic(traffic), at(millis));
}

fn request(id: &str, body: Value) -> Value {
    json!({"type": "control_request", "request_id": id, "request": body})
}

fn response(id: &str, body: &Value) -> Value {
    json!({"type": "control_response", "response": {"subtype": "success", "request_id": id, "response": body}})
}

/// A session that has started.
pub(super) fn started() -> Model {
    let mut model = screen();
    noted(
        &mut model,
        0,
        Note::Spawned {
            pid: Some(1),
            interactive: true,
        },
    );
    let hooks = json!({"PreToolUse": [
        {"matcher": "Bash", "hookCallbackIds": ["guard"], "timeout": 5, "onFailure": "block"},
        {"matcher": null, "hookCallbackIds": ["cca_gate"]}]});
    goes(
        &mut model,
        5,
        &request("cca-1", json!({"subtype": "initialize", "hooks": hooks})),
    );
    let models = json!([
        {"value": "default", "displayName": "Default", "resolvedModel": "model-one", "description": "as it is set"},
        {"value": "swift", "displayName": "Swift", "description": "quick", "supportedEffortLevels": ["low", "high"]}]);
    let answer = json!({"commands": [], "models": models, "current_permission_mode": "default"});
    comes(&mut model, 2600, &response("cca-1", &answer));
    model
}

/// The start of a turn, and what `mcp_status` tells.
pub(super) fn running() -> Model {
    let mut model = started();
    goes(
        &mut model,
        3000,
        &json!({"type": "user", "uuid": "u1", "message": {"role": "user", "content": "Go."}}),
    );
    comes(
        &mut model,
        3100,
        &json!({"type": "system", "subtype": "init", "session_id": "s1", "model": "model-one",
        "permissionMode": "default", "tools": ["Bash", "Read", "mcp__my_db__query"],
        "mcp_servers": [{"name": "my db", "status": "connected"}, {"name": "mail", "status": "failed"}],
        "mcp_server_errors": [{"name": "bad", "error": "unknown_type"}]}),
    );
    goes(
        &mut model,
        3200,
        &request("cca-2", json!({"subtype": "mcp_status"})),
    );
    comes(
        &mut model,
        3210,
        &response(
            "cca-2",
            &json!({"mcpServers": [
        {"name": "my db", "status": "connected", "transport": "sdk", "source": "sdk", "scope": "dynamic", "tools": [{"name": "query"}]},
        {"name": "mail", "status": "failed", "error": "ENOENT: no such file", "transport": "stdio", "source": "dynamic", "scope": "dynamic"}]}),
        ),
    );
    model
}

fn tool(model: &mut Model, millis: u64, id: &str, name: &str, input: Value) {
    let block = json!({"type": "tool_use", "id": id, "name": name, "input": input});
    let message = json!({"id": id, "role": "assistant", "content": [block]});
    comes(
        model,
        millis,
        &json!({"type": "assistant", "message": message}),
    );
}

fn back(model: &mut Model, millis: u64, id: &str, is_error: bool, structured: &Value) {
    let block =
        json!({"type": "tool_result", "tool_use_id": id, "content": "ok", "is_error": is_error});
    comes(
        model,
        millis,
        &json!({"type": "user", "tool_use_result": structured,
        "message": {"role": "user", "content": [block]}}),
    );
}

fn hook(model: &mut Model, millis: u64, id: &str, callback: &str) {
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}});
    comes(
        model,
        millis,
        &request(
            id,
            json!({"subtype": "hook_callback", "callback_id": callback,
        "tool_use_id": "t9", "input": input}),
        ),
    );
}

/// A session in which a lot happens at once.
pub(super) fn busy() -> Model {
    let mut model = running();
    let todos = json!([{"content": "Read the code", "status": "completed"},
        {"content": "Fix it", "status": "in_progress", "activeForm": "Fixing it"},
        {"content": "Test it", "status": "pending"}]);
    tool(&mut model, 4000, "t1", "TodoWrite", json!({"todos": todos}));
    back(&mut model, 4010, "t1", false, &json!({"newTodos": todos}));
    tool(
        &mut model,
        4100,
        "t2",
        "mcp__my_db__query",
        json!({"sql": "select 1"}),
    );
    back(&mut model, 4350, "t2", true, &Value::Null);
    let task = |id: &str, kind: &str, about: &str, parent: Option<&str>| {
        json!({"type": "system", "subtype": "task_started", "task_id": id, "tool_use_id": format!("call_{id}"),
            "task_type": kind, "description": about, "parent_task_id": parent, "is_backgrounded": parent.is_none()})
    };
    comes(
        &mut model,
        4400,
        &task("a1", "local_agent", "Audit the dependencies", None),
    );
    comes(
        &mut model,
        4500,
        &task("b1", "local_bash", "cargo test --workspace", Some("a1")),
    );
    comes(
        &mut model,
        4600,
        &json!({"type": "system", "subtype": "task_progress", "task_id": "a1",
        "last_tool_name": "Grep", "usage": {"total_tokens": 12_400, "tool_uses": 7}}),
    );
    hook(&mut model, 5000, "h1", "guard");
    goes(
        &mut model,
        5040,
        &response(
            "h1",
            &json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "deny", "permissionDecisionReason": "no network here"}}),
        ),
    );
    hook(&mut model, 5100, "h2", "guard");
    comes(
        &mut model,
        10_100,
        &json!({"type": "control_cancel_request", "request_id": "h2"}),
    );
    hook(&mut model, 10_200, "h3", "guard");
    goes(
        &mut model,
        10_210,
        &json!({"type": "control_response", "response":
        {"subtype": "error", "request_id": "h3", "error": "it broke"}}),
    );
    hook(&mut model, 10_300, "h4", "guard");
    tool(
        &mut model,
        10_400,
        "t9",
        "Bash",
        json!({"command": "rm -rf build"}),
    );
    comes(
        &mut model,
        10_500,
        &request(
            "r1",
            json!({"subtype": "can_use_tool", "tool_name": "Bash",
        "input": {"command": "rm -rf build"}, "tool_use_id": "t9"}),
        ),
    );
    goes(
        &mut model,
        11_000,
        &request("cca-3", json!({"subtype": "get_context_usage"})),
    );
    model.seat_of(KEY).unwrap().now = at(13_500);
    model
}

/// Each pane fills the screen at three sizes.
fn pictures(name: &str, model: &mut Model, pane: Pane) {
    model.focus = Focus::Pane(pane);
    model.arrangement.zoomed = Some(pane);
    for (width, height) in [(60, 20), (100, 30), (160, 48)] {
        let text = shown(model, width, height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), text);
    }
}

#[test]
fn the_state_while_it_waits_for_a_person() {
    pictures("pane_state", &mut busy(), Pane::State);
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
            json!({"subtype": "mcp_message", "server_name": "calc", "message": init}),
        ),
    );
    model.seat_of(KEY).unwrap().now = at(15_000);
    pictures("pane_state_start", &mut model, Pane::State);
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
    pictures("pane_state_end", &mut model, Pane::State);
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
fn pending_requests_of_both_sides() {
    pictures("pane_pending", &mut busy(), Pane::Pending);
}

#[test]
fn hook_runs() {
    let mut model = busy();
    pictures("pane_hooks", &mut model, Pane::Hooks);
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("timed out: the call was not run"), "{text}");
    assert!(text.contains("failed, blocked the call: it"), "{text}");
}

#[test]
fn tools_and_servers() {
    let mut model = busy();
    pictures("pane_tools", &mut model, Pane::Tools);
    assert!(shown(&mut model, 100, 30).contains("query"));
    press(&mut model, "<enter>");
    assert!(!shown(&mut model, 100, 30).contains("    query"), "folded");
}

#[test]
fn tasks_and_the_plan() {
    let mut model = busy();
    pictures("pane_tasks", &mut model, Pane::Tasks);
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
        insta::assert_snapshot!(format!("paused_{width}x{height}"), text);
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
    tool(&mut model, 4100, "t1", evil, json!({}));
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
    use crate::tui::msg::Msg;
    use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
    let mut model = busy();
    for (width, height) in [(60, 20), (100, 30), (160, 48)] {
        shown(&mut model, width, height);
        for pane in [Pane::Hooks, Pane::Tasks, Pane::Decisions] {
            let areas = layout(model.size, &model);
            let (_, place) = areas.tab_of.iter().find(|(tab, _)| *tab == pane).unwrap();
            let event = MouseEvent {
                kind: MouseEventKind::Down(MouseButton::Left),
                column: place.x + 1,
                row: place.y,
                modifiers: crossterm::event::KeyModifiers::NONE,
            };
            crate::tui::update::update(&mut model, Msg::Mouse(event));
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

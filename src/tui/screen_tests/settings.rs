//! How a session is set: modes, model, thinking, name, compacting, what fills the context: keys to exact bytes.

use super::busy_session::running;
use super::control::{answer, asked, look_at, refuse};
use super::stage::{notice, press, received, sent, shown};
use crate::tui::model::{Model, Pane};
use crate::tui::msg::Msg;
use crate::tui::update::update;
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn shift_tab_goes_through_the_modes() {
    let mut model = running();
    for mode in ["acceptEdits", "plan", "default", "acceptEdits"] {
        // Not answered yet: the next key goes on from what was asked for.
        let effects = press(&mut model, "<shift+tab>");
        assert_eq!(
            asked(&effects),
            json!({"subtype": "set_permission_mode", "mode": mode})
        );
    }
}

#[test]
fn a_mode_that_asks_nothing_is_asked_about_twice() {
    let mut model = running();
    look_at(&mut model, Pane::State);
    assert!(press(&mut model, "Mbypass<enter>").is_empty());
    assert!(press(&mut model, "y").is_empty(), "asked once");
    let second = model.clock;
    // A key that is held down is no second yes, however long it is held.
    for held in [0, 300, 700, 1000] {
        update(&mut model, Msg::Tick(second + Duration::from_millis(held)));
        assert!(press(&mut model, "y").is_empty(), "after {held} ms");
    }
    update(&mut model, Msg::Tick(second + Duration::from_secs(2)));
    let effects = press(&mut model, "y");
    assert_eq!(
        asked(&effects),
        json!({"subtype": "set_permission_mode", "mode": "bypassPermissions"})
    );
    refuse(&mut model, "no", Some("bypass_not_launched"));
    assert!(notice(&model).contains("start it with --permission-mode bypassPermissions"));
    press(&mut model, "Mbypass<enter>yn");
    assert!(model.overlays.is_empty());
}

#[test]
fn a_mode_that_would_be_refused_is_dimmed_with_the_reason_and_not_asked_about() {
    let mut model = running();
    model.seat_mut().unwrap().no_bypass = true;
    look_at(&mut model, Pane::State);
    press(&mut model, "Mbypass");
    let text = shown(&mut model, 160, 40);
    assert!(
        text.contains("the CLI was not started with leave"),
        "{text}"
    );
    assert!(press(&mut model, "<enter>").is_empty());
    let asks = |model: &Model| {
        let top = model.overlays.last();
        matches!(top, Some(crate::tui::overlays::Overlay::Confirm(_)))
    };
    assert!(!asks(&model));
    press(&mut model, "<esc>:mode bypassPermissions<enter>");
    assert!(!asks(&model));
    assert!(notice(&model).contains("start it with --permission-mode bypassPermissions"));
}

/// The CLI's own settings may start it in that mode, and it leaves the mode by itself to make a plan.
#[test]
fn a_mode_that_the_cli_was_in_is_to_be_had_again() {
    let mut model = running();
    model.seat_mut().unwrap().no_bypass = true;
    for mode in ["bypassPermissions", "plan"] {
        let status =
            json!({"type": "system", "subtype": "status", "status": null, "permissionMode": mode});
        received(&mut model, &status.to_string());
    }
    look_at(&mut model, Pane::State);
    press(&mut model, "Mbypass");
    let text = shown(&mut model, 160, 40);
    assert!(!text.contains("was not started with leave"), "{text}");
    press(&mut model, "<enter>");
    assert!(shown(&mut model, 160, 40).contains("Ask nothing any more?"));
}

#[test]
fn choices_become_these_requests() {
    let mut model = running();
    look_at(&mut model, Pane::State);
    let swift = press(&mut model, "mswift<enter>");
    assert_eq!(
        asked(&swift),
        json!({"subtype": "set_model", "model": "swift"})
    );
    for (typed, tokens) in [
        ("off", json!(0)),
        ("10k", json!(10_000)),
        ("default", Value::Null),
    ] {
        let effects = press(&mut model, &format!("t{typed}<enter>"));
        let wanted = json!({"subtype": "set_max_thinking_tokens", "max_thinking_tokens": tokens});
        assert_eq!(asked(&effects), wanted);
    }
    let name = press(&mut model, "rTomatoes<enter>");
    assert_eq!(
        asked(&name),
        json!({"subtype": "rename_session", "title": "Tomatoes"})
    );
    assert!(
        press(&mut model, "r<enter>").is_empty(),
        "no name without a letter"
    );
}

#[test]
fn compacting_is_a_prompt() {
    let mut model = running();
    look_at(&mut model, Pane::State);
    let lines = sent(&press(&mut model, "Ckeep the plan<enter>"));
    assert!(
        lines[0].contains(r#""/compact keep the plan""#),
        "{lines:?}"
    );
    let lines = sent(&press(&mut model, "C<enter>"));
    assert!(lines[0].contains(r#""/compact""#), "{lines:?}");
}

#[test]
fn what_fills_the_context_is_asked_for_and_read() {
    let mut model = running();
    look_at(&mut model, Pane::State);
    assert_eq!(
        asked(&press(&mut model, "u")),
        json!({"subtype": "get_context_usage"})
    );
    assert!(shown(&mut model, 100, 30).contains("The CLI is being asked"));
    let told = json!({"categories": [{"name": "Messages", "tokens": 50_000}], "totalTokens": 50_000,
        "maxTokens": 200_000, "model": "model-one"});
    answer(&mut model, &told);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("Messages") && text.contains("50.0k  25.0%"),
        "{text}"
    );
    assert_eq!(
        asked(&press(&mut model, "r")),
        json!({"subtype": "get_context_usage"}),
        "again"
    );
    press(&mut model, "<esc>");
    answer(&mut model, &told);
    assert!(
        model.overlays.is_empty(),
        "an answer nobody waits for opens nothing"
    );
}

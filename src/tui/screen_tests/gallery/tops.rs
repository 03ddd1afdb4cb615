//! Scenes: what lies on top of the screen, but for what belongs to lines on the wire.

use super::super::busy_session::{busy, noted, running};
use super::super::control::look_at;
use super::super::conversation::say;
use super::super::outside::outside;
use super::super::requests::{bash, look, working};
use super::super::stage::{KEY, press, recorded, screen, shown};
use super::panes::{decided, zoomed};
use super::{Scene, after};
use crate::config::Document;
use crate::session::Reply;
use crate::trace::{HeldThing, Note};
use crate::tui::model::{Model, Pane};
use crate::tui::msg::{Done, Msg, Recalled, Recordings};
use crate::tui::overlays::picker::Row;
use crate::tui::panes::composer::Past;
use crate::tui::theme::{Depth, Glyphs, Shelf};
use crate::tui::update::update;
use serde_json::{Value, json};

pub(super) const SCENES: &[Scene] = &[
    ("help", || after(zoomed_out(), "?")),
    ("help_of_the_wire", || {
        after(zoomed(busy(), Pane::Traffic), "?")
    }),
    ("palette", || after(zoomed_out(), ":mode")),
    ("palette_all", || after(zoomed_out(), ":")),
    ("models", || opened("m")),
    ("modes", || opened("M")),
    ("thinking", || opened("t")),
    ("themes", || opened(":theme<enter>")),
    ("themes_of_yours", themes_of_yours),
    ("nothing_fits", || opened("mzzz")),
    ("code", code),
    ("recordings", recordings),
    ("nothing_recorded", nothing_recorded),
    ("history", history),
    ("offers", || ruling("A")),
    ("rule", || ruling("A<enter>")),
    ("rule_place", || ruling("A<enter><enter>")),
    ("ending", || opened("Q")),
    ("bypass", || opened("Mbypass<enter>")),
    ("bypass_for_sure", || opened("Mbypass<enter>y")),
    ("quitting", || opened("q")),
    ("rename", || opened("rTomatoes")),
    ("compact", || opened("Ckeep the plan")),
    ("search", || opened("1/needle")),
    ("search_found", || {
        after(recorded("tool_turn.ndjson"), "<esc>/the<enter>")
    }),
    ("state_report", || opened("2<enter>")),
    ("state_report_busy", || {
        after(zoomed(busy(), Pane::State), "<enter>")
    }),
    ("hook_report", || {
        after(zoomed(busy(), Pane::Hooks), "gj<enter>")
    }),
    ("pending_report", || {
        after(zoomed(busy(), Pane::Pending), "<enter>")
    }),
    ("tool_report", || {
        after(zoomed(busy(), Pane::Tools), "j<enter>")
    }),
    ("decision_report", || {
        after(zoomed(decided(), Pane::Decisions), "g<enter>")
    }),
    ("task_output", task_output),
    ("context_use", context_use),
    ("context_use_asked", || opened("u")),
    ("held", held),
];

fn zoomed_out() -> Model {
    let mut model = recorded("tool_turn.ndjson");
    look_at(&mut model, Pane::Conversation);
    model
}

/// A screen that stands at its state, after these keys.
fn opened(keys: &str) -> Model {
    let mut model = running();
    look_at(&mut model, Pane::State);
    after(model, keys)
}

fn ruling(keys: &str) -> Model {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    after(model, keys)
}

/// The CLI answers what was asked for last.
fn answer(model: &mut Model, payload: &Value) {
    let Some(ticket) = model
        .seat()
        .and_then(|seat| seat.purposes.keys().max().copied())
    else {
        return;
    };
    let body = json!({"subtype": "success", "request_id": "x", "response": payload});
    let Ok(body) = serde_json::from_value(body) else {
        return;
    };
    let reply = Box::new(Reply::Answered(Box::new(body)));
    update(model, Msg::Done(Done::Reply(KEY, ticket, reply)));
}

fn code() -> Model {
    let mut model = zoomed(screen(), Pane::Conversation);
    say(
        &mut model,
        "Two ways.\n\n```rust\nfn one() -> u8 {\n    1\n}\n```\n\nor\n\n```sh\nmake one && make two --with-a-rather-long-option=and-its-value --and-another-one\n```\n",
    );
    shown(&mut model, 100, 30);
    after(model, "c")
}

fn themes_of_yours() -> Model {
    let mut model = running();
    look_at(&mut model, Pane::State);
    let file = |name: &str, text: &str| {
        let name = outside(name);
        (name.clone(), Document::new(format!("{name}.toml"), text))
    };
    let own = vec![
        file(
            "meadow",
            "description = \"Green on green\"\n[roles]\ntext = \"green\"\n",
        ),
        file("broken", "[roles]\ntext = \"colourless\"\n"),
    ];
    model.themes = Shelf::new(own, Depth::True, Glyphs::UNICODE);
    after(model, ":theme<enter>")
}

fn recordings() -> Model {
    let mut model = screen();
    let row = |value: &str, label: &str, detail: &str, aside: &str, why_not: Option<&str>| Row {
        value: outside(value),
        label: outside(label),
        detail: outside(detail),
        aside: aside.to_owned(),
        why_not: why_not.map(outside),
    };
    let rows = vec![
        row(
            "live:/r/1.ndjson",
            "Fix the retries",
            "3 turns, $0.12, running  /home/me/retry",
            "live",
            None,
        ),
        row(
            "/r/2.ndjson",
            "Tomatoes",
            "12 turns, $1.02, completed  /home/me/garden",
            "2026-03-01 18:20",
            None,
        ),
        row(
            "/r/3.ndjson",
            "20260228-101500.ndjson",
            "",
            "",
            Some("line 1 is no header of a recording"),
        ),
    ];
    let listed = Recordings {
        title: outside("3 recordings, 1 live, in /r"),
        rows,
        ..Recordings::default()
    };
    update(&mut model, Msg::Done(Done::Recordings(Ok(listed))));
    model
}

fn nothing_recorded() -> Model {
    let mut model = screen();
    model.seats.clear();
    let folder = outside("/home/me/.local/state/cca-tui/recordings");
    let listed = Recordings {
        title: crate::library::title(&[], &folder),
        nothing_yet: crate::library::nothing_yet(&folder),
        ..Recordings::default()
    };
    update(&mut model, Msg::Done(Done::Recordings(Ok(listed))));
    model
}

fn history() -> Model {
    let mut model = screen();
    press(&mut model, "new prompt<enter>draft");
    let past = |text: &str| Past {
        text: outside(text),
        folder: outside("/project/elsewhere").into(),
    };
    let recalled = Recalled {
        key: Some(KEY),
        draft: Vec::new(),
        history: vec![past("old\nprompt"), past("evil \u{1b}[2J")],
    };
    update(&mut model, Msg::Done(Done::Recalled(Box::new(recalled))));
    after(model, "<alt+r>")
}

fn task_output() -> Model {
    let mut model = after(zoomed(busy(), Pane::Tasks), "jjjjjjo");
    let output: String = (1..=40).fold(String::new(), |text, number| {
        text + &outside(&format!("test widgets::flow::case_{number} ... ok")) + "\n"
    });
    let told = json!({"output": output, "total_bytes": 90_000, "truncated": true});
    answer(&mut model, &told);
    model
}

fn context_use() -> Model {
    let mut model = opened("u");
    let told = json!({"categories": [{"name": outside("Messages"), "tokens": 50_000}], "totalTokens": 50_000,
        "maxTokens": 200_000, "model": outside("model-one")});
    answer(&mut model, &told);
    model
}

fn held() -> Model {
    let mut model = running();
    noted(&mut model, 40_000, Note::Paused);
    for (uuid, text) in [
        ("u8", "One thing\nin two lines"),
        ("u9", "And \u{1b}[2J another"),
    ] {
        let (uuid, text) = (uuid.to_owned(), text.to_owned());
        noted(
            &mut model,
            41_000,
            Note::Held(HeldThing::Prompt { uuid, text }),
        );
    }
    look_at(&mut model, Pane::Pending);
    after(model, "h")
}

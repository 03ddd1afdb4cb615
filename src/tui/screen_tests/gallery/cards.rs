//! Scenes: requests that wait for a person.

use super::super::outside::outside;
use super::super::requests::{
    asking, bash, by_hand, eliciting, form, look, planning, request, tool, withdraw, working,
};
use super::super::stage::{KEY, later, press, received, screen};
use super::{Scene, after};
use crate::tui::model::{Focus, Model};
use crate::tui::msg::{Done, Msg};
use crate::tui::panes::request::OnDisk;
use crate::tui::update::update;
use serde_json::{Value, json};

pub(super) const SCENES: &[Scene] = &[
    ("request", || {
        let mut model = screen();
        super::super::stage::ask(&mut model, "r1", "rm -rf build");
        later(&mut model, 2000);
        model.focus = Focus::Request;
        model
    }),
    ("command_typing", command),
    ("command", || looked(command())),
    ("command_json", || after(looked(other()), "e")),
    ("edit", edit),
    ("editing", || after(looked(built()), "e -- --fast")),
    ("edited", || {
        looked(after(looked(built()), "e -- --fast<enter>"))
    }),
    ("denying", || after(looked(built()), "dnot now")),
    ("withdrawn", withdrawn),
    ("question", question),
    ("question_own_words", || after(question(), "jj<enter>teal")),
    ("question_several", || after(question(), "<enter><space>")),
    ("question_send", || {
        after(question(), "<enter><space><enter>")
    }),
    ("plan", || with(|model| planning(model, &plan()))),
    ("plan_again", || {
        after(with(|model| planning(model, &plan())), "dfirst the tests")
    }),
    ("form", || {
        let keys = "Ada<tab>x<tab><tab><space><tab><tab><enter>";
        after(with(|model| eliciting(model, form())), keys)
    }),
    ("form_somewhere", || {
        with(|model| eliciting(model, somewhere()))
    }),
    ("by_hand", || {
        after(with(|model| by_hand(model, None)), "4711")
    }),
    ("by_hand_form", || {
        with(|model| by_hand(model, Some(answer())))
    }),
    ("dialog", || {
        let body = json!({"dialog_kind": "trust_folder", "payload": {"folder": "/proj/p", "why": "It has settings of its own."}});
        let mut model = working();
        request(&mut model, "d1", "request_user_dialog", body);
        looked(model)
    }),
];

fn with(ask: impl FnOnce(&mut Model)) -> Model {
    let mut model = working();
    ask(&mut model);
    model
}

fn looked(mut model: Model) -> Model {
    look(&mut model);
    model
}

fn built() -> Model {
    with(|model| bash(model, "r1"))
}

fn question() -> Model {
    with(asking)
}

fn command() -> Model {
    let mut model = working();
    let line = json!({"type": "system", "subtype": "task_started", "task_id": "a1", "task_type": "local_agent", "description": "Audit the dependencies"});
    received(&mut model, &line.to_string());
    let body = json!({
        "tool_name": "Bash", "display_name": "Bash", "tool_use_id": "t", "agent_id": "a1",
        "input": {"command": "cd build\nrm -rf out ~/.cache/build && git push --force origin main", "description": "Clean up", "timeout": 60000},
        "decision_reason": "touches a path outside the working directory", "blocked_path": "~/.cache/build",
        "permission_suggestions": [{"type": "addDirectories", "directories": ["~/.cache"], "destination": "session"}],
    });
    request(&mut model, "r1", "can_use_tool", body);
    bash(&mut model, "r2");
    model
}

/// A tool that nobody knows: its input is JSON.
fn other() -> Model {
    let mut model = working();
    let input = json!({"to": "ada@example.org", "lines": ["one", "two"], "when": {"hour": 7, "daily": true}});
    tool(&mut model, "r1", "mcp__mail__send", &input);
    model
}

fn edit() -> Model {
    let mut model = working();
    let input = json!({"file_path": "/proj/p/src/retry.rs", "old_string": "    wait(100);", "new_string": "    wait(LONGEST.min(100));\n    log();"});
    tool(&mut model, "r1", "Edit", &input);
    let on_disk = "use std::time;\n\nfn retry() {\n    wait(100);\n    again();\n}\n";
    let read = Done::FileRead {
        key: KEY,
        id: "r1".to_owned(),
        file: OnDisk::Text(outside(on_disk)),
    };
    update(&mut model, Msg::Done(read));
    looked(model)
}

fn withdrawn() -> Model {
    let mut model = looked(built());
    press(&mut model, "dbecause");
    withdraw(&mut model, "r1");
    model
}

fn plan() -> Value {
    json!({"plan": "# Cap the delay\n\n1. Add a **constant** `LONGEST`\n2. Use it in `delay`\n   - also in tests\n\n```rust\nconst LONGEST: u64 = 30;\n```\n", "planFilePath": "/p/plan.md"})
}

fn somewhere() -> Value {
    json!({"mcp_server_name": "crm", "message": "Sign in to go on.", "mode": "url", "url": "https://crm.example.org/sign-in?state=4711", "elicitation_id": "x"})
}

fn answer() -> Value {
    json!({"type": "object", "required": ["code"], "properties": {
        "code": {"type": "string", "title": outside("Code"), "description": outside("six figures")},
        "kind": {"type": "string", "enum": [outside("letter"), "mail"]}}})
}

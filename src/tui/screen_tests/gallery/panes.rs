//! Scenes: the panes, and the screen as a whole.

use super::super::busy_session::{at, busy, comes, noted, request, started};
use super::super::conversation::{call, prompt, result, say, talk};
use super::super::outside::outside;
use super::super::requests::{bash, echo, look, working};
use super::super::stage::{KEY, feed, play, press, recorded, screen, shown};
use super::{Scene, after};
use crate::session::{Input, Live, LiveOptions};
use crate::trace::{HeldThing, Note, Traffic};
use crate::tui::keymap::Keymap;
use crate::tui::model::{Focus, Model, Pane, Seat, SeatKey};
use crate::tui::msg::{Done, Msg};
use crate::tui::theme::{Depth, Theme};
use crate::tui::update::update;
use serde_json::json;

pub(super) const SCENES: &[Scene] = &[
    ("nothing_yet", screen),
    ("no_session", || {
        let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
        Model::new(Keymap::shipped().unwrap(), theme)
    }),
    ("turn", || recorded("tool_turn.ndjson")),
    ("long", long),
    ("cards_open", || opened("real/files.ndjson")),
    ("agent_open", || opened("real/agent_in_front.ndjson")),
    ("todos_open", || opened("real/task_list.ndjson")),
    ("thought_open", || {
        opened("real/thinking_and_sdk_tool.ndjson")
    }),
    ("compacted", || {
        played("real/compacted.ndjson", Pane::Conversation)
    }),
    ("retried", || {
        played("real/retried.ndjson", Pane::Conversation)
    }),
    ("api_error", || {
        played("real/api_error.ndjson", Pane::Conversation)
    }),
    ("pane_conversation", || {
        played("real/plan.ndjson", Pane::Conversation)
    }),
    ("pane_state", || zoomed(busy(), Pane::State)),
    ("pane_state_start", || zoomed(starting(), Pane::State)),
    ("pane_state_end", || zoomed(ended(), Pane::State)),
    ("pane_pending", || zoomed(busy(), Pane::Pending)),
    ("pane_hooks", || zoomed(busy(), Pane::Hooks)),
    ("pane_hooks_watched", || {
        played("real/hooks_watch.ndjson", Pane::Hooks)
    }),
    ("pane_tools", || zoomed(busy(), Pane::Tools)),
    ("pane_tasks", || zoomed(busy(), Pane::Tasks)),
    ("pane_tasks_agents", || {
        played("real/agent_in_background.ndjson", Pane::Tasks)
    }),
    ("pane_decisions", || zoomed(decided(), Pane::Decisions)),
    ("beside_hooks", || after(busy(), "<alt+4>")),
    ("beside_decisions", || after(decided(), "<alt+7>")),
    ("paused", paused),
    ("ended", ended),
    ("never_ready", never_ready),
    ("being_ended", || {
        let mut model = busy();
        model.focus = Focus::Pane(Pane::State);
        after(model, "Qy")
    }),
    ("two_sessions", two_sessions),
    ("copied", || {
        let mut model = busy();
        let said = outside("no clipboard here: the code is in /home/me/state/clipboard.txt");
        update(&mut model, Msg::Done(Done::Copied(Ok(said))));
        model
    }),
    ("not_started", || {
        let mut model = busy();
        let why = outside("the CLI could not be started: /opt/claude: permission denied");
        update(&mut model, Msg::Done(Done::NotStarted(why)));
        model
    }),
    ("bad_news", || {
        let mut model = busy();
        model.warn(outside("the CLI refused: no such model \"swift-2\""));
        model
    }),
];

pub(super) fn zoomed(mut model: Model, pane: Pane) -> Model {
    model.focus = Focus::Pane(pane);
    model.arrangement.zoomed = Some(pane);
    model
}

fn played(name: &str, pane: Pane) -> Model {
    let mut model = screen();
    play(&mut model, name);
    zoomed(model, pane)
}

/// A recorded conversation with everything in it unfolded.
fn opened(name: &str) -> Model {
    let mut model = played(name, Pane::Conversation);
    shown(&mut model, 100, 30);
    after(model, "o")
}

fn long() -> Model {
    let mut model = talk(0);
    for number in 0..40 {
        prompt(&mut model, &format!("question {number}"));
        let words = "some words ".repeat(number % 7 * 3);
        say(&mut model, &format!("answer {number}: {words}"));
        let id = format!("t{number}");
        let input = json!({"command": format!("make part{number}")});
        call(&mut model, None, &id, "Bash", &input);
        result(&mut model, &id, "one\ntwo", number % 5 == 4);
    }
    press(&mut model, "kkk");
    shown(&mut model, 100, 30);
    press(&mut model, "<ctrl+u>");
    say(&mut model, "something new");
    model
}

fn starting() -> Model {
    let mut model = started();
    let init = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}});
    let body = json!({"subtype": "mcp_message", "server_name": "calc", "message": init});
    comes(&mut model, 2700, &request("m1", &body));
    model.seat_of(KEY).unwrap().now = at(15_000);
    model
}

fn ended() -> Model {
    let mut model = busy();
    let words = Traffic::stderr(1, at(14_000), "Error: out of heap".into());
    feed(&mut model, Input::Traffic(words), at(14_000));
    let (code, signal) = (None, Some(11));
    noted(&mut model, 14_100, Note::Exited { code, signal });
    model
}

fn never_ready() -> Model {
    let mut model = screen();
    let (pid, interactive) = (Some(1), true);
    noted(&mut model, 0, Note::Spawned { pid, interactive });
    let words = "error: unknown option '--modle' (did you mean --model?)";
    let words = Traffic::stderr(1, at(100), words.into());
    feed(&mut model, Input::Traffic(words), at(100));
    let (code, signal) = (Some(1), None);
    noted(&mut model, 120, Note::Exited { code, signal });
    model
}

pub(super) fn decided() -> Model {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    let effects = press(&mut model, "dnot now, the build is broken anyway<enter>");
    echo(&mut model, &effects);
    bash(&mut model, "r2");
    look(&mut model);
    let effects = press(&mut model, "s");
    echo(&mut model, &effects);
    model
}

pub(super) fn paused() -> Model {
    let mut model = busy();
    noted(&mut model, 13_600, Note::Paused);
    let held = HeldThing::Prompt {
        uuid: "u2".to_owned(),
        text: "And then?".to_owned(),
    };
    noted(&mut model, 13_700, Note::Held(held));
    model
}

fn two_sessions() -> Model {
    let mut model = busy();
    let live = Live::new(LiveOptions::default());
    let name = outside("a second one");
    model.seats.push(Seat::new(SeatKey(2), name, live));
    model
}

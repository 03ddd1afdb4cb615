//! PURE. How the session is set: permission mode, model, thinking, name; compacting; what fills the context.
//! Owns: the choices that are offered, and the requests they become. Does not own: what came of them (`replies`).

use super::sessions::outputs;
use crate::session::Command;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::model::{Model, Purpose, Seat};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::confirm::{Confirm, Then};
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::overlays::picker::{Choice, Picker, Row};
use crate::tui::overlays::reader::{Reader, Source};
use crate::tui::panes::request::ARMING;
use crate::wire::Prompt;
use crate::wire::requests::{GetContextUsage, RenameSession, SetMaxThinkingTokens, SetModel};
use serde_json::{Value, json};

/// The mode that asks nothing.
const BYPASS: &str = "bypassPermissions";
/// Why that mode is not to be had.
pub(super) const NOT_LAUNCHED: &str = "the CLI was not started with leave to bypass permissions: start it with --permission-mode bypassPermissions";
/// The modes that are gone through by a key: none of them lets more happen than a person can foresee.
const CYCLE: [&str; 3] = ["default", "acceptEdits", "plan"];
/// All modes, and what each means.
const MODES: [(&str, &str); 6] = [
    (
        "default",
        "asks before edits, commands that change something, and the network",
    ),
    (
        "acceptEdits",
        "edits in the working directory are not asked about; the rest is",
    ),
    (
        "plan",
        "looks and plans; changes nothing until you approve the plan",
    ),
    ("dontAsk", "whatever would be asked is denied"),
    ("auto", "the CLI's own judgement decides what is asked"),
    (BYPASS, "nothing is asked any more: every command runs"),
];
/// Thinking budgets: how each is called, its tokens, and what it means.
const THINKING: [(&str, Option<u32>, &str); 5] = [
    ("default", None, "as the CLI and the model decide"),
    ("off", Some(0), "answers at once"),
    ("4k", Some(4_000), "a little"),
    ("10k", Some(10_000), "for what is tricky"),
    ("32k", Some(32_000), "for what is hard"),
];

/// Performs it, if it is about that.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let overlay = match action {
        Action::CycleMode => return Some(cycle_mode(model)),
        Action::ContextUse => return context_use(model),
        Action::ChooseMode => Overlay::Picker(modes(model)),
        Action::ChooseModel => Overlay::Picker(models(model)?),
        Action::Thinking => Overlay::Picker(thinking()),
        Action::Rename => {
            let title = model.seat()?.live.state().facts.title.clone();
            let title = title.unwrap_or_default();
            let about = "A name by which you find the session again.";
            let entry = Entry::new("Rename the session", about, EntryFor::Rename, &title);
            Overlay::Entry(Box::new(entry))
        }
        Action::Compact => {
            let about = "What the summary should keep; may be left empty.";
            let entry = Entry::new("Compact the conversation", about, EntryFor::Compact, "");
            Overlay::Entry(Box::new(entry))
        }
        _ => return None,
    };
    model.overlays.push(overlay);
    Some(Vec::new())
}

/// The mode that is set, or that was asked for last and is not answered yet.
fn mode_now(model: &Model) -> String {
    let seat = model.seat();
    let asked = seat.and_then(|seat| {
        let asked = seat
            .purposes
            .iter()
            .filter_map(|(ticket, purpose)| match purpose {
                Purpose::Mode(mode) => Some((*ticket, mode.clone())),
                _ => None,
            });
        asked
            .max_by_key(|(ticket, _)| *ticket)
            .map(|(_, mode)| mode)
    });
    let told = seat.and_then(|seat| seat.live.state().facts.permission_mode.clone());
    asked.or(told).unwrap_or_else(|| "default".to_owned())
}

fn cycle_mode(model: &mut Model) -> Vec<Effect> {
    let now = mode_now(model);
    // From a mode that is not among them the way leads to the first.
    let at = CYCLE.iter().position(|mode| *mode == now);
    let next = at.map_or(0, |at| (at + 1) % CYCLE.len());
    let next = CYCLE.get(next).copied().unwrap_or("default");
    set_mode_now(model, next)
}

fn modes(model: &Model) -> Picker {
    let now = mode_now(model);
    let row = |(mode, about): &(&str, &str)| Row {
        value: (*mode).to_owned(),
        label: (*mode).to_owned(),
        detail: (*about).to_owned(),
        aside: if *mode == now {
            "now".to_owned()
        } else {
            String::new()
        },
        why_not: (*mode == BYPASS && refuses_bypass(model)).then(|| NOT_LAUNCHED.to_owned()),
    };
    let rows = MODES.iter().map(row).collect();
    Picker::new("Permission mode", Choice::Mode, rows, &now)
}

/// Where the CLI is once in the mode that asks nothing, it may be had again, whatever we started it with: its own settings
/// give that leave too. The CLI leaves the mode by itself, to make a plan for one, so it is noticed while it is there.
pub(super) fn notice_bypass(seat: &mut Seat) {
    if seat.live.state().facts.permission_mode.as_deref() == Some(BYPASS) {
        seat.no_bypass = false;
    }
}

/// Whether the CLI would refuse the mode that asks nothing.
fn refuses_bypass(model: &Model) -> bool {
    model.seat().is_some_and(|seat| seat.no_bypass)
}

/// Sets a permission mode; one that asks nothing is asked about first, twice.
pub(super) fn set_mode(model: &mut Model, mode: &str) -> Vec<Effect> {
    if mode != BYPASS {
        return set_mode_now(model, mode);
    }
    if refuses_bypass(model) {
        model.warn(NOT_LAUNCHED);
        return Vec::new();
    }
    model.overlays.push(Overlay::Confirm(Confirm {
        question: "Ask nothing any more?".to_owned(),
        about: vec![
            "In this mode the agent runs every command and changes every file without asking you."
                .to_owned(),
        ],
        then: Then::ModeForSure(mode.to_owned()),
        not_before: model.clock,
    }));
    Vec::new()
}

/// The second time.
pub(super) fn ask_once_more(model: &mut Model, mode: String) -> Vec<Effect> {
    model.overlays.push(Overlay::Confirm(Confirm {
        question: "Really: no request will reach you".to_owned(),
        about: vec![
            "What it deletes, sends or installs is done before you see it. Only do this where nothing can be lost."
                .to_owned(),
        ],
        then: Then::Mode(mode),
        // A key that is held down answers once, not twice.
        not_before: model.clock + ARMING,
    }));
    Vec::new()
}

/// Sets it.
pub(super) fn set_mode_now(model: &mut Model, mode: &str) -> Vec<Effect> {
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    let purpose = Purpose::Mode(mode.to_owned());
    let out = seat.request("set_permission_mode", json!({"mode": mode}), purpose);
    outputs(seat.key, out)
}

/// The models the CLI named when it started.
fn models(model: &Model) -> Option<Picker> {
    let facts = &model.seat()?.live.state().facts;
    let now = facts.model.clone().unwrap_or_default();
    let text = |value: &Value, key: &str| {
        value
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let mut current = String::new();
    let mut rows = Vec::new();
    let named = facts.models.iter().any(|entry| text(entry, "value") == now);
    for entry in &facts.models {
        let value = text(entry, "value");
        if value.is_empty() {
            continue;
        }
        let name = text(entry, "displayName");
        let efforts = entry.get("supportedEffortLevels").and_then(Value::as_array);
        let efforts = efforts.into_iter().flatten().filter_map(Value::as_str);
        let efforts: Vec<&str> = efforts.collect();
        let resolved = text(entry, "resolvedModel");
        // Two names may stand for one model: the one that was chosen is marked, else the first.
        let set = value == now || (!named && resolved == now && current.is_empty());
        if set {
            current.clone_from(&value);
        }
        rows.push(Row {
            label: if name.is_empty() { value.clone() } else { name },
            detail: text(entry, "description"),
            aside: match (set, efforts.as_slice()) {
                (true, _) => "now".to_owned(),
                (false, [lowest, .., highest]) => format!("effort {lowest} to {highest}"),
                (false, _) => String::new(),
            },
            value,
            why_not: None,
        });
    }
    Some(Picker::new("Model", Choice::Model, rows, &current))
}

/// Sets the model, from the next request to the API on.
pub(super) fn set_model(model: &mut Model, value: &str) -> Vec<Effect> {
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    let purpose = Purpose::Tell(format!("model: {value}, from the next request on"));
    let out = seat.ask(&SetModel::to(value), purpose);
    outputs(seat.key, out)
}

fn thinking() -> Picker {
    let row = |(name, tokens, about): &(&str, Option<u32>, &str)| Row {
        value: (*name).to_owned(),
        label: (*name).to_owned(),
        detail: (*about).to_owned(),
        aside: match tokens {
            Some(tokens) if *tokens > 0 => format!("{tokens} tokens"),
            _ => String::new(),
        },
        why_not: None,
    };
    let rows = THINKING.iter().map(row).collect();
    Picker::new("Thinking", Choice::Thinking, rows, "default")
}

/// Sets how much it may think.
pub(super) fn set_thinking(model: &mut Model, name: &str) -> Vec<Effect> {
    let known = THINKING.iter().find(|(known, ..)| *known == name);
    let (Some((name, tokens, _)), Some(seat)) = (known, model.seat_mut()) else {
        return Vec::new();
    };
    let request = SetMaxThinkingTokens {
        max_thinking_tokens: *tokens,
        thinking_display: None,
    };
    let out = seat.ask(&request, Purpose::Tell(format!("thinking: {name}")));
    outputs(seat.key, out)
}

/// Gives the session a name.
pub(super) fn rename(model: &mut Model, title: &str) -> Vec<Effect> {
    let title = title.trim().replace('\n', " ");
    if title.is_empty() {
        model.warn("a name without a letter is no name");
        return Vec::new();
    }
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    let purpose = Purpose::Tell("the session has its new name".to_owned());
    let out = seat.ask(&RenameSession { title }, purpose);
    outputs(seat.key, out)
}

/// Has the conversation made shorter: a command of the CLI, said like a prompt.
pub(super) fn compact(model: &mut Model, keep: &str) -> Vec<Effect> {
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    let text = format!("/compact {}", keep.trim());
    let prompt = Prompt::text(text.trim_end(), uuid::Uuid::new_v4().to_string());
    let ticket = seat.ticket();
    let out = seat.command(Command::Prompt { ticket, prompt });
    outputs(seat.key, out)
}

fn context_use(model: &mut Model) -> Option<Vec<Effect>> {
    let seat = model.seat_mut()?;
    let out = seat.ask(&GetContextUsage::default(), Purpose::ContextUse);
    let effects = outputs(seat.key, out);
    let reader = Reader::awaited("What fills the context", Source::ContextUse);
    model.overlays.push(Overlay::Reader(reader));
    Some(effects)
}

//! PURE. Things in the side panes: opening and copying them, servers on and off, tasks stopped and read.
//! Owns: which row an action is about. Does not own: the rows (`panes`), what came of it (`replies`).

use super::sessions::outputs;
use super::why_not;
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Job};
use crate::tui::model::{Focus, Model, Pane, Purpose, Seat};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::reader::{Reader, Source};
use crate::tui::panes::{hooks, pending, state, tasks, tools};
use crate::tui::theme::Theme;
use crate::wire::requests::{
    BackgroundTasks, GetTaskOutput, McpReconnect, McpStatus, McpToggle, StopTask,
};
use std::time::Duration;

/// Servers are not asked about more often than this when somebody comes to look.
const FRESH: Duration = Duration::from_secs(3);
/// How often the output of a running task is read again while somebody reads it.
const TAIL: Duration = Duration::from_secs(2);

/// Performs it, if it is about something in a side pane.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::Open if model.overlays.is_empty() => open(model),
        Action::Copy if model.overlays.is_empty() => copy(model),
        Action::Toggle => toggle(model),
        Action::Reconnect => reconnect(model),
        Action::StopTask => {
            let task_id = tasks::tree::selected(model.seat()?)?.id.clone();
            let purpose = Purpose::Tell("the task is being stopped".to_owned());
            let out = model.seat_mut()?.ask(&StopTask { task_id }, purpose);
            Some(outputs(model.seat()?.key, out))
        }
        Action::Background => {
            let tool_use_id = tasks::tree::selected(model.seat()?)?.tool_use_id.clone();
            let purpose = Purpose::Tell("it goes on in the background".to_owned());
            let request = BackgroundTasks { tool_use_id };
            let out = model.seat_mut()?.ask(&request, purpose);
            Some(outputs(model.seat()?.key, out))
        }
        Action::TaskOutput => read_output(model),
        Action::Refresh => refresh(model),
        _ => None,
    }
}

/// The text behind the selected row.
fn detail(seat: &Seat, pane: Pane, theme: &Theme) -> Option<(String, String)> {
    match pane {
        Pane::State => Some(state::detail(seat)),
        Pane::Pending => pending::detail(seat),
        Pane::Hooks => hooks::detail(seat, theme),
        Pane::Tools => tools::detail(seat),
        Pane::Tasks => tasks::detail(seat),
        Pane::Conversation | Pane::Decisions | Pane::Traffic => None,
    }
}

fn side_pane(model: &Model) -> Option<Pane> {
    match model.focus {
        Focus::Pane(Pane::Conversation | Pane::Decisions | Pane::Traffic)
        | Focus::Composer
        | Focus::Request => None,
        Focus::Pane(pane) => Some(pane),
    }
}

fn open(model: &mut Model) -> Option<Vec<Effect>> {
    let pane = side_pane(model)?;
    if pane == Pane::Tasks && why_not(model, Action::TaskOutput).is_none() {
        return read_output(model);
    }
    if let Some((title, text)) = detail(model.seat()?, pane, &model.theme) {
        model
            .overlays
            .push(Overlay::Reader(Reader::new(title, text)));
    } else if pane == Pane::Tools
        && let Some(group) = tools::tree::selected_group(model.seat()?)
        && let Some(seat) = model.seat_mut()
        && !seat.side.folded.remove(&group)
    {
        seat.side.folded.insert(group);
    }
    Some(Vec::new())
}

fn copy(model: &mut Model) -> Option<Vec<Effect>> {
    let pane = side_pane(model)?;
    let Some((_, text)) = detail(model.seat()?, pane, &model.theme) else {
        model.warn("there is nothing here to copy");
        return Some(Vec::new());
    };
    let what = format!("what {} says of it", pane.title());
    Some(vec![Effect::Work(Job::Copy { text, what })])
}

fn toggle(model: &mut Model) -> Option<Vec<Effect>> {
    let server = tools::tree::selected_server(model.seat()?)?;
    let (server_name, enabled) = (server.name.clone(), server.is_disabled());
    let what = if enabled { "on" } else { "off" };
    let purpose = Purpose::Server(format!("{server_name} is {what}"));
    let seat = model.seat_mut()?;
    let request = McpToggle {
        server_name,
        enabled,
    };
    let out = seat.ask(&request, purpose);
    Some(outputs(seat.key, out))
}

fn reconnect(model: &mut Model) -> Option<Vec<Effect>> {
    let server_name = tools::tree::selected_server(model.seat()?)?.name.clone();
    let purpose = Purpose::Server(format!("{server_name} is connected again"));
    let seat = model.seat_mut()?;
    let out = seat.ask(&McpReconnect { server_name }, purpose);
    Some(outputs(seat.key, out))
}

fn read_output(model: &mut Model) -> Option<Vec<Effect>> {
    let task = tasks::tree::selected(model.seat()?)?;
    let (id, about) = (task.id.clone(), task.description.clone());
    let effects = ask_output(model.seat_mut()?, id.clone());
    let reader = Reader::awaited(format!("Output: {about}"), Source::Task(id));
    model.overlays.push(Overlay::Reader(reader));
    Some(effects)
}

fn ask_output(seat: &mut Seat, task_id: String) -> Vec<Effect> {
    seat.output_asked = Some(seat.now);
    let purpose = Purpose::TaskOutput(task_id.clone());
    let out = seat.ask(&GetTaskOutput { task_id }, purpose);
    outputs(seat.key, out)
}

/// Asks the CLI about its servers.
pub(super) fn ask_servers(seat: &mut Seat) -> Vec<Effect> {
    seat.servers_asked = Some(seat.now);
    let out = seat.ask(&McpStatus {}, Purpose::Quiet);
    outputs(seat.key, out)
}

fn refresh(model: &mut Model) -> Option<Vec<Effect>> {
    let source = match model.overlays.last() {
        Some(Overlay::Reader(reader)) => Some(reader.source.clone()?),
        Some(_) => return None,
        None => None,
    };
    if source == Some(Source::Recordings) {
        return super::perform(model, Action::OpenRecording).into();
    }
    let seat = model.seat_mut()?;
    if seat.live.state().life.exit.is_some() {
        model.warn("the session is over: there is nobody to ask");
        return Some(Vec::new());
    }
    Some(match source {
        Some(Source::Task(id)) => ask_output(seat, id),
        Some(Source::Held | Source::Recordings) => return None,
        Some(Source::ContextUse) => {
            let request = crate::wire::requests::GetContextUsage::default();
            let out = seat.ask(&request, Purpose::ContextUse);
            outputs(seat.key, out)
        }
        None => ask_servers(seat),
    })
}

/// The focus has moved: the pane comes to where it can be seen, and who comes to look at servers sees them as they are.
pub(super) fn looked_at(model: &mut Model) -> Vec<Effect> {
    let Focus::Pane(pane) = model.focus else {
        return Vec::new();
    };
    model.arrangement.show(pane);
    let Some(seat) = model.seat_mut().filter(|_| pane == Pane::Tools) else {
        return Vec::new();
    };
    let state = seat.live.state();
    let ours = seat.replay.is_none();
    let ready = ours && state.start_up.initialize_answered.is_some() && state.life.exit.is_none();
    let asked = seat.servers_asked;
    let fresh = asked.is_some_and(|asked| seat.now.since(asked) < FRESH);
    if !ready || fresh || seat.live.closing() {
        return Vec::new();
    }
    ask_servers(seat)
}

/// Somebody reads the output of a task that still runs: it is read again now and then.
pub(super) fn tail(model: &mut Model) -> Vec<Effect> {
    let Some(Overlay::Reader(reader)) = model.overlays.last() else {
        return Vec::new();
    };
    let Some(Source::Task(id)) = reader.source.clone() else {
        return Vec::new();
    };
    let Some(seat) = model.seat_mut() else {
        return Vec::new();
    };
    let running = seat.live.state().tasks.running.get(&id);
    let asked = Purpose::TaskOutput(id.clone());
    let due = seat
        .output_asked
        .is_none_or(|asked| seat.now.since(asked) >= TAIL);
    let runs = seat.replay.is_none() && running.is_some_and(|task| task.ended.is_none());
    if !due || !runs || seat.purposes.values().any(|purpose| *purpose == asked) {
        return Vec::new();
    }
    ask_output(seat, id)
}

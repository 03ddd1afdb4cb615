//! PURE. Tasks: shell commands in the background, long ones in the foreground, and the list of all that run. Owns: that list,
//! what they have printed so far, how they end. Does not own: what sub-agents do (`agents`).

use super::tools::Call;
use crate::simulator::actor::place::Place;
use crate::simulator::actor::turns::queue::OwnTurn;
use crate::simulator::actor::wait::{Cx, First, race};
use crate::simulator::actor::world::World;
use crate::simulator::frames::tasks::{self, TaskInfo, TaskKind, TaskUse};
use crate::simulator::frames::tool_output::{self, Output};
use crate::simulator::json::Look as _;
use crate::simulator::scenario::{BackgroundShell, Step};
use serde_json::{Value, json};
use std::time::Duration;

/// After this time a command in the foreground is a task too.
const BECOMES_TASK: Duration = Duration::from_secs(3);

/// How much of a task's output is given at once.
const TAIL: usize = 8 * 1024;

/// A task that runs.
#[derive(Debug)]
pub(in crate::simulator::actor) struct Running {
    pub(in crate::simulator::actor) info: TaskInfo,
    /// All it will have printed.
    output: String,
    began: Duration,
    takes: Duration,
    /// Somebody has asked it to stop.
    stop: bool,
}

/// All tasks that run.
#[derive(Debug, Default)]
pub(in crate::simulator::actor) struct Tasks {
    running: Vec<Running>,
    /// What ended tasks have printed, the latest last.
    ended: Vec<(String, String)>,
    /// Entries of the task list: subject and status.
    pub(in crate::simulator::actor) list: Vec<(String, String)>,
    /// The list of todos.
    pub(in crate::simulator::actor) todos: Value,
}

impl Tasks {
    /// Whether a sub-agent works in the background: the session is not idle then.
    pub(in crate::simulator::actor) fn agents_run(&self) -> bool {
        let agent = |task: &Running| matches!(task.info.kind, TaskKind::Agent { .. });
        self.running
            .iter()
            .any(|task| task.info.background && agent(task))
    }

    /// Whether anything runs in the background.
    pub(in crate::simulator::actor) fn any(&self) -> bool {
        self.running.iter().any(|task| task.info.background)
    }

    /// Tasks in the background, as frames list them.
    pub(super) fn in_background(&self) -> Vec<TaskInfo> {
        let tasks = self.running.iter().filter(|task| task.info.background);
        tasks.map(|task| task.info.clone()).collect()
    }

    /// The same as rows for a hook.
    pub(in crate::simulator::actor) fn rows(&self) -> Vec<Value> {
        let tasks = self.in_background().into_iter();
        tasks
            .map(|task| json!({"id": task.task_id, "description": task.description, "status": "running"}))
            .collect()
    }

    /// Asks a task to stop.
    pub(in crate::simulator::actor) fn stop(&mut self, task_id: &str) {
        for task in &mut self.running {
            task.stop |= task.info.task_id == task_id;
        }
    }

    /// Asks all agents in the background to stop.
    pub(in crate::simulator::actor) fn stop_agents(&mut self) {
        for task in &mut self.running {
            task.stop |= task.info.background && matches!(task.info.kind, TaskKind::Agent { .. });
        }
    }

    /// Whether a task is to stop.
    pub(super) fn is_stopped(&self, task_id: &str) -> bool {
        let task = self
            .running
            .iter()
            .find(|task| task.info.task_id == task_id);
        task.is_none_or(|task| task.stop)
    }

    /// Moves a foreground command to the background, if there is one; its task.
    pub(in crate::simulator::actor) fn send_to_background(
        &mut self,
        tool_use_id: Option<&str>,
    ) -> Option<TaskInfo> {
        let task = self.running.iter_mut().find(|task| {
            !task.info.background && tool_use_id.is_none_or(|id| id == task.info.tool_use_id)
        })?;
        task.info.background = true;
        Some(task.info.clone())
    }

    fn remove(&mut self, task_id: &str) -> Option<Running> {
        let at = self
            .running
            .iter()
            .position(|task| task.info.task_id == task_id)?;
        Some(self.running.remove(at))
    }
}

impl World {
    /// A task begins.
    pub(super) fn add_task(&mut self, info: &TaskInfo, output: String, takes: Duration) {
        let background = info.background;
        self.tasks.running.push(Running {
            info: info.clone(),
            output,
            began: self.now,
            takes,
            stop: false,
        });
        if background {
            self.say_background();
        }
        let stamp = self.stamp();
        self.emit(&tasks::started(&stamp, info));
    }

    /// Says what runs in the background.
    pub(in crate::simulator::actor) fn say_background(&mut self) {
        let stamp = self.stamp();
        let tasks = self.tasks.in_background();
        self.emit(&tasks::background(&stamp, &tasks));
    }

    /// A task is over: `completed`, `failed` or `stopped`.
    pub(super) fn end_task(
        &mut self,
        task_id: &str,
        status: &str,
        summary: &str,
        usage: Option<TaskUse>,
    ) -> Option<TaskInfo> {
        let task = self.tasks.remove(task_id)?;
        let is_agent = matches!(task.info.kind, TaskKind::Agent { .. });
        if task.info.background || is_agent {
            let word = if status == "stopped" {
                "killed"
            } else {
                status
            };
            let stamp = self.stamp();
            let end = self.unix_ms();
            self.emit(&tasks::ended(&stamp, &task.info, word, end));
        }
        let file = self.facts.task_output_file(task_id);
        let stamp = self.stamp();
        self.emit(&tasks::notification(
            &stamp, &task.info, status, &file, summary, usage,
        ));
        self.tasks.ended.push((task_id.to_owned(), task.output));
        if task.info.background {
            self.say_background();
        }
        Some(task.info)
    }

    /// The CLI starts a turn by itself to tell the model about a task.
    pub(super) fn queue_own_turn(&mut self, info: &TaskInfo, summary: &str, steps: &[Step]) {
        self.queue.own.push_back(OwnTurn {
            run_id: info.run_id.clone(),
            steps: steps.to_vec(),
            summary: summary.to_owned(),
        });
    }

    /// What a task has printed so far.
    pub(in crate::simulator::actor) fn task_output(&self, task_id: &str) -> Option<Value> {
        let mut running = self.tasks.running.iter();
        let running = running.find(|task| task.info.task_id == task_id);
        let passed = |task: &Running| self.now.saturating_sub(task.began);
        let now = running.map(|task| printed(&task.output, passed(task), task.takes));
        let ended = || {
            let mut ended = self.tasks.ended.iter().rev();
            let (_, output) = ended.find(|(id, _)| id == task_id)?;
            Some(output.as_str())
        };
        let text = now.or_else(ended)?;
        let start = text.len().saturating_sub(TAIL);
        let start = (start..=text.len()).find(|at| text.is_char_boundary(*at));
        let tail = text.get(start.unwrap_or(0)..).unwrap_or_default();
        Some(
            json!({"output": tail, "total_bytes": text.len(), "truncated": tail.len() < text.len()}),
        )
    }
}

/// The part of an output that is there after a part of the time, in whole lines.
fn printed(output: &str, passed: Duration, takes: Duration) -> &str {
    if passed >= takes {
        return output;
    }
    let lines = output.matches('\n').count().max(1);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of a number of lines"
    )]
    let so_far = (passed.as_secs_f64() / takes.as_secs_f64() * lines as f64) as usize;
    let end = output.match_indices('\n').nth(so_far.wrapping_sub(1));
    match (so_far, end) {
        (0, _) => "",
        (_, Some((at, _))) => output.get(..=at).unwrap_or(output),
        (_, None) => output,
    }
}

/// A shell command starts in the background: the call is over at once.
pub(in crate::simulator::actor) fn start(
    cx: &Cx,
    place: &Place,
    call: &Call,
    shell: &BackgroundShell,
) -> Output {
    let takes = Duration::from_millis(shell.takes_ms);
    let (info, output) = cx.with(|world| {
        let info = world.shell_task(call, &shell.description, true);
        let file = world.facts.task_output_file(&info.task_id);
        world.add_task(&info, shell.output.clone(), takes);
        (
            info.clone(),
            tool_output::background_shell(&info.task_id, &file),
        )
    });
    let (inner, shell, main) = (cx.clone(), shell.clone(), place.is_main());
    cx.start(async move {
        let id = info.task_id.clone();
        let stopped = inner.until(|world| world.tasks.is_stopped(&id).then_some(()));
        let ended = race(stopped, inner.sleep(takes)).await;
        inner.with(|world| {
            let (status, summary) = match ended {
                First::Left(()) => {
                    let what = &shell.description;
                    (
                        "stopped",
                        format!("Background command \"{what}\" was stopped"),
                    )
                }
                First::Right(()) => {
                    let code = i32::from(shell.fails);
                    let status = if shell.fails { "failed" } else { "completed" };
                    (status, tasks::shell_summary(&shell.description, code))
                }
            };
            world.end_task(&id, status, &summary, None);
            if main && status != "stopped" {
                world.queue_own_turn(&info, &summary, &shell.afterwards);
                world.settle();
            } else {
                world.settle_again();
            }
        });
    });
    output
}

/// A shell command in the foreground: after a while it is a task as well.
pub(in crate::simulator::actor) async fn foreground(
    cx: &Cx,
    place: &Place,
    call: &Call,
    output: Option<&str>,
    takes_ms: u64,
) {
    let takes = Duration::from_millis(takes_ms);
    if takes <= BECOMES_TASK || !place.is_main() {
        cx.sleep(takes).await;
        return;
    }
    cx.sleep(BECOMES_TASK).await;
    let what = call.input.at("description").as_str();
    let what = what
        .or(call.input.at("command").as_str())
        .unwrap_or("Bash")
        .to_owned();
    let id = cx.with(|world| {
        let info = world.shell_task(call, &what, false);
        let id = info.task_id.clone();
        world.add_task(&info, output.unwrap_or_default().to_owned(), takes);
        if let Some(task) = world.tasks.running.last_mut() {
            task.began = world.now.saturating_sub(BECOMES_TASK);
        }
        id
    });
    let stopped = cx.until(|world| world.tasks.is_stopped(&id).then_some(()));
    let ended = race(stopped, cx.sleep(takes.saturating_sub(BECOMES_TASK))).await;
    let status = match ended {
        First::Left(()) => "stopped",
        First::Right(()) => "completed",
    };
    cx.with(|world| world.end_task(&id, status, &what, None));
}

impl World {
    /// Commands in the foreground end with their turn.
    pub(in crate::simulator::actor) fn end_foreground_tasks(&mut self) {
        let tasks = self
            .tasks
            .running
            .iter()
            .filter(|task| !task.info.background);
        let ids: Vec<_> = tasks
            .map(|task| (task.info.task_id.clone(), task.info.description.clone()))
            .collect();
        for (id, what) in ids {
            self.end_task(&id, "stopped", &what, None);
        }
    }

    fn shell_task(&mut self, call: &Call, description: &str, background: bool) -> TaskInfo {
        TaskInfo {
            task_id: self.ids.shell_task(),
            run_id: self.ids.run(),
            tool_use_id: call.id.clone(),
            description: description.to_owned(),
            kind: TaskKind::Shell,
            background,
        }
    }
}

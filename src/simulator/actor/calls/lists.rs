//! PURE. Calls whose result is known or belongs to a task: todos, the task list, sub-agents, shells in the background.
//! Owns: the calls as the model makes them.

use super::tools::{self, Call, Work};
use crate::simulator::actor::place::Part;
use crate::simulator::actor::steps::Stepped;
use crate::simulator::actor::wait::Cx;
use crate::simulator::frames::tool_output;
use crate::simulator::json::Look as _;
use crate::simulator::scenario::fill;
use crate::simulator::scenario::{Agent, Ask, AskWhen, BackgroundShell, Task, Todo};
use serde_json::{Value, json};

async fn made(cx: &Cx, part: &mut Part, name: &str, input: Value, ask: Ask, work: Work) -> Stepped {
    let call = Call {
        id: cx.look(|world| world.ids.tool_use()),
        name: name.to_owned(),
        input,
        ask,
        work,
    };
    tools::call(cx, part, vec![call]).await.map(|_| ())
}

/// `TodoWrite`.
pub(in crate::simulator::actor) async fn todos(
    cx: &Cx,
    part: &mut Part,
    todos: &[Todo],
) -> Stepped {
    let rows: Vec<Value> = todos
        .iter()
        .map(|todo| {
            let content = fill::text(&todo.content, &part.values);
            let active = todo
                .active
                .as_ref()
                .map(|text| fill::text(text, &part.values));
            let status = if todo.status.is_empty() {
                "pending"
            } else {
                &todo.status
            };
            json!({
                "content": content,
                "status": status,
                "activeForm": active.unwrap_or_else(|| content.clone()),
            })
        })
        .collect();
    let after = Value::Array(rows);
    let before = cx.with(|world| std::mem::replace(&mut world.tasks.todos, after.clone()));
    let before = if before.is_null() { json!([]) } else { before };
    let work = Work::Given(tool_output::todos(&before, &after));
    let ask = Ask::When(AskWhen::Never);
    made(cx, part, "TodoWrite", json!({"todos": after}), ask, work).await
}

/// `TaskCreate` and `TaskUpdate`.
pub(in crate::simulator::actor) async fn task(cx: &Cx, part: &mut Part, task: &Task) -> Stepped {
    let ask = Ask::When(AskWhen::Never);
    match task {
        Task::Create {
            subject,
            description,
        } => {
            let subject = fill::text(subject, &part.values);
            let description = fill::text(description, &part.values);
            let id = cx.with(|world| {
                let entry = (subject.clone(), "pending".to_owned());
                world.tasks.list.push(entry);
                u32::try_from(world.tasks.list.len()).unwrap_or(u32::MAX)
            });
            let input = json!({"subject": subject, "description": description});
            let output = tool_output::task_created(id, &subject, &description);
            let event = ("TaskCreated", id, subject, description);
            let work = Work::Listed(output, Some(event));
            made(cx, part, "TaskCreate", input, ask, work).await
        }
        Task::Update { id, status } => {
            let index = usize::try_from(*id).unwrap_or(usize::MAX).wrapping_sub(1);
            let known = cx.with(|world| {
                let entry = world.tasks.list.get_mut(index)?;
                let before = std::mem::replace(&mut entry.1, status.clone());
                Some((entry.0.clone(), before))
            });
            let output = match &known {
                Some((_, before)) => tool_output::task_updated(*id, before, status),
                None => tool_output::failure("Task not found"),
            };
            let event = known
                .filter(|_| status == "completed")
                .map(|(subject, _)| ("TaskCompleted", *id, subject, String::new()));
            let input = json!({"taskId": id.to_string(), "status": status});
            let work = Work::Listed(output, event);
            made(cx, part, "TaskUpdate", input, ask, work).await
        }
    }
}

/// `Agent`.
pub(in crate::simulator::actor) async fn agent(cx: &Cx, part: &mut Part, agent: &Agent) -> Stepped {
    let kind = agent.kind.as_deref().unwrap_or(super::agents::USUAL_KIND);
    let mut input = json!({
        "description": fill::text(&agent.description, &part.values),
        "prompt": fill::text(&agent.prompt, &part.values),
        "subagent_type": kind,
    });
    if !agent.background {
        input.put("run_in_background", false);
    }
    let work = Work::Agent(Box::new(agent.clone()));
    made(cx, part, "Agent", input, Ask::default(), work).await
}

/// `Bash` with `run_in_background`.
pub(in crate::simulator::actor) async fn background(
    cx: &Cx,
    part: &mut Part,
    shell: &BackgroundShell,
) -> Stepped {
    let mut shell = shell.clone();
    for text in [
        &mut shell.command,
        &mut shell.description,
        &mut shell.output,
    ] {
        *text = fill::text(text, &part.values);
    }
    if shell.description.is_empty() {
        shell.description.clone_from(&shell.command);
    }
    let input = json!({
        "command": shell.command,
        "description": shell.description,
        "run_in_background": true,
    });
    made(
        cx,
        part,
        "Bash",
        input,
        Ask::default(),
        Work::Background(Box::new(shell)),
    )
    .await
}

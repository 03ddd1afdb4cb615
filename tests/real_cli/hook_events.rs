//! Every hook event that can be made to fire, in one session that does a bit of everything.

use crate::stand_in::{Turn, prompt, turn};
use crate::support::scene::{connect, fields, on_stage, play};
use crate::support::{Failure, Stage, TestResult, elicitor, sdk};
use cca::session::Outcome;
use cca::transport::launch::SettingSource;
use cca::wire::elicitation::ElicitationAnswer;
use cca::wire::hook::HookDetail;
use cca::{Client, HookEvent, HookInput, HookOutput, Options, PermissionAnswer, PermissionMode};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;

/// What nothing here makes fire for a callback: a change of directory by a command does not, and the others need a
/// setup run and a team.
const NEVER: [HookEvent; 3] = [
    HookEvent::CwdChanged,
    HookEvent::Setup,
    HookEvent::TeammateIdle,
];

/// The events that came, and a way to wait for one.
#[derive(Clone)]
struct Fired(Arc<watch::Sender<BTreeSet<HookEvent>>>);

impl Fired {
    fn new() -> Self {
        Self(Arc::new(watch::Sender::new(BTreeSet::new())))
    }

    fn note(&self, input: &HookInput) {
        assert_ne!(input.detail, HookDetail::Other, "{input:?}");
        self.0.send_modify(|fired| {
            fired.insert(input.event.clone());
        });
    }

    async fn wait_for(&self, event: HookEvent) -> Result<(), Failure> {
        self.0
            .subscribe()
            .wait_for(|fired| fired.contains(&event))
            .await?;
        Ok(())
    }
}

fn listening(stage: &Stage, fired: &Fired) -> Options {
    let watched = stage.sandbox.project().join("watched.txt");
    let worktree = stage.sandbox.root().join("worktree");
    let options = sdk::options(stage)
        .cli(|launch| {
            launch
                .setting_sources([SettingSource::Project])
                .allowed_tools(["TaskCreate", "TaskUpdate"])
        })
        .mcp_server("forms", elicitor())
        .on_permission(|_, _| async { Ok(PermissionAnswer::allow()) })
        .on_elicitation(|_, _| async {
            let content = Some(fields(json!({"name": "Ada"})));
            Ok(ElicitationAnswer::Accept { content })
        });
    HookEvent::ALL.into_iter().fold(options, |options, event| {
        let fired = fired.clone();
        let output = match &event {
            HookEvent::SessionStart => {
                HookOutput::none().with_watch_paths(vec![watched.display().to_string()])
            }
            HookEvent::WorktreeCreate => {
                HookOutput::none().with_worktree_path(worktree.display().to_string())
            }
            _ => HookOutput::none(),
        };
        options.hook(event, "", move |input, _| {
            fired.note(&input);
            let output = output.clone();
            async move { Ok(output) }
        })
    })
}

fn bash(command: &str) -> Turn {
    let call = json!({"command": command, "description": "Do it"});
    turn().text("Next.").tool("Bash", call)
}

/// Tools that work, fail and ask; a task list; a form; a sub-agent in a place of its own.
async fn work(client: &mut Client) -> TestResult {
    let agent = json!({
        "description": "Look around",
        "prompt": prompt("Look around.", [turn().text("Nothing to see.")]),
        "subagent_type": "general-purpose",
        "run_in_background": false,
        "isolation": "worktree",
    });
    let task = json!({"subject": "Write code", "description": "Write the code"});
    let seen = play(
        client,
        [
            bash("touch made.txt"),
            bash("ls /nonexistent"),
            turn().tool("TaskCreate", task),
            turn().tool("TaskUpdate", json!({"taskId": "1", "status": "completed"})),
            turn().tool("mcp__forms__ask", json!({})),
            turn().tool("Agent", agent),
            bash("cd sub"),
            turn().tool("EnterWorktree", json!({"name": "wt"})),
            turn().tool(
                "ExitWorktree",
                json!({"action": "remove", "discard_changes": true}),
            ),
            turn().text("All done."),
        ],
    )
    .await?;
    assert_eq!(seen.result().text(), "All done.");
    Ok(())
}

/// What is done to a session rather than in it.
async fn changes(client: &mut Client, project: &Path, fired: &Fired) -> TestResult {
    let control = client.control();
    control.set_model(Some("sonnet")).await?;
    let sub = project.join("sub").display().to_string();
    control.register_repo_root(&sub).await?;
    fs::write(
        project.join(".claude/settings.json"),
        r#"{"env": {"A": "1"}}"#,
    )?;
    fired.wait_for(HookEvent::ConfigChange).await?;
    Ok(())
}

async fn command(client: &mut Client, text: &str) -> TestResult {
    client.query(text).await?;
    client.receive_response().await?;
    Ok(())
}

#[tokio::test]
async fn every_event_that_can_fire_reaches_its_hook() -> TestResult {
    on_stage(|stage| async move {
        let project = stage.sandbox.project();
        fs::create_dir_all(project.join(".claude/commands"))?;
        fs::create_dir(project.join("sub"))?;
        fs::create_dir(stage.sandbox.root().join("worktree"))?;
        fs::write(project.join("CLAUDE.md"), "Be kind.")?;
        fs::write(project.join("watched.txt"), "before")?;
        fs::write(
            project.join(".claude/commands/hello.md"),
            "Say hello to $ARGUMENTS.",
        )?;
        let fired = Fired::new();
        let mut client = connect(listening(&stage, &fired)).await?;

        command(&mut client, "/hello world").await?;
        work(&mut client).await?;
        changes(&mut client, &project, &fired).await?;
        command(&mut client, "/compact keep it short").await?;
        let failed = play(&mut client, [turn().http_error(400)]).await?;
        let outcome = &failed.result().turn.outcome;
        assert!(
            matches!(outcome, Some(Outcome::ApiError { .. })),
            "{outcome:?}"
        );
        let control = client.control();
        control.set_permission_mode(PermissionMode::Auto).await?;
        let outside = stage.sandbox.root().join("outside.txt");
        let write = turn().tool("Write", json!({"file_path": outside, "content": "x"}));
        play(&mut client, [write, turn().text("Denied.")]).await?;
        command(&mut client, "/clear").await?;
        // The paths to watch come with the answer to `SessionStart`; a turn later they are watched.
        command(&mut client, "Hello.").await?;
        fs::write(project.join("watched.txt"), "after")?;
        fired.wait_for(HookEvent::FileChanged).await?;

        let state = sdk::finish(&stage, client).await?;
        let came = fired.0.borrow().clone();
        let silent: Vec<_> = HookEvent::ALL
            .into_iter()
            .filter(|event| !came.contains(event))
            .collect();
        assert_eq!(silent, NEVER);
        assert_eq!(came.len(), HookEvent::ALL.len() - NEVER.len(), "{came:?}");
        let ours = state.hooks.iter().filter(|run| run.outcome.is_none());
        assert_eq!(ours.count(), 0, "every hook was answered");
        Ok(())
    })
    .await
}

//! Ends that nobody asked for: signals to the CLI in each phase, and our own death.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{
    asked, bounded, eventually, number_in, on_stage, pid, runs, signal, streaming,
};
use crate::support::{Stage, TestResult, sdk};
use cca::session::{Asked, Outcome, Phase, Verdict};
use cca::{Agent, Error};
use nix::sys::signal::Signal;
use serde_json::json;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Where the victim writes which processes it started.
const VICTIM: &str = "CCA_TEST_VICTIM";

#[tokio::test]
async fn a_cli_killed_in_a_turn_fails_everything_that_waits_for_it() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client.query(prompt("Talk.", [turn().text("one two three").hang_after(1)])).await?;
        streaming(client.session()).await?;
        let cli = pid(client.session()).await?;
        // A CLI that is stopped answers nothing, so the request is open when it dies.
        signal(cli, Signal::SIGSTOP)?;
        let control = client.control();
        let request = tokio::spawn(async move { control.mcp_status().await });
        crate::support::watch::known(client.session(), "the open request", |state| {
            state
                .pending
                .any(|row| matches!(&row.asked, Asked::Control { subtype } if subtype == "mcp_status"))
                .then_some(())
        })
        .await?;
        signal(cli, Signal::SIGKILL)?;
        let failed = bounded(Duration::from_secs(5), "the failure of the request", request).await??;
        assert!(matches!(failed, Err(Error::Closed { .. })), "{failed:?}");
        let error = client.receive_response().await.unwrap_err();
        assert!(error.to_string().contains("signal 9"), "{error}");
        let state = sdk::prove(stage, client.session()).await?;
        assert_eq!(state.phase(), Phase::Failed);
        assert_eq!(state.life.unanswered.len(), 1);
        assert!(!state.streaming.is_active() && state.pending.is_empty());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_cli_terminated_while_idle_fails_the_session() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client
            .query(prompt("Hello.", [turn().text("Hello.")]))
            .await?;
        client.receive_response().await?;
        client
            .session()
            .wait_for(|phase| phase == Phase::Idle)
            .await;
        signal(pid(client.session()).await?, Signal::SIGTERM)?;
        while client.next_event().await.is_some() {}
        let state = sdk::prove(stage, client.session()).await?;
        assert_eq!(state.life.exit.and_then(|exit| exit.code), Some(143));
        assert_eq!(state.phase(), Phase::Failed);
        assert_eq!(state.last_outcome(), Some(&Outcome::Success));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_cli_terminated_while_it_runs_fails_the_turn() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client
            .query(prompt(
                "Talk.",
                [turn().text("one two three").hang_after(1)],
            ))
            .await?;
        streaming(client.session()).await?;
        assert_eq!(client.state(), Phase::Running);
        signal(pid(client.session()).await?, Signal::SIGTERM)?;
        let error = client.receive_response().await.unwrap_err();
        assert!(error.to_string().contains("143"), "{error}");
        let state = sdk::prove(stage, client.session()).await?;
        assert_eq!(state.phase(), Phase::Failed);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_cli_terminated_while_it_asks_withdraws_its_request() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).attended()).await?;
        let file = stage.sandbox.project().join("never");
        client
            .query(prompt(
                "Write.",
                [turn().tool("Write", json!({"file_path": file, "content": "x"}))],
            ))
            .await?;
        let (id, _) = asked(client.session()).await?;
        assert_eq!(client.state(), Phase::WaitingPermission);
        signal(pid(client.session()).await?, Signal::SIGTERM)?;
        while client.next_event().await.is_some() {}
        let state = sdk::prove(stage, client.session()).await?;
        assert_eq!(state.phase(), Phase::Failed);
        let decision = state.decisions.iter().next().expect("a decision");
        assert_eq!(
            (decision.request_id.as_str(), &decision.verdict),
            (id.as_str(), &Verdict::Withdrawn)
        );
        assert!(state.pending.is_empty());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_cancelled_session_ends_the_command_that_runs_in_it() -> TestResult {
    on_stage(async |stage| {
        let mut session = Agent::new(sdk::options(stage).allow("Bash")?)
            .start_session(prompt(
                "Run.",
                [turn().tool(
                    "Bash",
                    json!({"command": "echo $$ > pid; exec tail -f /dev/null"}),
                )],
            ))
            .await?;
        let shell = number_in(&stage.sandbox.project().join("pid")).await?;
        let cli = pid(&session).await?;
        bounded(
            Duration::from_secs(15),
            "the cancellation",
            session.cancel(),
        )
        .await??;
        assert!(!runs(cli));
        eventually("the end of the command", || !runs(shell)).await?;
        while session.next_event().await.is_some() {}
        let state = sdk::prove(stage, &session).await?;
        assert_eq!(state.phase(), Phase::Cancelled);
        Ok(())
    })
    .await
}

/// Not a test: what `nothing_outlives_us` runs in a process of its own, to kill it.
#[tokio::test]
async fn victim() -> TestResult {
    let Some(notes) = std::env::var_os(VICTIM).map(std::path::PathBuf::from) else {
        return Ok(());
    };
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let command = format!(
        "echo $$ > {}; exec tail -f /dev/null",
        notes.join("shell").display()
    );
    let session = Agent::new(sdk::options(&stage).allow("Bash")?)
        .start_session(prompt(
            "Run.",
            [turn().tool("Bash", json!({"command": command}))],
        ))
        .await?;
    std::fs::write(notes.join("cli"), pid(&session).await?.to_string())?;
    std::future::pending().await
}

#[tokio::test]
async fn nothing_outlives_us() -> TestResult {
    on_stage(async |stage| {
        // The victim cannot clean up after itself, so all it makes is below our own directory.
        let notes = stage.sandbox.root().join("notes");
        std::fs::create_dir(&notes)?;
        let mut victim = Command::new(std::env::current_exe()?)
            .args(["--exact", "ending::victim"])
            .env(VICTIM, &notes)
            .env("TMPDIR", &notes)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let (cli, shell) = (
            number_in(&notes.join("cli")).await?,
            number_in(&notes.join("shell")).await?,
        );
        assert!(runs(cli) && runs(shell));
        victim.kill()?;
        victim.wait()?;
        eventually("the end of the CLI", || !runs(cli)).await?;
        eventually("the end of its command", || !runs(shell)).await?;
        Ok(())
    })
    .await
}

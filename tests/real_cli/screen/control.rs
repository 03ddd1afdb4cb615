//! The real CLI paused at a tool and let go, prompts that wait meanwhile, a mode that is changed by a key.

use super::{asking, open, start, told};
use crate::stand_in::{Outcome, turn};
use crate::support::TestResult;
use crate::support::watch::on_stage;
use crate::terminal::{CTRL_P, CTRL_Z, F2};
use serde_json::json;

#[tokio::test]
async fn a_pause_holds_the_next_tool_and_a_prompt_and_resume_lets_them_go() -> TestResult {
    on_stage(async |stage| {
        let first = asking(
            "Make a file.",
            [
                turn()
                    .text("I will make it now.")
                    .tool("Bash", json!({"command": "touch made.txt"}))
                    .hang_after(2),
                turn().text("It was made."),
            ],
        );
        let mut terminal = open(stage, &["--allow", "Bash(touch *)", &first]);
        stage
            .api
            .wait_for_request(|request| request.outcome == Outcome::Hanging)
            .await?;
        terminal.until_state("● running", &[]).await;
        terminal.keys(CTRL_P).await;
        terminal.until_state("‖ paused", &[]).await;
        stage.api.release();
        // The tool stands at the gate.
        terminal.until_state("paused, 1 held", &[]).await;
        let made = stage.sandbox.project().join("made.txt");
        assert!(!made.exists());
        terminal.send("And then?").await;
        terminal.until_state("paused, 2 held", &[]).await;
        assert_eq!(stage.api.model_requests().len(), 1);
        terminal.keys(CTRL_P).await;
        terminal.until_idle(&["It was made.", "❯ And then?"]).await;
        assert!(made.exists());
        assert!(told(stage).contains("And then?"));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_answer_that_is_given_while_paused_counts_when_resumed() -> TestResult {
    on_stage(async |stage| {
        let command = json!({"command": "touch later.txt"});
        let turns = [turn().tool("Bash", command), turn().text("It ran at last.")];
        let mut terminal = open(stage, &[&asking("Make a file.", turns)]);
        terminal.until_shown("to answer it").await;
        terminal.keys(CTRL_P).await;
        terminal.until_state("‖ paused", &[]).await;
        terminal.request().await;
        terminal.keys("y").await;
        terminal.until_shown("1 answer or prompt is held").await;
        let file = stage.sandbox.project().join("later.txt");
        assert!(!file.exists());
        terminal.keys(CTRL_P).await;
        terminal.until_all(&["It ran at last.", "done •"]).await;
        assert!(file.exists());
        Ok(())
    })
    .await
}

/// A prompt that is sent while the agent works waits for its turn.
#[tokio::test]
async fn a_queued_prompt_is_shown_and_answered_in_its_turn() -> TestResult {
    on_stage(async |stage| {
        let words = "One two three four five six seven eight nine ten.";
        let first = asking("Count.", [turn().text(words).hang_after(3)]);
        let mut terminal = open(stage, &[&first]);
        terminal.until_state("● running", &["One two"]).await;
        terminal
            .send(&asking("Next, please.", [turn().text("You are next.")]))
            .await;
        terminal.until_shown("queued").await;
        stage.api.release();
        terminal.until_idle(&["nine ten.", "You are next."]).await;
        assert!(told(stage).contains("Next, please."));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn shift_tab_changes_the_permission_mode() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = open(stage, &[]);
        terminal.until_idle(&[]).await;
        terminal.keys("\u{1b}[Z").await;
        terminal
            .until("another mode in the header", |screen| {
                let header = screen.rows(0, 120).next().unwrap_or_default();
                header.contains("acceptEdits")
            })
            .await;
        let file = stage.sandbox.project().join("free.txt");
        let write = turn().tool("Write", json!({"file_path": file, "content": "free"}));
        terminal
            .send(&asking("Write.", [write, turn().text("Nobody was asked.")]))
            .await;
        terminal.until_all(&["Nobody was asked.", "done •"]).await;
        assert_eq!(std::fs::read_to_string(file)?, "free");
        Ok(())
    })
    .await
}

/// Started as usual, the CLI would refuse it, so it is not offered.
#[tokio::test]
async fn a_mode_that_the_cli_would_refuse_is_not_offered() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = open(stage, &[]);
        terminal.until_idle(&[]).await;
        terminal.keys(F2).await;
        terminal.until_shown("Everything that can be done").await;
        terminal.keys("mode bypassPermissions\r").await;
        terminal
            .until_shown("not started with leave to bypass")
            .await;
        assert!(!terminal.text().contains("Ask nothing any more?"));
        Ok(())
    })
    .await
}

/// Whether a flag of ours or the CLI's own settings started it in that mode: it can be left, and had again after two answers.
#[tokio::test]
async fn a_mode_that_the_cli_started_in_can_be_left_and_had_again() -> TestResult {
    let flag: &[&str] = &["--permission-mode", "bypassPermissions"];
    for flags in [flag, &[]] {
        on_stage(async |stage| {
            if flags.is_empty() {
                let settings = r#"{"permissions": {"defaultMode": "bypassPermissions"}}"#;
                let folder = stage.sandbox.home().join(".claude");
                std::fs::create_dir_all(&folder)?;
                std::fs::write(folder.join("settings.json"), settings)?;
            }
            // Without this the CLI does not let root bypass anything.
            let start = start(stage, flags).env("IS_SANDBOX", "1");
            let mut terminal = start.open(40, 120);
            let in_header = |mode: &'static str| {
                move |screen: &vt100::Screen| {
                    let header = screen.rows(0, 120).next().unwrap_or_default();
                    header.contains(mode)
                }
            };
            terminal
                .until("it bypasses", in_header("bypassPermissions"))
                .await;
            terminal.until_idle(&[]).await;
            terminal.keys("\u{1b}[Z").await;
            terminal.until("it does not", in_header("default")).await;
            terminal.keys(F2).await;
            terminal.until_shown("Everything that can be done").await;
            terminal.keys("mode bypassPermissions\r").await;
            terminal.until_shown("Ask nothing any more?").await;
            terminal.keys("y").await;
            terminal
                .until_shown("Really: no request will reach you")
                .await;
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// A shell stops the screen while an answer comes. The CLI goes on meanwhile, and nothing that it said is lost.
#[tokio::test]
async fn a_suspended_screen_shows_afterwards_what_was_said_meanwhile() -> TestResult {
    on_stage(async |stage| {
        let program = env!("CARGO_BIN_EXE_cca-tui");
        let (cli, project) = (stage.cli.path().display(), stage.sandbox.project());
        let line = format!("{program} --cli {cli} --cwd {}\r", project.display());
        let mut terminal = start(stage, &[])
            .program("/bin/sh")
            .arguments(&["-i"])
            .env("PS1", "shell> ")
            .open(40, 120);
        terminal.until_shown("shell> ").await;
        terminal.keys(&line).await;
        terminal.until_idle(&[]).await;
        let words = "One two three four five six seven eight nine ten.";
        terminal
            .send(&asking("Count.", [turn().text(words).hang_after(3)]))
            .await;
        terminal.until_state("● running", &["One two"]).await;
        terminal.keys(CTRL_Z).await;
        terminal
            .until("the shell's screen", |screen| {
                !screen.alternate_screen() && screen.contents().contains("Stopped")
            })
            .await;
        stage.api.release();
        stage
            .api
            .wait_for_request(|request| request.outcome == Outcome::Complete)
            .await?;
        terminal.keys("fg\r").await;
        terminal.until_idle(&["nine ten.", "done •"]).await;
        assert!(terminal.parser.screen().alternate_screen());
        Ok(())
    })
    .await
}

//! How the real CLI ends, what the screen says of it, and what can be done then.

use super::{asking, open, told};
use crate::stand_in::turn;
use crate::support::watch::{eventually, on_stage, runs, signal};
use crate::support::{Failure, TestResult};
use crate::terminal::{ESC, F5, F6, Terminal};
use nix::sys::signal::Signal;

fn talks(pid: u32) -> bool {
    let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&words).contains("stream-json")
}

/// The CLI's process, once it is there: the child of the program that talks the protocol.
async fn cli(terminal: &Terminal) -> Result<u32, Failure> {
    eventually("the CLI's process", || one_cli(terminal).is_ok()).await?;
    one_cli(terminal)
}

fn one_cli(terminal: &Terminal) -> Result<u32, Failure> {
    let parent = |pid: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(')')?;
        rest.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    let names = std::fs::read_dir("/proc")?.flatten();
    let pids = names.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let found: Vec<u32> = pids
        .filter(|pid| parent(pid) == Some(terminal.pid()) && talks(*pid))
        .collect();
    match found[..] {
        [one] => Ok(one),
        _ => Err(Failure::new(format!("not one CLI: {found:?}"))),
    }
}

#[tokio::test]
async fn a_killed_cli_is_told_and_its_conversation_is_gone_on_with() -> TestResult {
    on_stage(async |stage| {
        let first = asking("The word is quince.", [turn().text("A fruit, then.")]);
        let mut terminal = open(stage, &[&first]);
        terminal.until_idle(&["A fruit, then."]).await;
        let pid = cli(&terminal).await?;
        signal(pid, Signal::SIGKILL)?;
        terminal
            .until_all(&[
                "SIGKILL (signal 9), not by us",
                "f5 resume",
                "f6 start again",
            ])
            .await;
        terminal.keys(F5).await;
        terminal.until_idle(&["A fruit, then."]).await;
        assert_ne!(cli(&terminal).await?, pid);
        terminal
            .send(&asking("Which?", [turn().text("It was quince again.")]))
            .await;
        terminal
            .until_all(&["It was quince again.", "done •"])
            .await;
        assert!(told(stage).contains("The word is quince."));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_killed_cli_is_started_again_in_its_place() -> TestResult {
    on_stage(async |stage| {
        let first = asking("The word is quince.", [turn().text("A fruit, then.")]);
        let mut terminal = open(stage, &[&first]);
        terminal.until_idle(&["A fruit, then."]).await;
        signal(cli(&terminal).await?, Signal::SIGKILL)?;
        terminal.until_shown("f6 start again").await;
        terminal.keys(F6).await;
        terminal.until_idle(&[]).await;
        terminal.until_not("A fruit, then.").await;
        terminal
            .send(&asking("Which?", [turn().text("I cannot know that.")]))
            .await;
        terminal.until_all(&["I cannot know that.", "done •"]).await;
        assert!(!told(stage).contains("The word is quince."));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_session_is_ended_after_a_second_yes_and_the_cli_is_gone() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = open(stage, &[]);
        terminal.until_idle(&[]).await;
        let pid = cli(&terminal).await?;
        terminal.keys(ESC).await;
        terminal.until_shown("i: type a prompt").await;
        terminal.keys("Q").await;
        terminal.until_shown("End the session?").await;
        terminal.keys("y").await;
        terminal.until_shown("you ended the session").await;
        assert!(!runs(pid));
        Ok(())
    })
    .await
}

/// Whatever ends the program, it leaves no CLI behind.
#[tokio::test]
async fn a_program_that_is_ended_takes_its_cli_along() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = open(stage, &[]);
        terminal.until_idle(&[]).await;
        let pid = cli(&terminal).await?;
        terminal.signal(Signal::SIGTERM);
        let (code, raw) = terminal.end().await;
        assert_eq!(code, Some(143));
        assert!(crate::terminal::restored(&raw));
        eventually("the end of the CLI", || !runs(pid)).await
    })
    .await
}

#[tokio::test]
async fn an_unknown_session_is_told_with_the_last_words_of_the_cli() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = open(stage, &["--resume", "00000000-0000-4000-8000-000000000000"]);
        terminal
            .until_all(&["exit code 1", "No conversation found"])
            .await;
        Ok(())
    })
    .await
}

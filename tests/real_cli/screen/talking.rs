//! Talking to the real CLI: a prompt, an answer that streams in, a conversation that goes on another day.

use super::{asking, open, told};
use crate::stand_in::{Outcome, turn};
use crate::support::TestResult;
use crate::support::watch::on_stage;
use crate::terminal::{CTRL_C, ENTER};

#[tokio::test]
async fn a_prompt_on_the_command_line_is_answered_and_the_next_one_is_typed() -> TestResult {
    on_stage(async |stage| {
        let first = asking("Hello.", [turn().text("Good morning to you.")]);
        let mut terminal = open(stage, &[&first]);
        terminal
            .until_idle(&["Good morning to you.", "done •"])
            .await;
        let typed = asking("Again.", [turn().text("And a good evening.")]);
        terminal.paste(&typed).await;
        terminal.until_shown("❯ Again.").await;
        terminal.keys(ENTER).await;
        terminal.until_idle(&["And a good evening."]).await;
        let (code, after) = terminal.quit().await;
        assert_eq!(code, Some(0));
        assert!(after.contains("--resume "), "{after}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_answer_is_shown_while_it_comes() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = open(stage, &[]);
        terminal.until_idle(&[]).await;
        let words = "One two three four five six seven eight nine ten.";
        terminal
            .send(&asking("Count.", [turn().text(words).hang_after(3)]))
            .await;
        let hangs = |request: &crate::stand_in::Request| request.outcome == Outcome::Hanging;
        stage.api.wait_for_request(hangs).await?;
        terminal.until_state("● running", &["One two"]).await;
        assert!(!terminal.text().contains("nine ten"), "{}", terminal.text());
        stage.api.release();
        terminal.until_idle(&["nine ten.", "done •"]).await;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_turn_is_interrupted_by_a_key_and_the_session_goes_on() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = open(stage, &[]);
        terminal.until_idle(&[]).await;
        let words = "One two three four five six seven eight nine ten.";
        terminal
            .send(&asking("Count.", [turn().text(words).hang_after(3)]))
            .await;
        terminal.until_state("● running", &["One two"]).await;
        terminal.keys(CTRL_C).await;
        terminal.until_idle(&["interrupted"]).await;
        terminal
            .send(&asking("On.", [turn().text("Going on gladly.")]))
            .await;
        terminal.until_all(&["Going on gladly.", "done •"]).await;
        Ok(())
    })
    .await
}

/// What was said before is there when a session is gone on with, on the screen and for the model.
#[tokio::test]
async fn a_resumed_session_shows_what_was_said_before_and_goes_on() -> TestResult {
    on_stage(async |stage| {
        let first = asking("The word is quince.", [turn().text("A fruit, then.")]);
        let mut terminal = open(stage, &[&first]);
        terminal.until_idle(&["A fruit, then."]).await;
        let (_, after) = terminal.quit().await;
        let id = after
            .split_once("--resume ")
            .and_then(|(_, rest)| rest.split_whitespace().next())
            .expect("the way back is printed");
        // Each round awaits words of its own: what the round before said is shown again.
        let ways = [
            (&["--resume", id][..], "It was quince again."),
            (&["--continue"][..], "Still the same quince."),
        ];
        for (way, answer) in ways {
            let mut terminal = open(stage, way);
            terminal
                .until_idle(&["The word is quince.", "A fruit, then."])
                .await;
            terminal
                .send(&asking("Which?", [turn().text(answer)]))
                .await;
            terminal.until_idle(&[answer]).await;
            assert!(told(stage).contains("The word is quince."));
            assert_eq!(terminal.quit().await.0, Some(0));
        }
        Ok(())
    })
    .await
}

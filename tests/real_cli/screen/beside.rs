//! What runs beside the conversation under the real CLI: MCP servers of its own and tasks in the background, looked after
//! with keys. And a screen that is resized to next to nothing while an answer comes.

use super::{asking, open, told};
use crate::stand_in::turn;
use crate::support::TestResult;
use crate::support::watch::on_stage;
use crate::terminal::{ENTER, ESC};
use serde_json::json;
use std::time::Duration;

const ELICITOR: &str = include_str!("../support/elicitor.sh");

/// Goes to a pane from the composer, and lets it fill the screen.
async fn look_at(terminal: &mut crate::terminal::Terminal, keys: &str, shown: &str) {
    terminal.keys(ESC).await;
    terminal.until_shown("i: type a prompt").await;
    terminal.keys(keys).await;
    terminal.until_shown(shown).await;
}

/// A server that works and one that does not, each with what is known of it; switched off and on, and connected again.
#[tokio::test]
async fn servers_are_told_switched_and_connected_again() -> TestResult {
    on_stage(async |stage| {
        let servers = json!({"mcpServers": {
            "asker": {"command": "/bin/sh", "args": ["-c", ELICITOR]},
            "broken": {"command": "/bin/sh", "args": ["-c", "exit 3"]},
        }})
        .to_string();
        let prompt = asking("Hello.", [turn().text("Nothing to do.")]);
        let mut terminal = open(stage, &["--mcp-config", &servers, &prompt]);
        terminal.until_idle(&["Nothing to do."]).await;
        look_at(&mut terminal, "5z", "broken  failed, stdio").await;
        terminal
            .until_all(&["✓ asker  connected, stdio", "✗ broken  failed, stdio"])
            .await;
        terminal.keys("ge").await;
        terminal
            .until_all(&["asker is off", "asker  disabled"])
            .await;
        terminal.keys("e").await;
        terminal
            .until_all(&["asker is on", "✓ asker  connected"])
            .await;
        terminal.keys("r").await;
        terminal.until_shown("asker is connected again").await;
        // The failed one is below the tool of the other.
        terminal.keys("jjr").await;
        terminal.until_shown("the server stays as it is").await;
        Ok(())
    })
    .await
}

/// A server asks the person: a form from its schema, and the answer reaches the server.
#[tokio::test]
async fn a_server_that_asks_gets_what_is_filled_in() -> TestResult {
    on_stage(async |stage| {
        let servers = json!({"mcpServers": {
            "asker": {"command": "/bin/sh", "args": ["-c", ELICITOR]},
        }})
        .to_string();
        let turns = [
            turn().tool("mcp__asker__ask", json!({})),
            turn().text("It is known now."),
        ];
        let mut terminal = open(
            stage,
            &[
                "--mcp-config",
                &servers,
                "--allow",
                "mcp__asker",
                &asking("Ask.", turns),
            ],
        );
        terminal.request().await;
        terminal
            .until_all(&["server asker asks you", "What is your name?"])
            .await;
        terminal.keys("Ada").await;
        terminal.until_shown("Ada").await;
        terminal.keys("\t").await;
        terminal.until_not("your answer for").await;
        terminal.keys(ENTER).await;
        terminal.until_idle(&["It is known now."]).await;
        let told = told(stage);
        assert!(told.contains("accept") && told.contains("Ada"), "{told}");
        Ok(())
    })
    .await
}

/// A command in the background: its output is read, it is stopped, and its card does not say that it went well.
#[tokio::test]
async fn a_background_command_is_read_and_stopped() -> TestResult {
    on_stage(async |stage| {
        let command = json!({
            "command": "echo tick-tock; sleep 300",
            "description": "Tick",
            "run_in_background": true,
        });
        let turns = [turn().tool("Bash", command), turn().text("It ticks.")];
        let prompt = asking("Tick.", turns);
        let mut terminal = open(stage, &["--allow", "Bash(*)", &prompt]);
        terminal
            .until_idle(&["It ticks.", "in the background"])
            .await;
        look_at(&mut terminal, "6", "1 of 1 running").await;
        terminal.keys("Go").await;
        terminal.until_shown("Output: Tick").await;
        // It is asked again until the command has written something.
        for _ in 0..100 {
            if terminal.text().contains("tick-tock") {
                break;
            }
            terminal.keys("r").await;
            terminal.until_shown("bytes]").await;
        }
        terminal.until_shown("tick-tock").await;
        terminal.keys(ESC).await;
        terminal.until_not("Output: Tick").await;
        terminal.keys("s").await;
        terminal
            .until_all(&["1 over", "✗ Bash", "stopped, in the"])
            .await;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_answer_goes_on_while_the_screen_is_next_to_nothing() -> TestResult {
    on_stage(async |stage| {
        let words = "one two three four five six seven eight nine ten ".repeat(8);
        let answer = turn()
            .text(format!("{words} and that was the last word."))
            .gap(Duration::from_millis(20));
        let mut terminal = open(stage, &[&asking("Count.", [answer])]);
        terminal.until_state("● running", &["one two three"]).await;
        for (rows, columns) in [(3, 10), (40, 120), (1, 1), (20, 60), (3, 10), (40, 120)] {
            terminal.resize(rows, columns);
        }
        terminal
            .until_idle(&["that was the last word.", "Conversation ─", "Prompt ─"])
            .await;
        Ok(())
    })
    .await
}

/// Denied, and the turn is over: the model is not asked again.
#[tokio::test]
async fn a_command_is_denied_and_the_turn_ends() -> TestResult {
    on_stage(async |stage| {
        let turns = [
            turn().tool("Bash", json!({"command": "touch never.txt"})),
            turn().text("This is never said."),
        ];
        let mut terminal = open(stage, &[&asking("Please.", turns)]);
        terminal.request().await;
        terminal.keys("X").await;
        terminal
            .until_idle(&["denied by you", "✗ interrupted"])
            .await;
        assert!(!stage.sandbox.project().join("never.txt").exists());
        assert_eq!(stage.api.model_requests().len(), 1);
        Ok(())
    })
    .await
}

/// A session that went on with another one, and is forked from it, has its own id and the words of the other.
#[tokio::test]
async fn a_fork_knows_what_was_said_and_is_another_session() -> TestResult {
    on_stage(async |stage| {
        let first = asking("Remember.", [turn().text("I keep the heron in mind.")]);
        let mut terminal = open(stage, &[&first]);
        terminal.until_idle(&["I keep the heron in mind."]).await;
        let (_, after) = terminal.quit().await;
        let id = after.split("--resume ").nth(1).unwrap();
        let id = id.split_whitespace().next().unwrap().to_owned();
        let next = asking("What was it?", [turn().text("A bird, it was.")]);
        let mut terminal = open(stage, &["--resume", &id, "--fork", &next]);
        terminal
            .until_idle(&["I keep the heron in mind.", "A bird, it was."])
            .await;
        let (_, after) = terminal.quit().await;
        assert!(
            after.contains("--resume ") && !after.contains(&id),
            "{after}"
        );
        Ok(())
    })
    .await
}

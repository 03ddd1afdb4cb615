//! The examples, run as anybody would run them, with the real CLI and a model that is told what to say.

use crate::example::{in_order, program};
use crate::stand_in::{Turn, prompt, turn};
use crate::support::scene::on_stage;
use crate::support::{Failure, Stage, TestResult};
use serde_json::json;
use std::process::Output;
use tokio::process::Command;

/// What a database example, or one with files, says about where they are.
const DATABASE: &str = r"{{FIND:/\S+shop\.db}}";
const FOLDER: &str = r"{{FIND:/\S+/inbox}}";

/// Runs an example in the sandbox of a stage, with its environment and nothing else.
async fn example(stage: &Stage, name: &str, arguments: &[String]) -> Result<Output, Failure> {
    Ok(Command::new(program(name).map_err(Failure::new)?)
        .args(arguments)
        .current_dir(stage.sandbox.project())
        .env_clear()
        .envs(stage.sandbox.env())
        .env("CCA_CLI", stage.cli.path())
        .kill_on_drop(true)
        .output()
        .await?)
}

/// What a successful example printed.
async fn printed(
    stage: &Stage,
    name: &str,
    turns: impl IntoIterator<Item = Turn>,
) -> Result<String, Failure> {
    let output = example(stage, name, &[prompt("Go on.", turns)]).await?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {text}\n{errors}");
    Ok(text)
}

#[tokio::test]
async fn calculator() -> TestResult {
    on_stage(async |stage| {
        let text = printed(
            &stage,
            "calculator",
            [
                turn()
                    .tool("mcp__calc__add", json!({"a": 15, "b": 27}))
                    .tool("Bash", json!({"command": "touch evil"})),
                turn().text("It is {{RESULT}}."),
            ],
        )
        .await?;
        in_order(
            &text,
            &[
                "state: ",
                "-> running",
                "hook: PostToolUse is done",
                "tool: mcp__calc__add took Some(",
                "It is 42",
                "Success",
            ],
        );
        assert!(text.contains("no Bash today"), "{text}");
        assert!(!stage.has("evil"));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn database() -> TestResult {
    on_stage(async |stage| {
        let query = |sql: &str| {
            turn().tool(
                "mcp__demo__query",
                json!({"database": DATABASE, "sql": sql}),
            )
        };
        let text = printed(
            &stage,
            "database",
            [
                query("SELECT product, pieces FROM sales ORDER BY pieces DESC LIMIT 1"),
                query("DELETE FROM sales"),
                turn().text("Coffee."),
            ],
        )
        .await?;
        in_order(
            &text,
            &[
                "sql: SELECT product",
                "coffee",
                "310",
                "sql: DELETE",
                "only reads",
                "answer: Coffee.",
                "afterwards: 3",
            ],
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn files() -> TestResult {
    on_stage(async |stage| {
        let text = printed(
            &stage,
            "files",
            [
                turn().tool("mcp__demo__summarise_csv", json!({"folder": FOLDER})),
                turn().tool(
                    "mcp__demo__hash",
                    json!({"file": format!("{FOLDER}/people.csv")}),
                ),
                turn().text("All read."),
            ],
        )
        .await?;
        in_order(
            &text,
            &[
                "-> running",
                "-> waiting_tool_call",
                "progress: 0/2 reading people.csv",
                "progress: 2/2 done",
                "-> running",
                "All read.",
                "-> completed",
                "tool ",
                "mcp__demo__summarise_csv     well ",
                "mcp__demo__hash              well ",
            ],
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn guard() -> TestResult {
    on_stage(async |stage| {
        let bash = |command: &str| turn().tool("Bash", json!({"command": command}));
        let text = printed(
            &stage,
            "guard",
            [
                bash("ls build"),
                bash("cd build && rm -f precious.txt"),
                turn().text("I was stopped."),
            ],
        )
        .await?;
        in_order(
            &text,
            &[
                "got: precious.txt",
                "blocked by the guard (Bash(rm *))",
                "I was stopped.",
                "blocked: cd build && rm -f precious.txt",
                "still there: true",
            ],
        );
        assert!(!text.contains("blocked: ls"), "{text}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn chat() -> TestResult {
    on_stage(async |stage| {
        let prompts = [
            prompt("My name is Ada.", [turn().text("Hello, Ada.")]),
            prompt(
                "What is my name?",
                [turn().text("{{FIND:My name is (\\w+)}}, you said.")],
            ),
        ];
        let output = example(&stage, "chat", &prompts).await?;
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{output:?}");
        in_order(&text, &["Hello, Ada.", "idle so far", "Ada, you said."]);
        // Both answers come from one session.
        let sessions: Vec<_> = text
            .lines()
            .filter_map(|line| line.trim().split_once("(session "))
            .collect();
        let ids: std::collections::HashSet<_> = sessions
            .iter()
            .filter_map(|(_, rest)| rest.split(',').next())
            .collect();
        assert_eq!((sessions.len(), ids.len()), (2, 1), "{text}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn structured() -> TestResult {
    on_stage(async |stage| {
        let recipe = json!({"name": "Pancakes", "minutes": 20, "ingredients": [{"name": "milk", "amount": "300 ml"}]});
        let text = printed(&stage, "structured", [turn().tool("StructuredOutput", recipe)]).await?;
        assert_eq!(text, "Pancakes (20 minutes)\n- milk: 300 ml\n");
        Ok(())
    })
    .await
}

/// What goes wrong is said in words, and by the exit code.
#[tokio::test]
async fn a_failure_is_told() -> TestResult {
    on_stage(async |stage| {
        let wrong = prompt(
            "Go on.",
            [turn().text("No recipe."), turn().text("Still none.")],
        );
        let output = example(&stage, "structured", &[wrong]).await?;
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.contains("structured output") && !errors.contains("NoStructuredOutput"),
            "{errors}"
        );
        Ok(())
    })
    .await
}

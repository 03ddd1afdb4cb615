//! Tools: the CLI's own, ours, side by side and one after another, and those that fail.

use super::stage::same;
use crate::stand_in::turn;
use crate::support::TestResult;
use cca::PermissionAnswer;
use cca::tools::{Server, Tool, ToolError};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Barrier;

#[tokio::test]
async fn a_command_that_needs_no_permission_and_one_that_fails() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { say = "Looking." },
            { tool = { name = "Bash", input = { command = "echo hi" }, output = "hi" } },
            { tool = { name = "Bash", input = { command = "ls /nonexistent" }, error = "Exit code 2" } },
            { say = "Seen." },
        ]
    "#;
    let options = |options: cca::Options| options.allow("Bash(ls *)");
    same(scenario, options, async |player| {
        let echo = turn()
            .text("Looking.")
            .tool("Bash", json!({"command": "echo hi"}));
        let ls = turn().tool("Bash", json!({"command": "ls /nonexistent"}));
        player.turn("Look.", [echo, ls, turn().text("Seen.")]).await
    })
    .await
}

#[tokio::test]
async fn a_tool_of_ours() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { tool = { name = "mcp__calc__add", input = { a = 1, b = 2 }, as = "sum" } },
            { say = "It is {{sum}}." },
        ]
    "#;
    let options = |options: cca::Options| {
        let add = Tool::new("add", "Adds").handler(|_, _| async { Ok("3") });
        options
            .server(Server::new("calc")?.tool(add)?)
            .allow("mcp__calc__*")
    };
    same(scenario, options, async |player| {
        let add = turn().tool("mcp__calc__add", json!({"a": 1, "b": 2}));
        player
            .turn("Add.", [add, turn().text("It is {{RESULT}}.")])
            .await
    })
    .await
}

#[tokio::test]
async fn read_only_tools_run_side_by_side() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { parallel = { tools = [
                { name = "mcp__look__peek", input = { at = 1 } },
                { name = "mcp__look__peek", input = { at = 2 } },
            ] } },
            { say = "Both." },
        ]
    "#;
    // Each call waits for the other: one after another they would never end. So does each decision, since otherwise the
    // first may come before the second question or after it.
    let place = Arc::new(Barrier::new(2));
    let decision = Arc::new(Barrier::new(2));
    let options = |options: cca::Options| {
        let place = Arc::clone(&place);
        let peek = Tool::new("peek", "Looks").read_only().handler(move |_, _| {
            let place = Arc::clone(&place);
            async move {
                place.wait().await;
                Ok("seen")
            }
        });
        let decision = Arc::clone(&decision);
        let options = options.server(Server::new("look")?.tool(peek)?);
        Ok(options.on_permission(move |_, _| {
            let decision = Arc::clone(&decision);
            async move {
                decision.wait().await;
                Ok(PermissionAnswer::allow())
            }
        }))
    };
    same(scenario, options, async |player| {
        let both = turn()
            .tool("mcp__look__peek", json!({"at": 1}))
            .tool("mcp__look__peek", json!({"at": 2}));
        player.turn("Look.", [both, turn().text("Both.")]).await
    })
    .await
}

#[tokio::test]
async fn other_tools_run_one_after_another() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { parallel = { tools = [
                { name = "mcp__work__change", input = { at = 1 } },
                { name = "mcp__work__change", input = { at = 2 } },
            ] } },
            { say = "Both." },
        ]
    "#;
    let options = |options: cca::Options| {
        let change = Tool::new("change", "Changes").handler(|_, _| async { Ok("changed") });
        options
            .server(Server::new("work")?.tool(change)?)
            .allow("mcp__work__change")
    };
    same(scenario, options, async |player| {
        let both = turn()
            .tool("mcp__work__change", json!({"at": 1}))
            .tool("mcp__work__change", json!({"at": 2}));
        player.turn("Change.", [both, turn().text("Both.")]).await
    })
    .await
}

#[tokio::test]
async fn tools_that_fail_panic_or_hang() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { tool = { name = "mcp__bad__fails" } },
            { tool = { name = "mcp__bad__panics" } },
            { tool = { name = "mcp__bad__hangs" } },
            { say = "Three errors." },
        ]
    "#;
    let options = |options: cca::Options| {
        let fails = Tool::new("fails", "Fails")
            .handler(|_, _| async { Err::<String, _>(ToolError::new("the disk is full")) });
        let panics = Tool::new("panics", "Panics").handler(|args, _| async move {
            assert!(args.is_null(), "a bug of the handler");
            Ok(String::new())
        });
        let hangs = Tool::new("hangs", "Hangs")
            .timeout(Duration::from_millis(50))
            .handler(|_, _| std::future::pending::<Result<String, ToolError>>());
        let server = Server::new("bad")?.tool(fails)?.tool(panics)?.tool(hangs)?;
        options.server(server).allow("mcp__bad__*")
    };
    same(scenario, options, async |player| {
        let calls = ["fails", "panics", "hangs"]
            .map(|name| turn().tool(format!("mcp__bad__{name}"), json!({})));
        let all = calls.into_iter().chain([turn().text("Three errors.")]);
        player.turn("Try.", all).await
    })
    .await
}

#[tokio::test]
async fn files_are_read_written_and_edited() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { tool = { name = "Write", input = { file_path = "a.txt", content = "one\n" }, output = "Written." } },
            { tool = { name = "Read", input = { file_path = "a.txt" }, output = "one" } },
            { tool = { name = "Edit", input = { file_path = "a.txt", old_string = "one", new_string = "two" }, output = "Edited." } },
            { say = "Done." },
        ]
    "#;
    let options = |options: cca::Options| {
        Ok(options.permission_mode(cca::transport::launch::StartMode::AcceptEdits))
    };
    same(scenario, options, async |player| {
        let file = player.place.file("a.txt");
        let write = turn().tool("Write", json!({"file_path": file, "content": "one\n"}));
        let read = turn().tool("Read", json!({"file_path": file}));
        let input = json!({"file_path": file, "old_string": "one", "new_string": "two"});
        let edit = turn().tool("Edit", input);
        player
            .turn("Write.", [write, read, edit, turn().text("Done.")])
            .await
    })
    .await
}

#[tokio::test]
async fn a_list_of_tasks() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { task = { create = { subject = "Write code", description = "Write the code" } } },
            { task = { update = { id = 1, status = "completed" } } },
            { say = "Done." },
        ]
    "#;
    let options = |options: cca::Options| {
        Ok(options.cli(|launch| launch.allowed_tools(["TaskCreate", "TaskUpdate"])))
    };
    same(scenario, options, async |player| {
        let task = json!({"subject": "Write code", "description": "Write the code"});
        let create = turn().tool("TaskCreate", task);
        let update = turn().tool("TaskUpdate", json!({"taskId": "1", "status": "completed"}));
        player
            .turn("Plan.", [create, update, turn().text("Done.")])
            .await
    })
    .await
}

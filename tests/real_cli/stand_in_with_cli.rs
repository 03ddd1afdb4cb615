//! The real CLI on the bare wire against the stand-in: proves that each kind of script does to the CLI what it says.

use std::os::unix::process::ExitStatusExt;

use serde_json::{Value, json};

use crate::stand_in::{Outcome, Request, prompt, turn};
use crate::support::{Failure, Stage, TestResult, is};

/// Flags under which the CLI edits files and runs harmless commands without asking.
const UNATTENDED: [&str; 2] = ["--permission-mode", "acceptEdits"];

/// The content blocks of all frames of a type, flat.
fn blocks(frames: &[Value], kind: &str) -> Vec<Value> {
    let frames = frames.iter().filter(|frame| is(frame, kind));
    let contents = frames.filter_map(|frame| frame.pointer("/message/content")?.as_array());
    contents.flatten().cloned().collect()
}

fn last(frames: &[Value]) -> Result<&Value, Failure> {
    frames.last().ok_or_else(|| Failure::new("no frames"))
}

#[tokio::test]
async fn a_tool_runs_and_its_result_reaches_the_model() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&UNATTENDED)?;
    let response = cli.initialize().await?;
    assert_eq!(response["response"]["subtype"], "success", "{response}");

    let command =
        json!({"command": "echo green > light.txt && cat light.txt", "description": "Switch"});
    cli.prompt(&prompt(
        "Switch the light.",
        [
            turn().text("At once.").tool("Bash", command),
            turn().text("It is {{RESULT}}."),
        ],
    ))
    .await?;
    let frames = cli.until_result().await?;

    let result = last(&frames)?;
    assert_eq!(result["result"], "It is green.", "{result}");
    assert_eq!(result["is_error"], false);
    let said = blocks(&frames, "assistant");
    assert_eq!(
        said.iter()
            .filter(|block| block["type"] == "tool_use")
            .count(),
        1,
        "{said:?}"
    );
    assert_eq!(blocks(&frames, "user")[0]["content"], "green");
    assert_eq!(
        std::fs::read_to_string(stage.sandbox.project().join("light.txt"))?,
        "green\n"
    );
    let asked = stage.api.model_requests();
    assert_eq!(asked.len(), 2);
    assert_eq!(asked[1].tool_results(), "green");
    assert_eq!(asked[0].header("x-api-key"), Some("sk-ant-dummy"));
    assert!(cli.finish().await?.success());
    Ok(())
}

#[tokio::test]
async fn a_prompt_without_a_script_is_echoed_and_a_second_prompt_has_its_own_script() -> TestResult
{
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    cli.prompt("Are you there?").await?;
    assert_eq!(
        last(&cli.until_result().await?)?["result"],
        "Echo: Are you there?"
    );
    cli.prompt(&prompt("And now?", [turn().text("Still here.")]))
        .await?;
    assert_eq!(last(&cli.until_result().await?)?["result"], "Still here.");
    assert!(cli.finish().await?.success());
    Ok(())
}

#[tokio::test]
async fn an_overloaded_api_is_asked_again() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    cli.prompt(&prompt(
        "Try.",
        [turn().http_error(529).times(2).text("Made it.")],
    ))
    .await?;
    let frames = cli.until_result().await?;
    let retries: Vec<&Value> = frames
        .iter()
        .filter(|frame| is(frame, "system/api_retry"))
        .collect();
    assert_eq!(retries.len(), 2, "{retries:?}");
    assert_eq!(retries[0]["error_status"], 529, "{retries:?}");
    assert_eq!(last(&frames)?["result"], "Made it.");
    assert_eq!(stage.api.model_requests().len(), 3);
    Ok(())
}

#[tokio::test]
async fn a_hanging_answer_shows_its_start_and_the_cli_can_be_killed_in_it() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    cli.prompt(&prompt(
        "Talk.",
        [turn().text("one two three").hang_after(2)],
    ))
    .await?;
    let text = |frame: &Value| frame["event"]["delta"]["text"].as_str().map(str::to_owned);
    let frames = cli
        .until(|frame| text(frame).as_deref() == Some("two "))
        .await?;
    assert_eq!(
        frames.iter().filter_map(text).collect::<String>(),
        "one two "
    );
    stage
        .api
        .wait_for_request(|request| request.outcome == Outcome::Hanging)
        .await?;
    assert_eq!(cli.kill().await?.signal(), Some(9));
    stage
        .api
        .wait_for_request(|request| request.outcome == Outcome::Abandoned)
        .await?;
    Ok(())
}

#[tokio::test]
async fn a_released_answer_goes_on() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    cli.prompt(&prompt(
        "Talk.",
        [turn().text("one two three").hang_after(2)],
    ))
    .await?;
    stage
        .api
        .wait_for_request(|request| request.outcome == Outcome::Hanging)
        .await?;
    stage.api.release();
    assert_eq!(last(&cli.until_result().await?)?["result"], "one two three");
    Ok(())
}

#[tokio::test]
async fn a_cut_stream_is_asked_again() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    cli.prompt(&prompt(
        "Talk.",
        [turn().text("one two three").cut_after(2).times(1)],
    ))
    .await?;
    let frames = cli.until_result().await?;
    let answered = |request: &Request| request.outcome == Outcome::Complete;
    stage.api.wait_for_request(answered).await?;
    let outcomes: Vec<Outcome> = stage
        .api
        .model_requests()
        .iter()
        .map(|request| request.outcome)
        .collect();
    assert_eq!(outcomes, [Outcome::Cut, Outcome::Complete], "{frames:?}");
    assert_eq!(last(&frames)?["result"], "one two three");
    Ok(())
}

#[tokio::test]
async fn a_sub_agent_follows_the_script_in_its_own_prompt() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&UNATTENDED)?;
    let command = json!({"command": "echo forty-two", "description": "Compute"});
    let inner = [
        turn().tool("Bash", command),
        turn().text("The agent found {{RESULT}}."),
    ];
    cli.prompt(&prompt(
        "Delegate.",
        [
            turn().agent("Compute it", inner),
            turn().text("Thanks: {{RESULT}}"),
        ],
    ))
    .await?;
    let frames = cli.until_result().await?;
    let result = last(&frames)?["result"].to_string();
    assert!(result.contains("The agent found forty-two."), "{result}");
    let from_agent = frames
        .iter()
        .filter(|frame| is(frame, "assistant") && frame["parent_tool_use_id"].is_string());
    assert!(from_agent.count() > 0);
    assert_eq!(stage.api.model_requests().len(), 4);
    Ok(())
}

#[tokio::test]
async fn thinking_arrives_as_thinking() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    cli.prompt(&prompt(
        "Ponder.",
        [turn().thinking("Let me see.").text("Yes.")],
    ))
    .await?;
    let frames = cli.until_result().await?;
    let said = blocks(&frames, "assistant");
    assert_eq!(said[0]["type"], "thinking", "{said:?}");
    assert_eq!(said[0]["thinking"], "Let me see.");
    assert_eq!(said[1], json!({"type": "text", "text": "Yes."}));
    Ok(())
}

#[tokio::test]
async fn a_script_finds_what_only_the_cli_knows() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&["--permission-mode", "plan"])?;
    cli.prompt(&prompt(
        "Plan.",
        [turn().text(r"{{FIND:/\S+/plans/\S+\.md}}")],
    ))
    .await?;
    let result = last(&cli.until_result().await?)?["result"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let plans = stage.sandbox.home().join(".claude/plans");
    assert!(result.starts_with(&plans.display().to_string()), "{result}");
    Ok(())
}

#[tokio::test]
async fn usage_and_stop_reason_are_as_scripted() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    cli.prompt(&prompt(
        "Count.",
        [turn()
            .text("x")
            .usage("input_tokens", 4321)
            .stop_reason("stop_sequence")],
    ))
    .await?;
    let frames = cli.until_result().await?;
    let result = last(&frames)?;
    assert_eq!(result["usage"]["input_tokens"], 4321, "{result}");
    assert_eq!(result["stop_reason"], "stop_sequence", "{result}");
    Ok(())
}

#[tokio::test]
async fn a_script_goes_on_when_the_cli_itself_asks_the_model_to() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    for reason in ["max_tokens", "refusal"] {
        let turns = [
            turn().text("Half").stop_reason(reason),
            turn().text("and half."),
        ];
        cli.prompt(&prompt("Go.", turns)).await?;
        assert_eq!(
            last(&cli.until_result().await?)?["result"],
            "and half.",
            "{reason}"
        );
    }
    cli.prompt(&prompt("Go.", [turn(), turn().text("Something.")]))
        .await?;
    assert_eq!(last(&cli.until_result().await?)?["result"], "Something.");
    Ok(())
}

#[tokio::test]
async fn a_prompt_after_an_interrupt_has_its_own_script() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    cli.prompt(&prompt("Talk.", [turn().text("one two").hang_after(1)]))
        .await?;
    cli.until(|frame| frame.pointer("/event/delta").is_some())
        .await?;
    let interrupt = json!({"subtype": "interrupt"});
    cli.send(&json!({"type": "control_request", "request_id": "stop", "request": interrupt}))
        .await?;
    let frames = cli.until_result().await?;
    assert_eq!(
        last(&frames)?["terminal_reason"],
        "aborted_streaming",
        "{frames:?}"
    );
    cli.prompt(&prompt("Again.", [turn().text("Second.")]))
        .await?;
    assert_eq!(last(&cli.until_result().await?)?["result"], "Second.");
    Ok(())
}

#[tokio::test]
async fn a_background_agent_ends_in_a_turn_of_its_own() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&UNATTENDED)?;
    let inner = [turn().text("Found it.").hang_after(1)];
    let turns = [
        turn().background_agent("Search", inner),
        turn().text("It is looking."),
    ];
    cli.prompt(&prompt("Delegate.", turns)).await?;
    assert_eq!(
        last(&cli.until_result().await?)?["result"],
        "It is looking."
    );
    stage.api.release();
    let frames = cli.until_result().await?;
    let ended = frames
        .iter()
        .find(|frame| is(frame, "system/task_notification"));
    assert_eq!(
        ended.map(|frame| &frame["summary"]),
        Some(&json!("Found it.")),
        "{frames:?}"
    );
    assert_eq!(last(&frames)?["result"], "Noted.");
    Ok(())
}

#[tokio::test]
async fn a_stream_that_ends_in_an_error_is_asked_for_whole() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let mut cli = stage.start(&[])?;
    let broken = turn()
        .text("one two three")
        .stream_error_after("overloaded_error", 2)
        .times(1);
    cli.prompt(&prompt("Talk.", [broken])).await?;
    let frames = cli.until_result().await?;
    assert_eq!(last(&frames)?["result"], "one two three");
    assert_eq!(
        frames
            .iter()
            .filter(|frame| is(frame, "system/api_retry"))
            .count(),
        0
    );
    let asked = stage.api.model_requests();
    assert_eq!(
        asked
            .iter()
            .map(|request| request.body["stream"] == true)
            .collect::<Vec<_>>(),
        [true, false]
    );
    Ok(())
}

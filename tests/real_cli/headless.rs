//! `cca-tui run` against the real CLI: what it prints, what it decides, how it ends.
//!
//! The program inherits the sandbox's environment and nothing else, so this also proves what it hands on to the CLI.

use crate::stand_in::{Outcome, prompt, turn};
use crate::support::watch::on_stage;
use crate::support::{Failure, Stage, TestResult};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use std::process::{Output, Stdio};
use tokio::process::Command;

fn program(stage: &Stage, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cca-tui"));
    command
        .arg("run")
        .arg("--cli")
        .arg(stage.cli.path())
        .arg("--cwd")
        .arg(stage.sandbox.project())
        .args(arguments)
        .env_clear()
        .envs(stage.sandbox.env())
        .stdin(Stdio::null())
        .kill_on_drop(true);
    command
}

/// What a run came to.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: &Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Every line as an event; the last one is the end.
    fn events(&self) -> Result<Vec<Value>, Failure> {
        let lines = self.out.lines();
        let events: Vec<Value> = lines.map(serde_json::from_str).collect::<Result<_, _>>()?;
        assert!(
            events.iter().all(|event| event["t"].is_number()),
            "{}",
            self.out
        );
        let end = events.last().ok_or_else(|| Failure::new("no events"))?;
        assert_eq!(end["type"], "end", "{}", self.out);
        assert_eq!(end["unknown"], 0, "{}", self.out);
        Ok(events)
    }

    fn event(&self, kind: &str) -> Result<Value, Failure> {
        let found = self
            .events()?
            .into_iter()
            .find(|event| event["type"] == kind);
        found.ok_or_else(|| Failure::new(format!("no {kind} in {}", self.out)))
    }
}

async fn run(stage: &Stage, arguments: &[&str]) -> Result<Ran, Failure> {
    Ok(Ran::of(&program(stage, arguments).output().await?))
}

fn touching(file: &str) -> String {
    let command = json!({"command": format!("touch {file}")});
    prompt(
        "Make a file.",
        [
            turn().text("Making it.").tool("Bash", command),
            turn().text("That is all."),
        ],
    )
}

#[tokio::test]
async fn text_is_printed_and_the_session_is_named() -> TestResult {
    on_stage(async |stage| {
        let ran = run(stage, &[&prompt("Hello.", [turn().text("Hello to you.")])]).await?;
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
        assert!(
            ran.out.contains("\nHello to you.\ndone · 1 turn · "),
            "{}",
            ran.out
        );
        assert!(ran.out.contains("cca-tui run --resume "), "{}", ran.out);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_call_that_a_rule_allows_runs() -> TestResult {
    on_stage(async |stage| {
        let ran = run(stage, &["--allow", "Bash(touch *)", &touching("made.txt")]).await?;
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        assert!(
            ran.out
                .contains("  Bash touch made.txt · allowed by rule Bash(touch *)"),
            "{}",
            ran.out
        );
        assert!(
            ran.out.contains("  Bash touch made.txt · ok · "),
            "{}",
            ran.out
        );
        assert!(!ran.out.contains("do not wait for"), "{}", ran.out);
        assert!(stage.sandbox.project().join("made.txt").exists());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_call_that_nobody_may_decide_is_denied_and_everybody_hears_the_rule() -> TestResult {
    on_stage(async |stage| {
        let ran = run(stage, &["--json", &touching("not.txt")]).await?;
        assert_eq!(ran.code, Some(4), "{}{}", ran.out, ran.err);
        let decision = ran.event("permission")?;
        assert_eq!(decision["would_allow"], json!(["Bash(touch *)"]));
        assert_eq!(ran.event("result")?["outcome"], "success");
        assert!(!stage.sandbox.project().join("not.txt").exists());
        let told = stage.api.model_requests().pop().expect("a request");
        assert!(
            told.text().contains("--allow 'Bash(touch *)'"),
            "{}",
            told.text()
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_structured_output_is_all_that_is_printed() -> TestResult {
    on_stage(async |stage| {
        let schema = stage.sandbox.root().join("schema.json");
        let text = json!({"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]});
        std::fs::write(&schema, text.to_string())?;
        let asked = prompt("Sum?", [turn().tool("StructuredOutput", json!({"sum": 42})), turn().text("42.")]);
        let ran = run(stage, &["--schema", &schema.display().to_string(), "--json", &asked]).await?;
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), "{\"sum\":42}\n"), "{}", ran.err);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_limit_of_turns_is_4_and_an_api_that_fails_is_1() -> TestResult {
    on_stage(async |stage| {
        let ran = run(
            stage,
            &[
                "--json",
                "--max-turns",
                "1",
                "--allow",
                "Bash",
                &touching("x"),
            ],
        )
        .await?;
        assert_eq!(
            (ran.code, &ran.event("result")?["outcome"]),
            (Some(4), &json!("max_turns")),
            "{}",
            ran.out
        );
        let broken = prompt("Hello.", [turn().http_error(400)]);
        let ran = run(stage, &["--json", &broken]).await?;
        assert_eq!(
            (ran.code, &ran.event("result")?["outcome"]),
            (Some(1), &json!("api_error")),
            "{}",
            ran.out
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn several_prompts_are_one_session_which_can_be_resumed() -> TestResult {
    on_stage(async |stage| {
        let first = prompt("The word is quince.", [turn().text("I see.")]);
        let second = prompt("Again?", [turn().text("Yes.")]);
        let ran = run(stage, &["--quiet", &first, &second]).await?;
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (Some(0), "I see.\nYes.\n"),
            "{}",
            ran.err
        );
        let again = run(
            stage,
            &[
                "--continue",
                "--json",
                &prompt("Which word?", [turn().text("Quince.")]),
            ],
        )
        .await?;
        assert_eq!(again.code, Some(0), "{}", again.err);
        let id = again.event("end")?["session_id"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let request = stage.api.model_requests().pop().expect("a request");
        assert!(request.text().contains("The word is quince."));
        let resumed = run(
            stage,
            &[
                "--resume",
                &id,
                "--fork",
                "--json",
                &prompt("On.", [turn().text("On.")]),
            ],
        )
        .await?;
        assert_eq!(resumed.code, Some(0), "{}", resumed.err);
        assert_ne!(resumed.event("end")?["session_id"], id.as_str());
        let missing = run(
            stage,
            &["--resume", "00000000-0000-4000-8000-000000000000", "Hello."],
        )
        .await?;
        assert_eq!(missing.code, Some(3), "{}", missing.err);
        assert!(
            missing.err.contains("No conversation found"),
            "{}",
            missing.err
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn tools_and_hooks_from_files_take_part() -> TestResult {
    on_stage(async |stage| {
        let tools = stage.sandbox.root().join("house.toml");
        std::fs::write(
            &tools,
            "[tools.greet]\ndescription = \"Greets\"\nanswer = \"good day\"\n",
        )?;
        let hooks = stage.sandbox.root().join("hooks.toml");
        let text = "[[hooks]]\nevent = \"PreToolUse\"\nmatcher = \"Bash\"\n\
                    deny = { rules = [\"Bash(touch *)\"], reason = \"no new files\" }\n";
        std::fs::write(&hooks, text)?;
        let asked = prompt(
            "Greet, then make a file.",
            [
                turn().tool("mcp__house__greet", json!({})),
                turn().text("It said {{RESULT}}."),
            ],
        );
        let (tools, hooks) = (tools.display().to_string(), hooks.display().to_string());
        let flags = [
            "--tools",
            &tools,
            "--tools",
            "demo",
            "--hooks",
            &hooks,
            "--allow",
            "mcp__house",
            "--allow",
            "Bash",
        ];
        let ran = run(
            stage,
            &[&flags[..], &["--json", &asked, &touching("no.txt")]].concat(),
        )
        .await?;
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        assert_eq!(ran.event("result")?["text"], "It said good day.");
        let offered = ran.event("session")?["servers"].to_string();
        assert!(
            offered.contains("\"demo\"") && offered.contains("\"house\""),
            "{offered}"
        );
        let hook = ran.event("hook")?;
        assert_eq!(
            (&hook["outcome"], &hook["reason"]),
            (&json!("deny"), &json!("no new files"))
        );
        assert!(!stage.sandbox.project().join("no.txt").exists());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn ctrl_c_interrupts_a_running_turn() -> TestResult {
    on_stage(async |stage| {
        let hanging = prompt(
            "Talk.",
            [turn().text("One two three four five.").hang_after(2)],
        );
        let child = program(stage, &["--json", &hanging])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        stage
            .api
            .wait_for_request(|request| request.outcome == Outcome::Hanging)
            .await?;
        let pid = i32::try_from(child.id().unwrap_or_default())?;
        kill(Pid::from_raw(pid), Signal::SIGINT)?;
        let ran = Ran::of(&child.wait_with_output().await?);
        assert_eq!(ran.code, Some(130), "{}{}", ran.out, ran.err);
        assert!(ran.err.contains("interrupting"), "{}", ran.err);
        assert_eq!(
            ran.event("result")?["outcome"],
            "interrupted",
            "{}",
            ran.out
        );
        assert_eq!(ran.event("end")?["reason"], "interrupted");
        Ok(())
    })
    .await
}

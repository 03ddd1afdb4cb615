//! What a hook's answer does: refuse, rewrite, ask, tell, stop, defer, block; and hooks that fail or are late.

use crate::stand_in::{Turn, turn};
use crate::support::scene::{connect, fields, on_stage, play};
use crate::support::{TestResult, sdk};
use cca::session::{HookOutcome, Outcome};
use cca::{HookEvent, HookOptions, HookOutput, PermissionAnswer};
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::mpsc;

fn touch(name: &str) -> [Turn; 2] {
    let call = json!({"command": format!("touch {name}"), "description": "Make a file"});
    [turn().tool("Bash", call), turn().text("Done.")]
}

fn decided(decision: &str, reason: &str) -> HookOutcome {
    let (decision, reason) = (decision.to_owned(), reason.to_owned());
    HookOutcome::Decided { decision, reason }
}

#[tokio::test]
async fn a_hook_denies_before_anybody_is_asked() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .on_permission(|_, _| async { Ok(PermissionAnswer::allow()) })
            .hook(HookEvent::PreToolUse, "Bash", |_, _| async {
                Ok(HookOutput::deny("not on Fridays"))
            });
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert!(!stage.has("made.txt"));
        assert!(
            stage.tool_results().contains("not on Fridays"),
            "{}",
            stage.tool_results()
        );
        assert!(seen.decisions().is_empty(), "nobody was asked");
        let runs = seen.hooks("PreToolUse");
        assert_eq!(runs.len(), 1);
        assert_eq!(runs[0].outcome, Some(decided("deny", "not on Fridays")));
        assert_eq!(runs[0].tool_name.as_deref(), Some("Bash"));
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_hook_rewrites_the_input() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage).hook(HookEvent::PreToolUse, "Bash", |_, _| async {
            Ok(HookOutput::rewrite(fields(
                json!({"command": "touch rewritten.txt"}),
            )))
        });
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("asked.txt")).await?;
        assert_eq!(
            (stage.has("rewritten.txt"), stage.has("asked.txt")),
            (true, false)
        );
        assert!(seen.decisions().is_empty(), "the hook allowed it");
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_hook_makes_the_cli_ask_about_what_it_would_just_do() -> TestResult {
    on_stage(|stage| async move {
        let reasons = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&reasons);
        let options = sdk::options(&stage)
            .on_permission(move |request, _| {
                noted.lock().unwrap().push(request.decision_reason_type);
                async { Ok(PermissionAnswer::deny("asked and denied")) }
            })
            .hook(HookEvent::PreToolUse, "Bash", |_, _| async {
                Ok(HookOutput::ask("look at it"))
            });
        let mut client = connect(options).await?;
        let echo = turn().tool(
            "Bash",
            json!({"command": "echo hi", "description": "Say hi"}),
        );
        let seen = play(&mut client, [echo, turn().text("Done.")]).await?;
        assert_eq!(*reasons.lock().unwrap(), [Some("hook".to_owned())]);
        assert!(stage.tool_results().contains("asked and denied"));
        assert_eq!(
            seen.hooks("PreToolUse")[0].outcome,
            Some(decided("ask", "look at it"))
        );
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn what_hooks_add_reaches_the_model() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .hook(HookEvent::UserPromptSubmit, "", |_, _| async {
                Ok(HookOutput::context("the word is heron"))
            })
            .hook(HookEvent::PostToolUse, "Bash", |_, _| async {
                Ok(HookOutput::context("the number is 77"))
            });
        let mut client = connect(options).await?;
        let echo = turn().tool(
            "Bash",
            json!({"command": "echo hi", "description": "Say hi"}),
        );
        let seen = play(&mut client, [echo, turn().text("Done.")]).await?;
        let requests = stage.api.model_requests();
        assert_eq!(requests.len(), 2);
        let first = requests[0].text();
        assert!(first.contains("the word is heron") && !first.contains("the number is 77"));
        assert!(requests[1].text().contains("the number is 77"));
        assert_eq!(
            seen.hooks("PostToolUse")[0].outcome,
            Some(HookOutcome::Changed)
        );
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_hook_stops_the_turn() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage).hook(HookEvent::PostToolUse, "Bash", |_, _| async {
            Ok(HookOutput::stop("that is enough"))
        });
        let mut client = connect(options).await?;
        let echo = turn().tool(
            "Bash",
            json!({"command": "echo hi", "description": "Say hi"}),
        );
        let seen = play(&mut client, [echo, turn().text("Never said.")]).await?;
        assert_eq!(seen.result().turn.outcome, Some(Outcome::HookStopped));
        assert_eq!(stage.api.model_requests().len(), 1);
        assert_eq!(
            seen.hooks("PostToolUse")[0].outcome,
            Some(decided("stop", "that is enough"))
        );
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_hook_defers_a_call() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage).hook(HookEvent::PreToolUse, "Bash", |_, _| async {
            Ok(HookOutput::defer())
        });
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert_eq!(seen.result().turn.outcome, Some(Outcome::ToolDeferred));
        assert!(!stage.has("made.txt"));
        assert_eq!(stage.api.model_requests().len(), 1);
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_hook_blocks_a_prompt() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage).hook(HookEvent::UserPromptSubmit, "", |_, _| async {
            Ok(HookOutput::block("say please"))
        });
        let mut client = connect(options).await?;
        let seen = play(&mut client, [turn().text("Never said.")]).await?;
        assert_eq!(seen.result().turn.outcome, Some(Outcome::NoTurn));
        assert!(stage.api.model_requests().is_empty());
        let state = sdk::finish(&stage, client).await?;
        let runs: Vec<_> = state
            .hooks
            .iter()
            .map(|run| (run.event.as_str(), run.outcome.clone()))
            .collect();
        assert_eq!(
            runs,
            [("UserPromptSubmit", Some(decided("block", "say please")))]
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_hook_that_fails_has_no_opinion_unless_it_is_to_block() -> TestResult {
    for block_on_failure in [false, true] {
        on_stage(|stage| async move {
            let options = HookOptions {
                matcher: Some("Bash".to_owned()),
                block_on_failure,
                ..HookOptions::default()
            };
            let options = sdk::options(&stage).allow("Bash")?.hook_with(
                HookEvent::PreToolUse,
                options,
                |_, _| async { Err("out of order".into()) },
            );
            let mut client = connect(options).await?;
            let seen = play(&mut client, touch("made.txt")).await?;
            assert_eq!(stage.has("made.txt"), !block_on_failure);
            assert_eq!(
                seen.hooks("PreToolUse")[0].outcome,
                Some(HookOutcome::Failed("out of order".to_owned()))
            );
            let state = sdk::finish(&stage, client).await?;
            assert!(
                state
                    .oddities
                    .iter()
                    .any(|odd| odd.what.contains("out of order"))
            );
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn an_answer_that_means_nothing_for_the_event_is_a_failure_and_not_silence() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .hook(HookEvent::PostToolUse, "Bash", |_, _| async { Ok(HookOutput::defer()) });
        let mut client = connect(options).await?;
        let echo = turn().tool("Bash", json!({"command": "echo hi", "description": "Say hi"}));
        let seen = play(&mut client, [echo, turn().text("Done.")]).await?;
        let runs = seen.hooks("PostToolUse");
        assert!(matches!(&runs[0].outcome, Some(HookOutcome::Failed(why)) if why.contains("means nothing")), "{runs:?}");
        assert_eq!(seen.result().text(), "Done.");
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_hook_that_is_late_keeps_the_call_from_running_and_is_cancelled() -> TestResult {
    on_stage(|stage| async move {
        let (tell, mut told) = mpsc::channel(1);
        let options = HookOptions {
            matcher: Some("Bash".to_owned()),
            timeout: Some(Duration::from_secs(1)),
            ..HookOptions::default()
        };
        let options = sdk::options(&stage).allow("Bash")?.hook_with(
            HookEvent::PreToolUse,
            options,
            move |_, cx| {
                let tell = tell.clone();
                async move {
                    tell.send(cx).await?;
                    std::future::pending().await
                }
            },
        );
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert!(!stage.has("made.txt"));
        assert!(seen.results()[0].1, "{:?}", seen.results());
        assert_eq!(
            seen.hooks("PreToolUse")[0].outcome,
            Some(HookOutcome::TimedOut)
        );
        let cx = told.recv().await.expect("the hook began");
        assert!(cx.cancel.is_cancelled());
        let state = sdk::finish(&stage, client).await?;
        assert!(state.pending.is_empty());
        Ok(())
    })
    .await
}

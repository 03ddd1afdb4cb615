//! Permission requests decided by callbacks, rules and limits.

use crate::stand_in::{Turn, turn};
use crate::support::scene::{connect, fields, on_stage, play};
use crate::support::{TestResult, sdk};
use cca::session::{Outcome, Phase, Verdict};
use cca::trace::DecidedBy;
use cca::transport::launch::SettingSource;
use cca::wire::permission::{Destination, PermissionUpdate};
use cca::{CanUseTool, PermissionAnswer};
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A call that the CLI asks about, and what the model says when it came back.
fn touch(name: &str) -> [Turn; 2] {
    let call = json!({"command": format!("touch {name}"), "description": "Make a file"});
    [turn().tool("Bash", call), turn().text("Done.")]
}

/// What a callback was asked, for a test to look at.
type Asked = Arc<Mutex<Vec<CanUseTool>>>;

fn note(asked: &Asked, request: CanUseTool) {
    asked.lock().unwrap().push(request);
}

#[tokio::test]
async fn what_the_callback_allows_is_done() -> TestResult {
    on_stage(|stage| async move {
        let asked = Asked::default();
        let noted = Arc::clone(&asked);
        let options = sdk::options(&stage).on_permission(move |request, cx| {
            assert!(!cx.request_id.is_empty() && !cx.session_id.is_empty());
            note(&noted, request);
            async { Ok(PermissionAnswer::allow()) }
        });
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert!(stage.has("made.txt"));
        let request = asked.lock().unwrap().pop().expect("it was asked");
        assert_eq!(request.tool_name, "Bash");
        assert_eq!(request.input["command"], "touch made.txt");
        let order = [
            Phase::Running,
            Phase::WaitingPermission,
            Phase::WaitingToolCall,
            Phase::Running,
        ];
        assert!(seen.passed_through(&order), "{:?}", seen.phases());
        let [decision] = seen.decisions()[..] else {
            panic!("one decision");
        };
        let allowed = Verdict::Allowed {
            edited: false,
            rules: 0,
        };
        assert_eq!(
            (&decision.verdict, &decision.by),
            (&allowed, &DecidedBy::Callback)
        );
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn what_the_callback_denies_is_not_done_and_the_model_is_told_why() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .on_permission(|_, _| async { Ok(PermissionAnswer::deny("not in the holidays")) });
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert!(!stage.has("made.txt"));
        assert!(
            stage.tool_results().contains("not in the holidays"),
            "{}",
            stage.told()
        );
        assert!(seen.results()[0].1, "the result is an error");
        assert_eq!(seen.result().turn.outcome, Some(Outcome::Success));
        let denied = Verdict::Denied {
            message: "not in the holidays".to_owned(),
            interrupt: false,
        };
        assert_eq!(seen.decisions()[0].verdict, denied);
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_edited_input_is_what_runs() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage).on_permission(|request, _| async move {
            let mut input = fields(request.input);
            input.insert("command".to_owned(), "touch edited.txt".into());
            Ok(PermissionAnswer::allow_with(input))
        });
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("asked.txt")).await?;
        assert_eq!(
            (stage.has("edited.txt"), stage.has("asked.txt")),
            (true, false)
        );
        let edited = Verdict::Allowed {
            edited: true,
            rules: 0,
        };
        assert_eq!(seen.decisions()[0].verdict, edited);
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_denial_may_end_the_turn_but_not_the_session() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .on_permission(|_, _| async { Ok(PermissionAnswer::deny_and_interrupt("stop it")) });
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert_eq!(seen.result().turn.outcome, Some(Outcome::Interrupted));
        assert!(!stage.has("made.txt"));
        assert_eq!(
            stage.api.model_requests().len(),
            1,
            "the model was not asked again"
        );
        let again = play(&mut client, [turn().text("Still here.")]).await?;
        assert_eq!(again.result().text(), "Still here.");
        let state = sdk::finish(&stage, client).await?;
        let first = state.decisions.iter().next().expect("a decision");
        assert!(
            matches!(
                first.verdict,
                Verdict::Denied {
                    interrupt: true,
                    ..
                }
            ),
            "{first:?}"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn always_allow_keeps_the_one_rule_that_was_chosen_and_leaves_the_mode() -> TestResult {
    on_stage(|stage| async move {
        let asked = Asked::default();
        let noted = Arc::clone(&asked);
        let options = sdk::options(&stage)
            .cli(|launch| launch.setting_sources([SettingSource::Local]))
            .on_permission(move |request, _| {
                let offered = request.permission_suggestions.clone();
                note(&noted, request);
                async move {
                    let kept = |update: &PermissionUpdate| {
                        matches!(
                            update,
                            PermissionUpdate::Rules {
                                destination: Some(Destination::LocalSettings),
                                ..
                            }
                        )
                    };
                    let chosen: Vec<_> = offered.into_iter().filter(kept).collect();
                    Ok(PermissionAnswer::allow_always(chosen))
                }
            });
        let mut client = connect(options).await?;
        play(&mut client, touch("once.txt")).await?;
        let offered = asked.lock().unwrap()[0].permission_suggestions.clone();
        let mode = |update: &PermissionUpdate| matches!(update, PermissionUpdate::SetMode { .. });
        assert!(
            offered.iter().any(mode),
            "a change of mode was offered too: {offered:?}"
        );
        let settings = stage.sandbox.project().join(".claude/settings.local.json");
        let settings = std::fs::read_to_string(settings)?;
        assert!(settings.contains("Bash(touch"), "{settings}");

        play(&mut client, touch("once.txt")).await?;
        assert_eq!(asked.lock().unwrap().len(), 1, "the rule decides now");

        // With edits accepted this would run without a question.
        let file = stage.sandbox.project().join("written.txt");
        let write = turn().tool("Write", json!({"file_path": file, "content": "x"}));
        play(&mut client, [write, turn().text("Done.")]).await?;
        assert_eq!(asked.lock().unwrap().len(), 2, "the mode has not changed");
        assert!(stage.has("written.txt"));
        let state = sdk::finish(&stage, client).await?;
        assert_eq!(state.facts.permission_mode.as_deref(), Some("default"));
        let first = state.decisions.iter().next().expect("a decision");
        assert_eq!(
            first.verdict,
            Verdict::Allowed {
                edited: false,
                rules: 1
            }
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn rules_decide_first_and_the_callback_decides_the_rest() -> TestResult {
    on_stage(|stage| async move {
        let asked = Asked::default();
        let noted = Arc::clone(&asked);
        let options = sdk::options(&stage)
            .allow("Bash(touch allowed*)")?
            .deny("Bash(touch denied*)")?
            .on_permission(move |request, _| {
                note(&noted, request);
                async { Ok(PermissionAnswer::allow()) }
            });
        let mut client = connect(options).await?;
        play(&mut client, touch("allowed.txt")).await?;
        play(&mut client, touch("denied.txt")).await?;
        assert!(
            stage.tool_results().contains("Bash(touch denied*)"),
            "{}",
            stage.tool_results()
        );
        assert!(asked.lock().unwrap().is_empty(), "nobody was asked");
        play(&mut client, touch("other.txt")).await?;
        assert_eq!(asked.lock().unwrap().len(), 1);
        let files = ["allowed.txt", "denied.txt", "other.txt"].map(|name| stage.has(name));
        assert_eq!(files, [true, false, true]);
        let state = sdk::finish(&stage, client).await?;
        let by: Vec<_> = state
            .decisions
            .iter()
            .map(|decision| decision.by.clone())
            .collect();
        let rule = |text: &str| DecidedBy::Rule(text.to_owned());
        assert_eq!(
            by,
            [
                rule("Bash(touch allowed*)"),
                rule("Bash(touch denied*)"),
                DecidedBy::Callback
            ]
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_callback_that_fails_denies() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage).on_permission(|_, _| async { Err("no network".into()) });
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert!(!stage.has("made.txt"));
        assert!(
            stage.tool_results().contains("no network"),
            "{}",
            stage.tool_results()
        );
        assert!(matches!(
            seen.decisions()[0].verdict,
            Verdict::Denied { .. }
        ));
        let state = sdk::finish(&stage, client).await?;
        assert!(
            state
                .oddities
                .iter()
                .any(|odd| odd.what.contains("no network"))
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_callback_that_panics_denies_and_the_session_goes_on() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage).on_permission(|request, _| async move {
            assert!(request.tool_name.is_empty(), "a bug of the callback");
            Ok(PermissionAnswer::allow())
        });
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert!(!stage.has("made.txt"));
        assert!(
            stage.tool_results().contains("a bug of the callback"),
            "{}",
            stage.tool_results()
        );
        assert_eq!(seen.result().turn.outcome, Some(Outcome::Success));
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn what_nobody_decides_in_time_is_denied() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .permission_limit(Duration::from_millis(100))
            .on_permission(|_, _| std::future::pending());
        let mut client = connect(options).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert!(!stage.has("made.txt"));
        assert!(
            stage.tool_results().contains("nobody decided within 0.1 s"),
            "{}",
            stage.tool_results()
        );
        assert_eq!(seen.decisions()[0].by, DecidedBy::Limit("0.1 s".to_owned()));
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn with_nobody_to_ask_a_call_is_denied_with_the_rule_that_would_allow_it() -> TestResult {
    on_stage(|stage| async move {
        let mut client = connect(sdk::options(&stage)).await?;
        let seen = play(&mut client, touch("made.txt")).await?;
        assert!(!stage.has("made.txt"));
        let told = stage.tool_results();
        assert!(told.contains("allow Bash, or Bash(pattern)"), "{told}");
        assert!(matches!(seen.decisions()[0].by, DecidedBy::Limit(_)));
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

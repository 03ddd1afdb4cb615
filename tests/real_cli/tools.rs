//! Tools of ours: side by side, one after another, failing in every way, and with far too much to say.

use crate::stand_in::turn;
use crate::support::scene::{connect, on_stage, play};
use crate::support::{TestResult, sdk};
use cca::session::{Outcome, Phase};
use cca::tools::{Server, Tool, ToolError};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Barrier;

#[tokio::test]
async fn read_only_tools_run_side_by_side() -> TestResult {
    on_stage(|stage| async move {
        // Each call waits for the other: one after another they would never end.
        let place = Arc::new(Barrier::new(2));
        let arrived = Arc::new(AtomicUsize::new(0));
        let (barrier, count) = (Arc::clone(&place), Arc::clone(&arrived));
        let peek = Tool::new("peek", "Looks")
            .read_only()
            .handler(move |args, _| {
                let (barrier, count) = (Arc::clone(&barrier), Arc::clone(&count));
                async move {
                    barrier.wait().await;
                    count.fetch_add(1, Ordering::SeqCst);
                    Ok(format!("saw {}", args["at"]))
                }
            });
        let options = sdk::options(&stage)
            .server(Server::new("look")?.tool(peek)?)
            .allow("mcp__look__*")?;
        let mut client = connect(options).await?;
        let both = turn()
            .tool("mcp__look__peek", json!({"at": 1}))
            .tool("mcp__look__peek", json!({"at": 2}));
        let seen = play(&mut client, [both, turn().text("Both.")]).await?;
        assert_eq!(seen.result().turn.outcome, Some(Outcome::Success));
        assert_eq!(arrived.load(Ordering::SeqCst), 2);
        let told = stage.tool_results();
        assert!(told.contains("saw 1") && told.contains("saw 2"), "{told}");
        assert!(
            seen.passed_through(&[Phase::Running, Phase::WaitingToolCall, Phase::Running]),
            "{:?}",
            seen.phases()
        );
        let state = sdk::finish(&stage, client).await?;
        assert!(state.open_tools.is_empty() && state.pending.is_empty());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn other_tools_run_one_after_another() -> TestResult {
    on_stage(|stage| async move {
        let running = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let (inside, peak) = (Arc::clone(&running), Arc::clone(&most));
        let change = Tool::new("change", "Changes").handler(move |_, _| {
            let (inside, peak) = (Arc::clone(&inside), Arc::clone(&peak));
            async move {
                peak.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                // Everything else that is ready has its turn before this call ends.
                for _ in 0..100 {
                    tokio::task::yield_now().await;
                }
                inside.fetch_sub(1, Ordering::SeqCst);
                Ok("changed")
            }
        });
        let options = sdk::options(&stage)
            .server(Server::new("work")?.tool(change)?)
            .allow("mcp__work__change")?;
        let mut client = connect(options).await?;
        let both = turn()
            .tool("mcp__work__change", json!({}))
            .tool("mcp__work__change", json!({}));
        let seen = play(&mut client, [both, turn().text("Both.")]).await?;
        assert_eq!(seen.results().len(), 2);
        assert_eq!(most.load(Ordering::SeqCst), 1);
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_tool_that_fails_panics_or_hangs_is_an_error_for_the_model_and_the_session_goes_on()
-> TestResult {
    on_stage(|stage| async move {
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
        let options = sdk::options(&stage).server(server).allow("mcp__bad__*")?;
        let mut client = connect(options).await?;
        let seen = play(
            &mut client,
            [
                turn().tool("mcp__bad__fails", json!({})),
                turn().tool("mcp__bad__panics", json!({})),
                turn().tool("mcp__bad__hangs", json!({})),
                turn().text("Three errors."),
            ],
        )
        .await?;
        assert_eq!(seen.result().text(), "Three errors.");
        let results = seen.results();
        let [failed, panicked, hung] = results.as_slice() else {
            panic!("three results: {results:?}");
        };
        assert!(
            failed.1 && failed.2.contains("the disk is full"),
            "{failed:?}"
        );
        assert!(
            panicked.1 && panicked.2.contains("a bug of the handler"),
            "{panicked:?}"
        );
        assert!(hung.1 && hung.2.contains("timed out"), "{hung:?}");
        assert!(stage.told().contains("the disk is full"));
        let again = play(&mut client, [turn().text("Still here.")]).await?;
        assert_eq!(again.result().text(), "Still here.");
        let state = sdk::finish(&stage, client).await?;
        assert_eq!(state.phase(), Phase::Completed);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_tool_may_give_back_twenty_megabytes() -> TestResult {
    const SIZE: usize = 20 << 20;
    on_stage(|stage| async move {
        let much =
            Tool::new("much", "Says a lot").handler(|_, _| async { Ok("word ".repeat(SIZE / 5)) });
        let options = sdk::options(&stage)
            .server(Server::new("big")?.tool(much)?)
            .allow("mcp__big__much")?;
        let mut client = connect(options).await?;
        let seen = play(
            &mut client,
            [
                turn().tool("mcp__big__much", json!({})),
                turn().text("That was a lot."),
            ],
        )
        .await?;
        assert_eq!(seen.result().text(), "That was a lot.");
        // The CLI keeps so much out of the conversation; that it came through is seen on the wire.
        let state = sdk::finish(&stage, client).await?;
        assert!(state.counts.sent_bytes > SIZE as u64, "{:?}", state.counts);
        assert_eq!(state.phase(), Phase::Completed);
        Ok(())
    })
    .await
}

//! Permission requests that wait for a person: answered late, twice, in any order, or withdrawn.

use crate::stand_in::{Turn, prompt, turn};
use crate::support::scene::{Seen, connect, on_stage, play};
use crate::support::{Failure, TestResult, sdk};
use cca::session::{Outcome, Phase, Verdict};
use cca::tools::{Server, Tool};
use cca::trace::DecidedBy;
use cca::{Error, Event, HookEvent, HookOutput, PermissionAnswer};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};

fn touch(name: &str) -> Turn {
    let call = json!({"command": format!("touch {name}"), "description": "Make a file"});
    turn().tool("Bash", call)
}

#[tokio::test]
async fn an_open_request_is_answered_by_its_id_and_only_once() -> TestResult {
    on_stage(|stage| async move {
        let mut client = connect(sdk::options(&stage).attended()).await?;
        client
            .query(prompt(
                "Make it.",
                [touch("made.txt"), turn().text("Done.")],
            ))
            .await?;
        let mut seen = Seen::default();
        let (id, request) = seen.until_asked(&mut client).await?;
        assert_eq!(request.tool_name, "Bash");
        assert_eq!(client.state(), Phase::WaitingPermission);
        client
            .session()
            .answer(&id, PermissionAnswer::allow())
            .await?;
        let twice = client
            .session()
            .answer(&id, PermissionAnswer::deny("no"))
            .await;
        assert!(
            matches!(&twice, Err(Error::Late { why, .. }) if why == "answered"),
            "{twice:?}"
        );
        seen.until_complete(&mut client).await?;
        assert!(stage.has("made.txt"));
        let after = client
            .session()
            .answer(&id, PermissionAnswer::deny("no"))
            .await;
        assert!(
            matches!(&after, Err(Error::Late { why, .. }) if why == "answered"),
            "{after:?}"
        );
        let never = client
            .session()
            .answer("never-asked", PermissionAnswer::allow())
            .await;
        assert!(
            matches!(&never, Err(Error::Late { why, .. }) if why == "unknown"),
            "{never:?}"
        );
        let state = sdk::finish(&stage, client).await?;
        assert_eq!(state.counts.late_answers, 3);
        let by: Vec<_> = state
            .decisions
            .iter()
            .map(|decision| &decision.by)
            .collect();
        assert_eq!(by, [&DecidedBy::Key]);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_answer_to_a_withdrawn_request_is_late_and_changes_nothing() -> TestResult {
    on_stage(|stage| async move {
        let mut client = connect(sdk::options(&stage).attended()).await?;
        client
            .query(prompt("Make it.", [touch("made.txt")]))
            .await?;
        let mut seen = Seen::default();
        let (id, _) = seen.until_asked(&mut client).await?;
        client.interrupt().await?;
        let late = client
            .session()
            .answer(&id, PermissionAnswer::allow())
            .await;
        assert!(
            matches!(&late, Err(Error::Late { why, .. }) if why == "withdrawn"),
            "{late:?}"
        );
        seen.until_complete(&mut client).await?;
        assert_eq!(seen.result().turn.outcome, Some(Outcome::Interrupted));
        assert_eq!(seen.decisions()[0].verdict, Verdict::Withdrawn);
        assert!(!stage.has("made.txt"));
        let again = play(&mut client, [turn().text("Still here.")]).await?;
        assert_eq!(again.result().text(), "Still here.");
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_limit_also_counts_where_a_person_is_asked() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .attended()
            .permission_limit(Duration::from_millis(100));
        let mut client = connect(options).await?;
        let seen = play(&mut client, [touch("made.txt"), turn().text("Denied.")]).await?;
        assert!(!stage.has("made.txt"));
        assert_eq!(seen.decisions()[0].by, DecidedBy::Limit("0.1 s".to_owned()));
        let state = sdk::finish(&stage, client).await?;
        assert_eq!(state.counts.late_answers, 0);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_interrupt_cancels_the_callback_that_decides() -> TestResult {
    on_stage(|stage| async move {
        let (tell, mut told) = mpsc::channel(1);
        let options = sdk::options(&stage).on_permission(move |_, cx| {
            let tell = tell.clone();
            async move {
                tell.send(cx).await?;
                std::future::pending().await
            }
        });
        let mut client = connect(options).await?;
        client
            .query(prompt("Make it.", [touch("made.txt")]))
            .await?;
        let cx = told.recv().await.ok_or_else(|| Failure::new("not asked"))?;
        assert!(!cx.cancel.is_cancelled());
        client.interrupt().await?;
        cx.cancel.cancelled().await;
        let mut seen = Seen::default();
        seen.until_complete(&mut client).await?;
        assert_eq!(seen.result().turn.outcome, Some(Outcome::Interrupted));
        let [decision] = seen.decisions()[..] else {
            panic!("one decision");
        };
        assert_eq!(
            (decision.request_id.as_str(), &decision.verdict),
            (cx.request_id.as_str(), &Verdict::Withdrawn)
        );
        assert!(!stage.has("made.txt"));
        let state = sdk::finish(&stage, client).await?;
        assert_eq!(state.counts.late_answers, 0);
        Ok(())
    })
    .await
}

/// A tool or a hook that has begun and ends only when it is let go.
#[derive(Clone)]
struct Held {
    begun: Arc<Semaphore>,
    go: Arc<Semaphore>,
}

impl Held {
    fn new() -> Self {
        let closed = || Arc::new(Semaphore::new(0));
        Self {
            begun: closed(),
            go: closed(),
        }
    }

    async fn run(self) {
        self.begun.add_permits(1);
        self.go.acquire().await.expect("never closed").forget();
    }

    async fn begun(&self) {
        self.begun.acquire().await.expect("never closed").forget();
    }
}

#[tokio::test]
async fn three_requests_are_answered_in_reverse_while_a_tool_and_a_hook_still_run() -> TestResult {
    on_stage(|stage| async move {
        let (slow_tool, slow_hook) = (Held::new(), Held::new());
        let held = slow_tool.clone();
        let peek = Tool::new("peek", "Looks")
            .read_only()
            .handler(|args, _| async move { Ok(format!("saw {}", args["at"])) });
        let slow = Tool::new("slow", "Looks for long")
            .read_only()
            .handler(move |_, _| {
                let held = held.clone();
                async move {
                    held.run().await;
                    Ok("slow")
                }
            });
        let hooked = Tool::new("hooked", "Has a hook")
            .read_only()
            .handler(|_, _| async { Ok("hooked") });
        let server = Server::new("look")?.tool(peek)?.tool(slow)?.tool(hooked)?;
        let held = slow_hook.clone();
        let options = sdk::options(&stage)
            .server(server)
            .allow("mcp__look__slow")?
            .allow("mcp__look__hooked")?
            .attended()
            .hook(HookEvent::PreToolUse, "mcp__look__hooked", move |_, _| {
                let held = held.clone();
                async move {
                    held.run().await;
                    Ok(HookOutput::none())
                }
            });
        let mut client = connect(options).await?;
        let call = |tool: &str, at: u8| (format!("mcp__look__{tool}"), json!({"at": at}));
        let calls = [
            call("slow", 0),
            call("hooked", 0),
            call("peek", 1),
            call("peek", 2),
            call("peek", 3),
        ];
        let all = calls
            .into_iter()
            .fold(turn(), |all, (tool, input)| all.tool(tool, input));
        client
            .query(prompt("Look.", [all, turn().text("Seen.")]))
            .await?;
        let mut seen = Seen::default();
        let mut open = Vec::new();
        for _ in 0..3 {
            open.push(seen.until_asked(&mut client).await?.0);
        }
        slow_tool.begun().await;
        slow_hook.begun().await;
        for id in open.iter().rev() {
            client
                .session()
                .answer(id, PermissionAnswer::allow())
                .await?;
        }
        for _ in 0..3 {
            seen.until(&mut client, |event| {
                matches!(event, Event::ToolResult { .. })
            })
            .await?;
        }
        assert!(
            seen.results()
                .iter()
                .all(|(tool, error, _)| tool == "mcp__look__peek" && !error),
            "{:?}",
            seen.results()
        );
        let decided: Vec<_> = seen
            .decisions()
            .iter()
            .filter(|d| d.by == DecidedBy::Key)
            .map(|d| d.request_id.clone())
            .collect();
        let reversed: Vec<_> = open.iter().rev().cloned().collect();
        assert_eq!(decided, reversed);
        slow_hook.go.add_permits(1);
        slow_tool.go.add_permits(1);
        seen.until_complete(&mut client).await?;
        let told = stage.tool_results();
        for result in ["saw 1", "saw 2", "saw 3", "slow", "hooked"] {
            assert!(told.contains(result), "{result} is missing: {told}");
        }
        let state = sdk::finish(&stage, client).await?;
        assert!(state.pending.is_empty() && state.counts.late_answers == 0);
        Ok(())
    })
    .await
}

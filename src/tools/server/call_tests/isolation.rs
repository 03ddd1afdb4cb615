//! What a handler cannot do to others: errors, panics, limits, being cancelled, calls side by side.

use super::*;

#[tokio::test]
async fn errors_and_panics_are_results_and_the_server_goes_on() {
    let server = serving(Tool::new("fail", "").handler(|args: Value, _| {
        assert!(args.get("early").is_none(), "before the first await");
        async move {
            assert!(args.get("late").is_none(), "after {}", 1);
            let number: u8 = "x".parse()?;
            Ok(number.to_string())
        }
    }));
    let plain = error_text(&call(&server, "fail", &json!({})).await);
    assert_eq!(plain, "invalid digit found in string");
    let early = error_text(&call(&server, "fail", &json!({"early": 1})).await);
    assert!(
        early.contains("`fail`") && early.contains("panicked: before the first await"),
        "{early}"
    );
    let late = error_text(&call(&server, "fail", &json!({"late": 1})).await);
    assert!(late.contains("panicked: after 1"), "{late}");
}

#[tokio::test(start_paused = true)]
async fn a_passed_limit_names_the_limit() {
    let slow = Tool::new("slow", "")
        .timeout(Duration::from_secs(3))
        .handler(|_, cx| async move {
            let token = cx.cancellation().clone();
            tokio::spawn(async move { token.cancelled().await });
            std::future::pending::<()>().await;
            Ok(())
        });
    let before = tokio::time::Instant::now();
    let (future, cancel) = start(&serving(slow), "slow", &json!({}), CallContext::default());
    let text = error_text(&result_of(&future.await));
    assert!(text.contains("limit of 3s"), "{text}");
    assert_eq!(before.elapsed().as_secs(), 3);
    assert!(cancel.is_cancelled(), "work put elsewhere is told");
}

/// Says when it is dropped, and panics then if told to.
struct Dropped(Arc<Notify>, bool);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.notify_one();
        assert!(!self.1, "in drop");
    }
}

#[tokio::test]
async fn cancelling_drops_the_handler_and_still_answers() {
    for (by_session, panics) in [(false, false), (true, false), (false, true)] {
        let (entered, gone) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (enter, drops) = (Arc::clone(&entered), Arc::clone(&gone));
        let tool = Tool::new("wait", "").handler(move |_, _| {
            let (enter, guard) = (Arc::clone(&enter), Dropped(Arc::clone(&drops), panics));
            async move {
                let _guard = guard;
                enter.notify_one();
                std::future::pending::<Result<(), ToolError>>().await
            }
        });
        let session = CancellationToken::new();
        let cx = CallContext {
            cancel: session.clone(),
            ..CallContext::default()
        };
        let (future, cancel) = start(&serving(tool), "wait", &json!({}), cx);
        let running = tokio::spawn(future);
        entered.notified().await;
        if by_session {
            session.cancel();
        } else {
            cancel.cancel();
        }
        let text = error_text(&result_of(&running.await.unwrap()));
        gone.notified().await;
        assert!(
            text.contains(if panics {
                "panicked: in drop"
            } else {
                "cancelled"
            }),
            "{text}"
        );
        assert_eq!(
            session.is_cancelled(),
            by_session,
            "a call's token does not reach its session"
        );
    }
}

#[tokio::test]
async fn dropping_or_finishing_a_call_tells_its_token() {
    let server = serving(Tool::new("t", "").handler(|_, _| async { Ok("x") }));
    let (future, finished) = start(&server, "t", &json!({}), CallContext::default());
    future.await;
    assert!(
        !finished.is_cancelled(),
        "work that outlives the call goes on"
    );

    let (future, cancel) = start(&server, "t", &json!({}), CallContext::default());
    cancel.cancel();
    assert!(error_text(&result_of(&future.await)).contains("cancelled"));

    let tool = Tool::new("t", "")
        .handler(|_, _| async { std::future::pending::<Result<(), ToolError>>().await });
    let (mut future, abandoned) = start(&serving(tool), "t", &json!({}), CallContext::default());
    assert!(futures_util::poll!(&mut future).is_pending());
    drop(future);
    assert!(abandoned.is_cancelled());
}

#[tokio::test]
async fn calls_run_side_by_side_and_survive_removal() {
    // Nobody passes the barrier unless all ten calls are inside at once.
    let barrier = Arc::new(Barrier::new(10));
    let server = serving(Tool::new("meet", "").handler(move |_, cx| {
        let barrier = Arc::clone(&barrier);
        async move {
            barrier.wait().await;
            Ok(cx.session_id().to_owned())
        }
    }));
    let mut running = Vec::new();
    for number in 0..10 {
        let cx = CallContext {
            session_id: number.to_string(),
            ..CallContext::default()
        };
        running.push(tokio::spawn(start(&server, "meet", &json!({}), cx).0));
        if number == 4 {
            server
                .add(Tool::new("more", "").handler(|_, _| async { Ok(()) }))
                .unwrap();
        }
    }
    server.remove("meet").unwrap();
    for (number, task) in running.into_iter().enumerate() {
        let result = result_of(&task.await.unwrap());
        assert_eq!(
            result.pointer("/content/0/text").unwrap(),
            &number.to_string()
        );
    }
}

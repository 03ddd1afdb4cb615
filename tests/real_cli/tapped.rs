//! The real CLI behind the tap: the SDK sees the same, and the tap's recording holds the same lines as the SDK's own.

use crate::stand_in::{prompt, turn};
use crate::support::{Failure, Stage, TestResult, sdk};
use cca::session::{Outcome, Phase};
use cca::trace::{Direction, Item, Recording};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

fn lines(path: &Path, direction: Direction) -> Result<Vec<bytes::Bytes>, Failure> {
    let mut lines = Vec::new();
    for item in Recording::open(path)? {
        if let Item::Entry(entry) = item?
            && entry.direction == direction
        {
            lines.push(entry.line);
        }
    }
    Ok(lines)
}

#[tokio::test]
async fn the_same_through_the_tap() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let wrapper = stage.sandbox.root().join("tapped");
    let kept = stage.sandbox.root().join("tapped-recordings");
    std::fs::create_dir(&kept)?;
    let installed = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(["tap", "--install"])
        .arg(&wrapper)
        .arg("--cli")
        .arg(stage.cli.path())
        .arg("--record")
        .arg(&kept)
        .status()?;
    assert!(installed.success());
    let own = stage.sandbox.root().join("own.ndjson");
    let options = sdk::options(&stage).cli_path(&wrapper).record(&own);
    let mut client = sdk::connect(&options).await?;
    client
        .query(prompt(
            "make a file",
            [
                turn().tool(
                    "Bash",
                    json!({"command": "echo made", "description": "Say it"}),
                ),
                turn().text("Done."),
            ],
        ))
        .await?;
    let result = client.receive_response().await?;
    assert_eq!(result.turn.outcome, Some(Outcome::Success));
    let state = sdk::finish(&stage, client).await?;
    assert_eq!(state.phase(), Phase::Completed);

    // The process the SDK knows is the one that the tap saw.
    let begin = Instant::now();
    let tapped = loop {
        let found = std::fs::read_dir(&kept)?.next().transpose()?;
        if let Some(found) = found
            && !cca::library::is_live(&found.path())
        {
            break found.path();
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "no recording");
        tokio::task::yield_now().await;
    };
    for direction in [Direction::In, Direction::Out, Direction::Stderr] {
        assert_eq!(lines(&tapped, direction)?, lines(&own, direction)?);
    }
    let folded = sdk::fold(&tapped)?;
    assert_eq!(folded.life.pid, state.life.pid);
    // The SDK is its parent, and may have taken the exit code before anybody else could ask.
    let code = folded.life.exit.and_then(|exit| exit.code);
    assert!(code.is_none() || code == state.life.exit.and_then(|exit| exit.code));
    assert_eq!(folded.phase(), Phase::Completed);
    Ok(())
}

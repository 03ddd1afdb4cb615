//! The SDK without a CLI: peers in memory, and children that are small shell scripts.
//!
//! Nothing here sleeps: tests wait for conditions, and `within` bounds every wait. Tests with paused time use that the
//! clock only moves once every task is idle: a limit that passes there means that nothing more can happen.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::large_futures,
    reason = "tests look into JSON they expect, and fail if it is not there"
)]

mod backpressure;
mod children;
mod handlers;
mod lines;
mod recording;
mod results;
mod servers;
mod steering;

use cca::Options;
use cca::session::Ladder;
use cca::transport::child::{ExitReport, Signal};
use cca::transport::{Link, Peer};
use serde_json::Value;
use std::future::Future;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines};
use tokio::sync::{mpsc, oneshot};

/// The other side of a session, in memory.
pub(crate) struct FakeCli {
    stdout: DuplexStream,
    stdin: Lines<BufReader<DuplexStream>>,
    signals: mpsc::Receiver<Signal>,
    ended: oneshot::Sender<ExitReport>,
}

/// A link, and the side of it that the test plays.
pub(crate) fn link() -> (Link, FakeCli) {
    let (link, peer) = Link::memory();
    let Peer {
        stdout,
        stdin,
        signals,
        ended,
    } = peer;
    let stdin = BufReader::new(stdin).lines();
    let cli = FakeCli {
        stdout,
        stdin,
        signals,
        ended,
    };
    (link, cli)
}

impl FakeCli {
    pub(crate) async fn say(&mut self, message: &Value) {
        self.say_raw(format!("{message}\n").as_bytes()).await;
    }

    pub(crate) async fn say_raw(&mut self, bytes: &[u8]) {
        self.stdout.write_all(bytes).await.unwrap();
    }

    /// The next line it is told.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> impl Future<Output = Value> {
        within(async {
            let line = self.stdin.next_line().await.unwrap();
            serde_json::from_str(&line.unwrap()).unwrap()
        })
    }

    /// Ends once its input is closed.
    pub(crate) async fn end(mut self) {
        while self.stdin.next_line().await.unwrap().is_some() {}
        drop(self.stdout);
        let _ = self.ended.send(ExitReport {
            code: Some(0),
            signal: None,
        });
        drop(self.signals);
    }
}

/// Fails the test if it takes too long.
#[track_caller]
pub(crate) fn within<F: Future>(future: F) -> impl Future<Output = F::Output> {
    let here = std::panic::Location::caller();
    async move {
        let limited = tokio::time::timeout(Duration::from_mins(1), future);
        limited
            .await
            .unwrap_or_else(|_| panic!("nothing happened at {here}"))
    }
}

/// A real child that does what the script says; see `fake_cli.sh` for its words.
pub(crate) fn child(script: &str) -> Options {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/sdk/fake_cli.sh");
    let ladder = Ladder {
        interrupt: Duration::from_millis(200),
        input: Duration::from_millis(300),
        terminate: Duration::from_millis(300),
    };
    let script = script.to_owned();
    Options::new()
        .cli_path(path)
        .ladder(ladder)
        .cli(|launch| launch.set_env("CCA_FAKE", script))
}

/// What our answer to a request of the CLI carries.
pub(crate) fn payload(line: &Value) -> &Value {
    &line["response"]["response"]
}

pub(crate) fn answered_id(line: &Value) -> &str {
    line["response"]["request_id"].as_str().unwrap()
}

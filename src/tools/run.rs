//! Runs one handler so that nothing it does can hurt anybody else: panic, endless work and cancellation all end in a
//! plain value.
//!
//! Owns the isolation only. What a failure looks like on the wire is the server's.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use super::error::ToolError;

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// The handler said so.
    Handler(ToolError),
    /// The handler panicked, with this message.
    Panicked(String),
    /// The handler took longer than this.
    TimedOut(Duration),
    /// Nobody wants the answer any more.
    Cancelled,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handler(error) => error.fmt(f),
            Self::Panicked(message) => write!(
                f,
                "it panicked: {message}. This is a bug in the program that serves it; the session goes on"
            ),
            Self::TimedOut(limit) => write!(
                f,
                "it timed out: no result within its limit of {limit:?}. Ask for less at once, or try again later"
            ),
            Self::Cancelled => f.write_str("it was cancelled before it finished"),
        }
    }
}

/// Runs `start`'s future to its end, its limit or its cancellation, whichever comes first. Dropping the returned
/// future counts as cancellation: `cancel` then tells work that the handler has put elsewhere.
pub(super) async fn isolated<T>(
    start: impl FnOnce() -> BoxFuture<'static, Result<T, ToolError>> + Send,
    limit: Option<Duration>,
    cancel: &CancellationToken,
) -> Result<T, Failure> {
    let guard = cancel.drop_guard_ref();
    if cancel.is_cancelled() {
        return Err(Failure::Cancelled);
    }
    let handler = match catch_unwind(AssertUnwindSafe(start)) {
        Ok(future) => future,
        Err(panic) => return Err(Failure::Panicked(panic_text(panic.as_ref()))),
    };
    let mut handler = AssertUnwindSafe(handler).catch_unwind();
    let outcome = tokio::select! {
        biased;
        // First, so that a handler that is done at once costs no waiting for anything else.
        ended = &mut handler => Ok(ended),
        () = cancel.cancelled() => Err(Failure::Cancelled),
        limit = passed(limit) => Err(Failure::TimedOut(limit)),
    };
    // Destructors are the handler's code too.
    let dropped = catch_unwind(AssertUnwindSafe(move || drop(handler)));
    match outcome {
        Ok(Ok(Ok(result))) => {
            // Work that outlives a finished call on purpose is not to be stopped.
            guard.disarm();
            Ok(result)
        }
        Ok(Ok(Err(error))) => Err(Failure::Handler(error)),
        Ok(Err(panic)) => Err(Failure::Panicked(panic_text(panic.as_ref()))),
        Err(failure) => match dropped {
            Ok(()) => Err(failure),
            Err(panic) => Err(Failure::Panicked(panic_text(panic.as_ref()))),
        },
    }
}

/// Ends when the limit has passed; without one, never.
async fn passed(limit: Option<Duration>) -> Duration {
    match limit {
        Some(limit) => {
            tokio::time::sleep(limit).await;
            limit
        }
        None => std::future::pending().await,
    }
}

/// The text of a panic, as far as it has one.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> String {
    if let Some(text) = panic.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text.clone()
    } else {
        "no message".to_owned()
    }
}

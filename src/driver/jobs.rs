//! Handlers that run. Owns: starting them side by side, cancelling them one by one, collecting their answers.
//! Does not own: what they do (`services`, `tools`).

use crate::session::Answer;
use futures_util::FutureExt;
use std::collections::HashMap;
use std::future::Future;
use std::task::{Context, Poll};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// What a handler came to.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) id: String,
    pub(super) answer: Answer,
    /// What went wrong on the way, if something did.
    pub(super) failed: Option<String>,
}

impl Done {
    /// A value is the answer; what went wrong is told to the CLI too.
    pub(super) fn of(id: String, came: Result<serde_json::Value, String>) -> Self {
        let (answer, failed) = match came {
            Ok(value) => (Answer::of(&value), None),
            Err(error) => (Answer::Failure(error.clone()), Some(error)),
        };
        Self { id, answer, failed }
    }
}

#[derive(Debug)]
struct Job {
    cancel: CancellationToken,
    /// The server's key and the JSON-RPC id, for tool calls.
    call: Option<(String, String)>,
}

/// Handlers by the request they answer.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    set: JoinSet<Done>,
    running: HashMap<String, Job, foldhash::fast::RandomState>,
    /// Whether handlers may run where they are started; known with the first one.
    in_place: Option<bool>,
}

impl Jobs {
    /// What a handler gives that is done in one step, where running it right here holds up nobody who would not wait
    /// anyway: on a runtime with one thread. Elsewhere handlers run beside the session, because one that blocks its
    /// thread must not stop the session, least of all if it waits for the session itself.
    pub(super) fn at_once<T>(&mut self, work: &mut (impl Future<Output = T> + Unpin)) -> Option<T> {
        let in_place = *self.in_place.get_or_insert_with(|| {
            let flavor = Handle::try_current().map(|runtime| runtime.runtime_flavor());
            matches!(flavor, Ok(RuntimeFlavor::CurrentThread))
        });
        // A handler that is not done is polled again where it then runs, and is woken there.
        in_place.then(|| work.now_or_never()).flatten()
    }

    pub(super) fn start(
        &mut self,
        id: String,
        cancel: CancellationToken,
        call: Option<(String, String)>,
        work: impl Future<Output = Done> + Send + 'static,
    ) {
        self.running.insert(id, Job { cancel, call });
        self.set.spawn(work);
    }

    /// Nobody waits for the answer any more: its handler is told, and whatever it answers is dropped.
    pub(super) fn cancel(&mut self, id: &str) {
        if let Some(job) = self.running.remove(id) {
            job.cancel.cancel();
        }
    }

    /// The CLI gave up a tool call: its handler is told; the request it answers still gets its answer.
    pub(super) fn cancel_call(&self, server: &str, rpc_id: &str) {
        let wanted = |job: &&Job| {
            job.call
                .as_ref()
                .is_some_and(|(s, r)| s == server && r == rpc_id)
        };
        if let Some(job) = self.running.values().find(wanted) {
            job.cancel.cancel();
        }
    }

    /// Whether no handler runs or has an answer that was not taken.
    pub(super) fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// The next handler that is done and still wanted.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Done> {
        if self.set.is_empty() {
            return Poll::Pending;
        }
        while let Poll::Ready(Some(joined)) = self.set.poll_join_next(cx) {
            // A handler's panic is caught inside it; what is left is the runtime shutting down.
            let Ok(done) = joined else { continue };
            if self.running.remove(&done.id).is_some() {
                return Poll::Ready(done);
            }
        }
        Poll::Pending
    }
}

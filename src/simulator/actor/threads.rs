//! PURE. A tiny executor: the script as coroutines. Owns: polling them until nobody can go on. Does not own: what they wait
//! for (`wait`), what they share (`World`).
//!
//! Everything a coroutine waits for is a question to the world ("is there an answer?", "is it late enough?"). So there
//! is nothing to wake: after each input all of them are asked again, in the order they were started, until a whole
//! round changes nothing. That makes a run a function of its inputs.

use super::wait::Cx;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// One coroutine of the script.
pub(super) type Thread = Pin<Box<dyn Future<Output = ()> + Send>>;

/// All coroutines.
#[derive(Default)]
pub(super) struct Threads {
    running: Vec<Thread>,
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Threads")
            .field("running", &self.running.len())
            .finish()
    }
}

impl Threads {
    /// Lets everybody go on as far as they can.
    pub(super) fn run(&mut self, cx: &Cx) {
        let mut waker = Context::from_waker(Waker::noop());
        loop {
            let before = cx.look(|world| world.changes);
            self.running
                .extend(cx.look(|world| std::mem::take(&mut world.starting)));
            self.running
                .retain_mut(|thread| match thread.as_mut().poll(&mut waker) {
                    Poll::Ready(()) => false,
                    Poll::Pending => !cx.look(|world| world.ended),
                });
            if cx.look(|world| world.ended) {
                // Whoever is still there must not speak any more.
                self.running.clear();
                return;
            }
            if cx.look(|world| world.changes) == before {
                return;
            }
        }
    }
}

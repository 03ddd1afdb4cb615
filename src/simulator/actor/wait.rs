//! PURE. What a coroutine can wait for: a condition in the world, a time, the first or all of several others.
//!
//! Owns: these futures. None of them registers a waker; see `threads` for why that is enough.

use super::threads::Thread;
use super::world::World;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

/// The way of a coroutine to the world. Cheap to clone.
#[derive(Clone)]
pub(super) struct Cx(Arc<Mutex<World>>);

impl fmt::Debug for Cx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cx")
    }
}

impl Cx {
    pub(super) fn new(world: World) -> Self {
        Self(Arc::new(Mutex::new(world)))
    }

    /// Changes the world: everybody who waits looks again.
    pub(super) fn with<R>(&self, change: impl FnOnce(&mut World) -> R) -> R {
        self.look(|world| {
            world.changes += 1;
            change(world)
        })
    }

    /// Looks at the world. What is done to it here must be of no concern to those who wait.
    pub(super) fn look<R>(&self, look: impl FnOnce(&mut World) -> R) -> R {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts a coroutine beside this one.
    pub(super) fn start(&self, thread: impl Future<Output = ()> + Send + 'static) {
        let thread: Thread = Box::pin(thread);
        self.with(|world| world.starting.push(thread));
    }

    /// Waits until there is something.
    pub(super) fn until<R>(
        &self,
        mut look: impl FnMut(&mut World) -> Option<R>,
    ) -> impl Future<Output = R> {
        poll_fn(move |_| match self.look(&mut look) {
            Some(found) => {
                // Others may wait for what the finder does next.
                self.with(|_| ());
                Poll::Ready(found)
            }
            None => Poll::Pending,
        })
    }

    /// Waits for a while; not at all for zero.
    pub(super) async fn sleep(&self, time: Duration) {
        if !time.is_zero() {
            let timer = Timer::new(self, time);
            self.until(|world| world.is_due(timer.id).then_some(()))
                .await;
        }
    }

    /// Waits for the given milliseconds.
    pub(super) async fn sleep_ms(&self, milliseconds: u64) {
        self.sleep(Duration::from_millis(milliseconds)).await;
    }

    /// Lets what was said so far be written before more is made; input that has come meanwhile is seen.
    pub(super) async fn breathe(&self) {
        let timer = Timer::new(self, Duration::ZERO);
        let seen = self.look(|world| world.inputs);
        self.until(|world| (world.inputs != seen && world.is_due(timer.id)).then_some(()))
            .await;
    }

    /// The result of the future, or nothing if it is not there in time.
    pub(super) async fn within<F: Future>(
        &self,
        limit: Option<Duration>,
        future: F,
    ) -> Option<F::Output> {
        match limit {
            None => Some(future.await),
            Some(limit) => match race(future, self.sleep(limit)).await {
                First::Left(result) => Some(result),
                First::Right(()) => None,
            },
        }
    }
}

/// A deadline that counts as long as somebody waits for it.
struct Timer<'a> {
    cx: &'a Cx,
    id: u64,
}

impl<'a> Timer<'a> {
    fn new(cx: &'a Cx, time: Duration) -> Self {
        let id = cx.look(|world| world.set_timer(time));
        Self { cx, id }
    }
}

impl Drop for Timer<'_> {
    fn drop(&mut self) {
        self.cx.look(|world| world.timers.remove(&self.id));
    }
}

/// Which of two was there first.
#[derive(Debug)]
pub(super) enum First<L, R> {
    Left(L),
    Right(R),
}

/// Waits for the first of two; the other one is dropped. If both are there, the left one counts.
pub(super) async fn race<L: Future, R: Future>(left: L, right: R) -> First<L::Output, R::Output> {
    let mut left = pin!(left);
    let mut right = pin!(right);
    poll_fn(|waker| {
        if let Poll::Ready(result) = left.as_mut().poll(waker) {
            return Poll::Ready(First::Left(result));
        }
        right.as_mut().poll(waker).map(First::Right)
    })
    .await
}

/// Waits for all of them, side by side; results in the order they were given.
pub(super) async fn all<'a, T>(
    futures: Vec<Pin<Box<dyn Future<Output = T> + Send + 'a>>>,
) -> Vec<T> {
    let mut waiting: Vec<_> = futures.into_iter().map(Some).collect();
    let mut results: Vec<Option<T>> = waiting.iter().map(|_| None).collect();
    poll_fn(|waker| {
        let mut open = false;
        for (future, result) in waiting.iter_mut().zip(results.iter_mut()) {
            let Some(running) = future else { continue };
            match running.as_mut().poll(waker) {
                Poll::Ready(value) => {
                    *result = Some(value);
                    *future = None;
                }
                Poll::Pending => open = true,
            }
        }
        if open { Poll::Pending } else { Poll::Ready(()) }
    })
    .await;
    results.into_iter().flatten().collect()
}

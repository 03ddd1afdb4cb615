//! What happened, on its way to whoever reads it. Owns: order, bounds by number and by bytes, waking both sides.
//! Does not own: what to do when it is full (`task`: stop reading, so that the CLI waits).

use super::event::Event;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use tokio::sync::Notify;

/// Events that may wait. Few, so that what is read is still in the processor's cache when it is taken.
pub(super) const MAX_EVENTS: usize = 256;
/// Bytes of lines that may wait.
pub(super) const MAX_BYTES: usize = 256 << 10;
/// Bytes that may wait while an answer of the CLI is behind them.
const OVERFLOW_BYTES: usize = 64 << 20;

/// Which events anybody wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interest {
    All,
    Messages,
    Nothing,
}

#[derive(Debug)]
struct Inner {
    events: VecDeque<Event>,
    bytes: usize,
    dropped: u64,
    interest: Interest,
    closed: bool,
    reader: Option<Waker>,
}

impl Inner {
    fn is_full(&self) -> bool {
        self.events.len() >= MAX_EVENTS || self.bytes >= MAX_BYTES
    }
}

/// A bounded queue from one session to one reader.
#[derive(Debug)]
pub(super) struct Queue {
    inner: Mutex<Inner>,
    /// What the session asks with every line, so that it need not take the lock.
    full: AtomicBool,
    all: AtomicBool,
    room: Notify,
}

impl Queue {
    pub(super) fn new() -> Self {
        let inner = Inner {
            events: VecDeque::new(),
            bytes: 0,
            dropped: 0,
            interest: Interest::All,
            closed: false,
            reader: None,
        };
        Self {
            inner: Mutex::new(inner),
            full: AtomicBool::new(false),
            all: AtomicBool::new(true),
            room: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nobody panics while holding the lock; if it happened, the data is still whole.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes all events of a batch at once. `discard` drops them if there is no room: the session is ending.
    pub(super) fn push(&self, batch: &mut Vec<Event>, discard: bool) {
        let mut inner = self.lock();
        for event in batch.drain(..) {
            let wanted = match inner.interest {
                Interest::All => true,
                // A result is needed by whoever waits for the end after reading messages.
                Interest::Messages => matches!(event, Event::Message(_) | Event::Complete(_)),
                Interest::Nothing => false,
            };
            if !wanted {
                continue;
            }
            if discard && inner.bytes > OVERFLOW_BYTES {
                inner.dropped += 1;
                continue;
            }
            inner.bytes += event.weight();
            inner.events.push_back(event);
        }
        self.full.store(inner.is_full(), Ordering::Release);
        let reader = if inner.events.is_empty() {
            None
        } else {
            inner.reader.take()
        };
        drop(inner);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Whether the session may read more. While it waits for an answer of the CLI it may read further ahead, since
    /// the answer is behind messages that nobody takes.
    pub(super) fn has_room(&self, waiting: bool) -> bool {
        !self.full.load(Ordering::Acquire) || (waiting && self.lock().bytes < OVERFLOW_BYTES)
    }

    /// Whether anybody wants more than messages.
    pub(super) fn wants_all(&self) -> bool {
        self.all.load(Ordering::Acquire)
    }

    /// Waits until the reader took something.
    pub(super) async fn room(&self) {
        self.room.notified().await;
    }

    /// Nothing more will come.
    pub(super) fn close(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        let reader = inner.reader.take();
        drop(inner);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    pub(super) fn set_interest(&self, interest: Interest) {
        let mut inner = self.lock();
        inner.interest = interest;
        if interest == Interest::Nothing {
            inner.events.clear();
            inner.bytes = 0;
        }
        self.full.store(inner.is_full(), Ordering::Release);
        self.all.store(interest == Interest::All, Ordering::Release);
        drop(inner);
        self.room.notify_one();
    }

    pub(super) fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        let mut inner = self.lock();
        let Some(event) = inner.events.pop_front() else {
            if inner.closed {
                return Poll::Ready(None);
            }
            inner.reader = Some(cx.waker().clone());
            return Poll::Pending;
        };
        let was_full = inner.events.len() + 1 >= MAX_EVENTS || inner.bytes >= MAX_BYTES;
        inner.bytes -= event.weight();
        if was_full {
            self.full.store(inner.is_full(), Ordering::Release);
        }
        // Wake the session once there is room for a good deal, not for every event.
        let freed = was_full || inner.events.len() == MAX_EVENTS / 2 || inner.events.is_empty();
        drop(inner);
        if freed {
            self.room.notify_one();
        }
        Poll::Ready(Some(event))
    }
}

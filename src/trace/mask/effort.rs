//! How much is looked at to mask something, counted by tests: the same for twice as much must be twice as much.

use std::cell::Cell;

thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// Bytes were looked at.
pub(super) fn looked_at(bytes: usize) {
    BYTES.with(|all| all.set(all.get() + bytes));
}

/// Bytes that a task looks at.
pub(super) fn of(task: impl FnOnce()) -> usize {
    BYTES.with(|all| all.set(0));
    task();
    BYTES.with(Cell::get)
}

//! PURE. The other side of the pipe: its lines (`listen`), its requests (`control`), and what it is asked (`pending`, `hooks`).

pub(super) mod control;
pub(super) mod hooks;
pub(super) mod listen;
pub(super) mod pending;

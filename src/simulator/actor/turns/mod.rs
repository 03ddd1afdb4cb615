//! PURE. From the start of the process to its end, one turn after another: what waits for a turn (`start_up`, `queue`), what
//! is done in one beside calls (`commands`, `compact`, `moments`), and how it ends (`interrupt`, `ending`).

pub(super) mod commands;
pub(super) mod compact;
pub(super) mod ending;
pub(super) mod interrupt;
pub(super) mod moments;
pub(super) mod queue;
pub(super) mod start_up;
pub(super) mod turn;

//! EDGE. The child process and how it is started.

pub mod child;
pub mod launch;

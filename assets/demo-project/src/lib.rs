pub mod client;
pub mod queue;
pub mod retry;

//! cca: a correct Rust SDK for the `claude` CLI's stdio control protocol.
//!
//! (The full map of the crate stands here once the layers are in.)

#[cfg(feature = "cli")]
pub mod headless;
pub mod permissions;
pub mod session;
pub mod tools;
pub mod trace;
pub mod transport;
pub mod wire;

//! Tests of the program and the library from outside, without network or a real CLI.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

mod inspect;

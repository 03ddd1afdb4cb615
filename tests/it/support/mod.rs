//! What the tests of this target share.

#[cfg(unix)]
pub(crate) mod asking_cli;
pub(crate) mod frames;
pub(crate) mod playbook;

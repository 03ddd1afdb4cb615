//! What the tests of this target share.

pub(crate) mod frames;
pub(crate) mod playbook;

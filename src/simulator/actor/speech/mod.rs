//! PURE. What is said on standard output: answers of the model as messages, blocks and words, and what goes wrong on the way.

pub(super) mod blocks;
pub(super) mod message;
pub(super) mod odd;
pub(super) mod trouble;
pub(super) mod voice;
pub(super) mod words;

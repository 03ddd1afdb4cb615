//! Traffic as evidence.

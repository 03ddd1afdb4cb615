//! One short test per rule of the protocol. Each file is a subject.

mod after_the_end;
mod closing;
mod deadlines;
mod determinism;
mod lists;
mod pause;
mod pending;
mod rules;
mod start_up;
mod states;
mod streaming;
mod transcript;
mod turns;

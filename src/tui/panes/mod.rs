//! PURE. The parts of the screen, one file or folder each. Owns: what each shows and how it is moved in.
//! Does not own: where they are (`layout`), what a key means (`keymap`).
//!
//! A pane has `view(model, area, buffer)`; those with more than a list have a state of their own in [`super::model::Seat`].

pub mod banner;
pub mod composer;
pub mod context_use;
pub mod conversation;
pub mod decisions;
pub mod footer;
pub mod header;
pub mod hooks;
pub mod pending;
pub mod replay;
pub mod request;
pub mod state;
pub mod tabs;
pub mod tasks;
pub mod tools;
pub mod traffic;

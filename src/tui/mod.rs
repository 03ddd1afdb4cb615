//! The screen. Keys in, cells out; everything between is pure.
//!
//! ```text
//! terminal --> runtime --> Msg --> update(&mut Model) --> Effects --> runtime --> drivers, clipboard, files
//!                 |                     ^
//!                 +--> view(&Model) --> cells --> diff --> terminal
//! ```
//!
//! **Invariants:** only `runtime` and `terminal` do I/O; `view` changes nothing; `layout(size, &Model)` is the one answer
//! to where something is; `Model::context()` the one answer to who hears a key; no colour outside `theme`, no key code
//! outside `keymap`.

pub mod action;
pub mod effect;
pub mod keymap;
pub mod layout;
pub mod model;
pub mod msg;
pub mod overlays;
pub mod panes;
pub mod theme;
pub mod update;
pub mod view;
pub mod widgets;

//! Settings. Owns: what can be set, where it is read from, which place wins, and whether a project is trusted.
//! Does not own: what a setting does; whoever it concerns asks for it by its [`Key`].
//!
//! From the weakest to the strongest: the program's defaults, the user's `settings.toml`, the project's `.cca-tui.toml`,
//! variables, flags. Lists add up, everything else is replaced.
//!
//! **Invariant:** a file in a project directory runs nothing and allows nothing before its content was trusted.

mod checked;
mod key;
mod layer;
mod programs;
mod project;
mod stack;
pub mod trust;
mod value;
pub mod variables;

pub use checked::{Checked, Use};
pub use key::{About, Care, Key, Kind, MODES};
pub use layer::{Given, Origin, SettingError};
pub use project::PROJECT_FILE;
pub use stack::{Places, Project, Projects, Settings, USER_FILE};
pub use value::{Value, is_no_file};

/// The file `cca-tui config --init` writes: every setting with its default, commented out.
pub const TEMPLATE: &str = include_str!("../../../assets/config.toml");

#[cfg(test)]
mod settings_tests;

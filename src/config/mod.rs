//! Files people write. Owns: reading TOML strictly, and saying file, line and key of what is wrong with it.
//! Does not own: what any key means; whoever reads a file has types of its own.
//!
//! **Invariant:** nothing here knows another module of this crate.

mod document;
mod error;
mod json;
mod nearest;
pub mod paths;
mod place;
pub mod settings;
pub mod temporary;

pub use document::Document;
pub use error::FileError;
pub use json::Json;
pub use nearest::nearest;
pub use place::KeyPath;
pub use toml::Spanned;

#[cfg(test)]
mod document_tests;
#[cfg(test)]
mod place_tests;

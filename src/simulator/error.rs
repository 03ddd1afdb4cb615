//! What can go wrong before a simulated CLI speaks.

use crate::config::FileError;

/// A simulator that cannot be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulatorError {
    /// The scenario cannot be used.
    #[error(transparent)]
    Scenario(#[from] FileError),
    /// An argument is not text.
    #[error("the argument {0:?} is not UTF-8; the CLI takes text alone")]
    Argument(std::ffi::OsString),
    /// There is no working directory.
    #[error("the working directory cannot be told ({0}); change to one that exists")]
    Directory(std::io::Error),
}

//! `cca-tui lines`: the lines of a recording that fit a filter, as a table or raw. Owns: reading and writing in constant
//! memory beside the index. Does not own: the filter language and the index (`trace`), the look of a row (`row`).

mod row;

use super::input::Input;
use crate::trace::TraceError;
use crate::trace::filter::{Filter, FilterError};
use crate::trace::store::Store;
use std::io::{self, Write};
use std::path::Path;

/// What is indexed before the filter looks again.
const STEP: u64 = 4 << 20;

/// Lines could not be listed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinesError {
    /// The file cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The filter cannot be read.
    #[error("the filter `{text}` is wrong at {error}")]
    Filter {
        /// As it was given.
        text: String,
        /// What is wrong with it.
        error: FilterError,
    },
    /// The result cannot be written.
    #[error("cannot write the result: {0}; check where standard output goes")]
    Output(#[from] io::Error),
}

impl LinesError {
    /// Whether the reader of our output has just gone away, as `head` does: not a failure.
    pub fn is_closed_output(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Writes the lines that fit: as rows for people, or byte for byte, one a line. `-` is standard input.
pub fn lines(
    path: &Path,
    filter: &str,
    raw: bool,
    out: &mut impl Write,
) -> Result<u64, LinesError> {
    let parsed = Filter::parse(filter).map_err(|error| LinesError::Filter {
        text: filter.to_owned(),
        error,
    })?;
    let input = Input::of(path)?;
    let mut store = Store::open(input.path())?;
    // Whether a request is ever answered is only known at the end.
    while !store.index_some(STEP)?.done {}
    store.finish();
    if !raw {
        row::head(out)?;
    }
    let mut found = 0;
    for line in 0..store.len() {
        if !store.fits(&parsed, line)? {
            continue;
        }
        found += 1;
        if raw {
            out.write_all(&store.text(line)?)?;
            out.write_all(b"\n")?;
        } else {
            row::write(&mut store, line, out)?;
        }
    }
    out.flush()?;
    if found == 0 && filter.contains("~marked") {
        let _ = writeln!(
            io::stderr(),
            "`~marked` finds what was marked on the screen; in a file nothing is marked"
        );
    }
    Ok(found)
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;

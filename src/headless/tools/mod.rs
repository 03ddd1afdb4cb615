//! `cca-tui tools`: list, check and call tools from TOML files and built-in ones, without any session. Owns: what is printed, and exit codes.
//! Does not own: the tools (`tools::declared`), argument parsing (the binary).
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | done |
//! | 1 | a file is wrong (`list`, `check`), or the result of the call is an error |
//! | 2 | nothing could be called: no such tool, arguments that are no JSON object, a file that is wrong |
//! | 130 | the call was cancelled with Ctrl-C |

mod ask;
mod call;
mod list;
mod offer;
mod source;

use super::sanitise;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) use ask::{shown, understood};
pub use offer::{Offer, Offered};
pub use source::Source;

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Show tools.
    List {
        /// The files they are in.
        files: Vec<PathBuf>,
    },
    /// Check files.
    Check {
        /// The files.
        files: Vec<PathBuf>,
    },
    /// Call a tool.
    Call {
        /// Its name.
        name: String,
        /// A JSON object.
        arguments: String,
        /// The file it is in.
        file: PathBuf,
        /// Print all of the result.
        json: bool,
    },
}

/// Does it; prints to standard output and standard error.
pub fn run(request: Request) -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let code = match request {
        Request::List { files } => list::list(&files, &mut out),
        Request::Check { files } => list::check(&files, &mut out),
        Request::Call {
            name,
            arguments,
            file,
            json,
        } => call::call(&name, &arguments, &file, json, &mut out),
    };
    match code.and_then(|code| out.flush().map(|()| code)) {
        Ok(code) => ExitCode::from(code),
        // Whoever read our output went away, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!(
                "cannot write the result: {error}; check where standard output goes"
            ));
            ExitCode::FAILURE
        }
    }
}

/// One line on standard error.
fn tell(what: &str) {
    // Nobody is left to tell if even this fails.
    let _ = writeln!(io::stderr(), "cca-tui: {}", sanitise(what));
}

//! Why a program did not even start. Owns: telling apart what the system's few error numbers lump together.

use std::io;
use std::path::{Path, PathBuf};

/// A program that could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// There is no program to run.
    #[error("there is no program to run: the list of words is empty")]
    Empty,
    /// A word the system cannot pass on.
    #[error(
        "word {position} of the command has a NUL byte in it, which no program can be given; pass such data on standard input"
    )]
    Nul {
        /// Which word, from 0, the program.
        position: usize,
    },
    /// No such program.
    #[error(
        "there is no program {program:?}; install it, or write its path (names are looked up in the PATH it is given)"
    )]
    NotFound {
        /// What was looked for.
        program: String,
    },
    /// The file is there and cannot be run.
    #[error("{program:?} cannot be run: permission denied; is it executable (`chmod +x`)?")]
    NotExecutable {
        /// What was tried.
        program: String,
    },
    /// The directory it should run in.
    #[error("the working directory {} cannot be used: {problem}", path.display())]
    WorkingDirectory {
        /// The directory.
        path: PathBuf,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Too much for one command line.
    #[error(
        "the arguments are longer than this system allows for one command; pass large data on standard input"
    )]
    TooLong,
    /// Anything else.
    #[error("{program:?} could not be started: {source}")]
    Start {
        /// What was tried.
        program: String,
        /// What the system said.
        source: io::Error,
    },
}

impl RunError {
    /// What an error of starting really means.
    pub(super) fn explain(program: &str, cwd: Option<&Path>, source: io::Error) -> Self {
        if let Some((path, problem)) = cwd.and_then(|cwd| Some((cwd, directory_problem(cwd)?))) {
            let path = path.to_owned();
            return Self::WorkingDirectory { path, problem };
        }
        let program = program.to_owned();
        match source.kind() {
            // An existing file that is "not found" names an interpreter that is missing.
            io::ErrorKind::NotFound if Path::new(&program).is_file() => {
                Self::Start { program, source }
            }
            io::ErrorKind::NotFound => Self::NotFound { program },
            io::ErrorKind::PermissionDenied => Self::NotExecutable { program },
            io::ErrorKind::ArgumentListTooLong => Self::TooLong,
            _ => Self::Start { program, source },
        }
    }
}

fn directory_problem(path: &Path) -> Option<&'static str> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => None,
        Ok(_) => Some("it is not a directory"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some("it does not exist"),
        Err(_) => Some("it cannot be entered"),
    }
}

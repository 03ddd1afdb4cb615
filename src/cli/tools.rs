//! The command line of `tools`. Owns: clap types only.

use cca::headless::tools::Request;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Tools {
    #[command(subcommand)]
    pub(crate) request: What,
}

#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Show the tools in the files: names, arguments, where their answers come from
    List {
        /// Files with `[tools.NAME]` tables, or `demo` for the built-in tools
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Say whether files of tools or hooks are right, and what is wrong with them (exit code 1)
    Check {
        /// Files with `[tools.NAME]` or `[[hooks]]` tables
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Call a tool and print its result; exit code 1 if the result is an error, 2 if it could not be called
    Call {
        /// The tool, with or without `mcp__server__` before it
        name: String,
        /// The arguments, as a JSON object
        arguments: String,
        /// The file the tool is in, or `demo` for the built-in tools
        file: PathBuf,
        /// Print the whole result as one JSON object
        #[arg(long)]
        json: bool,
    },
}

impl From<What> for Request {
    fn from(what: What) -> Self {
        match what {
            What::List { files } => Self::List { files },
            What::Check { files } => Self::Check { files },
            What::Call {
                name,
                arguments,
                file,
                json,
            } => Self::Call {
                name,
                arguments,
                file,
                json,
            },
        }
    }
}

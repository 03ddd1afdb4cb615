//! Where tools come from. Owns: telling files of tools, files of hooks and built-in sets apart. Does not own: reading them.

use super::offer::Offer;
use crate::config::{Document, FileError};
use crate::hooks::HookFile;
use crate::tools::declared::{Answerer, ToolFile};
use crate::tools::{Server, demo};
use serde::Deserialize;
use std::fmt::Display;
use std::path::Path;

/// What a name on the command line stands for.
#[derive(Debug)]
pub enum Source {
    /// A file of tools.
    Tools(ToolFile),
    /// A file of hooks.
    Hooks(HookFile),
    /// Tools that are built in.
    BuiltIn(Server),
}

/// Only what tells the kinds of files apart; the rest is read by whoever knows it.
#[derive(Deserialize)]
struct Outline {
    hooks: Option<serde::de::IgnoredAny>,
    tools: Option<serde::de::IgnoredAny>,
}

impl Source {
    /// Opens and reads a file. The word `demo` stands for the built-in tools; a file of that name is `./demo`.
    pub fn open(file: &Path) -> Result<Self, FileError> {
        if file.as_os_str() == demo::NAME {
            let server = demo::server().map_err(|error| wrong(file, error))?;
            return Ok(Self::BuiltIn(server));
        }
        let document = Document::open(file)?;
        let outline: Outline = document.parse()?;
        if outline.hooks.is_some() && outline.tools.is_none() {
            return HookFile::read(&document).map(Self::Hooks);
        }
        ToolFile::read(&document).map(Self::Tools)
    }

    /// Opens what must have tools. Those that a person answers by hand are answered by `answerer`.
    pub fn tools(file: &Path, answerer: Option<&Answerer>) -> Result<Offer, FileError> {
        match Self::open(file)? {
            Self::Tools(tools) => {
                Offer::declared(&tools, answerer).map_err(|error| wrong(file, error))
            }
            Self::BuiltIn(server) => Ok(Offer::built_in(server)),
            Self::Hooks(_) => Err(wrong(
                file,
                "has hooks and no tools; name a file with [tools.NAME] tables",
            )),
        }
    }
}

fn wrong(file: &Path, what: impl Display) -> FileError {
    FileError {
        file: file.to_owned(),
        line: None,
        key: None,
        what: what.to_string(),
    }
}

//! Where tools come from. Owns: telling files of tools, files of hooks and built-in sets apart. Does not own: reading them.

use crate::config::{Document, FileError};
use crate::hooks::HookFile;
use crate::tools::declared::ToolFile;
use serde::Deserialize;
use std::path::Path;

/// What a name on the command line stands for.
#[derive(Debug)]
pub enum Source {
    /// A file of tools.
    Tools(ToolFile),
    /// A file of hooks.
    Hooks(HookFile),
}

/// Only what tells the kinds of files apart; the rest is read by whoever knows it.
#[derive(Deserialize)]
struct Outline {
    hooks: Option<serde::de::IgnoredAny>,
    tools: Option<serde::de::IgnoredAny>,
}

impl Source {
    /// Opens and reads a file. A set of tools that is built in would be found here by its name.
    pub fn open(file: &Path) -> Result<Self, FileError> {
        let document = Document::open(file)?;
        let outline: Outline = document.parse()?;
        if outline.hooks.is_some() && outline.tools.is_none() {
            return HookFile::read(&document).map(Self::Hooks);
        }
        ToolFile::read(&document).map(Self::Tools)
    }

    /// Opens a file that must be one of tools.
    pub fn tools(file: &Path) -> Result<ToolFile, FileError> {
        match Self::open(file)? {
            Self::Tools(tools) => Ok(tools),
            Self::Hooks(_) => Err(FileError {
                file: file.to_owned(),
                line: None,
                key: None,
                what: "has hooks and no tools; name a file with [tools.NAME] tables".to_owned(),
            }),
        }
    }
}

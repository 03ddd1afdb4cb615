//! Tools a person wrote into a TOML file. Owns: the file's shape, its checks, and what each kind of tool does when it is
//! called. Does not own: serving them (`Server`), running programs (`crate::command`), asking the person (the front end).
//!
//! ```text
//! Document --ToolFile::read--> ToolFile --server(answerer)--> Server
//!                                  \--tools--> a list for people
//! ```
//!
//! A file has `[tools.NAME]` tables, each with a description, an input schema and exactly one of `command`, `answer`,
//! `cases` (or `cases_file`) and `manual`. Everything that can be wrong with it is found when it is read, with file, line
//! and key; a call can then only fail in ways the agent is told about.
//!
//! ```
//! use cca::config::Document;
//! use cca::tools::declared::ToolFile;
//!
//! let text = r#"
//! [tools.greet]
//! description = "Say hello"
//! input = { name = "string" }
//! command.run = ["printf", "Hello, %s!", "{name}"]
//! "#;
//! let file = ToolFile::read(&Document::new("greetings.toml", text))?;
//! assert_eq!(file.server_name(), "greetings");
//! let server = file.server(None).unwrap();
//! assert_eq!(server.qualified("greet"), "mcp__greetings__greet");
//! # Ok::<(), cca::config::FileError>(())
//! ```

mod argv;
mod cases;
mod code;
mod code_programs;
mod command;
mod input;
mod json;
mod manual;
mod read;
mod shape;
mod tool_file;

pub use manual::{Answerer, Question, Reply};
pub use tool_file::{DeclaredTool, ToolFile};

//! PURE. Requests about files: rewind, read, suggest, and what the CLI believes was read.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ControlRequest, Empty, Extra};
use crate::wire::fields::null_as_default;

/// Puts files back to how they were at a user message. Needs file checkpointing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RewindFiles {
    /// The `uuid` of the user message.
    pub user_message_id: String,
    /// Only say what would change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
}

impl RewindFiles {
    /// Changes files.
    pub fn to(user_message_id: impl Into<String>) -> Self {
        Self {
            user_message_id: user_message_id.into(),
            dry_run: None,
        }
    }

    /// Changes nothing, tells what would change.
    pub fn preview(user_message_id: impl Into<String>) -> Self {
        Self {
            dry_run: Some(true),
            ..Self::to(user_message_id)
        }
    }
}

impl ControlRequest for RewindFiles {
    const SUBTYPE: &'static str = "rewind_files";
    type Response = RewindFilesResponse;
}

/// What a rewind did, or would do.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RewindFilesResponse {
    /// Possible at all.
    pub can_rewind: Option<bool>,
    /// Absolute paths; only in a preview.
    #[serde(deserialize_with = "null_as_default")]
    pub files_changed: Vec<String>,
    /// Lines; only in a preview.
    pub insertions: Option<u64>,
    /// Lines; only in a preview.
    pub deletions: Option<u64>,
    /// Links left alone; only after a real rewind.
    pub skipped_links: Option<u64>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Reads a file under the rules of the Read tool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ReadFile {
    /// Absolute, or relative to the working directory.
    pub path: String,
    /// Stop after so many bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<u64>,
    /// How the contents are encoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
}

impl ReadFile {
    /// The whole file as text.
    pub fn at(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            ..Self::default()
        }
    }
}

impl ControlRequest for ReadFile {
    const SUBTYPE: &'static str = "read_file";
    type Response = ReadFileResponse;
}

/// A file's contents.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ReadFileResponse {
    /// The text, or its encoded form.
    pub contents: Option<String>,
    /// Where it really is.
    #[serde(rename = "absPath")]
    pub abs_path: Option<String>,
    /// Bytes were replaced to make it text.
    pub lossy: Option<bool>,
    /// The path as it was asked for.
    pub requested_path: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Completion for `@` mentions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileSuggestions {
    /// What was typed so far.
    pub query: String,
}

impl ControlRequest for FileSuggestions {
    const SUBTYPE: &'static str = "file_suggestions";
    type Response = FileSuggestionsResponse;
}

/// Files that fit.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct FileSuggestionsResponse {
    /// Best first; each a string or an object, as the CLI likes.
    #[serde(deserialize_with = "null_as_default")]
    pub suggestions: Vec<Value>,
    /// What they are relative to.
    pub cwd: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Tells the CLI that a file counts as read, so that an edit need not read it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeedReadState {
    /// The file.
    pub path: String,
    /// Its modification time in milliseconds when it was read.
    pub mtime: u64,
}

impl ControlRequest for SeedReadState {
    const SUBTYPE: &'static str = "seed_read_state";
    type Response = Empty;
}

/// Adds the root of a repository below the working directory or an added one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RegisterRepoRoot {
    /// The directory.
    pub directory: String,
}

impl ControlRequest for RegisterRepoRoot {
    const SUBTYPE: &'static str = "register_repo_root";
    type Response = RegisterRepoRootResponse;
}

/// The directory that was added.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RegisterRepoRootResponse {
    /// As the CLI resolved it.
    pub directory: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

//! Hashes of a text, of bytes or of a file. Owns: the algorithms and reading a file in pieces.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use md5::Md5;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::digest::DynDigest;
use sha2::{Sha256, Sha512};

use super::super::{Content, Tool, ToolContext, ToolError, ToolResult};

/// The largest file.
const MOST_BYTES: u64 = 4 * 1024 * 1024 * 1024;
const PIECE: usize = 64 * 1024;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// A text; its UTF-8 bytes are hashed. Give exactly one of `text`, `base64` and `file`.
    #[serde(default)]
    text: Option<String>,
    /// Bytes as base64.
    #[serde(default)]
    base64: Option<String>,
    /// The path of a file.
    #[serde(default)]
    file: Option<String>,
    /// Which hash. Use md5 only to compare with old sums: it protects nothing.
    #[serde(default)]
    algorithm: Algorithm,
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Algorithm {
    #[default]
    Sha256,
    Sha512,
    Md5,
}

impl Algorithm {
    fn start(self) -> Box<dyn DynDigest + Send> {
        match self {
            Self::Sha256 => Box::new(Sha256::default()),
            Self::Sha512 => Box::new(Sha512::default()),
            Self::Md5 => Box::new(Md5::default()),
        }
    }
}

/// `hash`.
pub fn tool() -> Tool {
    let description = "The sha256, sha512 or md5 of a text, of bytes (base64) or of a file, as hexadecimal digits.";
    Tool::typed("hash", description, |wanted: Wanted, cx| async move {
        let algorithm = wanted.algorithm;
        let (digest, bytes) = match (wanted.text, wanted.base64, wanted.file) {
            (Some(text), None, None) => of_bytes(algorithm, text.as_bytes()),
            (None, Some(base64), None) => {
                let bytes = STANDARD.decode(base64.trim()).map_err(|error| {
                    ToolError::new(format!(
                        "`base64` cannot be read: {error}; give standard base64 with padding"
                    ))
                })?;
                of_bytes(algorithm, &bytes)
            }
            (None, None, Some(file)) => {
                tokio::task::spawn_blocking(move || of_file(algorithm, Path::new(&file), &cx))
                    .await??
            }
            _ => {
                return Err(ToolError::new(
                    "give exactly one of `text`, `base64` and `file`",
                ));
            }
        };
        let data = json!({"algorithm": algorithm, "hash": digest, "bytes": bytes});
        Ok(ToolResult {
            structured: Some(data),
            ..Content::text(digest).into()
        })
    })
    .read_only()
}

fn of_bytes(algorithm: Algorithm, bytes: &[u8]) -> (String, u64) {
    let mut hasher = algorithm.start();
    hasher.update(bytes);
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    (hex(&hasher.finalize()), length)
}

fn of_file(
    algorithm: Algorithm,
    path: &Path,
    cx: &ToolContext,
) -> Result<(String, u64), ToolError> {
    let fail = |what: String| ToolError::new(format!("{}: {what}", path.display()));
    let about = std::fs::metadata(path).map_err(|error| fail(error.to_string()))?;
    // A pipe or a device would block or never end.
    if !about.is_file() {
        return Err(fail("is not a file; name one".to_owned()));
    }
    let mut file = File::open(path).map_err(|error| fail(error.to_string()))?;
    let mut hasher = algorithm.start();
    let mut piece = vec![0; PIECE];
    let mut length = 0_u64;
    loop {
        if cx.is_cancelled() {
            return Err(fail("hashing it was cancelled".to_owned()));
        }
        let read = file
            .read(&mut piece)
            .map_err(|error| fail(error.to_string()))?;
        if read == 0 {
            return Ok((hex(&hasher.finalize()), length));
        }
        length += u64::try_from(read).unwrap_or(u64::MAX);
        if length > MOST_BYTES {
            return Err(fail(format!(
                "is larger than {MOST_BYTES} bytes; hash a smaller file"
            )));
        }
        hasher.update(piece.get(..read).unwrap_or_default());
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

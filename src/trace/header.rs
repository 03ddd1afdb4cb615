//! The first line of a recording: how the session was started.
//!
//! Owns the format version. Environment variables are recorded by name only: their values are where secrets live.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

/// The version of the format that this program writes and reads.
pub const FORMAT_VERSION: u64 = 1;

/// How every header line begins.
pub(super) const MARK: &[u8] = b"{\"cca_recording\"";

/// How a recorded session was started.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// When it started, to the millisecond; `None` when a file does not say it in a readable way.
    pub started: Option<DateTime<Utc>>,
    /// The command line of the CLI, program first.
    pub argv: Vec<String>,
    /// The names of the CLI's environment variables. Anything from a `=` on is cut before it is written.
    pub env: Vec<String>,
    /// The CLI's working directory.
    pub cwd: Option<String>,
    /// The CLI's version, if it was known when the recording began.
    pub cli_version: Option<String>,
    /// Secrets are taken out before anything is written.
    pub redacted: bool,
}

/// The header as spelled in the file; the order of fields is the order of keys.
#[derive(Serialize)]
struct Written<'a> {
    cca_recording: u64,
    started: Option<String>,
    argv: &'a [String],
    env: Vec<&'a str>,
    cwd: Option<&'a str>,
    cli_version: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    redacted: bool,
}

#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    started: Option<String>,
    #[serde(default)]
    argv: Vec<String>,
    #[serde(default)]
    env: Vec<String>,
    #[serde(default)]
    cwd: Option<String>,
    #[serde(default)]
    cli_version: Option<String>,
    #[serde(default)]
    redacted: bool,
}

impl Header {
    /// The header line with its line break.
    pub fn encode(&self) -> Result<Vec<u8>, serde_json::Error> {
        let written = Written {
            cca_recording: FORMAT_VERSION,
            started: self
                .started
                .map(|time| time.to_rfc3339_opts(SecondsFormat::Millis, true)),
            argv: &self.argv,
            env: self.env.iter().map(|name| name_only(name)).collect(),
            cwd: self.cwd.as_deref(),
            cli_version: self.cli_version.as_deref(),
            redacted: self.redacted,
        };
        let mut line = serde_json::to_vec(&written)?;
        line.push(b'\n');
        Ok(line)
    }

    /// Reads a header line whose version was found to be ours.
    pub(super) fn decode(line: &[u8]) -> Result<Self, serde_json::Error> {
        let found: Found = serde_json::from_slice(line)?;
        Ok(Self {
            started: found
                .started
                .and_then(|text| DateTime::parse_from_rfc3339(&text).ok())
                .map(|time| time.with_timezone(&Utc)),
            argv: found.argv,
            env: found.env,
            cwd: found.cwd,
            cli_version: found.cli_version,
            redacted: found.redacted,
        })
    }
}

fn name_only(variable: &str) -> &str {
    variable
        .split_once('=')
        .map_or(variable, |(name, _value)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_as_documented_and_reads_back() {
        let header = Header {
            started: DateTime::from_timestamp_millis(1_767_323_045_678),
            argv: vec!["claude".into(), "--verbose".into()],
            env: vec!["PATH".into()],
            cwd: Some("/tmp".into()),
            cli_version: None,
            redacted: false,
        };
        let line = header.encode().unwrap_or_default();
        assert_eq!(
            String::from_utf8_lossy(&line),
            "{\"cca_recording\":1,\"started\":\"2026-01-02T03:04:05.678Z\",\"argv\":[\"claude\",\"--verbose\"],\
             \"env\":[\"PATH\"],\"cwd\":\"/tmp\",\"cli_version\":null}\n"
        );
        assert!(line.starts_with(MARK));
        assert_eq!(Header::decode(&line).ok(), Some(header));
    }

    #[test]
    fn only_a_redacted_recording_says_so() {
        let plain = Header::default();
        let redacted = Header {
            redacted: true,
            ..Header::default()
        };
        let text = |header: &Header| String::from_utf8(header.encode().unwrap()).unwrap();
        assert!(!text(&plain).contains("redacted"));
        assert!(text(&redacted).ends_with("\"redacted\":true}\n"));
        assert_eq!(
            Header::decode(text(&redacted).as_bytes()).ok(),
            Some(redacted)
        );
    }

    #[test]
    fn values_of_variables_are_never_written() {
        let header = Header {
            env: vec!["TOKEN=secret=very".into()],
            ..Header::default()
        };
        let line = String::from_utf8(header.encode().unwrap_or_default()).unwrap_or_default();
        assert!(line.contains("[\"TOKEN\"]") && !line.contains("secret"));
    }
}

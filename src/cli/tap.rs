//! The arguments of `cca-tui tap` and `cca-tui watch`. Owns: clap types. Does not own: what they do.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub(crate) struct Tap {
    /// Record here instead: a new file (if the name is taken, one beside it), or a folder for many
    #[arg(long, value_name = "FILE|FOLDER", conflicts_with = "no_record")]
    pub(crate) record: Option<PathBuf>,
    /// Record nothing: just become the CLI
    #[arg(long, conflicts_with = "install")]
    pub(crate) no_record: bool,
    /// Mask secrets in what is recorded, before it is written; what is passed on stays as it is
    #[arg(long, conflicts_with = "no_record")]
    pub(crate) redact: bool,
    /// Write a script that taps the CLI, for SDKs that take one path
    #[arg(long, value_name = "PATH", conflicts_with = "command")]
    pub(crate) install: Option<PathBuf>,
    /// The `claude` that the script taps, instead of the one in `CCA_CLI` or on PATH
    #[arg(long, value_name = "CLAUDE", requires = "install")]
    pub(crate) cli: Option<PathBuf>,
    /// The CLI and its arguments
    #[arg(
        last = true,
        value_name = "CLAUDE ARGS",
        required_unless_present = "install"
    )]
    pub(crate) command: Vec<OsString>,
}

const AFTER: &str = "\
The process becomes the CLI, so its exit code, its signals and its end are the CLI's own. Sessions that speak stream-json \
are recorded to ~/.local/state/cca-tui/recordings (or XDG_STATE_HOME), readable by their owner alone; `cca-tui watch` lists \
them, `cca-tui inspect` reads them. Whatever happens to the recording, the session goes on; with CCA_TAP_DEBUG set, it says \
on standard error why it is not recorded.

  cca-tui tap --install ./claude-tapped       then give that path to the SDK:
    Python       ClaudeAgentOptions(cli_path=\"/path/to/claude-tapped\")
    TypeScript   { pathToClaudeCodeExecutable: \"/path/to/claude-tapped\" }
    Rust         Options::new().cli_path(\"/path/to/claude-tapped\")";

#[cfg(unix)]
impl Tap {
    /// Where to record.
    pub(crate) fn record(&self) -> cca::tap::Record {
        match &self.record {
            _ if self.no_record => cca::tap::Record::No,
            Some(path) => cca::tap::Record::At(path.clone()),
            None => cca::tap::Record::Usual,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Watch {
    /// Print the list, at a terminal too
    #[arg(long, conflicts_with = "json")]
    pub(crate) list: bool,
    /// Print one JSON object for each recording
    #[arg(long)]
    pub(crate) json: bool,
    /// Delete recordings that are too old or too much (`recordings` in the settings), and say which; this also happens
    /// whenever a session begins, or a tapped one ends
    #[arg(long)]
    pub(crate) prune: bool,
}

//! The arguments of `cca-tui export`. Owns: clap types. Does not own: what they do.

use cca::headless::export::{Export as Job, Kind};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = super::filter_help())]
pub(crate) struct Export {
    /// A recording, a capture, the output of `claude --output-format stream-json`, a transcript of the CLI, or `-` for
    /// standard input
    file: PathBuf,
    /// What to make of it
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    format: Format,
    /// Write here, readable by its owner alone, instead of to standard output, which is `-`; a bundle goes to a file beside
    /// you unless another place is named
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only what came with lines that fit; `--help` lists the terms
    #[arg(
        long,
        value_name = "FILTER",
        default_value = "",
        hide_default_value = true
    )]
    filter: String,
    /// Leave secrets in
    #[arg(long)]
    no_mask: bool,
    /// Write a bundle without asking; what is masked is still said on standard error
    #[arg(long)]
    yes: bool,
    /// Replace a file that exists
    #[arg(long)]
    force: bool,
    #[cfg(feature = "tui")]
    #[command(flatten)]
    film: super::film::FilmArgs,
}

#[cfg(feature = "tui")]
impl Export {
    /// How a film is made, if it is one.
    pub(crate) fn filmed(&self) -> super::film::FilmArgs {
        self.film.clone()
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// A transcript, for issues and notes
    Markdown,
    /// A transcript, as one page that needs nothing else
    Html,
    /// A recording of the lines that fit the filter
    Ndjson,
    /// A film of the screen, which `asciinema play` and its like show
    #[cfg(feature = "tui")]
    Cast,
    /// The recording, how it was started, and what is wrong with it, in one .tar file
    Bundle,
}

impl From<Export> for Job {
    fn from(typed: Export) -> Self {
        Self {
            file: typed.file,
            kind: match typed.format {
                Format::Markdown => Kind::Markdown,
                Format::Html => Kind::Html,
                Format::Ndjson => Kind::Ndjson,
                Format::Bundle => Kind::Bundle,
                #[cfg(feature = "tui")]
                Format::Cast => Kind::Cast,
            },
            out: typed.output,
            filter: typed.filter,
            mask: !typed.no_mask,
            yes: typed.yes,
            force: typed.force,
        }
    }
}

//! `cca-tui export`: a recording for somebody else. Owns: the order of things (study, show what is masked, ask, write), and
//! how its failures are told. Does not own: what a secret is (`trace::mask`), what a conversation is (`session`).
//!
//! Everything that leaves here was masked before anything was made of it: transcripts are folded from masked lines, so a
//! secret cannot come in by another way. The only exception is `--no-mask`, which says so in the result.

mod bundle;
mod fitting;
mod html;
mod markdown;
mod place;
mod sheet;
mod source;
mod speech;
mod tar;
mod title;
mod told;

use super::input::Input;
use super::sanitise;
use crate::trace::filter::{Filter, FilterError};
use crate::trace::mask::{Masker, Tally};
use crate::trace::{TraceError, Traffic};
use chrono::{DateTime, Utc};
use sheet::Sheet;
use source::Source;
use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use title::Title;

/// What is made of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A transcript to read or to put into an issue.
    Markdown,
    /// A transcript as one page without outside resources.
    Html,
    /// A recording of the lines that fit the filter.
    Ndjson,
    /// Everything somebody needs to find a mistake, in one file.
    Bundle,
    /// A film of the screen, for players of asciicasts.
    Cast,
}

/// Who can make a film of lines: the screen, which is no part of this.
pub trait Studio {
    /// Writes the film.
    fn shoot(
        &self,
        scene: &Scene,
        lines: &mut dyn Iterator<Item = Traffic>,
        out: &mut dyn Write,
    ) -> io::Result<()>;
}

/// What a film is of.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// Its title, or its first prompt.
    pub title: String,
    /// When the session started.
    pub started: Option<DateTime<Utc>>,
    /// Whether its lines have times.
    pub timed: bool,
}

/// What was asked for.
#[derive(Debug, Clone)]
pub struct Export {
    /// The recording; `-` is standard input.
    pub file: PathBuf,
    /// What to make of it.
    pub kind: Kind,
    /// Where to write; `-` is standard output, and so is nothing, but for a bundle.
    pub out: Option<PathBuf>,
    /// Which lines.
    pub filter: String,
    /// Take secrets out.
    pub mask: bool,
    /// Write a bundle without asking.
    pub yes: bool,
    /// Take the place of a file that exists.
    pub force: bool,
}

/// Nothing could be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The file cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The filter cannot be read.
    #[error("the filter `{text}` is wrong at {error}")]
    Filter {
        /// As it was given.
        text: String,
        /// What is wrong with it.
        error: FilterError,
    },
    /// No line of it is an entry.
    #[error("{} holds no line that could be exported", .0.display())]
    Nothing(PathBuf),
    /// A bundle is whole.
    #[error(
        "a bundle holds the whole recording; export the lines of a filter with --format ndjson"
    )]
    FilteredBundle,
    /// It is no text.
    #[error(
        "a bundle is an archive, and no text for a terminal: name a file with --output, or send it on to a program"
    )]
    BundleOnTerminal,
    /// Films are made by the screen.
    #[error("this program was built without a screen, and makes no films")]
    NoScreen,
    /// The result exists.
    #[error("{} exists already: choose another name, or add --force to replace it", .0.display())]
    Exists(PathBuf),
    /// The result would replace what it is made from.
    #[error("{} is the recording itself: choose another name for the result", .0.display())]
    Itself(PathBuf),
    /// There is no such folder.
    #[error("there is no folder {}: make it, or choose another place for the result", .0.display())]
    NoFolder(PathBuf),
    /// The result would replace a folder.
    #[error("{} is a folder: name a file in it", .0.display())]
    Folder(PathBuf),
    /// Nobody can be asked.
    #[error(
        "nothing was written: nobody can be asked here; look at what is masked above and add --yes"
    )]
    NotAsked,
    /// Somebody said no.
    #[error("nothing was written")]
    Declined,
    /// The result cannot be written.
    #[error("cannot write {to}: {source}; check the place and the room that is left")]
    Output {
        /// Where.
        to: String,
        /// Why.
        source: io::Error,
    },
}

impl ExportError {
    fn output(to: &str, source: io::Error) -> Self {
        Self::Output {
            to: to.to_owned(),
            source,
        }
    }

    /// Whether the reader of our output has just gone away, as `head` does: not a failure.
    pub fn is_closed_output(&self) -> bool {
        matches!(self, Self::Output { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Exports a recording; what was masked is told on standard error. Films are made by the studio.
pub fn run(export: &Export, studio: Option<&dyn Studio>) -> Result<(), ExportError> {
    let filter = Filter::parse(&export.filter).map_err(|error| ExportError::Filter {
        text: export.filter.clone(),
        error,
    })?;
    if export.kind == Kind::Bundle && !filter.is_empty() {
        return Err(ExportError::FilteredBundle);
    }
    let input = Input::of(&export.file)?;
    let out = target(export, input.path());
    if out.is_none() && export.kind == Kind::Bundle && io::stdout().is_terminal() {
        return Err(ExportError::BundleOnTerminal);
    }
    if let Some(path) = &out {
        place::check(path, input.path(), export.force)?;
    }
    let mut source = Source::open(input.path(), export.mask)?;
    if export.kind == Kind::Bundle {
        let bundle = bundle::prepare(&mut source, input.path())?;
        show(source.tally(), export.mask);
        agree(export)?;
        put(out.as_deref(), export.force, |out| {
            bundle.write(&mut source, out)
        })?;
    } else {
        put(out.as_deref(), export.force, |out| {
            written(export.kind, &mut source, &filter, studio, out)
        })?;
        show(source.tally(), export.mask);
    }
    if let Some(path) = out {
        say(&format!("wrote {}", path.display()));
    }
    Ok(())
}

/// Writes the result to its place, or to standard output.
fn put(
    place: Option<&Path>,
    force: bool,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    if let Some(path) = place {
        return place::write(path, force, fill);
    }
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    fill(&mut stdout)?;
    let flushed = stdout.flush();
    flushed.map_err(|error| ExportError::output("the result", error))
}

/// Where the result goes, if not to standard output. A bundle has a place of its own unless another is named.
fn target(export: &Export, file: &Path) -> Option<PathBuf> {
    match &export.out {
        Some(named)
            if ["-", "/dev/stdout"]
                .iter()
                .any(|out| named.as_os_str() == *out) =>
        {
            None
        }
        Some(named) => Some(named.clone()),
        None if export.kind == Kind::Bundle => {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            // The name goes with the file to whoever gets it.
            let shown = match Masker::default().mask_text(&stem, "file name") {
                shown if export.mask && shown != stem => bundle::plain(&shown),
                _ => stem.into_owned(),
            };
            Some(PathBuf::from(format!("{shown}.bundle.tar")))
        }
        None => None,
    }
}

fn written(
    kind: Kind,
    source: &mut Source,
    filter: &Filter,
    studio: Option<&dyn Studio>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    match kind {
        Kind::Ndjson => {
            let written = source.recording(filter, out)?;
            match (written.lines, filter.is_empty()) {
                (0, true) => say("there is no line in the recording: the result holds none"),
                (0, false) => say(NOTHING_FITS),
                _ => {}
            }
            match written.left_out {
                0 => {}
                1 => say("1 damaged line was left out: what is in it cannot be masked for certain"),
                count => say(&format!(
                    "{count} damaged lines were left out: what is in them cannot be masked for certain"
                )),
            }
            return Ok(());
        }
        Kind::Cast => return film(source, filter, studio, out),
        Kind::Markdown | Kind::Html | Kind::Bundle => {}
    }
    let (shown, write): (Look, Page) = match kind {
        Kind::Html => (html::shown, html::write),
        _ => (markdown::shown, markdown::write),
    };
    let mut sheet = Sheet::of(source, filter, shown)?;
    if sheet.nothing_fits {
        say(NOTHING_FITS);
    }
    let written = write(&mut sheet, out);
    written.map_err(|error| ExportError::output("the result", error))
}

const NOTHING_FITS: &str = "no line fits the filter: the result holds none";

/// How a part of a conversation looks, and how the whole page is written.
type Look = fn(&sheet::Part) -> String;
type Page = fn(&mut Sheet, &mut dyn Write) -> io::Result<()>;

fn film(
    source: &mut Source,
    filter: &Filter,
    studio: Option<&dyn Studio>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let studio = studio.ok_or(ExportError::NoScreen)?;
    let mut title = Title::default();
    let report = source.fold(|_, _, _, state| {
        title.look(state);
        Ok(())
    })?;
    source.count_anew();
    let scene = Scene {
        title: title.of(report.state()),
        started: source.started(),
        timed: source.has_times(),
    };
    drop(report);
    let mut lines = source.lines(filter);
    let shot = studio.shoot(&scene, &mut lines, out);
    lines.failed()?;
    shot.map_err(|error| ExportError::output("the film", error))
}

/// Says what was masked.
fn show(tally: &Tally, mask: bool) {
    if !mask {
        say("nothing is masked: the result may hold secrets");
        return;
    }
    if tally.total() == 0 {
        say("nothing looked like a secret; look through the result before you pass it on");
        return;
    }
    say(&format!("masked {}:", values(tally.total())));
    for row in tally.rows() {
        say(&format!("  {:>5}  {} ({})", row.count, row.kind, row.place));
    }
}

fn values(count: u64) -> String {
    let noun = if count == 1 { "value" } else { "values" };
    format!("{count} {noun}")
}

/// Asks whether to write what was shown.
fn agree(export: &Export) -> Result<(), ExportError> {
    if export.yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(ExportError::NotAsked);
    }
    let _ = write!(io::stderr(), "Write the bundle? [y/N] ");
    let mut answer = String::new();
    let _ = io::stdin().lock().read_line(&mut answer);
    if matches!(answer.trim(), "y" | "Y" | "yes") {
        Ok(())
    } else {
        Err(ExportError::Declined)
    }
}

/// Nobody is left to tell if even this fails.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{}", sanitise(line));
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;

//! The bug bundle: one archive with all that somebody needs to find a mistake. Owns: which files are in it and what they say.
//! Does not own: the archive (`tar`), what is masked (`trace::mask`).

use super::source::Source;
use super::{ExportError, tar};
use crate::headless::inspect;
use crate::trace::filter::Filter;
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// A bundle that is ready to be written, but for the recording.
#[derive(Debug)]
pub(super) struct Bundle {
    folder: String,
    time: u64,
    files: Vec<(&'static str, Vec<u8>)>,
    recording: u64,
}

/// Counts what would be written.
#[derive(Default)]
struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Makes everything but writes nothing; afterwards the source's tally says what is masked.
pub(super) fn prepare(source: &mut Source, path: &Path) -> Result<Bundle, ExportError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = source.masked(&stem, "file name");
    let report = source.fold(|_, _, _, _| Ok(()))?;
    let summary = report.summary();
    let mut findings = Vec::new();
    let printed = inspect::print(&summary, &stem, &mut findings);
    printed.map_err(|error| ExportError::output("the report", error))?;
    let header = source.header().unwrap_or_default();
    // Counts once what is written once: the header is in the recording and in the description.
    source.count_anew();
    let mut counter = Counter::default();
    source.recording(&Filter::default(), &mut counter)?;
    let started = header.started.map_or(0, |time| time.timestamp());
    let about = json!({
        "cca_bundle": 1,
        "cca_tui": env!("CARGO_PKG_VERSION"),
        "system": std::env::consts::OS,
        "machine": std::env::consts::ARCH,
        "cli_version": summary.cli_version,
        "model": summary.model,
        "started": header.started.map(|time| time.to_rfc3339()),
        "argv": header.argv,
        "cwd": header.cwd,
        "environment_names": header.env,
        "lines": source.len(),
        "lines_that_are_no_entries": source.damaged,
        "masked": source.masks(),
        "redacted_when_recorded": source.redacted,
    });
    let masked = json!({
        "total": source.tally().total(),
        "rows": source.tally().rows(),
    });
    Ok(Bundle {
        folder: folder(&stem),
        time: u64::try_from(started).unwrap_or(0),
        files: vec![
            ("README.txt", readme(source).into_bytes()),
            ("about.json", pretty(&about)),
            ("findings.txt", findings),
            ("inspect.json", pretty(&report.to_json())),
            ("masked.json", pretty(&masked)),
        ],
        recording: counter.0,
    })
}

impl Bundle {
    /// Writes the archive.
    pub(super) fn write(
        &self,
        source: &mut Source,
        out: &mut dyn Write,
    ) -> Result<(), ExportError> {
        let failed = |error| ExportError::output("the bundle", error);
        let name = |file: &str| format!("{}/{file}", self.folder);
        for (file, bytes) in &self.files {
            tar::file(out, &name(file), bytes, self.time).map_err(failed)?;
        }
        tar::begin(out, &name("recording.ndjson"), self.recording, self.time).map_err(failed)?;
        source.recording(&Filter::default(), out)?;
        tar::pad(out, self.recording).map_err(failed)?;
        tar::end(out).map_err(failed)
    }
}

/// A name for the folder that every system takes.
fn folder(stem: &str) -> String {
    format!("bundle-{}", plain(stem))
}

/// A name without signs.
pub(super) fn plain(stem: &str) -> String {
    stem.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        })
        .take(60)
        .collect()
}

fn pretty(value: &serde_json::Value) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value).unwrap_or_default();
    text.push(b'\n');
    text
}

fn readme(source: &Source) -> String {
    let masked = if source.masks() {
        format!(
            "{} taken out of the recording by name and by shape; masked.json says which kinds, and where.\n\
             Nobody can promise that no other secret is left: look before you pass this on.",
            super::values(source.tally().total())
        )
    } else {
        "NOTHING WAS MASKED: this may hold keys, tokens and passwords.".to_owned()
    };
    format!(
        "A recorded session with the claude CLI, made by `cca-tui export --format bundle`.\n\n\
         {masked}\n\n\
         recording.ndjson  every line in both directions; open it with `cca-tui inspect` or `cca-tui lines`\n\
         findings.txt      what is in it and what went wrong, to read\n\
         inspect.json      the same, for programs\n\
         about.json        how the CLI was started, versions, the names (not the values) of its variables\n\
         masked.json       what was masked, by kind and place\n"
    )
}

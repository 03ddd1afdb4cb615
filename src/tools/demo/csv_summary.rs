//! What is in the CSV files of a folder. Owns: finding them, reading each once in constant memory, and the figures.

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use csv::ByteRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::{Content, Tool, ToolContext, ToolError, ToolResult};
use super::shortened;

/// A row longer than this is a quote that was never closed: it would otherwise fill the memory.
const LONGEST_ROW: usize = 1024 * 1024;
const MOST_FILES: usize = 1_000;
const MOST_COLUMNS: usize = 200;
const DEEPEST: usize = 16;
const NAME_CHARS: usize = 80;
/// How many rows pass between two looks at whether the answer is still wanted.
const LOOK_EVERY: u64 = 1_024;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The path of a folder.
    folder: String,
    /// Whether folders in it are looked at too.
    #[serde(default)]
    recursive: bool,
}

/// `summarise_csv`.
pub fn tool() -> Tool {
    let description = "Summarises every *.csv file in a folder: rows, columns, rows that do not fit, and for columns \
                       with numbers the smallest, largest and mean. The first row names the columns; they are \
                       separated by commas or semicolons.";
    Tool::typed(
        "summarise_csv",
        description,
        |wanted: Wanted, cx| async move {
            tokio::task::spawn_blocking(move || run(&wanted, &cx)).await?
        },
    )
    .read_only()
}

fn run(wanted: &Wanted, cx: &ToolContext) -> Result<ToolResult, ToolError> {
    let folder = Path::new(&wanted.folder);
    let found = csv_files(folder, wanted.recursive, cx)?;
    let total = count(found.paths.len());
    let mut summary = Summary {
        files: Vec::new(),
        left_out: found.left_out,
        unreadable_folders: found.unreadable,
    };
    for (index, path) in found.paths.iter().enumerate() {
        let name = path
            .strip_prefix(folder)
            .unwrap_or(path)
            .display()
            .to_string();
        cx.progress(count(index), Some(total), format!("reading {name}"));
        summary.files.push(summarised(path, name, cx)?);
    }
    cx.progress(total, Some(total), "done");
    Ok(ToolResult {
        structured: Some(serde_json::to_value(&summary)?),
        ..Content::text(summary.text()).into()
    })
}

#[expect(clippy::cast_precision_loss, reason = "a handful of files")]
fn count(files: usize) -> f64 {
    files as f64
}

fn cancelled() -> ToolError {
    ToolError::new("the summary was cancelled")
}

/// What a folder has to offer.
#[derive(Default)]
struct Found {
    /// The first files, sorted.
    paths: Vec<PathBuf>,
    /// How many more there are.
    left_out: usize,
    /// How many folders below could not be read.
    unreadable: usize,
}

fn csv_files(folder: &Path, recursive: bool, cx: &ToolContext) -> Result<Found, ToolError> {
    let mut found = Found::default();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((place, depth)) = folders.pop() {
        if cx.is_cancelled() {
            return Err(cancelled());
        }
        let entries = match std::fs::read_dir(&place) {
            Ok(entries) => entries,
            Err(_) if depth > 0 => {
                found.unreadable += 1;
                continue;
            }
            Err(error) => {
                return Err(ToolError::new(format!(
                    "{}: {error}; give the path of a folder that can be read",
                    place.display()
                )));
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            // Not through links: they may lead in circles.
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && recursive && depth < DEEPEST {
                folders.push((path, depth + 1));
            } else if is_csv(&path) {
                found.paths.push(path);
            }
        }
    }
    found.paths.sort();
    found.left_out = found.paths.len().saturating_sub(MOST_FILES);
    found.paths.truncate(MOST_FILES);
    Ok(found)
}

/// A file of that name; a pipe or a device would block or never end.
fn is_csv(path: &Path) -> bool {
    let end = path.extension().and_then(OsStr::to_str);
    end.is_some_and(|end| end.eq_ignore_ascii_case("csv")) && path.is_file()
}

/// All files.
#[derive(Debug, Serialize)]
struct Summary {
    files: Vec<FileSummary>,
    /// Files beyond the limit, which were not read.
    left_out: usize,
    /// Folders that could not be looked into.
    unreadable_folders: usize,
}

/// One file.
#[derive(Debug, Default, Serialize)]
struct FileSummary {
    file: String,
    /// Rows with as many cells as there are columns; the header is not one.
    rows: u64,
    /// Rows with more or fewer.
    bad_rows: u64,
    column_count: usize,
    columns: Vec<Column>,
    /// Why it was not read to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// One column.
#[derive(Debug, Default, Serialize)]
struct Column {
    name: String,
    /// Cells with something in them.
    filled: u64,
    /// Cells with a number in them; the figures below are of these.
    numbers: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
}

impl Column {
    fn take(&mut self, cell: &[u8], decimal_comma: bool) {
        let cell = cell.trim_ascii();
        if cell.is_empty() {
            return;
        }
        self.filled += 1;
        let Some(number) = number(cell, decimal_comma) else {
            return;
        };
        self.numbers += 1;
        self.min = Some(self.min.map_or(number, |min| min.min(number)));
        self.max = Some(self.max.map_or(number, |max| max.max(number)));
        #[expect(clippy::cast_precision_loss, reason = "exact for any file there is")]
        let n = self.numbers as f64;
        let mean = self.mean.unwrap_or_default();
        // Divided before subtracting, so that not even the largest numbers overflow.
        self.mean = Some(mean + (number / n - mean / n));
    }
}

fn number(cell: &[u8], decimal_comma: bool) -> Option<f64> {
    // Words that Rust takes for numbers (`inf`, `nan`) are words here.
    if !cell
        .iter()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b',' | b'e' | b'E'))
    {
        return None;
    }
    let text = std::str::from_utf8(cell).ok()?;
    let parsed = match text.parse::<f64>() {
        Err(_) if decimal_comma => text.replacen(',', ".", 1).parse().ok(),
        parsed => parsed.ok(),
    };
    parsed.filter(|number| number.is_finite())
}

/// Reads a file once. What is wrong with it is part of the summary; only cancellation ends everything.
fn summarised(path: &Path, name: String, cx: &ToolContext) -> Result<FileSummary, ToolError> {
    let mut summary = FileSummary {
        file: name,
        ..FileSummary::default()
    };
    let since_row = Rc::new(Cell::new(0));
    let opened = File::open(path).and_then(|file| {
        let mut reader = BufReader::new(file);
        let delimiter = delimiter(&mut reader)?;
        Ok((
            Bounded {
                inner: reader,
                since_row: Rc::clone(&since_row),
            },
            delimiter,
        ))
    });
    let (reader, delimiter) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            summary.problem = Some(error.to_string());
            return Ok(summary);
        }
    };
    let mut rows = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(reader);
    let mut row = ByteRecord::new();
    for index in 0_u64.. {
        if index.is_multiple_of(LOOK_EVERY) && cx.is_cancelled() {
            return Err(cancelled());
        }
        since_row.set(0);
        match rows.read_byte_record(&mut row) {
            Ok(true) if index == 0 => summary.name_columns(&row),
            Ok(true) => summary.take(&row, delimiter == b';'),
            Ok(false) => break,
            Err(error) => {
                summary.problem = Some(error.to_string());
                break;
            }
        }
    }
    Ok(summary)
}

impl FileSummary {
    fn name_columns(&mut self, header: &ByteRecord) {
        self.column_count = header.len();
        self.columns = header
            .iter()
            .take(MOST_COLUMNS)
            .map(|name| Column {
                name: shortened(String::from_utf8_lossy(name).trim(), NAME_CHARS),
                ..Column::default()
            })
            .collect();
    }

    fn take(&mut self, row: &ByteRecord, decimal_comma: bool) {
        if row.len() != self.column_count {
            self.bad_rows += 1;
            return;
        }
        self.rows += 1;
        for (column, cell) in self.columns.iter_mut().zip(row) {
            column.take(cell, decimal_comma);
        }
    }

    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{}: {} rows, {} columns",
            self.file, self.rows, self.column_count
        )];
        if self.bad_rows > 0 {
            lines.push(format!(
                "  {} bad rows (more or fewer cells than columns)",
                self.bad_rows
            ));
        }
        if let Some(problem) = &self.problem {
            lines.push(format!("  not read to its end: {problem}"));
        }
        for column in &self.columns {
            lines.push(match (column.min, column.max, column.mean) {
                (Some(min), Some(max), Some(mean)) => {
                    format!(
                        "  {}: {} numbers, min {min}, max {max}, mean {mean}",
                        column.name, column.numbers
                    )
                }
                _ => format!("  {}: {} filled", column.name, column.filled),
            });
        }
        let hidden = self.column_count.saturating_sub(self.columns.len());
        if hidden > 0 {
            lines.push(format!("  and {hidden} more columns"));
        }
        lines.join("\n")
    }
}

impl Summary {
    fn text(&self) -> String {
        let mut parts: Vec<String> = self.files.iter().map(FileSummary::text).collect();
        if parts.is_empty() {
            parts.push("There is no *.csv file in this folder.".to_owned());
        }
        if self.left_out > 0 {
            parts.push(format!("{} more files were not read", self.left_out));
        }
        if self.unreadable_folders > 0 {
            parts.push(format!(
                "{} folders could not be read",
                self.unreadable_folders
            ));
        }
        parts.join("\n")
    }
}

/// Whichever of `,` and `;` there are more of in the first line, quotes aside.
fn delimiter(reader: &mut BufReader<File>) -> io::Result<u8> {
    // Looked at, not taken: the rows start at the same byte.
    let start = reader.fill_buf()?;
    let mut quoted = false;
    let (mut commas, mut semicolons) = (0, 0);
    for byte in start {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            b',' if !quoted => commas += 1,
            b';' if !quoted => semicolons += 1,
            _ => {}
        }
    }
    Ok(if semicolons > commas { b';' } else { b',' })
}

/// A reader that fails when one row takes too much of it.
struct Bounded {
    inner: BufReader<File>,
    since_row: Rc<Cell<usize>>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.since_row.get() > LONGEST_ROW {
            return Err(io::Error::other(format!(
                "a row is longer than {LONGEST_ROW} bytes; is a quote not closed?"
            )));
        }
        let read = self.inner.read(buffer)?;
        self.since_row.set(self.since_row.get() + read);
        Ok(read)
    }
}

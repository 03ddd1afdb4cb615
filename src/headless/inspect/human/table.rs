//! PURE. Columns of text that line up. Owns: widths, alignment, and passing each cell through the sanitiser.
//! Does not own: what is in them.

use crate::headless::inspect::counts::clip;
use crate::headless::sanitise;
use std::io::{self, Write};

/// Characters a cell may have: a longer one would push everything else off the line.
const WIDEST: usize = 100;
const INDENT: &str = "  ";
const GAP: &str = "  ";

/// Rows of cells under a title. A cell that begins with a digit is aligned to the right.
pub(in crate::headless) struct Table {
    title: String,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(in crate::headless) fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        let mut table = Self {
            title: title.into(),
            rows: Vec::new(),
        };
        if !columns.is_empty() {
            table.row(columns.iter().map(|&column| column.to_owned()));
        }
        table
    }

    pub(in crate::headless) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(
            cells
                .into_iter()
                .map(|cell| short(&sanitise(&cell)))
                .collect(),
        );
    }

    pub(in crate::headless) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out)?;
        writeln!(out, "{}", self.title)?;
        let mut widths: Vec<usize> = Vec::new();
        for row in &self.rows {
            for (column, cell) in row.iter().enumerate() {
                let width = cell.chars().count();
                match widths.get_mut(column) {
                    Some(widest) => *widest = width.max(*widest),
                    None => widths.push(width),
                }
            }
        }
        for row in &self.rows {
            let mut line = String::from(INDENT);
            for (cell, width) in row.iter().zip(&widths) {
                let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
                let number = cell.starts_with(|first: char| first.is_ascii_digit());
                let (before, after) = if number {
                    (pad.as_str(), "")
                } else {
                    ("", pad.as_str())
                };
                line.extend([before, cell, after, GAP]);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn short(text: &str) -> String {
    clip(text, WIDEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_numbers_to_the_right() -> io::Result<()> {
        let mut table = Table::new("tools", &["name", "calls"]);
        table.row(["Bash".to_owned(), "7".to_owned()]);
        table.row(["Read\u{1b}[1m".to_owned(), "1200".to_owned()]);
        let mut out = Vec::new();
        table.write(&mut out)?;
        let shown = String::from_utf8_lossy(&out);
        assert_eq!(
            shown,
            "\ntools\n  name       calls\n  Bash           7\n  Read\\e[1m   1200\n"
        );
        Ok(())
    }
}

//! PURE. Two lines of the wire, compared by what they say. Owns: the rows and where one is in them. Does not own: which lines
//! (`update::comparing`); when it is worked out (`work`: beside the screen).

mod delta;
mod rows;
mod view;

pub use rows::{Row, Sign};
pub use view::view;

use bytes::Bytes;
use rows::Rows;
use serde_json::Value;
use std::fmt::Write as _;

/// Longer lines are not compared: they would have to be decoded as a whole.
const LONGEST: u64 = 16 << 20;

/// A line: its number in the store, and its bytes.
pub type Side = (u32, Bytes);

/// Two lines, compared.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The first line.
    pub old: u32,
    /// The second one.
    pub new: u32,
    found: Rows,
    selected: usize,
    top: usize,
    height: usize,
}

impl Comparison {
    /// Compares two lines; or why they cannot be.
    pub fn of(old: &Side, new: &Side) -> Result<Self, String> {
        let (was, is) = (decoded(old)?, decoded(new)?);
        Ok(Self {
            old: old.0,
            new: new.0,
            found: Rows::of(&delta::delta(&was, &is)),
            selected: 0,
            top: 0,
            height: 1,
        })
    }

    /// A frame is about to be drawn that shows so many rows.
    pub fn lay(&mut self, screen: ratatui::layout::Size) {
        self.height = view::height(screen);
        self.move_by(0);
    }

    /// Moves the selection.
    pub fn move_by(&mut self, by: isize) {
        let end = self.found.all.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(end);
        let above = (self.selected + 1).saturating_sub(self.height);
        let last = self.found.all.len().saturating_sub(self.height);
        self.top = self.top.clamp(above, self.selected.max(above)).min(last);
    }

    /// The selected row.
    pub fn selected(&self) -> Option<&Row> {
        self.found.all.get(self.selected)
    }

    /// How much was changed, in words.
    pub fn words(&self) -> String {
        let Rows {
            changed,
            added,
            removed,
            ..
        } = self.found;
        if changed + added + removed == 0 {
            return "they say the same".to_owned();
        }
        format!("{changed} changed, {added} added, {removed} removed")
    }

    /// All of it as text.
    pub fn told(&self) -> String {
        let lines = (u64::from(self.old) + 1, u64::from(self.new) + 1);
        let mut text = format!("--- line {}\n+++ line {}\n", lines.0, lines.1);
        for row in &self.found.all {
            let sign = match row.sign {
                Sign::Removed => '-',
                Sign::Added => '+',
            };
            let _ = writeln!(text, "{sign} {}: {}", row.path, row.words);
        }
        if self.found.left_out() > 0 {
            let _ = writeln!(text, "{} more", self.found.left_out());
        }
        text
    }
}

/// Why a line of this size is not compared, and what to do instead, if it is not.
pub fn too_long(row: u32, size: u64) -> Option<String> {
    let number = u64::from(row) + 1;
    (size > LONGEST).then(|| {
        let (size, most) = (size.div_ceil(1 << 20), LONGEST >> 20);
        format!(
            "line {number} has {size} MB, and lines are compared up to {most} MB: open it to read it in parts, or copy it \
             whole (Y) for another tool"
        )
    })
}

fn decoded((row, text): &Side) -> Result<Value, String> {
    let number = u64::from(*row) + 1;
    if text.is_empty() {
        return Err(format!(
            "line {number} is not kept any more: the recording has it"
        ));
    }
    if let Some(why) = too_long(*row, text.len() as u64) {
        return Err(why);
    }
    if let Ok(value) = serde_json::from_slice(text) {
        return Ok(value);
    }
    let words = String::from_utf8_lossy(text);
    let repaired = crate::wire::repair_surrogates(&words);
    let value = repaired.and_then(|text| serde_json::from_str(&text).ok());
    // What is no JSON is a text, and can be compared as one.
    Ok(value.unwrap_or_else(|| Value::String(words.into_owned())))
}

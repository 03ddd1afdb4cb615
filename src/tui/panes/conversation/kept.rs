//! PURE. Items as lines, kept as long as they are looked at. Owns: when they have to be made anew, and how many are kept.
//! Does not own: what they look like (`render`), which are looked at (`scroll`).

use super::folds::Folds;
use super::render::{self, Paint};
use super::runs::cards;
use super::scroll::Place;
use super::tail::Tail;
use crate::session::Transcript;
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::highlight::{CodeKey, HighlightJob};
use ratatui::text::Line;
use std::collections::HashMap;

/// Items that are kept.
const ITEMS: usize = 400;
/// Lines that are kept, roughly; what is on the screen is kept whatever it takes.
const LINES: usize = 40_000;
/// How much further to the right each level of sub-agents within sub-agents stands.
pub(super) const INDENT: u16 = 2;
/// Levels that are indented; deeper ones stand as far as the last.
const LEVELS: usize = 4;
/// Code that waits to be asked for.
const WANTED: usize = 256;

#[derive(Debug, Clone)]
struct Entry {
    revision: u32,
    open: bool,
    /// What changes with time alone is good for a tenth of a second.
    tenth: Option<u128>,
    missing: Vec<CodeKey>,
    lines: Vec<Line<'static>>,
    indent: u16,
    used: u64,
}

/// A row as it is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    /// Its text.
    pub(super) line: &'a Line<'static>,
    /// Levels it stands further to the right.
    pub(super) indent: u16,
    /// Whether it is the empty one behind an item.
    pub(super) last: bool,
}

impl<'a> Row<'a> {
    fn plain(line: &'a Line<'static>) -> Self {
        Self {
            line,
            indent: 0,
            last: false,
        }
    }
}

/// The lines of what is and was just looked at.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    items: HashMap<u64, Entry>,
    lines: usize,
    width: u16,
    theme: Option<(String, Glyphs)>,
    frame: u64,
    forgotten: (u64, Vec<Line<'static>>),
    pub(super) tail: Tail,
    wanted: Vec<HighlightJob>,
}

impl Kept {
    /// A frame begins: what was made for another width or theme is of no use. Says whether it was another width.
    pub(super) fn begin(&mut self, paint: &Paint<'_>) -> bool {
        self.frame += 1;
        let same_theme = self.theme.as_ref().is_some_and(|(name, glyphs)| {
            *name == paint.theme.name && *glyphs == paint.theme.glyphs
        });
        let other_width = self.width != paint.width;
        if !same_theme || other_width {
            self.items.clear();
            self.lines = 0;
            self.forgotten = (0, Vec::new());
            self.theme = Some((paint.theme.name.clone(), paint.theme.glyphs));
            self.width = paint.width;
        }
        other_width
    }

    /// Lays a place out, if it is not: how many rows it takes.
    pub(super) fn rows(
        &mut self,
        number: u64,
        folds: &Folds,
        paint: &Paint<'_>,
        recorded: bool,
    ) -> usize {
        let items = &paint.state.transcript;
        if number >= items.end() {
            let wanted = self.tail.lay_out(folds.is_open(items.end()), paint);
            self.want(wanted);
            return self.tail.len();
        }
        let Some(item) = items.get(number) else {
            self.lay_out_forgotten(items.dropped(), paint, recorded);
            return self.forgotten.1.len();
        };
        let open = folds.is_open(number);
        let tenth = paint.now.since(crate::trace::Moment::START).as_millis() / 100;
        if let Some(entry) = self.items.get_mut(&number)
            && entry.revision == item.revision
            && entry.open == open
            && entry.tenth.is_none_or(|made| made == tenth)
        {
            entry.used = self.frame;
            return entry.lines.len();
        }
        // The first level looks like one by itself.
        let depth = cards(item, items).skip(1).take(LEVELS).count();
        let indent = u16::try_from(depth).unwrap_or(0);
        let paint = Paint {
            width: paint.width.saturating_sub(indent * INDENT).max(8),
            ..*paint
        };
        let rendered = render::item(item, open, &paint);
        let rows = rendered.lines.len();
        let entry = Entry {
            revision: item.revision,
            open,
            tenth: rendered.counts.then_some(tenth),
            missing: rendered.wanted.iter().map(|job| job.key).collect(),
            lines: rendered.lines,
            indent,
            used: self.frame,
        };
        self.want(rendered.wanted);
        self.lines += rows;
        if let Some(old) = self.items.insert(number, entry) {
            self.lines -= old.lines.len();
        }
        rows
    }

    fn want(&mut self, jobs: Vec<HighlightJob>) {
        self.wanted.extend(jobs);
        self.wanted.truncate(WANTED);
    }

    fn lay_out_forgotten(&mut self, count: u64, paint: &Paint<'_>, recorded: bool) {
        if self.forgotten.0 == count {
            return;
        }
        let (items, verb) = if count == 1 {
            ("item", "is")
        } else {
            ("items", "are")
        };
        let count_text = grouped(count);
        let words = if recorded {
            format!("{count_text} earlier {items} {verb} only in the recording")
        } else {
            format!("{count_text} earlier {items} {verb} no longer kept")
        };
        let line = Line::styled(words, paint.theme.style(Role::Dim));
        self.forgotten = (count, vec![line, Line::default()]);
    }

    /// A row that is laid out.
    pub(super) fn row(&self, place: Place, items: &Transcript) -> Option<Row<'_>> {
        if place.item >= items.end() {
            let line = self.tail.line(place.row)?;
            return Some(Row::plain(line));
        }
        if place.item < items.dropped() {
            return self.forgotten.1.get(place.row).map(Row::plain);
        }
        let entry = self.items.get(&place.item)?;
        Some(Row {
            line: entry.lines.get(place.row)?,
            indent: entry.indent,
            last: place.row > 0 && place.row + 1 == entry.lines.len(),
        })
    }

    /// All lines of an item that is laid out.
    pub(super) fn lines(&self, number: u64) -> &[Line<'static>] {
        self.items.get(&number).map_or(&[], |entry| &entry.lines)
    }

    /// Colours have come: what was made without them is made again.
    pub(super) fn coloured(&mut self, key: CodeKey) {
        let lines = &mut self.lines;
        self.items.retain(|_, entry| {
            let stays = !entry.missing.contains(&key);
            if !stays {
                *lines -= entry.lines.len();
            }
            stays
        });
    }

    /// The transcript is that of another moment: what changes with time, and what is being written, is made again.
    pub(super) fn is_another(&mut self) {
        self.tail = Tail::default();
        let lines = &mut self.lines;
        self.items.retain(|_, entry| {
            let stays = entry.tenth.is_none();
            if !stays {
                *lines -= entry.lines.len();
            }
            stays
        });
    }

    /// The code that wants colours.
    pub(super) fn wanted(&mut self) -> Vec<HighlightJob> {
        std::mem::take(&mut self.wanted)
    }

    /// The frame is laid out: what was not looked at for longest is forgotten, if it is too much.
    pub(super) fn trim(&mut self) {
        while self.items.len() > ITEMS || self.lines > LINES {
            let oldest = self.items.iter().min_by_key(|(_, entry)| entry.used);
            let Some((number, used)) = oldest.map(|(number, entry)| (*number, entry.used)) else {
                return;
            };
            if used == self.frame {
                return;
            }
            if let Some(entry) = self.items.remove(&number) {
                self.lines -= entry.lines.len();
            }
        }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

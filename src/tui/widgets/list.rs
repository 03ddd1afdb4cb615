//! PURE. A list longer than its place. Owns: the selection, the scroll offset, following the end.

/// Where one is in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListState {
    /// The row that is selected.
    pub selected: usize,
    /// Whether the end is followed: then the last row is the selected one.
    pub follow: bool,
}

impl Default for ListState {
    fn default() -> Self {
        Self {
            selected: 0,
            follow: true,
        }
    }
}

impl ListState {
    /// A list that begins at its first row.
    pub fn at_top() -> Self {
        Self {
            selected: 0,
            follow: false,
        }
    }

    /// Moves by this many rows in a list of this length.
    pub fn move_by(&mut self, by: isize, len: usize) {
        let last = len.saturating_sub(1);
        let from = self.row(len);
        self.selected = from.saturating_add_signed(by).min(last);
        self.follow = self.selected == last;
    }

    /// To the first row.
    pub fn to_top(&mut self) {
        self.selected = 0;
        self.follow = false;
    }

    /// To the last row, which is followed from now on.
    pub fn to_bottom(&mut self) {
        self.follow = true;
    }

    /// The selected row of a list of this length.
    pub fn row(&self, len: usize) -> usize {
        let last = len.saturating_sub(1);
        if self.follow {
            last
        } else {
            self.selected.min(last)
        }
    }

    /// The rows that are shown in a place of this height: the selected one is among them.
    pub fn window(&self, len: usize, height: usize) -> std::ops::Range<usize> {
        let row = self.row(len);
        let last_start = len.saturating_sub(height);
        let start = if self.follow {
            last_start
        } else {
            row.saturating_sub(height / 2).min(last_start)
        };
        start..(start + height).min(len)
    }
}

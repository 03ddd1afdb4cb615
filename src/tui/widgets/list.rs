//! PURE. A list longer than its place. Owns: the selection, the scroll offset, following the end.

/// Where one is in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListState {
    /// The row that is selected.
    pub selected: usize,
    /// Whether the end is followed: then the last row is the selected one.
    pub follow: bool,
    /// The first row that is shown, as of the last frame.
    top: usize,
}

impl Default for ListState {
    fn default() -> Self {
        Self {
            selected: 0,
            follow: true,
            top: 0,
        }
    }
}

impl ListState {
    /// A list that begins at its first row.
    pub fn at_top() -> Self {
        Self {
            selected: 0,
            follow: false,
            top: 0,
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

    /// Remembers what is shown now, so that the rows stay where they are while the selection moves among them.
    pub fn settle(&mut self, len: usize, height: usize) {
        self.top = self.window(len, height).start;
    }

    /// The rows that are shown in a place of this height: the selected one is among them.
    pub fn window(&self, len: usize, height: usize) -> std::ops::Range<usize> {
        let row = self.row(len);
        let last_start = len.saturating_sub(height);
        let start = if self.follow {
            last_start
        } else {
            let lowest = (row + 1).saturating_sub(height.max(1));
            self.top.clamp(lowest, row.max(lowest)).min(last_start)
        };
        start..(start + height).min(len)
    }
}

#[cfg(test)]
mod tests {
    use super::ListState;

    #[test]
    fn rows_stay_where_they_are_while_the_selection_moves_among_them() {
        let mut list = ListState::default();
        list.settle(100, 10);
        assert_eq!(list.window(100, 10), 90..100);
        for _ in 0..9 {
            list.move_by(-1, 100);
            list.settle(100, 10);
            assert_eq!(list.window(100, 10), 90..100);
        }
        list.move_by(-1, 100);
        list.settle(100, 10);
        assert_eq!(list.window(100, 10), 89..99);
        list.move_by(5, 100);
        list.settle(100, 10);
        assert_eq!(list.window(100, 10), 89..99);
        list.to_top();
        assert_eq!(list.window(100, 10), 0..10);
        assert_eq!(list.window(3, 10), 0..3);
        assert_eq!(list.window(0, 10), 0..0);
        assert!(list.window(100, 0).is_empty());
    }
}

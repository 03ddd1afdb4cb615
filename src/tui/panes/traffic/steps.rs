//! PURE. What is found out about the lines before a frame and between frames, a bounded part at a time. Owns: how much that
//! is, and reading the rows that are seen. Does not own: sifting (`sieve`), searching (`search`).

use super::{Lines, Meter, Seen, TrafficView, sieve};

/// Bytes of the recording that are looked through in one part, to know where the lines are that are no longer kept.
const CAUGHT_UP: u64 = 4 << 20;

impl TrafficView {
    /// A frame is about to be drawn in which so many rows of it are seen: what they say is read now.
    pub fn prepare(&mut self, height: Option<usize>) {
        self.visible = height.is_some();
        let Some(height) = height else {
            self.seen.clear();
            return;
        };
        let place = self.shelf.clone();
        let lines = &mut *place.lines();
        if let Some(moment) = self.moment
            && self.metered != self.moment
        {
            self.meter = Meter::of(&lines.store, moment);
            self.metered = self.moment;
        }
        self.work(lines);
        let len = lines.sieve.len();
        let last = len.saturating_sub(height);
        let selected = self.place(lines);
        self.top = match (self.list.follow, self.moment) {
            (true, None) => last,
            // Some of what comes next is seen too.
            (true, Some(_)) => (selected + 1).saturating_sub(height * 3 / 4).min(last),
            (false, _) => {
                let above = (selected + 1).saturating_sub(height);
                self.top.clamp(above, selected.max(above)).min(last)
            }
        };
        let rows = self.top..(self.top + height).min(len);
        let search = self.search.as_ref();
        let rows = rows.filter_map(|index| Seen::read(lines, search, index));
        self.seen = rows.collect();
    }

    /// There is time left before the next frame: one part more is found out.
    pub fn go_on(&mut self) {
        if self.visible {
            let place = self.shelf.clone();
            self.work(&mut place.lines());
        }
    }

    /// Finds out one part more: which lines are shown, where nobody else does that, and which are searched for.
    fn work(&mut self, lines: &mut Lines) {
        if self.moment.is_none() {
            self.behind = lines.store.catch_up(CAUGHT_UP);
            lines.sieve.sift(&mut lines.store, sieve::BUDGET);
        }
        // A line of which it is not known yet where it is would count as one that does not match.
        if !self.behind
            && let Some(search) = &mut self.search
            && let Some(found) = search.step(&mut lines.store)
        {
            self.list.follow = false;
            self.wanted = Some(found);
        }
        self.hold(&lines.sieve);
        self.settle(lines);
        let selected = self.place(lines);
        self.stood = (lines.sieve.turns(), selected, lines.sieve.get(selected));
    }

    /// Whether there is more to find out here than was in one part.
    pub fn is_unfinished(&self) -> bool {
        if !self.visible {
            return false;
        }
        let lines = self.lines();
        let search = self.search.as_ref();
        let searches = search.is_some_and(|search| !search.is_done(&lines.store));
        let more = self.behind || !lines.sieve.is_done(&lines.store);
        searches || (self.moment.is_none() && more)
    }
}

//! The line at the bottom while a run goes on. Owns: its words, and drawing and removing it in place.
//! Does not own: when anything else is printed (`output`).

use super::human::{clip, dollars, duration, tokens};
use crate::headless::sanitise;
use crate::session::State;
use crate::trace::Moment;
use std::io::Write;
use std::time::{Duration, Instant};

/// At most ten times a second.
pub(super) const BEAT: Duration = Duration::from_millis(100);

/// What the line says.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Status {
    pub(super) state: &'static str,
    pub(super) detail: String,
    /// Whole seconds in this state.
    pub(super) for_s: u64,
    pub(super) context_tokens: Option<u64>,
    pub(super) cost_usd: Option<f64>,
}

impl Status {
    /// As the state tells it now.
    pub(super) fn of(state: &State, now: Moment) -> Self {
        Self {
            state: state.phase().as_str(),
            detail: state.activity(now).to_string(),
            for_s: now.since(state.since()).as_secs(),
            context_tokens: state.usage.context_tokens,
            cost_usd: state.usage.cost_usd,
        }
    }

    /// One line of at most `width` columns, safe to print.
    pub(super) fn text(&self, width: usize) -> String {
        let mut parts = vec![self.state.replace('_', " ")];
        if !self.detail.is_empty() {
            parts.push(self.detail.clone());
        }
        #[expect(clippy::cast_precision_loss, reason = "seconds of one run")]
        parts.push(
            duration(self.for_s as f64)
                .replace(".0 s", " s")
                .replace("0 ms", "0 s"),
        );
        parts.extend(
            self.context_tokens
                .map(|count| format!("{} tokens", tokens(count))),
        );
        parts.extend(self.cost_usd.map(dollars));
        clip(&sanitise(&parts.join(" · ")), width.saturating_sub(2))
    }
}

/// The line on the terminal.
#[derive(Debug, Default)]
pub(super) struct ProgressLine {
    shown: String,
    drawn: Option<Instant>,
}

impl ProgressLine {
    /// Draws the line if it says something new and the last one has been there for a beat.
    pub(super) fn show(&mut self, text: String, out: &mut impl Write) {
        let too_soon = self.drawn.is_some_and(|drawn| drawn.elapsed() < BEAT);
        if too_soon || text == self.shown {
            return;
        }
        // A terminal that cannot be written to has no progress to show.
        let _ = write!(out, "\r\u{1b}[2m{text}\u{1b}[0m\u{1b}[K");
        let _ = out.flush();
        self.shown = text;
        self.drawn = Some(Instant::now());
    }

    /// Removes the line, if it is there.
    pub(super) fn clear(&mut self, out: &mut impl Write) {
        if !self.shown.is_empty() {
            let _ = write!(out, "\r\u{1b}[K");
            let _ = out.flush();
            self.shown.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status() -> Status {
        Status {
            state: "waiting_tool_call",
            detail: "running Bash\u{1b}[2J 12 s".to_owned(),
            for_s: 12,
            context_tokens: Some(23_456),
            cost_usd: Some(0.0123),
        }
    }

    #[test]
    fn the_line_says_state_detail_time_tokens_and_cost() {
        let line = r"waiting tool call · running Bash\e[2J 12 s · 12 s · 23k tokens · $0.0123";
        assert_eq!(status().text(100), line);
        assert_eq!(status().text(20).chars().count(), 19);
    }

    #[test]
    fn it_is_drawn_only_when_new_and_removed_without_a_trace() {
        let (mut line, mut out) = (ProgressLine::default(), Vec::new());
        line.clear(&mut out);
        assert!(out.is_empty());
        line.show("one".to_owned(), &mut out);
        line.show("two".to_owned(), &mut out);
        assert_eq!(out, b"\r\x1b[2mone\x1b[0m\x1b[K", "too soon for the second");
        out.clear();
        line.clear(&mut out);
        line.clear(&mut out);
        assert_eq!(out, b"\r\x1b[K");
    }
}

//! PURE. How long a session was in which state. Owns: adding up. Does not own: deriving states (`session`).

use crate::session::Phase;
use crate::trace::Moment;
use std::time::Duration;

/// The nine states in the order in which they are shown.
const ORDER: [Phase; 9] = [
    Phase::Idle,
    Phase::Starting,
    Phase::Running,
    Phase::WaitingToolCall,
    Phase::WaitingPermission,
    Phase::Paused,
    Phase::Completed,
    Phase::Failed,
    Phase::Cancelled,
];

/// One state over the whole recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) phase: Phase,
    pub(super) total: Duration,
    pub(super) times: u64,
}

/// Time by state.
#[derive(Debug, Clone)]
pub(super) struct Spans {
    all: [Span; 9],
    current: Option<(Phase, Moment)>,
    last: Moment,
}

impl Default for Spans {
    fn default() -> Self {
        let all = ORDER.map(|phase| Span {
            phase,
            total: Duration::ZERO,
            times: 0,
        });
        Self {
            all,
            current: None,
            last: Moment::START,
        }
    }
}

impl Spans {
    /// The session is in this state after something that happened then.
    pub(super) fn observe(&mut self, phase: Phase, at: Moment) {
        self.last = self.last.max(at);
        match self.current {
            Some((before, _)) if before == phase => {}
            Some((before, since)) => {
                self.add(before, at.since(since));
                self.current = Some((phase, at));
            }
            // What the state was before the first line is not known: it is not counted.
            None => self.current = Some((phase, at)),
        }
    }

    fn add(&mut self, phase: Phase, took: Duration) {
        if let Some(span) = self.all.iter_mut().find(|span| span.phase == phase) {
            span.total = span.total.saturating_add(took);
            span.times += 1;
        }
    }

    /// The states that occurred, the current one until the last moment seen.
    pub(super) fn iter(&self) -> impl Iterator<Item = Span> {
        let mut closed = self.clone();
        if let Some((phase, since)) = self.current {
            closed.add(phase, self.last.since(since));
        }
        closed.all.into_iter().filter(|span| span.times > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_add_up_and_the_last_one_lasts_until_the_end() {
        let mut spans = Spans::default();
        for (phase, at) in [
            (Phase::Running, 2),
            (Phase::Idle, 5),
            (Phase::Running, 6),
            (Phase::Running, 9),
        ] {
            spans.observe(phase, Moment(at * 1_000_000));
        }
        let seen: Vec<_> = spans
            .iter()
            .map(|span| (span.phase, span.total.as_secs(), span.times))
            .collect();
        assert_eq!(seen, [(Phase::Idle, 1, 1), (Phase::Running, 6, 2)]);
    }

    #[test]
    fn nothing_seen_is_nothing_shown() {
        assert_eq!(Spans::default().iter().count(), 0);
    }
}

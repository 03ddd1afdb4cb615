//! How the tools did: calls, errors, how long they took. Owns: the figures of each tool, folded from its calls.
//! Does not own: the calls themselves (`transcript`, `State::open_tools`).

use indexmap::IndexMap;
use std::time::Duration;

/// More tools than this are a broken or hostile peer; what they do is counted together.
const MOST: usize = 1000;

/// How one tool did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ToolStat {
    /// Calls of the model.
    pub calls: u64,
    /// Calls that came back with an error.
    pub errors: u64,
    /// Calls that were not run: denied, blocked, interrupted before.
    pub not_run: u64,
    /// Calls that never came back.
    pub lost: u64,
    /// Calls that ran and came back.
    pub timed: u64,
    /// How long those took together, without waiting for a person or a hook.
    pub total: Duration,
    /// How long the last of them took.
    pub last: Option<Duration>,
}

impl ToolStat {
    /// How long a call takes on average.
    pub fn mean(&self) -> Option<Duration> {
        let timed = u32::try_from(self.timed).unwrap_or(u32::MAX);
        self.total.checked_div(timed)
    }

    /// How many calls are under way.
    pub fn open(&self) -> u64 {
        self.calls
            .saturating_sub(self.timed + self.not_run + self.lost)
    }
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// It ran for so long; whether it failed.
    Ran(Duration, bool),
    /// It was not run.
    NotRun,
    /// Nothing came of it.
    Lost,
}

/// The figures of all tools, by their full names, in the order of their first call.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ToolStats {
    tools: IndexMap<String, ToolStat>,
    others: ToolStat,
}

impl ToolStats {
    /// The figures of a tool; `None` if it was never called.
    pub fn get(&self, name: &str) -> Option<&ToolStat> {
        self.tools.get(name)
    }

    /// All tools that were called.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &ToolStat)> {
        self.tools.iter().map(|(name, stat)| (name.as_str(), stat))
    }

    /// The calls of tools that are too many to be listed.
    pub fn others(&self) -> &ToolStat {
        &self.others
    }

    pub(super) fn called(&mut self, name: &str) {
        self.slot(name).calls += 1;
    }

    pub(super) fn ended(&mut self, name: &str, ended: Ended) {
        let stat = self.slot(name);
        match ended {
            Ended::Ran(took, failed) => {
                stat.timed += 1;
                stat.errors += u64::from(failed);
                stat.total = stat.total.saturating_add(took);
                stat.last = Some(took);
            }
            Ended::NotRun => stat.not_run += 1,
            Ended::Lost => stat.lost += 1,
        }
    }

    fn slot(&mut self, name: &str) -> &mut ToolStat {
        if self.tools.len() >= MOST && !self.tools.contains_key(name) {
            return &mut self.others;
        }
        self.tools.entry(name.to_owned()).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Ended, MOST, ToolStats};
    use std::time::Duration;

    #[test]
    fn the_figures_add_up() {
        let mut stats = ToolStats::default();
        for _ in 0..5 {
            stats.called("Bash");
        }
        stats.ended("Bash", Ended::Ran(Duration::from_secs(1), false));
        stats.ended("Bash", Ended::Ran(Duration::from_secs(3), true));
        stats.ended("Bash", Ended::NotRun);
        stats.ended("Bash", Ended::Lost);
        let bash = stats.get("Bash").unwrap();
        assert_eq!((bash.calls, bash.errors, bash.open()), (5, 1, 1));
        assert_eq!(bash.mean(), Some(Duration::from_secs(2)));
        assert_eq!(bash.last, Some(Duration::from_secs(3)));
        assert_eq!(stats.get("Read"), None);
    }

    #[test]
    fn a_peer_that_makes_up_names_does_not_fill_the_memory() {
        let mut stats = ToolStats::default();
        for number in 0..MOST + 10 {
            stats.called(&format!("tool {number}"));
        }
        assert_eq!(stats.iter().len(), MOST);
        assert_eq!(stats.others().calls, 10);
    }
}

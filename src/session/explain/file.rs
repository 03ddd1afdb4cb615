//! PURE. What is wrong with the file that a session was read from. Owns: these findings. Does not own: reading it, or whether
//! somebody still writes to it; whoever reads it says so.

use super::finding::{Finding, Severity};
use crate::session::{Origin, State};

/// Calls and requests that are named.
const NAMED: usize = 3;

/// What whoever read a file has seen of it.
#[derive(Debug, Clone, Default)]
pub struct OfFile {
    /// Nobody writes to it any more: its last line is this one.
    pub ends: Option<u64>,
    /// That line is not finished.
    pub torn: bool,
    /// The first lines that could not be read.
    pub damaged: Vec<u64>,
    /// How many those were in all.
    pub damaged_total: u64,
}

impl OfFile {
    /// What is wrong with it.
    pub fn findings(&self, state: &State) -> Vec<Finding> {
        [self.cut_off(state), self.damaged()]
            .into_iter()
            .flatten()
            .collect()
    }

    /// It ends while something was going on, and nothing in it says how that ended.
    fn cut_off(&self, state: &State) -> Option<Finding> {
        let last = self.ends?;
        let over = state.life.exit.is_some();
        let (severity, what) = if state.turn_open() && !over {
            let going_on = going_on(state);
            (
                Severity::Warning,
                format!(
                    "the recording ends in the middle of a turn{going_on}, and does not tell how the process ended"
                ),
            )
        } else if self.torn {
            let what = "the recording ends inside its last line, which was left out";
            (Severity::Info, what.to_owned())
        } else {
            return None;
        };
        let finding = Finding::new(severity, "recording_ends", what)
            .remedy("whoever recorded it was killed, had no room left, or still writes: what came after may be in the CLI's own transcript")
            .lines([last].into_iter().filter(|last| *last > 0));
        Some(finding)
    }

    fn damaged(&self) -> Option<Finding> {
        let what = match self.damaged_total {
            0 => return None,
            1 => "a line of the file is damaged, and was passed over".to_owned(),
            total => format!("{total} lines of the file are damaged, and were passed over"),
        };
        let finding = Finding::new(Severity::Warning, "damaged", what)
            .remedy("what stood there is missing in all that is said here: was the file edited, joined or cut?")
            .lines(self.damaged.iter().copied());
        Some(finding)
    }
}

/// What was waited for, as the end of a sentence.
fn going_on(state: &State) -> String {
    let asked = state.pending.iter().filter(|row| row.origin == Origin::Cli);
    let asked: Vec<String> = asked.take(NAMED).map(|row| row.asked.label()).collect();
    if !asked.is_empty() {
        return format!(
            ", while the CLI waited for an answer ({})",
            asked.join(", ")
        );
    }
    let open = state.open_tools.values().take(NAMED);
    let open: Vec<&str> = open.map(|tool| tool.name.as_str()).collect();
    if open.is_empty() {
        return String::new();
    }
    format!(", while {} ran", open.join(", "))
}

//! What is printed. Owns: the lines, their columns, the goals beside the figures, and whether anything went wrong.
//! Does not own: the figures (`plan`, `measure`).

use crate::measure::Compared;

/// A goal and the one behind it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) limit: f64,
    pub(crate) stretch: Option<f64>,
}

impl Goal {
    fn verdict(self, figure: f64) -> &'static str {
        if self.stretch.is_some_and(|stretch| figure <= stretch) {
            "stretch met"
        } else if figure <= self.limit {
            "met"
        } else {
            "above"
        }
    }

    fn shown(self, unit: &str) -> String {
        let stretch = self
            .stretch
            .map(|stretch| format!(" ({stretch}{unit})"))
            .unwrap_or_default();
        format!("<= {}{unit}{stretch}", self.limit)
    }
}

/// Prints line by line, and remembers whether all is well.
#[derive(Debug)]
pub(crate) struct Table {
    judged: bool,
    failed: bool,
}

#[allow(clippy::print_stdout, reason = "the report it is run for")]
impl Table {
    pub(crate) fn new(judged: bool) -> Self {
        Self {
            judged,
            failed: false,
        }
    }

    fn verdict(&self, goal: Goal, figure: f64) -> &'static str {
        if self.judged {
            goal.verdict(figure)
        } else {
            "not judged"
        }
    }

    pub(crate) fn head(size: &str) {
        println!("protocol benchmark, {size}; ratios are medians over interleaved rounds\n");
        println!(
            "{:<44} {:>9} {:>15}  {:<16} {:<12} cca / reference",
            "what", "ratio", "(min-max)", "goal (stretch)", "verdict"
        );
    }

    /// A figure as a ratio to a reference. Being slow is told, not punished.
    pub(crate) fn ratio(&self, what: &str, compared: &Compared, goal: Goal, unit: &str) {
        let ratio = compared.ratio();
        let least = compared.ratios.first().copied().unwrap_or(f64::NAN);
        let most = compared.ratios.last().copied().unwrap_or(f64::NAN);
        println!(
            "{what:<44} {ratio:>8.2}x {:>15}  {:<16} {:<12} {:.1} / {:.1} {unit}",
            format!("({least:.2}-{most:.2})"),
            goal.shown("x"),
            self.verdict(goal, ratio),
            compared.contender,
            compared.reference,
        );
    }

    /// Memory.
    pub(crate) fn memory(&self, what: &str, kb: u64, limit: u32) {
        let goal = Goal {
            limit: f64::from(limit),
            stretch: None,
        };
        let megabytes = megabytes(kb);
        println!(
            "{what:<44} {megabytes:>6.1} MB {:>15}  {:<16} {}",
            "",
            goal.shown(" MB"),
            self.verdict(goal, megabytes)
        );
    }

    /// Something that must hold.
    pub(crate) fn check(&mut self, what: &str, holds: bool, detail: &str) {
        self.failed |= !holds;
        let verdict = if holds { "pass" } else { "FAIL" };
        println!("{what:<44} {verdict:>9} {detail:>15}");
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.failed
    }
}

/// Kilobytes as the kernel counts them, in megabytes.
pub(crate) fn megabytes(kb: u64) -> f64 {
    f64::from(u32::try_from(kb).unwrap_or(u32::MAX)) / 1024.0
}

//! PURE. What is wrong with the session, kept for the screen. Owns: working it out once for each change, and which lines it
//! is about. Does not own: the rules (`session::explain`).

use crate::session::State;
use crate::session::explain::{Explainer, Finding, Severity};
use crate::trace::{Moment, Traffic};
use crate::tui::theme::Role;
use std::fmt::Write as _;

/// What is wrong.
#[derive(Debug, Default)]
pub struct Findings {
    explainer: Explainer,
    found: Vec<Finding>,
    /// Lines taken in since it was last worked out.
    stale: bool,
    second: Option<u64>,
    /// Somebody else works it out.
    told: bool,
}

impl Findings {
    pub(super) fn observe(&mut self, state: &State, traffic: &Traffic) {
        self.explainer.observe(state, traffic);
        self.stale = true;
    }

    /// Somebody else worked it out, and does so from now on.
    pub fn show(&mut self, found: Vec<Finding>) {
        self.found = found;
        self.told = true;
    }

    /// Works it out again, if something happened or time has passed.
    pub fn refresh(&mut self, state: &State, now: Moment) {
        let second = Some(now.0 / 1_000_000);
        if !self.told && (self.stale || self.second != second) {
            self.found = self.explainer.findings(state, now);
            self.stale = false;
            self.second = second;
        }
    }

    /// All of it, the worst first.
    pub fn all(&self) -> &[Finding] {
        &self.found
    }

    /// Whatever is wrong about a line, the worst first. Lines are counted from 1 here.
    pub fn about(&self, seq: u64) -> impl Iterator<Item = &Finding> {
        self.found
            .iter()
            .filter(move |finding| finding.lines.contains(&seq))
    }

    /// All of it as a text to read, with what to do.
    pub fn told(&self) -> String {
        let mut text = String::new();
        for finding in &self.found {
            let _ = writeln!(text, "{}: {}", finding.severity.as_str(), finding.what);
            if !finding.remedy.is_empty() {
                let _ = writeln!(text, "    {}", finding.remedy);
            }
            if !finding.lines.is_empty() {
                let lines: Vec<String> = finding.lines.iter().map(u64::to_string).collect();
                let word = if lines.len() == 1 { "line" } else { "lines" };
                let _ = writeln!(text, "    {word} {}", lines.join(", "));
            }
        }
        text
    }
}

/// How something so bad looks.
pub fn role(severity: Severity) -> Role {
    match severity {
        Severity::Info => Role::Info,
        Severity::Warning => Role::Warning,
        Severity::Error => Role::Bad,
    }
}

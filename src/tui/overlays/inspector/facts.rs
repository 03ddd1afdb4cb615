//! PURE. What is known of a line beside its text: which way and when, its answer, its marks, what is wrong. Owns: the words.

use crate::trace::brief;
use crate::trace::filter::Subject as _;
use crate::trace::{Direction, Moment};
use crate::tui::panes::traffic::{TrafficView, grouped, severity_role};
use crate::tui::theme::Role;
use crate::tui::widgets::text::{duration, latency, tool_name};

/// When, to the millisecond; what lasts for days is told in them.
fn at(at: Moment) -> String {
    let since = at.since(Moment::START);
    match since.as_secs() {
        seconds @ 0..1_000_000 => format!("at {seconds}.{:03}s", since.subsec_millis()),
        _ => format!("at {}", duration(since)),
    }
}

/// Rows of words, each with how it looks.
pub(super) fn facts(traffic: &TrafficView, row: u32, text: &[u8]) -> Vec<(String, Role)> {
    let lines = traffic.lines();
    let Some(line) = lines.store.line(row) else {
        return Vec::new();
    };
    let way = match line.direction() {
        Direction::In => "from the CLI",
        Direction::Out => "to the CLI",
        Direction::Stderr => "on standard error",
        Direction::Note if line.is_damaged() => "in the file, but no entry of it",
        Direction::Note => "our own note",
    };
    let mut parts = vec![
        brief::kind(&line),
        way.to_owned(),
        at(line.at()),
        format!("{} bytes", grouped(text.len() as u64)),
    ];
    if !line.tool().is_empty() {
        parts.insert(1, tool_name(line.tool()));
    } else if !line.server().is_empty() {
        parts.insert(1, line.server().to_owned());
    }
    let mut facts = vec![(parts.join("  "), Role::Text)];
    if let Some(partner) = line.partner() {
        let (first, number) = (partner > row, u64::from(partner) + 1);
        let took = line.latency().map(latency);
        let words = match (first, took) {
            (true, Some(took)) => format!("answered by line {number} after {took}"),
            (false, Some(took)) => format!("answers line {number} after {took}"),
            (_, None) => format!("belongs to line {number}"),
        };
        facts.push((words, Role::Dim));
    }
    let marked = brief::MARKS.iter().filter(|(mark, _)| line.has(*mark));
    let words: Vec<&str> = marked.map(|(_, word)| *word).collect();
    if !words.is_empty() {
        facts.push((words.join(", "), Role::Warning));
    }
    for finding in traffic.findings.about(u64::from(row) + 1).take(2) {
        let role = severity_role(finding.severity);
        facts.push((finding.what.clone(), role));
        if !finding.remedy.is_empty() {
            facts.push((format!("  {}", finding.remedy), Role::Dim));
        }
    }
    facts
}

//! PURE. All there is to say about the state, as a text to read. Owns: the text.

use super::{ending, history, start};
use crate::trace::Moment;
use crate::tui::model::Seat;
use crate::tui::widgets::text::duration;
use std::fmt::Write as _;

/// The newest changes of state that are listed.
const CHANGES: usize = 200;
/// The newest oddities that are listed.
const ODDITIES: usize = 100;

/// The text behind the pane.
pub fn detail(seat: &Seat) -> (String, String) {
    let state = seat.live.state();
    let mut text = String::new();
    let _ = writeln!(text, "{}  {}", state.phase(), state.activity(seat.now));
    let wrong = seat.traffic.findings.told();
    if !wrong.is_empty() {
        let _ = writeln!(text, "\nwhat is wrong");
        for line in wrong.lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    if let Some(how) = ending::how(state) {
        let _ = writeln!(text, "\n{how}");
        for line in ending::left_open(state) {
            let _ = writeln!(text, "  {line}");
        }
        for row in &state.life.unanswered {
            let _ = writeln!(text, "    {} {}", row.asked.label(), row.id);
        }
    }
    if !state.life.stderr.is_empty() {
        let _ = writeln!(text, "\nstandard error");
        for line in state.life.stderr.iter() {
            let _ = writeln!(text, "  {line}");
        }
    }
    let _ = writeln!(text, "\nstart");
    for row in start::rows(state, seat.now) {
        let took = row.took.map_or_else(|| "-".to_owned(), duration);
        let pace = row.pace().map_or("", |(word, _)| word);
        let _ = writeln!(text, "  {:<28} {took:>8}  {pace}", row.name);
    }
    let count = state.transitions.len();
    let _ = writeln!(
        text,
        "\nchanges of state, {} in all",
        state.transitions.total()
    );
    for index in count.saturating_sub(CHANGES)..count {
        let Some(change) = state.transitions.get(index) else {
            continue;
        };
        let at = duration(change.at.since(Moment::START));
        let lasted = history::lasted(state, index, seat.now).map_or_else(String::new, duration);
        // What it was before stands in the line above.
        let to = change.to.as_str();
        let _ = writeln!(text, "  {at:>8}  {to:<18} {lasted:>8}");
    }
    let counts = &state.counts;
    let _ = writeln!(
        text,
        "\nlines: {} received ({} bytes), {} sent ({} bytes)",
        counts.received, counts.received_bytes, counts.sent, counts.sent_bytes
    );
    if !state.oddities.is_empty() {
        let _ = writeln!(
            text,
            "\nwhat should not have been, {} in all",
            state.oddities.total()
        );
        let skip = state.oddities.len().saturating_sub(ODDITIES);
        for odd in state.oddities.iter().skip(skip) {
            let at = duration(odd.at.since(Moment::START));
            let _ = writeln!(text, "  {at:>8}  line {:>6}  {}", odd.seq, odd.what);
        }
    }
    ("State".to_owned(), text)
}

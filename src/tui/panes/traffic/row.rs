//! PURE. One row of the traffic. Owns: its columns, which of them there is room for, and its marks.

use super::{Findings, Seen, Times, severity_role};
use crate::trace::brief;
use crate::trace::filter::{Mark, Subject as _};
use crate::trace::store::Line as Known;
use crate::trace::{Direction, Moment};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::{amount, column, cut, duration, latency, tool_name};
use chrono::{DateTime, FixedOffset, TimeDelta};
use ratatui::text::{Line, Span};
use std::time::Duration;

/// An answer that took this long is slow. People are slower: what they are asked is never marked.
const SLOW: Duration = Duration::from_secs(3);

/// Characters of a time: since something, and by the clock.
const TIME: usize = 9;
const CLOCK: usize = 12;

/// From these widths on there is room for more.
const WITH_SIZE: usize = 64;
const WITH_TIME: usize = 52;
const WITH_TOOL: usize = 88;
const WITH_WORDS: usize = 76;
const WITH_ID: usize = 116;

/// What all rows of a frame have in common.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) theme: &'a Theme,
    pub(super) times: Times,
    pub(super) findings: &'a Findings,
    /// When the session started, by the clock.
    pub(super) began: Option<DateTime<FixedOffset>>,
    /// Digits of the highest number.
    pub(super) digits: usize,
    pub(super) width: usize,
}

impl Look<'_> {
    pub(super) fn line(&self, seen: &Seen, line: &Known<'_>) -> Line<'static> {
        let (theme, width) = (self.theme, self.width);
        let (dim, more) = (theme.style(Role::Dim), theme.glyphs.more);
        let seq = u64::from(seen.sifted.row) + 1;
        let mut spans = self.number(seen, line, seq);
        if width >= WITH_TIME {
            let time = self.time(line.at(), seen);
            let room = if self.by_clock() { CLOCK } else { TIME };
            spans.push(Span::styled(format!("{time:>room$} "), dim));
        }
        let (arrow, way) = direction(line.direction(), theme);
        spans.push(Span::styled(format!("{arrow} "), theme.style(way)));
        let marks = marks(line, seq, self.findings);
        let worst = marks
            .first()
            .map_or((" ", Role::Dim), |(_, role)| (glyph(*role, theme), *role));
        spans.push(Span::styled(format!("{} ", worst.0), theme.style(worst.1)));
        let kind_width = (width / 4).clamp(20, 36);
        let kind = match seen.sifted.count {
            2.. if line.is_piece() => line.kind().to_owned(),
            _ => kind(line, kind_width),
        };
        let kind = column(&kind, kind_width, more);
        spans.push(Span::styled(kind, theme.style(kind_role(line))));
        if width >= WITH_ID {
            let id = format!(" {}", column(&short(&seen.id), 8, more));
            spans.push(Span::styled(id, dim));
        }
        if width >= WITH_TOOL {
            let tool = format!(" {}", column(&about(line), 16, more));
            spans.push(Span::styled(tool, theme.style(Role::Text)));
        }
        if width >= WITH_SIZE {
            let size = seen.size.map(|size| amount(size as u64));
            spans.push(Span::styled(
                format!(" {:>6}", size.unwrap_or_default()),
                dim,
            ));
            let took = line.latency().map(latency).unwrap_or_default();
            let role = if slow(line) { Role::Warning } else { Role::Dim };
            spans.push(Span::styled(format!(" {took:>6}"), theme.style(role)));
        }
        spans.push(Span::raw(" "));
        if width >= WITH_WORDS {
            for (word, role) in &marks {
                spans.push(Span::styled(format!("{word} "), theme.style(*role)));
            }
        }
        if seen.sifted.count > 1 {
            let count = format!("{}{} ", theme.glyphs.folded, seen.sifted.count);
            spans.push(Span::styled(count, theme.style(Role::Accent)));
        }
        let used: usize = spans.iter().map(Span::width).sum();
        let said = cut(&seen.summary, width.saturating_sub(used), more);
        let role = if line.is_piece() {
            Role::Dim
        } else {
            Role::Text
        };
        spans.push(Span::styled(said, theme.style(role)));
        Line::from(spans)
    }

    /// What the columns are.
    pub(super) fn heading(&self) -> Line<'static> {
        let (theme, width) = (self.theme, self.width);
        let mut said = vec![format!("{:<1$}", "line", self.digits + 1)];
        if width >= WITH_TIME {
            let room = if self.by_clock() { CLOCK } else { TIME };
            let word = match self.times {
                Times::Clock if self.by_clock() => "clock",
                Times::Since => "delta",
                Times::SinceStart | Times::Clock => "elapsed",
            };
            said.push(format!("{word:>room$} "));
        }
        let kind = (width / 4).clamp(20, 36);
        said.push(format!("    {:<kind$}", "what"));
        if width >= WITH_ID {
            said.push(format!(" {:<8}", "id"));
        }
        if width >= WITH_TOOL {
            said.push(format!(" {:<16}", "tool or server"));
        }
        if width >= WITH_SIZE {
            said.push(format!(" {:>6} {:>6}", "size", "took"));
        }
        said.push(" says".to_owned());
        let said = cut(&said.concat(), width, theme.glyphs.more);
        Line::styled(said, theme.style(Role::Heading))
    }

    /// The number of the line, whether it is marked, and whether it is one that is searched for.
    fn number(&self, seen: &Seen, line: &Known<'_>, seq: u64) -> Vec<Span<'static>> {
        let role = if seen.found { Role::Match } else { Role::Dim };
        let number = Span::styled(format!("{seq:>0$}", self.digits), self.theme.style(role));
        let marked = if line.has(Mark::Marked) {
            Span::styled("*", self.theme.style(Role::Accent))
        } else {
            Span::raw(" ")
        };
        vec![number, marked]
    }

    fn by_clock(&self) -> bool {
        self.times == Times::Clock && self.began.is_some()
    }

    fn time(&self, at: Moment, seen: &Seen) -> String {
        if let Some(began) = self.began.filter(|_| self.by_clock()) {
            return clock(began, at);
        }
        match self.times {
            Times::SinceStart | Times::Clock => span("", at.since(Moment::START)),
            Times::Since if at < seen.before => span("-", seen.before.since(at)),
            Times::Since => span("+", at.since(seen.before)),
        }
    }
}

/// How long, in no more than [`TIME`] characters: to the millisecond while there is room, else as exactly as there is.
fn span(sign: &str, time: Duration) -> String {
    let exact = format!("{sign}{}.{:03}", time.as_secs(), time.subsec_millis());
    let whole = exact.len().saturating_sub(4);
    match TIME.checked_sub(whole) {
        // The point and at least one digit behind it.
        Some(2..) => exact
            .get(..TIME.min(exact.len()))
            .unwrap_or(&exact)
            .to_owned(),
        _ => format!("{sign}{}", duration(time)),
    }
}

/// A time by the clock, in no more than [`CLOCK`] characters.
fn clock(began: DateTime<FixedOffset>, at: Moment) -> String {
    match by_clock(began, at) {
        Some(time) => time.format("%H:%M:%S%.3f").to_string(),
        None => "no such day".to_owned(),
    }
}

/// When something was, by the clock.
pub(super) fn by_clock(began: DateTime<FixedOffset>, at: Moment) -> Option<DateTime<FixedOffset>> {
    let since = i64::try_from(at.0).unwrap_or(i64::MAX);
    began.checked_add_signed(TimeDelta::microseconds(since))
}

/// Which way, and how that looks.
pub(super) fn direction(direction: Direction, theme: &Theme) -> (&'static str, Role) {
    match direction {
        Direction::In => (theme.glyphs.incoming, Role::Info),
        Direction::Out => (theme.glyphs.outgoing, Role::Prompt),
        Direction::Stderr => ("!", Role::Warning),
        Direction::Note => (theme.glyphs.bullet, Role::Dim),
    }
}

/// Type, subtype and what is below; where there is little room the types that everybody knows are short.
fn kind(line: &Known<'_>, room: usize) -> String {
    brief::shortened(brief::kind(line), room)
}

fn kind_role(line: &Known<'_>) -> Role {
    if line.has(Mark::Malformed) {
        Role::Bad
    } else if line.has(Mark::Unknown) {
        Role::Warning
    } else if line.is_piece() || line.direction() == Direction::Note {
        Role::Dim
    } else {
        Role::Text
    }
}

/// The tool a line is about, or the server.
pub(super) fn about(line: &Known<'_>) -> String {
    match (line.tool(), line.server()) {
        ("", server) => server.to_owned(),
        (tool, _) => tool_name(tool),
    }
}

/// Ids begin alike and differ at their end.
fn short(id: &str) -> String {
    let skip = id.chars().count().saturating_sub(8);
    id.chars().skip(skip).collect()
}

fn slow(line: &Known<'_>) -> bool {
    let asked = line.kind().starts_with("control_");
    let is_for_people = |line: &Known<'_>| {
        ["can_use_tool", "elicitation", "request_user_dialog"].contains(&line.subtype())
    };
    let of_people = is_for_people(line) || line.other().as_ref().is_some_and(is_for_people);
    asked && !of_people && line.latency().is_some_and(|took| took >= SLOW)
}

/// What is marked on a line, in words, the worst first.
pub(super) fn marks(line: &Known<'_>, seq: u64, findings: &Findings) -> Vec<(&'static str, Role)> {
    let mut marks: Vec<(&str, Role)> = Vec::new();
    for (mark, word) in brief::MARKS {
        if line.has(mark) {
            let role = match mark {
                Mark::Malformed | Mark::Error => Role::Bad,
                Mark::Pending => Role::Info,
                Mark::Withdrawn => Role::Dim,
                _ => Role::Warning,
            };
            marks.push((word, role));
        }
    }
    if slow(line) {
        marks.push(("slow", Role::Warning));
    }
    if let Some(finding) = findings.about(seq).next()
        && marks.is_empty()
    {
        marks.push((finding.rule, severity_role(finding.severity)));
    }
    marks.sort_by_key(|(_, role)| match role {
        Role::Bad => 0,
        Role::Warning => 1,
        Role::Info => 2,
        _ => 3,
    });
    marks
}

fn glyph(role: Role, theme: &Theme) -> &'static str {
    match role {
        Role::Bad => theme.glyphs.bad,
        Role::Warning => theme.glyphs.warning,
        Role::Info => theme.glyphs.waiting,
        _ => theme.glyphs.never,
    }
}

/// A text on one line: every run of spaces and line breaks is one space. No more than this many characters of it.
pub fn words(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            shown.push(' ');
        }
        if shown.len() + word.len() > most {
            let room = word.floor_char_boundary(most.saturating_sub(shown.len()).max(1));
            shown.push_str(word.get(..room).unwrap_or_default());
            break;
        }
        shown.push_str(word);
    }
    shown
}

/// A number with its thousands set apart: `4,031`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_as_they_are_shown() {
        let shown = [0, 999, 1000, 4031, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "4,031", "1,234,567"]);
        assert_eq!(words(" a\n b\t\tc ", 100), "a b c");
        assert_eq!(words("aaaa äääää", 8), "aaaa ä");
        assert_eq!(short("toolu_0123456789"), "23456789");
    }

    #[test]
    fn times_are_exact_for_as_long_as_there_is_room() {
        let shown = |millis| span("", Duration::from_millis(millis));
        assert_eq!(shown(1_149_123), "1149.123");
        assert_eq!(shown(99_999_999), "99999.999");
        assert_eq!(shown(1_234_567_891), "1234567.8");
        assert_eq!(span("+", Duration::from_millis(12_345_678)), "+12345.67");
        assert_eq!(shown(123_456_789_000), "1428d");
    }

    #[test]
    fn times_by_the_clock_go_over_midnight_and_end_somewhere() {
        let began = DateTime::parse_from_rfc3339("2026-12-31T23:59:58.500+01:00").unwrap();
        let shown =
            |at| by_clock(began, at).map(|time| time.format("%b %d %H:%M:%S%.3f").to_string());
        assert_eq!(shown(Moment(0)).unwrap(), "Dec 31 23:59:58.500");
        assert_eq!(shown(Moment(2_000_000)).unwrap(), "Jan 01 00:00:00.500");
        assert_eq!(shown(Moment(u64::MAX)), None);
        assert_eq!(clock(began, Moment(500_000)), "23:59:59.000");
        assert_eq!(clock(began, Moment(u64::MAX)), "no such day");
    }

    proptest::proptest! {
        #[test]
        fn no_time_is_wider_than_its_column(at: u64, digits in 0..20_u32) {
            let at = Moment(at / 10_u64.pow(digits));
            let far = DateTime::parse_from_rfc3339("9999-12-31T23:59:59-11:00").unwrap();
            let near = DateTime::parse_from_rfc3339("1970-01-01T00:00:00+14:00").unwrap();
            for began in [far, near] {
                proptest::prop_assert!(clock(began, at).len() <= CLOCK);
            }
            for sign in ["", "+", "-"] {
                proptest::prop_assert!(span(sign, at.since(Moment::START)).len() <= TIME);
            }
        }
    }

    #[test]
    fn people_are_never_slow_neither_asked_nor_answering() {
        use crate::trace::store::Store;
        use crate::trace::{Entry, Traffic};
        use crate::wire::Line as Whole;
        let mut store = Store::live(1 << 20);
        for (subtype, id) in [("can_use_tool", "p"), ("mcp_message", "m")] {
            let asked = format!(
                r#"{{"type":"control_request","request_id":"{id}","request":{{"subtype":"{subtype}"}}}}"#
            );
            let answer = format!(
                r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"{id}"}}}}"#
            );
            let (seq, at) = (u64::from(store.len()) + 1, Moment(1_000_000));
            let later = Moment(9_000_000);
            store.append(&Traffic::received(seq, at, Whole::Whole(asked.into())));
            store.append(&Traffic::from_entry(Entry {
                seq: seq + 1,
                at: later,
                direction: Direction::Out,
                line: answer.into(),
            }));
        }
        let marked = |row: u32| slow(&store.line(row).unwrap());
        assert!(!marked(0) && !marked(1), "a person");
        assert!(marked(2) && marked(3), "a server");
    }
}

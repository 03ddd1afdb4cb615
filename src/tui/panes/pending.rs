//! PURE. Every unanswered request, both directions: what, who waits on whom, how old, until when. Owns: these words.

use crate::session::{Asked, Origin, Pending};
use crate::trace::Moment;
use crate::tui::model::{Model, Pane, Seat};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::rows::{Rows, rows};
use crate::tui::widgets::text::{column, cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use std::fmt::Write as _;
use std::time::Duration;
use unicode_width::UnicodeWidthStr as _;

/// A request of this age is worth a colour.
const OLD: Duration = Duration::from_secs(10);
/// One of this age is worth a louder one.
const VERY_OLD: Duration = Duration::from_mins(1);
/// So little time until the deadline is worth a colour.
const SOON: Duration = Duration::from_secs(5);
/// A deadline that is further away than this is of no interest yet.
const FAR: Duration = Duration::from_hours(1);
/// Rows that are looked at for where columns begin.
const LOOKED_AT: usize = 50;
/// From this width on, who waits is said in whole words.
const WHOLE_WORDS: u16 = 62;
/// From this width on, both the age and the time that is left are shown.
const WITH_BOTH: u16 = 52;
/// From this width on, the id is shown.
const WITH_ID: u16 = 84;

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let pending = &seat.live.state().pending;
    let looked_at: Vec<&Pending> = pending.iter().take(LOOKED_AT).collect();
    let edges = Edges::of(&looked_at, seat.now, area.width);
    let row = |index: usize, width: u16| {
        pending
            .at(index)
            .map(|row| line(row, seat.now, &model.theme, width, edges))
            .unwrap_or_default()
    };
    let shown = Rows {
        pane: Pane::Pending,
        count: pending.len(),
        list: &seat.side.pending,
        empty: "Nobody waits for anybody.",
    };
    rows(model, shown, area, buffer, row);
}

/// Where the columns of all rows begin, so that they stand straight below each other. What is asked gets the room it needs
/// before who waits is said in whole words.
#[derive(Debug, Clone, Copy)]
struct Edges {
    whole: bool,
    who: usize,
    /// The time that is left; nothing if no row has any to tell.
    left: usize,
}

impl Edges {
    fn of(rows: &[&Pending], now: Moment, width: u16) -> Self {
        let left = rows.iter().any(|row| left(row, now).is_some());
        let widest = |whole: bool| {
            let words = |row: &Pending| if whole { who(row).1 } else { who(row).0 };
            let widths = rows.iter().map(|row| words(row).len());
            widths.max().unwrap_or(0)
        };
        let edges = |whole: bool| Self {
            whole,
            who: widest(whole),
            left: if left && width >= WITH_BOTH { 10 } else { 0 },
        };
        let asked = rows.iter().map(|row| row.asked.label().width()).max();
        let long = edges(true);
        // The frame, the arrow, two cells between columns, the age, the id.
        let id = if width >= WITH_ID { 12 } else { 0 };
        let other = 2 + 2 + 2 + 7 + id + long.left + 2;
        let needed = asked.unwrap_or(0) + long.who + other;
        if width >= WHOLE_WORDS && needed <= usize::from(width) {
            long
        } else {
            edges(false)
        }
    }
}

fn line(row: &Pending, now: Moment, theme: &Theme, width: u16, edges: Edges) -> Line<'static> {
    let arrow = match row.origin {
        Origin::Cli => theme.glyphs.incoming,
        Origin::Us => theme.glyphs.outgoing,
    };
    let (short, whole) = who(row);
    let who = if edges.whole { whole } else { short };
    // Where there is hardly any room, what is asked needs it more than a straight edge does.
    let who = if width >= WITH_BOTH {
        format!("{who:<wide$}", wide = edges.who)
    } else {
        who.to_owned()
    };
    let person = row.asked.needs_person() && !row.held;
    let role = if person {
        Role::WaitingPerson
    } else {
        Role::Text
    };
    let age = now.since(row.since);
    let old = match age {
        age if age >= VERY_OLD && !person => Role::Bad,
        age if age >= OLD => Role::Warning,
        _ => Role::Dim,
    };
    let mut tail = vec![Span::styled(format!("  {who}"), theme.style(Role::Dim))];
    if width >= WITH_ID {
        let id = column(&row.id, 10, theme.glyphs.more);
        tail.insert(0, Span::styled(format!("  {id}"), theme.style(Role::Dim)));
    }
    let left = left(row, now);
    // Where there is little room, the time that is left says more than the age.
    if width >= WITH_BOTH || left.is_none() {
        tail.push(Span::styled(
            format!(" {:>6}", duration(age)),
            theme.style(old),
        ));
    }
    let (text, role_of_time) = left.unwrap_or((String::new(), Role::Dim));
    if edges.left > 0 || !text.is_empty() {
        tail.push(Span::styled(
            format!("  {text:<wide$}", wide = edges.left),
            theme.style(role_of_time),
        ));
    }
    let used: usize = tail.iter().map(Span::width).sum();
    let room = usize::from(width).saturating_sub(used + 2);
    let mut spans = vec![
        Span::styled(format!("{arrow} "), theme.style(Role::Dim)),
        Span::styled(
            column(&row.asked.label(), room, theme.glyphs.more),
            theme.style(role),
        ),
    ];
    spans.extend(tail);
    Line::from(spans)
}

/// The time that is left, unless that is of no interest yet.
fn left(row: &Pending, now: Moment) -> Option<(String, Role)> {
    row.deadline.filter(|end| end.since(now) < FAR)?;
    left_of(row, now)
}

/// How long an answer still counts.
fn left_of(row: &Pending, now: Moment) -> Option<(String, Role)> {
    let left = row.deadline?.since(now);
    Some(match left {
        Duration::ZERO => ("too late".to_owned(), Role::Bad),
        left if left <= SOON => (format!("{} left", duration(left)), Role::Warning),
        left => (format!("{} left", duration(left)), Role::Dim),
    })
}

/// Who waits on whom: in two words, and in whole ones.
fn who(row: &Pending) -> (&'static str, &'static str) {
    match (row.origin, &row.asked) {
        (Origin::Us, _) => ("on the CLI", "we wait on the CLI"),
        (Origin::Cli, _) if row.held => ("held", "our answer is held: paused"),
        (Origin::Cli, _) if row.decided_by.is_some() => ("answered", "our answer is on its way"),
        (Origin::Cli, Asked::ToolCall { .. }) => ("on our tool", "the CLI waits on our tool"),
        (Origin::Cli, Asked::Hook { .. }) => ("on our hook", "the CLI waits on our hook"),
        (Origin::Cli, Asked::Mcp { .. }) => ("on our server", "the CLI waits on our server"),
        (Origin::Cli, asked) if asked.needs_person() => ("on you", "the CLI waits on you"),
        (Origin::Cli, _) => ("on us", "the CLI waits on us"),
    }
}

/// All there is to say about the selected request.
pub fn detail(seat: &Seat) -> Option<(String, String)> {
    let state = seat.live.state();
    let row = state
        .pending
        .at(seat.side.pending.row(state.pending.len()))?;
    let mut text = String::new();
    let mut fact = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<10} {value}");
    };
    fact("who", who(row).1);
    fact("id", &row.id);
    let since = duration(row.since.since(Moment::START));
    let age = duration(seat.now.since(row.since));
    fact("since", &format!("{since} into the session, {age} ago"));
    fact("line", &row.seq.to_string());
    match row.deadline {
        Some(deadline) => {
            let limit = duration(deadline.since(row.since));
            let left = left_of(row, seat.now).map_or_else(String::new, |(left, _)| left);
            fact("deadline", &format!("{limit} after it was sent, {left}"));
        }
        None => fact("deadline", "none: it is waited for as long as it takes"),
    }
    if row.held {
        fact("held", "our answer goes out when the session is resumed");
    }
    let call = what(&row.asked, &mut fact);
    if let Some(call) = call.and_then(|id| state.transcript.call(&id)) {
        let input = serde_json::to_string_pretty(&call.input).unwrap_or_default();
        let _ = writeln!(text, "\ninput of the call of {}\n{input}", call.name);
    }
    Some((row.asked.label(), text))
}

/// The particulars of a request; gives the call it is about.
fn what(asked: &Asked, fact: &mut impl FnMut(&str, &str)) -> Option<String> {
    let mut maybe = |name: &str, value: &Option<String>| {
        if let Some(value) = value {
            fact(name, value);
        }
    };
    match asked {
        Asked::Permission {
            tool_name,
            tool_use_id,
            agent_id,
        } => {
            maybe("tool", &Some(tool_name.clone()));
            maybe("call", tool_use_id);
            maybe("agent", agent_id);
            tool_use_id.clone()
        }
        Asked::ToolCall {
            server,
            tool,
            tool_use_id,
        } => {
            maybe("tool", &Some(format!("{tool} of {server}")));
            maybe("call", tool_use_id);
            tool_use_id.clone()
        }
        Asked::Hook {
            callback_id,
            event,
            tool_name,
            tool_use_id,
        } => {
            maybe("hook", &Some(callback_id.clone()));
            maybe("event", &Some(event.clone()));
            maybe("tool", tool_name);
            maybe("call", tool_use_id);
            tool_use_id.clone()
        }
        Asked::Mcp { server, method } => {
            maybe("server", &Some(server.clone()));
            maybe("method", &Some(method.clone()));
            None
        }
        Asked::Elicitation { server } => {
            maybe("server", &Some(server.clone()));
            None
        }
        Asked::Dialog { kind } => {
            maybe("dialog", &Some(kind.clone()));
            None
        }
        Asked::Control { subtype } => {
            maybe("request", &Some(subtype.clone()));
            None
        }
    }
}

/// What is held while the session is paused, one by one; the key that takes a prompt back.
pub fn held(seat: &Seat, take_back: Option<&str>) -> String {
    use crate::trace::HeldThing;
    let state = seat.live.state();
    let mut text = String::new();
    if state.life.held.is_empty() {
        text.push_str("Nothing is held yet: what is answered or said from now on waits here.\n");
    }
    for (number, thing) in state.life.held.iter().enumerate() {
        let number = number + 1;
        let _ = match thing {
            HeldThing::Answer { request_id } => {
                let row = state.pending.get(Origin::Cli, request_id);
                let what = row.map_or_else(|| "a request".to_owned(), |row| row.asked.label());
                let age = row.map_or_else(String::new, |row| {
                    format!(", asked {} ago", duration(seat.now.since(row.since)))
                });
                writeln!(
                    text,
                    "{number:>3}  our answer to {what}{age}\n     {request_id}\n"
                )
            }
            HeldThing::Prompt { text: said, .. } => {
                writeln!(text, "{number:>3}  a prompt\n{}\n", indented(said))
            }
        };
    }
    if !state.life.held.is_empty() {
        text.push_str("All of it goes out in this order when the session is resumed.\n");
    }
    let prompts = state.life.held.iter();
    let prompts = prompts.filter(|thing| matches!(thing, HeldThing::Prompt { .. }));
    if let (Some(key), 1..) = (take_back, prompts.count()) {
        let _ = writeln!(text, "{key} takes the last prompt back: it is never sent.");
    }
    text
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("     {line}")).collect();
    lines.join("\n")
}

/// How it looks in a tab: how many, and whether one needs a person.
pub fn mark(seat: &Seat, theme: &Theme) -> Option<(String, Role)> {
    let pending = &seat.live.state().pending;
    let person = |row: &Pending| row.origin == Origin::Cli && row.asked.needs_person() && !row.held;
    match pending.len() {
        0 => None,
        count if pending.any(person) => Some((
            cut(
                &format!("{}{count}", theme.glyphs.waiting),
                6,
                theme.glyphs.more,
            ),
            Role::WaitingPerson,
        )),
        count => Some((count.to_string(), Role::Dim)),
    }
}

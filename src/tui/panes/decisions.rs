//! PURE. What was allowed and denied: when, by whom, how long it waited, and what was said.

use crate::session::{Decision, Verdict};
use crate::trace::{DecidedBy, Moment};
use crate::tui::model::{Model, Pane, Seat};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::reader::Reader;
use crate::tui::theme::Role;
use crate::tui::widgets::rows::{Rows, rows};
use crate::tui::widgets::text::{cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let decisions = &seat.live.state().decisions;
    let row = |index: usize, width: u16| {
        let decision = decisions.iter().nth(index);
        decision.map_or_else(Line::default, |decision| line(model, decision, width))
    };
    let shown = Rows {
        pane: Pane::Decisions,
        count: decisions.iter().len(),
        list: &seat.side.decisions,
        empty: "Nothing was decided yet.",
    };
    rows(model, shown, area, buffer, row);
}

fn line(model: &Model, decision: &Decision, width: u16) -> Line<'static> {
    let theme = &model.theme;
    let (mark, role) = match decision.verdict {
        Verdict::Allowed { .. } => (theme.glyphs.good, Role::Good),
        Verdict::Denied { .. } => (theme.glyphs.bad, Role::Bad),
        Verdict::Failed(_) => (theme.glyphs.warning, Role::Warning),
        Verdict::Withdrawn => (theme.glyphs.bullet, Role::Dim),
    };
    let width = usize::from(width);
    let at = format!("{:>6} ", duration(decision.decided.since(Moment::START)));
    let verdict = format!("{mark} {:<10} ", verdict(&decision.verdict));
    let name = cut(&decision.tool_name, width / 3, theme.glyphs.more);
    let waited = duration(decision.decided.since(decision.asked));
    let used = at.width() + verdict.width() + name.width() + waited.width() + 4;
    let mut about = by(&decision.by);
    if let Verdict::Denied { message, .. } | Verdict::Failed(message) = &decision.verdict
        && !message.is_empty()
    {
        let _ = write!(about, ": {message}");
    }
    Line::from(vec![
        Span::styled(at, theme.style(Role::Dim)),
        Span::styled(verdict, theme.style(role)),
        Span::styled(name, theme.style(Role::Accent)),
        Span::styled(format!("  {waited}"), theme.style(Role::Dim)),
        Span::styled(
            format!(
                "  {}",
                cut(&about, width.saturating_sub(used), theme.glyphs.more)
            ),
            theme.style(Role::Text),
        ),
    ])
}

/// The verdict in few words: `allow+edit`, `allow+2`, `deny!`.
fn verdict(verdict: &Verdict) -> String {
    let mut word = verdict.as_str().to_owned();
    match verdict {
        Verdict::Allowed { edited, rules } => {
            if *edited {
                word.push_str("+edit");
            }
            if *rules > 0 {
                let _ = write!(word, "+{rules}");
            }
        }
        Verdict::Denied {
            interrupt: true, ..
        } => word.push('!'),
        _ => {}
    }
    word
}

/// The selected decision as a text to read.
pub fn selected(model: &Model) -> Option<Overlay> {
    let seat = model.seat()?;
    let decisions = &seat.live.state().decisions;
    let at = seat.side.decisions.row(decisions.iter().len());
    let decision = decisions.iter().nth(at)?;
    let title = format!("{} {}", decision.verdict.as_str(), decision.tool_name);
    Some(Overlay::Reader(Reader::new(title, told(seat, decision))))
}

fn told(seat: &Seat, decision: &Decision) -> String {
    let mut text = String::new();
    let mut say = |label: &str, what: &str| {
        let _ = writeln!(text, "{label:<10} {what}");
    };
    say("tool", &decision.tool_name);
    match &decision.verdict {
        Verdict::Allowed { edited, rules } => {
            say("verdict", "allowed");
            say(
                "input",
                if *edited {
                    "changed by hand"
                } else {
                    "as asked"
                },
            );
            if *rules > 0 {
                say(
                    "from now",
                    &format!("{rules} changed: the answer carried it"),
                );
            }
        }
        Verdict::Denied { message, interrupt } => {
            say("verdict", "denied");
            if *interrupt {
                say("turn", "interrupted");
            }
            say("told", message);
        }
        Verdict::Failed(why) => say("failed", why),
        Verdict::Withdrawn => say("verdict", "the CLI took the request back"),
    }
    say("decided", &by(&decision.by));
    say("at", &duration(decision.decided.since(Moment::START)));
    say("waited", &duration(decision.decided.since(decision.asked)));
    if let Some(agent) = &decision.agent_id {
        let task = seat.live.state().tasks.running.get(agent);
        say("agent", task.map_or(agent, |task| &task.description));
    }
    if let Some(call) = &decision.tool_use_id {
        say("call", call);
    }
    if !decision.request_id.is_empty() {
        say("request", &decision.request_id);
    }
    text
}

/// Who decided, in words.
pub(super) fn by(who: &DecidedBy) -> String {
    match who {
        DecidedBy::Key => "by you".to_owned(),
        DecidedBy::Callback => "by the program".to_owned(),
        DecidedBy::Rule(rule) => format!("by rule {rule}"),
        DecidedBy::Limit(limit) => format!("nobody within {limit}"),
        DecidedBy::Cli(why) => format!("by the CLI: {why}"),
        DecidedBy::Unknown => "by whom is not known".to_owned(),
    }
}

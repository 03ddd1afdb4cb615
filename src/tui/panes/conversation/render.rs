//! PURE. Items of the transcript as lines. Owns: what each kind looks like.

use crate::session::{Item, ItemKind, PartialKind, State, ToolCall};
use crate::trace::Moment;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::highlight::{HighlightJob, Highlights};
use crate::tui::widgets::text::{cut, duration, safe, wrap};
use ratatui::text::{Line, Span};

/// What an item is made into lines with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint<'a> {
    /// Colours and glyphs.
    pub(super) theme: &'a Theme,
    /// How wide the lines may be.
    pub(super) width: u16,
    /// Colours for code, as far as they have come.
    pub(super) highlights: &'a Highlights,
    /// Everything that is known of the session.
    pub(super) state: &'a State,
    /// The session's clock, for what is still running.
    pub(super) now: Moment,
}

/// An item as lines, with an empty line behind it.
#[derive(Debug, Clone, Default)]
pub(super) struct Rendered {
    /// The lines.
    pub(super) lines: Vec<Line<'static>>,
    /// Code in it that has no colours yet.
    pub(super) wanted: Vec<HighlightJob>,
    /// It changes with time alone (a call that runs): it must not be kept.
    pub(super) counts: bool,
}

/// Makes an item into lines; `turned` opens what is folded at first.
pub(super) fn item(item: &Item, turned: bool, paint: &Paint<'_>) -> Rendered {
    Rendered {
        lines: lines(item, turned, paint.theme, paint.width),
        wanted: Vec::new(),
        counts: false,
    }
}

fn lines(item: &Item, turned: bool, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let indent = if item.parent.is_some() { "  " } else { "" };
    let mut lines = match &item.kind {
        ItemKind::Prompt(prompt) => paragraph(
            &format!("{} ", theme.glyphs.prompt),
            &prompt.text,
            Role::Prompt,
            theme,
            width,
        ),
        ItemKind::Text { text, .. } => paragraph(indent, text, Role::Text, theme, width),
        ItemKind::Thinking { text, .. } if turned => {
            paragraph("  ", text, Role::Thinking, theme, width)
        }
        ItemKind::Thinking { .. } => vec![Line::styled(
            format!("{indent}{} thought", theme.glyphs.folded),
            theme.style(Role::Thinking),
        )],
        ItemKind::Tool(call) => tool(call, turned, indent, theme, width),
        ItemKind::Interrupted { .. } => note("interrupted", Role::Warning, theme),
        ItemKind::ApiError { text, .. } => paragraph("", text, Role::Bad, theme, width),
        ItemKind::Compacted { trigger } => {
            note(&format!("compacted ({trigger})"), Role::Info, theme)
        }
        ItemKind::Reset => note("cleared", Role::Info, theme),
        ItemKind::Notice { text, .. } => paragraph("", text, Role::Info, theme, width),
        ItemKind::Synthetic { text } | ItemKind::Replayed { text } => {
            paragraph("", text, Role::Dim, theme, width)
        }
        ItemKind::TurnEnd { outcome, .. } => note(
            &format!("turn over: {}", outcome.as_str()),
            Role::Dim,
            theme,
        ),
        ItemKind::Unknown(value) => paragraph("", &value.to_string(), Role::Warning, theme, width),
    };
    lines.push(Line::default());
    lines
}

fn note(text: &str, role: Role, theme: &Theme) -> Vec<Line<'static>> {
    let dashes = theme.glyphs.rule.repeat(3);
    vec![Line::styled(
        format!("{dashes} {text} {dashes}"),
        theme.style(role),
    )]
}

fn paragraph(lead: &str, text: &str, role: Role, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (number, row) in text.lines().enumerate() {
        let lead = if number == 0 {
            lead.to_owned()
        } else {
            " ".repeat(lead.chars().count())
        };
        let mut spans = vec![Span::styled(lead, theme.style(role))];
        spans.extend(safe(row, theme.style(role), theme.style(Role::Escaped)));
        lines.extend(wrap(&spans, width, ""));
    }
    lines
}

fn tool(
    call: &ToolCall,
    turned: bool,
    indent: &str,
    theme: &Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let glyphs = &theme.glyphs;
    let (mark, role) = match &call.result {
        None if call.ended.is_some() => (glyphs.bad, Role::Warning),
        None => (glyphs.busy, Role::WaitingTool),
        Some(outcome) if outcome.is_error => (glyphs.bad, Role::Bad),
        Some(_) => (glyphs.good, Role::Good),
    };
    let took = call.duration().map_or_else(String::new, duration);
    let what = summary(call);
    let room = usize::from(width).saturating_sub(indent.len() + call.name.len() + took.len() + 8);
    let mut lines = vec![Line::from(vec![
        Span::styled(format!("{indent}{mark} "), theme.style(role)),
        Span::styled(cut(&call.name, 40, glyphs.more), theme.style(Role::Accent)),
        Span::raw("  "),
        Span::styled(cut(&what, room, glyphs.more), theme.style(Role::Text)),
        Span::styled(format!("  {took}"), theme.style(Role::Dim)),
    ])];
    if turned {
        let output = call
            .result
            .as_ref()
            .map(|outcome| outcome.content.plain_text());
        lines.extend(paragraph(
            "    ",
            &call.input.to_string(),
            Role::Dim,
            theme,
            width,
        ));
        lines.extend(paragraph(
            "    ",
            output.as_deref().unwrap_or_default(),
            Role::Text,
            theme,
            width,
        ));
    }
    lines
}

/// What a call does, in one line.
fn summary(call: &ToolCall) -> String {
    for key in [
        "command",
        "file_path",
        "path",
        "pattern",
        "url",
        "query",
        "description",
        "subject",
    ] {
        if let Some(text) = call.input.get(key).and_then(serde_json::Value::as_str) {
            return text.to_owned();
        }
    }
    call.input.to_string()
}

/// The answer that is being written.
pub(super) fn streaming(paint: &Paint<'_>) -> Rendered {
    let Some(partial) = paint.state.streaming.current() else {
        return Rendered::default();
    };
    let role = match partial.kind {
        PartialKind::Thinking => Role::Thinking,
        PartialKind::Text => Role::Text,
        _ => return Rendered::default(),
    };
    Rendered {
        lines: paragraph("", &partial.text, role, paint.theme, paint.width),
        ..Rendered::default()
    }
}

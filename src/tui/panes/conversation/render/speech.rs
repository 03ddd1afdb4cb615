//! PURE. What is said: by us, by the model, and by the CLI in either's name. Owns: telling them apart at a glance.

use super::sheet::Sheet;
use crate::session::{Fate, Phase, Prompted};
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{clip, plain, width_of};
use crate::tui::widgets::text::duration;
use ratatui::text::Span;
use std::time::Duration;

/// Text of ours, with what became of it where that is not plain to see.
pub(super) fn prompt(prompt: &Prompted, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let role = match prompt.fate {
        Fate::Cancelled => Role::Disabled,
        _ => Role::Prompt,
    };
    let lead = [Span::styled(
        format!("{} ", theme.glyphs.prompt),
        theme.style(role),
    )];
    let rest = [Span::raw("  ")];
    let text = if prompt.text.trim().is_empty() {
        " "
    } else {
        &prompt.text
    };
    let mut lead = &lead[..];
    for row in text.lines() {
        sheet.flowed(&plain(row, role, theme), lead, &rest);
        lead = &rest;
    }
    let mut marks = Vec::new();
    if prompt.attachments > 0 {
        let plural = if prompt.attachments == 1 { "" } else { "s" };
        marks.push(format!("{} attachment{plural}", prompt.attachments));
    }
    match prompt.fate {
        // Not the mark of what waits for a person: this waits for the agent.
        Fate::Queued => marks.push(format!("{} queued", theme.glyphs.phase(Phase::Starting))),
        Fate::Cancelled => marks.push(format!("{} taken back", theme.glyphs.bad)),
        // How its turn ended is said where it ended.
        Fate::Sent | Fate::Started | Fate::Completed | Fate::GivenUp => {}
    }
    if !marks.is_empty() {
        sheet.indent(2);
        sheet.text(&marks.join("  "), Role::Dim);
    }
    sheet.counts = !matches!(
        prompt.fate,
        Fate::Completed | Fate::Cancelled | Fate::GivenUp
    );
}

/// The model's text.
pub(super) fn text(text: &str, aborted: bool, sheet: &mut Sheet<'_>) {
    sheet.markdown(text, Role::Text);
    if aborted {
        sheet.text("cut short by an interrupt", Role::Warning);
    }
}

/// The model's thoughts: one line with their beginning, all of them when open.
pub(super) fn thinking(
    text: &str,
    millis: Option<u64>,
    redacted: bool,
    open: bool,
    sheet: &mut Sheet<'_>,
) {
    let theme = sheet.theme();
    let took = millis.map(|millis| duration(Duration::from_millis(millis)));
    let head = match took {
        Some(took) => format!("thought for {took}"),
        None => "thought".to_owned(),
    };
    let fold = if redacted || text.trim().is_empty() {
        " "
    } else if open {
        theme.glyphs.open
    } else {
        theme.glyphs.folded
    };
    let mut spans = vec![Span::styled(
        format!("{fold} {head}"),
        theme.style(Role::Thinking),
    )];
    if redacted {
        spans.push(Span::styled(
            "  (withheld by the API)",
            theme.style(Role::Dim),
        ));
    } else if !open && let Some(first) = text.lines().find(|line| !line.trim().is_empty()) {
        spans.push(Span::raw("  "));
        let end = first.floor_char_boundary(400);
        let first = first.get(..end).unwrap_or_default().trim();
        spans.extend(plain(first, Role::Dim, theme));
    }
    sheet.line(&spans);
    if open && !redacted {
        sheet.indent(2);
        sheet.markdown(text, Role::Thinking);
    }
}

/// Text that the CLI put in: nobody here wrote it, and nothing about it may look as if.
pub(super) fn synthetic(text: &str, open: bool, nested: bool, sheet: &mut Sheet<'_>) {
    let label = if nested {
        "given to the sub-agent"
    } else {
        "put in by the CLI"
    };
    folded(label, text, open, sheet);
}

/// What a sub-agent was given is what its card says above.
pub(super) fn given_as_asked(sheet: &mut Sheet<'_>) {
    let words = plain("given to the sub-agent as asked", Role::Dim, sheet.theme());
    sheet.line(&words);
}

/// What was said before, or a local command's output.
pub(super) fn replayed(text: &str, open: bool, sheet: &mut Sheet<'_>) {
    for (tag, role) in [
        ("local-command-stdout", Role::Dim),
        ("local-command-stderr", Role::Bad),
    ] {
        if let Some(inside) = tagged(text, tag) {
            let lead = [Span::styled(
                format!("{} ", sheet.theme().glyphs.incoming),
                sheet.theme().style(Role::Dim),
            )];
            sheet.led(inside.trim(), role, &lead, &[Span::raw("  ")]);
            return;
        }
    }
    folded("said before", text, open, sheet);
}

/// A line with a label and the beginning of a text; all of it when open.
pub(super) fn folded(label: &str, text: &str, open: bool, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let glyph = if open {
        theme.glyphs.open
    } else {
        theme.glyphs.folded
    };
    let mut spans = vec![Span::styled(
        format!("{glyph} {label}"),
        theme.style(Role::Info),
    )];
    if !open {
        let room = usize::from(sheet.width()).saturating_sub(width_of(&spans) + 2);
        let first = text.lines().find(|line| !line.trim().is_empty());
        let first = first.unwrap_or_default().trim();
        let end = first.floor_char_boundary(400);
        let first = plain(first.get(..end).unwrap_or_default(), Role::Dim, theme);
        spans.push(Span::raw("  "));
        spans.extend(clip(&first, room, theme));
    }
    sheet.line(&spans);
    if open {
        sheet.indent(2);
        sheet.prose(text, Role::Dim);
    }
}

/// What stands between a tag and its end.
fn tagged<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    let rest = text.trim().strip_prefix(&format!("<{tag}>"))?;
    Some(rest.strip_suffix(&format!("</{tag}>")).unwrap_or(rest))
}

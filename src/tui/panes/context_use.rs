//! PURE. What fills the context, as a text with bars. Owns: the words and the bars.

use crate::tui::theme::Theme;
use crate::tui::widgets::text::{amount, column};
use crate::wire::requests::ContextUsage;
use std::fmt::Write as _;

/// How wide a bar is.
const BAR: u64 = 16;

/// What the CLI told, for people.
pub fn text(told: &ContextUsage, theme: &Theme) -> String {
    let mut text = String::new();
    let whole = told.max_tokens.or(told.raw_max_tokens).unwrap_or(0);
    let used = told.total_tokens.unwrap_or(0);
    if let Some(model) = &told.model {
        let _ = writeln!(text, "{model}\n");
    }
    let _ = writeln!(text, "{}", row("in use", used, whole, theme));
    text.push('\n');
    for category in &told.categories {
        let tokens = category.tokens.unwrap_or(0);
        let _ = writeln!(text, "{}", row(&category.name, tokens, whole, theme));
    }
    let loaded = told.mcp_tools.iter().filter(|tool| tool.tokens.is_some());
    for (index, tool) in loaded.enumerate() {
        if index == 0 {
            text.push_str("\ntools of MCP servers\n");
        }
        let tokens = tool.tokens.unwrap_or(0);
        let when = if tool.is_loaded == Some(false) {
            "  on demand"
        } else {
            ""
        };
        let _ = writeln!(text, "{}{when}", row(&tool.name, tokens, whole, theme));
    }
    match (told.is_auto_compact_enabled, told.auto_compact_threshold) {
        (Some(false), _) => text.push_str("\nThe CLI does not compact by itself.\n"),
        (_, Some(at)) => {
            let _ = writeln!(
                text,
                "\nThe CLI compacts by itself at {} tokens.",
                amount(at)
            );
        }
        _ => {}
    }
    text
}

fn row(name: &str, tokens: u64, whole: u64, theme: &Theme) -> String {
    let whole = whole.max(1);
    // Whatever is there at all is seen.
    let full = (tokens.saturating_mul(BAR) / whole).clamp(u64::from(tokens > 0), BAR);
    let count = |number: u64| usize::try_from(number).unwrap_or(0);
    let thousandths = tokens.saturating_mul(1000) / whole;
    format!(
        "{} {}{} {:>7} {:>3}.{}%",
        column(name, 18, theme.glyphs.more),
        theme.glyphs.full.repeat(count(full)),
        theme.glyphs.empty.repeat(count(BAR - full)),
        amount(tokens),
        thousandths / 10,
        thousandths % 10
    )
}

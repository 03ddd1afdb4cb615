//! A transcript as Markdown. PURE. Owns: the look, and that nothing that was said can be taken for part of it: words are
//! quoted, tools stand in fences longer than any in them, tags and pictures are escaped.

use super::sheet::{Body, Call, Part, Sheet, finding_lines};
use crate::sanitise::{self, parts};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes the page.
pub(super) fn write(sheet: &mut Sheet, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}\n", inline(&sheet.title))?;
    writeln!(out, "| | |\n|---|---|")?;
    for (label, text) in &sheet.facts {
        writeln!(out, "| {label} | {} |", inline(text))?;
    }
    if !sheet.findings.is_empty() {
        writeln!(out, "\n## Findings\n")?;
    }
    for finding in &sheet.findings {
        let (what, remedy) = (inline(&finding.what), inline(&finding.remedy));
        let lines = finding_lines(finding);
        let word = finding.severity.as_str();
        writeln!(out, "- **{word}** {what}{lines}")?;
        if !remedy.is_empty() {
            writeln!(out, "  - To do: {remedy}")?;
        }
    }
    writeln!(out, "\n## Conversation")?;
    sheet.told.copy(out)?;
    let decisions = ["tool", "verdict", "by", "why", "waited"];
    table(out, "Decisions", &decisions, &sheet.decisions)?;
    let hooks = ["event", "for", "place", "outcome", "reason", "took"];
    table(out, "Hooks", &hooks, &sheet.hooks)
}

/// A part of the conversation.
pub(super) fn shown(part: &Part) -> String {
    let mut at = part
        .at
        .as_ref()
        .map(|at| format!(" · {at}"))
        .unwrap_or_default();
    if part.nested {
        at.push_str(" · sub-agent");
    }
    match &part.body {
        Body::Said { who, text } => format!("\n### {who}{at}\n\n{}", quoted(text)),
        Body::Event(text) => format!("\n*{}{at}*\n", inline(text)),
        Body::Folded { label, text } => folded(&format!("{label}{at}"), &fenced(text)),
        Body::Tool(call) => tool(call, &at),
    }
}

fn tool(call: &Call, at: &str) -> String {
    let mut summary = format!("<b>{}</b>", tagless(&call.name));
    if !call.gist.is_empty() {
        let _ = write!(summary, " <code>{}</code>", tagless(&call.gist));
    }
    for note in &call.notes {
        let _ = write!(summary, " · {}", tagless(note));
    }
    summary.push_str(at);
    let mut inside = fenced(&call.input);
    match &call.result {
        Some(result) if call.failed => inside.extend(["\nError:\n\n", &fenced(result)]),
        Some(result) => inside.extend(["\nResult:\n\n", &fenced(result)]),
        None => inside.push_str("\nNo result.\n"),
    }
    folded(&summary, &inside)
}

fn folded(summary: &str, inside: &str) -> String {
    format!("\n<details><summary>{summary}</summary>\n\n{inside}\n</details>\n")
}

fn table(out: &mut dyn Write, title: &str, head: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## {title}\n\n| {} |", head.join(" | "))?;
    writeln!(out, "|{}", "---|".repeat(head.len()))?;
    for row in rows {
        let cells: Vec<_> = row.iter().map(|cell| inline(cell)).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

/// Text in a fence that nothing in it can close.
fn fenced(text: &str) -> String {
    let (mut longest, mut run) = (0, 0);
    for character in text.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest.max(2) + 1);
    let mut shown = format!("{fence}text\n");
    for line in text.lines() {
        shown.extend([&printable(line), "\n"]);
    }
    shown.extend([&fence, "\n"]);
    shown
}

/// Markdown that somebody said, as a quotation.
fn quoted(text: &str) -> String {
    let mut shown = String::new();
    let mut fence: Option<(char, usize, usize)> = None;
    let mut doubtful = false;
    for line in text.lines() {
        let line = printable(line);
        let bare = line.trim_start_matches(' ');
        let indent = line.len() - bare.len();
        // A fence in a list ends with the list.
        if fence.is_some_and(|(_, _, inner)| indent < inner && !bare.is_empty()) {
            fence = None;
        }
        let mark = fence_mark(bare).filter(|_| indent < 4);
        let verbatim = match (fence, mark) {
            (None, Some((sign, length))) => {
                fence = Some((sign, length, indent));
                // Only letters follow it, so it is safe as it is.
                bare.trim_start_matches(sign)
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric())
            }
            (Some((sign, length, _)), Some((other, more))) if sign == other && more >= length => {
                let closes = bare.trim_start_matches(sign).trim().is_empty();
                if closes {
                    fence = None;
                }
                true
            }
            (open, _) => open.is_some(),
        };
        doubtful &= !bare.is_empty();
        shown.push_str("> ");
        if verbatim {
            shown.push_str(&line);
        } else {
            escape(&line, &mut doubtful, &mut shown);
        }
        shown.push('\n');
    }
    shown
}

fn fence_mark(line: &str) -> Option<(char, usize)> {
    let sign = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let rest = line.trim_start_matches(sign);
    let length = line.len() - rest.len();
    (length >= 3 && !(sign == '`' && rest.contains('`'))).then_some((sign, length))
}

/// Tags and pictures spelled out, but for what is surely code: ticks that match on this line, in a paragraph without odd ones.
fn escape(line: &str, doubtful: &mut bool, shown: &mut String) {
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        if character == '`' {
            let after = rest.trim_start_matches('`');
            let ticks = rest.get(..rest.len() - after.len()).unwrap_or_default();
            match closing(after, ticks.len()) {
                Some(end) if !*doubtful => {
                    let code = ticks.len() + end + ticks.len();
                    shown.push_str(rest.get(..code).unwrap_or_default());
                    rest = rest.get(code..).unwrap_or_default();
                }
                _ => {
                    *doubtful = true;
                    shown.push_str(ticks);
                    rest = after;
                }
            }
            continue;
        }
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
        match character {
            '<' => shown.push_str("&lt;"),
            '!' if rest.starts_with('[') => shown.push_str("\\!"),
            other => shown.push(other),
        }
    }
}

/// Where a run of exactly so many ticks begins.
fn closing(text: &str, length: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('`')) {
        let from = at + next;
        let rest = text.get(from..).unwrap_or_default();
        let run = rest.len() - rest.trim_start_matches('`').len();
        if run == length {
            return Some(from);
        }
        at = from + run;
    }
    None
}

/// A text on one line that is only text.
fn inline(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' => shown.push(' '),
            '<' => shown.push_str("&lt;"),
            '&' => shown.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => shown.extend(['\\', character]),
            other => shown.push(other),
        }
    }
    printable(&shown)
}

/// A text inside tags of ours.
fn tagless(text: &str) -> String {
    let escaped = super::html::escape(text).replace('\n', " ");
    // Markdown also counts between tags on one line.
    let marks = ["*", "`", "_", "[", "]", "|", "\\"];
    let spelled = marks.iter().fold(escaped, |text, mark| {
        let code = mark.bytes().next().unwrap_or_default();
        text.replace(mark, &format!("&#{code};"))
    });
    spelled.trim().to_owned()
}

/// Characters that are obeyed rather than shown, spelled out.
fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for part in parts(text) {
        match part {
            sanitise::Part::Plain(plain) => shown.push_str(plain),
            sanitise::Part::Obeyed('\t') => shown.push('\t'),
            sanitise::Part::Obeyed(letter) => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(letter));
            }
        }
    }
    shown
}

//! A transcript as one HTML page. PURE. Owns: the look, and that the page needs nothing from outside and runs nothing: its
//! policy forbids both, and every text is escaped.

use super::sheet::{Body, Call, Part, Sheet, finding_lines};
use super::speech;
use crate::sanitise::{self, parts};
use std::fmt::Write as _;
use std::io::{self, Write};

const STYLE: &str = include_str!("page.css");

/// Writes the page.
pub(super) fn write(sheet: &mut Sheet, out: &mut dyn Write) -> io::Result<()> {
    let title = escape(&sheet.title);
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<dl>"
    )?;
    for (label, text) in &sheet.facts {
        writeln!(out, "<dt>{label}</dt><dd>{}</dd>", escape(text))?;
    }
    writeln!(out, "</dl>")?;
    if !sheet.findings.is_empty() {
        writeln!(out, "<h2>Findings</h2>\n<ul>")?;
        for finding in &sheet.findings {
            let word = finding.severity.as_str();
            let what = escape(&finding.what);
            let remedy = escape(&finding.remedy);
            let lines = finding_lines(finding);
            writeln!(
                out,
                "<li class=\"{word}\"><b>{word}</b> {what}<span class=\"at\">{lines}</span><br><i>{remedy}</i></li>"
            )?;
        }
        writeln!(out, "</ul>")?;
    }
    writeln!(out, "<h2>Conversation</h2>")?;
    sheet.told.copy(out)?;
    let decisions = ["tool", "verdict", "by", "why", "waited"];
    table(out, "Decisions", &decisions, &sheet.decisions)?;
    let hooks = ["event", "for", "place", "outcome", "reason", "took"];
    table(out, "Hooks", &hooks, &sheet.hooks)?;
    writeln!(out, "</body>\n</html>")
}

/// A part of the conversation.
pub(super) fn shown(part: &Part) -> String {
    let nested = if part.nested { " nested" } else { "" };
    let at = part.at.as_deref().unwrap_or_default();
    let at = format!("<span class=\"at\">{at}</span>");
    match &part.body {
        Body::Said { who, text } => {
            let class = who.to_lowercase().replace(' ', "-");
            let said = speech::html(text);
            format!(
                "<section class=\"said {class}{nested}\"><h3>{who} {at}</h3>\n{said}</section>\n"
            )
        }
        Body::Event(text) => format!("<p class=\"event{nested}\">{} {at}</p>\n", escape(text)),
        Body::Folded { label, text } => format!(
            "<details class=\"{nested}\"><summary>{} {at}</summary><pre>{}</pre></details>\n",
            escape(label),
            escape(text)
        ),
        Body::Tool(call) => tool(call, nested, &at),
    }
}

fn tool(call: &Call, nested: &str, at: &str) -> String {
    let failed = if call.failed { " failed" } else { "" };
    let mut shown = format!(
        "<details class=\"tool{failed}{nested}\"><summary><b>{}</b> <code>{}</code>",
        escape(&call.name),
        escape(&call.gist)
    );
    for note in &call.notes {
        let _ = write!(shown, " <span class=\"note\">{}</span>", escape(note));
    }
    let _ = write!(
        shown,
        " {at}</summary>\n<pre>{}</pre>\n",
        escape(&call.input)
    );
    match &call.result {
        Some(result) => {
            let _ = write!(shown, "<pre class=\"result\">{}</pre>", escape(result));
        }
        None => shown.push_str("<p class=\"event\">no result</p>"),
    }
    shown.push_str("</details>\n");
    shown
}

fn table(out: &mut dyn Write, title: &str, head: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>{title}</h2>\n<table>\n<tr>")?;
    for name in head {
        writeln!(out, "<th>{name}</th>")?;
    }
    writeln!(out, "</tr>")?;
    for row in rows {
        write!(out, "<tr>")?;
        for cell in row {
            write!(out, "<td>{}</td>", escape(cell))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table>")
}

/// Text that is only text, in any place of a page.
pub(super) fn escape(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 16);
    for part in parts(text) {
        let plain = match part {
            sanitise::Part::Plain(plain) => plain,
            sanitise::Part::Obeyed('\r') => continue,
            sanitise::Part::Obeyed(kept @ ('\n' | '\t')) => {
                shown.push(kept);
                continue;
            }
            sanitise::Part::Obeyed(letter) => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(letter));
                continue;
            }
        };
        for letter in plain.chars() {
            match letter {
                '<' => shown.push_str("&lt;"),
                '>' => shown.push_str("&gt;"),
                '&' => shown.push_str("&amp;"),
                '"' => shown.push_str("&quot;"),
                '\'' => shown.push_str("&#39;"),
                other => shown.push(other),
            }
        }
    }
    shown
}

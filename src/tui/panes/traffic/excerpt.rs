//! PURE. Where in a line the text stands that is searched for. Owns: what is shown of it if the summary does not have it.

use super::Search;

/// Bytes of a line that are looked at for it: rows are read for every frame.
const LOOKED_AT: usize = 64 * 1024;
/// Bytes that are shown before it.
const BEFORE: usize = 10;
/// And from it on.
const AFTER: usize = 400;

/// The part of a line around what is searched for; `None` if the summary has it already, or if it does not stand in the
/// beginning of the line.
pub(super) fn excerpt(search: &Search, text: &[u8], summary: &str) -> Option<String> {
    let head = text.get(..LOOKED_AT).unwrap_or(text);
    let patterns = search.patterns();
    let seen = |text: &[u8]| {
        patterns
            .iter()
            .find_map(|pattern| pattern.spans(text).next())
    };
    if seen(summary.as_bytes()).is_some() {
        return None;
    }
    let found = seen(head)?;
    let from = found.start.saturating_sub(BEFORE);
    let to = head.len().min(found.start.saturating_add(AFTER));
    let part = String::from_utf8_lossy(head.get(from..to)?);
    // Cut inside a character: half of it says nothing.
    let part = part.trim_start_matches('\u{fffd}');
    let lead = if from > 0 { ".." } else { "" };
    Some(format!("{lead}{part}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::traffic::wanted;

    #[test]
    fn what_the_summary_does_not_have_is_shown_from_the_line() {
        let search = Search::new("needle", wanted("needle").unwrap(), None, 0);
        let line = format!(
            "{{\"text\":\"hay\",\"more\":\"{}\",\"x\":\"needle\"}}",
            "ä".repeat(40)
        );
        let shown = excerpt(&search, line.as_bytes(), "hay").unwrap();
        assert!(
            shown.starts_with("..ä") && shown.ends_with("\"needle\"}"),
            "{shown}"
        );
        assert_eq!(excerpt(&search, line.as_bytes(), "a Needle"), None);
        assert_eq!(excerpt(&search, b"\xff\xfe", ""), None);
    }
}

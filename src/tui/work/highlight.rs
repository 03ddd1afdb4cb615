//! EDGE. Colours for code. Owns: the grammars, loaded once. Does not own: what is shown without them.

use crate::tui::msg::Done;
use crate::tui::widgets::highlight::HighlightJob;
use ratatui::style::Style;
use std::sync::Arc;

/// Colours a block.
pub(super) fn highlight(job: &HighlightJob) -> Done {
    let line = |line: &str| vec![(Style::new(), line.to_owned())];
    Done::Highlighted(job.key, Arc::new(job.text.lines().map(line).collect()))
}

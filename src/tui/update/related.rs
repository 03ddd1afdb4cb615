//! PURE. What belongs to a line on the wire. Owns: the list of it, and what a choice does. Does not own: finding it
//! (`trace::store`).

use super::traffic::{inspected, line, open, partner, select};
use crate::trace::brief;
use crate::tui::effect::Effect;
use crate::tui::model::Model;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::picker::{Choice, Picker, Row};
use crate::tui::panes::traffic::{TrafficView, words};

/// Lines that are listed.
const LISTED: usize = 500;
/// Characters of what each says.
const SAID: usize = 200;

/// Everything that belongs to a line, to choose from.
pub(super) fn list(model: &mut Model) -> Option<()> {
    let row = line(model)?;
    let partner = partner(model);
    let traffic = &model.seat()?.traffic;
    let mut related = traffic.lines().store.related(row).unwrap_or_default();
    related.truncate(LISTED);
    let rows: Vec<Row> = related
        .into_iter()
        .filter_map(|other| listed(traffic, row, other, partner))
        .collect();
    if rows.is_empty() {
        model.tell("nothing belongs to this line");
        return Some(());
    }
    let title = format!("What belongs to line {}", u64::from(row) + 1);
    let current = partner.map_or_else(String::new, |partner| partner.to_string());
    let picker = Picker::new(title, Choice::Line, rows, &current);
    model.overlays.push(Overlay::Picker(picker));
    Some(())
}

/// One line of that list.
fn listed(traffic: &TrafficView, row: u32, other: u32, partner: Option<u32>) -> Option<Row> {
    let mut lines = traffic.lines();
    // However long a line is, only its beginning is read.
    let read = lines.store.beginning(other).ok().flatten();
    let said = read.map(|(text, _)| brief::summary(&text));
    let line = lines.store.line(other)?;
    let (away, later) = (u64::from(other.abs_diff(row)), other > row);
    let aside = match (partner == Some(other), later) {
        (true, true) => "its answer".to_owned(),
        (true, false) => "answered by it".to_owned(),
        (false, true) => format!("+{away}"),
        (false, false) => format!("-{away}"),
    };
    Some(Row {
        value: other.to_string(),
        label: format!("{} {}", u64::from(other) + 1, brief::kind(&line)),
        detail: words(&said.unwrap_or_default(), SAID),
        aside,
        why_not: None,
    })
}

/// A line of the list was chosen: it is looked at in the way the other one was.
pub(super) fn chosen(model: &mut Model, value: &str) -> Vec<Effect> {
    if let Ok(row) = value.parse() {
        if inspected(model).is_some() {
            open(model, row);
        } else {
            select(model, row);
        }
    }
    Vec::new()
}

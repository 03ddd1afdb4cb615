//! PURE. The line above a place that several panes share: their keys, titles and marks; the one that is shown stands out.
//! Owns: how much of each is said where there is little room, and where each tab is (for the mouse too).

use super::{hooks, pending, tasks, tools, traffic};
use crate::tui::keymap::Context;
use crate::tui::layout::Areas;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::theme::Role;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// How much is said of each, and whether there is room between its parts. The first that fits is taken; where none does,
/// names are given to some of them only.
const SAYINGS: [(Named, &str); 3] = [(Named::Whole, " "), (Named::Short, " "), (Named::Short, "")];

/// Who has a name first where there is no room for all names: whatever is not looked at and has nothing to say is last.
const NAMED_FIRST: [Pane; 8] = [
    Pane::Pending,
    Pane::Traffic,
    Pane::Conversation,
    Pane::State,
    Pane::Tools,
    Pane::Hooks,
    Pane::Tasks,
    Pane::Decisions,
];

/// What a tab is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    /// By its title.
    Whole,
    /// By its short title.
    Short,
    /// By its key alone.
    Key,
}

/// The panes that share the place of the last one that is shown.
fn sharing(shown: &[(Pane, Rect)]) -> impl Iterator<Item = Pane> {
    let others: Vec<Pane> = shown
        .split_last()
        .map(|(_, others)| others.iter().map(|(pane, _)| *pane).collect())
        .unwrap_or_default();
    Pane::ALL
        .into_iter()
        .filter(move |pane| !others.contains(pane))
}

/// Where each tab is.
pub fn places(model: &Model, shown: &[(Pane, Rect)], line: Rect) -> Vec<(Pane, Rect)> {
    let tabs = fitting(model, shown, line.width);
    let mut at = line.x;
    let mut places = Vec::new();
    for (pane, spans) in tabs {
        let wide: usize = spans.iter().map(Span::width).sum();
        let wide = u16::try_from(wide).unwrap_or(u16::MAX);
        let wide = wide.min(line.right().saturating_sub(at));
        places.push((pane, Rect::new(at, line.y, wide, 1)));
        at = at.saturating_add(wide);
    }
    places
}

/// Draws it.
pub fn view(model: &Model, areas: &Areas, buffer: &mut Buffer) {
    let Some(line) = areas.tabs else { return };
    let tabs = fitting(model, &areas.panes, line.width);
    let spans: Vec<Span<'static>> = tabs.into_iter().flat_map(|(_, spans)| spans).collect();
    buffer.set_line(line.x, line.y, &Line::from(spans), line.width);
}

type Tabs = Vec<(Pane, Vec<Span<'static>>)>;

/// The most that fits. No name is cut: it stands there or it does not.
fn fitting(model: &Model, shown: &[(Pane, Rect)], width: u16) -> Tabs {
    let fits = |tabs: &Tabs| wide(tabs) <= usize::from(width);
    let current = shown.last().map(|(pane, _)| *pane);
    let told = |named: &dyn Fn(Pane) -> Named, gap| -> Tabs {
        sharing(shown)
            .map(|pane| (pane, tab(model, pane, current, named(pane), gap)))
            .collect()
    };
    for (named, gap) in SAYINGS {
        let all = told(&|_| named, gap);
        if fits(&all) {
            return all;
        }
    }
    let mut order = NAMED_FIRST;
    order.sort_by_key(|pane| match mark(model, *pane) {
        _ if current == Some(*pane) => 0,
        Some(_) => 1,
        None => 2,
    });
    let mut have: Vec<Pane> = Vec::new();
    for pane in order {
        have.push(pane);
        if !fits(&told(&|pane| name_if(have.contains(&pane)), "")) {
            have.pop();
        }
    }
    told(&|pane| name_if(have.contains(&pane)), "")
}

fn name_if(named: bool) -> Named {
    if named { Named::Short } else { Named::Key }
}

fn wide(tabs: &Tabs) -> usize {
    let spans = tabs.iter().flat_map(|(_, spans)| spans);
    spans.map(Span::width).sum()
}

fn tab(
    model: &Model,
    pane: Pane,
    current: Option<Pane>,
    named: Named,
    gap: &'static str,
) -> Vec<Span<'static>> {
    let theme = &model.theme;
    let role = match (current == Some(pane), model.focus == Focus::Pane(pane)) {
        (true, true) => Role::BorderFocused,
        (true, false) => Role::Title,
        _ => Role::Dim,
    };
    let key = model.keymap.key_for(Context::Pane, pane.action());
    let key = key.map_or_else(String::new, |key| key.to_string());
    let title = match named {
        Named::Whole => pane.title(),
        Named::Short => pane.short_title(),
        Named::Key => "",
    };
    let mut spans = vec![
        Span::raw(" "),
        Span::styled(key, theme.style(Role::Key)),
        Span::raw(gap),
        Span::styled(title, theme.style(role)),
    ];
    if let Some((text, role)) = mark(model, pane) {
        // A number right behind a name or a key would be read as a part of it.
        let apart = gap.is_empty() && text.starts_with(|first: char| first.is_ascii_digit());
        let apart = if apart { ":" } else { gap };
        spans.push(Span::styled(format!("{apart}{text}"), theme.style(role)));
    }
    spans
}

/// What is to be known of a pane that is not looked at.
fn mark(model: &Model, pane: Pane) -> Option<(String, Role)> {
    let (seat, theme) = (model.seat()?, &model.theme);
    match pane {
        Pane::Pending => pending::mark(seat, theme),
        Pane::Hooks => hooks::mark(seat, theme),
        Pane::Tools => tools::mark(seat, theme),
        Pane::Tasks => tasks::mark(seat, theme),
        Pane::Traffic => traffic::mark(seat, theme),
        Pane::Conversation | Pane::State | Pane::Decisions => None,
    }
}

#[cfg(test)]
#[path = "tabs_tests.rs"]
mod tabs_tests;

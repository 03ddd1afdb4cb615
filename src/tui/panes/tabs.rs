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

/// How much is said of panes that are not shown.
#[derive(Clone, Copy)]
enum Saying {
    /// Key and title.
    Titles,
    /// Key and short title.
    Short,
    /// The key and, without a space between them, so many letters of the short title.
    Letters(usize),
    /// The key only.
    Keys,
}

/// The first that fits is taken.
const SAYINGS: [Saying; 6] = [
    Saying::Titles,
    Saying::Short,
    Saying::Letters(usize::MAX),
    Saying::Letters(4),
    Saying::Letters(3),
    Saying::Keys,
];

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

/// The most that fits.
fn fitting(model: &Model, shown: &[(Pane, Rect)], width: u16) -> Tabs {
    let mut said = Vec::new();
    for saying in SAYINGS {
        said = tabs(model, shown, saying);
        let wide: usize = said
            .iter()
            .flat_map(|(_, spans)| spans)
            .map(Span::width)
            .sum();
        if wide <= usize::from(width) {
            break;
        }
    }
    said
}

fn tabs(model: &Model, shown: &[(Pane, Rect)], saying: Saying) -> Tabs {
    let theme = &model.theme;
    let current = shown.last().map(|(pane, _)| *pane);
    let mut tabs = Vec::new();
    for pane in sharing(shown) {
        let here = current == Some(pane);
        let role = match (here, model.focus == Focus::Pane(pane)) {
            (true, true) => Role::BorderFocused,
            (true, false) => Role::Title,
            _ => Role::Dim,
        };
        let key = model.keymap.key_for(Context::Pane, pane.action());
        let key = key.map_or_else(String::new, |key| key.to_string());
        let (title, gap) = match saying {
            Saying::Titles => (pane.title().to_owned(), " "),
            Saying::Short => (pane.short_title().to_owned(), " "),
            // The one that is shown has its title at the frame below, too.
            Saying::Letters(most) => (pane.short_title().chars().take(most).collect(), ""),
            Saying::Keys if here => (pane.short_title().to_owned(), ""),
            Saying::Keys => (String::new(), ""),
        };
        let mut spans = vec![
            Span::raw(" "),
            Span::styled(key, theme.style(Role::Key)),
            Span::raw(gap),
            Span::styled(title, theme.style(role)),
        ];
        if let Some((text, role)) = mark(model, pane) {
            spans.push(Span::styled(format!("{gap}{text}"), theme.style(role)));
        }
        tabs.push((pane, spans));
    }
    tabs
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

//! PURE. Where everything is: the one answer, for `update` and `view` alike.
//!
//! ```text
//! >= 120 columns              80 to 119                  below 80
//! header                      header                     header
//! +--------------+---------+  +-----------+-----------+  tabs
//! | conversation | state   |  |           | tabs      |  +---------------------+
//! |              +---------+  | conver-   |           |  | one pane            |
//! |              | pending |  | sation    | one pane  |  |                     |
//! |              +---------+  |           |           |  |                     |
//! |              | tabs …  |  |           |           |  |                     |
//! +--------------+---------+  +-----------+-----------+  +---------------------+
//! request (if one waits)      request                    request
//! banner (if it is over …)    banner                     banner
//! composer                    composer                   composer
//! footer                      footer                     footer
//! ```

use super::model::{Focus, Model, Pane};
use super::panes::tabs;
use ratatui::layout::{Constraint, Layout, Rect, Size};

/// Below this nothing useful can be shown.
pub const SMALLEST: Size = Size {
    width: 40,
    height: 10,
};

/// The rectangles of the screen; those of panes that are not shown are absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Areas {
    /// Too small to draw anything but that.
    pub too_small: bool,
    /// The first line.
    pub header: Rect,
    /// The last line.
    pub footer: Rect,
    /// The request that waits for a person.
    pub request: Option<Rect>,
    /// What is not as usual: the session is over, paused, being ended.
    pub banner: Option<Rect>,
    /// Where prompts are typed.
    pub composer: Rect,
    /// The tabs of the panes that share a place.
    pub tabs: Option<Rect>,
    /// The panes that share that place, each with its tab.
    pub tab_of: Vec<(Pane, Rect)>,
    /// The panes, frame included.
    pub panes: Vec<(Pane, Rect)>,
}

impl Areas {
    /// The rectangle of a pane, frame included.
    pub fn pane(&self, pane: Pane) -> Option<Rect> {
        self.panes
            .iter()
            .find(|(shown, _)| *shown == pane)
            .map(|(_, area)| *area)
    }

    /// The tab at this place.
    pub fn tab(&self, column: u16, row: u16) -> Option<Pane> {
        let here = |area: &Rect| area.contains((column, row).into());
        self.tab_of
            .iter()
            .find(|(_, area)| here(area))
            .map(|(pane, _)| *pane)
    }

    /// Who is at this place.
    pub fn at(&self, column: u16, row: u16) -> Option<Focus> {
        let here = |area: &Rect| area.contains((column, row).into());
        if self.request.as_ref().is_some_and(here) {
            return Some(Focus::Request);
        }
        if here(&self.composer) {
            return Some(Focus::Composer);
        }
        let mut places = self.tab_of.iter().chain(&self.panes);
        let pane = places.find(|(_, area)| here(area))?;
        Some(Focus::Pane(pane.0))
    }
}

/// The pane that is shown where there is room for one only.
fn only(model: &Model) -> Pane {
    match (model.arrangement.zoomed, model.focus) {
        (Some(zoomed), _) => zoomed,
        (None, Focus::Pane(pane)) => pane,
        (None, _) => Pane::Conversation,
    }
}

/// Where everything is on a screen of this size.
pub fn layout(size: Size, model: &Model) -> Areas {
    if size.width < SMALLEST.width || size.height < SMALLEST.height {
        return Areas {
            too_small: true,
            ..Areas::default()
        };
    }
    let whole = Rect::new(0, 0, size.width, size.height);
    let seat = model.seat();
    let composer = seat.map_or(3, |seat| match seat.replay {
        Some(_) => super::panes::replay::HEIGHT,
        None => super::panes::composer::height(seat, size),
    });
    let wanted = seat.map_or(0, |seat| {
        seat.requests.height(size, model.focus == Focus::Request)
    });
    let banner = super::panes::banner::height(model);
    // Who answers a request on a low screen sees the request rather than the panes.
    let low = model.focus == Focus::Request && size.height < 20;
    let kept = if low { 1 } else { 4 };
    let room = size.height.saturating_sub(composer + banner + 2 + kept);
    let request = wanted.min(room);
    let [header, body, asked, said, typed, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(kept),
        Constraint::Length(request),
        Constraint::Length(banner),
        Constraint::Length(composer),
        Constraint::Length(1),
    ])
    .areas(whole);
    let mut areas = Areas {
        header,
        footer,
        request: (request > 0).then_some(asked),
        banner: (banner > 0).then_some(said),
        composer: typed,
        ..Areas::default()
    };
    body_panes(size, model, body, &mut areas);
    if let Some(line) = areas.tabs {
        areas.tab_of = tabs::places(model, &areas.panes, line);
    }
    areas
}

fn body_panes(size: Size, model: &Model, body: Rect, areas: &mut Areas) {
    let column_width = Constraint::Percentage(model.arrangement.side_percent);
    if size.width < 80 || model.arrangement.zoomed.is_some() {
        let [tabs, pane] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(3)]).areas(body);
        areas.tabs = Some(tabs);
        areas.panes.push((only(model), pane));
        return;
    }
    let [main, column] = Layout::horizontal([Constraint::Min(30), column_width]).areas(body);
    areas.panes.push((Pane::Conversation, main));
    if size.width < 120 || body.height < 18 {
        let [tabs, pane] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(3)]).areas(column);
        areas.tabs = Some(tabs);
        areas.panes.push((model.arrangement.side, pane));
        return;
    }
    let [state, pending, tabs, pane] = Layout::vertical([
        Constraint::Percentage(30),
        Constraint::Percentage(25),
        Constraint::Length(1),
        Constraint::Min(5),
    ])
    .areas(column);
    areas.panes.push((Pane::State, state));
    areas.panes.push((Pane::Pending, pending));
    areas.tabs = Some(tabs);
    areas.panes.push((model.arrangement.shared, pane));
}

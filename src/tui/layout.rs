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
use ratatui::layout::{Rect, Size};

/// Below this nothing useful can be shown.
pub const SMALLEST: Size = Size {
    width: 40,
    height: 10,
};

/// The lowest pane of the columns gives no more rows to a request than leave it this many, its tabs included.
const LOWEST: u16 = 6;

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
    let seat = model.seat();
    let composer = seat.map_or(3, |seat| match seat.replay {
        Some(_) => super::panes::replay::height(size),
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
    let mut body = Rect::new(0, 0, size.width, size.height);
    let header = upper(&mut body, 1);
    let footer = lower(&mut body, 1);
    let typed = lower(&mut body, composer);
    let said = lower(&mut body, banner);
    let asked = lower(&mut body, request);
    let mut areas = Areas {
        header,
        footer,
        request: (request > 0).then_some(asked),
        banner: (banner > 0).then_some(said),
        composer: typed,
        ..Areas::default()
    };
    body_panes(size, model, body, banner + request, &mut areas);
    if let Some(line) = areas.tabs {
        areas.tab_of = tabs::places(model, &areas.panes, line);
    }
    areas
}

/// What comes and goes below took so many rows.
fn body_panes(size: Size, model: &Model, body: Rect, taken: u16, areas: &mut Areas) {
    let mut main = body;
    if size.width < 80 || model.arrangement.zoomed.is_some() {
        areas.tabs = Some(upper(&mut main, 1));
        areas.panes.push((only(model), main));
        return;
    }
    let wide = share(body.width, model.arrangement.side_percent);
    let mut column = right(&mut main, wide.min(body.width.saturating_sub(30)));
    areas.panes.push((Pane::Conversation, main));
    if size.width < 120 || body.height < 18 {
        areas.tabs = Some(upper(&mut column, 1));
        areas.panes.push((model.arrangement.side, column));
        return;
    }
    // A request that comes or goes takes its rows from the lowest pane alone, so that the others stay as they are.
    let usual = column.height + taken;
    let least = share(usual, 55) + LOWEST;
    let whole = if column.height < least {
        column.height
    } else {
        usual
    };
    let (state, pending) = (share(whole, 30), share(whole, 55));
    areas.panes.push((Pane::State, upper(&mut column, state)));
    let pending = upper(&mut column, pending.saturating_sub(state));
    areas.panes.push((Pane::Pending, pending));
    areas.tabs = Some(upper(&mut column, 1));
    areas.panes.push((model.arrangement.shared, column));
}

// Lengths are cut off one after the other; a solver of constraints would cost more than drawing what is inside.

/// So many hundredths of a length, rounded.
fn share(length: u16, percent: u16) -> u16 {
    let part = (u32::from(length) * u32::from(percent.min(100)) + 50) / 100;
    u16::try_from(part).unwrap_or(length)
}

/// Cuts the uppermost rows off.
fn upper(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    let cut = Rect::new(area.x, area.y, area.width, rows);
    *area = Rect::new(area.x, area.y + rows, area.width, area.height - rows);
    cut
}

/// Cuts the lowest rows off.
fn lower(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    area.height -= rows;
    Rect::new(area.x, area.bottom(), area.width, rows)
}

/// Cuts the rightmost columns off.
fn right(area: &mut Rect, columns: u16) -> Rect {
    let columns = columns.min(area.width);
    area.width -= columns;
    Rect::new(area.right(), area.y, columns, area.height)
}

//! PURE. The list of recordings, kept as it is on disk while it is shown: a session that starts appears, one that ends is
//! live no longer. Owns: when it is looked at again, and what becomes of the list. Does not own: the first look (`replay`).

use super::replay;
use crate::tui::effect::{Effect, Job};
use crate::tui::model::Model;
use crate::tui::msg::Recordings;
use crate::tui::overlays::Overlay;
use std::time::Duration;

/// How often it is looked at.
const OFTEN: Duration = Duration::from_secs(1);

/// Looks again, if it is time.
pub(super) fn tick(model: &mut Model) -> Vec<Effect> {
    let due = model.lookout.at.saturating_add(OFTEN) <= model.clock;
    if !due || model.lookout.looks || !model.lists_recordings() {
        return Vec::new();
    }
    model.lookout.at = model.clock;
    model.lookout.looks = true;
    let seen = model.lookout.seen.clone();
    vec![Effect::Work(Job::NewRecordings(seen))]
}

/// They were looked at: what there is now, if that is something else.
pub(super) fn looked(model: &mut Model, changed: Option<Recordings>) -> Vec<Effect> {
    model.lookout.looks = false;
    // Who has left the list does not want it back.
    let Some(listed) = changed.filter(|_| model.lists_recordings()) else {
        return Vec::new();
    };
    let list = model.overlays.iter_mut().find_map(|overlay| match overlay {
        Overlay::Picker(picker) if picker.lists_recordings() => Some(picker),
        _ => None,
    });
    match list {
        Some(list) if !listed.rows.is_empty() => {
            model.lookout.seen = listed.seen;
            list.renew(listed.title, listed.rows);
            Vec::new()
        }
        // There was none, or there is none any more.
        _ => {
            model.overlays.retain(|overlay| !overlay.lists_recordings());
            replay::listed(model, Ok(listed))
        }
    }
}

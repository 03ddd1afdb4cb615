//! PURE. A frame is about to be drawn. Owns: laying out what it will show, so that drawing changes nothing and costs the
//! same however long the conversation is.

use crate::tui::effect::{Effect, Job, Keep};
use crate::tui::model::{Model, Remembered};

/// Lays out what is seen.
pub(super) fn prepare(model: &mut Model) -> Vec<Effect> {
    let changed = Remembered::changed(model);
    let keep = changed.map(|now| Effect::Work(Job::Keep(Keep::Screen(now))));
    keep.into_iter().collect()
}

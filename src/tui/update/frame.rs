//! PURE. A frame is about to be drawn. Owns: laying out what it will show, so that drawing changes nothing and costs the
//! same however long the conversation is.

use crate::tui::effect::Effect;
use crate::tui::model::Model;

/// Lays out what is seen.
pub(super) fn prepare(model: &mut Model) -> Vec<Effect> {
    super::requests::lay(model);
    Vec::new()
}

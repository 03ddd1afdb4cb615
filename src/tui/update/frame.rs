//! PURE. A frame is about to be drawn. Owns: laying out what it will show, so that drawing changes nothing and costs the
//! same however long the conversation is.

use crate::tui::effect::{Effect, Job};
use crate::tui::model::Model;
use crate::tui::overlays::Overlay;
use crate::tui::panes::conversation::{ConversationView, looking};

/// Lays out what is seen, and asks for colours that are missing in it.
pub(super) fn prepare(model: &mut Model) -> Vec<Effect> {
    super::requests::lay(model);
    super::moving::settle(model);
    super::control::held_again(model);
    for overlay in &mut model.overlays {
        if let Overlay::Reader(reader) = overlay {
            reader.lay(model.size, &model.theme);
        }
    }
    super::traffic::lay(model);
    let wanted = looking(model, ConversationView::prepare).unwrap_or_default();
    let mut effects: Vec<Effect> = wanted
        .into_iter()
        .filter(|job| model.highlights.ask(job.key))
        .map(|job| Effect::Work(Job::Highlight(job)))
        .collect();
    effects.extend(super::keeping::arrangement(model));
    effects
}

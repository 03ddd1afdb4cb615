//! PURE. What concerns the program: mouse, suspending, leaving a place. Does not own: prompts (`composing`), the session
//! (`control`, `settings`), its end (`ending`).

use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::model::{Focus, Model, Pane};

/// Performs it.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::Leave => leave(model),
        Action::ToggleMouse => {
            model.mouse = !model.mouse;
            model.tell(if model.mouse {
                "the mouse is back here: it scrolls, focuses and selects"
            } else {
                "the mouse is your terminal's: its own selection works, the same action takes it back"
            });
            return Some(vec![Effect::Mouse(model.mouse)]);
        }
        Action::Suspend => return Some(vec![Effect::Suspend]),
        Action::Redraw => return Some(vec![Effect::Redraw]),
        _ => return None,
    }
    Some(Vec::new())
}

fn leave(model: &mut Model) {
    model.focus = match model.focus {
        Focus::Composer => Focus::Pane(Pane::Conversation),
        _ => Focus::Composer,
    };
}

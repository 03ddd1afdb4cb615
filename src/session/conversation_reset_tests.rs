//! A cleared conversation: which ids are those of sessions.

use super::State;
use crate::session::ItemKind;
use crate::trace::{Moment, Traffic};
use crate::wire::Line;

#[test]
fn the_id_in_a_reset_is_not_a_session() {
    let lines = [
        r#"{"type":"system","subtype":"init","session_id":"old","uuid":"1"}"#,
        r#"{"type":"conversation_reset","new_conversation_id":"2","uuid":"2","trigger":"clear","session_id":"old"}"#,
        r#"{"type":"system","subtype":"init","session_id":"new","uuid":"3"}"#,
    ];
    let mut state = State::default();
    for (seq, line) in (1..).zip(lines) {
        state.observe(&Traffic::received(
            seq,
            Moment(seq),
            Line::Whole(line.into()),
        ));
    }
    assert_eq!(state.facts.session_ids, ["old", "new"]);
    assert!(
        state
            .transcript
            .iter()
            .any(|item| item.kind == ItemKind::Reset)
    );
}

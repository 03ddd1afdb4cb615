//! Lines as the real CLI 2.1.325 stores them, shortened.

use crate::session::{Fate, ItemKind, Phase, State};
use crate::trace::{Moment, Note, Traffic};
use serde_json::{Value, json};

fn folded(entries: &[Value]) -> State {
    let mut state = State::default();
    for (seq, entry) in (1..).zip(entries) {
        let note = Note::Past {
            entry: entry.clone(),
        };
        state.observe(&Traffic::noted(seq, Moment::default(), note));
    }
    state
}

#[test]
fn a_stored_turn_is_a_prompt_a_call_with_its_result_and_an_answer() {
    let state = folded(&[
        json!({"type": "user", "isSidechain": false, "uuid": "u1", "message": {"role": "user", "content": "Hello"}}),
        json!({"type": "assistant", "isSidechain": false, "uuid": "u2", "message": {"id": "m1", "type": "message",
            "role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}]}}),
        json!({"type": "user", "isSidechain": false, "uuid": "u3", "message": {"role": "user",
            "content": [{"tool_use_id": "t1", "type": "tool_result", "content": "hi", "is_error": false}]},
            "toolUseResult": {"stdout": "hi"}}),
        json!({"type": "user", "isMeta": true, "message": {"role": "user", "content": "not for people"}}),
        json!({"type": "assistant", "isSidechain": true, "message": {"role": "assistant", "content": [{"type": "text", "text": "of an agent"}]}}),
        json!({"type": "system", "subtype": "compact_boundary", "compactMetadata": {"trigger": "auto"}}),
        json!({"type": "api-request", "id": "x"}),
        json!("nonsense"),
    ]);
    let kinds: Vec<_> = state.transcript.iter().map(|item| &item.kind).collect();
    match kinds.as_slice() {
        [
            ItemKind::Prompt(prompt),
            ItemKind::Tool(call),
            ItemKind::Compacted { trigger },
        ] => {
            assert_eq!(
                (prompt.text.as_str(), prompt.fate),
                ("Hello", Fate::Completed)
            );
            let outcome = call.result.as_ref().unwrap();
            assert_eq!(outcome.content.plain_text(), "hi");
            assert_eq!(outcome.structured, Some(json!({"stdout": "hi"})));
            assert_eq!(trigger, "auto");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(state.phase(), Phase::Idle);
    assert!(!state.turn_open() && state.open_tools.is_empty());
}

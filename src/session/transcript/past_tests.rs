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

/// A transcript that is replayed by itself: its lines come as if they were on the wire, whichever way they are taken for.
#[test]
fn a_transcript_is_told_in_its_own_order() {
    use crate::trace::{Direction, Entry};
    let prompt = |text: &str| json!({"parentUuid": "p", "type": "user", "message": {"role": "user", "content": text}});
    let call = |id: &str| {
        json!({"parentUuid": "p", "type": "assistant", "message": {"id": format!("m{id}"), "role": "assistant",
            "content": [{"type": "tool_use", "id": id, "name": "Bash", "input": {"command": "ls"}}]}})
    };
    let back = |id: &str| {
        json!({"parentUuid": "p", "type": "user", "toolUseResult": {"stdout": id}, "message": {"role": "user",
            "content": [{"type": "tool_result", "tool_use_id": id, "content": id}]}})
    };
    let lines = [
        prompt("one"),
        call("a"),
        back("a"),
        prompt("[Request interrupted by user]"),
        prompt("two"),
        call("b"),
        call("c"),
        back("c"),
        back("b"),
        json!({"parentUuid": "p", "type": "user", "isMeta": true, "message": {"role": "user", "content": "nobody saw it"}}),
    ];
    for user in [Direction::In, Direction::Out] {
        let mut state = State::default();
        for (seq, line) in (1..).zip(&lines) {
            let is_user = line.get("type") == Some(&json!("user"));
            let entry = Entry {
                seq,
                at: Moment(seq * 1_000),
                direction: if is_user { user } else { Direction::In },
                line: line.to_string().into(),
            };
            state.observe(&Traffic::from_entry(entry));
        }
        let told: Vec<String> = state
            .transcript
            .iter()
            .map(|item| match &item.kind {
                ItemKind::Prompt(prompt) => prompt.text.clone(),
                ItemKind::Tool(call) => {
                    let result = call.result.as_ref().expect("it came back");
                    format!("{:?}", result.structured)
                }
                ItemKind::Interrupted { .. } => "interrupted".to_owned(),
                other => format!("{other:?}"),
            })
            .collect();
        let came = |id: &str| format!("{:?}", Some(json!({ "stdout": id })));
        let expected = [
            "one".to_owned(),
            came("a"),
            "interrupted".to_owned(),
            "two".to_owned(),
            came("b"),
            came("c"),
        ];
        assert_eq!(told, expected, "{user}");
        assert_eq!(state.transcript.waiting().len(), 0);
        assert!(state.open_tools.is_empty(), "nothing is waited for");
    }
}

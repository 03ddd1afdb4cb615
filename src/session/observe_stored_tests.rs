//! Transcripts of the real CLI, and what follows from them.

use super::*;
use crate::session::{ItemKind, Phase};
use crate::trace::{Direction, Entry, Format, Item, Recording};
use bytes::Bytes;
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stored");
    folder.join(format!("{name}.jsonl"))
}

fn traffic(name: &str) -> Vec<Traffic> {
    let recording = Recording::open(fixture(name)).unwrap();
    assert_eq!(recording.format(), Format::Transcript, "{name}");
    let entry = |item| match item {
        Ok(Item::Entry(entry)) => Traffic::from_entry(entry),
        other => panic!("{name}: {other:?}"),
    };
    recording.map(entry).collect()
}

fn folded(name: &str) -> State {
    let mut state = State::default();
    for line in traffic(name) {
        state.observe(&line);
    }
    state
}

/// Lines that are made up, in order, a second apart.
fn made_up(lines: &[&str]) -> State {
    let mut state = State::default();
    for (seq, line) in (1..).zip(lines) {
        state.observe(&Traffic::from_entry(Entry {
            seq,
            at: Moment(seq * 1_000_000),
            direction: Direction::In,
            line: Bytes::copy_from_slice(line.as_bytes()),
        }));
    }
    state
}

fn outcomes(state: &State) -> Vec<&'static str> {
    let outcome = |turn: &crate::session::Turn| turn.outcome.as_ref().map_or("-", Outcome::as_str);
    state.turns.iter().map(outcome).collect()
}

#[test]
fn every_turn_of_a_transcript_ends_as_it_did() {
    let all: [(&str, &[&str]); 16] = [
        ("agent_in_background", &["success", "success"]),
        ("agent_in_background_sub", &["success"]),
        ("agent_in_front", &["success"]),
        ("agent_in_front_sub", &["success"]),
        ("api_error", &["api_error"]),
        ("bash_allowed", &["success"]),
        ("bash_denied", &["success"]),
        ("compacted", &["success"]),
        ("compacted_1", &[]),
        ("hook_commands", &["success"]),
        ("interrupted_permission", &["interrupted"]),
        ("interrupted_stream", &["interrupted"]),
        ("max_turns", &["max_turns"]),
        ("plain_text", &["success"]),
        // The CLI was killed in the first one.
        ("resumed", &["-", "success"]),
        ("retried", &["success"]),
    ];
    let folder = std::fs::read_dir(fixture("").parent().unwrap()).unwrap();
    assert_eq!(folder.count(), all.len(), "each fixture is here");
    for (name, expected) in all {
        let state = folded(name);
        assert_eq!(outcomes(&state), expected, "{name}");
        assert_eq!(state.phase(), Phase::Idle, "{name}");
        assert_eq!(state.counts.unknown, 0, "{name}");
        assert_eq!(state.oddities.len(), 0, "{name}: {:?}", state.oddities);
        assert!(
            state.pending.is_empty() && state.open_tools.is_empty(),
            "{name}"
        );
        assert_eq!(
            state.facts.cli_version.as_deref(),
            Some("2.1.325"),
            "{name}"
        );
        assert_eq!(
            state.facts.cwd.as_deref(),
            Some("/home/dev/project"),
            "{name}"
        );
        assert_eq!(state.facts.session_ids.len(), 1, "{name}");
    }
}

#[test]
fn the_states_on_the_way_are_those_of_the_turn() {
    let mut state = State::default();
    let mut phases = Vec::new();
    for line in traffic("bash_allowed") {
        state.observe(&line);
        if phases.last() != Some(&state.phase()) {
            phases.push(state.phase());
        }
    }
    let expected = [
        Phase::Idle,
        Phase::Running,
        Phase::WaitingToolCall,
        Phase::Running,
        Phase::Idle,
    ];
    assert_eq!(phases, expected);
    assert_eq!(state.facts.model.as_deref(), Some("claude-opus-5-5"));
    assert_eq!(state.facts.permission_mode.as_deref(), Some("default"));
    assert!(state.usage.cost_usd.is_some_and(|cost| cost > 0.0));
}

#[test]
fn a_transcript_that_ends_in_a_call_waits_for_its_tool() {
    let lines = traffic("bash_allowed");
    let is_call = |line: &&Traffic| line.line.windows(10).any(|part| part == b"\"tool_use\"");
    let called = lines.iter().position(|line| is_call(&line)).unwrap();
    let mut state = State::default();
    for line in lines.iter().take(called + 1) {
        state.observe(line);
    }
    assert_eq!(state.phase(), Phase::WaitingToolCall);
    assert_eq!(state.open_tools.len(), 1);
}

#[test]
fn refusals_retries_hooks_and_compactions_are_told_as_on_the_wire() {
    let denied = folded("bash_denied");
    let call = denied.transcript.iter().find_map(|item| match &item.kind {
        ItemKind::Tool(call) => Some(call),
        _ => None,
    });
    let call = call.unwrap();
    assert_eq!(call.not_executed.as_deref(), Some("permission-rule"));
    assert!(call.decision.is_some());

    let retried = folded("retried");
    assert_eq!(retried.usage.retries.len(), 1);
    let retry = retried.usage.retries.last().unwrap();
    assert_eq!((retry.attempt, retry.status), (1, Some(529)));
    assert!(retried.usage.retry.is_none(), "it is over");

    let hooked = folded("hook_commands");
    let events: Vec<&str> = hooked.hooks.iter().map(|run| run.event.as_str()).collect();
    assert_eq!(events, ["PreToolUse", "Stop"]);
    let slow = hooked.hooks.get(0).unwrap();
    let took = slow.ended.unwrap().since(slow.started);
    assert!(took.as_millis() >= 1500, "{took:?}");

    let compacted = folded("compacted");
    let compaction = compacted.usage.compactions.last().unwrap();
    assert_eq!(compaction.trigger, "manual");
    assert!(compaction.before.is_some() && compaction.after.is_some());
    let typed: Vec<&str> = compacted
        .transcript
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Prompt(prompt) => Some(prompt.text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(
        typed,
        ["Say something.", "/compact", "/context", "/usage", "/help"]
    );
    assert_eq!(folded("plain_text").facts.title.as_deref(), Some("A title"));
}

const PROMPT: &str = r#"{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"Go"},"sessionId":"s"}"#;
const CALL: &str = r#"{"parentUuid":"a","isSidechain":false,"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Task","input":{"prompt":"Look"}}],"stop_reason":"tool_use"},"sessionId":"s"}"#;
const TEXT: &str = r#"{"parentUuid":"a","isSidechain":false,"type":"assistant","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"Done"}],"stop_reason":"end_turn"},"sessionId":"s"}"#;

#[test]
fn records_of_a_sub_agent_belong_to_its_call_and_end_no_turn() {
    let asked = r#"{"parentUuid":null,"isSidechain":true,"agentId":"x","type":"user","message":{"role":"user","content":"Look"},"sessionId":"s"}"#;
    let said = r#"{"parentUuid":"b","isSidechain":true,"agentId":"x","type":"assistant","message":{"id":"n","role":"assistant","content":[{"type":"text","text":"Looked"}],"stop_reason":"end_turn"},"sessionId":"s"}"#;
    let state = made_up(&[PROMPT, CALL, asked, said]);
    assert_eq!(state.phase(), Phase::WaitingToolCall);
    assert_eq!(outcomes(&state), ["-"]);
    let of_agent = state
        .transcript
        .iter()
        .filter(|item| item.parent.as_deref() == Some("t1"));
    assert_eq!(of_agent.count(), 2);
}

#[test]
fn a_turn_goes_on_when_another_answer_follows_without_a_prompt() {
    // A hook of the kind `Stop` may send the agent back to work.
    let meta = r#"{"parentUuid":"a","isSidechain":false,"isMeta":true,"type":"user","message":{"role":"user","content":"Stop hook feedback"},"sessionId":"s"}"#;
    assert_eq!(outcomes(&made_up(&[PROMPT, TEXT])), ["success"]);
    let state = made_up(&[PROMPT, TEXT, meta, CALL]);
    assert_eq!(outcomes(&state), ["-"]);
    assert_eq!(state.phase(), Phase::WaitingToolCall);
    assert_eq!(outcomes(&made_up(&[PROMPT, TEXT, PROMPT, TEXT])).len(), 2);
}

#[test]
fn what_is_only_thought_is_not_the_end_and_what_older_ones_leave_out_is() {
    let thought = TEXT.replace(r#""type":"text","text""#, r#""type":"thinking","thinking""#);
    assert_eq!(made_up(&[PROMPT, &thought]).phase(), Phase::Running);
    // Earlier versions wrote no reason to stop.
    let older = TEXT.replace(r#""end_turn""#, "null");
    assert_eq!(made_up(&[PROMPT, &older]).phase(), Phase::Idle);
}

#[test]
fn what_a_later_version_writes_is_unknown_and_shown_as_such() {
    let system = r#"{"parentUuid":"a","type":"system","subtype":"of_tomorrow","sessionId":"s"}"#;
    let state = made_up(&[PROMPT, system, r#"{"type":"of-tomorrow","sessionId":"s"}"#]);
    assert_eq!(state.counts.unknown, 2);
}

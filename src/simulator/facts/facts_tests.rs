//! Facts: tools and models by command line, answers to control requests, costs. Lists and words are the real CLI's.

use super::{Answer, Aside, Facts, Place, Reply};
use crate::simulator::flags::Flags;
use crate::simulator::frames::{Stamp, Tokens};
use crate::simulator::scenario::SessionFacts;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn facts_in(more: &[&str], env: &[(&str, &str)]) -> Facts {
    let mut argv = vec![
        "--output-format=stream-json",
        "--input-format=stream-json",
        "--verbose",
    ];
    argv.extend(more);
    let argv: Vec<String> = argv.iter().map(|word| (*word).to_owned()).collect();
    let flags = Flags::parse(&argv, &|_| None, "2.1.325").unwrap();
    let env: BTreeMap<String, String> = env
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let place = Place {
        cwd: "/home/dev/project".to_owned(),
        home: "/home/dev".to_owned(),
        pid: 4242,
    };
    Facts::new(
        &flags,
        &SessionFacts::default(),
        &env,
        place,
        "new".to_owned(),
    )
}

fn facts(more: &[&str]) -> Facts {
    facts_in(more, &[])
}

const CLIENT: &str = "--permission-prompt-tool=stdio";

fn payload(answer: Answer) -> Value {
    match answer.reply {
        Reply::Success(payload) => payload.unwrap_or(Value::Null),
        Reply::Initialized(payload) => payload,
        other => panic!("{other:?}"),
    }
}

#[test]
fn tools_follow_the_command_line_as_in_the_real_cli() {
    let alone = facts(&[]);
    assert_eq!(alone.tools.len(), 22);
    assert_eq!(alone.tools[..3], ["Task", "Bash", "CronCreate"]);
    let attended = facts(&[CLIENT]);
    assert_eq!(attended.tools.len(), 25);
    assert_eq!(attended.tools[1], "AskUserQuestion");
    let some = facts(&[CLIENT, "--tools", "Bash,Read,Task,TodoWrite"]);
    assert_eq!(some.tools, ["Task", "Bash", "Read"]);
    assert_eq!(facts(&[CLIENT, "--tools", ""]).tools, Vec::<String>::new());
    let opted = facts(&[CLIENT, "--allowedTools", "TaskCreate,Glob,Grep"]);
    assert_eq!(opted.tools.len(), 31);
    let todo = facts_in(
        &[CLIENT, "--allowedTools", "TodoWrite"],
        &[("CLAUDE_CODE_ENABLE_TASKS", "0")],
    );
    assert!(
        todo.tools.contains(&"TodoWrite".to_owned())
            && !todo.tools.contains(&"TaskCreate".to_owned())
    );
    let without = facts(&[
        CLIENT,
        "--disallowedTools",
        "Bash,WebFetch(domain:x.com),Edit",
    ]);
    assert_eq!(without.tools.len(), 24);
    for (tool, there) in [
        ("Bash", false),
        ("Monitor", false),
        ("Edit", false),
        ("WebFetch", true),
        ("Glob", true),
    ] {
        assert_eq!(without.tools.contains(&tool.to_owned()), there, "{tool}");
    }
    assert_eq!(facts(&[CLIENT, "--bare"]).tools, ["Bash", "Edit", "Read"]);
    assert!(
        facts(&["--json-schema", "{}"])
            .tools
            .contains(&"StructuredOutput".to_owned())
    );
    let eager = facts_in(&[], &[("ENABLE_TOOL_SEARCH", "false")]);
    assert!(!eager.tools.contains(&"ToolSearch".to_owned()));
}

#[test]
fn a_model_is_named_short_or_in_full() {
    assert_eq!(facts(&[]).model, "claude-opus-5-5");
    assert_eq!(facts(&["--model", "sonnet"]).model, "claude-sonnet-5-5");
    assert_eq!(facts(&["--model", "mine-1"]).model, "mine-1");
    let mut facts = facts(&[]);
    let answer = facts.answer(&json!({ "subtype": "set_model", "model": "haiku" }), 0);
    assert_eq!(
        answer.before,
        [Aside::Output(
            "Set model to `haiku (claude-haiku-5-5)`".to_owned()
        )]
    );
    assert_eq!(payload(answer), json!({ "model": "claude-haiku-5-5" }));
    let again = facts.answer(&json!({ "subtype": "set_model", "model": "haiku" }), 0);
    assert_eq!(again.before, []);
    assert_eq!(
        payload(facts.answer(&json!({ "subtype": "set_model" }), 0)),
        json!({ "model": "claude-opus-5-5" })
    );
}

#[test]
fn modes_are_set_refused_and_translated() {
    let mut facts = facts(&[]);
    let mut set = |mode: &str| {
        facts.answer(
            &json!({ "subtype": "set_permission_mode", "mode": mode }),
            0,
        )
    };
    let answer = set("plan");
    assert_eq!(answer.after, [Aside::Mode("plan".to_owned())]);
    assert_eq!(payload(set("manual")), json!({ "mode": "default" }));
    assert_eq!(
        set("nonsense").reply,
        Reply::Error("Cannot set permission mode: must be one of acceptEdits, auto, bypassPermissions, default, dontAsk, plan".to_owned(), Some("invalid_mode"))
    );
    let Reply::Error(_, code) = set("bypassPermissions").reply else {
        panic!()
    };
    assert_eq!(code, Some("bypass_not_launched"));
    let mut launched = self::facts(&["--allow-dangerously-skip-permissions"]);
    let request = json!({ "subtype": "set_permission_mode", "mode": "bypassPermissions" });
    assert_eq!(
        payload(launched.answer(&request, 0)),
        json!({ "mode": "bypassPermissions" })
    );
}

#[test]
fn what_is_not_known_is_refused_and_what_is_not_ours_is_left() {
    let mut facts = facts(&[]);
    let reply = facts
        .answer(&json!({ "subtype": "no_such_subtype" }), 0)
        .reply;
    assert_eq!(
        reply.frame(Some("r"), &[]).unwrap()["response"],
        json!({
            "subtype": "error", "request_id": "r",
            "error": "Unsupported control request subtype: no_such_subtype", "error_code": "unsupported_request",
        })
    );
    for subtype in ["interrupt", "stop_task", "mcp_message"] {
        assert_eq!(
            facts.answer(&json!({ "subtype": subtype }), 0).reply,
            Reply::Actor
        );
    }
    let rewind = json!({ "subtype": "rewind_files", "user_message_id": "x" });
    assert_eq!(
        facts.answer(&rewind, 0).reply,
        Reply::Error("File rewinding is not enabled.".to_owned(), None)
    );
}

#[test]
fn servers_are_listed_and_bad_entries_are_named() {
    let config = r#"{"mcpServers":{"calc":{"type":"sdk","name":"calc"},"n":{"type":"sdk"},"w":{"type":"weird"}}}"#;
    let mut facts = facts(&["--mcp-config", config]);
    facts.answer(
        &json!({ "subtype": "initialize", "sdkMcpServers": ["calc", "other"] }),
        0,
    );
    let names: Vec<&str> = facts
        .servers
        .iter()
        .map(|server| server.name.as_str())
        .collect();
    assert_eq!(names, ["calc", "other"]);
    assert_eq!(
        facts.server_errors[0],
        json!({
            "name": "n", "type": "invalid_config",
            "message": "Skipped — invalid MCP server config for \"n\": name: expected string, received undefined",
        })
    );
    assert_eq!(facts.server_errors[1]["type"], json!("unknown_type"));
    let calc = facts.server_mut("calc").unwrap();
    calc.status = "connected".to_owned();
    calc.info = Some(json!({ "name": "calc", "version": "1.0.0" }));
    calc.tools = vec![json!({ "name": "add", "annotations": { "readOnlyHint": true } })];
    let init = facts.init(&Stamp::default(), &[]);
    assert!(
        init["tools"]
            .as_array()
            .unwrap()
            .contains(&json!("mcp__calc__add"))
    );
    let status = payload(facts.answer(&json!({ "subtype": "mcp_status" }), 0));
    assert_eq!(
        status["mcpServers"][0],
        json!({
            "name": "calc", "status": "connected", "serverInfo": { "name": "calc", "version": "1.0.0" },
            "transport": "sdk", "scope": "dynamic", "source": "sdk",
            "tools": [{ "name": "add", "annotations": { "readOnly": true } }],
        })
    );
    let set = json!({ "subtype": "mcp_set_servers", "servers": { "two": { "type": "sdk", "name": "two" } } });
    let answer = payload(facts.answer(&set, 0));
    assert_eq!(
        answer,
        json!({ "added": ["two"], "removed": ["calc", "other"], "errors": {} })
    );
}

#[test]
fn costs_add_up_by_model_and_are_told_once_since_the_last_result() {
    let mut facts = facts(&[]);
    let ledger = &mut facts.ledger;
    ledger.begin_turn();
    let tokens = Tokens {
        input: 120,
        output: 11,
        ..Tokens::default()
    };
    ledger.record("claude-opus-5-5", tokens, None, 48, false);
    assert!((ledger.total_cost_usd() - 0.0007).abs() < 1e-9);
    ledger.record("claude-haiku-5-5", tokens, Some(0.5), 10, true);
    assert_eq!(ledger.turn(), tokens);
    assert_eq!(ledger.take_since_last().len(), 2);
    assert_eq!(ledger.take_since_last().len(), 0);
    assert_eq!(ledger.by_model().len(), 2);
    assert_eq!((ledger.next_result(), ledger.next_result()), (0, 1));
    assert!(
        facts
            .cost_text(2000)
            .starts_with("Total cost:            $0.5007\n")
    );
}

#[test]
fn the_session_is_the_named_one_unless_it_forks() {
    let id = "11111111-2222-4333-8444-555555555555";
    assert_eq!(facts(&["--session-id", id]).session_id, id);
    assert_eq!(facts(&["--resume", "old"]).session_id, "old");
    assert_eq!(
        facts(&["--resume", "old", "--fork-session"]).session_id,
        "new"
    );
    assert_eq!(
        facts(&[]).transcript_path(),
        "/home/dev/.claude/projects/-home-dev-project/new.jsonl"
    );
}

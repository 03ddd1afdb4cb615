//! What asks, runs or is refused: the same calls, modes and rules were given to the real CLI, and these are its verdicts.

use super::{Verdict, judge, request};
use crate::simulator::facts::{Facts, Place};
use crate::simulator::flags::Flags;
use crate::wire::permission::PermissionUpdate;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn facts(more: &[&str]) -> Facts {
    let mut argv = vec![
        "--output-format=stream-json",
        "--input-format=stream-json",
        "--verbose",
    ];
    argv.extend(more);
    let argv: Vec<String> = argv.iter().map(|word| (*word).to_owned()).collect();
    let flags = Flags::parse(&argv, &|_| None, "2.1.325").unwrap();
    let place = Place {
        cwd: "/home/dev/project".to_owned(),
        home: "/home/dev".to_owned(),
        pid: 4242,
    };
    let scenario = crate::simulator::scenario::SessionFacts::default();
    Facts::new(&flags, &scenario, &BTreeMap::new(), place, "s".to_owned())
}

const CLIENT: [&str; 2] = ["--permission-prompt-tool", "stdio"];

fn attended(more: &[&str]) -> Facts {
    let mut argv = CLIENT.to_vec();
    argv.extend(more);
    facts(&argv)
}

fn bash(command: &str, facts: &Facts) -> Verdict {
    judge("Bash", &json!({ "command": command }), facts)
}

/// `run`, `ask` or `deny`.
fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Run(_) => "run",
        Verdict::Ask(_) => "ask",
        Verdict::Deny(_) => "deny",
    }
}

fn asked(tool: &str, input: &Value, facts: &Facts) -> Value {
    let Verdict::Ask(asking) = judge(tool, input, facts) else {
        panic!("{tool} {input} does not ask");
    };
    let ask = request(tool, input, "toolu_1", &asking, facts, None);
    let mut frame = crate::simulator::frames::control::can_use_tool("r", &ask)["request"].take();
    for key in [
        "subtype",
        "tool_use_id",
        "tool_name",
        "input",
        "display_name",
    ] {
        frame.as_object_mut().unwrap().shift_remove(key);
    }
    frame
}

#[test]
fn modes_decide_as_in_the_real_cli() {
    let write = |path: &str| ("Write", json!({ "file_path": path, "content": "x" }));
    let shell = |command: &str| ("Bash", json!({ "command": command }));
    let read = |path: &str| ("Read", json!({ "file_path": path }));
    // default, acceptEdits, plan, dontAsk
    let table = [
        (shell("ls"), ["run", "run", "run", "run"]),
        (shell("git status && echo hi"), ["run", "run", "run", "run"]),
        (shell("find . -name x"), ["run", "run", "run", "run"]),
        (shell("touch x.txt"), ["ask", "run", "ask", "deny"]),
        (shell("echo hi > f.txt"), ["ask", "run", "ask", "deny"]),
        (shell("sed -i s/a/b/ f.txt"), ["ask", "run", "ask", "deny"]),
        (
            shell("curl http://example.com"),
            ["ask", "ask", "ask", "deny"],
        ),
        (shell("cat /etc/hostname"), ["ask", "ask", "ask", "deny"]),
        (shell("find . -exec rm {} +"), ["ask", "ask", "ask", "deny"]),
        (shell("touch /tmp/q.txt"), ["ask", "ask", "ask", "deny"]),
        (read("src/main.rs"), ["run", "run", "run", "run"]),
        (read("/etc/hostname"), ["ask", "ask", "run", "deny"]),
        (read("../../../etc/hostname"), ["ask", "ask", "run", "deny"]),
        (write("in.txt"), ["ask", "run", "ask", "deny"]),
        (write("/tmp/o.txt"), ["ask", "ask", "ask", "deny"]),
        (
            write(".claude/settings.json"),
            ["ask", "ask", "ask", "deny"],
        ),
        (
            ("WebFetch", json!({ "url": "https://example.com/a" })),
            ["ask", "ask", "ask", "deny"],
        ),
        (
            ("Agent", json!({ "prompt": "x" })),
            ["run", "run", "run", "run"],
        ),
        (
            ("TodoWrite", json!({ "todos": [] })),
            ["run", "run", "run", "run"],
        ),
        (
            ("AskUserQuestion", json!({ "questions": [] })),
            ["ask", "ask", "ask", "deny"],
        ),
        (
            ("mcp__calc__add", json!({ "a": 1 })),
            ["ask", "ask", "ask", "deny"],
        ),
    ];
    for (at, mode) in ["default", "acceptEdits", "plan", "dontAsk"]
        .iter()
        .enumerate()
    {
        let facts = attended(&["--permission-mode", mode]);
        for ((tool, input), expected) in &table {
            assert_eq!(
                word(&judge(tool, input, &facts)),
                expected[at],
                "{mode}: {tool} {input}"
            );
        }
    }
    let bypass = attended(&["--dangerously-skip-permissions"]);
    for ((tool, input), _) in &table {
        let expected = if *tool == "AskUserQuestion" {
            "ask"
        } else {
            "run"
        };
        assert_eq!(
            word(&judge(tool, input, &bypass)),
            expected,
            "bypass: {tool} {input}"
        );
    }
}

#[test]
fn requests_say_what_the_real_cli_says() {
    let facts = attended(&[]);
    let shell = |command: &str| {
        asked(
            "Bash",
            &json!({ "command": command, "description": "d" }),
            &facts,
        )
    };
    assert_eq!(
        shell("touch made.txt && ls"),
        json!({
            "description": "d",
            "permission_suggestions": [
                { "type": "addRules", "rules": [{ "toolName": "Bash", "ruleContent": "touch made.txt && ls" }], "behavior": "allow", "destination": "localSettings" },
                { "type": "addDirectories", "directories": ["/home/dev/project"], "destination": "session" },
                { "type": "setMode", "mode": "acceptEdits", "destination": "session" },
            ],
            "blocked_path": "/home/dev/project/made.txt",
        })
    );
    assert_eq!(
        shell("npm run build"),
        json!({
            "description": "d",
            "permission_suggestions": [{ "type": "addRules", "rules": [{ "toolName": "Bash", "ruleContent": "npm run *" }], "behavior": "allow", "destination": "localSettings" }],
            "decision_reason": "This command requires approval",
            "decision_reason_type": "other",
        })
    );
    assert_eq!(
        shell("cat /etc/hostname")["permission_suggestions"],
        json!([
            { "type": "addRules", "rules": [{ "toolName": "Bash", "ruleContent": "cat /etc/hostname" }], "behavior": "allow", "destination": "localSettings" },
            { "type": "addRules", "rules": [{ "toolName": "Read", "ruleContent": "//etc/**" }], "behavior": "allow", "destination": "session" },
        ])
    );
    assert_eq!(
        shell("ls /nonexistent")["permission_suggestions"],
        json!([])
    );
    let write = |path: &str| {
        asked(
            "Write",
            &json!({ "file_path": path, "content": "x" }),
            &facts,
        )
    };
    assert_eq!(
        write("/home/dev/project/in.txt"),
        json!({
            "description": "in.txt",
            "permission_suggestions": [{ "type": "setMode", "mode": "acceptEdits", "destination": "session" }],
            "server_policy_ask_only": true,
        })
    );
    assert_eq!(
        write("/home/dev/project/.claude/settings.json")["decision_reason_type"],
        json!("safetyCheck")
    );
    assert_eq!(
        write("/tmp/o.txt")["permission_suggestions"][1],
        json!({ "type": "addDirectories", "directories": ["/tmp"], "destination": "session" })
    );
}

#[test]
fn patterns_are_the_command_and_its_sub_command() {
    let facts = attended(&[]);
    for (command, pattern) in [
        ("touch q", "touch q *"),
        ("touch made && echo ok", "touch made *"),
        ("echo original > note.txt", "echo original *"),
        ("git push origin main", "git push *"),
        ("cargo test", "cargo test *"),
        ("rm -rf build", "rm -rf build"),
        ("python3 -c \"print(1)\"", "python3 -c \"print(1)\""),
    ] {
        let frame = asked("Bash", &json!({ "command": command }), &facts);
        let rule = &frame["permission_suggestions"][0]["rules"][0]["ruleContent"];
        assert_eq!(rule, pattern, "{command}");
    }
}

#[test]
fn what_hides_another_command_is_asked_about_and_never_suggested() {
    let facts = attended(&["--permission-mode", "acceptEdits"]);
    for command in [
        "echo $(whoami)",
        "echo `rm x`",
        "cat <(curl x)",
        "echo \"$(rm -rf /)\"",
        "echo 'open",
    ] {
        let Verdict::Ask(asking) = bash(command, &facts) else {
            panic!("{command} does not ask");
        };
        assert_eq!(asking.suggestions, Some(Vec::new()), "{command}");
    }
    assert_eq!(word(&bash("echo '$(whoami)'", &facts)), "run");
    assert_eq!(word(&bash("ls 2>&1 | head > /dev/null", &facts)), "run");
}

#[test]
fn rules_come_before_modes_and_deny_before_allow() {
    let facts = attended(&[
        "--allowedTools",
        "Bash(touch *)",
        "Write",
        "Bash(curl *)",
        "--disallowedTools",
        "Bash(curl *)",
        "WebFetch(domain:example.com)",
        "--settings",
        r#"{"permissions":{"ask":["Bash(ls *)"]}}"#,
    ]);
    assert_eq!(
        bash("touch x", &facts),
        Verdict::Run(Some("subcommandResults"))
    );
    assert_eq!(
        word(&judge(
            "Write",
            &json!({ "file_path": "/tmp/o.txt" }),
            &facts
        )),
        "run"
    );
    let Verdict::Deny(denial) = bash("curl http://e.com", &facts) else {
        panic!()
    };
    assert_eq!(
        denial.message,
        "Permission to use Bash with command curl http://e.com has been denied."
    );
    let Verdict::Deny(denial) = judge(
        "WebFetch",
        &json!({ "url": "https://example.com/a" }),
        &facts,
    ) else {
        panic!()
    };
    assert_eq!(
        denial.message,
        "WebFetch denied access to domain:example.com."
    );
    let frame = asked("Bash", &json!({ "command": "ls -la" }), &facts);
    assert_eq!(
        frame,
        json!({
            "description": "ls -la",
            "decision_reason_type": "rule",
            "decision_reason_rule_source": "flagSettings",
            "server_policy_ask_only": false,
        })
    );
}

#[test]
fn where_nobody_can_be_asked_the_reason_is_the_refusal() {
    let facts = facts(&[]);
    let Verdict::Deny(denial) = bash("touch x.txt", &facts) else {
        panic!()
    };
    assert!(
        denial
            .message
            .starts_with("touch in '/home/dev/project/x.txt' needs approval."),
        "{}",
        denial.message
    );
    assert_eq!(
        (denial.not_run, denial.reason_type),
        ("user-rejected", None)
    );
    let Verdict::Deny(denial) = judge("Write", &json!({ "file_path": "/tmp/o.txt" }), &facts)
    else {
        panic!()
    };
    assert_eq!(
        denial.message,
        "Claude requested permissions to write to /tmp/o.txt, but you haven't granted it yet."
    );
    assert_eq!(denial.reason_type, Some("workingDir"));
}

#[test]
fn updates_change_what_asks() {
    let mut facts = attended(&[]);
    let update = |value: Value| -> PermissionUpdate { serde_json::from_value(value).unwrap() };
    let add = json!({ "type": "addRules", "rules": [{ "toolName": "Bash", "ruleContent": "npm run *" }], "behavior": "allow", "destination": "localSettings" });
    assert_eq!(word(&bash("npm run build", &facts)), "ask");
    assert_eq!(facts.rules.apply(&update(add.clone())), None);
    assert_eq!(word(&bash("npm run build", &facts)), "run");
    assert_eq!(facts.rules.listing()[0]["source"], json!("localSettings"));
    let mut remove = add;
    remove["type"] = json!("removeRules");
    facts.rules.apply(&update(remove));
    assert_eq!(word(&bash("npm run build", &facts)), "ask");
    facts.rules.apply(&update(
        json!({ "type": "addDirectories", "directories": ["/etc"], "destination": "session" }),
    ));
    assert_eq!(word(&bash("cat /etc/hostname", &facts)), "run");
    let mode = facts.rules.apply(&update(
        json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" }),
    ));
    assert_eq!(mode.as_deref(), Some("acceptEdits"));
}

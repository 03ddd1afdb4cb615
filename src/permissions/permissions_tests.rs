//! Tables for the rules: what is covered, what is not, and what must never be.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed test may end in a panic"
)]

use std::path::Path;

use serde_json::{Value, json};

use super::{Behavior, Call, Rule, RuleError, Rules, Verdict};

const CWD: &str = "/home/dev/project";

fn decide(rules: &Rules, tool_name: &str, input: &Value) -> Option<Verdict> {
    rules.decide(&Call {
        tool_name,
        input,
        cwd: Path::new(CWD),
        home: Some(Path::new("/home/dev")),
    })
}

fn allows(rule: &str, tool: &str, input: &Value) -> bool {
    let rules = Rules::parse([], [], [rule]).unwrap();
    decide(&rules, tool, input).is_some_and(|verdict| verdict.behavior == Behavior::Allow)
}

fn denies(rule: &str, tool: &str, input: &Value) -> bool {
    let rules = Rules::parse([rule], [], []).unwrap();
    let denied = decide(&rules, tool, input).is_some();
    let rules = Rules::parse([], [rule], []).unwrap();
    assert_eq!(
        denied,
        decide(&rules, tool, input).is_some(),
        "ask differs from deny"
    );
    denied
}

fn bash(command: &str) -> Value {
    json!({ "command": command })
}

#[test]
fn commands_that_an_allow_rule_covers() {
    for (rule, command) in [
        ("Bash", "anything; at $(all)"),
        ("Bash(*)", "anything && more"),
        ("Bash(git status)", "git status"),
        ("Bash(git status)", "  git   status  "),
        ("Bash(git *)", "git"),
        ("Bash(git *)", "git log --oneline"),
        ("Bash(git:*)", "git"),
        ("Bash(git:*)", "git push origin main"),
        ("Bash(git * main)", "git push origin main"),
        ("Bash(* --help)", "cargo --help"),
        ("Bash(git *)", "git status && git log"),
        (
            "Bash(git *)",
            "git status; git log | git shortlog\ngit diff &",
        ),
        ("Bash(git *)", "git commit -m 'a; b && c | d > e'"),
        ("Bash(git *)", "git commit -m \"a; b\""),
        ("Bash(git *)", "git log $BRANCH"),
        ("Bash(git *)", "git status 2>&1"),
        ("Bash(git *)", "git status 2>/dev/null"),
        ("Bash(git *)", "git status &> /dev/null"),
        ("Bash(echo \\*)", "echo *"),
        ("Bash(touch a && ls)", "touch a && ls"),
        ("Bash(python -c \"print\\(1\\)\")", "python -c \"print(1)\""),
    ] {
        assert!(allows(rule, "Bash", &bash(command)), "{rule} / {command:?}");
    }
}

#[test]
fn commands_that_an_allow_rule_never_covers() {
    for (rule, command) in [
        ("Bash(git status)", "git status -s"),
        ("Bash(git *)", "gitk"),
        ("Bash(git:*)", "gitk"),
        ("Bash(git:*)", "git:x"),
        ("Bash(git *)", ""),
        ("Bash(git *)", "git status && rm -rf /"),
        ("Bash(git *)", "git status || rm x"),
        ("Bash(git *)", "git status; rm x"),
        ("Bash(git *)", "git status | sh"),
        ("Bash(git *)", "git status |& sh"),
        ("Bash(git *)", "git status & rm x"),
        ("Bash(git *)", "git status&rm x"),
        ("Bash(git *)", "git status\nrm x"),
        ("Bash(git *)", "rm x; git status"),
        ("Bash(git *)", "git $(rm x)"),
        ("Bash(git *)", "git \"$(rm x)\""),
        ("Bash(git *)", "git `rm x`"),
        ("Bash(git *)", "git \"`rm x`\""),
        ("Bash(git *)", "git <(rm x)"),
        ("Bash(git *)", "git ${x:-y}"),
        ("Bash(git *)", "git $[1]"),
        ("Bash(git *)", "git status > /etc/passwd"),
        ("Bash(git *)", "git status >> x"),
        ("Bash(git *)", "git status >| x"),
        ("Bash(git *)", "git status >& x"),
        ("Bash(git *)", "git status 2> x"),
        ("Bash(git *)", "git status >/dev/null/../../etc/x"),
        ("Bash(git *)", "git apply < x"),
        ("Bash(git *)", "git apply <<EOF\nx\nEOF"),
        ("Bash(git *)", "git commit -m 'open"),
        ("Bash(git *)", "git commit -m \"open"),
        ("Bash(git *)", "git status \\"),
        ("Bash(git *)", "git status \\\n rm x"),
        ("Bash(git *)", "git log # ' \n rm x #'"),
        ("Bash(git *)", "git log $'\\'' ; rm x; git log '"),
        ("Bash(git *)", "(git status; rm x)"),
        ("Bash(git *)", "git() { rm x; }"),
        ("Bash(git *)", "FOO=1 git status"),
        ("Bash(git *)", "PATH+=:/tmp git status"),
        ("Bash(* status)", "FOO=1 git status"),
        ("Bash(git *)", "sudo git status"),
        ("Bash(git *)", "if git status; then rm x; fi"),
        ("Bash(git *)", "git status\u{1b}[2K"),
        ("Bash(touch a && ls)", "touch a && ls && rm x"),
    ] {
        assert!(
            !allows(rule, "Bash", &bash(command)),
            "{rule} / {command:?}"
        );
    }
    assert!(!allows("Bash(git *)", "Bash", &json!({ "command": 3 })));
    assert!(!allows("Bash(git *)", "Run", &bash("git status")));
}

#[test]
fn commands_that_a_deny_rule_finds() {
    for command in [
        "rm",
        "rm -rf /",
        "rm   -rf /",
        "git status && rm -rf /",
        "git $(rm x)",
        "git \"$(echo \"$(rm x)\")\"",
        "git `rm x`",
        "cat <(rm x)",
        "(cd /; rm x)",
        "{ rm x; }",
        "if true; then rm x; fi",
        "FOO=1 BAR=2 rm x",
        "sudo rm x",
        "sudo -u root -n rm x",
        "sudo env -i A=1 nohup time rm x",
        "ls | xargs -n 1 rm",
        "timeout 5 rm x",
        "find . -name x -exec rm {} \\;",
        "/bin/rm x",
        "r\\m x",
        "'rm' x",
        "\"rm\" x",
        "$'\\x72m' x",
        "rm 2>/dev/null x",
        "rm \\\n x",
        "git log # ' \n rm x #'",
        "sh -c 'rm x'",
        "sudo bash -lc \"cd /; rm x\"",
        "eval 'rm x'",
        "$(true)rm x",
        "`true`rm x",
        "$NOTHING rm x",
        "${NOTHING}rm x",
        "echo 'open; rm x",
        "ls\nrm x",
    ] {
        assert!(denies("Bash(rm *)", "Bash", &bash(command)), "{command:?}");
        assert!(denies("Bash(rm:*)", "Bash", &bash(command)), "{command:?}");
    }
    for command in [
        "rmdir x",
        "git rm x",
        "echo 'rm x; rm y'",
        "ls rm",
        "echo rm",
    ] {
        assert!(!denies("Bash(rm *)", "Bash", &bash(command)), "{command:?}");
    }
}

#[test]
fn hiding_a_command_deep_does_not_help() {
    let nested = "$(".repeat(200) + "rm x" + &")".repeat(200);
    assert!(denies("Bash(rm *)", "Bash", &bash(&nested)));
    let wrapped = "sudo -a ".repeat(5_000) + "rm x";
    assert!(denies("Bash(rm *)", "Bash", &bash(&wrapped)));
    assert!(!allows("Bash(git *)", "Bash", &bash(&nested)));
}

#[test]
fn several_allow_rules_may_share_a_compound_command() {
    let rules = Rules::parse([], [], ["Bash(git *)", "Bash(ls:*)"]).unwrap();
    let verdict = decide(&rules, "Bash", &bash("git status && ls -l && git log")).unwrap();
    assert_eq!(verdict.behavior, Behavior::Allow);
    assert_eq!(verdict.rule, "Bash(git *) + Bash(ls:*)");
    assert_eq!(decide(&rules, "Bash", &bash("git status && make")), None);
}

#[test]
fn deny_comes_before_ask_before_allow() {
    let rules = Rules::parse(
        ["Bash(git push *)"],
        ["Bash(git commit *)"],
        ["Bash(git *)"],
    )
    .unwrap();
    for (command, behavior, rule) in [
        ("git push x", Behavior::Deny, "Bash(git push *)"),
        (
            "git commit && git push x",
            Behavior::Deny,
            "Bash(git push *)",
        ),
        ("git commit", Behavior::Ask, "Bash(git commit *)"),
        ("git log", Behavior::Allow, "Bash(git *)"),
    ] {
        let rule = rule.to_owned();
        let verdict = decide(&rules, "Bash", &bash(command));
        assert_eq!(verdict, Some(Verdict { behavior, rule }), "{command}");
    }
    assert_eq!(decide(&rules, "Read", &json!({ "file_path": "/x" })), None);
}

#[test]
fn paths_by_rule() {
    let inside = |path: &str| format!("{CWD}/{path}");
    for (rule, path, covered) in [
        ("Edit(src/**)", inside("src/a.rs"), true),
        ("Edit(src/**)", inside("src/a/b.rs"), true),
        ("Edit(src/**)", "src/a.rs".to_owned(), true),
        ("Edit(src/**)", inside("src"), false),
        ("Edit(src/**)", inside("lib/src/a.rs"), false),
        ("Edit(src/**)", inside("src/../secret"), false),
        ("Edit(src/**)", inside("src/../../../../etc/passwd"), false),
        ("Edit(src/**)", inside("lib/../src/a.rs"), true),
        ("Edit(src)", inside("src/a.rs"), true),
        ("Edit(*.rs)", inside("a/b/c.rs"), true),
        ("Edit(*.rs)", inside("c.rsx"), false),
        ("Edit(*.rs)", "/elsewhere/c.rs".to_owned(), false),
        ("Edit(**)", inside("a/b"), true),
        ("Edit(**)", "/etc/passwd".to_owned(), false),
        ("Edit(a/**/z)", inside("a/z"), true),
        ("Edit(a/**/z)", inside("a/b/c/z"), true),
        ("Edit(**/z)", inside("b/c/z"), true),
        ("Edit(./x)", inside("x"), true),
        ("Edit(./x)", inside("a/x"), false),
        ("Edit(/x)", inside("x"), true),
        ("Edit(/x)", "/x".to_owned(), false),
        ("Edit(//etc/**)", "/etc/hosts".to_owned(), true),
        ("Edit(//tmp/**)", "/tmp/../etc/hosts".to_owned(), false),
        ("Edit(~/notes/*)", "/home/dev/notes/a".to_owned(), true),
        ("Edit(~/notes/*)", "~/notes/a".to_owned(), true),
        ("Edit(~/notes/*)", "~/notes/../.ssh/id".to_owned(), false),
        ("Edit(**)", "~root/x".to_owned(), false),
        ("Edit(file.?)", inside("file.c"), true),
        ("Edit(file.[!c])", inside("file.c"), false),
        ("Edit(file.[a-c])", inside("file.c"), true),
        ("Edit(a.b)", inside("axb"), false),
        ("Edit(**)", inside("a\0b"), false),
    ] {
        let input = json!({ "file_path": path });
        assert_eq!(allows(rule, "Edit", &input), covered, "{rule} / {path}");
    }
    assert!(denies(
        "Read(.env)",
        "Read",
        &json!({ "file_path": "sub/.env" })
    ));
    assert!(denies(
        "Read(.env)",
        "Read",
        &json!({ "file_path": "x/../.env" })
    ));
}

#[test]
fn families_of_tools() {
    let file = json!({ "file_path": "src/a.rs" });
    let notebook = json!({ "notebook_path": "src/a.ipynb" });
    for tool in ["Edit", "Write", "MultiEdit"] {
        assert!(allows("Edit(src/**)", tool, &file), "{tool}");
    }
    assert!(allows("Edit(src/**)", "NotebookEdit", &notebook));
    assert!(!allows("Edit(src/**)", "Read", &file));
    assert!(!allows("Write(src/**)", "Edit", &file));
    // without a pattern: allowing follows the CLI, refusing covers the family
    assert!(!allows("Edit", "Write", &file));
    assert!(denies("Edit", "Write", &file));
    assert!(!denies("Edit", "Read", &file));

    assert!(allows(
        "Read(src/**)",
        "Grep",
        &json!({ "pattern": "x", "path": "src" })
    ));
    assert!(allows(
        "Read(src/**)",
        "Glob",
        &json!({ "pattern": "*.rs", "path": "src/a" })
    ));
    assert!(!allows("Read(src/**)", "Grep", &json!({ "pattern": "x" })));
    assert!(allows("Read(**)", "Grep", &json!({ "pattern": "x" })));
    assert!(!allows("Read(*.rs)", "Grep", &json!({ "pattern": "x" })));
    for pattern in ["/etc/*", "../../*", "~/x"] {
        let input = json!({ "pattern": pattern, "path": "src" });
        assert!(!allows("Read(src/**)", "Glob", &input), "{pattern}");
    }
    let outside = json!({ "pattern": "/etc/ssl/*" });
    assert!(denies("Read(//etc/**)", "Glob", &outside));
}

#[test]
fn mcp_web_agent_and_skill_rules() {
    let none = json!({});
    for (rule, tool, covered) in [
        ("mcp__srv", "mcp__srv__add", true),
        ("mcp__srv", "mcp__srv2__add", false),
        ("mcp__srv__*", "mcp__srv__add", true),
        ("mcp__srv__*", "mcp__other__add", false),
        ("mcp__srv__get_*", "mcp__srv__put_x", false),
        ("mcp__srv__add", "mcp__srv__add", true),
        ("mcp__srv__add", "mcp__srv__add2", false),
        ("Agent", "Task", true),
        ("TodoWrite", "TodoWrite", true),
        ("TodoWrite(*)", "TodoWrite", true),
        ("TodoWrite", "Todo", false),
    ] {
        assert_eq!(allows(rule, tool, &none), covered, "{rule} / {tool}");
    }
    for (rule, url, allowed, denied) in [
        ("example.com", "https://example.com/x", true, true),
        ("example.com", "https://EXAMPLE.com:8443?q", true, true),
        ("example.com", "https://www.example.com", false, true),
        ("*.example.com", "https://www.example.com", true, true),
        ("*.example.com", "https://example.com", false, false),
        ("example.com", "https://notexample.com", false, false),
        ("example.com", "https://example.com.evil.org", false, false),
        ("example.com", "https://example.com@evil.org/", false, false),
        ("example.com", "https://user@example.com/", false, true),
        (
            "example.com",
            "https://example.com\\@evil.org/",
            false,
            true,
        ),
        ("example.com", "https://evil.org/example.com", false, false),
        ("example.com", "example.com", false, true),
        ("example.com", "file://example.com/x", false, true),
    ] {
        let rule = format!("WebFetch(domain:{rule})");
        let input = json!({ "url": url });
        assert_eq!(allows(&rule, "WebFetch", &input), allowed, "{rule} {url}");
        assert_eq!(denies(&rule, "WebFetch", &input), denied, "{rule} {url}");
    }
    let explore = json!({ "subagent_type": "Explore" });
    assert!(allows("Agent(Explore)", "Agent", &explore));
    assert!(allows("Task(Explore)", "Agent", &explore));
    assert!(!allows("Agent(Explore)", "Agent", &none));
    assert!(!allows("Agent(Plan)", "Agent", &explore));
    assert!(allows("Skill(pdf)", "Skill", &json!({ "skill": "pdf" })));
}

#[test]
fn bad_rules_say_what_to_write() {
    for (text, part) in [
        ("  ", "is empty"),
        ("Bash(git *", "`Bash(git *` do not match"),
        ("Bash git)", "do not match"),
        ("Bash(git) x", "do not match"),
        ("Bash(a)(b)", "do not match"),
        ("Bash()", "write `Bash`"),
        ("(x)", "tool name"),
        ("*", "tool name"),
        ("Ba sh", "tool name"),
        ("Re*", "tool name"),
        ("Bash(:*)", "write `Bash`"),
        ("Bash(git * x:*)", "not both"),
        ("WebFetch(example.com)", "domain:example.com"),
        ("WebFetch(domain:)", "domain:example.com"),
        ("mcp__srv__add(x)", "take no pattern"),
        ("TodoWrite(x)", "tool name alone"),
        ("Edit(../x)", "absolute"),
        ("Edit(!x)", "opposite"),
        ("Edit([a)", "must close"),
    ] {
        match Rule::parse(text) {
            Err(error) => assert!(error.to_string().contains(part), "{text}: {error}"),
            Ok(_) => panic!("{text} was taken"),
        }
    }
    assert_eq!(Rule::parse("").unwrap_err(), RuleError::Empty);
    let rule = Rule::from_parts("Bash", Some("echo :)")).unwrap();
    let input = bash("echo :)");
    let call = Call {
        tool_name: "Bash",
        input: &input,
        cwd: Path::new(CWD),
        home: None,
    };
    assert!(rule.allows(&call));
}

proptest::proptest! {
    #[test]
    fn any_command_is_survived_and_foreign_words_are_never_allowed(
        tail in "[ a-z$`'\"\\\\;&|<>(){}#\n=-]{0,40}"
    ) {
        // whatever follows, a line that starts a second command must not be allowed by a rule for the first
        let command = format!("git status\nforeign {tail}");
        proptest::prop_assert!(!allows("Bash(git *)", "Bash", &bash(&command)));
        proptest::prop_assert!(denies("Bash(foreign *)", "Bash", &bash(&command)));
    }

    #[test]
    fn any_rule_text_is_survived(text in ".{0,40}") {
        let _ = Rule::parse(&text);
    }
}

//! Files, the web, MCP, agents: families of rules, which of them comes first, and rules that are none.

use super::*;

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

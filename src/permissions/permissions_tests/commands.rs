//! Commands for a shell: what a rule covers, what it never covers, what a deny rule finds.

use super::*;

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

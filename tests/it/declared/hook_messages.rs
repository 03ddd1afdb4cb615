//! Every message about a file of hooks that is wrong, in one place.

use cca::config::Document;
use cca::hooks::HookFile;
use std::fmt::Write as _;

fn said(hooks: &[&str]) -> String {
    let mut all = String::new();
    for hook in hooks {
        let document = Document::new("hooks.toml", format!("[[hooks]]\n{hook}\n"));
        let error = HookFile::read(&document).expect_err(hook);
        let _ = writeln!(all, "{error}");
    }
    all
}

#[test]
fn about_the_file() {
    let none = HookFile::read(&Document::new("hooks.toml", "")).unwrap_err();
    let unknown = HookFile::read(&Document::new("hooks.toml", "hook = []")).unwrap_err();
    insta::assert_snapshot!(format!("{none}\n{unknown}"));
}

#[test]
fn about_a_hook() {
    insta::assert_snapshot!(said(&[
        "log = '-'",
        "event = 'BeforeTool'\nlog = '-'",
        "event = 'Stop'",
        "event = 'Stop'\nlog = '-'\ncontext = 'x'",
        "event = 'Stop'\nlogg = '-'",
        "event = 'Stop'\nlog = '-'\ntimeout_ms = 0",
        "event = 'PreToolUse'\nmatcher = 'Bash(rm *)'\ndeny = {}",
        "event = 'PreToolUse'\nmatcher = '(Bash'\ndeny = {}",
        "event = 'SessionEnd'\nlog = '-'\non_failure = 'block'",
        "event = 'SessionEnd'\nlog = '-'\non_timeout = 'block'",
        "event = 'SessionEnd'\nlog = '-'\non_timeout = 'stop'",
    ]));
}

/// A guard that would never be asked, or never find anything.
#[test]
fn about_slips_of_the_pen() {
    insta::assert_snapshot!(said(&[
        "event = 'PreToolUse'\nmatcher = 'bash'\ndeny = {}",
        "event = 'PermissionRequest'\nmatcher = 'Edit|webfetch'\ndeny = {}",
        "event = 'PreToolUse'\nmatcher = '^BASH$'\ndeny = {}",
        "event = 'PreToolUse'\nmatcher = 'Bash'\ndeny = { field = 'tool_input.comand', pattern = 'rm' }",
        "event = 'PreToolUse'\nask = { field = 'tool_inputs.command', pattern = 'rm' }",
        "event = 'UserPromptSubmit'\ndeny = { field = 'tool_input.command', pattern = 'rm' }",
        "event = 'PreToolUse'\nmatcher = 'Write'\nrewrite.replace = [{ field = 'tool_input.contents', pattern = 'x', with = '' }]",
    ]));
    for right in [
        "event = 'PreToolUse'\nmatcher = 'mcp__box__bash|Bash'\ndeny = {}",
        "event = 'PreToolUse'\nmatcher = 'mytool'\ndeny = { field = 'tool_input.comand', pattern = 'x' }",
        "event = 'PreToolUse'\nmatcher = 'Bash'\ndeny = { field = 'tool_input.sandbox', pattern = 'x' }",
        "event = 'PreToolUse'\ndeny = { field = 'tool_input.paths', pattern = 'x' }",
        "event = 'PreToolUse'\ndeny = { field = 'permission_mode', pattern = 'x' }",
        "event = 'UserPromptSubmit'\ndeny = { field = 'prompt', pattern = 'x' }",
    ] {
        let document = Document::new("hooks.toml", format!("[[hooks]]\n{right}\n"));
        assert!(HookFile::read(&document).is_ok(), "{right}");
    }
}

#[test]
fn about_what_it_does() {
    insta::assert_snapshot!(said(&[
        "event = 'SessionEnd'\ndeny = {}",
        "event = 'Stop'\nask = {}",
        "event = 'PostToolUse'\nrewrite = { remove = ['tool_input.a'] }",
        "event = 'SessionEnd'\ncontext = 'x'",
        "event = 'UserPromptSubmit'\ncontext = '{'",
        "event = 'PreToolUse'\ndeny = { rules = ['Bash(rm'] }",
        "event = 'UserPromptSubmit'\ndeny = { rules = ['Bash(rm *)'] }",
        "event = 'PreToolUse'\ndeny = { field = 'a' }",
        "event = 'PreToolUse'\ndeny = { pattern = 'a' }",
        "event = 'PreToolUse'\ndeny = { field = 'a..b', pattern = 'x' }",
        "event = 'PreToolUse'\ndeny = { field = 'cwd', pattern = '[' }",
        "event = 'PreToolUse'\nask = { because = 'x' }",
        "event = 'PreToolUse'\nrewrite = {}",
        "event = 'PreToolUse'\nrewrite.set = { command = 'x' }",
        "event = 'PreToolUse'\nrewrite.set = { 'tool_input.command' = '}' }",
        "event = 'PreToolUse'\nrewrite.remove = ['tool_input']",
        "event = 'PreToolUse'\nrewrite.replace = [{ field = 'tool_input.a', pattern = '(', with = '' }]",
        "event = 'PreToolUse'\nrewrite.replace = [{ field = 'a', pattern = 'x', with = '' }]",
        "event = 'PreToolUse'\nrewrite.replace = [{ field = 'tool_input.a' }]",
        "event = 'PreToolUse'\ncommand = {}",
        "event = 'PreToolUse'\ncommand.run = []",
        "event = 'PreToolUse'\ncommand.run = ['']",
        "event = 'PreToolUse'\ncommand.run = 'ls'",
        "event = 'PreToolUse'\ncommand.run = [\"a\\u0000\"]",
        "event = 'PreToolUse'\ncommand = { run = ['a'], max_output = 0 }",
        "event = 'PreToolUse'\ncommand = { run = ['a'], env = { 'A=' = 'x' } }",
        "event = 'PreToolUse'\ncommand = { run = ['a'], env = { A = \"\\u0000\" } }",
    ]));
}

//! What is proposed for which call, and that it would have helped.

use super::propose;
use crate::wire::permission::CanUseTool;
use serde_json::{Value, json};
use std::path::Path;

fn asked(tool: &str, input: Value) -> CanUseTool {
    CanUseTool {
        tool_name: tool.to_owned(),
        input,
        ..CanUseTool::default()
    }
}

fn proposed(tool: &str, input: Value) -> Vec<String> {
    propose(
        &asked(tool, input),
        Path::new("/home/me/project"),
        Some(Path::new("/home/me")),
    )
}

fn for_command(command: &str) -> Vec<String> {
    proposed("Bash", json!({ "command": command }))
}

#[test]
fn a_command_is_proposed_by_its_program() {
    assert_eq!(for_command("touch a.txt"), ["Bash(touch *)"]);
    assert_eq!(for_command("ls"), ["Bash(ls *)"]);
    assert_eq!(for_command("git push origin main"), ["Bash(git push *)"]);
    assert_eq!(for_command("git -C x push"), ["Bash(git *)"]);
}

#[test]
fn each_part_of_a_line_gets_its_rule() {
    assert_eq!(
        for_command("cargo test && touch done && touch more"),
        ["Bash(cargo test *)", "Bash(touch *)"]
    );
}

#[test]
fn a_dangerous_program_is_proposed_with_exactly_these_words() {
    assert_eq!(for_command("rm -rf target"), ["Bash(rm -rf target)"]);
    assert_eq!(for_command("/bin/rm *.o"), [r"Bash(/bin/rm \*.o)"]);
    // What finds also deletes and runs, and so does what only passes a command on.
    assert_eq!(for_command("find . -type f"), ["Bash(find . -type f)"]);
    assert_eq!(for_command("npx vitest"), ["Bash(npx vitest)"]);
}

#[test]
fn a_line_that_cannot_be_understood_is_proposed_as_it_stands() {
    assert_eq!(for_command("echo $(date)"), [r"Bash(echo $\(date\))"]);
    assert_eq!(for_command("cat > a <<X\nhello\nX\n"), ["Bash"]);
}

#[test]
fn files_are_proposed_by_their_directory() {
    let path = |tool, path| proposed(tool, json!({ "file_path": path }));
    assert_eq!(
        path("Write", "/home/me/project/src/a/main.rs"),
        ["Edit(src/a/**)"]
    );
    assert_eq!(
        path("Edit", "/home/me/project/note.txt"),
        ["Edit(note.txt)"]
    );
    assert_eq!(path("Read", "/home/me/other/x"), ["Read(~/other/**)"]);
    assert_eq!(path("Read", "/etc/hosts"), ["Read(//etc/**)"]);
    assert_eq!(path("Read", "/home/me/project/../x"), ["Read"]);
}

#[test]
fn other_tools_are_proposed_by_what_tells_them_apart() {
    let url = json!({"url": "https://docs.example.com:8443/a?b"});
    assert_eq!(
        proposed("WebFetch", url),
        ["WebFetch(domain:docs.example.com)"]
    );
    let agent = json!({"subagent_type": "explorer"});
    assert_eq!(proposed("Agent", agent), ["Agent(explorer)"]);
    assert_eq!(proposed("mcp__calc__add", json!({})), ["mcp__calc__add"]);
    assert_eq!(proposed("NotebookEdit", json!({})), ["NotebookEdit"]);
}

#[test]
fn nothing_is_proposed_where_a_person_has_to_decide() {
    let mut request = asked("Bash", json!({"command": "touch x"}));
    request.decision_reason_type = Some("hook".to_owned());
    assert!(propose(&request, Path::new("/p"), None).is_empty());
    let mut question = asked("AskUserQuestion", json!({}));
    question.requires_user_interaction = true;
    assert!(propose(&question, Path::new("/p"), None).is_empty());
    assert!(propose(&asked("", json!({})), Path::new("/p"), None).is_empty());
}

//! Requests that are answered by keys in a real terminal: denied, changed, filled in, approved.

use super::playground;
use crate::screen::{CTRL_U, DOWN, ENTER, Start, Terminal};

/// A playground with a request that can be answered.
async fn asked(prompt: &str) -> Terminal {
    let mut terminal = playground().await;
    terminal.send(prompt).await;
    terminal.request().await;
    terminal
}

#[tokio::test]
async fn a_call_is_denied_with_words_that_the_agent_reads() {
    let mut terminal = asked("delete the build").await;
    assert!(terminal.text().contains("careful"), "{}", terminal.text());
    terminal.keys("d").await;
    terminal.until_shown("why not; the agent reads it").await;
    terminal.keys("only target, please").await;
    terminal.until_shown("only target, please").await;
    terminal.keys(ENTER).await;
    terminal
        .until_all(&["What I was told: only target,", "done •"])
        .await;
    assert!(
        !terminal.text().contains("denied by a rule"),
        "{}",
        terminal.text()
    );
    // The decision is listed with who made it.
    terminal.keys("\u{1b}7").await;
    terminal.until_all(&["Decisions", "Bash"]).await;
}

#[tokio::test]
async fn a_call_is_denied_by_one_key() {
    let mut terminal = asked("list files").await;
    terminal.keys("n").await;
    terminal.until_all(&["I won't look around", "done •"]).await;
}

#[tokio::test]
async fn an_input_is_changed_looked_at_and_allowed() {
    let mut terminal = asked("list files").await;
    terminal.keys("e").await;
    terminal.until_shown("enter look at the change").await;
    terminal.keys(CTRL_U).await;
    terminal.keys("ls src").await;
    terminal.until_shown("ls src").await;
    terminal.keys(ENTER).await;
    terminal
        .until_all(&[
            "You changed this",
            "y allow with this change",
            "ls -la",
            "ls src",
        ])
        .await;
    terminal.keys("y").await;
    terminal
        .until_all(&["You had me run ls src instead", "done •"])
        .await;
}

#[tokio::test]
async fn questions_are_a_form() {
    let mut terminal = asked("ask me something").await;
    terminal
        .until_all(&[
            "the agent asks you",
            "Which storage should the service use?",
        ])
        .await;
    terminal.keys("j").await;
    terminal.keys("j").await;
    // The last option brings a picture of what it means.
    terminal.until_shown("users.json").await;
    terminal.keys("k").await;
    terminal.until_not("users.json").await;
    terminal.keys(ENTER).await;
    terminal.until_shown("Which checks should run").await;
    terminal.keys(" ").await;
    terminal.until_shown("[x] Format").await;
    terminal.keys(DOWN).await;
    terminal.keys(DOWN).await;
    terminal.keys(" ").await;
    terminal
        .until_all(&["[x] Format", "[ ] Lints", "[x] Tests"])
        .await;
    terminal.keys(ENTER).await;
    terminal.until_shown("How careful should I be?").await;
    terminal.keys("jj").await;
    terminal.keys(ENTER).await;
    terminal.keys("careful enough").await;
    terminal.until_shown("careful enough").await;
    terminal.keys(ENTER).await;
    terminal
        .until_all(&[
            "PostgreSQL",
            "Format, Tests",
            "careful enough",
            "enter send",
        ])
        .await;
    terminal.keys(ENTER).await;
    terminal
        .until_all(&["Thank you. You said:", "done •"])
        .await;
    let text = terminal.text();
    assert!(text.contains("PostgreSQL"), "{text}");
    assert!(text.contains("careful enough"), "{text}");
}

#[tokio::test]
async fn a_plan_is_approved_in_another_mode() {
    let mut terminal = asked("plan a refactoring").await;
    terminal
        .until_all(&[
            "the agent proposes a plan",
            "(*) as before",
            "Bound the retries",
        ])
        .await;
    terminal.keys("\t").await;
    terminal.keys("\t").await;
    terminal.until_shown("(*) acceptEdits").await;
    terminal.keys(ENTER).await;
    terminal
        .until_all(&["Good, I'm starting with the limit", "done •"])
        .await;
    let header = terminal
        .text()
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned();
    assert!(header.contains("acceptEdits"), "{header}");
}

#[tokio::test]
async fn a_plan_is_sent_back_with_feedback() {
    let mut terminal = asked("plan a refactoring").await;
    terminal.keys("d").await;
    terminal.until_shown("enter send").await;
    terminal.keys("smaller steps").await;
    terminal.keys(ENTER).await;
    terminal
        .until_all(&["I'll rework it", "sent back", "smaller"])
        .await;
}

/// A chord answers what is shown while one types; what is typed stays.
#[tokio::test]
async fn a_chord_allows_from_the_composer() {
    let mut terminal = playground().await;
    terminal.send("list files").await;
    terminal.until_shown("to answer it").await;
    terminal.keys("y and more").await;
    terminal.until_shown("❯ y and more").await;
    // Not armed yet, it says so below; then the words are gone.
    terminal.until_not("look first").await;
    terminal.keys("\u{1b}[18~").await;
    terminal
        .until_all(&["A small Rust package", "❯ y and more"])
        .await;
}

/// A change of a file is shown as a diff against what is on the disk.
#[tokio::test]
async fn a_change_of_a_file_is_shown_as_a_diff() {
    let mut terminal = Start::with(&["demo", "playground"]).open(48, 160);
    terminal.until_idle(&[]).await;
    terminal.send("edit src/retry.rs").await;
    terminal.request().await;
    terminal
        .until_all(&["Edit asks for permission", "src/retry.rs", "const LONGEST"])
        .await;
    terminal.keys("y").await;
    terminal
        .until_all(&["waits now stop growing", "done •"])
        .await;
}

/// What is pasted is text, wherever it lands: no key in it is obeyed.
#[tokio::test]
async fn a_paste_does_not_answer_a_request() {
    let mut terminal = asked("list files").await;
    terminal.paste("y\ny\n").await;
    // The key after it is obeyed, so the paste has been read by then.
    terminal.keys("d").await;
    terminal.until_shown("why not; the agent reads it").await;
    assert!(terminal.text().contains("1 needs you"));
    // Where one types, it is typed.
    terminal.paste("not yet").await;
    terminal.until_shown("not yet").await;
    terminal.keys(ENTER).await;
    terminal.until_idle(&["I won't look around"]).await;
}

/// An allowed call can be allowed from now on, by a rule that is chosen and looked at.
#[tokio::test]
async fn a_rule_is_chosen_for_the_next_time() {
    let mut terminal = asked("list files").await;
    terminal.keys("A").await;
    terminal.until_all(&["From now on", "Bash(ls *)"]).await;
    terminal.keys(ENTER).await;
    terminal.until_shown("Allow this rule").await;
    terminal.keys(ENTER).await;
    terminal
        .until_shown("Where to keep: allow Bash(ls *)")
        .await;
    terminal.keys("session").await;
    terminal.keys(ENTER).await;
    terminal
        .until_shown("allowed, and until this session ends: allow Bash(ls *)")
        .await;
    terminal.until_idle(&["A small Rust package"]).await;
}

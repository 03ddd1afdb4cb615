//! Pausing, ending and starting again in a real terminal.

use super::playground;
use crate::screen::{CTRL_G, CTRL_P, ENTER, ESC, F5, F6, Start};

#[tokio::test]
async fn a_paused_session_shows_what_is_held_and_goes_on_when_resumed() {
    let mut terminal = playground().await;
    terminal.send("list files").await;
    terminal.until_shown("to answer it").await;
    terminal.keys(CTRL_P).await;
    terminal
        .until_state("‖ paused", &["nothing is held yet"])
        .await;
    terminal.request().await;
    terminal.keys("y").await;
    terminal
        .until_state("paused, 1 held", &["1 answer or prompt is held"])
        .await;
    terminal.send("and then this").await;
    terminal.until_shown("2 answers and prompts are held").await;
    // A look at what is held.
    terminal.keys(ESC).await;
    terminal.until_shown("h look").await;
    terminal.keys("h").await;
    terminal
        .until_all(&["our answer to", "and then this", "goes out in this order"])
        .await;
    terminal.keys("q").await;
    terminal.until_not("goes out in this order").await;
    assert!(!terminal.text().contains("A small Rust package"));
    terminal.keys("p").await;
    terminal
        .until_idle(&["A small Rust package", "❯ and then this"])
        .await;
}

#[tokio::test]
async fn the_end_of_the_process_is_told_and_the_session_goes_on() {
    let mut terminal = playground().await;
    terminal.send("crash").await;
    terminal
        .until_all(&["SIGKILL", "f5 resume", "f6 start again"])
        .await;
    terminal.until_shown("out of memory (pretended)").await;
    terminal.keys(F5).await;
    terminal.until_idle(&[]).await;
    terminal.send("15 + 27").await;
    terminal.until_all(&["42", "done •"]).await;
}

#[tokio::test]
async fn a_session_that_ended_is_started_again_in_its_place() {
    let mut terminal = playground().await;
    terminal.send("exit").await;
    terminal
        .until_all(&["exit code 3", "leaving as asked", "f6 start again"])
        .await;
    terminal.keys(F6).await;
    terminal.until_idle(&[]).await;
    terminal.until_not("leaving as asked").await;
    terminal.send("15 + 27").await;
    terminal.until_all(&["42", "done •"]).await;
}

/// A new session in the place of one that went on with an older one is new: it begins with nothing, and what the older one
/// said can still be gone on with.
#[tokio::test]
async fn a_session_started_in_the_place_of_a_resumed_one_is_new() {
    let home = tempfile::tempdir().unwrap();
    let first = ["--sim", "playground", "15 + 27"];
    let mut terminal = Start::at(home.path(), &first).open(30, 100);
    terminal.until_idle(&["42", "done •"]).await;
    let (_, after) = terminal.quit().await;
    let id = after.split("--resume ").nth(1).unwrap();
    let id = id.split_whitespace().next().unwrap().to_owned();
    let resumed = ["--sim", "playground", "--resume", &id];
    let mut terminal = Start::at(home.path(), &resumed).open(30, 100);
    terminal.until_idle(&[]).await;
    terminal.keys(ESC).await;
    terminal.until_shown("i: type a prompt").await;
    terminal.keys("Q").await;
    terminal.until_shown("End the session?").await;
    terminal.keys("y").await;
    terminal
        .until_all(&["you ended the session", "R resume", "S start again"])
        .await;
    terminal.keys(F6).await;
    terminal.until_idle(&["Nothing has been said yet."]).await;
    let (_, after) = terminal.quit().await;
    assert!(!after.contains(&id), "{after}");
}

/// Ending a session is asked once more, and then the way out is walked.
#[tokio::test]
async fn a_session_is_ended_after_a_second_yes() {
    let mut terminal = playground().await;
    terminal.send("hang").await;
    terminal.until_shown("From here on I say nothing").await;
    terminal.keys(ESC).await;
    terminal.until_shown("i: type a prompt").await;
    terminal.keys("Q").await;
    terminal.until_shown("End the session?").await;
    terminal.keys("n").await;
    terminal.until_not("End the session?").await;
    terminal.keys("Q").await;
    terminal.until_shown("End the session?").await;
    terminal.keys("y").await;
    terminal.until_shown("you ended the session").await;
}

/// A prompt that is sent while the agent works waits for its turn and can be taken back.
#[tokio::test]
async fn a_queued_prompt_is_shown_and_taken_back() {
    let mut terminal = playground().await;
    terminal.send("hang").await;
    terminal.until_shown("From here on I say nothing").await;
    terminal.keys("the next thing").await;
    terminal.keys(ENTER).await;
    terminal.until_shown("queued").await;
    terminal.keys("\u{18}").await;
    terminal.until_shown("❯ the next thing").await;
}

/// While an editor has the terminal the session goes on: a tool of ours is served, and what happened is there afterwards.
#[tokio::test]
async fn a_session_goes_on_while_an_editor_has_the_terminal() {
    let tools = r#"
server = "here"
[tools.mark]
description = "Leaves a mark"
input = {}
command = { run = ["touch", "marked"] }
"#;
    let scenario = r#"
[[on]]
prompt = ""
steps = [
  { wait_ms = 300 },
  { tool = { name = "mcp__here__mark", input = {} } },
  { say = "It is marked." },
]
"#;
    // It stays until the tool was served, and no longer than anything may take.
    let editor = r#"#!/bin/sh
tries=0
while [ ! -e "$HOME/marked" ] && [ $tries -lt 600 ]; do tries=$((tries + 1)); sleep 0.05; done
if [ -e "$HOME/marked" ]; then echo "seen by the editor" > "$1"; else echo "never" > "$1"; fi
"#;
    let arguments = [
        "--sim",
        "play.toml",
        "--tools",
        "tools.toml",
        "--allow",
        "mcp__here__mark",
    ];
    let mut terminal = Start::with(&arguments)
        .file("play.toml", scenario)
        .file("tools.toml", tools)
        .file("editor.sh", editor)
        .env("EDITOR", "sh editor.sh")
        .open(30, 100);
    terminal.until_idle(&[]).await;
    terminal.send("mark it").await;
    terminal.keys(CTRL_G).await;
    terminal.until_shown("❯ seen by the editor").await;
    terminal.until_idle(&["It is marked."]).await;
    assert_eq!(terminal.quit().await.0, Some(0));
}

/// An editor that a project set is run as it was trusted, or not at all. Trusting it anew is enough.
#[tokio::test]
async fn an_editor_of_a_project_is_looked_at_again_before_it_is_run() {
    let editor = |says: &str| format!("echo {says} > \"$1\"\n");
    let mut terminal = Start::with(&["--sim"])
        .file(".cca-tui.toml", "editor = \"sh edit.sh\"\n")
        .file("edit.sh", &editor("first"))
        .after(&["config", "--trust", "--yes"])
        .open(30, 100);
    terminal.until_idle(&[]).await;
    terminal.keys(CTRL_G).await;
    terminal.until_shown("❯ first").await;
    std::fs::write(terminal.home().join("edit.sh"), editor("second")).unwrap();
    terminal.keys(CTRL_G).await;
    terminal
        .until_shown("edit.sh changed: look at it, `cca-tui config --trust`, then try again")
        .await;
    terminal.until_shown("❯ first").await;
    terminal.beside(&["config", "--trust", "--yes"]);
    terminal.keys(CTRL_G).await;
    terminal.until_shown("❯ second").await;
    assert_eq!(terminal.quit().await.0, Some(0));
}

/// What ends the program ends the editor too, and the terminal is given back.
#[tokio::test]
async fn a_signal_ends_the_program_and_the_editor_it_lent_the_terminal_to() {
    let editor = "#!/bin/sh\necho $$ > \"$HOME/pid\"\necho the editor is here\nexec sleep 60\n";
    let mut terminal = Start::with(&["demo", "playground"])
        .file("editor.sh", editor)
        .env("EDITOR", "sh editor.sh")
        .open(30, 100);
    terminal.until_idle(&[]).await;
    terminal.keys(CTRL_G).await;
    terminal.until_shown("the editor is here").await;
    let pid = std::fs::read_to_string(terminal.home().join("pid")).unwrap();
    let pid = nix::unistd::Pid::from_raw(pid.trim().parse().unwrap());
    // A key that interrupts is the editor's business: nothing happens to us.
    terminal.signal(nix::sys::signal::Signal::SIGINT);
    terminal.signal(nix::sys::signal::Signal::SIGTERM);
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(143));
    assert!(crate::screen::restored(&raw));
    assert!(
        nix::sys::signal::kill(pid, None).is_err(),
        "the editor is gone"
    );
}

//! The terminal is given back, whatever ends or stops the program; accidents are told and logged.

use super::demo;
use crate::screen::{Start, restored, until_so};
use nix::sys::signal::Signal;

#[tokio::test]
async fn a_program_that_is_ended_by_a_signal_gives_the_terminal_back() {
    for (signal, code) in [
        (Signal::SIGTERM, 143),
        (Signal::SIGHUP, 129),
        (Signal::SIGINT, 130),
    ] {
        let mut terminal = demo(30, 100);
        terminal.until_shown("idle").await;
        terminal.signal(signal);
        let (ended, raw) = terminal.end().await;
        assert_eq!(ended, Some(code), "{signal}");
        assert!(restored(&raw), "{signal}");
    }
}

fn log(home: &std::path::Path) -> String {
    let file = home.join(".local/state/cca-tui/log/cca-tui.log");
    std::fs::read_to_string(file).unwrap_or_default()
}

#[tokio::test]
async fn a_panic_of_the_screen_gives_the_terminal_back_and_then_tells() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().join("state");
    let terminal = Start::with(&["demo", "playground"])
        .env("CCA_REHEARSE", "panic")
        .env("XDG_STATE_HOME", state.to_str().unwrap())
        .open(30, 100);
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(101));
    assert!(restored(&raw));
    let text = String::from_utf8_lossy(&raw);
    let (_, after) = text.rsplit_once("\u{1b}[?1049l").unwrap();
    assert!(
        after.contains("rehearsed on the screen's thread"),
        "{after}"
    );
    assert!(after.contains("The log has more:"), "{after}");
    let log = std::fs::read_to_string(state.join("cca-tui/log/cca-tui.log")).unwrap();
    assert!(log.contains("rehearsed on the screen's thread"), "{log}");
}

#[tokio::test]
async fn a_panic_of_a_task_is_logged_and_the_screen_lives() {
    let mut terminal = Start::with(&["demo", "playground"])
        .env("CCA_REHEARSE", "task")
        .open(30, 100);
    terminal.until_shown("idle").await;
    terminal.keys("still here").await;
    terminal.until_shown("still here").await;
    assert!(
        !terminal.text().contains("rehearsed"),
        "{}",
        terminal.text()
    );
    terminal.keys("\u{3}").await;
    terminal.until_shown("once more quits").await;
    let home = terminal.home().to_owned();
    terminal.keys("\u{3}").await;
    // What is left is read while the home is still there.
    terminal.until_gone().await;
    assert!(log(&home).contains("rehearsed in a task"), "{}", log(&home));
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(0));
    assert!(restored(&raw));
}

/// A shell with job control stops it, has the terminal meanwhile, and lets it go on.
#[tokio::test]
async fn a_suspended_program_gives_the_terminal_to_the_shell_and_takes_it_again() {
    let mut terminal = Start::with(&["-i"])
        .program("/bin/sh")
        .env("PS1", "shell> ")
        .open(30, 100);
    terminal.until_shown("shell> ").await;
    let line = format!("{} demo playground\r", env!("CARGO_BIN_EXE_cca-tui"));
    terminal.keys(&line).await;
    terminal.until_shown("idle").await;
    terminal.keys("half a prompt").await;
    terminal.until_shown("half a prompt").await;
    terminal.keys("\u{1a}").await;
    terminal
        .until("the shell's screen", |screen| {
            !screen.alternate_screen() && screen.contents().contains("Stopped")
        })
        .await;
    // What is typed now is the shell's.
    terminal.keys("echo from-$((40+2))\r").await;
    terminal.until_shown("from-42").await;
    terminal.resize(24, 80);
    terminal.keys("fg\r").await;
    terminal
        .until("the screen again", |screen| {
            screen.alternate_screen() && screen.contents().contains("half a prompt")
        })
        .await;
    assert!(!terminal.text().contains("from-42"));
    terminal.keys(" more").await;
    terminal.until_shown("half a prompt more").await;
    terminal.keys("\u{3}").await;
    terminal.until_shown("once more quits").await;
    terminal.keys("\u{3}").await;
    terminal
        .until("the shell again", |screen| !screen.alternate_screen())
        .await;
}

/// Stopped from outside, it has no chance to give the terminal back; going on, it draws everything again.
#[tokio::test]
async fn a_program_that_was_stopped_from_outside_draws_everything_again() {
    let mut terminal = demo(30, 100);
    terminal.until_shown("idle").await;
    terminal.signal(Signal::SIGSTOP);
    // Somebody else wrote over it.
    terminal.parser.process(b"\x1b[2J\x1b[Hgarbage");
    terminal.signal(Signal::SIGCONT);
    terminal
        .until("the whole screen", |screen| {
            let text = screen.contents();
            text.contains("idle") && text.contains("Conversation") && !text.contains("garbage")
        })
        .await;
}

/// The folders of demos below this home.
fn projects(home: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(home.join(".tmp")).unwrap().flatten();
    let ours = |path: &std::path::PathBuf| path.to_string_lossy().contains("cca-demo-");
    entries.map(|entry| entry.path()).filter(ours).collect()
}

#[tokio::test]
async fn what_a_killed_demo_leaves_behind_is_removed_by_the_next_one() {
    let home = tempfile::tempdir().unwrap();
    let open = || Start::at(home.path(), &["demo", "playground"]).open(30, 100);
    let mut killed = open();
    killed.until_shown("idle").await;
    killed.signal(Signal::SIGKILL);
    killed.until_gone().await;
    let left = projects(home.path());
    assert_eq!(left.len(), 1, "a killed program removes nothing");
    // As if it had been some time ago.
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_hours(1);
    let folder = std::fs::File::open(&left[0]).unwrap();
    folder.set_modified(long_ago).unwrap();
    drop(folder);
    let mut next = open();
    next.until_shown("idle").await;
    // It is done beside everything else, some time after the first frame.
    until_so("what was left is gone", || !left[0].exists()).await;
    let its_own = projects(home.path());
    assert_eq!(its_own.len(), 1);
    // One that is in use stays, however old it is.
    let folder = std::fs::File::open(&its_own[0]).unwrap();
    folder.set_modified(long_ago).unwrap();
    drop(folder);
    std::fs::create_dir(&left[0]).unwrap();
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(&left[0], private).unwrap();
    let folder = std::fs::File::open(&left[0]).unwrap();
    folder.set_modified(long_ago).unwrap();
    drop(folder);
    let mut third = open();
    third.until_shown("idle").await;
    until_so("the other one is gone", || !left[0].exists()).await;
    third.quit().await;
    assert!(its_own[0].exists());
    next.signal(Signal::SIGTERM);
    next.until_gone().await;
    assert_eq!(projects(home.path()), Vec::<std::path::PathBuf>::new());
}

//! What the screen makes of the terminal it finds: its colours, its letters, its clipboard. And what it remembers of itself.

use super::playground;
use crate::screen::{ENTER, ESC, Start, Terminal};
use std::os::unix::fs::PermissionsExt as _;

/// Whether a cell anywhere on the screen is like this.
fn any(screen: &vt100::Screen, fits: impl Fn(&vt100::Cell) -> bool) -> bool {
    let (rows, columns) = screen.size();
    let cells = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
    let mut cells = cells.filter_map(|(row, column)| screen.cell(row, column));
    cells.any(fits)
}

fn colours(cell: &vt100::Cell) -> [vt100::Color; 2] {
    [cell.fgcolor(), cell.bgcolor()]
}

/// A change that waits, in this environment.
async fn changing(environment: &[(&str, &str)]) -> Terminal {
    let mut start = Start::with(&["demo", "playground", "--theme", "dark"]);
    for (name, value) in environment {
        start = start.env(name, value);
    }
    let mut terminal = start.open(30, 100);
    terminal.until_shown("idle").await;
    terminal.send("edit").await;
    terminal.until_shown("to answer it").await;
    terminal
}

#[tokio::test]
async fn colours_are_those_that_the_terminal_has() {
    use vt100::Color::{Default, Idx, Rgb};
    let rgb = |cell: &vt100::Cell| colours(cell).iter().any(|one| matches!(one, Rgb(..)));
    let high = |cell: &vt100::Cell| colours(cell).iter().any(|one| matches!(one, Idx(16..)));
    let some = |cell: &vt100::Cell| colours(cell).iter().any(|one| *one != Default);
    // Text in a colour that is none of the greys.
    let hue = |cell: &vt100::Cell| matches!(cell.fgcolor(), Idx(1..=6 | 9..=14));

    let full = changing(&[("COLORTERM", "truecolor")]).await;
    assert!(any(full.parser.screen(), rgb));
    let indexed = changing(&[("TERM", "xterm-256color")]).await;
    let screen = indexed.parser.screen();
    assert!(!any(screen, rgb) && any(screen, high));
    for term in ["xterm", "linux"] {
        let sixteen = changing(&[("TERM", term)]).await;
        let screen = sixteen.parser.screen();
        assert!(!any(screen, rgb) && !any(screen, high), "{term}");
        assert!(any(screen, hue), "{term}: all of it is grey");
    }
    let none = changing(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]).await;
    assert!(!any(none.parser.screen(), some));
}

#[tokio::test]
async fn a_locale_without_letters_gets_ascii_alone() {
    let terminal = changing(&[("LANG", "C")]).await;
    let shown = terminal.text();
    assert!(shown.is_ascii(), "{shown}");
    assert!(shown.contains("! waiting_permission"), "{shown}");
}

/// Copies the prompt, and waits for what is said of it.
async fn copied(mut terminal: Terminal, said: &str) -> Terminal {
    terminal.send("15 + 27").await;
    terminal.until_idle(&["done •"]).await;
    terminal.keys(ESC).await;
    terminal.until_shown("i: type a prompt").await;
    terminal.keys("gy").await;
    terminal.until_shown(said).await;
    terminal
}

#[tokio::test]
async fn a_copy_goes_where_it_is_said_to_go() {
    let start = || Start::with(&["demo", "playground"]);
    let file = |terminal: &Terminal| terminal.home().join(".local/state/cca-tui/clipboard.txt");

    // Over ssh the terminal is asked.
    let mut remote = start().env("SSH_TTY", "/dev/pts/9").open(30, 120);
    remote.until_idle(&[]).await;
    let remote = copied(remote, "terminal's clipboard (OSC 52)").await;
    let raw = String::from_utf8_lossy(&remote.raw).into_owned();
    assert!(raw.contains("\u{1b}]52;c;MTUgKyAyNw=="));
    assert!(!file(&remote).exists());

    // Nowhere else to go: a file for nobody but oneself.
    let mut alone = start().open(30, 120);
    alone.until_idle(&[]).await;
    let alone = copied(alone, "no clipboard here").await;
    let path = file(&alone);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "15 + 27");
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(!String::from_utf8_lossy(&alone.raw).contains("\u{1b}]52;"));
}

/// tmux drops what a program inside of it sends to the terminal's clipboard, as it comes from the box: it is given the text.
#[tokio::test]
async fn in_tmux_a_copy_is_given_to_tmux() {
    for (takes, said) in [
        ("[ \"$2\" = -w ]", "tmux hands it on"),
        ("[ \"$2\" = - ]", "into tmux's buffer"),
        ("false", "no clipboard here"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let own = home.path().join("bin");
        std::fs::create_dir_all(&own).unwrap();
        let program = own.join("tmux");
        let script = format!("#!/bin/sh\n{takes} || exit 1\ncat > \"$HOME/buffer\"\n");
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:/usr/bin:/bin", own.display());
        let mut terminal = Start::at(home.path(), &["demo", "playground"])
            .env("TMUX", "/tmp/nobody,1,0")
            .env("PATH", &path)
            .open(30, 120);
        terminal.until_idle(&[]).await;
        let terminal = copied(terminal, said).await;
        let buffer = std::fs::read_to_string(terminal.home().join("buffer"));
        let expected = (takes != "false").then(|| "15 + 27".to_owned());
        assert_eq!(buffer.ok(), expected, "{takes}");
    }
}

/// The pane that fills the screen, and how wide the column is, are as they were at the next start.
#[tokio::test]
async fn zoom_and_width_are_remembered() {
    let home = tempfile::tempdir().unwrap();
    // A demo does not begin with what was looked at elsewhere, so this is a CLI of its own.
    let cli = super::recorded::cli(home.path());
    let start = || Start::at(home.path(), &["--cli", &cli]).open(30, 100);
    let border = |terminal: &Terminal| {
        let shown = terminal.text();
        let line = shown.lines().nth(1).unwrap_or_default().to_owned();
        line.chars().position(|letter| letter == '╮')
    };
    let mut terminal = start();
    terminal.until_idle(&[]).await;
    let usual = border(&terminal);
    terminal.keys(ESC).await;
    terminal.until_shown("i: type a prompt").await;
    terminal.keys(">").await;
    terminal
        .until("a wider column", |screen| {
            let shown = screen.contents();
            let line = shown.lines().nth(1).unwrap_or_default().to_owned();
            line.chars().position(|letter| letter == '╮') < usual
        })
        .await;
    let wider = border(&terminal);
    assert_eq!(terminal.quit().await.0, Some(0));
    let mut terminal = start();
    terminal.until_idle(&["Conversation ─"]).await;
    assert_eq!(border(&terminal), wider);
    terminal.keys(ESC).await;
    terminal.until_shown("i: type a prompt").await;
    terminal.keys("1z").await;
    terminal.until_shown("8 Traffic").await;
    assert_eq!(terminal.quit().await.0, Some(0));
    let mut terminal = start();
    terminal.until_idle(&["1 Conversation 2 State"]).await;
}

/// The screen after a size that nothing can be shown in, in the middle of an answer: the answer goes on and is all there.
#[tokio::test]
async fn an_answer_goes_on_through_every_size() {
    let mut terminal = playground().await;
    terminal.keys("slowly please").await;
    terminal.keys(ENTER).await;
    terminal
        .until_state("● running", &["This answer comes"])
        .await;
    for (rows, columns) in [(3, 10), (50, 200), (1, 1), (10, 40), (3, 10), (30, 100)] {
        terminal.resize(rows, columns);
    }
    terminal
        .until("the end of it", |screen| {
            screen.contents().contains("it ends here")
        })
        .await;
    terminal.until_idle(&["Prompt ─"]).await;
}

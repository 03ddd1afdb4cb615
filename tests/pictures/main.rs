//! Makes the pictures of the README: the program in a real terminal, played by a script, drawn as SVG.
//!
//! `cargo test --test pictures` writes them to `assets/screen`. Nothing in them is painted by hand, so they are as true as
//! the day they were made.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a picture that cannot be made says so by failing"
)]

mod svg;

use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// The program in a terminal.
struct Terminal {
    pty: pty_process::Pty,
    _child: tokio::process::Child,
    parser: vt100::Parser,
    _home: tempfile::TempDir,
}

impl Terminal {
    fn open(columns: u16, rows: u16, arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let (pty, pts) = pty_process::open().unwrap();
        pty.resize(pty_process::Size::new(rows, columns)).unwrap();
        let child = pty_process::Command::new(env!("CARGO_BIN_EXE_cca-tui"))
            .args(arguments)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", home.path())
            .env("TERM", "xterm-256color")
            .env("COLORTERM", "truecolor")
            .env("LANG", "C.UTF-8")
            .current_dir(home.path())
            .kill_on_drop(true)
            .spawn(pts)
            .unwrap();
        Self {
            pty,
            _child: child,
            parser: vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0),
            _home: home,
        }
    }

    /// Reads until this is on the screen.
    async fn until(&mut self, text: &str) {
        let reading = async {
            let mut buffer = vec![0; 16 * 1024];
            while !self.parser.screen().contents().contains(text) {
                let count = self.pty.read(&mut buffer).await.unwrap_or(0);
                assert!(count > 0, "it ended before: {text}");
                self.parser.process(&buffer[..count]);
            }
        };
        let late = tokio::time::timeout(PATIENCE, reading).await.is_err();
        let shown = self.parser.screen().contents();
        assert!(!late, "never came: {text}\n{shown}");
    }

    /// Reads until nothing has come for a while: a picture of a screen at rest.
    async fn at_rest(&mut self) {
        let mut buffer = vec![0; 16 * 1024];
        let quiet = Duration::from_millis(700);
        for _ in 0..40 {
            match tokio::time::timeout(quiet, self.pty.read(&mut buffer)).await {
                Ok(Ok(count @ 1..)) => self.parser.process(&buffer[..count]),
                _ => return,
            }
        }
    }

    async fn keys(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).await.unwrap();
    }

    fn save(&self, name: &str) {
        let path = folder().join(format!("{name}.svg"));
        std::fs::write(&path, svg::drawn(self.parser.screen())).unwrap();
        println!("{}", path.strip_prefix(root()).unwrap().display());
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder() -> PathBuf {
    root().join("assets/screen")
}

const ENTER: &str = "\r";
const ESC: &str = "\u{1b}";
const TO_REQUEST: &str = "\u{12}";

/// Goes on with the tour, once what the stop before says is there.
async fn next(terminal: &mut Terminal, said: &str) {
    terminal.until(said).await;
    terminal.until("idle").await;
    terminal.keys("next").await;
    terminal.keys(ENTER).await;
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    std::fs::create_dir_all(folder()).unwrap();
    permission().await;
    wide().await;
    question().await;
    narrow().await;
}

/// A change that waits for a person, with its diff.
async fn permission() {
    let mut terminal = Terminal::open(110, 34, &["demo", "--theme", "dark"]);
    next(&mut terminal, "1 of 15").await;
    next(&mut terminal, "2 of 15").await;
    next(&mut terminal, "42").await;
    terminal.until("needs you").await;
    terminal.keys(TO_REQUEST).await;
    terminal.at_rest().await;
    terminal.save("permission");
}

/// Everything at once.
async fn wide() {
    let mut terminal = Terminal::open(160, 44, &["demo", "playground", "--theme", "dark"]);
    terminal.until("idle").await;
    let turns = [
        ("explain", "Unicode is fine"),
        ("add 15 and 27", "= 42"),
        ("list files", "needs you"),
    ];
    for (prompt, answer) in turns {
        terminal.until("idle").await;
        terminal.keys(prompt).await;
        terminal.keys(ENTER).await;
        terminal.until(answer).await;
    }
    terminal.keys(TO_REQUEST).await;
    terminal.at_rest().await;
    terminal.save("wide");
}

/// A question of the agent as a form.
async fn question() {
    let mut terminal = Terminal::open(110, 34, &["demo", "playground", "--theme", "light"]);
    terminal.until("idle").await;
    terminal.keys("ask me something").await;
    terminal.keys(ENTER).await;
    terminal.until("needs you").await;
    terminal.keys(TO_REQUEST).await;
    terminal.at_rest().await;
    terminal.save("question");
}

/// The smallest terminal, and what can be done.
async fn narrow() {
    let mut terminal = Terminal::open(60, 20, &["demo", "playground"]);
    terminal.until("idle").await;
    terminal.keys("add 15 and 27").await;
    terminal.keys(ENTER).await;
    terminal.until("42").await;
    terminal.keys(ESC).await;
    terminal.at_rest().await;
    terminal.keys(":").await;
    terminal.at_rest().await;
    terminal.save("palette");
}

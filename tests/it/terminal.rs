//! The screen in a real terminal: the program in a pty, its output through a terminal emulator. Waits on what is shown.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on says so by failing"
)]

use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// How long anything may take. Generous: it only matters when something is wrong.
const PATIENCE: Duration = Duration::from_mins(1);

struct Terminal {
    pty: pty_process::Pty,
    child: tokio::process::Child,
    parser: vt100::Parser,
    raw: Vec<u8>,
    _home: Arc<tempfile::TempDir>,
}

impl Terminal {
    fn demo(rows: u16, columns: u16) -> Self {
        Self::demo_at(Arc::new(tempfile::tempdir().unwrap()), rows, columns)
    }

    /// The same where somebody has been before.
    fn demo_at(home: Arc<tempfile::TempDir>, rows: u16, columns: u16) -> Self {
        let (pty, pts) = pty_process::open().unwrap();
        pty.resize(pty_process::Size::new(rows, columns)).unwrap();
        let command = pty_process::Command::new(env!("CARGO_BIN_EXE_cca-tui"))
            .arg("demo")
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", home.path())
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .current_dir(home.path())
            .kill_on_drop(true);
        let child = command.spawn(pts).unwrap();
        Self {
            pty,
            child,
            parser: vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0),
            raw: Vec::new(),
            _home: home,
        }
    }

    fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Reads until the screen fits, or the program is gone.
    async fn until(&mut self, what: &str, fits: impl Fn(&vt100::Screen) -> bool) {
        let reading = async {
            let mut buffer = vec![0; 16 * 1024];
            while !fits(self.parser.screen()) {
                match self.pty.read(&mut buffer).await {
                    Ok(0) | Err(_) => break,
                    Ok(count) => {
                        self.parser.process(&buffer[..count]);
                        self.raw.extend_from_slice(&buffer[..count]);
                    }
                }
            }
        };
        let late = tokio::time::timeout(PATIENCE, reading).await.is_err();
        assert!(!late, "never came: {what}\n{}", self.text());
        assert!(
            fits(self.parser.screen()),
            "it ended before: {what}\n{}",
            self.text()
        );
    }

    async fn until_shown(&mut self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text))
            .await;
    }

    async fn keys(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).await.unwrap();
    }

    /// Reads what is left and gives the exit code.
    async fn end(mut self) -> (Option<i32>, Vec<u8>) {
        let ending = async {
            let mut buffer = vec![0; 16 * 1024];
            while let Ok(count @ 1..) = self.pty.read(&mut buffer).await {
                self.raw.extend_from_slice(&buffer[..count]);
            }
            self.child.wait().await.unwrap().code()
        };
        let code = tokio::time::timeout(PATIENCE, ending)
            .await
            .expect("it ends");
        (code, self.raw)
    }
}

/// Whether the title of the request stands out.
fn armed(screen: &vt100::Screen) -> bool {
    let (rows, columns) = screen.size();
    let title = |row: &u16| {
        let text: String = screen
            .rows(0, columns.get())
            .nth(usize::from(*row))
            .unwrap_or_default();
        text.contains("asks for permission")
    };
    let row = (0..rows.get()).find(title);
    let cell = row.and_then(|row| screen.cell(row, 4));
    cell.is_some_and(|cell| cell.fgcolor() == vt100::Color::Idx(3))
}

fn restored(raw: &[u8]) -> bool {
    let text = String::from_utf8_lossy(raw);
    let last = |on: &str, off: &str| text.rfind(off) > text.rfind(on);
    last("\u{1b}[?1049h", "\u{1b}[?1049l") && last("\u{1b}[?2004h", "\u{1b}[?2004l")
}

/// Types a prompt, answers the request it leads to by key, sees the end of the turn, and quits.
#[tokio::test]
async fn a_prompt_is_typed_a_request_is_approved_and_the_terminal_is_given_back() {
    let mut terminal = Terminal::demo(30, 100);
    terminal.until_shown("idle").await;
    terminal.keys("list files\r").await;
    terminal.until_shown("1 needs you").await;
    terminal.keys("\u{12}").await;
    terminal.until_shown("Allow once").await;
    // The frame of a request tells when it can be answered: keys in flight must not decide it.
    terminal.until("an armed request", armed).await;
    terminal.keys("y").await;
    terminal.until_shown("turn over: success").await;
    terminal.keys("\u{3}").await;
    terminal.until_shown("once more to quit").await;
    terminal.keys("\u{3}").await;
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(0));
    assert!(restored(&raw));
}

#[tokio::test]
async fn it_is_resized_to_next_to_nothing_and_back() {
    let mut terminal = Terminal::demo(30, 100);
    terminal.until_shown("Conversation").await;
    for (rows, columns, shown) in [
        (3, 10, "needs 40x1"),
        (20, 60, "1 Conversation"),
        (48, 160, "Pending"),
    ] {
        terminal
            .pty
            .resize(pty_process::Size::new(rows, columns))
            .unwrap();
        terminal
            .parser
            .screen_mut()
            .set_size(rows.try_into().unwrap(), columns.try_into().unwrap());
        terminal.until_shown(shown).await;
    }
}

#[tokio::test]
async fn a_program_that_is_terminated_gives_the_terminal_back() {
    let mut terminal = Terminal::demo(30, 100);
    terminal.until_shown("idle").await;
    let pid = i32::try_from(terminal.child.id().unwrap()).unwrap();
    nix::sys::signal::kill(
        nix::unistd::Pid::from_raw(pid),
        nix::sys::signal::Signal::SIGTERM,
    )
    .unwrap();
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(143));
    assert!(restored(&raw));
}

/// A paste and some words are typed and not sent; the program is ended, and started again.
#[tokio::test]
async fn what_was_being_typed_is_back_after_the_program_was_ended() {
    let home = Arc::new(tempfile::tempdir().unwrap());
    let mut terminal = Terminal::demo_at(Arc::clone(&home), 30, 100);
    terminal.until_shown("idle").await;
    terminal
        .keys("look: \u{1b}[200~1\r2\r3\r4\r5\r6\r7\r8\r9\r10\u{1b}[201~ please")
        .await;
    terminal
        .until_shown("look: [paste 1: 10 lines] please")
        .await;
    let pid = i32::try_from(terminal.child.id().unwrap()).unwrap();
    let pid = nix::unistd::Pid::from_raw(pid);
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).unwrap();
    terminal.end().await;
    let mut terminal = Terminal::demo_at(home, 30, 100);
    terminal.until_shown("your draft of before is back").await;
    terminal
        .until_shown("look: [paste 1: 10 lines] please")
        .await;
    // Sent, it is the whole text, and no draft any more but a prompt of before.
    terminal.until_shown("idle").await;
    terminal.keys("\r").await;
    terminal.until_shown("10 please").await;
}

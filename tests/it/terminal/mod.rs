//! The screen in a real terminal: the program in a pty, its output through a terminal emulator. Waits on what is shown.
//!
//! [`Terminal`] is what every test here uses; each subject has a file of its own.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on says so by failing"
)]

mod recorded;
mod replay;
mod signals;
mod starting;
mod turn;

use nix::sys::signal::Signal;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// How long anything may take. Generous: it only matters when something is wrong.
const PATIENCE: Duration = Duration::from_mins(1);

/// How a program is started in a terminal.
struct Start {
    program: String,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    home: tempfile::TempDir,
}

impl Start {
    /// With these arguments, in a home of its own.
    fn with(arguments: &[&str]) -> Self {
        Self {
            program: env!("CARGO_BIN_EXE_cca-tui").to_owned(),
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            environment: Vec::new(),
            home: tempfile::tempdir().unwrap(),
        }
    }

    /// Another program in its place.
    fn program(mut self, program: &str) -> Self {
        program.clone_into(&mut self.program);
        self
    }

    /// With a variable more.
    fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With a file in its home.
    fn file(self, path: &str, text: &str) -> Self {
        let path = self.home.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// In a terminal of this size.
    fn open(self, rows: u16, columns: u16) -> Terminal {
        let home = self.home;
        let (pty, pts) = pty_process::open().unwrap();
        pty.resize(pty_process::Size::new(rows, columns)).unwrap();
        let mut command = pty_process::Command::new(self.program)
            .args(self.arguments)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", home.path())
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .current_dir(home.path())
            .kill_on_drop(true);
        for (name, value) in self.environment {
            command = command.env(name, value);
        }
        let child = command.spawn(pts).unwrap();
        Terminal {
            pty,
            child,
            parser: vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0),
            raw: Vec::new(),
            home,
        }
    }
}

struct Terminal {
    pty: pty_process::Pty,
    child: tokio::process::Child,
    parser: vt100::Parser,
    raw: Vec<u8>,
    home: tempfile::TempDir,
}

impl Terminal {
    fn demo(rows: u16, columns: u16) -> Self {
        Start::with(&["demo"]).open(rows, columns)
    }

    /// Its home, which is where it was started too.
    fn home(&self) -> &Path {
        self.home.path()
    }

    fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.child.id().unwrap()).unwrap();
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), signal).unwrap();
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

    /// Reads until the program is gone.
    async fn until_gone(&mut self) {
        let reading = async {
            let mut buffer = vec![0; 16 * 1024];
            while let Ok(count @ 1..) = self.pty.read(&mut buffer).await {
                self.raw.extend_from_slice(&buffer[..count]);
            }
            self.child.wait().await.unwrap();
        };
        let late = tokio::time::timeout(PATIENCE, reading).await.is_err();
        assert!(!late, "it does not end\n{}", self.text());
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

/// Whether the alternate screen and the paste mode were left last.
fn restored(raw: &[u8]) -> bool {
    let text = String::from_utf8_lossy(raw);
    let last = |on: &str, off: &str| text.rfind(off) > text.rfind(on);
    last("\u{1b}[?1049h", "\u{1b}[?1049l") && last("\u{1b}[?2004h", "\u{1b}[?2004l")
}

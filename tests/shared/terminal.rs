//! The program in a real terminal: a pty, and a terminal emulator that reads what it writes.
//! Owns: starting it, typing at it, waiting for what it shows. Does not own: what a test expects of it.
//!
//! Nothing here sleeps: whatever is waited for is a condition on the screen, with a bound that only matters when something
//! is wrong.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "each includer uses its own part, and what cannot go on says so by failing"
)]

use nix::sys::signal::Signal;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// How long anything may take. Generous: it only matters when something is wrong.
const PATIENCE: Duration = Duration::from_mins(1);

pub const ENTER: &str = "\r";
pub const ESC: &str = "\u{1b}";
pub const CTRL_C: &str = "\u{3}";
pub const CTRL_G: &str = "\u{7}";
pub const CTRL_P: &str = "\u{10}";
pub const CTRL_R: &str = "\u{12}";
pub const CTRL_U: &str = "\u{15}";
pub const CTRL_Z: &str = "\u{1a}";
pub const DOWN: &str = "\u{1b}[B";
pub const F2: &str = "\u{1b}OQ";
pub const F5: &str = "\u{1b}[15~";
pub const F6: &str = "\u{1b}[17~";
pub const F9: &str = "\u{1b}[20~";

/// How a program is started in a terminal.
pub struct Start {
    program: String,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    home: PathBuf,
    kept: Option<tempfile::TempDir>,
}

impl Start {
    /// With these arguments, in a home of its own.
    pub fn with(arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut start = Self::at(home.path(), arguments);
        start.kept = Some(home);
        start
    }

    /// With these arguments, in a home that somebody else keeps.
    pub fn at(home: &Path, arguments: &[&str]) -> Self {
        // What a killed program leaves behind goes with its home.
        let temporary = home.join(".tmp");
        std::fs::create_dir_all(&temporary).unwrap();
        Self {
            program: env!("CARGO_BIN_EXE_cca-tui").to_owned(),
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            environment: Vec::new(),
            home: home.to_owned(),
            kept: None,
        }
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", home.to_str().unwrap())
        .env("TMPDIR", temporary.to_str().unwrap())
        .env("TERM", "xterm-256color")
        .env("LANG", "C.UTF-8")
    }

    /// Another program in its place.
    pub fn program(mut self, program: &str) -> Self {
        program.clone_into(&mut self.program);
        self
    }

    /// With other arguments.
    pub fn arguments(mut self, arguments: &[&str]) -> Self {
        self.arguments = arguments.iter().map(|word| (*word).to_owned()).collect();
        self
    }

    /// With a variable more, or another value for one.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.retain(|(known, _)| known != name);
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With a file in its home.
    pub fn file(self, path: &str, text: &str) -> Self {
        let path = self.home.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// After the program has done this, in the same place and without a terminal.
    pub fn after(self, arguments: &[&str]) -> Self {
        succeeds(&self.home, &self.environment, arguments);
        self
    }

    /// In a terminal of this size.
    pub fn open(self, rows: u16, columns: u16) -> Terminal {
        let (pty, pts) = pty_process::open().unwrap();
        pty.resize(pty_process::Size::new(rows, columns)).unwrap();
        let command = pty_process::Command::new(self.program)
            .args(self.arguments)
            .env_clear()
            .envs(self.environment.clone())
            .current_dir(&self.home)
            .kill_on_drop(true);
        let child = command.spawn(pts).unwrap();
        Terminal {
            pty,
            child,
            parser: vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0),
            raw: Vec::new(),
            environment: self.environment,
            home: self.home,
            _kept: self.kept,
        }
    }
}

/// Our program does this and ends well.
fn succeeds(home: &Path, environment: &[(String, String)], arguments: &[&str]) {
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(arguments)
        .env_clear()
        .envs(environment.iter().cloned())
        .current_dir(home)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert!(ran.status.success(), "{arguments:?}: {ran:?}");
}

/// A program in a terminal. It is killed when dropped.
pub struct Terminal {
    pty: pty_process::Pty,
    child: tokio::process::Child,
    /// What is on the screen.
    pub parser: vt100::Parser,
    /// Every byte that was written.
    pub raw: Vec<u8>,
    environment: Vec<(String, String)>,
    home: PathBuf,
    _kept: Option<tempfile::TempDir>,
}

impl Terminal {
    /// Its home, which is where it was started too.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Does this with our program in the same place, while this one runs.
    pub fn beside(&self, arguments: &[&str]) {
        succeeds(&self.home, &self.environment, arguments);
    }

    /// The id of the program's process.
    pub fn pid(&self) -> u32 {
        self.child.id().unwrap()
    }

    pub fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.pid()).unwrap();
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), signal).unwrap();
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, rows: u16, columns: u16) {
        self.pty
            .resize(pty_process::Size::new(rows, columns))
            .unwrap();
        self.parser
            .screen_mut()
            .set_size(rows.try_into().unwrap(), columns.try_into().unwrap());
    }

    pub fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Reads until the screen fits, or the program is gone.
    pub async fn until(&mut self, what: &str, fits: impl Fn(&vt100::Screen) -> bool) {
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

    pub async fn until_shown(&mut self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text))
            .await;
    }

    /// Reads until all of this is there at once.
    pub async fn until_all(&mut self, texts: &[&str]) {
        self.until(&texts.join(" + "), |screen| {
            let shown = screen.contents();
            texts.iter().all(|text| shown.contains(text))
        })
        .await;
    }

    /// Reads until the first line says that it stands like this, and all of the rest is there at once.
    pub async fn until_state(&mut self, state: &str, texts: &[&str]) {
        let what = format!("{state}: {}", texts.join(" + "));
        self.until(&what, |screen| {
            let shown = screen.contents();
            let first = shown.lines().next().unwrap_or_default();
            first.contains(state) && texts.iter().all(|text| shown.contains(text))
        })
        .await;
    }

    /// Reads until nothing runs, and all of this is there at once.
    pub async fn until_idle(&mut self, texts: &[&str]) {
        self.until_state("○ idle", texts).await;
    }

    /// Reads until this is no longer there.
    pub async fn until_not(&mut self, text: &str) {
        self.until(&format!("the end of {text}"), |screen| {
            !screen.contents().contains(text)
        })
        .await;
    }

    /// Reads until nothing has come for this long: for pictures of a screen at rest, not for tests.
    pub async fn at_rest(&mut self, quiet: Duration) {
        let mut buffer = vec![0; 16 * 1024];
        for _ in 0..40 {
            match tokio::time::timeout(quiet, self.pty.read(&mut buffer)).await {
                Ok(Ok(count @ 1..)) => self.parser.process(&buffer[..count]),
                _ => return,
            }
        }
    }

    pub async fn keys(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).await.unwrap();
    }

    /// Pastes, as a terminal does.
    pub async fn paste(&mut self, text: &str) {
        self.keys(&format!("\u{1b}[200~{text}\u{1b}[201~")).await;
    }

    /// Pastes a prompt into the composer and sends it.
    pub async fn send(&mut self, prompt: &str) {
        self.paste(prompt).await;
        self.keys(ENTER).await;
    }

    /// Waits for a request, goes to it, and waits until it can be answered: its frame tells that, for keys in flight must
    /// not decide it.
    pub async fn request(&mut self) {
        self.until_shown("to answer it").await;
        self.keys(CTRL_R).await;
        self.until_armed().await;
    }

    /// Reads until the request that has the focus can be answered.
    pub async fn until_armed(&mut self) {
        self.until("a request that can be answered", |screen| {
            armed(screen) && !screen.contents().contains("to answer it")
        })
        .await;
    }

    /// Quits by two keys while nothing runs; gives the exit code and what was printed on the terminal afterwards.
    pub async fn quit(mut self) -> (Option<i32>, String) {
        self.keys(CTRL_C).await;
        self.until_shown("once more quits").await;
        self.keys(CTRL_C).await;
        let (code, raw) = self.end().await;
        assert!(restored(&raw));
        let text = String::from_utf8_lossy(&raw).into_owned();
        let (_, after) = text.rsplit_once("\u{1b}[?1049l").unwrap();
        (code, after.to_owned())
    }

    /// Reads until the program is gone; gives its exit code.
    pub async fn until_gone(&mut self) -> Option<i32> {
        let reading = async {
            let mut buffer = vec![0; 16 * 1024];
            while let Ok(count @ 1..) = self.pty.read(&mut buffer).await {
                self.raw.extend_from_slice(&buffer[..count]);
            }
            self.child.wait().await.unwrap().code()
        };
        let ended = tokio::time::timeout(PATIENCE, reading).await;
        assert!(ended.is_ok(), "it does not end\n{}", self.text());
        ended.unwrap()
    }

    /// Reads what is left and gives the exit code, and every byte that was written.
    pub async fn end(mut self) -> (Option<i32>, Vec<u8>) {
        let code = self.until_gone().await;
        (code, self.raw)
    }
}

/// Waits until something outside of the screen is so.
pub async fn until_so(what: &str, is_so: impl Fn() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    };
    let late = tokio::time::timeout(PATIENCE, waiting).await.is_err();
    assert!(!late, "never came: {what}");
}

/// Whether the frame of a request says that it can be answered. Nothing but a request has a frame of double lines.
fn armed(screen: &vt100::Screen) -> bool {
    let (rows, _) = screen.size();
    let corner = |row: &u16| {
        let cell = screen.cell(*row, 0);
        cell.is_some_and(|cell| cell.contents() == "╔")
    };
    let corner = (0..rows.get()).find(corner);
    let cell = corner.and_then(|row| screen.cell(row, 0));
    cell.is_some_and(|cell| cell.fgcolor() == vt100::Color::Idx(3))
}

/// Whether the alternate screen and the paste mode were left last, and the cursor is seen in its own shape.
pub fn restored(raw: &[u8]) -> bool {
    let text = String::from_utf8_lossy(raw);
    let last = |on: &str, off: &str| text.rfind(off) > text.rfind(on);
    last("\u{1b}[?1049h", "\u{1b}[?1049l")
        && last("\u{1b}[?2004h", "\u{1b}[?2004l")
        && last("\u{1b}[?25l", "\u{1b}[?25h")
        && last("\u{1b}[6 q", "\u{1b}[0 q")
}

//! The terminal is given back, whatever ends or stops the program.

use super::{Terminal, restored};
use nix::sys::signal::Signal;

#[tokio::test]
async fn a_program_that_is_terminated_gives_the_terminal_back() {
    let mut terminal = Terminal::demo(30, 100);
    terminal.until_shown("idle").await;
    terminal.signal(Signal::SIGTERM);
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(143));
    assert!(restored(&raw));
}

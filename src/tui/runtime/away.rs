//! EDGE. The terminal while it is not ours. Owns: lending it to an editor and to the shell, and taking it back. Does not own:
//! the sessions: they go on while the editor has the terminal. Only drawing and keys are handed over.

use super::Runtime;
use crate::tui::editor::{self, Editing};
use crate::tui::effect::Edit;
use crate::tui::msg::{Done, Msg};
use crate::tui::terminal::Screen;
use crossterm::event::EventStream;
use std::time::Duration;

/// An editor that has the terminal, and where its text goes.
#[derive(Debug)]
pub(super) struct Away {
    editing: Editing,
    to: Edit,
}

impl Away {
    /// Takes the terminal from the editor, because the program ends.
    pub(super) async fn end(&mut self) {
        self.editing.end().await;
    }
}

/// What was written, once the person is done; never, if nobody writes.
pub(super) async fn back(away: &mut Option<Away>) -> (Edit, Result<String, String>) {
    match away {
        Some(away) => (away.to, away.editing.done().await),
        None => std::future::pending().await,
    }
}

impl Runtime {
    /// Gives the terminal to an editor. What is wrong at once is told at once.
    pub(super) fn edit(&mut self, text: &str, to: Edit) -> Option<Msg> {
        if self.away.is_some() {
            return None;
        }
        // Told without giving the terminal away first.
        if let Err(why) = self.editor.allowed() {
            return Some(Msg::Done(Done::Edited(to, Err(why))));
        }
        // Nobody else may read keys while the editor runs.
        self.events = None;
        self.screen.leave();
        match editor::open(text, &self.editor) {
            Ok(editing) => {
                self.away = Some(Away { editing, to });
                None
            }
            Err(why) => {
                self.return_to_screen();
                Some(Msg::Done(Done::Edited(to, Err(why))))
            }
        }
    }

    /// The editor is done: the screen shows what happened meanwhile.
    pub(super) fn back(&mut self, to: Edit, text: Result<String, String>) {
        self.away = None;
        self.return_to_screen();
        self.feed(Msg::Tick(self.began.elapsed()));
        self.feed(Msg::Done(Done::Edited(to, text)));
    }

    fn return_to_screen(&mut self) {
        let mouse = self.model.mouse;
        self.told(|screen| screen.take_again(mouse));
        wake_is_heard();
        self.events = Some(EventStream::new());
        self.resized();
    }

    /// Gives the terminal back and stops, with whoever started us in the same job. Taking it again is done when the
    /// signal to go on arrives; where nobody does job control the kernel does not stop us, and we are back at once.
    pub(super) fn suspend(&mut self) {
        // Nobody knows whether it is ever continued.
        self.part(Duration::from_millis(300));
        // Nobody may read keys that are meant for the shell.
        self.events = Some(EventStream::new());
        let mouse = self.model.mouse;
        let group = nix::unistd::Pid::from_raw(0);
        let stop = || {
            let _ = nix::sys::signal::kill(group, nix::sys::signal::Signal::SIGTSTP);
        };
        self.told(|screen| screen.aside(mouse, stop));
        wake_is_heard();
        self.resized();
    }

    /// We were stopped, by ourselves or by somebody else, and the shell had the terminal meanwhile. An editor that was
    /// stopped with us has it again, and not we.
    pub(super) fn continued(&mut self) {
        let mouse = self.model.mouse;
        self.told(|screen: &mut Screen| screen.take_again(mouse));
        self.resized();
    }

    /// The terminal may have another size than when it was looked at last.
    fn resized(&mut self) {
        if let Ok(size) = self.screen.size() {
            self.feed(Msg::Resize(size));
        }
    }
}

/// Takes in the wake-up that a stream of events leaves behind when nobody read from it any more. Together with a key, whoever
/// polls next would see the wake-up alone, and the key only when another one is typed.
fn wake_is_heard() {
    let _ = crossterm::event::poll(Duration::ZERO);
}

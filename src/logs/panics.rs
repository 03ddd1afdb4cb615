//! EDGE. What a panic leaves behind. Owns: the hook of the process: everything goes to the log; on the screen's own thread
//! the report waits until the terminal is given back, elsewhere it is printed only when there is no screen.
//!
//! The terminal itself is given back by unwinding. A panic that is caught (in a handler, in a task) so leaves the screen
//! as it is: the work is lost, the screen is not.

use color_eyre::config::{HookBuilder, Theme};
use color_eyre::eyre::Report;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

/// What panics have left behind.
#[derive(Debug, Clone, Default)]
pub struct Panics {
    held: Arc<Mutex<Held>>,
}

#[derive(Debug, Default)]
struct Held {
    /// The thread that draws, while there is a screen.
    screen: Option<ThreadId>,
    /// The last report of that thread.
    report: Option<String>,
}

impl Panics {
    /// Takes over the reports of errors and panics of this process.
    pub fn install() -> Result<Self, Report> {
        let theme = if io::stderr().is_terminal() {
            Theme::dark()
        } else {
            Theme::new()
        };
        let hooks = HookBuilder::default()
            .theme(theme)
            .display_env_section(false);
        let (panic, report) = hooks.into_hooks();
        report.install()?;
        let panics = Self::default();
        let held = panics.clone();
        std::panic::set_hook(Box::new(move |info| {
            let report = panic.panic_report(info).to_string();
            tracing::error!(panic = %info, "a panic");
            held.take_in(report);
        }));
        Ok(panics)
    }

    /// From now on this thread draws on the terminal.
    pub fn screen_here(&self) {
        self.lock().screen = Some(std::thread::current().id());
    }

    /// The terminal is given back: the last report of the thread that drew.
    pub fn screen_gone(&self) -> Option<String> {
        let mut held = self.lock();
        held.screen = None;
        held.report.take()
    }

    fn take_in(&self, report: String) {
        let mut held = self.lock();
        match held.screen {
            // Nobody is left to tell if even this fails.
            None => drop(writeln!(io::stderr(), "{report}")),
            Some(screen) if screen == std::thread::current().id() => held.report = Some(report),
            Some(_) => {}
        }
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! `cca-tui run`: prompts in, lines or events out, an exit code at the end. Owns: the run from what was typed to its end.
//! Does not own: the session (`agent`), what flags mean (`setup`).
//!
//! One path: what the session tells becomes events of the run (`narrate`, `messages`; shapes in `event`), and these are
//! printed as lines for people (`human`) or as JSON (`output`). `drive` starts the session, `conversation` leads it, `wake` is where everything is waited for; the
//! rest is pure or an edge of its own (`stop` signals, `ask` the terminal, `desk` and `by_hand` what else a person is asked, `prompts` files, `progress` the line at the bottom).

mod ask;
mod by_hand;
mod conversation;
mod desk;
mod drive;
pub mod event;
mod exit;
mod human;
mod messages;
mod narrate;
mod output;
mod progress;
mod prompts;
mod refuse;
mod stop;
mod wake;

pub use exit::Exit;
pub use output::Format;

use crate::setup::{self, Wanted};
use event::{End, RunEvent};
use output::Output;
use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

/// Everything that was typed.
#[derive(Debug, Clone)]
pub struct Run {
    /// The session.
    pub wanted: Wanted,
    /// Prompts from the command line; several are several turns.
    pub prompts: Vec<String>,
    /// Files with a prompt each; `-` is standard input.
    pub files: Vec<String>,
    /// What is printed.
    pub format: Format,
    /// Ask the person at the terminal what no rule decides.
    pub ask: bool,
    /// How long the whole run may take.
    pub timeout: Option<Duration>,
}

/// Runs all of it.
pub async fn run(run: Run) -> Exit {
    let mut output = Output::new(run.format, Instant::now());
    let mut end = match prepare(&run) {
        Ok(job) => Box::pin(drive::drive(job, &mut output)).await,
        Err(what) => {
            output.fail("USAGE", &what);
            End::new(Exit::Usage)
        }
    };
    end.simulated.clone_from(&run.wanted.simulate);
    let exit = end.how;
    output.tell(RunEvent::End(end));
    output.clear_progress();
    exit
}

fn prepare(run: &Run) -> Result<drive::Job, String> {
    if run.ask && !std::io::stdin().is_terminal() {
        return Err(
            "--ask: standard input is no terminal, so nobody can be asked; use --allow and --deny instead".to_owned(),
        );
    }
    let (desk, inquiries) = desk::open();
    let desk = run.ask.then_some(desk);
    let answerer = desk.clone().map(by_hand::answerer);
    let prepared =
        setup::prepare(&run.wanted, answerer.as_ref()).map_err(|error| error.to_string())?;
    let prompts = prompts::gather(&run.prompts, &run.files)?;
    Ok(drive::Job {
        prompts,
        prepared,
        desk,
        inquiries,
        timeout: run.timeout,
    })
}

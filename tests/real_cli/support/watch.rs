//! Waiting for what should happen in a session, with a bound and a message that says what did not.
//! Owns: the bound of a test, waiting on events, state, files and processes. Does not own: what a test expects of them.

use super::{Failure, Stage, TestResult};
use cca::session::State;
use cca::wire::permission::CanUseTool;
use cca::{Event, Session, TurnResult};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::path::Path;
use std::time::Duration;

/// The longest a test may take. Generous: it only matters when something is wrong.
const PATIENCE: Duration = Duration::from_secs(90);
/// How often a condition is looked at that nobody announces.
const LOOK: Duration = Duration::from_millis(10);

/// Runs a test on a stage of its own, bounded; leaves it out when there is no CLI.
pub async fn on_stage(test: impl AsyncFnOnce(&Stage) -> TestResult) -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    bounded(PATIENCE, "the test", test(&stage)).await?
}

/// The same within a limit; `what` is what did not happen in time.
pub async fn bounded<T>(
    limit: Duration,
    what: &str,
    wait: impl Future<Output = T>,
) -> Result<T, Failure> {
    tokio::time::timeout(limit, wait)
        .await
        .map_err(|_late| Failure::new(format!("{what} did not happen within {limit:?}")))
}

/// The first event that fits, and whatever was picked from it.
pub async fn until<T>(
    session: &mut Session,
    what: &str,
    mut pick: impl FnMut(&Event) -> Option<T>,
) -> Result<T, Failure> {
    let found = async {
        while let Some(event) = session.next_event().await {
            if let Some(found) = pick(&event) {
                return Some(found);
            }
        }
        None
    };
    let found = bounded(PATIENCE / 2, what, found).await?;
    found.ok_or_else(|| Failure::new(format!("the session ended before {what} happened")))
}

/// The first piece of text that is streamed.
pub async fn streaming(session: &mut Session) -> TestResult {
    until(session, "a streamed piece of text", |event| match event {
        Event::Message(message) => message.delta().map(|_| ()),
        _ => None,
    })
    .await
}

/// The next permission request.
pub async fn asked(session: &mut Session) -> Result<(String, CanUseTool), Failure> {
    until(session, "a permission request", |event| match event {
        Event::PermissionAsked { id, request } => Some((id.clone(), (**request).clone())),
        _ => None,
    })
    .await
}

/// The end of the turn, whatever its outcome.
pub async fn completed(session: &mut Session) -> Result<TurnResult, Failure> {
    until(session, "the end of the turn", |event| match event {
        Event::Complete(result) => Some((**result).clone()),
        _ => None,
    })
    .await
}

/// Something that becomes true of the state.
pub async fn known<T: Send + 'static>(
    session: &Session,
    what: &str,
    fits: impl Fn(&State) -> Option<T> + Clone + Send + 'static,
) -> Result<T, Failure> {
    let look = async {
        loop {
            let fits = fits.clone();
            if let Some(found) = session.inspect(move |state, _| fits(state)).await? {
                return Ok::<T, Failure>(found);
            }
            tokio::time::sleep(LOOK).await;
        }
    };
    match bounded(PATIENCE / 3, what, look).await {
        Ok(found) => found,
        Err(failure) => {
            let state = session.snapshot().await?;
            let pending: Vec<_> = state.pending.iter().map(|row| row.asked.label()).collect();
            Err(Failure::new(format!(
                "{failure:?}; the session is {}, pending {pending:?}, held {:?}, odd {:?}",
                state.phase(),
                state.life.held,
                state.oddities
            )))
        }
    }
}

/// A condition that nobody announces: a file, a process.
pub async fn eventually(what: &str, holds: impl Fn() -> bool) -> TestResult {
    let look = async {
        while !holds() {
            tokio::time::sleep(LOOK).await;
        }
    };
    bounded(PATIENCE / 3, what, look).await
}

/// The number a command wrote to a file, once it is there: usually the id of a process.
pub async fn number_in(path: &Path) -> Result<u32, Failure> {
    let read = || std::fs::read_to_string(path).ok()?.trim().parse().ok();
    eventually(&format!("a number in {}", path.display()), || {
        read().is_some()
    })
    .await?;
    read().ok_or_else(|| Failure::new("the number is gone again"))
}

/// Sends a signal to one process, as somebody else would.
pub fn signal(pid: u32, signal: Signal) -> TestResult {
    Ok(kill(Pid::from_raw(i32::try_from(pid)?), signal)?)
}

/// Whether a process still runs; one that is dead and not collected yet does not.
pub fn runs(pid: u32) -> bool {
    let Ok(id) = i32::try_from(pid) else {
        return false;
    };
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let zombie = stat
        .rsplit_once(')')
        .is_some_and(|(_, rest)| rest.trim_start().starts_with('Z'));
    kill(Pid::from_raw(id), None).is_ok() && !zombie
}

/// The CLI's process.
pub async fn pid(session: &Session) -> Result<u32, Failure> {
    let pid = session.inspect(|state, _| state.life.pid).await?;
    pid.ok_or_else(|| Failure::new("the session has no process"))
}

//! The other processes of a tap. Owns: which one this is, leaving what it was started from, and taking its ends of the
//! pipes. Does not own: passing bytes on (`pump`), writing them down (`scribe`).
//!
//! EDGE.

use super::order::{MARK, Order, Part};
use super::{pump, scribe};
use nix::sys::signal::{SigSet, Signal};
use nix::unistd;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::fd::{AsFd, AsRawFd as _};
use std::process::{Command, ExitCode};

/// Plays the part this process was started for; `None` if it was started by anybody but a tap.
pub fn play() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1).peekable();
    if words.peek()? != MARK {
        return None;
    }
    let played = match Order::read(words) {
        None => Err(io::Error::other("no order")),
        Some(order) => match order.part {
            Part::Starter => start(&order.for_part(Part::Pump)),
            Part::Pump => pump_for(&order),
            Part::Scribe => leave().and_then(|()| scribe::run(&order)),
        },
    };
    // Nobody reads what these processes say: who started them sees that they are gone.
    Some(match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

fn start(order: &Order) -> io::Result<()> {
    let started = Command::new(std::env::current_exe()?)
        .args(order.words())
        .spawn();
    started.map(drop)
}

fn pump_for(order: &Order) -> io::Result<()> {
    leave()?;
    let mut ready = OpenOptions::new()
        .write(true)
        .open(number(order.ends.ready))?;
    let sdk_input = io::stdin().as_fd().try_clone_to_owned()?;
    let sdk_output = io::stdout().as_fd().try_clone_to_owned()?;
    let sdk_error = io::stderr().as_fd().try_clone_to_owned()?;
    let input = match order.ends.input {
        Some(end) => Some((
            File::from(sdk_input),
            OpenOptions::new().write(true).open(number(end))?,
        )),
        None => None,
    };
    let output = (
        File::open(number(order.ends.output))?,
        File::from(sdk_output),
    );
    let error = (File::open(number(order.ends.error))?, File::from(sdk_error));
    let mut ours = vec![ready.as_raw_fd()];
    for (from, to) in input.iter().chain([&output, &error]) {
        ours.extend([from.as_raw_fd(), to.as_raw_fd()]);
    }
    keep_only(&ours)?;
    ready.write_all(b"k")?;
    drop(ready);
    pump::run(
        order,
        pump::Streams {
            input,
            output,
            error,
        },
    );
    Ok(())
}

/// What a pipe end that was handed down is opened by. A pipe can be opened again; a socket, as an SDK may give it, cannot,
/// so its ends are duplicated instead.
fn number(end: i32) -> String {
    format!("/dev/fd/{end}")
}

/// Leaves the terminal and its signals: this process ends when what it stands between has ended, and must be there until
/// the last word is passed on. Nor does a file that may not grow further end it: that is the recording's end only.
fn leave() -> io::Result<()> {
    let mut unheeded = SigSet::empty();
    for signal in [
        Signal::SIGHUP,
        Signal::SIGINT,
        Signal::SIGQUIT,
        Signal::SIGTERM,
        Signal::SIGTSTP,
        Signal::SIGTTIN,
        Signal::SIGTTOU,
        Signal::SIGUSR1,
        Signal::SIGUSR2,
        Signal::SIGXFSZ,
    ] {
        unheeded.add(signal);
    }
    unheeded.thread_block()?;
    // Already one of its own: the scribe has the pump's.
    let _ = unistd::setsid();
    Ok(())
}

/// Closes everything else that came along, and puts nothing in the place of the three standard streams: whoever waits for
/// the end of something that the CLI has inherited must not wait for us.
fn keep_only(ours: &[i32]) -> io::Result<()> {
    let nothing = OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    unistd::dup2_stdin(&nothing)?;
    unistd::dup2_stdout(&nothing)?;
    unistd::dup2_stderr(&nothing)?;
    drop(nothing);
    let open: Vec<i32> = std::fs::read_dir("/dev/fd")?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect();
    for end in open {
        if end > 2 && !ours.contains(&end) {
            // The folder that was just listed is among them, and closed already.
            let _ = unistd::close(end);
        }
    }
    Ok(())
}

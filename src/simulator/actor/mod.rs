//! PURE. The simulated CLI itself: what happens goes in, what it says comes out. Owns: taking inputs one by one.
//!
//! The script is a set of coroutines (`threads`, `wait`) that share a `World`: the start, one turn after another, sub-agents and
//! commands in the background, greetings of servers, late answers to control requests. `steps` performs the verbs of a
//! scenario, each subject in a file of its own. The shape of every line is `frames`, what the CLI knows of itself `facts`, who
//! may call what `policy`.
//!
//! ```text
//! Input --client::listen--> World <--asked again after each input-- coroutines --speech--> Output
//!                                                                     turns: from the start to the end
//!                                                                     calls: of tools, in a turn
//! ```

mod calls;
mod client;
mod events;
mod past;
mod place;
mod session;
mod speech;
mod steps;
mod threads;
mod turns;
mod wait;
mod world;

pub use events::{Caught, Input, Output, Torrent};
pub use past::{History, Past};

use crate::simulator::Setup;
use std::fmt;
use std::time::Duration;
use threads::Threads;
use wait::Cx;
use world::World;

/// A simulated CLI.
pub struct Actor {
    cx: Cx,
    threads: Threads,
}

impl fmt::Debug for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Actor")
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Actor {
    /// A CLI that was just started. The first input should be a [`Input::Tick`] at time zero.
    pub fn new(setup: Setup) -> Self {
        let cx = Cx::new(World::new(setup));
        cx.start(turns::start_up::start(cx.clone()));
        cx.start(turns::turn::turns(cx.clone()));
        cx.start(turns::ending::leave_when_done(cx.clone()));
        Self {
            cx,
            threads: Threads::default(),
        }
    }

    /// Something happens, this long after the start; what it says and wants is added to `out`.
    pub fn handle(&mut self, at: Duration, input: Input, out: &mut Vec<Output>) {
        self.cx.with(|world| {
            world.now = world.now.max(at);
            world.inputs += 1;
        });
        if self.cx.look(|world| world.ended) {
            return;
        }
        match input {
            Input::Line(line) => client::listen::line(&self.cx, &line),
            Input::Tick => {}
            Input::Closed => self.cx.with(|world| {
                world.session.closed = true;
                world.pending.close();
            }),
            Input::Signal(signal) => self.cx.with(|world| world.caught(signal)),
        }
        self.threads.run(&self.cx);
        self.cx.look(|world| {
            out.append(&mut world.out);
            world.out_bytes = 0;
        });
    }

    /// When it wants to hear that time has passed, counted from the start; not at all if nothing waits for a time.
    pub fn next_deadline(&self) -> Option<Duration> {
        self.cx.look(|world| {
            if world.ended {
                return None;
            }
            world.timers.values().min().copied()
        })
    }

    /// Whether its last word was said.
    pub fn has_ended(&self) -> bool {
        self.cx.look(|world| world.ended)
    }
}

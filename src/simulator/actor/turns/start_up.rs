//! PURE. Before the first turn. Owns: delays, silences and failures of a start, and what a first turn waits for.
//! Does not own: `initialize` (`control`), greeting servers (`mcp`).

use crate::simulator::actor::calls::mcp;
use crate::simulator::actor::client::listen;
use crate::simulator::actor::events::Output;
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::frames::result::{self, Tally};
use crate::simulator::scenario::Silence;

/// The start of the process.
pub(in crate::simulator::actor) async fn start(cx: Cx) {
    let (start, verbose) = cx.look(|world| {
        let verbose = world.setup.env.contains_key("CCA_SIM_VERBOSE");
        (world.scenario.start.clone(), verbose)
    });
    cx.with(|world| {
        for line in start
            .stderr
            .iter()
            .chain(&world.setup.flags.warnings.clone())
        {
            world.complain(line);
        }
        if verbose {
            for flag in world.setup.flags.noted.clone() {
                world.complain(&format!("cca-tui sim: the flag {flag} is not known here"));
            }
        }
        if let Some(code) = start.exit {
            world.end(Output::Exit(code));
        }
        world.session.mute = start.silent == Some(Silence::FirstByte);
        world.session.refuses_prompts = start.silent == Some(Silence::FirstTurn);
    });
    cx.sleep_ms(start.delay_ms).await;
    let failed = cx.look(|world| start.fail.clone().or_else(|| world.no_such_session()));
    if let Some(words) = failed {
        cx.with(|world| world.fail_to_start(&words));
        return;
    }
    if let Some(words) = cx.look(|world| world.taken_session()) {
        cx.with(|world| {
            world.complain(&words);
            world.end(Output::Exit(1));
        });
        return;
    }
    cx.with(|world| world.session.ready = true);
    let backlog = cx.with(|world| std::mem::take(&mut world.backlog));
    for line in backlog.lines {
        listen::line(&cx, &line);
    }
}

/// Waits until a turn may begin: in-process servers are greeted, one way or the other.
pub(in crate::simulator::actor) async fn settled(cx: &Cx) {
    mcp::greet_all(cx);
    cx.until(|world| world.greetings.settled().then_some(()))
        .await;
    mcp::greet_again(cx).await;
}

impl World {
    /// What the CLI says if it cannot find the session to resume.
    fn no_such_session(&self) -> Option<String> {
        let choice = &self.setup.flags.session;
        if self.setup.history.resumed.is_some() {
            return None;
        }
        match &choice.resume {
            Some(id) => Some(format!("No conversation found with session ID: {id}")),
            None if choice.carry_on && self.setup.history.none_to_continue => {
                Some("No conversation found to continue".to_owned())
            }
            None => None,
        }
    }

    /// What it says if the id it is to use belongs to another session.
    fn taken_session(&self) -> Option<String> {
        let id = self.setup.flags.session.session_id.as_ref()?;
        let taken = self.setup.history.id_taken && self.setup.flags.session.resume.is_none();
        taken.then(|| format!("Error: Session ID {id} is already in use."))
    }

    /// A result in place of everything else, and the end.
    fn fail_to_start(&mut self, words: &str) {
        let stamp = self.stamp();
        let ending = result::Ending::Failed(words.to_owned());
        let frame = result::result(&stamp, &ending, &Tally::default());
        self.emit(&frame);
        self.complain(words);
        self.end(Output::Exit(1));
    }
}

//! PURE. Ends: of turns, as results, and of the process. Owns: which result a turn has, and when the process leaves.

use super::turn::{Ending, Interrupted, Turn};
use crate::simulator::actor::events::{Caught, Output};
use crate::simulator::actor::wait::{Cx, First, race};
use crate::simulator::actor::world::World;
use crate::simulator::frames::result::{self, Tally, Timing};
use crate::simulator::frames::user;
use crate::simulator::frames::user::Decision;
use crate::simulator::scenario::{Failure, FailureKind};
use std::time::Duration;

/// How long the CLI waits for background work after its input is closed.
const BACKGROUND_CEILING: Duration = Duration::from_mins(10);

/// How often a structured output may be tried.
pub(in crate::simulator::actor) const ATTEMPTS: u32 = 5;

/// Leaves once the input is closed and everything is done.
pub(in crate::simulator::actor) async fn leave_when_done(cx: Cx) {
    cx.until(|world| world.session.closed.then_some(())).await;
    let limit = cx.look(|world| {
        let given = world.setup.env.get("CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS");
        let given = given.and_then(|value| value.parse().ok());
        given.map_or(BACKGROUND_CEILING, Duration::from_millis)
    });
    let done = cx.until(|world| world.is_done().then_some(()));
    let idle = async {
        cx.until(|world| world.turn_is_over().then_some(())).await;
        cx.sleep(limit).await;
        cx.until(|world| world.turn_is_over().then_some(())).await;
    };
    match race(done, idle).await {
        First::Left(()) | First::Right(()) => {}
    }
    cx.with(World::leave);
}

impl World {
    fn turn_is_over(&self) -> bool {
        self.session.ready && self.turn.is_none() && self.queue.is_empty()
    }

    fn is_done(&self) -> bool {
        self.turn_is_over() && !self.tasks.any()
    }

    /// The process exits with what the last result was worth.
    pub(in crate::simulator::actor) fn leave(&mut self) {
        let code = i32::from(self.session.last_failed);
        self.end(Output::Exit(code));
    }

    /// A signal has come.
    pub(in crate::simulator::actor) fn caught(&mut self, signal: Caught) {
        match signal {
            Caught::Hangup => self.end(Output::Exit(129)),
            Caught::Terminate => {
                // A call somebody is asked about has not begun: nothing is told about it.
                let calls = match &self.turn {
                    Some(turn) if !self.pending.asks_person() => turn.open_calls.clone(),
                    _ => Vec::new(),
                };
                for id in calls {
                    let text = "Exit code 143";
                    let decision = Decision::accept("config", None);
                    let main = crate::simulator::actor::place::Place::default();
                    self.say_tool_result(&main, user::failed(&id, text, decision));
                }
                self.end(Output::Exit(143));
            }
            Caught::Interrupt => {
                self.session.leaving = true;
                if self.turn.is_some() {
                    self.abandon_requests();
                    self.end_this_turn(Interrupted::Client);
                } else {
                    self.end(Output::Exit(0));
                }
            }
        }
    }

    /// Says how a turn ended.
    pub(super) fn say_result(&mut self, turn: &Turn, ending: &Ending) {
        let ending = self.result_of(turn, ending);
        self.session.last_failed = ending.is_error();
        let timing = turn.first_use.map(|first| Timing {
            ttft_ms: turn
                .first_word
                .map_or(0, |at| ms(at.saturating_sub(turn.began))),
            to_request_ms: 0,
            sent_at_ms: self.unix_ms(),
            first,
        });
        let since_last = self.facts.ledger.take_since_last();
        let index = self.facts.ledger.next_result();
        let stamp = self.stamp();
        let ledger = &self.facts.ledger;
        let tally = Tally {
            duration_ms: self.ms_since(turn.began),
            duration_api_ms: ledger.api_ms(),
            num_turns: turn.messages(),
            stop_reason: turn.stop_reason.as_deref(),
            tokens: ledger.turn(),
            total_cost_usd: ledger.total_cost_usd(),
            by_model: ledger.by_model(),
            since_last: &since_last,
            denials: &turn.denials,
            index,
            prompts: &turn.uuids,
            origin_run_id: turn.origin.as_deref(),
            agents: self.session.agents.clone(),
            timing,
        };
        let frame = result::result(&stamp, &ending, &tally);
        self.emit(&frame);
    }

    fn result_of(&mut self, turn: &Turn, ending: &Ending) -> result::Ending {
        match ending {
            Ending::Done => match &turn.structured {
                Some(value) => result::Ending::Structured(value.clone()),
                None => result::Ending::Completed(turn.last_text.clone()),
            },
            Ending::Failed(failure) => self.failure(failure),
            Ending::HookStopped => result::Ending::HookStopped,
            Ending::Deferred(call) => result::Ending::ToolDeferred(Some(call.clone())),
            Ending::Local(text) => result::Ending::Local(turn.local_command.clone(), text.clone()),
            Ending::Interrupted(Interrupted::Urgent) => {
                result::Ending::Preempted(turn.last_text.clone())
            }
            Ending::Interrupted(_) if turn.aborted_tools => result::Ending::AbortedTools,
            Ending::Interrupted(_) => result::Ending::AbortedStreaming,
        }
    }

    fn failure(&mut self, failure: &Failure) -> result::Ending {
        match failure.kind {
            FailureKind::Api => {
                let error = Self::api_error(failure);
                self.say_api_error(&error);
                result::Ending::ApiError(error)
            }
            FailureKind::MaxTurns => result::Ending::MaxTurns(self.session.max_turns.unwrap_or(1)),
            FailureKind::MaxBudget => {
                result::Ending::MaxBudget(self.session.max_budget.unwrap_or(1.0))
            }
            FailureKind::StructuredOutput => result::Ending::StructuredOutput(ATTEMPTS),
            FailureKind::Execution => {
                let words = failure.text.clone();
                result::Ending::Failed(words.unwrap_or_else(|| "Something went wrong.".to_owned()))
            }
        }
    }
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

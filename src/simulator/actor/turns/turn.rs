//! PURE. One turn after another. Owns: what begins and ends a turn, and in which order it is told. Does not own: what is done
//! in it (`steps`), how it is interrupted (`interrupt`), the queue (`queue`).

use super::queue::{Cause, OwnTurn, Prompt};
use crate::simulator::actor::events::Output;
use crate::simulator::actor::place::{Part, Place};
use crate::simulator::actor::steps::{Flow, perform};
use crate::simulator::actor::wait::{Cx, First, race};
use crate::simulator::actor::world::World;
use crate::simulator::frames::Tokens;
use crate::simulator::frames::system::{self, SessionState};
use crate::simulator::scenario::fill::Values;
use crate::simulator::scenario::{Asked, Failure, FailureKind, Step};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// What is known of the running turn.
#[derive(Debug, Default)]
pub(in crate::simulator::actor) struct Turn {
    pub(in crate::simulator::actor) began: Duration,
    /// Ids of the prompts it answers, folded ones too.
    pub(in crate::simulator::actor) uuids: Vec<String>,
    /// Those that were folded in.
    pub(super) folded: Vec<String>,
    /// Not every assistant message names the prompts: the first does.
    pub(in crate::simulator::actor) named: bool,
    pub(in crate::simulator::actor) prompt_id: String,
    /// Requests to the model.
    pub(in crate::simulator::actor) requests: u64,
    /// Messages of the user's side: tool results and markers.
    pub(in crate::simulator::actor) user_messages: u64,
    /// What the first answer used.
    pub(in crate::simulator::actor) first_use: Option<Tokens>,
    /// Refused calls: tool, id, input.
    pub(in crate::simulator::actor) denials: Vec<(String, String, Value)>,
    pub(in crate::simulator::actor) stop_reason: Option<String>,
    pub(in crate::simulator::actor) last_text: String,
    /// Calls without a result.
    pub(in crate::simulator::actor) open_calls: Vec<String>,
    pub(in crate::simulator::actor) structured: Option<Value>,
    /// The run of the task whose end started it, if the CLI started it by itself.
    pub(super) origin: Option<String>,
    pub(super) local_command: Option<String>,
    /// When the first word of the model came.
    pub(in crate::simulator::actor) first_word: Option<Duration>,
    /// A Stop hook has sent it on already.
    pub(in crate::simulator::actor) stop_hook_active: bool,
    /// It was ended while tools ran or waited.
    pub(super) aborted_tools: bool,
    /// The API is being asked, which was told already.
    pub(in crate::simulator::actor) requesting: bool,
    /// An interrupt has come.
    pub(in crate::simulator::actor) interrupted: Option<Interrupted>,
}

/// Who ended a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::simulator::actor) enum Interrupted {
    /// The client, by an interrupt.
    Client,
    /// A prompt that does not wait.
    Urgent,
    /// A denial that ends the turn.
    Denial,
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ending {
    /// In peace.
    Done,
    /// With an error.
    Failed(Failure),
    /// A hook has stopped it.
    HookStopped,
    /// A hook has put a call off.
    Deferred(Value),
    /// Before the model was asked, with these words.
    Local(String),
    /// Somebody has ended it.
    Interrupted(Interrupted),
}

impl Ending {
    /// What became of the prompts it answers.
    fn fate(&self) -> &'static str {
        match self {
            Self::Failed(failure) if failure.kind != FailureKind::MaxTurns => "cancelled",
            Self::Interrupted(_) => "cancelled",
            _ => "completed",
        }
    }
}

/// Runs turns for ever.
pub(in crate::simulator::actor) async fn turns(cx: Cx) {
    loop {
        let cause = cx
            .until(|world| {
                let cause = if world.session.ready {
                    world.queue.next()
                } else {
                    None
                };
                if cause.is_some() {
                    // From here on prompts wait for the end of this turn.
                    world.turn = Some(Turn::default());
                }
                cause
            })
            .await;
        one_turn(&cx, cause).await;
        cx.with(World::save);
    }
}

async fn one_turn(cx: &Cx, cause: Cause) {
    cx.with(|world| world.begin_turn(&cause));
    let work = work(cx, &cause);
    let interrupted = cx.until(|world| world.turn.as_ref().and_then(|turn| turn.interrupted));
    let ending = match race(interrupted, work).await {
        First::Left(interrupted) => Ending::Interrupted(interrupted),
        First::Right(ending) => ending,
    };
    if let Ending::Failed(_) = &ending {
        super::moments::failed(cx, &ending).await;
    }
    cx.with(|world| world.end_turn(&ending));
}

/// What is done in a turn.
async fn work(cx: &Cx, cause: &Cause) -> Ending {
    super::start_up::settled(cx).await;
    let flow = match cause {
        Cause::Own(own) => {
            cx.with(World::say_init);
            answer_own(cx, own).await
        }
        Cause::Prompts(prompts) => {
            if let Some(ending) = before_the_model(cx, prompts).await {
                return ending;
            }
            answer(cx, prompts).await
        }
    };
    match flow {
        Flow::Next | Flow::End => Ending::Done,
        Flow::Fail(failure) => Ending::Failed(failure),
        Flow::HookStopped => Ending::HookStopped,
        Flow::Deferred(call) => Ending::Deferred(call),
        Flow::Interrupt => Ending::Interrupted(Interrupted::Denial),
    }
}

/// Hooks, commands, and what is only added to the conversation.
async fn before_the_model(cx: &Cx, prompts: &[Prompt]) -> Option<Ending> {
    // Its own commands are no prompts to a hook.
    if let Some(prompt) = prompts.first()
        && let Some((name, arguments)) = prompt.command()
        && let Some(ending) = super::commands::run(cx, prompt, name, arguments).await
    {
        return Some(ending);
    }
    let blocked = super::moments::prompt_submit(cx, prompts).await;
    cx.with(World::say_init);
    if let Some(blocked) = blocked {
        return Some(Ending::Local(blocked.tell(cx)));
    }
    if prompts.iter().all(|prompt| prompt.silent) {
        cx.with(|world| prompts.iter().for_each(|prompt| world.replay(prompt)));
        return Some(Ending::Local(String::new()));
    }
    None
}

async fn answer(cx: &Cx, prompts: &[Prompt]) -> Flow {
    let texts: Vec<_> = prompts.iter().map(|prompt| prompt.text.as_str()).collect();
    let text = texts.join("\n");
    let (steps, values) = cx.with(|world| world.choose(&text));
    if let Err(flow) = cx.with(|world| world.within_budget()) {
        cx.with(|world| world.say_requesting(&Place::default()));
        return flow;
    }
    cx.with(|world| world.replays_due.extend(joined(prompts)));
    let mut part = Part::new(Place::default(), values);
    to_the_end(cx, &mut part, &steps).await
}

/// What is repeated when the model is asked: all prompts as one, under the name of the last.
fn joined(prompts: &[Prompt]) -> Option<Prompt> {
    let mut last = prompts.last()?.clone();
    if prompts.len() > 1 {
        let texts: Vec<_> = prompts.iter().map(|prompt| prompt.text.as_str()).collect();
        last.text = texts.join("\n");
        last.content = last.text.clone().into();
    }
    Some(last)
}

async fn answer_own(cx: &Cx, own: &OwnTurn) -> Flow {
    let values = cx.look(|world| world.kept_values());
    let mut part = Part::new(Place::default(), values);
    part.set("prompt", own.summary.clone());
    part.set("last", own.summary.clone());
    let noted = [Step::Say("Noted.".to_owned())];
    let steps = if own.steps.is_empty() {
        &noted
    } else {
        own.steps.as_slice()
    };
    to_the_end(cx, &mut part, steps).await
}

/// Performs steps, and closes the answer; a Stop hook may send the model on.
async fn to_the_end(cx: &Cx, part: &mut Part, steps: &[Step]) -> Flow {
    const SENT_ON: u32 = 8;
    let mut flow = perform(cx, part, steps).await;
    for _ in 0..SENT_ON {
        if !matches!(flow, Flow::Next | Flow::End) {
            return flow;
        }
        if let Err(failed) = close(cx, part).await {
            return failed;
        }
        let Some(reason) = super::moments::stop(cx, part).await else {
            return flow;
        };
        cx.with(|world| {
            world.say_synthetic(&format!("Stop hook feedback:\n{reason}"));
            let stamp = world.stamp();
            let text = "Stop hook error occurred";
            world.emit(&system::notification(
                &stamp,
                "stop-hook-error",
                text,
                "immediate",
            ));
            if let Some(turn) = &mut world.turn {
                turn.stop_hook_active = true;
            }
        });
        part.set("message", reason.clone());
        flow = match cx
            .speak(part, &format!("Going on: {reason}"), false, None)
            .await
        {
            Ok(()) => Flow::Next,
            Err(failed) => failed,
        };
    }
    match close(cx, part).await {
        Ok(()) => flow,
        Err(failed) => failed,
    }
}

/// The model always has the last word: an answer is closed, and results of tools are answered.
async fn close(cx: &Cx, part: &mut Part) -> Result<(), Flow> {
    if part.owes_answer {
        cx.begin_message(part)?;
    }
    cx.finish_message(part, "end_turn")?;
    crate::simulator::actor::calls::structured::nudge(cx, part).await
}

impl World {
    fn begin_turn(&mut self, cause: &Cause) {
        let uuids = match cause {
            Cause::Prompts(prompts) => prompts.iter().filter_map(|p| p.uuid.clone()).collect(),
            Cause::Own(_) => Vec::new(),
        };
        self.facts.ledger.begin_turn();
        self.say_state(SessionState::Running);
        if let Cause::Prompts(prompts) = cause {
            // Of prompts that become one turn, all but the last are repeated here.
            for prompt in prompts.iter().rev().skip(1).rev() {
                self.replay(prompt);
            }
        }
        for uuid in &uuids {
            self.say_lifecycle(Some(uuid), "started");
        }
        let origin = match cause {
            Cause::Own(own) => Some(own.run_id.clone()),
            Cause::Prompts(_) => None,
        };
        let interrupted = self.turn.as_ref().and_then(|turn| turn.interrupted);
        self.turn = Some(Turn {
            began: self.now,
            uuids,
            prompt_id: self.ids.uuid(),
            origin,
            interrupted,
            ..Turn::default()
        });
    }

    /// Whether the model may be asked once more.
    pub(in crate::simulator::actor) fn may_ask_model(&mut self, place: &Place) -> Result<(), Flow> {
        let limit = self.session.max_turns;
        let Some(turn) = self.turn.as_mut().filter(|_| place.is_main()) else {
            return Ok(());
        };
        if limit.is_some_and(|limit| turn.requests >= limit) {
            return Err(Flow::Fail(FailureKind::MaxTurns.into()));
        }
        turn.requests += 1;
        turn.last_text.clear();
        Ok(())
    }

    fn end_turn(&mut self, ending: &Ending) {
        if let Ending::Interrupted(by) = ending {
            self.tell_interrupted(*by);
        }
        self.messages.remove("");
        self.replays_due.clear();
        let Some(turn) = self.turn.take() else { return };
        self.session.interrupted_before = matches!(ending, Ending::Interrupted(_));
        if !matches!(ending, Ending::Local(_)) && turn.origin.is_none() {
            self.session.turns += 1;
        }
        for uuid in &turn.folded {
            self.say_lifecycle(Some(uuid), "completed");
        }
        self.say_result(&turn, ending);
        let fate = ending.fate();
        for uuid in turn.uuids.iter().filter(|uuid| !turn.folded.contains(uuid)) {
            self.say_lifecycle(Some(uuid), fate);
        }
        self.settle();
        if self.session.leaving {
            self.end(Output::Exit(0));
        }
    }

    /// What the session is doing now, told if it is something else than before.
    pub(in crate::simulator::actor) fn settle(&mut self) {
        let state = self.what_it_does();
        self.say_state(state);
    }

    /// The same, and that it is idle also if it was before: the CLI says so when a command in the background was stopped.
    pub(in crate::simulator::actor) fn settle_again(&mut self) {
        match self.what_it_does() {
            SessionState::Idle => self.say_state_again(SessionState::Idle),
            other => self.say_state(other),
        }
    }

    fn what_it_does(&self) -> SessionState {
        if self.pending.asks_person() {
            SessionState::RequiresAction
        } else if self.turn.is_some() || !self.queue.is_empty() || self.tasks.agents_run() {
            SessionState::Running
        } else {
            SessionState::Idle
        }
    }

    /// Who answers a prompt: steps, and the values placeholders in them stand for.
    fn choose(&mut self, text: &str) -> (Vec<Step>, Values) {
        let asked = Asked {
            prompt: text,
            turn: usize::try_from(self.session.turns).unwrap_or(usize::MAX),
            after_interrupt: self.session.interrupted_before,
        };
        let script = Arc::clone(&self.script);
        let answer = script.answer(asked, &mut self.session.used);
        let mut values = self.kept_values();
        values.extend(answer.values);
        (answer.steps.to_vec(), values)
    }

    /// What the scenario has kept under names.
    pub(super) fn kept_values(&self) -> Values {
        let mut values = Values::new();
        for (name, value) in &self.session.values {
            values.set(name.clone(), value.clone());
        }
        values
    }
}

impl From<FailureKind> for Failure {
    fn from(kind: FailureKind) -> Self {
        Self {
            kind,
            status: None,
            text: None,
        }
    }
}

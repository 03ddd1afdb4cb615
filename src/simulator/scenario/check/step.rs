//! Checks of the verbs that have little to them. Those of tools, questions, agents and lists are in `work`.

use super::limits::{
    ATTEMPTS, CODE, DOLLARS, FRAMES, LINE, MILLISECONDS, PER_SECOND, ROUNDS, SPEED, STATUS,
};
use super::outer::not_compiled;
use super::words::LEVELS;
use super::{Check, Checked};
use crate::config::KeyPath;
use crate::simulator::scenario::answer::pattern;
use crate::simulator::scenario::step::{Speech, Step};
use crate::simulator::scenario::trouble::{Compaction, Failure, FailureKind, Flood, Retry};
use crate::simulator::scenario::walk;
use serde_json::{Map, Value};

impl Check<'_> {
    /// One step, without the steps inside it.
    pub(super) fn step(&self, step: &Step, at: &KeyPath) -> Checked {
        for (at, tool) in walk::tools(step, at) {
            self.tool(&at, tool)?;
        }
        let at = &at.key(step.verb());
        match step {
            Step::Stream(speech) | Step::Think(speech) => self.speech(at, speech),
            Step::Parallel(parallel) if parallel.tools.is_empty() => {
                self.wrong(&at.key("tools"), "is empty; write at least one call")
            }
            Step::Ask(questions) => self.questions(at, questions),
            Step::Plan(plan) => self.filled(at, "text", &plan.text),
            Step::Agent(agent) => self.agent(at, agent),
            Step::Background(shell) => self.background(at, shell),
            Step::Todos(todos) => self.todos(at, todos),
            Step::Task(task) => self.task(at, task),
            Step::Hook(hook) => self.event(&at.key("event"), &hook.event),
            Step::Retry(retry) => self.retry(at, retry),
            Step::Compact(compaction) => self.compaction(at, compaction),
            Step::Usage(usage) => self.if_within(&at.key("cost_usd"), usage.cost_usd, &DOLLARS),
            Step::Fail(failure) => self.failure(at, failure),
            Step::End(false) | Step::Hang(false) => {
                self.wrong(at, "is false; write true, or leave the step out")
            }
            Step::WaitMs(wait) => self.within(at, *wait, &MILLISECONDS),
            Step::Mode(mode) => self.mode(at, mode),
            Step::Notice(notice) => {
                self.word(&at.key("level"), &notice.level, &LEVELS)?;
                self.filled(at, "text", &notice.text)
            }
            Step::Frame(fields) => self.frame(at, fields),
            Step::Huge(huge) => self.within(&at.key("bytes"), huge.bytes, &LINE),
            Step::Flood(flood) => self.flood(at, flood),
            Step::Exit(exit) => self.within(&at.key("code"), exit.code, &CODE),
            Step::When(branch) => match pattern(&branch.matches) {
                Ok(_) => Ok(()),
                Err(error) => self.wrong(&at.key("matches"), not_compiled(&error)),
            },
            Step::Repeat(repeat) => self.within(&at.key("times"), repeat.times, &ROUNDS),
            Step::Set(fields) => fields
                .keys()
                .try_for_each(|name| self.new_name(&at.key(name), name)),
            _ => Ok(()),
        }
    }

    fn speech(&self, at: &KeyPath, speech: &Speech) -> Checked {
        self.filled(at, "text", &speech.text)?;
        self.if_within(&at.key("words_per_second"), speech.words_per_second, &SPEED)
    }

    fn retry(&self, at: &KeyPath, retry: &Retry) -> Checked {
        self.within(&at.key("times"), retry.times, &ATTEMPTS)?;
        self.if_within(&at.key("of"), retry.of, &(retry.times..=*ATTEMPTS.end()))?;
        self.if_within(&at.key("status"), retry.status, &STATUS)?;
        self.within(&at.key("delay_ms"), retry.delay_ms, &MILLISECONDS)
    }

    fn compaction(&self, at: &KeyPath, compaction: &Compaction) -> Checked {
        self.within(&at.key("takes_ms"), compaction.takes_ms, &MILLISECONDS)?;
        let most = compaction.tokens_before;
        self.within(
            &at.key("tokens_after"),
            compaction.tokens_after,
            &(0..=most),
        )
    }

    fn failure(&self, at: &KeyPath, failure: &Failure) -> Checked {
        self.if_within(&at.key("status"), failure.status, &STATUS)?;
        let api = failure.kind == FailureKind::Api;
        if failure.status.is_some() && !api {
            let what = "belongs to `kind = \"api\"`; the other kinds have none";
            return self.wrong(&at.key("status"), what);
        }
        if failure.text.is_some() && !api && failure.kind != FailureKind::Execution {
            let what =
                "belongs to the kinds `api` and `execution`; the others have words of their own";
            return self.wrong(&at.key("text"), what);
        }
        Ok(())
    }

    fn flood(&self, at: &KeyPath, flood: &Flood) -> Checked {
        self.within(&at.key("frames"), flood.frames, &FRAMES)?;
        self.if_within(&at.key("per_second"), flood.per_second, &PER_SECOND)
    }

    fn frame(&self, at: &KeyPath, fields: &Map<String, Value>) -> Checked {
        match fields.get("type") {
            Some(Value::String(_)) => Ok(()),
            _ => self.wrong(
                &at.key("type"),
                "is missing; every frame has a `type`, a text",
            ),
        }
    }
}

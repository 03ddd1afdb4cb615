//! PURE. The verbs of a scenario, performed. Owns: which subject does which verb, and how lists of steps go on.
//! Does not own: what a verb does beyond a line or two; see the file of its subject.

use super::calls::lists;
use super::calls::person;
use super::calls::structured;
use super::calls::tools::{self, Call, Done, Verdict};
use super::events::Output;
use super::place::Part;
use super::speech::odd;
use super::speech::trouble;
use super::wait::Cx;
use crate::simulator::frames::system;
use crate::simulator::scenario::fill;
use crate::simulator::scenario::{Exit, Failure, Speech, Status, Step, ToolCall};
use serde_json::{Value, json};
use std::pin::Pin;

/// How a list of steps goes on.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Flow {
    /// With what comes next.
    Next,
    /// The turn ends in peace.
    End,
    /// The turn ends with an error.
    Fail(Failure),
    /// A hook has stopped it.
    HookStopped,
    /// A hook has put a call off.
    Deferred(Value),
    /// A denial ends the turn.
    Interrupt,
}

/// What a step gives: nothing, or that the list does not go on.
pub(super) type Stepped = Result<(), Flow>;

/// Performs steps one after another.
pub(super) fn perform<'a>(
    cx: &'a Cx,
    part: &'a mut Part,
    steps: &'a [Step],
) -> Pin<Box<dyn Future<Output = Flow> + Send + 'a>> {
    Box::pin(async move {
        match list(cx, part, steps).await {
            Ok(()) => Flow::Next,
            Err(flow) => flow,
        }
    })
}

/// The same for a list inside a step.
pub(super) fn list<'a>(
    cx: &'a Cx,
    part: &'a mut Part,
    steps: &'a [Step],
) -> Pin<Box<dyn Future<Output = Stepped> + Send + 'a>> {
    Box::pin(async move {
        for step in steps {
            one(cx, part, step).await?;
            cx.drain().await;
        }
        Ok(())
    })
}

async fn one(cx: &Cx, part: &mut Part, step: &Step) -> Stepped {
    match step {
        Step::Say(text) => {
            let text = fill::text(text, &part.values);
            cx.speak(part, &text, false, None).await
        }
        Step::Stream(speech) => speak(cx, part, speech, false).await,
        Step::Think(speech) => speak(cx, part, speech, true).await,
        Step::Tool(call) => calls(cx, part, std::slice::from_ref(call)).await,
        Step::Parallel(parallel) => calls(cx, part, &parallel.tools).await,
        Step::Ask(questions) => Box::pin(person::ask(cx, part, questions)).await,
        Step::Plan(plan) => Box::pin(person::plan(cx, part, plan)).await,
        Step::Agent(agent) => Box::pin(lists::agent(cx, part, agent)).await,
        Step::Background(shell) => Box::pin(lists::background(cx, part, shell)).await,
        Step::Todos(todos) => Box::pin(lists::todos(cx, part, todos)).await,
        Step::Task(task) => Box::pin(lists::task(cx, part, task)).await,
        Step::Hook(hook) => {
            trouble::hook(cx, part, hook).await;
            Ok(())
        }
        Step::Retry(retry) => trouble::retry(cx, part, retry).await,
        Step::Compact(compaction) => {
            super::turns::compact::compact(cx, part, compaction).await;
            Ok(())
        }
        Step::Structured(value) => Box::pin(structured::give(cx, part, value)).await,
        Step::Fail(failure) => {
            cx.finish_message(part, "end_turn")?;
            trouble::fail(cx, part, failure)
        }
        Step::When(branch) => {
            let steps = branch.choose(&part.values).to_vec();
            list(cx, part, &steps).await
        }
        Step::Repeat(repeat) => {
            for round in 1..=repeat.times {
                part.set("round", round);
                list(cx, part, &repeat.steps).await?;
            }
            Ok(())
        }
        Step::Flood(flood) => {
            odd::flood(cx, flood).await;
            Ok(())
        }
        Step::WaitMs(time) => {
            cx.sleep_ms(*time).await;
            Ok(())
        }
        Step::Hang(true) => std::future::pending().await,
        Step::Exit(exit) => leave(cx, part, exit).await,
        Step::Die(signal) => {
            cx.with(|world| world.end(Output::Die(*signal)));
            std::future::pending().await
        }
        Step::End(true) => Err(Flow::End),
        simple => at_once(cx, part, simple),
    }
}

/// Verbs that take no time.
fn at_once(cx: &Cx, part: &mut Part, step: &Step) -> Stepped {
    let filled = |text: &str| fill::text(text, &part.values);
    match step {
        Step::Usage(usage) => part.usage = Some(usage.clone()),
        Step::Mode(mode) => {
            let mode = filled(mode);
            cx.with(|world| world.change_mode(&mode));
        }
        Step::Notice(notice) => {
            let text = filled(&notice.text);
            let level = if notice.level.is_empty() {
                "info"
            } else {
                &notice.level
            };
            cx.with(|world| world.say_notice(&text, level, None));
        }
        Step::Status(status) => cx.with(|world| {
            let stamp = world.stamp();
            let frame = match status {
                Status::Requesting => system::requesting(&stamp, &[]),
                Status::Compacting => system::compacting(&stamp),
                Status::None => system::no_status(&stamp),
            };
            world.emit(&frame);
        }),
        Step::Title(title) => {
            let title = filled(title);
            cx.with(|world| world.change_title(&title));
        }
        Step::Set(values) => {
            for (name, value) in fill::map(values, &part.values) {
                cx.with(|world| world.session.values.insert(name.clone(), value.clone()));
                part.set(&name, value);
            }
        }
        Step::Stderr(text) => {
            let text = filled(text);
            cx.with(|world| world.complain(&text));
        }
        other => return odd::say(cx, part, other),
    }
    Ok(())
}

async fn speak(cx: &Cx, part: &mut Part, speech: &Speech, thinking: bool) -> Stepped {
    let text = fill::text(&speech.text, &part.values);
    cx.speak(part, &text, thinking, speech.words_per_second)
        .await
}

async fn leave(cx: &Cx, part: &Part, exit: &Exit) -> Stepped {
    let words = exit
        .stderr
        .as_ref()
        .map(|text| fill::text(text, &part.values));
    cx.with(|world| {
        if let Some(words) = &words {
            world.complain(words);
        }
        world.end(Output::Exit(exit.code));
    });
    std::future::pending().await
}

/// Tool calls in one message, then what the scenario does about each result.
async fn calls<T: std::borrow::Borrow<ToolCall>>(cx: &Cx, part: &mut Part, specs: &[T]) -> Stepped {
    let calls = specs
        .iter()
        .map(|spec| spec.borrow().to_call(cx, part))
        .collect();
    let done = tools::call(cx, part, calls).await?;
    for (spec, done) in specs.iter().zip(&done) {
        react(cx, part, spec.borrow(), done).await?;
    }
    Ok(())
}

async fn react(cx: &Cx, part: &mut Part, spec: &ToolCall, done: &Done) -> Stepped {
    let text = done.output.text();
    if let Some(name) = &spec.name_of_result {
        cx.with(|world| world.session.values.insert(name.clone(), json!(text)));
        part.set(name, text.clone());
    }
    part.set("last", text.clone());
    part.set("input", done.input.clone());
    let steps = match done.verdict {
        Verdict::Ran => &spec.allowed,
        Verdict::Edited if spec.edited.is_empty() => &spec.allowed,
        Verdict::Edited => &spec.edited,
        Verdict::Failed => &spec.failed,
        Verdict::Denied => {
            part.set("message", text);
            &spec.denied
        }
    };
    list(cx, part, steps).await
}

impl ToolCall {
    fn to_call(&self, cx: &Cx, part: &Part) -> Call {
        let filled = |text: &String| fill::text(text, &part.values);
        let mut input = fill::map(&self.input, &part.values);
        if self.name == "Edit" {
            // The CLI fills in what the model leaves out.
            input.entry("replace_all").or_insert(false.into());
        }
        Call {
            id: cx.look(|world| world.ids.tool_use()),
            name: self.name.clone(),
            input: Value::Object(input),
            ask: self.ask.clone(),
            work: tools::Work::Tool {
                output: self.output.as_ref().map(filled),
                error: self.error.as_ref().map(filled),
                result: self
                    .result
                    .as_ref()
                    .map(|value| fill::value(value, &part.values)),
                takes_ms: self.takes_ms,
            },
        }
    }
}

//! PURE. The model turns to a person: questions and plans. Owns: these two calls and what follows from the answer.

use super::tools::{self, Call, Verdict, Work};
use crate::simulator::actor::place::Part;
use crate::simulator::actor::steps::{Stepped, list};
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::frames::tool_output::{self, Output};
use crate::simulator::json::Look as _;
use crate::simulator::scenario::fill;
use crate::simulator::scenario::{Ask, Plan, Questions};
use serde_json::{Value, json};

/// `AskUserQuestion`.
pub(in crate::simulator::actor) async fn ask(
    cx: &Cx,
    part: &mut Part,
    questions: &Questions,
) -> Stepped {
    let filled = |text: &str| fill::text(text, &part.values);
    let asked: Vec<Value> = questions
        .questions
        .iter()
        .map(|question| {
            let options: Vec<Value> = question
                .options
                .iter()
                .map(|choice| {
                    let mut option = json!({
                        "label": filled(&choice.label),
                        "description": filled(&choice.description),
                    });
                    if let Some(preview) = &choice.preview {
                        option.put("preview", filled(preview));
                    }
                    option
                })
                .collect();
            json!({
                "question": filled(&question.question),
                "header": filled(&question.header),
                "options": options,
                "multiSelect": question.multiple,
            })
        })
        .collect();
    let call = Call {
        id: cx.look(|world| world.ids.tool_use()),
        name: "AskUserQuestion".to_owned(),
        input: json!({"questions": asked}),
        ask: Ask::Details(Box::default()),
        work: Work::Questions,
    };
    let done = tools::call(cx, part, vec![call]).await?;
    let answers = done.first().map(|done| done.input.at("answers").clone());
    let answers = answers.filter(|answers| answers.as_object().is_some_and(|all| !all.is_empty()));
    let denied = done.iter().any(|done| done.verdict == Verdict::Denied);
    match answers {
        Some(answers) if !denied => {
            part.set("answers", answers);
            list(cx, part, &questions.answered).await
        }
        _ => list(cx, part, &questions.declined).await,
    }
}

/// `ExitPlanMode`, with `EnterPlanMode` before it if the session is in another mode.
pub(in crate::simulator::actor) async fn plan(cx: &Cx, part: &mut Part, plan: &Plan) -> Stepped {
    let text = fill::text(&plan.text, &part.values);
    let file = cx.look(|world| {
        let prompt = part.values.get("prompt").and_then(Value::as_str);
        let name = world.ids.plan_file(prompt.unwrap_or("plan"));
        world.facts.plan_path(&name)
    });
    if cx.look(|world| world.facts.mode != "plan") {
        let enter = Call {
            id: cx.look(|world| world.ids.tool_use()),
            name: "EnterPlanMode".to_owned(),
            input: json!({}),
            ask: Ask::When(crate::simulator::scenario::AskWhen::Never),
            work: Work::Given(tool_output::pretend(
                "EnterPlanMode",
                &json!({}),
                Some("Entered plan mode."),
            )),
        };
        cx.with(|world| world.change_mode("plan"));
        tools::call(cx, part, vec![enter]).await?;
    }
    let call = Call {
        id: cx.look(|world| world.ids.tool_use()),
        name: "ExitPlanMode".to_owned(),
        input: json!({"plan": text, "planFilePath": file}),
        ask: Ask::Details(Box::default()),
        work: Work::Plan,
    };
    let done = tools::call(cx, part, vec![call]).await?;
    if done.iter().any(|done| done.verdict == Verdict::Denied) {
        list(cx, part, &plan.rejected).await
    } else {
        list(cx, part, &plan.approved).await
    }
}

impl World {
    /// A plan was approved: back to the mode before it, unless the answer has set another.
    pub(super) fn leave_plan_mode(&mut self, input: &Value) -> Output {
        if self.facts.mode == "plan" {
            let before = self.facts.mode_before_plan.clone();
            self.change_mode(&before);
        }
        let text = |key: &str| input.at(key).as_str().unwrap_or_default();
        tool_output::plan(text("plan"), text("planFilePath"))
    }
}

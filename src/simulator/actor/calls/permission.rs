//! PURE. Whether a call may run. Owns: hooks before a call, and asking the client and its hooks at once. Does not own: what
//! rules and modes say (`policy`).

use super::tools::Call;
use crate::simulator::actor::client::hooks::{Event, Said, fire};
use crate::simulator::actor::client::pending::{Answer, Kind};
use crate::simulator::actor::place::Place;
use crate::simulator::actor::steps::Flow;
use crate::simulator::actor::wait::{Cx, First, race};
use crate::simulator::actor::world::World;
use crate::simulator::frames::control::CanUseTool;
use crate::simulator::frames::system::SessionState;
use crate::simulator::frames::user::Decision;
use crate::simulator::frames::{control, hook_input, system};
use crate::simulator::json::Look as _;
use crate::simulator::policy::Denial;
use crate::simulator::scenario::Withdrawal;
use serde_json::Value;

/// What was decided.
#[derive(Debug, Clone)]
pub(super) enum Ruling {
    Allow {
        input: Value,
        edited: bool,
        decision: Decision,
    },
    Deny {
        message: String,
        decision: Decision,
    },
    /// The turn ends here.
    End(Flow),
}

/// What is known before anybody is asked.
#[derive(Debug, Clone)]
pub(super) enum Judgement {
    Run(Decision),
    Ask(Box<CanUseTool>, Option<Withdrawal>),
    /// Refused without asking.
    Refuse(Box<Denial>),
}

/// What hooks before a call want.
#[derive(Debug, Default)]
struct Before {
    deny: Option<String>,
    ask: Option<String>,
    allow: bool,
    defer: bool,
    stop: bool,
    input: Option<Value>,
}

/// Hooks before a call alone: the CLI has asked them when it finds that it may not go on.
pub(super) async fn announce(cx: &Cx, place: &Place, call: &Call) {
    before(cx, place, call).await;
}

/// Decides on a call; whether a hook wants the turn to end after it.
pub(super) async fn decide(cx: &Cx, place: &Place, call: &Call) -> (Ruling, bool) {
    let before = before(cx, place, call).await;
    let stops = before.stop;
    (rule(cx, place, call, before).await, stops)
}

async fn rule(cx: &Cx, place: &Place, call: &Call, before: Before) -> Ruling {
    let edited = before
        .input
        .as_ref()
        .is_some_and(|input| *input != call.input);
    let input = before.input.unwrap_or_else(|| call.input.clone());
    if let Some(reason) = before.deny {
        return Ruling::Deny {
            message: format!("PreToolUse:{} hook error: {reason}", call.name),
            decision: Decision::reject("hook", Some("hook")),
        };
    }
    if before.defer {
        let deferred = serde_json::json!({"id": call.id, "name": call.name, "input": input});
        return Ruling::End(Flow::Deferred(deferred));
    }
    let call = Call {
        input,
        ..call.clone()
    };
    let judgement = cx.with(|world| world.judge(place, &call, before.ask.as_deref(), before.allow));
    let ruling = match judgement {
        Judgement::Run(decision) => Ruling::Allow {
            input: call.input.clone(),
            edited: false,
            decision,
        },
        Judgement::Refuse(denial) => refused(cx, place, &call, *denial),
        Judgement::Ask(ask, withdrawal) => ask_person(cx, place, &call, &ask, withdrawal).await,
    };
    match ruling {
        Ruling::Allow {
            input,
            edited: later,
            decision,
        } => Ruling::Allow {
            input,
            edited: edited || later,
            decision,
        },
        other => other,
    }
}

/// Tells that a call is refused without asking.
fn refused(cx: &Cx, place: &Place, call: &Call, denial: Denial) -> Ruling {
    cx.with(|world| {
        let stamp = world.stamp();
        let denied = system::Denied {
            tool_name: &call.name,
            tool_use_id: &call.id,
            message: &denial.message,
            reason_type: denial.reason_type,
            reason: denial.reason.as_deref(),
            agent_id: place.who().map(|who| who.agent_id.as_str()),
        };
        world.emit(&system::permission_denied(&stamp, &denied));
    });
    let decision = Decision {
        not_run: Some(denial.not_run.to_owned()),
        ..Decision::reject("config", denial.result_reason_type)
    };
    Ruling::Deny {
        message: denial.message,
        decision,
    }
}

/// Asks hooks before a call; the strongest opinion counts.
async fn before(cx: &Cx, place: &Place, call: &Call) -> Before {
    let event = Event {
        name: "PreToolUse",
        subject: &call.name,
        own: hook_input::pre_tool_use(&call.name, &call.input, &call.id),
        tool_use_id: Some(&call.id),
    };
    let mut before = Before::default();
    for said in fire(cx, place, event).await {
        let reason = said.specific("permissionDecisionReason").as_str();
        let reason = reason
            .or(said.output().at("reason").as_str())
            .map(str::to_owned);
        if let Some(words) = said.blocked() {
            before.deny = Some(words);
        }
        match said.specific("permissionDecision").as_str() {
            Some("deny") => {
                before.deny = Some(reason.unwrap_or_else(|| "Blocked by hook".to_owned()));
            }
            Some("ask") => before.ask = Some(reason.unwrap_or_default()),
            Some("allow") => before.allow = true,
            Some("defer") => before.defer = true,
            _ => {}
        }
        if said.output().at("decision") == "approve" {
            before.allow = true;
        }
        if said.specific("updatedInput").is_object() {
            before.input = Some(said.specific("updatedInput").clone());
        }
        before.stop |= said.stops();
    }
    before
}

/// Asks the client and its hooks at once; the first decision counts.
async fn ask_person(
    cx: &Cx,
    place: &Place,
    call: &Call,
    ask: &CanUseTool,
    withdrawal: Option<Withdrawal>,
) -> Ruling {
    let request = control::can_use_tool("", ask);
    // Told for every question, also while another is open.
    cx.with(|world| world.say_state_again(SessionState::RequiresAction));
    let asked = cx.ask(place.owner(), Kind::Person, request.at("request"));
    let hooks = Box::pin(hooks_decide(cx, place, call, ask));
    let withdrawn = async {
        match &withdrawal {
            Some(withdrawal) => cx.sleep_ms(withdrawal.after_ms).await,
            None => std::future::pending().await,
        }
    };
    let ruling = match race(asked.answer(), race(hooks, withdrawn)).await {
        First::Left(answer) => {
            drop(asked);
            cx.with(|world| world.read_answer(call, answer))
        }
        First::Right(First::Left(ruling)) => {
            asked.cancel();
            ruling
        }
        First::Right(First::Right(())) => {
            asked.cancel();
            if withdrawal.is_some_and(|withdrawal| withdrawal.allow) {
                allowed(call, None, Decision::accept("config", None))
            } else {
                Ruling::Deny {
                    message: "The permission request was withdrawn.".to_owned(),
                    decision: Decision::reject("config", None),
                }
            }
        }
    };
    cx.with(World::settle);
    ruling
}

/// What `PermissionRequest` hooks decide, if they decide at all.
async fn hooks_decide(cx: &Cx, place: &Place, call: &Call, ask: &CanUseTool) -> Ruling {
    let own = hook_input::permission_request(&call.name, &ask.input, ask.suggestions.as_deref());
    let event = Event {
        name: "PermissionRequest",
        subject: &call.name,
        own,
        tool_use_id: Some(&call.id),
    };
    let said = fire(cx, place, event).await;
    let decided = said
        .iter()
        .map(|said| said.specific("decision"))
        .find(|decision| decision.at("behavior").is_string())
        .cloned();
    match decided {
        Some(decision) if decision.at("behavior") == "allow" => {
            cx.with(|world| world.apply_updates(decision.at("updatedPermissions")));
            let input = Some(decision.at("updatedInput")).filter(|input| input.is_object());
            allowed(call, input, Decision::accept("hook", Some("hook")))
        }
        Some(decision) if decision.at("interrupt") == true => Ruling::End(Flow::Interrupt),
        Some(decision) => Ruling::Deny {
            message: decision
                .at("message")
                .as_str()
                .unwrap_or("Permission denied by hook")
                .to_owned(),
            decision: Decision::reject("hook", Some("hook")),
        },
        None if said.iter().any(Said::stops) => Ruling::End(Flow::HookStopped),
        None => std::future::pending().await,
    }
}

fn allowed(call: &Call, input: Option<&Value>, decision: Decision) -> Ruling {
    let edited = input.is_some_and(|input| *input != call.input);
    Ruling::Allow {
        input: input.unwrap_or(&call.input).clone(),
        edited,
        decision,
    }
}

impl World {
    /// Reads what the client answered; what cannot be understood is a no.
    fn read_answer(&mut self, call: &Call, answer: Answer) -> Ruling {
        let failed = |why: &str| Ruling::Deny {
            message: format!("Tool permission request failed: Error: {why}"),
            decision: Decision::reject("user_reject", None),
        };
        let answer = match answer {
            Answer::Success(answer) => answer,
            Answer::Error(text) => return failed(&text),
            Answer::Closed => {
                return failed("Tool permission stream closed before response received");
            }
        };
        let classification = answer.at("decisionClassification").as_str();
        match (
            answer.at("behavior").as_str(),
            answer.at("message").as_str(),
        ) {
            (Some("allow"), _) => {
                let input = answer.at("updatedInput");
                if !input.is_null() && !input.is_object() {
                    return failed("updatedInput: expected an object");
                }
                self.apply_updates(answer.at("updatedPermissions"));
                let lasting = answer
                    .at("updatedPermissions")
                    .as_array()
                    .is_some_and(|updates| !updates.is_empty());
                let usual = if lasting {
                    "user_permanent"
                } else {
                    "user_temporary"
                };
                let source = classification.unwrap_or(usual);
                let input = Some(input).filter(|input| input.is_object());
                allowed(call, input, Decision::accept(source, None))
            }
            (Some("deny"), Some(_)) if answer.at("interrupt") == true => {
                Ruling::End(Flow::Interrupt)
            }
            (Some("deny"), Some(message)) => Ruling::Deny {
                message: message.to_owned(),
                decision: Decision::reject(classification.unwrap_or("user_reject"), None),
            },
            (Some("deny"), None) => failed("message: expected a string"),
            (Some(_), _) => failed("behavior: expected \"allow\" or \"deny\""),
            (None, _) => failed("behavior: required"),
        }
    }
}

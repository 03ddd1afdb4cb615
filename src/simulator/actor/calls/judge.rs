//! PURE. What is known about a call before anybody is asked. Owns: bringing together what a hook wants, what the scenario
//! says and what the CLI's policy says. Does not own: the policy (`policy`), the asking (`permission`).

use super::permission::Judgement;
use super::tools::Call;
use crate::simulator::actor::place::Place;
use crate::simulator::actor::world::World;
use crate::simulator::frames::control::CanUseTool;
use crate::simulator::frames::user::Decision;
use crate::simulator::json::Look as _;
use crate::simulator::policy::{self, Asking, Denial, Verdict};
use crate::simulator::scenario::{Ask, AskDetails, AskWhen, Suggestion};
use crate::wire::permission::PermissionUpdate;
use serde_json::{Value, json};

impl World {
    /// Judges a call. `hook_asks` are the words of a hook that wants somebody asked, `hook_allows` that one allowed it.
    pub(super) fn judge(
        &self,
        place: &Place,
        call: &Call,
        hook_asks: Option<&str>,
        hook_allows: bool,
    ) -> Judgement {
        let verdict = policy::judge(&call.name, &call.input, &self.facts);
        if let Verdict::Deny(denial) = verdict {
            return match call.ask {
                Ask::When(AskWhen::Never) => Judgement::Run(Decision::accept("config", None)),
                _ => refuse(denial),
            };
        }
        if let Some(words) = hook_asks {
            let mut ask = self.ask_for(place, call, &verdict);
            ask.reason = Some(words.to_owned()).filter(|words| !words.is_empty());
            ask.reason_type = Some("hook".to_owned());
            return Judgement::Ask(Box::new(ask), None);
        }
        if hook_allows {
            return Judgement::Run(Decision::accept("hook", Some("hook")));
        }
        if let Verdict::Run(reason_type) = verdict
            && !insists(&call.ask)
            && policy::answered_for_good(&call.name, &call.input, &self.facts)
        {
            return Judgement::Run(Decision::accept("config", reason_type));
        }
        match &call.ask {
            Ask::When(AskWhen::Never) => Judgement::Run(Decision::accept("config", None)),
            Ask::When(AskWhen::Always) => {
                Judgement::Ask(Box::new(self.ask_for(place, call, &verdict)), None)
            }
            Ask::Details(details) => {
                let ask = detailed(self.ask_for(place, call, &verdict), details);
                Judgement::Ask(Box::new(ask), details.withdraw.clone())
            }
            Ask::When(AskWhen::Auto) => match verdict {
                Verdict::Run(reason_type) => {
                    Judgement::Run(Decision::accept("config", reason_type))
                }
                verdict => Judgement::Ask(Box::new(self.ask_for(place, call, &verdict)), None),
            },
        }
    }

    fn ask_for(&self, place: &Place, call: &Call, verdict: &Verdict) -> CanUseTool {
        let usual = Asking::default();
        let asking = match verdict {
            Verdict::Ask(asking) => asking,
            _ => &usual,
        };
        let agent = place.who().map(|who| who.agent_id.as_str());
        policy::request(
            &call.name,
            &call.input,
            &call.id,
            asking,
            &self.facts,
            agent,
        )
    }

    /// Takes over permission updates of an answer.
    pub(super) fn apply_updates(&mut self, updates: &Value) {
        for update in updates.as_array().into_iter().flatten() {
            if let Ok(update) = serde_json::from_value::<PermissionUpdate>(update.clone())
                && let Some(mode) = self.facts.rules.apply(&update)
            {
                self.change_mode(&mode);
            }
        }
    }

    /// Whether a shell command changes nothing: such commands run side by side.
    pub(super) fn is_quiet(&self, input: &Value) -> bool {
        matches!(
            policy::judge("Bash", input, &self.facts),
            Verdict::Run(Some("other") | None)
        )
    }
}

fn refuse(denial: Denial) -> Judgement {
    Judgement::Refuse(Box::new(denial))
}

/// Whether it is asked whatever was answered before: no rule and no mode takes away what was asked on purpose.
fn insists(ask: &Ask) -> bool {
    let Ask::Details(details) = ask else {
        return false;
    };
    let reason = details.reason_type.as_deref();
    details.withdraw.is_some() || matches!(reason, Some("hook" | "rule" | "safetyCheck"))
}

/// The request as the scenario wants it.
fn detailed(mut ask: CanUseTool, details: &AskDetails) -> CanUseTool {
    let or = |new: &Option<String>, old: Option<String>| new.clone().or(old);
    ask.reason = or(&details.reason, ask.reason);
    ask.reason_type = or(&details.reason_type, ask.reason_type);
    ask.blocked_path = or(&details.blocked_path, ask.blocked_path);
    ask.description = or(&details.description, ask.description);
    ask.title = or(&details.title, ask.title);
    if let Some(suggestions) = &details.suggestions {
        ask.suggestions = Some(suggestions.iter().map(update).collect());
    }
    ask
}

/// A suggestion as an update: a rule of a scenario is one for this project.
fn update(suggestion: &Suggestion) -> Value {
    match suggestion {
        Suggestion::Update(update) => update.clone(),
        Suggestion::Rule(rule) => {
            let (tool, content) = match rule.split_once('(') {
                Some((tool, rest)) => (tool, rest.strip_suffix(')')),
                None => (rule.as_str(), None),
            };
            let mut rule = json!({"toolName": tool});
            if let Some(content) = content {
                rule.put("ruleContent", content);
            }
            json!({
                "type": "addRules",
                "rules": [rule],
                "behavior": "allow",
                "destination": "localSettings",
            })
        }
    }
}

//! PURE. What is said when nobody may decide. Owns: the words to the model. Does not own: finding rules (`permissions`).

use crate::permissions::propose;
use crate::wire::permission::{Ask, CanUseTool};
use std::path::Path;

/// The message to the model for a request that nobody may decide.
pub(super) fn refusal(request: &CanUseTool, cwd: &Path, home: Option<&Path>) -> String {
    match request.kind() {
        Ask::Question(_) => "Nobody can be asked in this run. Decide yourself as best you can, and say what you assumed."
            .to_owned(),
        Ask::Plan(_) => "Nobody can approve a plan in this run. Say what the plan is and stop; the user can start a run \
                         with another --permission-mode to have it carried out."
            .to_owned(),
        Ask::Tool => {
            let tool = &request.tool_name;
            let rules = propose(request, cwd, home);
            let remedy = if rules.is_empty() {
                "no rule can allow it, since it wants a person to decide (the user can run with --ask on a terminal)"
                    .to_owned()
            } else {
                format!("the user can allow it with {}", flags(&rules))
            };
            format!(
                "{tool} was not run: no rule allows it and nobody can be asked in this run; {remedy}. Go on without it, or \
                 say what is missing."
            )
        }
    }
}

/// Rules as flags that can be pasted into a shell.
pub(super) fn flags(rules: &[String]) -> String {
    let flag = |rule: &String| {
        let quoted = shlex::try_quote(rule).map_or_else(|_| rule.clone(), Into::into);
        format!("--allow {quoted}")
    };
    rules.iter().map(flag).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn asked(tool: &str, input: serde_json::Value) -> CanUseTool {
        CanUseTool {
            tool_name: tool.to_owned(),
            input,
            ..CanUseTool::default()
        }
    }

    fn said(request: &CanUseTool) -> String {
        refusal(request, Path::new("/p"), None)
    }

    #[test]
    fn the_rule_that_would_allow_it_is_named() {
        let bash = asked("Bash", json!({"command": "touch x"}));
        assert!(
            said(&bash).contains("with --allow 'Bash(touch"),
            "{}",
            said(&bash)
        );
        let own = asked("mcp__calc__add", json!({}));
        assert!(
            said(&own).contains("with --allow mcp__calc__add. "),
            "{}",
            said(&own)
        );
    }

    #[test]
    fn where_no_rule_helps_that_is_said() {
        let mut hooked = asked("Bash", json!({"command": "ls"}));
        hooked.decision_reason_type = Some("hook".to_owned());
        assert!(said(&hooked).contains("--ask"), "{}", said(&hooked));
        let question = json!({"questions": [{"question": "Which?", "options": []}]});
        assert!(said(&asked("AskUserQuestion", question)).contains("Decide yourself"));
        assert!(said(&asked("ExitPlanMode", json!({"plan": "x"}))).contains("--permission-mode"));
    }
}

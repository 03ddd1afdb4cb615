//! PURE. How far a call is. Owns: its glyph and words, who decided about it.

use super::facts::{failure, first_line, is, structured, text};
use crate::session::{Asked, Decision, Task, ToolCall, Verdict};
use crate::trace::DecidedBy;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::Sheet;
use crate::tui::theme::{Role, Theme};
use serde_json::Value;

/// Of the latest decisions as many are looked at.
const LOOKED_AT: usize = 300;

/// A failure of more lines than this is no sentence any more.
const SENTENCES: usize = 20;

/// How far a call is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Status {
    /// It runs.
    Runs,
    /// Its result has come, and it goes on beside the conversation.
    GoesOn,
    /// A person has to say whether it may.
    Waits,
    /// It was never run: why.
    NeverRan(String),
    /// It was stopped before it was done.
    CutShort,
    /// What it began beside the conversation was stopped, or failed.
    Stopped,
    /// It went well.
    Good,
    /// It did not.
    Bad,
    /// Nothing more will come of it.
    GivenUp,
}

impl Status {
    pub(super) fn of(call: &ToolCall, paint: &Paint<'_>, beside: Option<&Task>) -> Self {
        if let Some(kind) = &call.not_executed {
            return Self::NeverRan(kind.clone());
        }
        match &call.result {
            Some(outcome) if outcome.is_error => Self::Bad,
            Some(_) if is(structured(call), "interrupted") => Self::CutShort,
            Some(_) => match beside.map(|task| (task.ended, task.status.as_str())) {
                Some((None, _)) => Self::GoesOn,
                Some((_, "stopped" | "killed" | "failed")) => Self::Stopped,
                _ => Self::Good,
            },
            None if call.ended.is_some() => Self::GivenUp,
            None if waits(call, paint) => Self::Waits,
            None => Self::Runs,
        }
    }

    /// It may look otherwise a moment later.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Runs | Self::GoesOn | Self::Waits)
    }

    pub(super) fn mark(&self, theme: &Theme) -> (&'static str, Role) {
        let glyphs = &theme.glyphs;
        match self {
            Self::Runs | Self::GoesOn => (glyphs.busy, Role::WaitingTool),
            Self::Waits => (glyphs.waiting, Role::WaitingPerson),
            Self::Good => (glyphs.good, Role::Good),
            Self::Bad => (glyphs.bad, Role::Bad),
            Self::CutShort | Self::Stopped => (glyphs.bad, Role::Warning),
            Self::NeverRan(_) | Self::GivenUp => (glyphs.never, Role::Warning),
        }
    }

    /// What is said of it at once; `None` leaves it to the card.
    pub(super) fn words(&self, call: &ToolCall, paint: &Paint<'_>) -> Option<String> {
        match self {
            Self::Good | Self::GoesOn | Self::Stopped => None,
            Self::Runs => Some(String::new()),
            Self::Waits => Some("waits for you".to_owned()),
            Self::NeverRan(kind) => Some(
                match kind.as_str() {
                    "permission-rule" | "user-rejected" if by_key(call, paint) => {
                        match call.name.as_str() {
                            "ExitPlanMode" => "sent back",
                            "AskUserQuestion" => "declined",
                            _ => "denied by you",
                        }
                    }
                    // The CLI calls every refusal a rule; whose it was, it says beside it.
                    "permission-rule" => return Some(refused(call).to_owned()),
                    "user-rejected" if call.name == "ExitPlanMode" => "sent back",
                    "user-rejected" => "denied",
                    "cancelled" => "cancelled",
                    "interrupted" => "interrupted",
                    other => return Some(format!("not run: {other}")),
                }
                .to_owned(),
            ),
            Self::Bad => {
                let text = call.result.as_ref().map(failure).unwrap_or_default();
                let first = first_line(&text);
                Some(match first.strip_prefix("Exit code ") {
                    Some(code) => format!("exit {code}"),
                    None if first.is_empty() => "failed".to_owned(),
                    None => first.to_owned(),
                })
            }
            Self::CutShort => Some("interrupted".to_owned()),
            Self::GivenUp => Some("no result".to_owned()),
        }
    }
}

/// Whether the person at this screen refused it. The CLI calls every refusal that comes over the wire a rule's.
fn by_key(call: &ToolCall, paint: &Paint<'_>) -> bool {
    decision(call, paint).is_some_and(|decision| decision.by == DecidedBy::Key)
}

/// The latest decision about a call.
fn decision<'a>(call: &ToolCall, paint: &Paint<'a>) -> Option<&'a Decision> {
    let mut decisions = paint.state.decisions.iter().rev().take(LOOKED_AT);
    decisions.find(|one| one.tool_use_id.as_deref() == Some(&call.id))
}

/// A call that was refused: by whom, if that was nobody in front of the screen.
fn refused(call: &ToolCall) -> &'static str {
    let source = call
        .decision
        .as_ref()
        .map_or("", |told| text(told, "source"));
    match source {
        "user_reject" if call.name == "ExitPlanMode" => "sent back",
        "user_reject" => "denied",
        "hook" => "denied by a hook",
        _ => "denied by a rule",
    }
}

fn waits(call: &ToolCall, paint: &Paint<'_>) -> bool {
    let about = |asked: &Asked| matches!(asked, Asked::Permission { tool_use_id: Some(id), .. } if *id == call.id);
    paint.state.pending.any(|row| about(&row.asked))
}

/// What every open card says at its end: what went wrong, who decided.
pub(super) fn explain(call: &ToolCall, status: &Status, sheet: &mut Sheet<'_>) {
    match status {
        Status::Bad | Status::NeverRan(_) => {
            let text = call.result.as_ref().map(failure).unwrap_or_default();
            // What a command wrote stands as it was written; the words of a tool are broken between words.
            let written = matches!(call.name.as_str(), "Bash" | "PowerShell");
            if written || text.contains('\u{1b}') || text.lines().nth(SENTENCES).is_some() {
                sheet.output(&text, Role::Bad);
            } else {
                sheet.text(&text, Role::Bad);
            }
        }
        Status::GivenUp => sheet.text(
            "No result came: the turn or the session ended first.",
            Role::Warning,
        ),
        Status::Waits => sheet.text("Waits for your answer.", Role::WaitingPerson),
        Status::Runs | Status::GoesOn | Status::Good | Status::CutShort | Status::Stopped => {}
    }
    asked_for(call, sheet);
    if let Some(decision) = decision(call, &sheet.paint) {
        let words = decided(decision);
        sheet.text(&words, Role::Dim);
    } else if let Some(words) = call.decision.as_ref().and_then(told) {
        sheet.text(&words, Role::Dim);
    }
}

/// Who changed what the call runs with before it ran, if somebody did.
pub(super) fn changed(call: &ToolCall, paint: &Paint<'_>) -> Option<&'static str> {
    call.asked_for.as_ref()?;
    let edited = |one: &&Decision| matches!(one.verdict, Verdict::Allowed { edited: true, .. });
    let by = decision(call, paint)
        .filter(edited)
        .map(|decision| &decision.by);
    Some(match by {
        Some(DecidedBy::Key) => "changed by you",
        Some(_) => "changed before it ran",
        None => "changed by a hook",
    })
}

/// What the model had asked for, where that is not what ran.
fn asked_for(call: &ToolCall, sheet: &mut Sheet<'_>) {
    let Some(asked_for) = &call.asked_for else {
        return;
    };
    sheet.heading("the model had asked for");
    match (call.name.as_str(), text(asked_for, "command")) {
        ("Bash" | "PowerShell", command) if !command.is_empty() => sheet.code("bash", command),
        _ => sheet.tree(asked_for),
    }
}

fn decided(decision: &Decision) -> String {
    let what = match &decision.verdict {
        Verdict::Allowed { edited: true, .. } => "allowed with a changed input",
        Verdict::Allowed { rules: 1.., .. } => "allowed, from now on too",
        Verdict::Allowed { .. } => "allowed",
        Verdict::Denied {
            interrupt: true, ..
        } => "denied, and the turn ended",
        Verdict::Denied { .. } => "denied",
        Verdict::Failed(_) => "denied, because answering failed",
        Verdict::Withdrawn => "the question was withdrawn",
    };
    let by = match &decision.by {
        DecidedBy::Key => " by you".to_owned(),
        DecidedBy::Callback => " by the program".to_owned(),
        DecidedBy::Rule(rule) => format!(" by the rule {rule}"),
        DecidedBy::Limit(limit) => format!(" by a limit: {limit}"),
        DecidedBy::Cli(reason) if reason.is_empty() => " by the CLI".to_owned(),
        DecidedBy::Cli(reason) => format!(" by the CLI ({reason})"),
        DecidedBy::Unknown => String::new(),
    };
    format!("{what}{by}")
}

/// What the CLI tells of a decision. What it allows by itself as usual is not worth a line.
fn told(decision: &Value) -> Option<String> {
    let reason = text(decision, "reason_type");
    let what = match text(decision, "decision") {
        "accept" => "allowed",
        "reject" => "denied",
        _ => return None,
    };
    let by = match text(decision, "source") {
        "user_temporary" => "by you, once",
        "user_permanent" => "by you, from now on",
        "user_reject" => "by you",
        "hook" => "by a hook",
        "config" if what == "denied" && reason.is_empty() => "by the settings",
        "config" if what == "denied" => return Some(format!("denied by the settings ({reason})")),
        _ => return None,
    };
    Some(format!("{what} {by}"))
}

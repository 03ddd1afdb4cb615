//! PURE. One request that waits for a person. Owns: what it is about, how far its answer is, who hears a key meanwhile.

use super::change::{Change, OnDisk};
use super::destructive::{Mark, marks};
use super::edited;
use super::form::{Button, Form};
use super::plan::PlanForm;
use super::questions::QuestionForm;
use super::rules::{self, Offer};
use crate::tools::declared::Question;
use crate::trace::Moment;
use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::text::tool_name;
use crate::wire::elicitation::{Elicitation, ElicitationMode, UserDialog};
use crate::wire::permission::{Ask, CanUseTool, PermissionUpdate};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a request is about.
#[derive(Debug, Clone)]
pub enum Matter {
    /// May this tool run?
    Tool(Box<CanUseTool>),
    /// The model has questions.
    Questions(Box<CanUseTool>, Box<QuestionForm>),
    /// The model has a plan.
    Plan(Box<CanUseTool>, PlanForm),
    /// A server wants input.
    Server(Box<Elicitation>, Box<Form>),
    /// The CLI wants a dialog shown.
    Dialog(Box<UserDialog>, Form),
    /// A tool of ours is answered by hand: the number of the question.
    Hand(u64, Box<Question>, Box<Form>),
}

/// How far the answer to a tool's request is.
#[derive(Debug, Clone, Default)]
pub enum Stage {
    /// It is looked at.
    #[default]
    Look,
    /// A message for the agent is typed.
    Message,
    /// The input is edited.
    Edit(edited::Form),
    /// The changed input is looked at.
    Review(Map<String, Value>),
}

/// A request with all that was asked.
#[derive(Debug, Clone)]
pub struct Request {
    /// Its id.
    pub id: String,
    /// What it is about.
    pub matter: Matter,
    /// Since when it waits.
    pub since: Moment,
    /// Where the agent works.
    pub cwd: PathBuf,
    /// How far the answer is.
    pub stage: Stage,
    /// What is typed as a message; kept when the card is left.
    pub message: Field,
    /// What is typed as an input; kept when the card is left.
    pub input: Option<Field>,
    /// What in it may destroy something.
    pub marks: Vec<Mark>,
    /// What can be allowed from now on.
    pub offers: Vec<Offer>,
    /// What would be allowed for the rest of the session, and its words.
    pub for_session: Option<(PermissionUpdate, String)>,
    /// What the file is on disk, once it was read.
    pub file: Option<OnDisk>,
    /// It is gone, and why; it only stays until what was being typed into it is left.
    pub gone: Option<String>,
    /// Lines above the first that is shown.
    pub scroll: usize,
    /// The line that had the cursor on the last frame.
    pub(super) cursor: Option<usize>,
    /// It is on the screen.
    pub(super) drawn: bool,
    /// Since when it has been in front of the person, by the program's clock.
    pub(super) shown: Option<Duration>,
}

impl Request {
    /// A request that was just asked.
    pub fn new(id: String, matter: Matter, since: Moment, cwd: &Path) -> Self {
        let (mut found, mut offers, mut for_session) = (Vec::new(), Vec::new(), None);
        if let Matter::Tool(ask) = &matter {
            found = marks(&ask.tool_name, &ask.input, cwd);
            if ask.suppress_always_allow_rule != Some(true) {
                offers = rules::offers(ask, cwd);
                // What may destroy something is not allowed for long by one key: a rule for it is chosen with care.
                if found.is_empty() {
                    for_session = rules::for_session(ask, cwd);
                }
            }
        }
        Self {
            id,
            matter,
            since,
            cwd: cwd.to_owned(),
            stage: Stage::Look,
            message: Field::default(),
            input: None,
            marks: found,
            offers,
            for_session,
            file: None,
            gone: None,
            scroll: 0,
            cursor: None,
            drawn: false,
            shown: None,
        }
    }

    /// The permission request behind it, if it is one.
    pub fn ask(&self) -> Option<&CanUseTool> {
        match &self.matter {
            Matter::Tool(ask) | Matter::Questions(ask, _) | Matter::Plan(ask, _) => Some(ask),
            Matter::Server(..) | Matter::Dialog(..) | Matter::Hand(..) => None,
        }
    }

    /// The change of a file that it would make.
    pub fn change(&self) -> Option<Change> {
        match &self.matter {
            Matter::Tool(ask) => Change::of(&ask.tool_name, &ask.input),
            _ => None,
        }
    }

    /// What to call it, in a few words; parts of it are from outside.
    pub fn name(&self) -> String {
        match &self.matter {
            Matter::Tool(ask) | Matter::Questions(ask, _) | Matter::Plan(ask, _) => {
                // A server chooses the label of its tools: it may be that of another tool.
                let label = ask.display_name.as_deref().unwrap_or_default();
                match tool_name(&ask.tool_name) {
                    name if ["", &name, &ask.tool_name].contains(&label.trim()) => name,
                    name => format!("{name} ({label})"),
                }
            }
            Matter::Server(asked, _) => asked
                .display_name
                .clone()
                .unwrap_or_else(|| asked.mcp_server_name.clone()),
            Matter::Dialog(dialog, _) => dialog.dialog_kind.clone(),
            Matter::Hand(_, question, _) => question.tool.clone(),
        }
    }

    /// Whether a chord from elsewhere may answer it: not where a person has to look, and not what may destroy something.
    pub fn quick(&self) -> bool {
        match &self.matter {
            Matter::Tool(ask) => !ask.requires_user_interaction && self.marks.is_empty(),
            _ => false,
        }
    }

    /// Who hears a key while it has the focus.
    pub fn context(&self) -> Context {
        if self.gone.is_some() || self.typed().is_some() {
            return Context::Field;
        }
        match (&self.stage, &self.matter) {
            (_, Matter::Tool(_)) => Context::Request,
            _ => Context::Form,
        }
    }

    /// What an answer is called on this card, where it is not a call that is allowed or denied.
    pub fn word(&self, action: Action) -> Option<&'static str> {
        let looks = matches!(self.stage, Stage::Look);
        match (&self.matter, action) {
            (Matter::Server(_, form) | Matter::Hand(_, _, form), Action::Allow) => {
                form.label(Button::Send).map(in_a_line)
            }
            (Matter::Server(_, form) | Matter::Hand(_, _, form), Action::Deny) => {
                form.label(Button::Decline).map(in_a_line)
            }
            (Matter::Server(_, form) | Matter::Hand(_, _, form), Action::Accept) if looks => {
                form.label_here().map(in_a_line)
            }
            (Matter::Hand(..), Action::DenyWithMessage) => Some("refuse, say why"),
            (Matter::Dialog(..), Action::Accept | Action::Deny) => Some("close"),
            (Matter::Questions(..), Action::Deny) => Some("decline"),
            (Matter::Questions(..), Action::DenyWithMessage) => Some("decline, say why"),
            (Matter::Plan(..), Action::Allow | Action::Accept) if looks => Some("approve"),
            (Matter::Plan(..), Action::Deny) => Some("keep planning"),
            (Matter::Plan(..), Action::DenyWithMessage) => Some("say what to change"),
            _ => None,
        }
    }

    /// The field that is typed in, and what it is for; parts of that may be from outside.
    pub fn typed(&self) -> Option<(&Field, Cow<'static, str>)> {
        match &self.stage {
            Stage::Message => return Some((&self.message, self.message_for().into())),
            Stage::Edit(form) => {
                let words = match form {
                    edited::Form::Command => "the command",
                    edited::Form::Json => "the input, as JSON",
                };
                return self.input.as_ref().map(|field| (field, words.into()));
            }
            Stage::Look | Stage::Review(_) => {}
        }
        match &self.matter {
            Matter::Questions(_, form) => Some((form.typed()?, "your own words".into())),
            Matter::Server(_, form) | Matter::Hand(_, _, form) => {
                let (field, title) = form.typed()?;
                // A tool that wants no more than words has one field of that name.
                let words = match title {
                    "answer" => "your answer".into(),
                    title => format!("your answer for {title}").into(),
                };
                Some((field, words))
            }
            Matter::Tool(_) | Matter::Plan(..) | Matter::Dialog(..) => None,
        }
    }

    fn message_for(&self) -> &'static str {
        match self.matter {
            Matter::Plan(..) => "what to plan anew; the agent reads it",
            Matter::Hand(..) => "why there is no answer; the agent reads it",
            _ => "why not; the agent reads it",
        }
    }

    /// The field that is typed in, to be changed.
    pub fn field(&mut self) -> Option<&mut Field> {
        match &self.stage {
            Stage::Message => return Some(&mut self.message),
            Stage::Edit(_) => return self.input.as_mut(),
            Stage::Look | Stage::Review(_) => {}
        }
        match &mut self.matter {
            Matter::Questions(_, form) => form.field(),
            Matter::Server(_, form) | Matter::Hand(_, _, form) => form.field(),
            Matter::Tool(_) | Matter::Plan(..) | Matter::Dialog(..) => None,
        }
    }
}

/// What is written on a button, as it stands in a line of keys.
fn in_a_line(label: &'static str) -> &'static str {
    match label {
        "Send" => "send",
        "Accept" => "accept",
        "Decline" => "decline",
        "Refuse" => "refuse",
        "Cancel" => "cancel",
        "I have been there" => "been there",
        other => other,
    }
}

impl Matter {
    /// A permission request is one of three kinds.
    pub fn of_tool(ask: CanUseTool) -> Self {
        match ask.kind() {
            Ask::Tool => Self::Tool(Box::new(ask)),
            Ask::Question(asked) => {
                Self::Questions(Box::new(ask), Box::new(QuestionForm::new(asked)))
            }
            Ask::Plan(plan) => Self::Plan(Box::new(ask), PlanForm::new(plan)),
        }
    }

    /// Input for a server.
    pub fn of_server(asked: Elicitation) -> Self {
        let buttons = |send| {
            vec![
                (Button::Send, send),
                (Button::Decline, "Decline"),
                (Button::Cancel, "Cancel"),
            ]
        };
        let form = match (&asked.mode, &asked.requested_schema) {
            (ElicitationMode::Form, Some(schema)) => {
                Form::of_schema(schema, &asked.property_order, buttons("Send"))
            }
            (ElicitationMode::Url, _) => Form::of_buttons(buttons("I have been there")),
            _ => Form::of_buttons(buttons("Accept")),
        };
        Self::Server(Box::new(asked), Box::new(form))
    }

    /// A dialog of the CLI: we can show it and close it, no more.
    pub fn of_dialog(dialog: UserDialog) -> Self {
        let form = Form::of_buttons(vec![(Button::Cancel, "Close it without an answer")]);
        Self::Dialog(Box::new(dialog), form)
    }

    /// A tool that is answered by hand.
    pub fn of_hand(number: u64, question: Question) -> Self {
        let buttons = vec![(Button::Send, "Send"), (Button::Decline, "Refuse")];
        let schema = question.output_schema.as_ref().and_then(Value::as_object);
        let form = match schema {
            Some(schema) => Form::of_schema(schema, &[], buttons),
            None => Form::of_words("answer", buttons),
        };
        Self::Hand(number, Box::new(question), Box::new(form))
    }
}

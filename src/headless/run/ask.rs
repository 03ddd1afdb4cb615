//! Asking the person at the terminal (`--ask`). Owns: one question after the other, and what counts as an answer: a whole
//! word and Enter, where Enter came after the question was shown; for a question that came by itself (a first one, or one
//! in the place of another that was withdrawn) a moment after, since the line was begun before. Does not own: sending the
//! answer (`drive`).

use super::desk::Inquiry;
use super::human::safe;
use super::refuse::flags;
use crate::headless::sanitise;
use crate::permissions::propose;
use crate::wire::permission::{Answers, Ask, CanUseTool, PermissionAnswer, Question};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// How soon after a question came by itself nobody can have read it.
const TO_READ: Duration = Duration::from_millis(500);

/// Questions that wait, with the one that is shown in front.
#[derive(Debug)]
pub(super) struct Asker {
    lines: mpsc::Receiver<String>,
    waiting: VecDeque<Open>,
    cwd: PathBuf,
    /// Standard input has ended: nobody can answer any more.
    gone: bool,
    /// Lines before this were meant for something else.
    unread_until: Option<Instant>,
}

#[derive(Debug)]
enum Open {
    Permission(Box<Request>),
    /// Any line answers it.
    Inquiry(Inquiry),
}

#[derive(Debug)]
struct Request {
    id: String,
    asked: CanUseTool,
    answers: Answers,
    /// Which of several questions is being asked.
    at: usize,
}

/// What comes from the terminal, or instead of it.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    /// A line was typed.
    Line(String),
    /// Nobody can answer any more. Comes once, and again for whatever is asked later.
    Nobody,
    /// Whoever asked the question in front does not want to know any more.
    Withdrawn,
}

/// What became of a line that was typed.
#[derive(Debug, PartialEq)]
pub(super) enum Reply {
    /// It answers the request.
    Answer(String, Box<PermissionAnswer>),
    /// Whoever asked has it.
    HandedOn,
    /// Say this and wait for the next line.
    Say(String),
    /// Nothing was asked.
    Ignored,
}

impl Asker {
    /// Reads lines from standard input from now on.
    pub(super) fn start(cwd: PathBuf) -> Self {
        let (tell, lines) = mpsc::channel(16);
        std::thread::spawn(move || {
            for line in std::io::stdin().lines() {
                let Ok(line) = line else { return };
                if tell.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        Self::over(lines, cwd)
    }

    fn over(lines: mpsc::Receiver<String>, cwd: PathBuf) -> Self {
        Self {
            lines,
            waiting: VecDeque::new(),
            cwd,
            gone: false,
            unread_until: None,
        }
    }

    /// Whether a question is shown.
    pub(super) fn is_open(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// A permission is asked for; what to show, if nothing else is being asked.
    pub(super) fn asked(&mut self, id: String, request: CanUseTool) -> Option<String> {
        self.open(Open::Permission(Box::new(Request {
            id,
            asked: request,
            answers: Answers::new(),
            at: 0,
        })))
    }

    /// Something else is asked; what to show, if nothing else is being asked.
    pub(super) fn inquired(&mut self, inquiry: Inquiry) -> Option<String> {
        self.open(Open::Inquiry(inquiry))
    }

    fn open(&mut self, open: Open) -> Option<String> {
        self.waiting.push_back(open);
        (self.waiting.len() == 1).then(|| self.show_unexpected())
    }

    /// A request is over; what to show, if it was the one in front.
    pub(super) fn over_with(&mut self, id: &str) -> Option<String> {
        let is_it = |open: &Open| matches!(open, Open::Permission(request) if request.id == id);
        let at = self.waiting.iter().position(is_it)?;
        if at > 0 {
            self.waiting.remove(at);
            return None;
        }
        Some(self.withdrawn())
    }

    /// The question in front is not asked any more; what to show.
    pub(super) fn withdrawn(&mut self) -> String {
        self.waiting.pop_front();
        let next = self.show_unexpected();
        format!("\n(no longer asked)\n{next}")
    }

    /// What comes next.
    pub(super) async fn listen(&mut self) -> Heard {
        if self.gone && self.is_open() {
            return Heard::Nobody;
        }
        let unwanted = async {
            match self.waiting.front_mut() {
                Some(Open::Inquiry(inquiry)) => inquiry.reply.closed().await,
                _ => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = unwanted => Heard::Withdrawn,
            line = self.lines.recv(), if !self.gone => {
                self.gone = line.is_none();
                line.map_or(Heard::Nobody, Heard::Line)
            }
        }
    }

    /// What a line means for the question that is shown; `None` means that nobody is there.
    pub(super) fn reply(&mut self, line: Option<&str>) -> Reply {
        let Some(line) = line else {
            return self.nobody();
        };
        let unread = |until: Instant| Instant::now() < until;
        if self.is_open() && self.unread_until.is_some_and(unread) {
            return Reply::Say(TOO_SOON.to_owned());
        }
        match self.waiting.front_mut() {
            None => Reply::Ignored,
            Some(Open::Permission(open)) => match open.reply(line.trim()) {
                Ok(answer) => self.answered(answer),
                Err(say) => Reply::Say(say),
            },
            Some(Open::Inquiry(_)) => {
                if let Some(Open::Inquiry(inquiry)) = self.waiting.pop_front() {
                    let _ = inquiry.reply.send(line.to_owned());
                }
                Reply::HandedOn
            }
        }
    }

    /// Inquiries that are dropped are told that way.
    fn nobody(&mut self) -> Reply {
        self.waiting
            .retain(|open| matches!(open, Open::Permission(_)));
        self.answered(PermissionAnswer::deny("Nobody is there to decide."))
    }

    fn answered(&mut self, answer: PermissionAnswer) -> Reply {
        match self.waiting.pop_front() {
            Some(Open::Permission(open)) => Reply::Answer(open.id, Box::new(answer)),
            Some(Open::Inquiry(_)) | None => Reply::Ignored,
        }
    }

    /// The question in front, if there is one: to be shown after another was answered.
    pub(super) fn next(&mut self) -> Option<String> {
        (!self.waiting.is_empty()).then(|| self.show())
    }

    /// Shows a question that came by itself: a line that was begun before it is no answer to it.
    fn show_unexpected(&mut self) -> String {
        self.unread_until = Some(Instant::now() + TO_READ);
        self.show()
    }

    /// What was typed before the question was there is no answer to it.
    fn show(&mut self) -> String {
        while self.lines.try_recv().is_ok() {}
        match self.waiting.front() {
            None => String::new(),
            Some(Open::Inquiry(inquiry)) => inquiry.text.clone(),
            Some(Open::Permission(open)) => self.request_text(&open.asked),
        }
    }

    fn request_text(&self, request: &CanUseTool) -> String {
        match request.kind() {
            Ask::Question(asked) => asked
                .questions
                .first()
                .map(question_text)
                .unwrap_or_default(),
            Ask::Plan(plan) => format!(
                "\nThe agent proposes a plan:\n{}\nCarry it out? {YES_OR_NO}",
                safe(plan.plan.as_deref().unwrap_or("(without words)"))
            ),
            Ask::Tool => self.tool_text(request),
        }
    }

    fn tool_text(&self, request: &CanUseTool) -> String {
        let mut text = format!("\n{} wants to run with:\n", sanitise(&request.tool_name));
        let input = serde_json::to_string_pretty(&request.input).unwrap_or_default();
        for line in input.lines() {
            let _ = writeln!(text, "  {}", sanitise(line));
        }
        if let Some(reason) = &request.decision_reason {
            let _ = writeln!(text, "Asked because: {}", sanitise(reason));
        }
        let rules = propose(request, &self.cwd, None);
        if !rules.is_empty() {
            let _ = writeln!(text, "Not to be asked again: {}", sanitise(&flags(&rules)));
        }
        let _ = write!(text, "Allow this call? {YES_OR_NO}");
        text
    }
}

impl Request {
    /// The answer, if the line completes it; else what to say next.
    fn reply(&mut self, line: &str) -> Result<PermissionAnswer, String> {
        let again = || AGAIN.to_owned();
        match self.asked.kind() {
            Ask::Question(asked) => {
                if let Some(question) = asked.questions.get(self.at) {
                    let choice = chosen(question, line)?;
                    let answers = std::mem::take(&mut self.answers);
                    self.answers = choice.add(answers, question);
                    self.at += 1;
                }
                if let Some(next) = asked.questions.get(self.at) {
                    return Err(question_text(next));
                }
                let answer = asked.answer(&self.answers);
                Ok(answer.unwrap_or_else(|error| PermissionAnswer::deny(error.to_string())))
            }
            Ask::Plan(plan) => Ok(if yes_or_no(line).ok_or_else(again)? {
                plan.approve(None)
            } else {
                plan.reject("")
            }),
            Ask::Tool => Ok(if yes_or_no(line).ok_or_else(again)? {
                PermissionAnswer::allow()
            } else {
                PermissionAnswer::deny("The user said no to this call.")
            }),
        }
    }
}

const YES_OR_NO: &str = "[y/n, then Enter] ";
const TOO_SOON: &str =
    "(that came too soon to be meant for this question) Please answer it, then Enter: ";
const AGAIN: &str = "Please type y or n, then Enter: ";

/// There is no default: anything but a clear word is asked again.
fn yes_or_no(line: &str) -> Option<bool> {
    match line.to_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

fn question_text(question: &Question) -> String {
    let mut text = format!("\n{}\n", safe(&question.question));
    for (index, option) in question.options.iter().enumerate() {
        let about = Some(sanitise(&option.description)).filter(|about| !about.is_empty());
        let about = about.map(|about| format!(" - {about}")).unwrap_or_default();
        let _ = writeln!(text, "  {}. {}{about}", index + 1, sanitise(&option.label));
    }
    text.push_str(if question.options.is_empty() {
        "Your answer: "
    } else if question.multi_select {
        "Numbers (1 3), or an answer in your own words: "
    } else {
        "A number, or an answer in your own words: "
    });
    text
}

enum Choice {
    Options(Vec<String>),
    Words(String),
}

impl Choice {
    fn add(self, answers: Answers, question: &Question) -> Answers {
        match self {
            Self::Options(labels) => answers.choose(question.question.clone(), labels),
            Self::Words(words) => answers.text(question.question.clone(), words),
        }
    }
}

/// Numbers choose; anything else is an answer in words. `Err` says what to type instead.
fn chosen(question: &Question, line: &str) -> Result<Choice, String> {
    if line.is_empty() {
        return Err("Please type an answer: ".to_owned());
    }
    let words: Vec<&str> = line
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    let Some(numbers) = numbers.filter(|_| !question.options.is_empty()) else {
        return Ok(Choice::Words(line.to_owned()));
    };
    let label = |number: &usize| {
        let option = question.options.get(number.checked_sub(1)?)?;
        Some(option.label.clone())
    };
    let labels: Option<Vec<String>> = numbers.iter().map(label).collect();
    match labels {
        Some(labels) if labels.len() == 1 || question.multi_select => Ok(Choice::Options(labels)),
        Some(_) => Err("Please choose one number: ".to_owned()),
        None => Err(format!(
            "Please choose from 1 to {}: ",
            question.options.len()
        )),
    }
}

#[cfg(test)]
#[path = "ask_tests.rs"]
mod tests;

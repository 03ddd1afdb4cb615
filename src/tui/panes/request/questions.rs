//! PURE. Questions of the model as a form: a page for each, then a page that shows the answers. Owns: what is marked and
//! typed, and moving about. Does not own: what an answer looks like on the wire (`wire::permission`).

use super::Body;
use super::sheet::Sheet;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::field::Field;
use crate::wire::permission::{Answers, AskUserQuestion, PermissionAnswer, Question};
use ratatui::text::Span;

/// One question's answer so far.
#[derive(Debug, Clone, Default)]
struct Page {
    /// The row that is selected; the one after the options is for words of one's own.
    at: usize,
    chosen: Vec<bool>,
    other: Field,
    /// Whether the words of one's own count.
    own: bool,
}

/// The form.
#[derive(Debug, Clone)]
pub struct QuestionForm {
    /// What is asked.
    pub asked: AskUserQuestion,
    pages: Vec<Page>,
    /// Which page; the one after the last question shows the answers.
    page: usize,
    typing: bool,
    /// The person was told that something is left out.
    warned: bool,
    /// The person was told that answers would be lost.
    leaving: bool,
}

/// What became of pressing Enter.
#[derive(Debug, PartialEq)]
pub enum Entered {
    /// Nothing to send yet.
    Stay,
    /// A question has no answer: to be said, and sent with the next Enter.
    Missing(usize),
    /// The answer.
    Send(Box<PermissionAnswer>),
    /// What is wrong.
    Wrong(String),
}

impl QuestionForm {
    /// An empty form.
    pub fn new(asked: AskUserQuestion) -> Self {
        let page = |question: &Question| Page {
            chosen: vec![false; question.options.len()],
            ..Page::default()
        };
        Self {
            pages: asked.questions.iter().map(page).collect(),
            asked,
            page: 0,
            typing: false,
            warned: false,
            leaving: false,
        }
    }

    /// Whether declining is meant: where there are answers to lose, only when it is said twice in a row.
    pub fn declines(&mut self) -> bool {
        let answers = self.pages.iter().any(Page::answered);
        let meant = !answers || self.leaving;
        self.leaving = true;
        meant
    }

    /// The field that is typed in.
    pub fn field(&mut self) -> Option<&mut Field> {
        let typing = self.typing;
        self.pages
            .get_mut(self.page)
            .filter(|_| typing)
            .map(|page| &mut page.other)
    }

    /// The same to be looked at.
    pub fn typed(&self) -> Option<&Field> {
        let page = self.pages.get(self.page).filter(|_| self.typing)?;
        Some(&page.other)
    }

    /// Whether the page with all answers is shown.
    pub fn at_end(&self) -> bool {
        self.page >= self.pages.len()
    }

    /// Moves the selection.
    pub fn move_by(&mut self, by: isize) {
        self.leaving = false;
        if let Some(page) = self.pages.get_mut(self.page) {
            page.at = page.at.saturating_add_signed(by).min(page.chosen.len());
        }
    }

    /// To another page; what was typed stays and counts.
    pub fn turn(&mut self, by: isize) {
        self.stop_typing();
        self.warned = false;
        self.leaving = false;
        self.page = self.page.saturating_add_signed(by).min(self.pages.len());
    }

    /// Ends typing; an empty text is no answer.
    pub fn stop_typing(&mut self) {
        if let Some(page) = self.pages.get_mut(self.page).filter(|_| self.typing) {
            page.own = !page.other.text().trim().is_empty();
        }
        self.typing = false;
    }

    /// Marks the selected row, or takes the mark away; the last row is typed in.
    pub fn choose(&mut self) {
        self.leaving = false;
        let Some(question) = self.asked.questions.get(self.page) else {
            return;
        };
        let several = question.multi_select;
        let Some(page) = self.pages.get_mut(self.page) else {
            return;
        };
        let at = page.at;
        if at >= page.chosen.len() {
            self.typing = true;
            if !several {
                page.chosen.fill(false);
            }
            return;
        }
        let marked = page.chosen.get(at).copied().unwrap_or(false);
        if !several {
            page.chosen.fill(false);
            page.own = false;
        }
        if let Some(mark) = page.chosen.get_mut(at) {
            *mark = !several || !marked;
        }
    }

    /// Enter: chooses and goes on; on the last page it sends.
    pub fn enter(&mut self) -> Entered {
        let Some(question) = self.asked.questions.get(self.page) else {
            return self.send();
        };
        let several = question.multi_select;
        if self.typing {
            self.turn(1);
            return Entered::Stay;
        }
        let on_other = self
            .pages
            .get(self.page)
            .is_some_and(|page| page.at >= page.chosen.len());
        if on_other {
            self.typing = true;
        } else {
            if !several {
                self.choose();
            }
            self.turn(1);
        }
        Entered::Stay
    }

    fn send(&mut self) -> Entered {
        let mut answers = Answers::new();
        let mut missing = 0;
        for (question, page) in self.asked.questions.iter().zip(&self.pages) {
            let labels = page.labels(question);
            let own = page.own.then(|| page.other.text());
            let text = question.question.clone();
            answers = match (labels.is_empty(), own) {
                (true, None) => {
                    missing += 1;
                    continue;
                }
                (false, None) => answers.choose(text, labels),
                (_, Some(own)) => {
                    let all: Vec<String> = labels.into_iter().chain([own]).collect();
                    answers.text(text, all.join(", "))
                }
            };
        }
        if missing > 0 && !self.warned {
            self.warned = true;
            return Entered::Missing(missing);
        }
        match self.asked.answer(&answers) {
            Ok(answer) => Entered::Send(Box::new(answer)),
            Err(error) => Entered::Wrong(error.to_string()),
        }
    }
}

impl Page {
    fn labels(&self, question: &Question) -> Vec<String> {
        let marked = question.options.iter().zip(&self.chosen);
        marked
            .filter(|(_, chosen)| **chosen)
            .map(|(option, _)| option.label.clone())
            .collect()
    }

    fn answered(&self) -> bool {
        self.own || self.chosen.contains(&true)
    }
}

/// The lines of the form.
pub(super) fn lines(form: &QuestionForm, sheet: &mut Sheet<'_>) -> Option<usize> {
    tabs(form, sheet);
    let (Some(question), Some(page)) = (
        form.asked.questions.get(form.page),
        form.pages.get(form.page),
    ) else {
        summary(form, sheet);
        return None;
    };
    let about = if question.multi_select {
        "several"
    } else {
        "one of"
    };
    sheet.outside("asks", &question.question, Role::Accent);
    sheet.row(about, Vec::new());
    let mut cursor = None;
    for (index, option) in question.options.iter().enumerate() {
        let chosen = page.chosen.get(index).copied().unwrap_or(false);
        let selected = page.at == index;
        if selected {
            cursor = Some(sheet.lines.len());
        }
        choice(
            sheet,
            question.multi_select,
            chosen,
            selected,
            &option.label,
        );
        if !option.description.is_empty() {
            // It begins below its label, not at the edge.
            let mut spans = vec![Span::raw("      ")];
            spans.extend(sheet.safe(&option.description.replace('\n', " "), Role::Dim));
            sheet.inset(spans, 6);
        }
        if let Some(text) = option.preview.as_deref().filter(|_| selected) {
            preview(text, sheet);
        }
    }
    let selected = page.at >= question.options.len();
    if selected {
        cursor = Some(sheet.lines.len());
    }
    let own = page.other.text();
    let words = if own.trim().is_empty() {
        "something else, in your own words".to_owned()
    } else {
        format!("Other: {}", own.replace('\n', " "))
    };
    choice(sheet, question.multi_select, page.own, selected, &words);
    cursor
}

/// What choosing an option would look like.
fn preview(text: &str, sheet: &mut Sheet<'_>) {
    for line in text.lines() {
        let bar = Span::styled(
            format!("        {} ", sheet.theme.glyphs.bar),
            sheet.theme.style(Role::Dim),
        );
        let mut spans = vec![bar];
        spans.extend(sheet.safe(line, Role::Code));
        sheet.inset(spans, 10);
    }
}

fn choice(sheet: &mut Sheet<'_>, several: bool, chosen: bool, selected: bool, label: &str) {
    let glyphs = sheet.theme.glyphs;
    let mark = match (several, chosen) {
        (true, true) => "[x] ",
        (true, false) => "[ ] ",
        (false, true) => "(*) ",
        (false, false) => "( ) ",
    };
    let pointer = if selected { glyphs.prompt } else { " " };
    let role = if selected { Role::Accent } else { Role::Text };
    let mut spans = vec![
        Span::styled(format!("{pointer} "), sheet.theme.style(Role::Key)),
        Span::styled(
            mark,
            sheet
                .theme
                .style(if chosen { Role::Good } else { Role::Dim }),
        ),
    ];
    spans.extend(sheet.safe(&label.replace('\n', " "), role));
    sheet.inset(spans, 6);
}

fn tabs(form: &QuestionForm, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme;
    let mut spans = Vec::new();
    for (index, (question, page)) in form.asked.questions.iter().zip(&form.pages).enumerate() {
        let name = if question.header.is_empty() {
            format!("Question {}", index + 1)
        } else {
            crate::tui::widgets::text::cut(&question.header, 16, theme.glyphs.more)
        };
        let done = if page.answered() {
            theme.glyphs.good
        } else {
            theme.glyphs.bullet
        };
        let role = if index == form.page {
            Role::Selected
        } else {
            Role::Dim
        };
        spans.push(Span::styled(format!(" {done} {name} "), theme.style(role)));
        spans.push(Span::raw(" "));
    }
    let role = if form.page >= form.pages.len() {
        Role::Selected
    } else {
        Role::Dim
    };
    spans.push(Span::styled(" Send ", theme.style(role)));
    sheet.inset(spans, 0);
    sheet.gap();
}

fn summary(form: &QuestionForm, sheet: &mut Sheet<'_>) {
    for (question, page) in form.asked.questions.iter().zip(&form.pages) {
        sheet.outside("asked", &question.question, Role::Text);
        let mut all = page.labels(question);
        all.extend(page.own.then(|| page.other.text()));
        if all.is_empty() {
            let none = "no answer: it is left out";
            let span = Span::styled(none, sheet.theme.style(Role::Warning));
            sheet.row("answer", vec![span]);
        } else {
            sheet.outside("answer", &all.join(", "), Role::Good);
        }
    }
}

/// The whole form, as high as its highest page.
pub(super) fn body(form: &QuestionForm, mut sheet: Sheet<'_>) -> Body {
    let before = sheet.lines.len();
    let steady = before + highest(form, sheet.theme, sheet.width);
    let cursor = lines(form, &mut sheet);
    Body {
        lines: sheet.lines,
        cursor,
        steady: Some(steady),
        lead: 0..0,
    }
}

/// The rows of the highest page, whichever of its options is selected: a preview is only shown then.
fn highest(form: &QuestionForm, theme: &Theme, width: u16) -> usize {
    let rows = |write: &dyn Fn(&mut Sheet<'_>)| {
        let mut sheet = Sheet::new(theme, width);
        write(&mut sheet);
        sheet.lines.len()
    };
    let mut turned = form.clone();
    let mut highest = 0;
    for number in 0..=form.pages.len() {
        turned.page = number;
        if let Some(page) = turned.pages.get_mut(number) {
            page.at = page.chosen.len();
        }
        let options = form.asked.questions.get(number);
        let options = options.map_or(&[][..], |question| &question.options);
        let previews = options
            .iter()
            .filter_map(|option| option.preview.as_deref());
        let previews = previews.map(|text| rows(&|sheet| preview(text, sheet)));
        let page = rows(&|sheet| {
            lines(&turned, sheet);
        });
        highest = highest.max(page + previews.max().unwrap_or(0));
    }
    highest
}

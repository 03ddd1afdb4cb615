//! PURE. A form that is made from a schema: input for a server, an answer for a tool. Owns: what is typed and chosen, the
//! buttons below. Does not own: what the fields are (`schema`), sending (`update::requests`).

use super::Body;
use super::schema::{Kind, Property, misfit, properties, value};
use super::sheet::Sheet;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::field::Field;
use ratatui::text::Span;
use serde_json::{Map, Value};

/// What is done with the whole form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Button {
    /// Send it.
    Send,
    /// Say no.
    Decline,
    /// Say that nobody answers.
    Cancel,
}

/// One field and what is in it.
#[derive(Debug, Clone)]
struct Entry {
    property: Property,
    typed: Field,
    /// For yes or no, and for one of several: which.
    chosen: Option<usize>,
    /// For many of several.
    marked: Vec<bool>,
    /// For many of several: where one is.
    at: usize,
    wrong: Option<String>,
}

/// The form.
#[derive(Debug, Clone)]
pub struct Form {
    schema: Option<Value>,
    entries: Vec<Entry>,
    buttons: Vec<(Button, &'static str)>,
    at: usize,
    button: usize,
}

impl Form {
    /// A form for an object of this schema.
    pub fn of_schema(
        schema: &Map<String, Value>,
        order: &[String],
        buttons: Vec<(Button, &'static str)>,
    ) -> Self {
        let entries = properties(schema, order).into_iter().map(Entry::new);
        Self {
            entries: entries.collect(),
            schema: Some(Value::Object(schema.clone())),
            buttons,
            at: 0,
            button: 0,
        }
    }

    /// A form with one field of words, for whoever wants no more than that.
    pub fn of_words(title: &str, buttons: Vec<(Button, &'static str)>) -> Self {
        let property = Property {
            name: String::new(),
            title: title.to_owned(),
            description: String::new(),
            kind: Kind::Text(None),
            required: true,
            default: None,
        };
        Self {
            schema: None,
            entries: vec![Entry::new(property)],
            buttons,
            at: 0,
            button: 0,
        }
    }

    /// Only buttons.
    pub fn of_buttons(buttons: Vec<(Button, &'static str)>) -> Self {
        Self {
            schema: None,
            entries: Vec::new(),
            buttons,
            at: 0,
            button: 0,
        }
    }

    /// The field that is typed in.
    pub fn field(&mut self) -> Option<&mut Field> {
        let entry = self.entries.get_mut(self.at)?;
        entry.property.kind.is_typed().then_some(&mut entry.typed)
    }

    /// The same to be looked at, and its title.
    pub fn typed(&self) -> Option<(&Field, &str)> {
        let entry = self.entries.get(self.at)?;
        let typed = entry.property.kind.is_typed();
        typed.then_some((&entry.typed, entry.property.title.as_str()))
    }

    /// To another field; behind the last one are the buttons.
    pub fn turn(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.entries.len());
    }

    /// To the left or right: another button.
    pub fn aside(&mut self, by: isize) {
        if self.at < self.entries.len() {
            return self.turn(by);
        }
        if by < 0 && self.button == 0 {
            return self.turn(by);
        }
        let last = self.buttons.len().saturating_sub(1);
        self.button = self.button.saturating_add_signed(by).min(last);
    }

    /// Another choice in the field that has the cursor.
    pub fn choose(&mut self) {
        let Some(entry) = self.entries.get_mut(self.at) else {
            return;
        };
        entry.wrong = None;
        let next = |count: usize| Some(entry.chosen.map_or(0, |at| (at + 1) % count.max(1)));
        match &entry.property.kind {
            Kind::YesNo => entry.chosen = next(2),
            Kind::OneOf(choices) => entry.chosen = next(choices.len()),
            Kind::ManyOf(choices) => {
                if let Some(mark) = entry.marked.get_mut(entry.at) {
                    *mark = !*mark;
                }
                entry.at = (entry.at + 1) % choices.len().max(1);
            }
            Kind::Text(_) | Kind::Number | Kind::Integer | Kind::Json => {}
        }
    }

    /// Enter: the next field, or what the button says.
    pub fn enter(&mut self) -> Option<Button> {
        if self.at < self.entries.len() {
            self.turn(1);
            return None;
        }
        self.buttons.get(self.button).map(|(button, _)| *button)
    }

    /// Words, where the form is one field of them.
    pub fn words(&self) -> Option<String> {
        let entry = self.entries.first().filter(|_| self.schema.is_none())?;
        Some(entry.typed.text())
    }

    /// The whole answer; what is wrong is noted at its field, which then has the cursor, and given back.
    pub fn content(&mut self) -> Result<Map<String, Value>, String> {
        let mut content = Map::new();
        let mut first = None;
        for (index, entry) in self.entries.iter_mut().enumerate() {
            entry.wrong = None;
            let why = match entry.value() {
                Ok(Some(value)) => {
                    content.insert(entry.property.name.clone(), value);
                    continue;
                }
                Ok(None) if entry.property.required => "this one is needed".to_owned(),
                Ok(None) => continue,
                Err(why) => why,
            };
            let told = format!("{}: {why}", entry.property.title);
            entry.wrong = Some(why);
            first = first.or(Some((index, told)));
        }
        if first.is_none()
            && let Some(schema) = &self.schema
            && let Some((field, why)) = misfit(schema, &Value::Object(content.clone()))
        {
            let named = |entry: &Entry| Some(&entry.property.name) == field.as_ref();
            let at = self.entries.iter().position(named);
            if let Some(entry) = at.and_then(|at| self.entries.get_mut(at)) {
                entry.wrong = Some(why.clone());
            }
            first = Some((at.unwrap_or(self.at), why));
        }
        match first {
            Some((at, why)) => {
                self.at = at;
                Err(why)
            }
            None => Ok(content),
        }
    }
}

impl Kind {
    fn is_typed(&self) -> bool {
        matches!(
            self,
            Self::Text(_) | Self::Number | Self::Integer | Self::Json
        )
    }
}

impl Entry {
    fn new(property: Property) -> Self {
        let default = property.default.clone();
        let mut entry = Self {
            typed: Field::default(),
            chosen: None,
            marked: Vec::new(),
            at: 0,
            wrong: None,
            property,
        };
        match (&entry.property.kind, default) {
            (Kind::YesNo, Some(Value::Bool(yes))) => entry.chosen = Some(usize::from(!yes)),
            (Kind::OneOf(choices), default) => {
                entry.chosen = choices
                    .iter()
                    .position(|(value, _)| Some(value) == default.as_ref());
            }
            (Kind::ManyOf(choices), default) => {
                let listed = default.as_ref().and_then(Value::as_array);
                let is_listed = |(value, _): &(Value, String)| {
                    listed.is_some_and(|listed| listed.contains(value))
                };
                entry.marked = choices.iter().map(is_listed).collect();
            }
            (_, Some(Value::String(text))) if !text.contains(crate::sanitise::is_obeyed) => {
                entry.typed = Field::new(&text);
            }
            (Kind::Text(_), _) | (_, None) => {}
            (_, Some(value)) => {
                let text = value.to_string();
                entry.typed = Field::new(&crate::sanitise::escape_json(&text));
            }
        }
        entry
    }

    fn value(&self) -> Result<Option<Value>, String> {
        Ok(match &self.property.kind {
            Kind::YesNo => self.chosen.map(|at| Value::Bool(at == 0)),
            Kind::OneOf(choices) => self
                .chosen
                .and_then(|at| choices.get(at))
                .map(|(value, _)| value.clone()),
            Kind::ManyOf(choices) => {
                let marked = choices.iter().zip(&self.marked);
                let values: Vec<Value> = marked
                    .filter(|(_, marked)| **marked)
                    .map(|((value, _), _)| value.clone())
                    .collect();
                (!values.is_empty() || self.property.required).then_some(Value::Array(values))
            }
            kind => value(kind, &self.typed.text())?,
        })
    }

    /// What is in it, as spans.
    fn shown(&self, sheet: &Sheet<'_>, selected: bool) -> Vec<Span<'static>> {
        let theme = sheet.theme;
        let option = |name: &str, chosen: bool, several: bool, here: bool| {
            let mark = match (several, chosen) {
                (true, true) => "[x] ",
                (true, false) => "[ ] ",
                (false, true) => "(*) ",
                (false, false) => "( ) ",
            };
            let role = if here { Role::Accent } else { Role::Text };
            let mut spans = vec![Span::styled(
                mark,
                theme.style(if chosen { Role::Good } else { Role::Dim }),
            )];
            spans.extend(sheet.safe(&name.replace('\n', " "), role));
            spans.push(Span::raw("  "));
            spans
        };
        match &self.property.kind {
            Kind::YesNo => ["yes", "no"]
                .iter()
                .enumerate()
                .flat_map(|(at, name)| option(name, self.chosen == Some(at), false, false))
                .collect(),
            Kind::OneOf(choices) => choices
                .iter()
                .enumerate()
                .flat_map(|(at, (_, name))| option(name, self.chosen == Some(at), false, false))
                .collect(),
            Kind::ManyOf(choices) => choices
                .iter()
                .enumerate()
                .flat_map(|(at, (_, name))| {
                    let marked = self.marked.get(at).copied().unwrap_or(false);
                    option(name, marked, true, selected && at == self.at)
                })
                .collect(),
            _ if selected => vec![Span::styled("typed below", theme.style(Role::Dim))],
            _ if self.typed.is_empty() => vec![Span::styled("empty", theme.style(Role::Dim))],
            _ => sheet.safe(&self.typed.text().replace('\n', " "), Role::Text),
        }
    }

    fn about(&self) -> String {
        let kind = match &self.property.kind {
            Kind::Text(Some(format)) => format!(" ({format})"),
            Kind::Number => " (a number)".to_owned(),
            Kind::Integer => " (a whole number)".to_owned(),
            Kind::Json => " (JSON)".to_owned(),
            _ => String::new(),
        };
        format!("{}{kind}", self.property.description)
    }
}

/// The lines of the fields. Gives the line of the one that has the cursor.
pub(super) fn lines(form: &Form, sheet: &mut Sheet<'_>) -> Option<usize> {
    let mut cursor = None;
    for (index, entry) in form.entries.iter().enumerate() {
        let selected = index == form.at;
        if selected {
            cursor = Some(sheet.lines.len());
        }
        let pointer = if selected {
            sheet.theme.glyphs.prompt
        } else {
            " "
        };
        let role = if selected { Role::Accent } else { Role::Text };
        let mut spans = vec![Span::styled(
            format!("{pointer} "),
            sheet.theme.style(Role::Key),
        )];
        spans.extend(sheet.safe(&entry.property.title.replace('\n', " "), role));
        if entry.property.required {
            spans.push(Span::styled(" *", sheet.theme.style(Role::Warning)));
        }
        spans.push(Span::raw("  "));
        spans.extend(entry.shown(sheet, selected));
        sheet.inset(spans, 4);
        let about = entry.about();
        if !about.trim().is_empty() {
            let mut spans = vec![Span::raw("    ")];
            spans.extend(sheet.safe(about.replace('\n', " ").trim(), Role::Dim));
            sheet.inset(spans, 4);
        }
        if let Some(wrong) = &entry.wrong {
            let mut spans = vec![Span::styled(
                format!("    {} ", sheet.theme.glyphs.warning),
                sheet.theme.style(Role::Bad),
            )];
            spans.extend(sheet.safe(wrong, Role::Bad));
            sheet.inset(spans, 6);
        }
    }
    cursor
}

/// The line with the buttons.
pub(super) fn buttons(form: &Form, theme: &Theme) -> Vec<Span<'static>> {
    let here = form.at >= form.entries.len();
    let mut spans = Vec::new();
    for (index, (_, words)) in form.buttons.iter().enumerate() {
        let role = match (here, index == form.button) {
            (true, true) => Role::Selected,
            (false, true) => Role::Accent,
            _ => Role::Dim,
        };
        spans.push(Span::styled(format!("[ {words} ]"), theme.style(role)));
        spans.push(Span::raw("  "));
    }
    spans
}

/// The whole form below what is asked.
pub(super) fn body(form: &Form, mut sheet: Sheet<'_>) -> Body {
    let cursor = lines(form, &mut sheet);
    Body {
        lines: sheet.lines,
        cursor,
        steady: None,
        lead: 0..0,
    }
}

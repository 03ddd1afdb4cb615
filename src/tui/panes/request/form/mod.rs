//! PURE. A form that is made from a schema: input for a server, an answer for a tool. Owns: what is typed and chosen, the
//! buttons below. Does not own: what the fields are (`schema`), what it looks like (`lines`), sending (`update::requests`).

mod lines;

pub(super) use lines::{body, buttons};

use super::schema::{Kind, Property, misfit, misfit_at, properties, value};
use crate::tui::widgets::field::Field;
use serde_json::{Map, Value};

/// Said of a field that must not be empty.
const NEEDED: &str = "this one is needed";

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
        self.check_again();
    }

    /// The field that has the cursor was changed: what was wrong with it may be mended, or something else is wrong now.
    /// What was not found wrong yet is left alone until it is sent.
    pub fn check_again(&mut self) {
        let marked = self.entries.get(self.at);
        if marked.is_none_or(|entry| entry.wrong.is_none()) {
            return;
        }
        let values = self.entries.iter().filter_map(|entry| {
            let value = entry.value().ok()??;
            Some((entry.property.name.clone(), value))
        });
        let content = Value::Object(values.collect());
        let Some(entry) = self.entries.get_mut(self.at) else {
            return;
        };
        entry.wrong = match (entry.value(), &self.schema) {
            (Err(why), _) => Some(why),
            (Ok(None), _) if entry.property.required => Some(NEEDED.to_owned()),
            (Ok(_), Some(schema)) => misfit_at(schema, &content, &entry.property.name),
            (Ok(_), None) => None,
        };
    }

    /// What is written on a button.
    pub fn label(&self, wanted: Button) -> Option<&'static str> {
        let mut buttons = self.buttons.iter();
        let button = buttons.find(|(button, _)| *button == wanted);
        button.map(|(_, label)| *label)
    }

    /// What is written on the button that has the cursor.
    pub fn label_here(&self) -> Option<&'static str> {
        let here = self.at >= self.entries.len();
        let button = self.buttons.get(self.button).filter(|_| here);
        button.map(|(_, label)| *label)
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
                Ok(None) if entry.property.required => NEEDED.to_owned(),
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
}

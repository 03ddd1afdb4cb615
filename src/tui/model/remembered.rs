//! PURE. What is remembered of the screen from one start to the next. Owns: its form on disk, and noticing that it changed.
//! Does not own: the file (`work`), whether a flag or a setting says otherwise.
//!
//! Reading it is strict about nothing: what cannot be understood is as if it were not there.

use super::{Arrangement, Model, Pane, Seat};
use serde_json::{Value, json};

/// What is remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    /// The arrangement.
    pub arrangement: Arrangement,
    /// Whether the mouse is ours.
    pub mouse: bool,
    /// The theme, if the person chose one on the screen.
    pub theme: Option<String>,
    /// The theme that was last seen: another one was chosen on the screen.
    seen: String,
}

impl Remembered {
    /// Nothing is remembered, and the screen begins with this theme.
    pub fn new(theme: &str) -> Self {
        Self {
            arrangement: Arrangement::default(),
            mouse: true,
            theme: None,
            seen: theme.to_owned(),
        }
    }

    /// What a file says; what it does not is as at the first start.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let written: Value = serde_json::from_str(text)?;
        let word = |key: &str| written.get(key).and_then(Value::as_str);
        let pane = |key: &str| {
            Pane::ALL
                .into_iter()
                .find(|pane| word(key) == Some(name(*pane)))
        };
        let mut read = Self::new("");
        read.arrangement.zoomed = pane("zoomed");
        read.arrangement.side = pane("side").unwrap_or(read.arrangement.side);
        read.arrangement.shared = pane("shared").unwrap_or(read.arrangement.shared);
        if let Some(percent) = written.get("side_percent").and_then(Value::as_u64) {
            read.arrangement.side_percent = u16::try_from(percent).unwrap_or(u16::MAX);
            // Within what is useful.
            read.arrangement.widen(0);
        }
        read.mouse = written
            .get("mouse")
            .and_then(Value::as_bool)
            .unwrap_or(true);
        read.theme = word("theme").map(str::to_owned);
        Ok(read)
    }

    /// The same as a file.
    pub fn written(&self) -> String {
        let Arrangement {
            zoomed,
            side,
            shared,
            side_percent,
        } = self.arrangement;
        let value = json!({
            "zoomed": zoomed.map(name),
            "side": name(side),
            "shared": name(shared),
            "side_percent": side_percent,
            "mouse": self.mouse,
            "theme": self.theme,
        });
        format!("{value:#}\n")
    }

    /// Puts a screen as it was; the theme is for who knows the settings.
    pub fn apply(self, model: &mut Model) {
        model.arrangement = self.arrangement;
        model.mouse = self.mouse;
        let seen = model.theme.name.clone();
        model.remembered = Self { seen, ..self };
    }

    /// What has changed since, if anything: it is remembered from now on. While something lies on top nothing is, for a
    /// theme may only be looked at.
    pub fn changed(model: &mut Model) -> Option<Self> {
        if !model.overlays.is_empty() {
            return None;
        }
        let before = &model.remembered;
        let mut arrangement = model.arrangement;
        // A pane that fills the screen does so for what is looked at there: neither a recording nor a demo says how the
        // next session is to be seen.
        let is_session = |seat: &Seat| seat.replay.is_none() && !seat.simulated;
        if !model.seat().is_some_and(is_session) {
            arrangement.zoomed = before.arrangement.zoomed;
        }
        let mut now = Self {
            arrangement,
            mouse: model.mouse,
            ..before.clone()
        };
        if before.seen != model.theme.name {
            now.theme = Some(model.theme.name.clone());
            now.seen.clone_from(&model.theme.name);
        }
        if now == *before {
            return None;
        }
        model.remembered = now.clone();
        Some(now)
    }
}

fn name(pane: Pane) -> &'static str {
    match pane {
        Pane::Conversation => "conversation",
        Pane::State => "state",
        Pane::Pending => "pending",
        Pane::Hooks => "hooks",
        Pane::Tools => "tools",
        Pane::Tasks => "tasks",
        Pane::Decisions => "decisions",
        Pane::Traffic => "traffic",
    }
}

#[cfg(test)]
mod tests {
    use super::Remembered;
    use crate::tui::model::Pane;

    #[test]
    fn what_is_written_is_read_again() {
        let mut before = Remembered::new("");
        before.arrangement.zoomed = Some(Pane::Hooks);
        before.arrangement.side = Pane::Tasks;
        before.arrangement.widen(8);
        before.mouse = false;
        before.theme = Some("light".to_owned());
        assert_eq!(Remembered::read(&before.written()).unwrap(), before);
    }

    #[test]
    fn what_cannot_be_understood_is_as_if_it_were_not_there() {
        let strange =
            r#"{"zoomed": 3, "side": "cellar", "side_percent": 900, "mouse": "no", "more": []}"#;
        let read = Remembered::read(strange).unwrap();
        let mut usual = Remembered::new("");
        usual.arrangement.side_percent = 70;
        assert_eq!(read, usual);
        assert_eq!(Remembered::read("[]").unwrap(), Remembered::new(""));
        assert!(Remembered::read("{\"zoo").is_err());
    }
}

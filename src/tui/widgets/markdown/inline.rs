//! PURE. Text inside a block. Owns: the styles that lie over each other, links.

use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::Spans;
use crate::tui::widgets::text::safe;
use ratatui::style::{Modifier, Style};

/// Text that is being gathered for a block.
#[derive(Debug)]
pub(super) struct Inline<'a> {
    theme: &'a Theme,
    pub(super) spans: Spans,
    styles: Vec<Style>,
    /// Links that are open: where they lead, and the text that stands for them so far.
    links: Vec<(String, String)>,
}

impl<'a> Inline<'a> {
    pub(super) fn new(theme: &'a Theme, base: Style) -> Self {
        Self {
            theme,
            spans: Vec::new(),
            styles: vec![base],
            links: Vec::new(),
        }
    }

    pub(super) fn style(&self) -> Style {
        self.styles.last().copied().unwrap_or_default()
    }

    pub(super) fn push_style(&mut self, style: Style) {
        self.styles.push(self.style().patch(style));
    }

    pub(super) fn push_role(&mut self, role: Role) {
        self.push_style(self.theme.style(role));
    }

    pub(super) fn push_modifier(&mut self, modifier: Modifier) {
        self.push_style(Style::new().add_modifier(modifier));
    }

    pub(super) fn pop_style(&mut self) {
        if self.styles.len() > 1 {
            self.styles.pop();
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        if let Some((_, shown)) = self.links.last_mut() {
            shown.push_str(text);
        }
        self.say(text, self.style());
    }

    pub(super) fn in_role(&mut self, text: &str, role: Role) {
        if let Some((_, shown)) = self.links.last_mut() {
            shown.push_str(text);
        }
        self.say(text, self.style().patch(self.theme.style(role)));
    }

    fn say(&mut self, text: &str, style: Style) {
        let escaped = self.theme.style(Role::Escaped);
        self.spans.extend(safe(text, style, escaped));
    }

    pub(super) fn open_link(&mut self, address: &str) {
        self.links.push((address.to_owned(), String::new()));
        self.push_role(Role::Link);
    }

    /// Behind the text of a link stands where it leads, unless the text says so already.
    pub(super) fn close_link(&mut self) {
        self.pop_style();
        let Some((address, shown)) = self.links.pop() else {
            return;
        };
        let same = shown == address || address.strip_prefix("mailto:") == Some(&shown);
        if !same && !address.is_empty() {
            let text = if shown.is_empty() {
                address
            } else {
                format!(" ({address})")
            };
            self.say(&text, self.style().patch(self.theme.style(Role::Dim)));
        }
    }

    pub(super) fn take(&mut self) -> Spans {
        std::mem::take(&mut self.spans)
    }
}

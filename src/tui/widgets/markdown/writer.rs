//! PURE. From the elements of Markdown to lines. Owns: containers and their leads, the space between blocks.

use super::inline::Inline;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::code::{Ink, labelled};
use crate::tui::widgets::flow::{Spans, flow, head, plain, width_of};
use crate::tui::widgets::table::{Side, Table};
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

/// Deeper lists and quotes are not moved further in.
const DEEPEST: usize = 12;

/// What stands before the lines of a container: before its first, and before all others.
struct Lead {
    first: Spans,
    rest: Spans,
    taken: bool,
}

/// Writes lines.
pub(super) struct Writer<'a, 'i> {
    ink: &'i mut Ink<'a>,
    width: u16,
    lines: Vec<Line<'static>>,
    leads: Vec<Lead>,
    inline: Inline<'a>,
    lists: Vec<Option<u64>>,
    /// The next block stands apart from what is above.
    gap: bool,
    code: Option<(String, String)>,
    table: Option<Table>,
    row: Vec<Spans>,
}

impl<'a, 'i> Writer<'a, 'i> {
    pub(super) fn new(ink: &'i mut Ink<'a>, width: u16, role: Role) -> Self {
        let theme: &'a Theme = ink.theme;
        Self {
            ink,
            width,
            lines: Vec::new(),
            leads: Vec::new(),
            inline: Inline::new(theme, theme.style(role)),
            lists: Vec::new(),
            gap: false,
            code: None,
            table: None,
            row: Vec::new(),
        }
    }

    pub(super) fn finish(mut self) -> Vec<Line<'static>> {
        self.flush();
        self.lines
    }

    pub(super) fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some((_, code)) => code.push_str(&text),
                None => self.inline.text(&text),
            },
            Event::Code(text) => self.inline.in_role(&text, Role::Code),
            Event::Html(text) => {
                for line in text.lines() {
                    self.inline.in_role(line, Role::Dim);
                    self.flush();
                }
            }
            Event::InlineHtml(text) => self.inline.in_role(&text, Role::Dim),
            Event::SoftBreak | Event::HardBreak if self.table.is_some() => self.inline.text(" "),
            // Models do not break their lines for a width: where there is a break, it is meant.
            Event::SoftBreak | Event::HardBreak => self.flush(),
            Event::Rule => {
                let room = self.room();
                let rule = self.ink.theme.glyphs.rule.repeat(room);
                let style = self.ink.theme.style(Role::Border);
                self.place(vec![Line::styled(rule, style)]);
                self.gap = true;
            }
            Event::TaskListMarker(done) => self.task(done),
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.inline.text(&text);
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.flush();
                self.inline.push_role(Role::Heading);
                self.inline.push_modifier(match level {
                    HeadingLevel::H1 => Modifier::UNDERLINED,
                    HeadingLevel::H2 => Modifier::empty(),
                    _ => Modifier::ITALIC,
                });
            }
            Tag::BlockQuote(_) => {
                self.flush();
                self.space();
                let theme = self.ink.theme;
                let bar = vec![Span::styled(
                    format!("{} ", theme.glyphs.bar),
                    theme.style(Role::Quote),
                )];
                self.lead(bar.clone(), bar);
                self.inline.push_role(Role::Quote);
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                let language = match kind {
                    CodeBlockKind::Fenced(info) => {
                        let word = info.split([' ', ',', '{', '\t']).next();
                        word.unwrap_or_default().to_owned()
                    }
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((language, String::new()));
            }
            Tag::List(start) => {
                self.flush();
                self.lists.push(start);
            }
            Tag::Item => self.item(),
            Tag::Table(alignments) => {
                self.flush();
                self.table = Some(Table {
                    sides: alignments.into_iter().map(side).collect(),
                    ..Table::default()
                });
            }
            Tag::TableHead | Tag::TableRow => self.row.clear(),
            Tag::Emphasis => self.inline.push_modifier(Modifier::ITALIC),
            Tag::Strong => self.inline.push_modifier(Modifier::BOLD),
            Tag::Strikethrough => self.inline.push_modifier(Modifier::CROSSED_OUT),
            Tag::Link { dest_url, .. } => self.inline.open_link(&dest_url),
            Tag::Image { dest_url, .. } => {
                self.inline.in_role("image: ", Role::Dim);
                self.inline.open_link(&dest_url);
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => {
                self.flush();
                self.gap = true;
            }
            TagEnd::Heading(_) => {
                self.flush();
                self.inline.pop_style();
                self.inline.pop_style();
                self.gap = true;
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.leads.pop();
                self.inline.pop_style();
                self.gap = true;
            }
            TagEnd::CodeBlock => self.code_block(),
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
                self.gap |= self.lists.is_empty();
            }
            TagEnd::Item => self.end_item(),
            TagEnd::TableCell => {
                let cell = self.inline.take();
                self.row.push(cell);
            }
            TagEnd::TableHead => {
                if let Some(table) = &mut self.table {
                    table.head = std::mem::take(&mut self.row);
                }
            }
            TagEnd::TableRow => {
                if let Some(table) = &mut self.table {
                    table.rows.push(std::mem::take(&mut self.row));
                }
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    let width = u16::try_from(self.room()).unwrap_or(u16::MAX);
                    self.place(table.lines(width, self.ink.theme));
                    self.gap = true;
                }
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.inline.pop_style(),
            TagEnd::Link | TagEnd::Image => self.inline.close_link(),
            _ => {}
        }
    }

    fn code_block(&mut self) {
        let Some((language, text)) = self.code.take() else {
            return;
        };
        let width = u16::try_from(self.room()).unwrap_or(u16::MAX);
        let lines = labelled(self.ink, &language, &text, width);
        self.place(lines);
        self.gap = true;
    }

    fn item(&mut self) {
        self.flush();
        let theme = self.ink.theme;
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                let mark = format!("{number}. ");
                *number = number.saturating_add(1);
                mark
            }
            _ => format!("{} ", theme.glyphs.bullet),
        };
        let rest = vec![Span::raw(" ".repeat(mark.chars().count()))];
        self.lead(plain(&mark, Role::Dim, theme), rest);
    }

    fn end_item(&mut self) {
        self.flush();
        if self.leads.last().is_some_and(|lead| !lead.taken) {
            self.place(vec![Line::default()]);
        }
        self.leads.pop();
    }

    fn task(&mut self, done: bool) {
        let glyphs = &self.ink.theme.glyphs;
        let (mark, role) = if done {
            (glyphs.checked, Role::Good)
        } else {
            (glyphs.unchecked, Role::Dim)
        };
        let mark = Span::styled(format!("{mark} "), self.ink.theme.style(role));
        if let Some(lead) = self.leads.last_mut() {
            lead.rest = vec![Span::raw(" ".repeat(mark.width()))];
            lead.first = vec![mark];
        }
    }

    fn lead(&mut self, first: Spans, rest: Spans) {
        // Still counted, so that every end finds its beginning.
        let deep = self.leads.len() >= DEEPEST;
        self.leads.push(Lead {
            first: if deep { Vec::new() } else { first },
            rest: if deep { Vec::new() } else { rest },
            taken: false,
        });
    }

    /// What stands before the next line, and before those that follow.
    fn before(&self) -> (Spans, Spans) {
        let rest = |lead: &Lead| lead.rest.clone();
        let first = |lead: &Lead| {
            if lead.taken {
                lead.rest.clone()
            } else {
                lead.first.clone()
            }
        };
        (
            self.leads.iter().flat_map(first).collect(),
            self.leads.iter().flat_map(rest).collect(),
        )
    }

    /// How wide a block inside of the containers may be.
    fn room(&self) -> usize {
        let width = usize::from(self.width);
        let (first, rest) = self.before();
        let used = head(&first, width).1.max(head(&rest, width).1);
        (width - used).max(1)
    }

    fn space(&mut self) {
        if std::mem::take(&mut self.gap) && !self.lines.is_empty() {
            let (_, rest) = self.before();
            let (kept, _) = head(&rest, usize::from(self.width));
            let blank =
                width_of(&kept) == 0 || kept.iter().all(|span| span.content.trim().is_empty());
            self.lines.push(if blank {
                Line::default()
            } else {
                Line::from(kept)
            });
        }
    }

    /// Puts lines that are laid out already behind the leads.
    fn place(&mut self, lines: Vec<Line<'static>>) {
        self.space();
        for line in lines {
            let (first, _) = self.before();
            let (mut spans, _) = head(&first, usize::from(self.width));
            let style = line.style;
            spans.extend(line.spans.into_iter().map(|span| {
                let own = style.patch(span.style);
                span.style(own)
            }));
            self.lines.push(Line::from(spans));
            self.leads.iter_mut().for_each(|lead| lead.taken = true);
        }
    }

    /// The text so far becomes lines.
    fn flush(&mut self) {
        if self.inline.spans.is_empty() {
            return;
        }
        let spans = self.inline.take();
        self.space();
        let (first, rest) = self.before();
        self.lines.extend(flow(&spans, self.width, &first, &rest));
        self.leads.iter_mut().for_each(|lead| lead.taken = true);
    }
}

fn side(alignment: Alignment) -> Side {
    match alignment {
        Alignment::None | Alignment::Left => Side::Left,
        Alignment::Center => Side::Middle,
        Alignment::Right => Side::Right,
    }
}

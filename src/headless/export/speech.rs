//! PURE. What somebody said, in Markdown, as HTML. Owns: which marks become which tags. Every text is escaped, tags in it are
//! text, links and pictures are shown as what they are called and where they lead: the page leads nowhere.

use super::html::escape;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::fmt::Write as _;

/// How deep quotations and lists are followed; what is deeper stands as deep as that.
const DEEPEST: usize = 32;

/// The text as HTML.
pub(super) fn html(text: &str) -> String {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut page = Page::default();
    for event in Parser::new_ext(text, options) {
        page.event(event);
    }
    while let Some(tag) = page.open.pop() {
        let _ = write!(page.out, "</{tag}>");
    }
    page.out
}

#[derive(Default)]
struct Page {
    out: String,
    open: Vec<&'static str>,
    /// Where the link or picture that is open leads.
    leads: Vec<String>,
    in_head: bool,
}

impl Page {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.out.push_str(&escape(&text));
            }
            Event::Code(code) | Event::InlineMath(code) | Event::DisplayMath(code) => {
                let _ = write!(self.out, "<code>{}</code>", escape(&code));
            }
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::TaskListMarker(done) => self.out.push_str(if done { "☑ " } else { "☐ " }),
            Event::FootnoteReference(name) => {
                let _ = write!(self.out, "[{}]", escape(&name));
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let name = match tag {
            Tag::Paragraph | Tag::HtmlBlock => "p",
            // Above them stand the headings of the page.
            Tag::Heading { level, .. } if level == HeadingLevel::H1 => "h4",
            Tag::Heading { .. } => "h5",
            Tag::BlockQuote(_) => "blockquote",
            Tag::CodeBlock(kind) => {
                if let CodeBlockKind::Fenced(language) = kind
                    && !language.is_empty()
                {
                    let _ = writeln!(self.out, "<p class=\"language\">{}</p>", escape(&language));
                }
                "pre"
            }
            Tag::List(None) => "ul",
            Tag::List(Some(_)) => "ol",
            Tag::Item => "li",
            Tag::Table(_) => "table",
            Tag::TableHead => {
                self.in_head = true;
                "tr"
            }
            Tag::TableRow => "tr",
            Tag::TableCell if self.in_head => "th",
            Tag::TableCell => "td",
            Tag::Emphasis => "em",
            Tag::Strong => "strong",
            Tag::Strikethrough => "del",
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.leads.push(dest_url.into_string());
                return;
            }
            _ => return,
        };
        if self.open.len() < DEEPEST {
            let _ = write!(self.out, "<{name}>");
        }
        self.open.push(name);
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Link | TagEnd::Image => {
                let leads = self.leads.pop().unwrap_or_default();
                if !leads.is_empty() && !self.out.ends_with(&escape(&leads)) {
                    let _ = write!(self.out, " <code>{}</code>", escape(&leads));
                }
                return;
            }
            TagEnd::TableHead => self.in_head = false,
            TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::MetadataBlock(_) => return,
            _ => {}
        }
        if let Some(name) = self.open.pop()
            && self.open.len() < DEEPEST
        {
            let _ = write!(self.out, "</{name}>");
            if !matches!(name, "em" | "strong" | "del") {
                self.out.push('\n');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn marks_become_tags_and_nothing_else_does() {
        for (text, page) in [
            (
                "**b** *i* `c<d`",
                "<p><strong>b</strong> <em>i</em> <code>c&lt;d</code></p>\n",
            ),
            ("# T", "<h4>T</h4>\n"),
            ("- a\n- b", "<ul><li>a</li>\n<li>b</li>\n</ul>\n"),
            (
                "```rust\n<x>\n```",
                "<p class=\"language\">rust</p>\n<pre>&lt;x&gt;\n</pre>\n",
            ),
            ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>\n"),
            (
                "<script>\nx\n</script>",
                "<p>&lt;script&gt;\nx\n&lt;/script&gt;</p>\n",
            ),
            ("[t](http://x.y)", "<p>t <code>http://x.y</code></p>\n"),
            ("![t](javascript:x)", "<p>t <code>javascript:x</code></p>\n"),
            ("a\nb", "<p>a\nb</p>\n"),
        ] {
            assert_eq!(html(text), page, "{text}");
        }
        let deep = html(&"> ".repeat(5_000));
        assert!(deep.matches("<blockquote>").count() <= 32);
        assert_eq!(
            deep.matches("<blockquote>").count(),
            deep.matches("</blockquote>").count()
        );
    }
}

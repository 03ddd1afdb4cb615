//! Whether a line fits. Owns: what each term asks, and going without the text as long as that is possible.

use super::expr::{Expr, Mark, Pattern, Term};
use crate::trace::{Direction, Moment, brief};
use std::time::Duration;

/// What a filter may ask of a line before it asks for its text.
pub trait Subject {
    /// Which way it went.
    fn direction(&self) -> Direction;
    /// Its type.
    fn kind(&self) -> &str;
    /// Its subtype; empty if it has none.
    fn subtype(&self) -> &str;
    /// What is below the subtype: MCP method, hook event, kind of delta. Empty if there is nothing.
    fn detail(&self) -> &str;
    /// The full name of the tool it is about; empty if it is about none.
    fn tool(&self) -> &str;
    /// The MCP server it is about; empty if it is about none.
    fn server(&self) -> &str;
    /// The call that started the sub-agent it belongs to; empty for the main conversation.
    fn agent(&self) -> &str;
    /// What the size of the raw line in bytes is at least and at most; its text says it exactly.
    fn size(&self) -> (u64, u64);
    /// How long the answer took, for requests and answers.
    fn latency(&self) -> Option<Duration>;
    /// Whether its times mean anything: where there are none, no term about time fits.
    fn is_timed(&self) -> bool {
        true
    }
    /// When.
    fn at(&self) -> Moment;
    /// How long ago.
    fn age(&self) -> Duration;
    /// Whether it has the mark.
    fn has(&self, mark: Mark) -> bool;
}

/// What can be said of a line without its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It fits.
    Fits,
    /// It does not.
    Not,
    /// The text decides.
    Open,
}

impl Verdict {
    fn of(fits: bool) -> Self {
        if fits { Self::Fits } else { Self::Not }
    }
}

/// All but the text.
pub(super) fn judge(expr: &Expr, subject: &impl Subject) -> Verdict {
    match expr {
        Expr::All(parts) => decided(parts, subject, Verdict::Not, Verdict::Fits),
        Expr::Any(parts) => decided(parts, subject, Verdict::Fits, Verdict::Not),
        Expr::Not(inner) => match judge(inner, subject) {
            Verdict::Fits => Verdict::Not,
            Verdict::Not => Verdict::Fits,
            Verdict::Open => Verdict::Open,
        },
        Expr::Is(term) => asked(term, subject).map_or(Verdict::Open, Verdict::of),
    }
}

/// One part that says `ends` settles it; if none is open it is `otherwise`.
fn decided(parts: &[Expr], subject: &impl Subject, ends: Verdict, otherwise: Verdict) -> Verdict {
    let mut verdict = otherwise;
    for part in parts {
        match judge(part, subject) {
            Verdict::Open => verdict = Verdict::Open,
            found if found == ends => return ends,
            _ => {}
        }
    }
    verdict
}

/// With the text.
pub(super) fn fits(expr: &Expr, subject: &impl Subject, text: &[u8]) -> bool {
    match expr {
        Expr::All(parts) => parts.iter().all(|part| fits(part, subject, text)),
        Expr::Any(parts) => parts.iter().any(|part| fits(part, subject, text)),
        Expr::Not(inner) => !fits(inner, subject, text),
        Expr::Is(term) => asked(term, subject).unwrap_or_else(|| match term {
            Term::Raw(pattern) | Term::Text(pattern) => pattern.is_in(text),
            Term::Size(compare, bytes) => compare.holds(text.len() as u64, *bytes),
            Term::Id(ids) => ids.iter().any(|id| has_id(text, id.as_bytes())),
            _ => false,
        }),
    }
}

/// What a term says, unless it asks for the text.
fn asked(term: &Term, subject: &impl Subject) -> Option<bool> {
    Some(match term {
        Term::Raw(_) | Term::Id(_) => return None,
        // A list shows more of what a line is than stands in it as a text: `system/init`.
        Term::Text(pattern) => return is_shown(pattern, subject).then_some(true),
        Term::Direction(all) => all.contains(&subject.direction()),
        Term::Kind(names) => any(names, |name| alike(name, subject.kind())),
        Term::Subtype(names) => any(names, |name| {
            alike(name, subject.subtype()) || alike(name, subject.detail())
        }),
        Term::Tool(names) => {
            let tool = subject.tool();
            let short = tool.rsplit("__").next().unwrap_or(tool);
            !tool.is_empty() && any(names, |name| alike(name, tool) || alike(name, short))
        }
        Term::Server(names) => {
            let server = subject.server();
            !server.is_empty() && any(names, |name| alike(name, server))
        }
        Term::Agent(names) => {
            let agent = subject.agent();
            any(names, |name| {
                if agent.is_empty() {
                    name == "main"
                } else {
                    agent.starts_with(name) || alike(name, agent)
                }
            })
        }
        Term::Size(compare, bytes) => {
            let (least, most) = subject.size();
            let holds = compare.holds(most, *bytes);
            let between = (least..=most).contains(bytes) && least != most;
            if between {
                return None;
            }
            holds
        }
        Term::Latency(..) | Term::Age(..) | Term::At(..) if !subject.is_timed() => false,
        Term::Latency(compare, time) => subject
            .latency()
            .is_some_and(|took| compare.holds(micros(took), *time)),
        Term::Age(compare, time) => compare.holds(micros(subject.age()), *time),
        Term::At(from, to) => {
            let at = subject.at().0;
            from.is_none_or(|from| at >= from) && to.is_none_or(|to| at <= to)
        }
        Term::Mark(mark) => subject.has(*mark),
    })
}

/// What a list calls lines that are no messages; it does not stand in them.
const CALLED: [&str; 5] = ["stderr", "noise", "not_utf8", "malformed", "damaged"];

/// Whether a text is in what a list calls the line, and may not be in the line itself: the parts of its kind are joined
/// there.
fn is_called(pattern: &Pattern, kind: &str) -> bool {
    let joined = pattern.source().contains('/');
    if !joined && !CALLED.contains(&kind) {
        return false;
    }
    let is_in = |kind: &str| pattern.is_in(kind.as_bytes());
    is_in(kind) || (joined && is_in(&brief::shortened(kind.to_owned(), 0)))
}

fn is_shown(pattern: &Pattern, subject: &impl Subject) -> bool {
    if pattern.source().contains('/') {
        return is_called(pattern, &brief::kind(subject));
    }
    is_called(pattern, subject.kind())
}

/// Whether a line of this kind, as a list calls it, may fit without having the text that is looked for.
pub(super) fn finds_kind(expr: &Expr, kind: &str) -> bool {
    match expr {
        Expr::All(parts) | Expr::Any(parts) => parts.iter().any(|part| finds_kind(part, kind)),
        Expr::Not(inner) => finds_kind(inner, kind),
        Expr::Is(Term::Text(pattern)) => is_called(pattern, kind),
        Expr::Is(_) => false,
    }
}

fn any(names: &[String], fits: impl Fn(&str) -> bool) -> bool {
    names.iter().any(|name| fits(name))
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Whether the text fits the pattern, in which `*` stands for anything; letters in any case. Nothing fits only `*`.
pub(super) fn alike(pattern: &str, text: &str) -> bool {
    if !pattern.contains('*') {
        return !text.is_empty() && pattern.eq_ignore_ascii_case(text);
    }
    let (mut pattern, mut text) = (pattern.as_bytes(), text.as_bytes());
    let mut again: Option<(&[u8], &[u8])> = None;
    loop {
        match (pattern, text) {
            ([b'*', rest @ ..], _) => {
                again = Some((rest, text));
                pattern = rest;
            }
            ([a, rest @ ..], [b, others @ ..]) if a.eq_ignore_ascii_case(b) => {
                pattern = rest;
                text = others;
            }
            ([], []) => return true,
            _ => {
                let Some((after, [_, shorter @ ..])) = again else {
                    return false;
                };
                again = Some((after, shorter));
                pattern = after;
                text = shorter;
            }
        }
    }
}

/// Whether some value in the line is a text that begins with the id. Ids have no escapes, so a quote before it is enough.
fn has_id(text: &[u8], id: &[u8]) -> bool {
    !id.is_empty()
        && memchr::memmem::find_iter(text, id).any(|at| {
            let before = at.checked_sub(1).and_then(|before| text.get(before));
            before == Some(&b'"')
        })
}

//! From tokens to an expression. Owns: precedence (`!`, then side by side and `&`, then `|`) and what errors say.

use super::error::FilterError;
use super::expr::{Compare, Expr, Pattern, Term};
use super::lexer::{Placed, Token, tokens};
use super::operators::{OPERATORS, Operator, Takes, named};
use super::values;
use crate::trace::Direction;

/// Parentheses and negations inside each other: more is no filter that anybody wrote.
const DEEPEST: usize = 64;

pub(super) fn parse(text: &str) -> Result<Option<Expr>, FilterError> {
    let all = tokens(text);
    let mut parser = Parser {
        text,
        tokens: &all,
        next: 0,
        depth: 0,
    };
    if all.is_empty() {
        return Ok(None);
    }
    let expr = parser.any()?;
    match parser.peek() {
        None => Ok(Some(expr)),
        Some(_) => Err(parser.unexpected("expected an operator, a word or the end")),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Placed],
    next: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|placed| &placed.token)
    }

    /// An error at the next token, or at the end.
    fn unexpected(&self, what: &str) -> FilterError {
        let Some(placed) = self.tokens.get(self.next) else {
            let end = self.text.trim_end().len();
            let what = format!("{what}, but the filter ends here");
            return FilterError::at(self.text, end, end, what);
        };
        let shown = self.text.get(placed.from..placed.to).unwrap_or_default();
        let what = match placed.token {
            Token::Close => format!("`)` has no `(` before it, or nothing is inside; {what}"),
            Token::Compare(_) | Token::Comma => {
                format!("{what}, not `{shown}`; put it in quotes to look for it")
            }
            _ => format!("{what}, not `{shown}`"),
        };
        FilterError::at(self.text, placed.from, placed.to, what)
    }

    fn any(&mut self) -> Result<Expr, FilterError> {
        let mut parts = vec![self.all()?];
        while self.peek() == Some(&Token::Or) {
            self.next += 1;
            parts.push(self.all()?);
        }
        Expr::any(parts).ok_or_else(|| self.unexpected("expected a term"))
    }

    fn all(&mut self) -> Result<Expr, FilterError> {
        let mut parts = vec![self.one()?];
        loop {
            match self.peek() {
                Some(Token::And) => {
                    self.next += 1;
                    parts.push(self.one()?);
                }
                None | Some(Token::Or | Token::Close) => break,
                Some(_) => parts.push(self.one()?),
            }
        }
        Expr::all(parts).ok_or_else(|| self.unexpected("expected a term"))
    }

    fn one(&mut self) -> Result<Expr, FilterError> {
        const WANTED: &str = "expected a word, a \"text\", `~`, `!` or `(`";
        if self.depth > DEEPEST {
            return Err(self.unexpected("too many parentheses inside each other"));
        }
        let Some(placed) = self.tokens.get(self.next) else {
            return Err(self.unexpected(WANTED));
        };
        match &placed.token {
            Token::Not => self.deeper(|parser| parser.one().map(Expr::negated)),
            Token::Open => {
                let inner = self.deeper(Self::any)?;
                if self.peek() != Some(&Token::Close) {
                    return Err(self.unexpected("expected the closing `)`"));
                }
                self.next += 1;
                Ok(inner)
            }
            Token::Operator(name) => self.operator(name, placed),
            Token::Word(text) | Token::Quoted(text, _) => {
                self.closed(placed)?;
                self.next += 1;
                let pattern = Pattern::text(text).map_err(|error| self.bad(placed, &error))?;
                Ok(Expr::Is(Term::Text(pattern)))
            }
            Token::Close | Token::And | Token::Or | Token::Comma | Token::Compare(_) => {
                Err(self.unexpected(WANTED))
            }
        }
    }

    fn deeper(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<Expr, FilterError>,
    ) -> Result<Expr, FilterError> {
        self.next += 1;
        self.depth += 1;
        let found = inner(self);
        self.depth -= 1;
        found
    }

    fn bad(&self, placed: &Placed, error: &regex::Error) -> FilterError {
        let text = error.to_string();
        let last = text.lines().last().unwrap_or_default();
        let reason = last.strip_prefix("error: ").unwrap_or(last);
        let what = format!("this is no regular expression: {reason}");
        FilterError::at(self.text, placed.from, placed.to, what)
    }

    fn closed(&self, placed: &Placed) -> Result<(), FilterError> {
        match placed.token {
            Token::Quoted(_, false) => {
                let what = "the text in quotes does not end: expected another `\"`";
                Err(FilterError::at(self.text, placed.from, placed.to, what))
            }
            _ => Ok(()),
        }
    }

    fn operator(&mut self, name: &str, placed: &Placed) -> Result<Expr, FilterError> {
        let Some(operator) = named(name) else {
            return Err(FilterError::at(
                self.text,
                placed.from,
                placed.to,
                format!("there is no `{name}`; {}", nearest(name)),
            ));
        };
        self.next += 1;
        let term = match operator.takes {
            Takes::Mark(mark) => Term::Mark(mark),
            Takes::Directions => Term::Direction(self.directions()?),
            Takes::Kinds => Term::Kind(self.names(operator)?),
            Takes::Subtypes => Term::Subtype(self.names(operator)?),
            Takes::Tools => Term::Tool(self.names(operator)?),
            Takes::Servers => Term::Server(self.names(operator)?),
            Takes::Ids => Term::Id(self.names(operator)?),
            Takes::Agents => Term::Agent(self.names(operator)?),
            Takes::Regex => {
                let (source, placed) = self.value(&wanted(operator))?;
                let pattern = Pattern::regex(&source);
                Term::Raw(pattern.map_err(|error| self.bad(&placed, &error))?)
            }
            Takes::Size => {
                let (compare, bytes) = self.compared(operator, values::size)?;
                Term::Size(compare, bytes)
            }
            Takes::Latency => {
                let (compare, time) = self.compared(operator, values::time)?;
                Term::Latency(compare, time)
            }
            Takes::Age => {
                let (compare, time) = self.compared(operator, values::time)?;
                Term::Age(compare, time)
            }
            Takes::Range => self.range(operator)?,
        };
        Ok(Expr::Is(term))
    }

    /// A word or a text in quotes.
    fn value(&mut self, what: &str) -> Result<(String, Placed), FilterError> {
        let Some(placed) = self.tokens.get(self.next) else {
            return Err(self.unexpected(what));
        };
        match &placed.token {
            Token::Word(text) | Token::Quoted(text, _) => {
                self.closed(placed)?;
                self.next += 1;
                Ok((text.clone(), placed.clone()))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn values(&mut self, what: &str) -> Result<Vec<(String, Placed)>, FilterError> {
        let mut found = vec![self.value(what)?];
        while self.peek() == Some(&Token::Comma) {
            self.next += 1;
            found.push(self.value(what)?);
        }
        Ok(found)
    }

    fn names(&mut self, operator: &Operator) -> Result<Vec<String>, FilterError> {
        let values = self.values(&wanted(operator))?;
        Ok(values.into_iter().map(|(name, _)| name).collect())
    }

    fn directions(&mut self) -> Result<Vec<Direction>, FilterError> {
        const WANTED: &str = "expected one of in, out, err, note";
        let values = self.values(WANTED)?;
        let one = |(word, placed): (String, Placed)| match word.as_str() {
            "in" => Ok(Direction::In),
            "out" => Ok(Direction::Out),
            "err" | "stderr" => Ok(Direction::Stderr),
            "note" => Ok(Direction::Note),
            _ => {
                let what = format!("{WANTED}, not `{word}`");
                Err(FilterError::at(self.text, placed.from, placed.to, what))
            }
        };
        values.into_iter().map(one).collect()
    }

    fn compared(
        &mut self,
        operator: &Operator,
        read: fn(&str) -> Option<u64>,
    ) -> Result<(Compare, u64), FilterError> {
        let example = operator.example;
        let Some(Token::Compare(sign)) = self.peek() else {
            let what = format!(
                "expected >, >=, <, <= or =, as in `{} {example}`",
                operator.name
            );
            return Err(self.unexpected(&what));
        };
        let compare = Compare::ALL.iter().find(|(text, _)| text == sign);
        let compare = compare.map_or(Compare::Equal, |(_, compare)| *compare);
        self.next += 1;
        let number = number_words(operator);
        let (text, placed) = self.value(&format!("expected {number}"))?;
        let value = read(&text).ok_or_else(|| {
            let what = format!("expected {number}, not `{text}`");
            FilterError::at(self.text, placed.from, placed.to, what)
        })?;
        Ok((compare, value))
    }

    fn range(&mut self, operator: &Operator) -> Result<Term, FilterError> {
        let what = format!(
            "expected a range of times, as in `{} {}`",
            operator.name, operator.example
        );
        let (text, placed) = self.value(&what)?;
        let end = |text: &str| match text {
            "" => Some(None),
            text => values::time(text).map(Some),
        };
        let ends = text
            .split_once("..")
            .and_then(|(from, to)| Some((end(from)?, end(to)?)));
        let Some((from, to)) = ends else {
            let what = format!("{what}, not `{text}`");
            return Err(FilterError::at(self.text, placed.from, placed.to, what));
        };
        if let (Some(first), Some(last)) = (from, to)
            && first > last
        {
            let (first, last) = (values::show_time(first), values::show_time(last));
            let what = format!("this range ends before it begins: write `{last}..{first}`");
            return Err(FilterError::at(self.text, placed.from, placed.to, what));
        }
        Ok(Term::At(from, to))
    }
}

fn wanted(operator: &Operator) -> String {
    format!(
        "expected what `{}` looks for, as in `{} {}`",
        operator.name, operator.name, operator.example
    )
}

fn number_words(operator: &Operator) -> &'static str {
    match operator.takes {
        Takes::Size => "a size such as 300, 10k or 1.5m",
        _ => "a time such as 250ms, 1.5s or 2m",
    }
}

/// What may have been meant.
fn nearest(name: &str) -> String {
    let same_start = |operator: &&Operator| {
        let (short, long) = if operator.name.len() < name.len() {
            (operator.name, name)
        } else {
            (name, operator.name)
        };
        short.len() > 1 && long.starts_with(short)
    };
    let first = name.chars().nth(1);
    let like = OPERATORS.iter().rfind(same_start).or_else(|| {
        OPERATORS
            .iter()
            .find(|operator| first.is_some() && operator.name.chars().nth(1) == first)
    });
    if let Some(operator) = like {
        return format!("did you mean `{}`?", operator.name);
    }
    let names: Vec<&str> = OPERATORS.iter().map(|operator| operator.name).collect();
    format!("expected one of {}", names.join(" "))
}

//! PURE. Text with `*` in it: which texts it stands for. Owns: taking a pattern apart, and fitting a text to its pieces.
//! Does not own: patterns for paths (`glob`).
//!
//! No regular expression: rules are read before the first frame is drawn, and pieces in their order are found as quickly.

/// A pattern, taken apart at its stars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wildcard {
    /// What a text begins with.
    first: String,
    /// What follows each star; the last one is what a text ends with.
    rest: Vec<String>,
    /// Without a star: whether more may follow behind a space.
    more: bool,
}

impl Wildcard {
    /// `*` is any text; `\*` is a star, `\\` a backslash. A final ` *` may be left out: `git *` also means plain `git`, as the
    /// CLI has it.
    pub(super) fn new(pattern: &str) -> Self {
        let (body, more) = match pattern.strip_suffix(" *") {
            Some(body) if !body.is_empty() && !body.contains('*') => (body, true),
            _ => (pattern, false),
        };
        let mut first = None;
        let mut rest = Vec::new();
        let mut piece = String::new();
        let mut chars = body.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' if matches!(chars.peek(), Some('*' | '\\')) => piece.extend(chars.next()),
                '*' => {
                    let done = std::mem::take(&mut piece);
                    if first.is_none() {
                        first = Some(done);
                    } else {
                        rest.push(done);
                    }
                }
                c => piece.push(c),
            }
        }
        let first = match first {
            Some(first) => {
                rest.push(piece);
                first
            }
            None => piece,
        };
        Self { first, rest, more }
    }

    /// Whether it stands for this text.
    pub(super) fn is_match(&self, text: &str) -> bool {
        let Some(mut left) = text.strip_prefix(self.first.as_str()) else {
            return false;
        };
        let Some((last, middle)) = self.rest.split_last() else {
            return left.is_empty() || (self.more && left.starts_with(' '));
        };
        for piece in middle {
            // The first place is as good as any: what follows it is the longest.
            let Some((_, after)) = left.split_once(piece.as_str()) else {
                return false;
            };
            left = after;
        }
        left.ends_with(last.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use regex::Regex;

    /// The same pattern as a regular expression.
    fn expression(pattern: &str) -> Regex {
        let (body, more) = match pattern.strip_suffix(" *") {
            Some(body) if !body.is_empty() && !body.contains('*') => (body, true),
            _ => (pattern, false),
        };
        let mut regex = String::from("(?s)^");
        let mut chars = body.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' if matches!(chars.peek(), Some('*' | '\\')) => {
                    regex.push_str(&regex::escape(&chars.next().unwrap_or('\\').to_string()));
                }
                '*' => regex.push_str(".*"),
                c => regex.push_str(&regex::escape(&c.to_string())),
            }
        }
        regex.push_str(if more { "(?: .*)?$" } else { "$" });
        Regex::new(&regex).expect("an escaped text is an expression")
    }

    proptest! {
        #[test]
        fn it_is_what_a_regular_expression_says(
            pattern in r"[ab \\*é]{0,8}( \*)?",
            text in r"[ab \\*é\n]{0,12}",
        ) {
            let fits = Wildcard::new(&pattern).is_match(&text);
            prop_assert_eq!(fits, expression(&pattern).is_match(&text));
        }
    }

    #[test]
    fn a_final_star_behind_a_space_may_be_left_out() {
        let git = Wildcard::new("git *");
        assert!(git.is_match("git") && git.is_match("git push") && !git.is_match("gitk"));
        let help = Wildcard::new("* --help");
        assert!(help.is_match("ls --help") && !help.is_match("--help") && !help.is_match("ls"));
        assert!(Wildcard::new(r"a\*b").is_match("a*b") && !Wildcard::new(r"a\*b").is_match("axb"));
    }
}

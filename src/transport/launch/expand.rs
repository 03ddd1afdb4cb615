//! `${VAR}` and `${VAR:-default}`, and nothing else of shell syntax.
//!
//! `$5`, `$$`, `$VAR`, an unterminated `${` and a `${…}` that holds no variable name stay as they are. A default ends at
//! the first `}`, and a variable that is set to the empty string is set: both as in the CLI.
//! Does not know where the text comes from; the caller names server and field.

/// A reference without value and without default.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the variable {0} is not set. Set it, or write ${{{0}:-default}}")]
pub struct MissingVariable(pub String);

/// `text` with its references replaced by what `vars` says.
pub fn expand(
    text: &str,
    vars: &dyn Fn(&str) -> Option<String>,
) -> Result<String, MissingVariable> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let reference = after.split_once('}').and_then(|(body, tail)| {
            let (name, default) = match body.split_once(":-") {
                Some((name, default)) => (name, Some(default)),
                None => (body, None),
            };
            is_variable_name(name).then_some((name, default, tail))
        });
        let Some((name, default, tail)) = reference else {
            out.push_str("${");
            rest = after;
            continue;
        };
        match (vars(name), default) {
            (Some(value), _) => out.push_str(&value),
            (None, Some(default)) => out.push_str(default),
            (None, None) => return Err(MissingVariable(name.to_owned())),
        }
        rest = tail;
    }
    out.push_str(rest);
    Ok(out)
}

fn is_variable_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::{MissingVariable, expand};

    fn vars(name: &str) -> Option<String> {
        match name {
            "HOST" => Some("example.org".to_owned()),
            "EMPTY" => Some(String::new()),
            "DOLLAR" => Some("${HOST}".to_owned()),
            _ => None,
        }
    }

    #[test]
    fn references_are_replaced_and_everything_else_is_literal() {
        let table = [
            ("https://${HOST}/x", "https://example.org/x"),
            ("${HOST}${HOST}", "example.orgexample.org"),
            ("${NONE:-fallback}", "fallback"),
            ("${NONE:-}", ""),
            ("${NONE:-a:-b}", "a:-b"),
            ("${HOST:-fallback}", "example.org"),
            ("[${EMPTY:-fallback}]", "[]"),
            ("${DOLLAR}", "${HOST}"),
            ("costs $5, pid $$, $HOST", "costs $5, pid $$, $HOST"),
            ("open ${HOST", "open ${HOST"),
            (
                "${} ${:-x} ${a b} ${1} ${HOST}",
                "${} ${:-x} ${a b} ${1} example.org",
            ),
            ("${bad-${HOST}", "${bad-example.org"),
            ("é${HOST}ü", "éexample.orgü"),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(expand(text, &vars).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn a_missing_variable_is_named() {
        assert_eq!(
            expand("a ${TOKEN} b", &vars),
            Err(MissingVariable("TOKEN".to_owned()))
        );
    }
}

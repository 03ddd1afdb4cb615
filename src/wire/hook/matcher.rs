//! PURE. Which names a hook matcher covers, by the CLI's own rules.
//!
//! Hook matchers are not permission rules: `Bash(git *)` is read as a regular expression here and matches no tool.

use regex::Regex;

/// Whether a registration with `matcher` is asked for `name` (a tool's name, for tool events).
///
/// Absent, empty and `*` cover all names. Plain names, alone or several with `|` or `,` between, must be equal,
/// upper and lower case counted. Anything else is a regular expression searched in the name; one that does not
/// compile covers nothing.
pub fn matches(matcher: Option<&str>, name: &str) -> bool {
    let Some(matcher) = matcher.map(str::trim) else {
        return true;
    };
    if matcher.is_empty() || matcher == "*" {
        return true;
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '|' | ',' | ' ');
    if matcher.chars().all(plain) {
        return matcher
            .split(['|', ','])
            .map(str::trim)
            .any(|alternative| alternative == name);
    }
    Regex::new(matcher).is_ok_and(|regex| regex.is_match(name))
}

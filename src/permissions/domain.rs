//! PURE. `WebFetch(domain:…)`: the host of an address, and whether a rule covers it.

use super::rules::Side;

/// Whether `rule` (a lower-case host, or `*.host`) covers the address.
pub(super) fn matches(rule: &str, url: &str, side: Side) -> bool {
    match side {
        // an address that two programs could read differently is not certainly anywhere
        Side::Allow => {
            let odd = |c: char| c.is_control() || c.is_whitespace() || matches!(c, '\\' | '@');
            let http = has_prefix(url, "https://") || has_prefix(url, "http://");
            http && !url.contains(odd) && host(url, '/').is_some_and(|host| covers(rule, &host))
        }
        Side::Refuse => {
            // browsers end the host at a backslash, the RFC does not: either reading counts
            [host(url, '/'), host(url, '\\')]
                .into_iter()
                .flatten()
                .any(|host| covers(rule, &host) || host.ends_with(&format!(".{rule}")))
        }
    }
}

fn covers(rule: &str, host: &str) -> bool {
    match rule.strip_prefix("*.") {
        Some(parent) => host
            .strip_suffix(parent)
            .and_then(|rest| rest.strip_suffix('.'))
            .is_some_and(|rest| !rest.is_empty()),
        None => rule == host,
    }
}

fn has_prefix(url: &str, prefix: &str) -> bool {
    url.get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn host(url: &str, also_ends_at: char) -> Option<String> {
    let (_, rest) = url.trim().split_once("://").unwrap_or(("", url.trim()));
    let authority = rest.split(['/', '?', '#', also_ends_at]).next()?;
    let host = authority.rsplit('@').next()?;
    let host = match host.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next()?,
        None => host.split(':').next()?,
    };
    let host = host.trim_end_matches('.').to_lowercase();
    (!host.is_empty()).then_some(host)
}

//! The child's environment: what is inherited is a list, everything else is said explicitly.
//!
//! Owns the list, the variables that never pass, and the variables our options stand for. Reads no environment by
//! itself except in [`HostEnv::current`].

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::time::Duration;

use super::mcp::millis;
use super::{LaunchError, LaunchOptions};

/// What a child gets from our own environment; a `*` at the end stands for any rest.
///
/// Who and where we are (`HOME` … `XDG_*`); the agent's keys for git and ssh (`SSH_AUTH_SOCK`, and `GIT_*` only by the
/// names that say who commits and how to reach a server: `GIT_DIR` and its like would point the agent at another
/// repository); the API and its clouds; proxies and certificates; switches of the CLI, among them `IS_SANDBOX`, without
/// which it lets no root start with permissions bypassed, not in a container either; and what the usual launchers need to
/// find their daemon. Toolchain variables (`JAVA_HOME`, `VIRTUAL_ENV` …) are a matter of the project: add them with
/// [`LaunchOptions::inherit`].
pub const DEFAULT_INHERIT: &[&str] = &[
    "HOME",
    "PATH",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "LC_*",
    "TERM",
    "COLORTERM",
    "TMPDIR",
    "TZ",
    "XDG_*",
    "SSH_AUTH_SOCK",
    "GIT_AUTHOR_*",
    "GIT_COMMITTER_*",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_ASKPASS",
    "ANTHROPIC_*",
    "CLAUDE_*",
    "AWS_*",
    "GOOGLE_*",
    "CLOUDSDK_*",
    "CLOUD_ML_REGION",
    "VERTEX_*",
    "AZURE_*",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "NODE_EXTRA_CA_CERTS",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "API_TIMEOUT_MS",
    "BASH_DEFAULT_TIMEOUT_MS",
    "BASH_MAX_TIMEOUT_MS",
    "MCP_TIMEOUT",
    "MCP_TOOL_TIMEOUT",
    "MAX_MCP_OUTPUT_TOKENS",
    "DISABLE_TELEMETRY",
    "DISABLE_ERROR_REPORTING",
    "DISABLE_AUTOUPDATER",
    "IS_SANDBOX",
    "DOCKER_*",
    "CONTAINER_HOST",
    "KUBECONFIG",
    "SystemRoot",
    "APPDATA",
    "LOCALAPPDATA",
    "USERPROFILE",
    "PATHEXT",
    "TEMP",
    "TMP",
];

/// What a child never gets from our own environment, whatever the list says: marks of a session we may run inside, and
/// switches that change how the CLI's runtime behaves. Setting one explicitly is still possible.
pub const NEVER_INHERIT: &[&str] = &[
    "CLAUDECODE",
    "NODE_OPTIONS",
    "DEBUG",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SSE_PORT",
    "CLAUDE_CODE_SESSION_ID",
];

/// One explicit change to the environment.
#[derive(Clone, PartialEq, Eq)]
pub enum EnvEdit {
    /// The variable has this value.
    Set(OsString),
    /// The variable is absent.
    Remove,
}

// Values may be keys and tokens: they stay out of logs.
impl fmt::Debug for EnvEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Set(_) => "Set(…)",
            Self::Remove => "Remove",
        })
    }
}

/// The environment we run in, as data.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct HostEnv(BTreeMap<OsString, OsString>);

impl HostEnv {
    /// That of this process, now.
    pub fn current() -> Self {
        Self(std::env::vars_os().collect())
    }

    /// The value of one variable.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.0.get(OsStr::new(name)).map(OsString::as_os_str)
    }
}

impl<N: Into<OsString>, V: Into<OsString>> FromIterator<(N, V)> for HostEnv {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        Self(
            pairs
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }
}

impl fmt::Debug for HostEnv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => pattern == name,
    }
}

/// The variables we set or keep out on purpose: the options' own, then the caller's edits on top.
pub(super) fn explicit(options: &LaunchOptions) -> Result<BTreeMap<String, EnvEdit>, LaunchError> {
    let mut edits = BTreeMap::new();
    // A switch that is off is removed, not ignored: `CLAUDE_*` would let the host's value through.
    for (name, value) in always_decided(options) {
        let edit = value.map_or(EnvEdit::Remove, |value| EnvEdit::Set(value.into()));
        edits.insert(name.to_owned(), edit);
    }
    for (name, value) in decided_when_given(options) {
        if let Some(value) = value {
            edits.insert(name.to_owned(), EnvEdit::Set(value.into()));
        }
    }
    for (name, edit) in &options.env {
        check(name, edit)?;
        edits.insert(name.clone(), edit.clone());
    }
    Ok(edits)
}

type Variable = (&'static str, Option<String>);

fn always_decided(options: &LaunchOptions) -> [Variable; 3] {
    let entrypoint = Some(options.entrypoint.clone()).filter(|label| !label.is_empty());
    [
        ("CLAUDE_CODE_ENTRYPOINT", entrypoint),
        (
            "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS",
            when(options.session_state_events, "1"),
        ),
        (
            "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING",
            when(options.file_checkpointing, "true"),
        ),
    ]
}

fn decided_when_given(options: &LaunchOptions) -> [Variable; 10] {
    let time = |limit: Option<Duration>| limit.map(|limit| millis(limit).to_string());
    let quiet = || when(options.quiet, "1");
    [
        (
            "CLAUDE_CODE_STARTUP_FAILURE_RESULTS",
            when(options.startup_failure_results, "1"),
        ),
        (
            "CLAUDE_CODE_ENABLE_TASKS",
            options.enable_tasks.map(|on| u8::from(on).to_string()),
        ),
        (
            "ENABLE_TOOL_SEARCH",
            options.enable_tool_search.map(|on| on.to_string()),
        ),
        (
            "CLAUDE_CODE_MAX_RETRIES",
            options.max_retries.map(|count| count.to_string()),
        ),
        ("MCP_TOOL_TIMEOUT", time(options.mcp_tool_timeout)),
        ("MCP_TIMEOUT", time(options.mcp_startup_timeout)),
        (
            "CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS",
            time(options.background_wait),
        ),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", quiet()),
        ("DISABLE_TELEMETRY", quiet()),
        ("DISABLE_AUTOUPDATER", quiet()),
    ]
}

fn when(on: bool, value: &str) -> Option<String> {
    on.then(|| value.to_owned())
}

fn check(name: &str, edit: &EnvEdit) -> Result<(), LaunchError> {
    if name.is_empty() || name.contains(['=', '\0']) {
        return Err(LaunchError::option(
            "env",
            format!("{name:?} cannot be the name of a variable"),
            "Use a name that is not empty and has neither `=` nor NUL in it",
        ));
    }
    if matches!(edit, EnvEdit::Set(value) if value.as_encoded_bytes().contains(&0)) {
        return Err(LaunchError::option(
            "env",
            format!("the value of {name} contains a NUL character"),
            "Remove it: the system cannot pass it on",
        ));
    }
    Ok(())
}

/// What passes from `host` by the list.
pub(super) fn inherited(patterns: &[String], host: &HostEnv) -> BTreeMap<OsString, OsString> {
    let wanted = |name: &OsStr| {
        let Some(name) = name.to_str() else {
            return patterns.iter().any(|pattern| pattern == "*");
        };
        !NEVER_INHERIT.contains(&name) && patterns.iter().any(|pattern| matches(pattern, name))
    };
    host.0
        .iter()
        .filter(|(name, _)| wanted(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// `edits` applied to `env`.
pub(super) fn apply(env: &mut BTreeMap<OsString, OsString>, edits: &BTreeMap<String, EnvEdit>) {
    for (name, edit) in edits {
        match edit {
            EnvEdit::Set(value) => env.insert(name.into(), value.clone()),
            EnvEdit::Remove => env.remove(OsStr::new(name)),
        };
    }
}

#[cfg(test)]
#[path = "env_tests.rs"]
mod tests;

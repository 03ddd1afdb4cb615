//! `tools list` and `tools check`. Owns: a table of tools, and one line for each file. Does not own: the checks.

use super::{Offered, Source, tell};
use crate::headless::inspect::Table;
use crate::headless::sanitise;
use serde_json::Value;
use std::io::{self, Write};
use std::path::PathBuf;

/// Shows the tools of all files that can be read.
pub(super) fn list(files: &[PathBuf], out: &mut impl Write) -> io::Result<u8> {
    let mut code = 0;
    for file in files {
        match Source::tools(file, None) {
            Err(error) => {
                tell(&error.to_string());
                code = 1;
            }
            Ok(offer) => {
                let title = format!("{} (server {})", file.display(), offer.server.name());
                let mut table = Table::new(
                    sanitise(&title),
                    &["name", "arguments", "kind", "description"],
                );
                for tool in &offer.tools {
                    let description = tool.description.lines().next().unwrap_or_default();
                    table.row([
                        tool.name.clone(),
                        arguments(tool),
                        tool.kind.to_owned(),
                        description.to_owned(),
                    ]);
                }
                table.write(out)?;
            }
        }
    }
    Ok(code)
}

/// Says of each file whether it is right.
pub(super) fn check(files: &[PathBuf], out: &mut impl Write) -> io::Result<u8> {
    let mut code = 0;
    for file in files {
        let count = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        let verdict = match Source::open(file) {
            Ok(Source::Tools(tools)) => {
                let server = tools.server_name();
                format!(
                    "ok, {} (server {server})",
                    count(tools.tools().len(), "tool")
                )
            }
            Ok(Source::BuiltIn(server)) => {
                let (tools, name) = (server.tools().len(), server.name());
                format!("ok, {} (server {name})", count(tools, "tool"))
            }
            Ok(Source::Hooks(hooks)) => format!("ok, {}", count(hooks.hooks().len(), "hook")),
            Err(error) => {
                code = 1;
                // It begins with the file's name.
                writeln!(out, "{}", sanitise(&error.to_string()))?;
                continue;
            }
        };
        writeln!(out, "{}: {verdict}", sanitise(&file.to_string_lossy()))?;
    }
    Ok(code)
}

/// `a: number, b: string?`, as in the short form of a schema.
fn arguments(tool: &Offered) -> String {
    let schema = &tool.input;
    let required = |name: &String| {
        let list = schema.get("required").and_then(Value::as_array);
        list.is_some_and(|list| list.iter().any(|entry| entry.as_str() == Some(name)))
    };
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return String::new();
    };
    let shown: Vec<_> = properties
        .iter()
        .map(|(name, about)| {
            let kind = kind(about);
            let mark = if required(name) { "" } else { "?" };
            format!("{name}: {kind}{mark}")
        })
        .collect();
    shown.join(", ")
}

/// The type of an argument; one that may also be null is simply optional.
fn kind(about: &Value) -> String {
    let listed = match about.get("type") {
        Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(one)) => vec![one.as_str()],
        _ => Vec::new(),
    };
    let listed: Vec<_> = listed.into_iter().filter(|one| *one != "null").collect();
    if listed.is_empty() {
        return "any".to_owned();
    }
    listed.join("|")
}

//! `tools call`. Owns: one call from the command line to its printed result. Does not own: the tool.

use super::{Source, ask, tell};
use crate::headless::{escape_json, sanitise};
use crate::tools::{CallContext, Handled, Progress, ProgressSink};
use serde_json::{Value, json};
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::time::Duration;
use tokio::runtime::{Handle, Runtime};

/// How long programs that were cancelled are waited for.
const PATIENCE: Duration = Duration::from_secs(4);

/// Calls a tool and prints what came of it.
pub(super) fn call(
    name: &str,
    arguments: &str,
    file: &Path,
    json: bool,
    out: &mut impl Write,
) -> io::Result<u8> {
    let result = prepare(name, arguments, file).and_then(|message| {
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        let called = runtime.block_on(perform(message));
        // A thread that still waits for the terminal must not keep us.
        runtime.shutdown_background();
        called
    });
    match result {
        Err(problem) => {
            tell(&problem);
            Ok(2)
        }
        Ok(None) => {
            tell("the call was cancelled");
            Ok(130)
        }
        Ok(Some(result)) => print(&result, json, out),
    }
}

/// A message and the server it is for.
struct Message {
    server: crate::tools::Server,
    text: String,
}

fn prepare(name: &str, arguments: &str, file: &Path) -> Result<Message, String> {
    let offer = Source::tools(file, ask::answerer().as_ref()).map_err(|error| error.to_string())?;
    let arguments: Value = serde_json::from_str(arguments).map_err(|error| {
        format!("the arguments are not JSON: {error}; write for example '{{\"a\": 1}}'")
    })?;
    if !arguments.is_object() {
        return Err(
            "the arguments must be a JSON object; write for example '{\"a\": 1}'".to_owned(),
        );
    }
    let prefix = offer.server.qualified("");
    let name = name.strip_prefix(&prefix).unwrap_or(name);
    if !offer.tools.iter().any(|tool| tool.name == name) {
        let known: Vec<_> = offer.tools.iter().map(|tool| tool.name.as_str()).collect();
        return Err(format!(
            "{} has no tool {name:?}; it has: {}",
            file.display(),
            known.join(", ")
        ));
    }
    let text = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    });
    Ok(Message {
        server: offer.server,
        text: text.to_string(),
    })
}

/// The result of the call, or `None` if it was cancelled.
async fn perform(message: Message) -> Result<Option<Value>, String> {
    let context = CallContext {
        progress: io::stderr().is_terminal().then(|| ProgressSink::new(show)),
        ..CallContext::default()
    };
    let answer = match message.server.handle(&message.text, context) {
        Handled::Ready(answer) => answer,
        Handled::Cancel { ack, .. } => ack,
        Handled::Running { future, cancel, .. } => {
            let mut future = future;
            tokio::select! {
                answer = &mut future => answer.get().to_owned(),
                _ = tokio::signal::ctrl_c() => {
                    cancel.cancel();
                    let _ = tokio::time::timeout(PATIENCE, async { future.await; quiet().await }).await;
                    return Ok(None);
                }
            }
        }
    };
    let answer: Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
    if let Some(result) = answer.get("result") {
        return Ok(Some(result.clone()));
    }
    let message = answer.pointer("/error/message").and_then(Value::as_str);
    Err(message.unwrap_or("the tool gave no answer").to_owned())
}

/// Waits for what cancelled calls left behind: their programs have a moment to end by themselves.
async fn quiet() {
    while Handle::current().metrics().num_alive_tasks() > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn show(progress: Progress) {
    let total = progress
        .total
        .map_or_else(String::new, |total| format!("/{total}"));
    let message = progress.message.unwrap_or_default();
    let line = format!("{} {}{total} {message}", progress.tool, progress.done);
    let _ = writeln!(io::stderr(), "{}", sanitise(line.trim_end()));
}

fn print(result: &Value, json: bool, out: &mut impl Write) -> io::Result<u8> {
    let failed = result.get("isError").and_then(Value::as_bool) == Some(true);
    let code = u8::from(failed);
    if json {
        writeln!(out, "{}", escape_json(&result.to_string()))?;
        return Ok(code);
    }
    let none = Vec::new();
    let pieces = result.get("content").and_then(Value::as_array);
    for piece in pieces.unwrap_or(&none) {
        let text = words(piece);
        if failed {
            let _ = writeln!(io::stderr(), "{}", safe(&text, io::stderr().is_terminal()));
        } else {
            writeln!(out, "{}", safe(&text, io::stdout().is_terminal()))?;
        }
    }
    Ok(code)
}

/// A piece of content as text; what is none is named.
fn words(piece: &Value) -> String {
    let field = |key: &str| piece.get(key).and_then(Value::as_str);
    if let Some(text) = field("text") {
        return text.to_owned();
    }
    let kind = field("mimeType").or(field("type")).unwrap_or("content");
    format!("[{kind}; --json prints it]")
}

/// Text for a terminal keeps its lines and tabs, and nothing else that a terminal obeys.
fn safe(text: &str, terminal: bool) -> String {
    if !terminal {
        return text.to_owned();
    }
    let line = |line: &str| {
        let cells: Vec<_> = line.split('\t').map(sanitise).collect();
        cells.join("\t")
    };
    let lines: Vec<_> = text.split('\n').map(line).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn a_terminal_gets_lines_and_tabs_and_nothing_else() {
        let text = "a\tb\r\n\u{1b}[2Jc";
        assert_eq!(safe(text, true), "a\tb\\r\n\\e[2Jc");
        assert_eq!(safe(text, false), text);
    }
}

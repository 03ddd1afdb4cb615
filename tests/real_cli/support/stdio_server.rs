//! An MCP server as a process of its own: this test program, started again by the CLI.
//! Owns: the entry for the CLI and the loop over standard input. Does not own: MCP itself, which is `cca::tools`.

use super::TestResult;
use cca::tools::{CallContext, Handled, Prompt, Schema, Server, Tool};
use cca::transport::launch::McpServer;
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Duration;

/// Set: be a server. The variables a tool of it shows begin with this too.
const MARK: &str = "CCA_TEST_STDIO";
/// The server says nothing before this file exists.
pub const GATE: &str = "CCA_TEST_STDIO_GATE";

/// The entry for such a server, with these variables in its environment.
pub fn entry<'a>(vars: impl IntoIterator<Item = (&'a str, String)>) -> std::io::Result<McpServer> {
    // The test harness writes to standard output, which is the wire here: it is given standard error instead, and the
    // server writes to descriptor 3. That is made a pipe, since what the CLI gives may be a socket, which has no path.
    let script = "\"$0\" --exact support::stdio_server::serve --nocapture 3>&1 1>&2 | cat";
    let program = std::env::current_exe()?.display().to_string();
    let vars = vars
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    Ok(McpServer::Stdio {
        command: "/bin/sh".to_owned(),
        args: vec!["-c".to_owned(), script.to_owned(), program],
        env: vars.chain([(MARK.to_owned(), "1".to_owned())]).collect(),
        timeout: None,
        always_load: Some(true),
    })
}

/// Not a test: what the CLI runs.
#[test]
fn serve() -> TestResult {
    if std::env::var_os(MARK).is_none() {
        return Ok(());
    }
    if let Some(gate) = std::env::var_os(GATE) {
        while !Path::new(&gate).exists() {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    let show = Tool::new("show", "Shows a variable of the server")
        .schema(Schema::simple([("name", "string")]))
        .handler(|args: Value, _| async move {
            let name = args["name"].as_str().unwrap_or_default();
            Ok(std::env::var(name).unwrap_or_else(|_| "not set".to_owned()))
        });
    let greet = Prompt::new("greet", "Greets somebody")
        .required("who", "Whom")
        .handler(|arguments, _| async move { Ok(format!("Please greet {}.", arguments["who"])) });
    let server = Server::new("outside")?.tool(show)?.prompt(greet)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    let mut wire = std::fs::OpenOptions::new().write(true).open("/dev/fd/3")?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let asked: Value = serde_json::from_str(&line)?;
        if asked.get("id").is_none() {
            continue;
        }
        let answer = match server.handle(&line, CallContext::default()) {
            Handled::Ready(text) => text,
            Handled::Running { future, .. } => runtime.block_on(future).get().to_owned(),
            Handled::Cancel { .. } => {
                json!({"jsonrpc": "2.0", "id": asked["id"], "result": {}}).to_string()
            }
        };
        writeln!(wire, "{answer}")?;
    }
    Ok(())
}

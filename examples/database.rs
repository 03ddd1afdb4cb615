//! Lets the agent query a database that it cannot change.
//!
//! `cargo run --example database -- "Which product sold best?"`
//!
//! The demo tool `query` opens the file read-only, so no statement of the model can write to it, whatever it says.

use cca::headless::sanitise;
use cca::setup::cli_or_simulator;
use cca::tools::{Server, demo};
use cca::{Agent, Event, Options};
use std::path::Path;

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "what went wrong")]
async fn main() -> std::process::ExitCode {
    match run().await {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            for line in error.to_string().lines() {
                eprintln!("{}", sanitise(line));
            }
            std::process::ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stdout, reason = "what it is run for")]
async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("shop.db");
    create(&database)?;
    let options = Options::new()
        // One tool is enough here; `demo::server()` has all of them.
        .server(Server::new("demo")?.tool(demo::sqlite::tool())?)
        .allow("mcp__demo__query")?;
    // Without a `claude` CLI, a scripted one plays along: the rest is the same.
    let scenario = include_str!("../assets/scenarios/examples/database.toml");
    let (options, simulated) = cli_or_simulator(options, scenario)?;
    if simulated {
        println!("(no `claude` CLI was found: simulated)");
    }
    let question = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "Which product sold best?".to_owned());
    let prompt = format!(
        "{question}\n\nThe database is the SQLite file {}",
        database.display()
    );
    let mut session = Agent::new(options).start_session(prompt).await?;
    while let Some(event) = session.next_event().await {
        match event {
            // What the model asks …
            Event::ToolCall { input, .. } => {
                let sql = input.get("sql").and_then(serde_json::Value::as_str);
                println!("sql: {}", sanitise(sql.unwrap_or("(none)")));
            }
            // … what the database says …
            Event::ToolResult { outcome, .. } => {
                for line in outcome.content.plain_text().lines() {
                    println!("{}", sanitise(line));
                }
            }
            // … and what the model makes of it.
            Event::Message(message) => {
                for line in message.text().unwrap_or_default().lines() {
                    println!("answer: {}", sanitise(line));
                }
            }
            Event::Complete(_) => break,
            _ => {}
        }
    }
    session.wait().await?;
    println!("sales in the file afterwards: {}", sales(&database)?);
    Ok(())
}

fn create(database: &Path) -> rusqlite::Result<()> {
    rusqlite::Connection::open(database)?.execute_batch(
        "CREATE TABLE sales (product TEXT, pieces INTEGER, price REAL);
         INSERT INTO sales VALUES ('tea', 120, 3.5), ('coffee', 310, 2.8), ('cake', 95, 4.2);",
    )
}

fn sales(database: &Path) -> rusqlite::Result<u32> {
    rusqlite::Connection::open(database)?
        .query_row("SELECT count(*) FROM sales", [], |row| row.get(0))
}

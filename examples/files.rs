//! Files are processed while we follow the session: every change of state, progress, and at the end how long each tool
//! took.
//!
//! `cargo run --example files -- "Summarise the CSV files and give me their checksums."`

use cca::headless::sanitise;
use cca::setup::cli_or_simulator;
use cca::tools::demo;
use cca::{Agent, Event, Options};
use std::path::Path;
use std::time::Duration;

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
    let inbox = folder.path().join("inbox");
    create(&inbox)?;
    let options = Options::new()
        .server(demo::server()?)
        .allow("mcp__demo__*")?;
    // Without a `claude` CLI, a scripted one plays along: the rest is the same.
    let scenario = include_str!("../assets/scenarios/examples/files.toml");
    let (options, simulated) = cli_or_simulator(options, scenario)?;
    if simulated {
        println!("(no `claude` CLI was found: simulated)");
    }
    let wish = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "Summarise the CSV files and give me their checksums.".to_owned());
    let prompt = format!("{wish}\n\nThe files are in the folder {}", inbox.display());
    let mut session = Agent::new(options).start_session(prompt).await?;
    let mut tools: Vec<(String, bool, Option<Duration>)> = Vec::new();
    let mut since = None;
    while let Some(event) = session.next_event().await {
        match event {
            // The state is always one of nine; each change comes with the time it happened.
            Event::State { from, to, at } => {
                let held = since.map_or(Duration::ZERO, |before| at.since(before));
                println!("state: {from} -> {to} (after {held:?})");
                since = Some(at);
            }
            // Our own tools can tell how far they are.
            Event::Progress(progress) => println!(
                "progress: {}/{} {}",
                progress.done,
                progress.total.unwrap_or_default(),
                sanitise(progress.message.as_deref().unwrap_or_default())
            ),
            Event::ToolResult {
                name,
                outcome,
                took,
                ..
            } => {
                tools.push((name.unwrap_or_default(), outcome.is_error, took));
            }
            Event::Message(message) => {
                for line in message.text().unwrap_or_default().lines() {
                    println!("{}", sanitise(line));
                }
            }
            Event::Complete(_) => break,
            _ => {}
        }
    }
    session.wait().await?;
    println!("{:<28} {:<6} {:>12}", "tool", "went", "took");
    for (name, failed, took) in tools {
        let went = if failed { "wrong" } else { "well" };
        let took = took.map_or("unknown".to_owned(), |took| format!("{took:?}"));
        println!("{:<28} {went:<6} {took:>12}", sanitise(&name));
    }
    Ok(())
}

fn create(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir(folder)?;
    std::fs::write(
        folder.join("people.csv"),
        "name,age\nAda,36\nBo,29\nCy,41\n",
    )?;
    std::fs::write(
        folder.join("prices.csv"),
        "product;price\ntea;3,50\ncoffee;2,80\n",
    )
}

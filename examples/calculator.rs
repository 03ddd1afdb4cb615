//! A tool of your own, a rule, a permission callback and a hook, in one session with the `claude` CLI.
//!
//! `cargo run --example calculator -- "What is 15 + 27? Use the calculator."`

use cca::headless::sanitise;
use cca::setup::cli_or_simulator;
use cca::tools::{Schema, Server, Tool};
use cca::{Agent, Event, HookEvent, HookOutput, Options, PermissionAnswer};

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
    // A tool is a description for the model and a function for us. What the model sends is checked against the schema
    // before the function runs.
    let add = Tool::new("add", "Adds two numbers")
        .schema(Schema::simple([("a", "number"), ("b", "number")]))
        .read_only()
        .handler(|args, _| async move {
            let number = |key: &str| {
                args.get(key)
                    .and_then(serde_json::Value::as_f64)
                    .unwrap_or_default()
            };
            Ok((number("a") + number("b")).to_string())
        });
    let options = Options::new()
        // The model sees the tool as `mcp__calc__add`. It runs in this process.
        .server(Server::new("calc")?.tool(add)?)
        // Our own tools may run without a question …
        .allow("mcp__calc__*")?
        // … and whatever else the agent wants to do is refused.
        .on_permission(|asked, _| async move {
            Ok(PermissionAnswer::deny(format!(
                "no {} today",
                asked.tool_name
            )))
        })
        .hook(HookEvent::PostToolUse, "", |input, _| async move {
            println!("hook: {} is done", input.event);
            Ok(HookOutput::none())
        });
    // Without a `claude` CLI, a scripted one plays along: the rest is the same.
    let scenario = include_str!("../assets/scenarios/examples/calculator.toml");
    let (options, simulated) = cli_or_simulator(options, scenario)?;
    if simulated {
        println!("(no `claude` CLI was found: simulated)");
    }
    let prompt = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "What is 15 + 27? Use the calculator.".to_owned());
    let mut session = Agent::new(options).start_session(prompt).await?;
    while let Some(event) = session.next_event().await {
        match event {
            Event::State { from, to, .. } => println!("state: {from} -> {to}"),
            Event::ToolResult { name, took, .. } => {
                let name = name.unwrap_or_default();
                println!("tool: {} took {took:?}", sanitise(&name));
            }
            Event::Message(message) => {
                // Text from outside is never printed raw: it could draw on the terminal.
                for line in message.text().unwrap_or_default().lines() {
                    println!("{}", sanitise(line));
                }
            }
            Event::Complete(_) => break,
            _ => {}
        }
    }
    let result = session.wait().await?;
    println!("{:?}, {:?} dollars", result.turn.outcome, result.cost_usd);
    Ok(())
}

//! Several prompts in one session: the agent remembers what was said before.
//!
//! `cargo run --example chat -- "My name is Ada." "What is my name?"` (each argument is one prompt)

use cca::headless::sanitise;
use cca::setup::cli_or_simulator;
use cca::{Client, Options};

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
    let mut prompts: Vec<String> = std::env::args().skip(1).collect();
    if prompts.is_empty() {
        prompts = [
            "My name is Ada, and I like tea.",
            "What is my name?",
            "And what do I like?",
        ]
        .map(str::to_owned)
        .to_vec();
    }
    // Without a `claude` CLI, a scripted one plays along: the rest is the same.
    let scenario = include_str!("../assets/scenarios/examples/chat.toml");
    let (options, simulated) = cli_or_simulator(Options::new(), scenario)?;
    if simulated {
        println!("(no `claude` CLI was found: simulated)");
    }
    // One process for the whole conversation. Nothing is allowed here, so it can only talk.
    let mut client = Client::connect(&options).await?;
    for prompt in prompts {
        println!("> {}", sanitise(&prompt));
        client.query(prompt).await?;
        // The answer can also be read while it is written: see `next_message` and `Message::delta`.
        let answer = client.receive_response().await?;
        for line in answer.text().lines() {
            println!("{}", sanitise(line));
        }
        println!(
            "  (session {}, {} so far, {:.4} dollars)",
            sanitise(&answer.session_id),
            client.state(),
            answer.cost_usd.unwrap_or_default()
        );
    }
    client.disconnect().await?;
    Ok(())
}

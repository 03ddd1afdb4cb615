//! An answer that is data: the model must fit the schema of a Rust type, and we get that type.
//!
//! `cargo run --example structured -- "A recipe for pancakes, please."`

use cca::Options;
use cca::headless::sanitise;
use cca::setup::cli_or_simulator;
use schemars::JsonSchema;
use serde::Deserialize;

/// What the model must fill in. The comments reach it as descriptions.
#[derive(Debug, Deserialize, JsonSchema)]
struct Recipe {
    /// The name of the dish.
    name: String,
    /// How long it takes, in minutes.
    minutes: u32,
    /// What is needed.
    ingredients: Vec<Ingredient>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Ingredient {
    /// What it is.
    name: String,
    /// How much of it, with the unit.
    amount: String,
}

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
    let prompt = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "A recipe for pancakes, please.".to_owned());
    let options = Options::new().json_schema(schemars::schema_for!(Recipe).to_value());
    // Without a `claude` CLI, a scripted one plays along: the rest is the same.
    let scenario = include_str!("../assets/scenarios/examples/structured.toml");
    let (options, simulated) = cli_or_simulator(options, scenario)?;
    if simulated {
        println!("(no `claude` CLI was found: simulated)");
    }
    // One prompt, one answer. An answer that does not fit is an error of its own, never a half-filled type.
    let answer = cca::query(prompt, options).await?;
    let recipe: Recipe = answer.structured()?;
    println!("{} ({} minutes)", sanitise(&recipe.name), recipe.minutes);
    for ingredient in &recipe.ingredients {
        println!(
            "- {}: {}",
            sanitise(&ingredient.name),
            sanitise(&ingredient.amount)
        );
    }
    Ok(())
}

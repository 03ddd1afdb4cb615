//! A hook that stops destructive commands before they run, whatever else would have allowed them.
//!
//! `cargo run --example guard -- "Look around here, then delete the folder build."`

use cca::headless::sanitise;
use cca::permissions::{Call, Rules};
use cca::setup::cli_or_simulator;
use cca::wire::hook::HookDetail;
use cca::{Agent, Event, HookEvent, HookInput, HookOptions, HookOutput, Options};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

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

/// What is never run. Rules know shell syntax: `cd build && rm -rf .` is found as well as a plain `rm`.
const DESTRUCTIVE: [&str; 7] = [
    "Bash(rm *)",
    "Bash(rmdir *)",
    "Bash(dd *)",
    "Bash(mkfs*)",
    "Bash(find * -delete*)",
    "Bash(git push --force*)",
    "Bash(git reset --hard*)",
];

#[allow(clippy::print_stdout, reason = "what it is run for")]
async fn run() -> Result<(), Box<dyn std::error::Error>> {
    // The agent works in a folder of its own, so that even a guard with a hole does no harm here.
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("build"))?;
    let precious = folder.path().join("build").join("precious.txt");
    std::fs::write(&precious, "do not lose me\n")?;

    let rules = Rules::parse(DESTRUCTIVE, [], [])?;
    let blocked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&blocked);
    let guard = HookOptions {
        matcher: Some("Bash".to_owned()),
        // If the guard itself fails, nothing passes.
        block_on_failure: true,
        ..HookOptions::default()
    };
    let options = Options::new()
        .cwd(folder.path())
        // Everything may run without a question: only the guard stands between the agent and the files.
        .allow("Bash")?
        .hook_with(HookEvent::PreToolUse, guard, move |input, _| {
            let refused = destructive(&rules, &input);
            if let Some((command, _)) = &refused {
                let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                seen.push(command.clone());
            }
            async move {
                Ok(match refused {
                    Some((_, rule)) => HookOutput::deny(format!("blocked by the guard ({rule})")),
                    None => HookOutput::none(),
                })
            }
        });
    // Without a `claude` CLI, a scripted one plays along: the rest is the same.
    let scenario = include_str!("../assets/scenarios/examples/guard.toml");
    let (options, simulated) = cli_or_simulator(options, scenario)?;
    if simulated {
        println!("(no `claude` CLI was found: simulated)");
    }
    let prompt = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "Look around here, then delete the folder build.".to_owned());
    let mut session = Agent::new(options).start_session(prompt).await?;
    while let Some(event) = session.next_event().await {
        match event {
            Event::ToolCall { name, input, .. } => println!(
                "wants: {} {}",
                sanitise(&name),
                sanitise(&input.to_string())
            ),
            Event::ToolResult { outcome, .. } => {
                for line in outcome.content.plain_text().lines() {
                    println!("got: {}", sanitise(line));
                }
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
    for command in blocked
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
    {
        println!("blocked: {}", sanitise(command));
    }
    println!("still there: {}", precious.exists());
    Ok(())
}

/// The command a hook is asked about and the rule it breaks, if it is a destructive one.
fn destructive(rules: &Rules, input: &HookInput) -> Option<(String, String)> {
    let HookDetail::PreToolUse {
        tool_name,
        tool_input,
        ..
    } = &input.detail
    else {
        return None;
    };
    let verdict = rules.decide(&Call {
        tool_name,
        input: tool_input,
        cwd: Path::new(input.cwd.as_deref().unwrap_or("/")),
        home: None,
    })?;
    let command = tool_input
        .get("command")
        .and_then(serde_json::Value::as_str);
    Some((command.unwrap_or_default().to_owned(), verdict.rule))
}

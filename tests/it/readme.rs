//! The README: its Rust compiles, its files are what it says they are, its commands do what it says.
//!
//! What it says about the screen, about the real CLI and about other languages is not tried here.

#![allow(
    clippy::indexing_slicing,
    reason = "a test that cannot go on says so by failing"
)]

use assert_cmd::Command;
use std::path::Path;

const README: &str = include_str!("../../README.md");

/// Its blocks of a language, each with the line before it that says something.
fn blocks(language: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let (mut said, mut lines) = ("", README.lines());
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("```") {
            let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            if name == language {
                found.push((said, block.join("\n")));
            }
        } else if !line.is_empty() {
            said = line;
        }
    }
    found
}

/// The Rust of the README, word by word, between what it needs around it.
#[rustfmt::skip]
#[allow(dead_code, unused_variables, clippy::items_after_statements, clippy::print_stdout, reason = "it is as people read it")]
mod rust {
    type Done = Result<(), Box<dyn std::error::Error>>;

    fn a_tool() -> Done {
        use cca::tools::{Server, Tool};

        /// What the model must send; the comments reach it as descriptions.
        #[derive(serde::Deserialize, schemars::JsonSchema)]
        struct Numbers {
            /// The first one.
            a: f64,
            /// The second one.
            b: f64,
        }

        let add = Tool::typed("add", "Adds two numbers", |given: Numbers, cx| async move {
            cx.progress(0.5, Some(1.0), "adding");     // cx also tells when the call is cancelled
            Ok((given.a + given.b).to_string())        // or Err(ToolError::new("why not"))
        })
        .read_only();
        let server = Server::new("calc")?.tool(add)?;  // the agent sees mcp__calc__add
        Ok(())
    }

    async fn without_a_process() -> Done {
        let simulator = cca::simulator::connector("my.toml")?;
        let options = cca::Options::new().connect_with(simulator);
        let answer = cca::query("hello", options).await?;
        assert_eq!(answer.text(), "You said: hello");
        Ok(())
    }

    async fn the_sdk() -> Done {
        use cca::tools::{Schema, Server, Tool};
        use cca::{Agent, HookEvent, HookOutput, Options, PermissionAnswer};

        let add = Tool::new("add", "Adds two numbers")
            .schema(Schema::simple([("a", "number"), ("b", "number")]))
            .handler(|args, _| async move {
                let number = |key: &str| args[key].as_f64().unwrap_or_default();
                Ok((number("a") + number("b")).to_string())
            });
        let options = Options::new()
            .server(Server::new("calc")?.tool(add)?)
            .allow("mcp__calc__*")?                       // rules first, in the CLI's own syntax ...
            .deny("Bash(rm *)")?
            .on_permission(|asked, _| async move {        // ... then the callback
                Ok(PermissionAnswer::deny(format!("no {} today", asked.tool_name)))
            })
            .hook(HookEvent::PreToolUse, "Bash", |_, _| async { Ok(HookOutput::none()) })
            .record("session.ndjson");

        let mut session = Agent::new(options).start_session("What is 15 + 27?").await?;
        while let Some(message) = session.next_message().await {
            if let Some(text) = message.text() { println!("{text}"); }
            if message.result().is_some() { break; }
        }
        let result = session.wait().await?;               // typed: outcome, text, cost, structured output
        Ok(())
    }

    fn tapped() {
        let options = cca::Options::new().cli_path("./claude-tapped");
    }
}

#[test]
fn its_rust_is_what_is_compiled_here() {
    let plain = |text: &str| {
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        lines.join("\n")
    };
    let compiled = plain(include_str!("readme.rs"));
    let blocks = blocks("rust");
    assert_eq!(blocks.len(), 4);
    for (_, block) in blocks {
        assert!(compiled.contains(&plain(&block)), "not here:\n{block}");
    }
}

/// Writes what the README says to save, below its name.
fn save(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for (said, block) in blocks("toml") {
        if let Some((_, after)) = said.split_once("ave this as `") {
            let (name, _) = after.split_once('`').unwrap();
            std::fs::write(folder.join(name), block).unwrap();
            names.push(name.to_owned());
        }
    }
    names
}

/// The commands that need neither a person nor the real CLI: all that are about tools and scenarios, and those simulated.
#[test]
fn its_commands_do_what_it_says() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    assert_eq!(save(folder), ["tools.toml", "hooks.toml", "my.toml"]);
    let all = blocks("sh");
    let lines = all.iter().flat_map(|(_, block)| block.lines());
    let mut tried = 0;
    for line in lines {
        let (line, _) = line.split_once("  #").unwrap_or((line, ""));
        let words = shlex::split(line).unwrap();
        let alone = !words.iter().any(|word| word == "|" || word == ">");
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let (["cca-tui", command @ ("tools" | "sim" | "run"), rest @ ..], true) =
            (&words[..], alone)
        else {
            continue;
        };
        if *command == "run" && !rest.contains(&"--sim") {
            continue;
        }
        let ran = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
            .arg(command)
            .args(rest)
            .env_clear()
            .env("HOME", folder)
            .env("PATH", "/usr/bin:/bin")
            .current_dir(folder)
            .timeout(std::time::Duration::from_mins(1))
            .output()
            .unwrap();
        assert!(ran.status.success(), "{line}: {ran:?}");
        tried += 1;
    }
    assert!(tried >= 8, "{tried} of its commands were found");
    // What they left behind.
    assert!(folder.join("claude").is_file(), "a CLI that plays my.toml");
    assert!(folder.join("session.ndjson").is_file(), "a recording");
}

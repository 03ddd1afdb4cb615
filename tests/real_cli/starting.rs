//! Starts that cannot work, and prompts at the edge of what can be sent.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{bounded, number_in, on_stage, runs, signal};
use crate::support::{Failure, Stage, TestResult, sdk};
use cca::session::{Ladder, Outcome};
use cca::{Agent, Client, Error, Options};
use nix::sys::signal::Signal;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

/// A program of ours in the place of the CLI.
fn program(stage: &Stage, name: &str, text: &str) -> Result<PathBuf, Failure> {
    let path = stage.sandbox.root().join(name);
    std::fs::write(&path, text)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    Ok(path)
}

/// The error of a start that must not take long.
async fn refused(options: &Options) -> Result<Error, Failure> {
    match bounded(
        Duration::from_secs(20),
        "the end of the start",
        Client::connect(options),
    )
    .await?
    {
        Ok(_) => Err(Failure::new("it started")),
        Err(error) => Ok(error),
    }
}

#[tokio::test]
async fn a_missing_cli_a_directory_and_a_text_file_are_named_as_such() -> TestResult {
    on_stage(async |stage| {
        let root = stage.sandbox.root();
        let text = root.join("text.txt");
        std::fs::write(&text, "just text\n")?;
        for path in [root.join("nowhere"), root.to_path_buf(), text] {
            let error = refused(&sdk::options(stage).cli_path(&path)).await?;
            assert!(matches!(error, Error::Launch(_)), "{error:?}");
            assert!(
                error.to_string().contains(&path.display().to_string()),
                "{error}"
            );
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_program_that_is_no_cli_is_told_with_its_last_words() -> TestResult {
    on_stage(async |stage| {
        let error = refused(&sdk::options(stage).cli_path("/bin/ls")).await?;
        let Error::Connection { what, stderr } = &error else {
            panic!("{error:?}")
        };
        assert!(
            what.contains("initialize") && what.contains("exit code"),
            "{what}"
        );
        assert!(!stderr.is_empty(), "{error}");

        let quitter = program(stage, "quitter", "#!/bin/sh\necho 'bad luck' >&2\nexit 3\n")?;
        let error = refused(&sdk::options(stage).cli_path(quitter)).await?;
        assert_eq!(error.code(), "CLI_CONNECTION");
        let text = error.to_string();
        assert!(
            text.contains("exit code 3") && text.contains("bad luck"),
            "{text}"
        );

        let nonsense = program(stage, "nonsense", "neither a script nor a binary\n")?;
        let error = refused(&sdk::options(stage).cli_path(nonsense)).await?;
        assert!(
            matches!(error, Error::Launch(_) | Error::Connection { .. }),
            "{error:?}"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_silent_cli_runs_into_the_limit_and_is_ended() -> TestResult {
    on_stage(async |stage| {
        let pids = stage.sandbox.root().join("pid");
        let deaf = format!(
            "#!/bin/sh\ntrap '' TERM\necho $$ > {}\nwhile :; do sleep 1; done\n",
            pids.display()
        );
        let short = Duration::from_millis(200);
        let ladder = Ladder {
            interrupt: short,
            input: short,
            terminate: short,
        };
        let options = sdk::options(stage)
            .cli_path(program(stage, "deaf", &deaf)?)
            .start_limit(Duration::from_secs(1))
            .ladder(ladder);
        let error = refused(&options).await?;
        assert!(
            matches!(&error, Error::Timeout { operation, .. } if operation == "initialize"),
            "{error:?}"
        );
        assert!(!runs(number_in(&pids).await?), "it is still there");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_cli_terminated_while_it_starts_is_told_as_such() -> TestResult {
    on_stage(async |stage| {
        let pids = stage.sandbox.root().join("pid");
        let text = format!(
            "#!/bin/sh\necho $$ > {}\nexec {} \"$@\"\n",
            pids.display(),
            stage.cli.path().display()
        );
        let options = sdk::options(stage).cli_path(program(stage, "wrapped", &text)?);
        let start = tokio::spawn(async move { Client::connect(&options).await.err() });
        signal(number_in(&pids).await?, Signal::SIGTERM)?;
        let error = start.await?.ok_or_else(|| Failure::new("it started"))?;
        let text = error.to_string();
        assert!(text.contains("initialize"), "{text}");
        assert!(
            text.contains("exit code 143") || text.contains("signal 15"),
            "{text}"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_empty_prompt_is_refused_before_anything_starts() -> TestResult {
    on_stage(async |stage| {
        let agent = Agent::new(sdk::options(stage).cli_path("/nowhere"));
        assert_eq!(
            agent.start_session(" \n").await.unwrap_err().code(),
            "CONFIG"
        );
        let client = sdk::connect(&sdk::options(stage)).await?;
        assert_eq!(client.query("").await.unwrap_err().code(), "CONFIG");
        let state = sdk::finish(stage, client).await?;
        assert_eq!(state.turns.len(), 0);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_prompt_with_control_characters_arrives_as_it_is() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        let odd = "nul \0 escape \u{1b}[31m bell \u{7} line \u{2028} end";
        client.query(prompt(odd, [turn().text("Read.")])).await?;
        assert_eq!(client.receive_response().await?.text(), "Read.");
        let state = sdk::finish(stage, client).await?;
        assert!(
            stage.api.model_requests()[0]
                .text()
                .contains("escape \u{1b}[31m bell")
        );
        assert_eq!(state.counts.malformed, 0);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_prompt_of_half_a_megabyte_arrives_whole() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        let long = "word ".repeat(100_000);
        client
            .query(prompt(&format!("{long}the end"), [turn().text("Long.")]))
            .await?;
        assert_eq!(client.receive_response().await?.text(), "Long.");
        sdk::finish(stage, client).await?;
        let request = stage.api.model_requests().remove(0);
        assert!(request.prompt().is_some_and(|text| text.starts_with(&long)));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_prompt_of_five_megabytes_is_refused_by_the_cli_in_words_and_the_session_goes_on()
-> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client.query("word ".repeat(1 << 20)).await?;
        let error = client.receive_response().await.unwrap_err();
        assert!(
            matches!(
                &error,
                Error::Agent {
                    outcome: Outcome::ApiError { .. },
                    ..
                }
            ),
            "{error:?}"
        );
        assert!(error.to_string().contains("too long"), "{error}");
        assert!(stage.api.model_requests().is_empty());
        let state = sdk::finish(stage, client).await?;
        assert!(state.counts.sent_bytes > 5 << 20, "{:?}", state.counts);
        Ok(())
    })
    .await
}

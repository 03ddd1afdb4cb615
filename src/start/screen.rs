//! The screen, on the CLI or on the simulator. Owns: what is done without a CLI, how a session is gone on with, what is
//! printed when the screen is gone. Does not own: the screen.

use super::{NOT_STARTED, USAGE, attended, log_filter, places, recorded, settings, usage};
use crate::cli::{Cli, Demo, Open, Replay, ScreenArgs};
use cca::config::settings::{Key, Projects, Settings};
use cca::config::{paths, temporary};
use cca::headless::Input;
use cca::logs::{self, Panics};
use cca::setup::{self, Wanted};
use cca::transport::launch::LaunchError;
use cca::tui::{self, Ended, Opening, ScreenError};
use color_eyre::eyre::{Report, WrapErr as _};
use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;

/// What the demo begins with.
const TOUR: &str = "tour";

/// `cca-tui [PROMPT]`.
pub(crate) fn open(arguments: Open, panics: &Panics) -> Result<ExitCode, Report> {
    let (prompt, screen, typed) = arguments.take_apart();
    let literal = std::env::args_os().any(|word| word == "--");
    if let Some(word) = prompt.as_deref().filter(|_| !literal)
        && let Some(command) = Cli::nearly(word)
    {
        return Ok(usage(&meant(word, &command)));
    }
    let places = places(typed.cwd.as_deref(), Projects::AsTrusted);
    let mut settings = match settings(&places) {
        Ok(settings) => settings,
        Err(error) => return Ok(usage(&error)),
    };
    screen.lay_over(&mut settings);
    if let Err(error) = tui::check_theme(&settings) {
        return Ok(usage(&error));
    }
    let words = words(&typed);
    let simulated = typed.simulate.is_some();
    let wanted = match setup::layered(typed, &settings) {
        Ok(wanted) => recorded(wanted, &settings),
        Err(error) => return Ok(usage(&error)),
    };
    let (answerer, desk) = tui::desk();
    let prepared = match setup::prepare(&wanted, Some(&answerer)) {
        Ok(prepared) => prepared,
        Err(error) => return Ok(usage(&error)),
    };
    match setup::locate(&prepared.options) {
        Err(LaunchError::CliNotFound { .. }) if wanted.cli.is_none() => {
            return without_cli(screen, panics);
        }
        Err(error) => {
            crate::say(&error.to_string());
            return Ok(ExitCode::from(NOT_STARTED));
        }
        Ok(()) => {}
    }
    let name = prepared.cwd.file_name().map_or_else(
        || "session".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    let opening = Opening {
        prepared,
        desk,
        name,
        simulated,
        demo: false,
        prompt,
        settings,
        words,
    };
    show(opening, panics)
}

/// A command behind options that are not its own is taken for a prompt; what was meant is the other order.
fn meant(word: &str, command: &str) -> String {
    let all = std::env::args_os().skip(1);
    let others: Vec<String> = all
        .filter(|typed| typed != word)
        .map(|typed| typed.to_string_lossy().into_owned())
        .collect();
    let words = ["cca-tui", command]
        .into_iter()
        .chain(others.iter().map(String::as_str));
    let line = shlex::try_join(words).unwrap_or_default();
    if word == command && !others.is_empty() {
        return format!(
            "options of a command stand behind it: `{line}`; to send the word as a prompt, put `--` before it"
        );
    }
    format!("did you mean `{line}`? To send the word as a prompt: cca-tui -- {word}")
}

/// `cca-tui demo`.
pub(crate) fn demo(arguments: Demo, panics: &Panics) -> Result<ExitCode, Report> {
    let places = places(None, Projects::AsTrusted);
    let mut settings = match settings(&places) {
        Ok(settings) => settings,
        Err(error) => return Ok(usage(&error)),
    };
    arguments.screen.lay_over(&mut settings);
    if let Err(error) = tui::check_theme(&settings) {
        return Ok(usage(&error));
    }
    if let Err(error) = setup::check_scenario(&arguments.scenario) {
        return Ok(usage(&format!("demo: {error}")));
    }
    let mut wanted = Wanted {
        simulate: Some(arguments.scenario.clone()),
        record: arguments.record,
        redact: arguments.redact || settings.flag(Key::Redact),
        ..Wanted::default()
    };
    let words = words(&wanted);
    // Something to look at and to change; it goes when the screen does.
    let project = setup::sample_project().wrap_err("the demo has no place for its project")?;
    wanted.cwd = Some(project.path().to_owned());
    let (answerer, desk) = tui::desk();
    let prepared = match setup::prepare(&wanted, Some(&answerer)) {
        Ok(prepared) => prepared,
        Err(error) => return Ok(usage(&error)),
    };
    let opening = Opening {
        prepared,
        desk,
        words,
        prompt: begin_with(&arguments.scenario),
        name: arguments.scenario,
        simulated: true,
        demo: true,
        settings,
    };
    show(opening, panics)
}

/// What a demo begins with, so that nobody sits before an empty screen: the tour begins, others say what they can.
fn begin_with(scenario: &str) -> Option<String> {
    let words = match scenario {
        TOUR => "Show me around.",
        "faults" | "flood" => "help",
        _ => return None,
    };
    Some(words.to_owned())
}

/// The words that start a session like this one again: what belongs to its place, not what was asked of it.
fn words(typed: &Wanted) -> Vec<String> {
    let mut words = vec!["cca-tui".to_owned()];
    let mut add = |flag: &str, value: Option<String>| {
        if let Some(value) = value {
            words.extend([flag.to_owned(), value]);
        }
    };
    let path = |path: &Option<std::path::PathBuf>| {
        path.as_ref()
            .map(|path| path.to_string_lossy().into_owned())
    };
    add("--cwd", path(&typed.cwd));
    add("--cli", path(&typed.cli));
    add("--via", typed.via.clone());
    let scenario = |name: &String| match name.as_str() {
        "" => "playground".to_owned(),
        name => name.to_owned(),
    };
    add("--sim", typed.simulate.as_ref().map(scenario));
    words
}

/// No CLI: says so in a line, and offers the demo to somebody who can answer.
fn without_cli(screen: ScreenArgs, panics: &Panics) -> Result<ExitCode, Report> {
    crate::say(
        "no `claude` CLI was found on PATH; install it with `npm install -g @anthropic-ai/claude-code`, or name one with \
         --cli PATH",
    );
    if !attended() {
        return Ok(ExitCode::from(NOT_STARTED));
    }
    let mut out = io::stdout();
    write!(out, "open the demo instead? [Y/n] ")?;
    out.flush()?;
    let mut line = String::new();
    let read = io::stdin().read_line(&mut line)?;
    let line = line.trim().to_ascii_lowercase();
    // The end of the input is no yes.
    if read == 0 || !matches!(line.as_str(), "" | "y" | "yes") {
        return Ok(ExitCode::from(NOT_STARTED));
    }
    let scenario = TOUR.to_owned();
    let demo_alone = Demo {
        scenario,
        record: None,
        redact: false,
        screen,
    };
    demo(demo_alone, panics)
}

/// Opens the screen, and says afterwards how it ended.
fn show(opening: Opening, panics: &Panics) -> Result<ExitCode, Report> {
    let settings = opening.settings.clone();
    shown(&settings, panics, tui::open(opening))
}

/// `cca-tui replay`.
pub(crate) fn replay(arguments: &Replay, panics: &Panics) -> Result<ExitCode, Report> {
    let mut settings = match settings(&places(None, Projects::AsTrusted)) {
        Ok(settings) => settings,
        Err(error) => return Ok(usage(&error)),
    };
    arguments.screen.lay_over(&mut settings);
    let input = match input(&arguments.file, arguments.follow) {
        Ok(input) => input,
        Err(error) => return Ok(told(Err(error))),
    };
    let screen = tui::replay(Some((input.path(), arguments.follow)), &settings);
    shown(&settings, panics, screen)
}

/// The file of a recording. A pipe is read to its end before there is a screen, unless it is followed.
fn input(file: &std::path::Path, follow: bool) -> Result<Input, ScreenError> {
    let Some(pipe) = Input::piped(file) else {
        return Ok(Input::of(file)?);
    };
    // Nobody waits for a writer whose lines could not be shown.
    tui::check_terminal()?;
    let input = if follow {
        Input::followed(file)?
    } else {
        let name = pipe.display().to_string();
        crate::say(&format!(
            "reading {name} to its end first; with --follow it is shown as it comes"
        ));
        Input::of(file)?
    };
    tui::keys_from_terminal()?;
    Ok(input)
}

/// `cca-tui watch` at a terminal: a list of the recordings, and the one that is chosen.
pub(crate) fn choose(panics: &Panics) -> Result<ExitCode, Report> {
    let settings = match settings(&places(None, Projects::AsTrusted)) {
        Ok(settings) => settings,
        Err(error) => return Ok(usage(&error)),
    };
    shown(&settings, panics, tui::replay(None, &settings))
}

/// The screen is there by then.
const BEFORE_TIDYING: std::time::Duration = std::time::Duration::from_secs(1);

fn shown(
    settings: &Settings,
    panics: &Panics,
    screen: impl Future<Output = Result<Ended, ScreenError>>,
) -> Result<ExitCode, Report> {
    let logs = match log(settings) {
        Ok(logs) => logs,
        Err(what) => return Ok(usage(&what)),
    };
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "the screen opens");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // What a killed process left behind; nobody waits for it, and the first frame should not have to share with it.
    runtime.spawn(async {
        tokio::time::sleep(BEFORE_TIDYING).await;
        tokio::task::spawn_blocking(temporary::remove_abandoned);
    });
    panics.screen_here();
    let ran = catch_unwind(AssertUnwindSafe(|| runtime.block_on(screen)));
    let report = panics.screen_gone();
    let code = match ran {
        Ok(ended) => told(ended),
        Err(panic) => match report {
            Some(report) => {
                let _ = writeln!(io::stderr(), "{report}");
                if let Some(logs) = &logs {
                    let file = logs.file.display();
                    let _ = writeln!(io::stderr(), "The log has more: {file}");
                }
                ExitCode::from(101)
            }
            None => resume_unwind(panic),
        },
    };
    tracing::info!("the screen is closed");
    // What still works beside the screen is not waited for.
    runtime.shutdown_background();
    drop(logs);
    Ok(code)
}

fn log(settings: &Settings) -> Result<Option<logs::Logs>, String> {
    let filter = log_filter(settings)?;
    Ok(paths::state_dir().map(|state| logs::start(&state, filter)))
}

fn told(ended: Result<Ended, ScreenError>) -> ExitCode {
    match ended {
        Ok(ended) => {
            // The terminal may be gone, and the report with it.
            let _ = io::stdout().write_all(ended.report.as_bytes());
            let code = ended.signal.map_or(0, |signal| 128 + signal);
            ExitCode::from(code)
        }
        Err(error) => {
            tracing::error!(%error, "no screen");
            let code = match &error {
                ScreenError::Session(error) if error.code() != "CONFIG" => NOT_STARTED,
                ScreenError::Terminal(_) => 1,
                _ => USAGE,
            };
            crate::tell(&error.into());
            ExitCode::from(code)
        }
    }
}

//! The program's entry point: arguments to a front end to an exit code. Owns: how errors are told.
//! Does not own: the arguments (`cli`), what they start (`start`), the commands (`cca::headless`).

mod cli;
mod start;

use cca::config::settings::Projects;
#[cfg(not(feature = "tui"))]
use cca::headless::export;
use cca::headless::{inspect, lines, run, sanitise, sim, tools};
use cca::logs::Panics;
use color_eyre::eyre::Report;
use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(unix)]
    if let Some(code) = cca::tap::play() {
        return code;
    }
    let typed = match as_claude().map_or_else(cli::Cli::typed, Ok) {
        Ok(typed) => typed,
        Err(code) => return code,
    };
    let ran = Panics::install().and_then(|panics| dispatch(typed, &panics));
    match ran {
        Ok(code) => code,
        Err(error) => {
            tell(&error);
            ExitCode::FAILURE
        }
    }
}

/// Started under the name of the CLI, this program is the simulator, and all arguments are the CLI's.
fn as_claude() -> Option<cli::Cli> {
    let mut words = std::env::args_os();
    let name = words.next()?;
    let name = std::path::Path::new(&name).file_stem()?.to_owned();
    (name == "claude").then(|| {
        let sim = cli::Sim {
            scenario: std::env::var("CCA_SCENARIO").ok(),
            list: false,
            check: Vec::new(),
            shim: None,
            flags: words.collect(),
        };
        cli::Cli {
            command: Some(cli::Command::Sim(sim)),
            #[cfg(feature = "tui")]
            open: cli::Open::default(),
        }
    })
}

#[cfg_attr(
    not(feature = "tui"),
    allow(unused_variables, reason = "only a screen keeps reports back")
)]
fn dispatch(typed: cli::Cli, panics: &Panics) -> Result<ExitCode, Report> {
    match typed.command {
        #[cfg(feature = "tui")]
        None => start::open(typed.open, panics),
        #[cfg(feature = "tui")]
        Some(cli::Command::Demo(arguments)) => start::demo(arguments, panics),
        #[cfg(feature = "tui")]
        Some(cli::Command::Replay(arguments)) => start::replay(&arguments, panics),
        #[cfg(not(feature = "tui"))]
        None => Ok(start::usage(&"name a command; `cca-tui --help` lists them")),
        Some(cli::Command::Run(arguments)) => run_headless(*arguments),
        Some(cli::Command::Config(arguments)) => start::config(&arguments),
        Some(cli::Command::Inspect(cli::Inspect { file, json })) => {
            let mut out = BufWriter::new(io::stdout().lock());
            match inspect::inspect(&file, json, &mut out) {
                Err(error) if !error.is_closed_output() => Err(error.into()),
                _ => Ok(ExitCode::SUCCESS),
            }
        }
        Some(cli::Command::Lines(cli::Lines { file, filter, json })) => {
            let mut out = BufWriter::new(io::stdout().lock());
            match lines::lines(&file, &filter, json, &mut out) {
                Ok(0) => Ok(ExitCode::FAILURE),
                // As with `grep`: 1 means that nothing fits.
                Err(error) if !error.is_closed_output() => {
                    tell(&error.into());
                    Ok(ExitCode::from(start::USAGE))
                }
                _ => Ok(ExitCode::SUCCESS),
            }
        }
        #[cfg(feature = "tui")]
        Some(cli::Command::Export(arguments)) => start::export(*arguments),
        #[cfg(not(feature = "tui"))]
        Some(cli::Command::Export(arguments)) => match export::run(&(*arguments).into(), None) {
            Err(error) if !error.is_closed_output() => Err(error.into()),
            _ => Ok(ExitCode::SUCCESS),
        },
        #[cfg(unix)]
        Some(cli::Command::Tap(arguments)) => tap(arguments),
        #[cfg_attr(
            not(feature = "tui"),
            allow(unused_variables, reason = "without a screen there is only the list")
        )]
        Some(cli::Command::Watch(cli::Watch { list, json, prune })) => {
            #[cfg(feature = "tui")]
            if !list && !json && !prune && start::attended() {
                return start::choose(panics);
            }
            start::watch(json, prune)
        }
        Some(cli::Command::Tools(cli::Tools { request })) => Ok(tools::run(request.into())),
        Some(cli::Command::Completions { shell }) => start::completions(shell),
        Some(cli::Command::Man { command }) => start::man(command.as_deref()),
        Some(cli::Command::Sim(arguments)) => simulate(arguments),
    }
}

#[cfg(unix)]
fn tap(arguments: cli::Tap) -> Result<ExitCode, Report> {
    let Some(path) = arguments.install else {
        let tap = cca::tap::Tap {
            record: arguments.record(),
            redact: arguments.redact,
            argv: arguments.command,
        };
        return Ok(cca::headless::tap::run(&tap));
    };
    let record = arguments.record.as_deref();
    cca::headless::tap::install(&path, arguments.cli, record, arguments.redact)?;
    Ok(ExitCode::SUCCESS)
}

/// The settings count here too, but for what a project alone decides: nobody watches.
fn run_headless(arguments: cli::Run) -> Result<ExitCode, Report> {
    let mut job: run::Run = arguments.into();
    let places = start::places(job.wanted.cwd.as_deref(), Projects::Untrusted);
    let settings = match start::settings(&places) {
        Ok(settings) => settings,
        Err(error) => return Ok(start::usage(&error)),
    };
    for odd in &settings.oddities {
        say(odd);
    }
    job.wanted = match cca::setup::layered(job.wanted, &settings) {
        Ok(wanted) => start::recorded(wanted, &settings),
        Err(error) => return Ok(start::usage(&error)),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let exit = runtime.block_on(run::run(job));
    Ok(ExitCode::from(exit.code()))
}

fn simulate(arguments: cli::Sim) -> Result<ExitCode, Report> {
    let mut out = BufWriter::new(io::stdout());
    let ending = if arguments.list {
        sim::list(&mut out)?
    } else if !arguments.check.is_empty() {
        sim::check(&arguments.check, &mut out)?
    } else if let Some(path) = &arguments.shim {
        sim::write_shim(path, arguments.scenario.as_deref())?;
        ExitCode::SUCCESS
    } else {
        let scenario = arguments.scenario.as_deref().unwrap_or(cli::USUAL);
        sim::play(scenario, arguments.flags)?
    };
    Ok(ending)
}

/// One line: what is wrong, and each cause that the message before it does not tell already.
fn tell(error: &Report) {
    let mut line = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if !line.contains(&cause) {
            line.extend([if line.is_empty() { "" } else { ": " }, &cause]);
        }
    }
    say(&line);
}

/// Nobody is left to tell if even this fails.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "cca-tui: {}", sanitise(line));
}

//! The program's entry point: arguments to a front end to an exit code. Owns: how errors are told.
//! Does not own: the arguments (`cli`), the commands (`cca::headless`).

mod cli;

use cca::headless::{inspect, lines, run, sanitise, sim, tools};
use clap::Parser as _;
use color_eyre::config::{HookBuilder, Theme};
use color_eyre::eyre::Report;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = match as_claude() {
        Some(command) => command,
        None => cli::Cli::parse().command,
    };
    match install_reports().and_then(|()| dispatch(command)) {
        Ok(code) => code,
        Err(error) => {
            tell(&error);
            ExitCode::FAILURE
        }
    }
}

/// Started under the name of the CLI, this program is the simulator, and all arguments are the CLI's.
fn as_claude() -> Option<cli::Command> {
    let mut words = std::env::args_os();
    let name = words.next()?;
    let name = std::path::Path::new(&name).file_stem()?.to_owned();
    (name == "claude").then(|| {
        cli::Command::Sim(cli::Sim {
            scenario: std::env::var("CCA_SCENARIO").ok(),
            list: false,
            check: Vec::new(),
            shim: None,
            flags: words.collect(),
        })
    })
}

fn install_reports() -> Result<(), Report> {
    let coloured = io::stderr().is_terminal();
    let theme = if coloured {
        Theme::dark()
    } else {
        Theme::new()
    };
    HookBuilder::default()
        .theme(theme)
        .display_env_section(false)
        .install()
}

fn dispatch(command: cli::Command) -> Result<ExitCode, Report> {
    match command {
        cli::Command::Run(arguments) => {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()?;
            let exit = runtime.block_on(run::run((*arguments).into()));
            Ok(ExitCode::from(exit.code()))
        }
        #[cfg(feature = "tui")]
        cli::Command::Demo(arguments) => demo(arguments),
        cli::Command::Inspect(cli::Inspect { file, json }) => {
            let mut out = BufWriter::new(io::stdout().lock());
            match inspect::inspect(&file, json, &mut out) {
                Err(error) if !error.is_closed_output() => Err(error.into()),
                _ => Ok(ExitCode::SUCCESS),
            }
        }
        cli::Command::Lines(cli::Lines { file, filter, json }) => {
            let mut out = BufWriter::new(io::stdout().lock());
            match lines::lines(&file, &filter, json, &mut out) {
                Ok(0) => Ok(ExitCode::FAILURE),
                Err(error) if !error.is_closed_output() => Err(error.into()),
                _ => Ok(ExitCode::SUCCESS),
            }
        }
        cli::Command::Tools(cli::Tools { request }) => Ok(tools::run(request.into())),
        cli::Command::Sim(arguments) => simulate(arguments),
    }
}

#[cfg(feature = "tui")]
fn demo(arguments: cli::Demo) -> Result<ExitCode, Report> {
    let wanted = cca::setup::Wanted {
        simulate: Some(arguments.scenario.clone()),
        ..cca::setup::Wanted::default()
    };
    let prepared = cca::setup::prepare(&wanted, None)?;
    let opening = cca::tui::Opening {
        prepared,
        name: arguments.scenario,
        theme: arguments.theme,
        simulated: true,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let signal = runtime.block_on(cca::tui::open(opening))?;
    Ok(signal.map_or(ExitCode::SUCCESS, |signal| ExitCode::from(128 + signal)))
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
    // Nobody is left to tell if even this fails.
    let _ = writeln!(io::stderr(), "cca-tui: {}", sanitise(&line));
}

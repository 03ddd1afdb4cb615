//! What shells and `man` want to know about the command line. Owns: printing it. Does not own: the arguments (`cli`), from
//! which all of it is made.

use super::{printed, usage};
use crate::cli::Cli;
use clap::CommandFactory as _;
use clap_complete::Shell;
use color_eyre::eyre::Report;
use std::io::{self, Write as _};
use std::process::ExitCode;

const NAME: &str = "cca-tui";

/// `cca-tui completions SHELL`.
pub(crate) fn completions(shell: Shell) -> Result<ExitCode, Report> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    print(&script)
}

/// `cca-tui man [COMMAND]`: a page for `man`.
pub(crate) fn man(command: Option<&str>) -> Result<ExitCode, Report> {
    let mut all = Cli::command();
    all.build();
    let page = match command {
        None => all,
        Some(name) => {
            let names = all.get_subcommands().map(clap::Command::get_name);
            let Some(found) = all.find_subcommand(name) else {
                let what = match cca::config::nearest(name, names) {
                    Some(near) => format!("there is no command {name}; did you mean {near}?"),
                    None => format!("there is no command {name}; `cca-tui --help` lists them"),
                };
                return Ok(usage(&what));
            };
            found.clone().display_name(format!("{NAME}-{name}"))
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)
}

fn print(bytes: &[u8]) -> Result<ExitCode, Report> {
    let mut out = io::stdout().lock();
    printed(out.write_all(bytes).and_then(|()| out.flush()))
}

//! `cca-tui export`. Owns: giving films to the screen, which alone can make them. Does not own: what is exported.

use super::{places, settings, usage};
use crate::cli;
use cca::config::settings::Projects;
use cca::headless::export::{self, Kind, Scene, Studio};
use cca::trace::Traffic;
use cca::tui::film::{Film, Subject};
use color_eyre::eyre::Report;
use std::io::{self, Write};
use std::process::ExitCode;

struct Screen(Film);

impl Studio for Screen {
    fn shoot(
        &self,
        scene: &Scene,
        lines: &mut dyn Iterator<Item = Traffic>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let subject = Subject {
            title: scene.title.clone(),
            started: scene.started,
            timed: scene.timed,
        };
        let shot = self.0.shoot(&subject, lines, out);
        shot.map_err(|error| match error {
            cca::tui::ScreenError::Terminal(error) => error,
            other => io::Error::other(other),
        })
    }
}

/// Exports a recording.
pub(crate) fn export(arguments: cli::Export) -> Result<ExitCode, Report> {
    let filmed = arguments.filmed();
    let job: export::Export = arguments.into();
    let done = if job.kind == Kind::Cast {
        let mut settings = match settings(&places(None, Projects::Untrusted)) {
            Ok(settings) => settings,
            Err(error) => return Ok(usage(&error)),
        };
        filmed.screen.lay_over(&mut settings);
        let film = Film {
            size: filmed.size,
            speed: filmed.speed,
            idle: filmed.idle,
            settings,
        };
        if let Err(error) = film.check() {
            return Ok(usage(&error));
        }
        export::run(&job, Some(&Screen(film)))
    } else {
        export::run(&job, None)
    };
    match done {
        Err(error) if !error.is_closed_output() => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

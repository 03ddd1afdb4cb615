//! Trusting a project's file. Owns: showing exactly what it would be allowed, asking, remembering the answer.

use super::in_lines;
use crate::config::settings::trust::{Trust, files};
use crate::config::settings::{Key, Places, Project, Settings};
use crate::headless::sanitise;
use std::io::{self, Write};
use std::path::Path;

/// How the question is answered.
#[allow(
    missing_debug_implementations,
    reason = "a reader of somebody's answer has no form to be shown in"
)]
pub enum Answer<'a> {
    /// It is given already.
    Yes,
    /// Read from somebody.
    Ask(&'a mut dyn io::BufRead),
    /// Nobody can be asked.
    Nobody,
}

/// Shows what the project's file would be allowed, asks, and remembers a yes. Says whether it is trusted now.
pub fn trust(
    settings: &Settings,
    places: &Places,
    answer: Answer<'_>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let Some(project) = &settings.project else {
        let directory = places.directory.display().to_string();
        writeln!(
            out,
            "there is no {} for {}",
            crate::config::settings::PROJECT_FILE,
            sanitise(&directory)
        )?;
        return Ok(false);
    };
    let file = project.file.display().to_string();
    let file = sanitise(&file);
    if project.needs.is_empty() {
        writeln!(out, "{file} sets nothing that needs trust")?;
        return Ok(true);
    }
    if project.trusted {
        writeln!(out, "{file} is trusted as it is")?;
        return Ok(true);
    }
    show(project, out)?;
    if !agreed(answer, out)? {
        writeln!(out, "not trusted; nothing changed")?;
        return Ok(false);
    }
    let mut trust = Trust::open(places.state.as_deref());
    let kept = trust.add(&project.file, &project.digest)?;
    let kept = kept.display().to_string();
    writeln!(
        out,
        "trusted until it changes; remembered in {}",
        sanitise(&kept)
    )?;
    Ok(true)
}

fn show(project: &Project, out: &mut impl Write) -> io::Result<()> {
    let file = project.file.display().to_string();
    writeln!(out, "{} wants:", sanitise(&file))?;
    for given in &project.needs {
        let what = words(given.key);
        for line in in_lines(&given.value) {
            let program = resolved(given.key, &line);
            writeln!(
                out,
                "  {what:<38} {}{}",
                sanitise(&line),
                sanitise(&program)
            )?;
        }
    }
    let mut named = files(&project.needs);
    let programs = project.programs.iter();
    named.extend(programs.map(|program| program.to_string_lossy().into_owned()));
    let mut told = std::collections::BTreeSet::new();
    named.retain(|name| told.insert(real(name)));
    if !named.is_empty() {
        writeln!(out, "trusted with it, as they are now:")?;
        for name in named {
            let there = if Path::new(&name).is_file() {
                ""
            } else {
                "  (not there)"
            };
            writeln!(out, "  {}{there}", sanitise(&name))?;
        }
    }
    Ok(())
}

/// What a path really is.
fn real(name: &str) -> String {
    let real = std::fs::canonicalize(name);
    real.map_or_else(
        |_| name.to_owned(),
        |real| real.to_string_lossy().into_owned(),
    )
}

/// Which file a command would start, if its name does not say so.
fn resolved(key: Key, line: &str) -> String {
    if !matches!(key, Key::Cli | Key::Via | Key::Editor) {
        return String::new();
    }
    let words = match key {
        Key::Cli => vec![line.to_owned()],
        _ => shlex::split(line).unwrap_or_default(),
    };
    let Some(program) = words.first() else {
        return String::new();
    };
    match which::which(program).map(|path| real(&path.to_string_lossy())) {
        Ok(found) if found == *program => String::new(),
        Ok(found) => format!("  (that is {found})"),
        Err(_) => "  (not there)".to_owned(),
    }
}

/// What following it would mean.
fn words(key: Key) -> &'static str {
    match key {
        Key::Allow => "let calls run without asking you:",
        Key::PermissionMode => "start sessions in permission mode:",
        Key::Tools => "serve tools, which run commands:",
        Key::Hooks => "run hooks, which run commands:",
        Key::McpConfig => "start or reach MCP servers:",
        Key::Cli => "run this as the CLI:",
        Key::Via => "run the CLI by:",
        Key::Editor => "run this as the editor:",
        Key::RecordDir => "write recordings to:",
        Key::ArmingMs => "let requests be answered after (ms):",
        _ => "set:",
    }
}

fn agreed(answer: Answer<'_>, out: &mut impl Write) -> io::Result<bool> {
    match answer {
        Answer::Yes => Ok(true),
        Answer::Nobody => {
            writeln!(
                out,
                "standard input is no terminal, so nobody can be asked; add --yes"
            )?;
            Ok(false)
        }
        Answer::Ask(person) => {
            write!(out, "trust it? [y/N] ")?;
            out.flush()?;
            let mut line = String::new();
            person.read_line(&mut line)?;
            let line = line.trim().to_ascii_lowercase();
            Ok(line == "y" || line == "yes")
        }
    }
}

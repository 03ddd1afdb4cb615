//! What the agent is asked. Owns: gathering prompts from arguments, files and standard input. Does not own: sending them.

use std::io::{self, IsTerminal as _, Read as _};
use std::path::Path;

/// Longer prompts are a mistake: no model reads them.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The prompts, in order: arguments, then files (`-` is standard input); standard input alone if there is neither.
pub(super) fn gather(arguments: &[String], files: &[String]) -> Result<Vec<String>, String> {
    let mut prompts = arguments.to_vec();
    for file in files {
        prompts.push(if file == "-" {
            from_stdin()?
        } else {
            from_file(Path::new(file))?
        });
    }
    if prompts.is_empty() {
        if io::stdin().is_terminal() {
            return Err("there is no prompt; give one as an argument, with --file FILE, or on standard input".to_owned());
        }
        prompts.push(from_stdin()?);
    }
    match prompts.iter().position(|prompt| prompt.trim().is_empty()) {
        Some(_) if prompts.len() == 1 => {
            Err("the prompt is empty; say what the agent should do".to_owned())
        }
        Some(index) => Err(format!(
            "prompt {} of {} is empty; say what the agent should do",
            index + 1,
            prompts.len()
        )),
        None => Ok(prompts),
    }
}

fn from_stdin() -> Result<String, String> {
    text("standard input", io::stdin().lock())
}

fn from_file(path: &Path) -> Result<String, String> {
    let name = format!("--file {}", path.display());
    let file = std::fs::File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!("{name}: there is no such file; check the path"),
        _ => format!("{name}: cannot be read: {error}"),
    })?;
    text(&name, file)
}

fn text(name: &str, from: impl io::Read) -> Result<String, String> {
    let mut text = String::new();
    let mut bounded = from.take(MAX_BYTES + 1);
    bounded
        .read_to_string(&mut text)
        .map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => format!("{name}: is not UTF-8 text; convert it"),
            _ => format!("{name}: cannot be read: {error}"),
        })?;
    if bounded.limit() == 0 {
        return Err(format!(
            "{name}: is larger than 16 MB; this is hardly a prompt"
        ));
    }
    Ok(text)
}

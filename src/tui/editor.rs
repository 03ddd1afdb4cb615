//! EDGE. A text in the person's own editor. Owns: the file it is in, and reading it back.

use std::io::{Read as _, Write as _};

/// Lets the person edit a text, in the editor that is set or the usual one; what is wrong is told in words.
pub(super) fn edit(text: &str, editor: Option<&str>) -> Result<String, String> {
    let usual = || {
        let mut names = ["VISUAL", "EDITOR"].iter();
        names.find_map(|name| std::env::var(name).ok())
    };
    let named = editor.map(str::to_owned).or_else(usual);
    let line = named
        .filter(|line| !line.trim().is_empty())
        .unwrap_or_else(|| "vi".to_owned());
    let words = shlex::split(&line).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| format!("$EDITOR cannot be read as words: {line}"))?;
    // Made private, and gone when it is closed.
    let mut file = tempfile::Builder::new()
        .prefix("cca-prompt-")
        .suffix(".md")
        .tempfile()
        .map_err(|error| format!("no file for the editor: {error}"))?;
    file.write_all(text.as_bytes())
        .map_err(|error| error.to_string())?;
    let (program, arguments) = words.split_first().ok_or("no editor is set")?;
    let ended = std::process::Command::new(program)
        .args(arguments)
        .arg(file.path())
        .status()
        .map_err(|error| format!("{program} cannot be started: {error}; set $EDITOR"))?;
    if !ended.success() {
        return Err(format!(
            "{program} ended with {ended}; the prompt is as it was"
        ));
    }
    // Editors may put another file in its place.
    let mut edited = String::new();
    std::fs::File::open(file.path())
        .and_then(|mut file| file.read_to_string(&mut edited))
        .map_err(|error| error.to_string())?;
    Ok(edited)
}

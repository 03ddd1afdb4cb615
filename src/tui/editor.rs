//! EDGE. A text in the person's own editor. Owns: which editor that is and whether it may be run, the file the text is in, the
//! editor's process, and reading the text back. Does not own: who has the terminal meanwhile (`runtime`).

use crate::config::paths;
use crate::config::settings::{Checked, Key, Settings, Use};
use crate::config::temporary::{Purpose, Temporary};
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;
use tokio::process::{Child, Command};

/// How long an editor that is asked to end may take: it has a terminal to restore.
const FAREWELL: Duration = Duration::from_secs(2);

/// An editor that has the terminal.
#[derive(Debug)]
pub(super) struct Editing {
    child: Child,
    /// Private, and gone when this is.
    _folder: Temporary,
    file: PathBuf,
    program: String,
}

/// Which editor is set.
#[derive(Debug, Clone, Default)]
pub(super) struct Editor {
    /// Nothing, if it is left to `$VISUAL` and `$EDITOR`.
    line: Option<String>,
    /// The project that set it, if one did.
    project: Option<Checked>,
}

impl Editor {
    /// As it is set.
    pub(super) fn set(settings: &Settings) -> Self {
        let of_project = settings.is_of_project(Key::Editor);
        Self {
            line: settings.text(Key::Editor).map(str::to_owned),
            project: of_project.then(|| settings.checked.clone()),
        }
    }

    /// Whether it may be run: one that a project set has to be what was trusted.
    pub(super) fn allowed(&self) -> Result<(), String> {
        match &self.project {
            Some(project) => project.still(Use::Editor),
            None => Ok(()),
        }
    }

    /// The command: the one that is set, or the usual one. What is empty is as if it were not set.
    fn line(&self) -> String {
        let set = |line: &String| !line.trim().is_empty();
        let usual = || {
            let names = ["VISUAL", "EDITOR"].iter();
            let mut lines = names.filter_map(|name| std::env::var(name).ok());
            lines.find(set)
        };
        let named = self.line.clone().filter(set).or_else(usual);
        named.unwrap_or_else(|| "vi".to_owned())
    }
}

/// Starts the editor on a text; what is wrong is told in words.
pub(super) fn open(text: &str, editor: &Editor) -> Result<Editing, String> {
    editor.allowed()?;
    let line = editor.line();
    let words = shlex::split(&line).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| format!("$EDITOR cannot be read as words: {line}"))?;
    let folder = Temporary::new(Purpose::Prompt).map_err(|error| error.to_string())?;
    let file = folder.path().join("prompt.md");
    let no_file = |error: io::Error| format!("no file for the editor: {error}");
    let made = paths::private_file()
        .write(true)
        .create_new(true)
        .open(&file);
    made.and_then(|mut made| made.write_all(text.as_bytes()))
        .map_err(no_file)?;
    let (program, arguments) = words.split_first().ok_or("no editor is set")?;
    let child = Command::new(program)
        .args(arguments)
        .arg(&file)
        .spawn()
        .map_err(|error| format!("{program} cannot be started: {error}; set $EDITOR"))?;
    Ok(Editing {
        child,
        _folder: folder,
        file,
        program: program.clone(),
    })
}

impl Editing {
    /// Waits until the person is done. May be given up and begun again.
    pub(super) async fn done(&mut self) -> Result<String, String> {
        let program = &self.program;
        let ended = self.child.wait().await;
        let ended = ended.map_err(|error| format!("{program} cannot be waited for: {error}"))?;
        if !ended.success() {
            return Err(format!(
                "{program} ended with {ended}; the text is as it was"
            ));
        }
        // Editors may put another file in its place.
        let mut edited = String::new();
        std::fs::File::open(&self.file)
            .and_then(|mut file| file.read_to_string(&mut edited))
            .map_err(|error| error.to_string())?;
        Ok(edited)
    }

    /// Asks the editor to end, because the program does; waits for it, but not for long.
    pub(super) async fn end(&mut self) {
        let pid = self.child.id().and_then(|pid| i32::try_from(pid).ok());
        if let Some(pid) = pid.map(nix::unistd::Pid::from_raw) {
            let _ = nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM);
            let _ = tokio::time::timeout(FAREWELL, self.child.wait()).await;
        }
    }
}

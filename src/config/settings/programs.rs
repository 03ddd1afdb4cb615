//! EDGE. What a project's settings would run out of the project itself. Owns: finding those files in command lines, in the
//! settings and in the files of tools, hooks and servers they name. Does not own: what is trusted of them (`trust`).
//!
//! Whoever can change the settings of a project can mostly change its scripts too. Trusting `hooks = ["guard.toml"]` is
//! little worth if the `./guard.sh` in it may become another one the day after. So every word of a command that means a
//! file below the top of the project counts with its content. Programs of the machine, which the project cannot change,
//! count by their name alone, and what a script starts in turn is not looked into.

use super::checked::Files;
use super::key::Key;
use super::layer::Given;
use super::value::{Value, is_no_file};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Longer words are no paths.
const LONGEST: usize = 4096;

/// Where a project is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grounds {
    /// What lies below it belongs to the project: the top of the repository, or the folder of the file.
    top: PathBuf,
    /// The folder of the file, and the directory the agent works in: relative paths may be meant from either.
    from: [PathBuf; 2],
}

impl Grounds {
    /// Of a file of settings, when the agent works in this directory.
    pub(super) fn of(file: &Path, directory: &Path) -> Self {
        let folder = file.parent().unwrap_or(Path::new(""));
        let repository = folder.ancestors().find(|above| above.join(".git").exists());
        let top = repository.unwrap_or(folder);
        Self {
            top: std::fs::canonicalize(top).unwrap_or_else(|_| top.to_owned()),
            from: [folder.to_owned(), directory.to_owned()],
        }
    }

    /// A file as it is called in the project.
    pub(super) fn short<'a>(&self, file: &'a Path) -> &'a Path {
        file.strip_prefix(&self.top).unwrap_or(file)
    }

    /// The directory the agent works in.
    pub(super) fn directory(&self) -> &Path {
        let [_, directory] = &self.from;
        directory
    }

    /// The files of the project that a word of a command may mean, which may be meant from these folders too. They are told
    /// as they are named, not as what links lead to: looked at again, another link leads elsewhere.
    fn meant(&self, word: &str, is_program: bool, also_from: &[PathBuf]) -> Vec<PathBuf> {
        // `--config=x` names x.
        let word = match word.split_once('=') {
            Some((flag, value)) if flag.starts_with('-') => value,
            _ => word,
        };
        if word.is_empty() || word.len() > LONGEST || word.contains('\0') {
            return Vec::new();
        }
        let from = self.from.iter().chain(also_from);
        let mut candidates: Vec<PathBuf> = from.map(|at| at.join(word)).collect();
        // PATH may lead into the project.
        if is_program && !word.contains('/') {
            candidates.extend(which::which(word).ok());
        }
        let inside = |path: PathBuf| {
            let named = std::path::absolute(path).ok()?;
            let real = std::fs::canonicalize(&named).ok()?;
            let folder = std::fs::canonicalize(named.parent()?).ok()?;
            let ours = real.starts_with(&self.top) || folder.starts_with(&self.top);
            (ours && real.is_file()).then_some(named)
        };
        candidates.into_iter().filter_map(inside).collect()
    }

    /// The files of the project that a command may mean. A word may be a line for a shell.
    fn run_by(&self, command: &Command, found: &mut BTreeSet<PathBuf>) {
        for (position, word) in command.words.iter().enumerate() {
            found.extend(self.meant(word, position == 0, &command.from));
            let apart = |c: char| c.is_whitespace() || ";|&()<>$`'\"=".contains(c);
            if word.contains(apart) {
                let quoted = shlex::split(word).unwrap_or_default();
                let plain = word.split(apart).map(str::to_owned);
                for word in quoted.into_iter().chain(plain) {
                    found.extend(self.meant(&word, true, &command.from));
                }
            }
        }
    }

    /// Every file of the project that following these settings may run.
    pub(super) fn programs(&self, given: &[Given], read: &Files) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::new();
        for Given { key, value, .. } in given {
            match (key, value) {
                (Key::Cli, Value::Text(program)) => {
                    self.run_by(&Command::of([program.clone()]), &mut found);
                }
                (Key::Via | Key::Editor, Value::Text(line)) => {
                    let words = shlex::split(line).unwrap_or_default();
                    self.run_by(&Command::of(words), &mut found);
                }
                (Key::Tools | Key::Hooks | Key::McpConfig, Value::List(items)) => {
                    for command in items.iter().flat_map(|item| named_by(item, read)) {
                        self.run_by(&command, &mut found);
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// A command, and the folders that its words may be meant from besides those of the project.
struct Command {
    words: Vec<String>,
    from: Vec<PathBuf>,
}

impl Command {
    fn of(words: impl IntoIterator<Item = String>) -> Self {
        Self {
            words: words.into_iter().collect(),
            from: Vec::new(),
        }
    }
}

/// The commands in a file of tools, hooks or servers, or in JSON that stands for one.
fn named_by(item: &str, read: &Files) -> Vec<Command> {
    let (text, folder) = match read.get(item) {
        Some(Some(bytes)) => (String::from_utf8_lossy(bytes), Path::new(item).parent()),
        _ if is_no_file(item) => (item.into(), None),
        _ => return Vec::new(),
    };
    let value = serde_json::from_str(&text).ok();
    let value = value.or_else(|| {
        let table: toml::Table = toml::from_str(&text).ok()?;
        serde_json::to_value(table).ok()
    });
    let mut commands = Vec::new();
    if let Some(value) = value {
        walk(&value, folder, &mut commands);
    }
    commands
}

/// `run = ["program", "word"]` of tools and hooks, whose paths are meant from their file or from `cwd`;
/// `"command": "program", "args": ["word"]` of servers, and what makes their headers.
fn walk(value: &serde_json::Value, folder: Option<&Path>, commands: &mut Vec<Command>) {
    use serde_json::Value as Json;
    match value {
        Json::Object(fields) => {
            let mut words = Vec::new();
            for name in ["run", "command", "args", "headersHelper"] {
                if let Some(Json::String(_) | Json::Array(_)) = fields.get(name) {
                    texts(fields.get(name), &mut words);
                }
            }
            if !words.is_empty() {
                let cwd = fields.get("cwd").and_then(Json::as_str);
                let folder = folder.map(Path::to_owned);
                let below = cwd.map(|cwd| match &folder {
                    Some(folder) => folder.join(cwd),
                    None => PathBuf::from(cwd),
                });
                commands.push(Command {
                    words,
                    from: folder.into_iter().chain(below).collect(),
                });
            }
            for field in fields.values() {
                walk(field, folder, commands);
            }
        }
        Json::Array(items) => {
            for item in items {
                walk(item, folder, commands);
            }
        }
        _ => {}
    }
}

/// The texts of a list, those of lists within it too.
fn texts(value: Option<&serde_json::Value>, words: &mut Vec<String>) {
    match value {
        Some(serde_json::Value::String(word)) => words.push(word.clone()),
        Some(serde_json::Value::Array(items)) => {
            for item in items {
                texts(Some(item), words);
            }
        }
        _ => {}
    }
}

//! EDGE. What a project's settings would run out of the project itself. Owns: finding those files in command lines, in the
//! settings and in the files of tools, hooks and servers they name. Does not own: what is trusted of them (`trust`).
//!
//! Whoever can change the settings of a project can mostly change its scripts too. Trusting `hooks = ["guard.toml"]` is
//! little worth if the `./guard.sh` in it may become another one the day after. So every word of a command that means a
//! file below the top of the project counts with its content. Programs of the machine, which the project cannot change,
//! count by their name alone, and what a script starts in turn is not looked into.

use super::key::Key;
use super::layer::Given;
use super::trust::Checked;
use super::value::{Value, is_no_file};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Longer words are no paths.
const LONGEST: usize = 4096;

/// Where a project is.
#[derive(Debug, Clone)]
pub(super) struct Grounds {
    /// What lies below it belongs to the project: the top of the repository, or the folder of the file.
    top: PathBuf,
    /// The folders that relative paths may be meant from.
    from: Vec<PathBuf>,
}

impl Grounds {
    /// Of a file of settings, when the agent works in this directory.
    pub(super) fn of(file: &Path, directory: &Path) -> Self {
        let folder = file.parent().unwrap_or(Path::new(""));
        let repository = folder.ancestors().find(|above| above.join(".git").exists());
        let top = repository.unwrap_or(folder);
        Self {
            top: std::fs::canonicalize(top).unwrap_or_else(|_| top.to_owned()),
            from: vec![folder.to_owned(), directory.to_owned()],
        }
    }

    /// The files of the project that a word of a command may mean.
    fn meant(&self, word: &str, is_program: bool) -> Vec<PathBuf> {
        // `--config=x` names x.
        let word = match word.split_once('=') {
            Some((flag, value)) if flag.starts_with('-') => value,
            _ => word,
        };
        if word.is_empty() || word.len() > LONGEST || word.contains('\0') {
            return Vec::new();
        }
        let mut candidates: Vec<PathBuf> = self.from.iter().map(|at| at.join(word)).collect();
        // PATH may lead into the project.
        if is_program && !word.contains('/') {
            candidates.extend(which::which(word).ok());
        }
        let inside = |path: PathBuf| {
            let real = std::fs::canonicalize(path).ok()?;
            (real.starts_with(&self.top) && real.is_file()).then_some(real)
        };
        candidates.into_iter().filter_map(inside).collect()
    }

    /// The files of the project that a command may mean. A word may be a line for a shell.
    fn run_by(&self, words: &[String], found: &mut BTreeSet<PathBuf>) {
        for (position, word) in words.iter().enumerate() {
            found.extend(self.meant(word, position == 0));
            if word.contains(char::is_whitespace) {
                let inner = shlex::split(word).unwrap_or_default();
                found.extend(inner.iter().flat_map(|word| self.meant(word, true)));
            }
        }
    }

    /// Every file of the project that following these settings may run.
    pub(super) fn programs(&self, given: &[Given], read: &Checked) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::new();
        for Given { key, value, .. } in given {
            match (key, value) {
                (Key::Cli, Value::Text(program)) => {
                    self.run_by(std::slice::from_ref(program), &mut found);
                }
                (Key::Via | Key::Editor, Value::Text(line)) => {
                    self.run_by(&shlex::split(line).unwrap_or_default(), &mut found);
                }
                (Key::Tools | Key::Hooks | Key::McpConfig, Value::List(items)) => {
                    for words in items.iter().flat_map(|item| named_by(item, read)) {
                        self.run_by(&words, &mut found);
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// The commands in a file of tools, hooks or servers, or in JSON that stands for one.
fn named_by(item: &str, read: &Checked) -> Vec<Vec<String>> {
    let text = match read.get(item) {
        Some(Some(bytes)) => String::from_utf8_lossy(bytes),
        _ if is_no_file(item) => item.into(),
        _ => return Vec::new(),
    };
    let value = serde_json::from_str(&text).ok();
    let value = value.or_else(|| {
        let table: toml::Table = toml::from_str(&text).ok()?;
        serde_json::to_value(table).ok()
    });
    let mut commands = Vec::new();
    if let Some(value) = value {
        walk(&value, &mut commands);
    }
    commands
}

/// `run = ["program", "word"]` of tools and hooks, `"command": "program", "args": ["word"]` of servers.
fn walk(value: &serde_json::Value, commands: &mut Vec<Vec<String>>) {
    use serde_json::Value as Json;
    let mut words = Vec::new();
    match value {
        Json::Object(fields) => {
            for name in ["run", "command", "args"] {
                if let Some(Json::String(_) | Json::Array(_)) = fields.get(name) {
                    texts(fields.get(name), &mut words);
                }
            }
            for field in fields.values() {
                walk(field, commands);
            }
        }
        Json::Array(items) => {
            for item in items {
                walk(item, commands);
            }
        }
        _ => {}
    }
    if !words.is_empty() {
        commands.push(words);
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

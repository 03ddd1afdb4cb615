//! A place for one CLI to run in: home, project, temporary directory, and the whole environment.
//!
//! Nothing is inherited, so a test does the same on every machine and touches nothing outside. Starts no process.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::cli::Cli;

const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The place. Removed when dropped.
#[derive(Debug)]
pub struct Sandbox {
    root: TempDir,
    env: Vec<(String, String)>,
}

impl Sandbox {
    /// A fresh place for `cli`, whose model is at `base_url`.
    pub fn new(cli: &Cli, base_url: &str) -> io::Result<Self> {
        // The CLI puts a socket below TMPDIR, and the path of a socket may not be long.
        let root = tempfile::Builder::new().prefix("cca").tempdir()?;
        for name in ["home", "project", "tmp"] {
            std::fs::create_dir(root.path().join(name))?;
        }
        let below_root = |name: &str| root.path().join(name).display().to_string();
        let path = match cli.interpreter_dir() {
            Some(dir) => format!("{SYSTEM_PATH}:{}", dir.display()),
            None => SYSTEM_PATH.to_owned(),
        };
        let env = [
            ("HOME", below_root("home")),
            ("TMPDIR", below_root("tmp")),
            ("PATH", path),
            ("ANTHROPIC_BASE_URL", base_url.to_owned()),
            ("ANTHROPIC_API_KEY", "sk-ant-dummy".to_owned()),
            ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1".to_owned()),
            ("DISABLE_TELEMETRY", "1".to_owned()),
            ("DISABLE_AUTOUPDATER", "1".to_owned()),
        ];
        let env = env.map(|(name, value)| (name.to_owned(), value)).to_vec();
        Ok(Self { root, env })
    }

    /// Adds a variable, or replaces it.
    #[must_use]
    pub fn with_env(mut self, name: &str, value: impl Into<String>) -> Self {
        self.env.retain(|(own, _)| own != name);
        self.env.push((name.to_owned(), value.into()));
        self
    }

    /// The whole environment of the CLI.
    pub fn env(&self) -> Vec<(String, String)> {
        self.env.clone()
    }

    /// The CLI's home.
    pub fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    /// The CLI's working directory.
    pub fn project(&self) -> PathBuf {
        self.root.path().join("project")
    }

    /// Where all of it is.
    pub fn root(&self) -> &Path {
        self.root.path()
    }
}

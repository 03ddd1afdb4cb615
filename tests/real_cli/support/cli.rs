//! Finding the CLI under test, or saying clearly that there is none.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Once;

/// Where the CLI is.
const PATH_VARIABLE: &str = "CCA_TEST_CLI";
/// Set to `1` where leaving the tests out would go unnoticed.
const REQUIRE_VARIABLE: &str = "CCA_REQUIRE_CLI";

/// The CLI under test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cli {
    path: PathBuf,
}

/// There is no CLI to test with, and that is not all right.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum CliMissing {
    /// Required, but not named.
    #[error(
        "{REQUIRE_VARIABLE}=1 but {PATH_VARIABLE} is not set: run `.ci/run`, or set it to the path of a `claude`"
    )]
    Required,
    /// Named, but not there.
    #[error(
        "{PATH_VARIABLE} names {0:?}, which is no file: set it to the path of a `claude`, or run `.ci/run`"
    )]
    NoFile(PathBuf),
}

impl Cli {
    /// The CLI named by the environment; `None` (and one line on stderr) when the tests that need it are to be left
    /// out.
    pub fn find() -> Result<Option<Self>, CliMissing> {
        let required = env::var_os(REQUIRE_VARIABLE).is_some_and(|value| value == "1");
        let found = Self::choose(env::var_os(PATH_VARIABLE), required)?;
        if found.is_none() {
            say_left_out();
        }
        Ok(found)
    }

    fn choose(named: Option<OsString>, required: bool) -> Result<Option<Self>, CliMissing> {
        match named.filter(|path| !path.is_empty()).map(PathBuf::from) {
            Some(path) if path.is_file() => Ok(Some(Self { path })),
            Some(path) => Err(CliMissing::NoFile(path)),
            None if required => Err(CliMissing::Required),
            None => Ok(None),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The directory of `node`, if this CLI is a script that needs one. Releases with a native binary do not.
    pub fn interpreter_dir(&self) -> Option<PathBuf> {
        let mut start = [0; 2];
        let mut file = std::fs::File::open(&self.path).ok()?;
        std::io::Read::read_exact(&mut file, &mut start).ok()?;
        let node = (start == *b"#!")
            .then(|| which::which("node").ok())
            .flatten()?;
        node.parent().map(Path::to_path_buf)
    }
}

/// Straight to stderr, since the test harness swallows what a passing test prints; once, not once a test.
fn say_left_out() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: every test against the real `claude` CLI, since {PATH_VARIABLE} is not set. \
             To run them: `.ci/run`, or `{PATH_VARIABLE}=/path/to/claude cargo test --test real_cli`."
        );
    });
}

#[cfg(test)]
#[path = "cli_tests.rs"]
mod tests;

//! Where the examples are as programs. Owns: building them from their sources as they are now, once for a test target.
//!
//! Cargo builds the examples of a package when it builds all its tests, but not for a run of one target alone, so they
//! are built here first; cargo has next to nothing to do if they are there already.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The program of an example; `Err` says what is missing.
pub(crate) fn program(name: &str) -> Result<PathBuf, String> {
    static BUILT: OnceLock<Result<(), String>> = OnceLock::new();
    BUILT.get_or_init(build).clone()?;
    let test = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = test.ancestors().nth(2).unwrap_or(&test);
    let path = folder.join("examples").join(name);
    if path.is_file() {
        Ok(path)
    } else {
        Err(format!("there is no example {}", path.display()))
    }
}

fn build() -> Result<(), String> {
    let profile = if cfg!(debug_assertions) {
        "dev"
    } else {
        "release"
    };
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--examples"])
        .args(["--profile", profile])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .map_err(|error| error.to_string())?;
    let built = status.success().then_some(());
    built.ok_or_else(|| "the examples could not be built".to_owned())
}

/// Whether all of this was printed, in this order.
#[track_caller]
pub(crate) fn in_order(text: &str, wanted: &[&str]) {
    let mut rest = text;
    for part in wanted {
        let found = rest.split_once(part);
        assert!(
            found.is_some(),
            "{part:?} is not there, or too early, in:\n{text}"
        );
        rest = found.map_or("", |(_, after)| after);
    }
}

//! A last look before the CLI is started. Owns: the function that is asked, and how its no is told.
//! Does not own: what it looks at.

use super::Options;
use crate::error::Error;
use std::fmt;
use std::sync::Arc;

/// What is asked before each start.
#[derive(Clone)]
pub(super) struct Guard(Arc<dyn Fn() -> Result<(), String> + Send + Sync>);

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guard")
    }
}

impl Guard {
    pub(super) fn ask(&self) -> Result<(), Error> {
        (self.0)().map_err(Error::Config)
    }
}

impl Options {
    /// Asked right before the CLI is started, each time: an error, in words for people, keeps it from being started.
    #[must_use]
    pub fn before_start(
        mut self,
        guard: impl Fn() -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        self.guard = Some(Guard(Arc::new(guard)));
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::agent::{Agent, Options};

    #[test]
    fn a_no_keeps_the_cli_from_being_started() {
        let marker = tempfile::tempdir().unwrap();
        let recording = marker.path().join("never.ndjson");
        let options = Options::new()
            .cli_path("/bin/true")
            .record(&recording)
            .before_start(|| Err("the program changed".to_owned()));
        let refused = Agent::new(options).parts().unwrap_err();
        assert_eq!(refused.to_string(), "the program changed");
        assert_eq!(refused.code(), "CONFIG");
        assert!(!recording.exists(), "nothing was begun");
    }
}

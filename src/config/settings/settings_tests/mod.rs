//! Settings on a stage of their own: a folder for each place they come from.

mod layers;
mod project;
mod trusted;

use super::trust::Trust;
use super::{Key, Kind, Origin, Places, Projects, SettingError, Settings, TEMPLATE, Use, Value};

/// A project that wants everything.
const WANTS: &str = "theme = \"dark\"\neditor = \"./run-me\"\narming_ms = 300\n[session]\nmodel = \"m\"\n\
    permission_mode = \"bypassPermissions\"\nallow = [\"Bash\"]\ndeny = [\"Write\"]\ntools = [\"t.toml\"]\n\
    hooks = [\"h.toml\"]\nmcp_config = [\"m.json\"]\ncli = \"./claude\"\nvia = \"sh -c\"\nrecord_dir = \"r\"\n";

struct Stage {
    folder: tempfile::TempDir,
}

impl Stage {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["config", "project/src", "project/.git", "state"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    fn write(&self, path: &str, text: &str) -> std::path::PathBuf {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    fn places(&self, projects: Projects) -> Places {
        Places {
            config: Some(self.folder.path().join("config")),
            state: Some(self.folder.path().join("state")),
            directory: self.folder.path().join("project/src"),
            projects,
        }
    }

    fn load(&self, variables: &[(&str, &str)]) -> Result<Settings, SettingError> {
        Settings::load(&self.places(Projects::AsTrusted), |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    /// Trusts the project as it is.
    fn trust(&self) {
        let project = self.load(&[]).unwrap().project.unwrap();
        let mut trust = Trust::open(Some(&self.folder.path().join("state")));
        trust.add(&project.file, &project.digest).unwrap();
    }

    /// Files of the project that are programs.
    fn programs(&self, names: &[&str]) {
        for name in names {
            self.write(&format!("project/{name}"), "one");
        }
    }

    /// What is wrong, without the folder of the test.
    fn said(&self) -> String {
        let said = self.load(&[]).unwrap_err().to_string();
        said.replace(&format!("{}/", self.folder.path().display()), "")
    }
}

fn line(origin: Option<&Origin>) -> Option<usize> {
    match origin {
        Some(Origin::File { line, .. }) => Some(*line),
        _ => None,
    }
}

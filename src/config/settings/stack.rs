//! All places settings come from, one over the other. Owns: which one wins, and what a file in a project may not decide.
//! Does not own: what a setting does.

use super::checked::Checked;
use super::key::{Care, Key, strictness};
use super::layer::{self, Given, Origin, SettingError};
use super::programs::Grounds;
use super::project;
use super::trust::{self, Trust};
use super::value::Value;
use crate::config::Document;
use std::path::{Path, PathBuf};

/// What the user's file is called, in the folder for settings.
pub const USER_FILE: &str = "settings.toml";

/// Whether files of projects may be trusted at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projects {
    /// As the person said once.
    AsTrusted,
    /// Never: where nobody watches, a project decides nothing but what is harmless.
    Untrusted,
}

/// Where settings are looked for.
#[derive(Debug, Clone)]
pub struct Places {
    /// The folder of the user's settings.
    pub config: Option<PathBuf>,
    /// The folder of what is remembered.
    pub state: Option<PathBuf>,
    /// Where the agent works.
    pub directory: PathBuf,
    /// Whether a file there may be trusted.
    pub projects: Projects,
}

/// The settings of a project, and whether they are trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The file.
    pub file: PathBuf,
    /// What of it needs trust.
    pub needs: Vec<Given>,
    /// Whether it has it.
    pub trusted: bool,
    /// Whether another content of it was trusted.
    pub changed: bool,
    /// What would be trusted.
    pub digest: String,
    /// Programs of the project that following it may run: trusted by their content too.
    pub programs: Vec<PathBuf>,
}

/// The settings that count.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    given: Vec<Given>,
    /// The user's file, whether it is there or not.
    pub user_file: Option<PathBuf>,
    /// The project's, if there is one.
    pub project: Option<Project>,
    /// A trusted project as it was when it was found to be what was trusted.
    pub checked: Checked,
    /// What is odd about them and stops nothing.
    pub oddities: Vec<String>,
}

impl Settings {
    /// What the program does when nobody says anything.
    pub fn shipped() -> Self {
        Self {
            given: layer::defaults(),
            ..Self::default()
        }
    }

    /// Reads all places. Variables are asked for by name.
    pub fn load(
        places: &Places,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, SettingError> {
        let mut settings = Self::shipped();
        settings.user_file = places.config.as_deref().map(|dir| dir.join(USER_FILE));
        if let Some(file) = settings.user_file.clone().filter(|file| file.exists()) {
            let given = layer::file(&Document::open(&file)?)?;
            settings.lay(given);
        }
        if let Some(file) = project::find(&places.directory) {
            settings.lay_project(&file, places)?;
        }
        let given = layer::environment(variable, &places.directory)?;
        settings.lay(given);
        Ok(settings)
    }

    fn lay_project(&mut self, file: &Path, places: &Places) -> Result<(), SettingError> {
        let document = Document::open(file)?;
        let given = layer::file(&document)?;
        let (free, needs): (Vec<_>, Vec<_>) = given
            .iter()
            .cloned()
            .partition(|given| self.harmless(given));
        let mut project = Project {
            file: file.to_owned(),
            digest: String::new(),
            programs: Vec::new(),
            trusted: false,
            changed: false,
            needs,
        };
        if !project.needs.is_empty() {
            let trust = Trust::open(places.state.as_deref());
            let grounds = Grounds::of(file, &places.directory);
            let subject = trust::subject(document.text(), &given, &grounds);
            project.digest.clone_from(&subject.digest);
            project.programs.clone_from(&subject.programs);
            project.trusted =
                places.projects == Projects::AsTrusted && trust.holds(file, &project.digest);
            if project.trusted {
                let state = places.state.as_deref();
                self.checked = Checked::trusted(&document, &given, grounds, subject, state);
            }
            project.changed = trust.held_other(file, &project.digest);
        }
        let all = if project.trusted { given } else { free };
        self.lay(all);
        self.project = Some(project);
        Ok(())
    }

    /// Whether a file that nobody trusts may say this.
    fn harmless(&self, given: &Given) -> bool {
        match (given.key.about().care, &given.value) {
            (Care::Free, _) => true,
            // What the CLI itself was told elsewhere is not known here: only the strictest mode is surely no looser.
            (Care::Stricter, Value::Text(mode)) => match self.text(given.key) {
                Some(before) => strictness(mode) <= strictness(before),
                None => strictness(mode) == 0,
            },
            (Care::Stricter, Value::Flag(on)) => *on,
            (Care::Stricter | Care::Trusted, _) => false,
        }
    }

    fn lay(&mut self, layer: Vec<Given>) {
        for given in layer {
            self.set(given);
        }
    }

    /// Lays a value over what there is.
    pub fn set(&mut self, given: Given) {
        if !given.key.adds_up() {
            self.given.retain(|old| old.key != given.key);
        }
        self.given.push(given);
    }

    /// Lays a flag over what there is.
    pub fn flag_set(&mut self, key: Key, value: Value, flag: &'static str) {
        let origin = Origin::Flag(flag);
        self.set(Given { key, value, origin });
    }

    /// Everything that was given for a setting; of most settings at most one.
    pub fn given(&self, key: Key) -> impl Iterator<Item = &Given> {
        self.given.iter().filter(move |given| given.key == key)
    }

    /// A text.
    pub fn text(&self, key: Key) -> Option<&str> {
        match &self.given(key).last()?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Yes or no.
    pub fn flag(&self, key: Key) -> bool {
        let last = self.given(key).last();
        matches!(last.map(|given| &given.value), Some(Value::Flag(true)))
    }

    /// A number.
    pub fn number(&self, key: Key) -> Option<u64> {
        match self.given(key).last()?.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The items of every place that names some, with where each came from.
    pub fn items(&self, key: Key) -> impl Iterator<Item = (&str, &Origin)> {
        self.given(key).flat_map(|given| {
            let items = match &given.value {
                Value::List(items) => items.as_slice(),
                _ => &[],
            };
            items.iter().map(|item| (item.as_str(), &given.origin))
        })
    }

    /// Where the value that counts came from.
    pub fn origin(&self, key: Key) -> Option<&Origin> {
        self.given(key).last().map(|given| &given.origin)
    }

    /// Whether the value that counts came from the project's file.
    pub fn is_of_project(&self, key: Key) -> bool {
        match (self.origin(key), &self.project) {
            (Some(Origin::File { file, .. }), Some(project)) => *file == project.file,
            _ => false,
        }
    }

    /// What a project's file says and is not followed.
    pub fn ignored(&self) -> &[Given] {
        match &self.project {
            Some(project) if !project.trusted => &project.needs,
            _ => &[],
        }
    }

    /// One line about what is not followed or odd, for whoever looks at a screen.
    pub fn notice(&self) -> Option<String> {
        self.untrusted().or_else(|| self.oddities.first().cloned())
    }

    fn untrusted(&self) -> Option<String> {
        let ignored = self.ignored();
        let project = self.project.as_ref().filter(|_| !ignored.is_empty())?;
        let mut names: Vec<_> = ignored.iter().map(|given| given.key.about().name).collect();
        names.dedup();
        let why = if project.changed {
            "changed since you trusted it"
        } else {
            "is not trusted"
        };
        Some(format!(
            "{} {why}: {} ignored; see `cca-tui config --trust`",
            project.file.display(),
            names.join(", ")
        ))
    }
}

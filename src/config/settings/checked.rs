//! EDGE. What a trusted project was when it was found to be what was trusted. Owns: the content of the files it names, and
//! looking again at its programs right before a session or the editor is started. Does not own: what is trusted (`trust`),
//! running anything.
//!
//! Whoever uses a file takes its content from here: read again by its name it may be another one by then. Programs are run by
//! their name, so all that can be done is to look again. Nothing is started with one that changed until it was trusted anew,
//! which can be done beside an open screen: what is remembered is looked at again too. In a session that runs, hooks and
//! tools are not looked at each time they are called.

use super::key::Key;
use super::layer::{self, Given};
use super::programs::Grounds;
use super::trust::{self, Subject, Trust, digest_of};
use super::value::Value;
use crate::config::Document;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Files by their name, with their content; `None` where it could not be read.
pub(super) type Files = BTreeMap<String, Option<Vec<u8>>>;
/// Programs, with the digest of each.
pub(super) type Programs = BTreeMap<PathBuf, String>;

/// What a program is run for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A session: the CLI, what starts it, tools, hooks and servers.
    Session,
    /// A text in an editor.
    Editor,
}

/// What a project was when it was found to be what was trusted; nothing, if no project is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    files: Files,
    trusted: Option<Box<Trusted>>,
}

/// Where to look again, and what was there.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Trusted {
    file: PathBuf,
    text: String,
    given: Vec<Given>,
    grounds: Grounds,
    /// Where it is remembered what is trusted.
    state: Option<PathBuf>,
    session: Programs,
    editor: Programs,
}

impl Checked {
    /// What was found in a project that is trusted.
    pub(super) fn trusted(
        document: &Document,
        given: &[Given],
        grounds: Grounds,
        subject: Subject,
        state: Option<&Path>,
    ) -> Self {
        let Subject { files, known, .. } = subject;
        let of = |run| {
            let programs = programs(run, given, &grounds, &files).into_iter();
            programs
                .map(|file| {
                    let digest = known.get(&file).cloned();
                    (file.clone(), digest.unwrap_or_else(|| digest_of(&file)))
                })
                .collect()
        };
        let trusted = Trusted {
            file: document.file().to_owned(),
            text: document.text().to_owned(),
            given: given.to_vec(),
            state: state.map(Path::to_owned),
            session: of(Use::Session),
            editor: of(Use::Editor),
            grounds,
        };
        Self {
            files,
            trusted: Some(Box::new(trusted)),
        }
    }

    /// The bytes of a file, if it was checked; the inner `None` if it could not be read then.
    pub fn get(&self, file: &str) -> Option<Option<&[u8]>> {
        self.files.get(file).map(Option::as_deref)
    }

    /// Whether something of a project is trusted, so that it has to be looked at again.
    pub fn is_of_project(&self) -> bool {
        self.trusted.is_some()
    }

    /// Whether the programs of the project that are run for this are those that were trusted, then or since. Asked right
    /// before something of them is started.
    pub fn still(&self, run: Use) -> Result<(), String> {
        let Some(trusted) = &self.trusted else {
            return Ok(());
        };
        let before = match run {
            Use::Session => &trusted.session,
            Use::Editor => &trusted.editor,
        };
        let named = programs(run, &trusted.given, &trusted.grounds, &self.files);
        let now: Programs = named
            .into_iter()
            .map(|file| (file.clone(), digest_of(&file)))
            .collect();
        // One that came may be meant now in place of one that is gone.
        let all = before.keys().chain(now.keys());
        match { all }.find(|file| before.get(*file) != now.get(*file)) {
            None => Ok(()),
            Some(changed) => trusted.anew(&self.files, changed),
        }
    }
}

impl Trusted {
    /// Whether the project was trusted again as it is now, and differs in its programs alone.
    fn anew(&self, files: &Files, changed: &Path) -> Result<(), String> {
        let document = Document::open(&self.file).map_err(|error| error.to_string())?;
        let given = layer::file(&document).map_err(|error| error.to_string())?;
        let subject = trust::subject(document.text(), &given, &self.grounds);
        let trust = Trust::open(self.state.as_deref());
        if !trust.holds(&self.file, &subject.digest) {
            // What to do comes first: on a narrow screen the rest is cut off.
            return Err(format!(
                "{} changed: look at it, `cca-tui config --trust{}`, then try again; it is not what was trusted",
                self.grounds.short(changed).display(),
                self.elsewhere()
            ));
        }
        if document.text() != self.text || subject.files != *files {
            return Err(format!(
                "{} or a file it names is another one than when this screen was opened; leave, and start again",
                self.file.display()
            ));
        }
        Ok(())
    }

    /// What has to be added to a command for it to mean this project.
    fn elsewhere(&self) -> String {
        let directory = self.grounds.directory();
        if std::env::current_dir().is_ok_and(|here| here == directory) {
            return String::new();
        }
        let word = directory.to_string_lossy();
        let quoted = shlex::try_quote(&word).unwrap_or_else(|_| word.clone());
        format!(" --cwd {quoted}")
    }
}

/// The programs of the project that are run for this, and a CLI that is a file wherever it is.
fn programs(run: Use, given: &[Given], grounds: &Grounds, files: &Files) -> BTreeSet<PathBuf> {
    let is_for = |given: &&Given| (given.key == Key::Editor) == (run == Use::Editor);
    let given: Vec<Given> = given.iter().filter(is_for).cloned().collect();
    let mut found = grounds.programs(&given, files);
    for given in given.iter().filter(|given| given.key == Key::Cli) {
        if let Value::Text(program) = &given.value
            && program.contains('/')
        {
            found.insert(PathBuf::from(program));
        }
    }
    found
}

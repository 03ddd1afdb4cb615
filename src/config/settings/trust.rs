//! Which files of projects are trusted. Owns: the digest of what would be trusted, and the private file that remembers it.
//! Does not own: asking the person, what an untrusted file may not do (`stack`), looking again later (`checked`).
//!
//! A file is trusted by its place and its content, by the content of the files of tools, hooks and servers it names, and by
//! that of the programs in the project that these run: whatever changes in any of them has to be trusted anew.

use super::checked::{Files, Programs};
use super::key::Key;
use super::layer::{Given, names_files};
use super::programs::Grounds;
use super::value::{Value, is_no_file};
use crate::config::paths;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// Larger files that are named are told by size and time: nobody writes them by hand.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// What is remembered.
#[derive(Debug, Clone, Default)]
pub struct Trust {
    file: Option<PathBuf>,
    /// From the file's path to the digest that was trusted.
    known: BTreeMap<String, String>,
}

impl Trust {
    /// What is remembered in this folder. A file that cannot be read is no trust.
    pub fn open(state: Option<&Path>) -> Self {
        let file = state.map(|folder| folder.join("trusted.toml"));
        let text = file
            .as_deref()
            .and_then(|file| std::fs::read_to_string(file).ok());
        let known = text.and_then(|text| toml::from_str(&text).ok());
        Self {
            file,
            known: known.unwrap_or_default(),
        }
    }

    /// Whether this content of the file was trusted.
    pub fn holds(&self, file: &Path, digest: &str) -> bool {
        self.known
            .get(&name(file))
            .is_some_and(|known| known == digest)
    }

    /// Whether some other content of the file was.
    pub fn held_other(&self, file: &Path, digest: &str) -> bool {
        self.known
            .get(&name(file))
            .is_some_and(|known| known != digest)
    }

    /// Remembers it, in place of what was trusted of the file before.
    pub fn add(&mut self, file: &Path, digest: &str) -> io::Result<PathBuf> {
        let kept = self
            .file
            .clone()
            .ok_or_else(|| io::Error::other("there is no home directory to remember it in"))?;
        self.known.insert(name(file), digest.to_owned());
        let text = toml::to_string(&self.known).map_err(io::Error::other)?;
        let text = format!(
            "# Written by `cca-tui config --trust`: files of projects and what was in them.\n{text}"
        );
        paths::write_private(&kept, text.as_bytes())?;
        Ok(kept)
    }
}

fn name(file: &Path) -> String {
    let real = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    real.to_string_lossy().into_owned()
}

/// What would be trusted.
#[derive(Debug)]
pub(super) struct Subject {
    /// The digest of all of it.
    pub(super) digest: String,
    /// The files that are named, with their content.
    pub(super) files: Files,
    /// The digest of every program, the CLI included if it is a file.
    pub(super) known: Programs,
    /// Programs of the project that may be run.
    pub(super) programs: Vec<PathBuf>,
}

/// A file of settings with everything it names, and the programs of the project that are run by any of it.
pub(super) fn subject(text: &str, given: &[Given], grounds: &Grounds) -> Subject {
    let mut hasher = Sha256::new();
    let mut files = Files::new();
    let mut known = Programs::new();
    part(&mut hasher, text.as_bytes());
    for (key, file) in named(given) {
        part(&mut hasher, file.as_bytes());
        let content = content(Path::new(file));
        content.add_to(&mut hasher);
        if key == Key::Cli {
            // It is run by its name and not read: nobody needs its content.
            known.insert(PathBuf::from(file), content.digest());
        } else {
            files.insert(file.to_owned(), content.bytes());
        }
    }
    let programs = grounds.programs(given, &files);
    for program in &programs {
        let digest = known
            .entry(program.clone())
            .or_insert_with(|| digest_of(program));
        part(&mut hasher, program.as_os_str().as_encoded_bytes());
        part(&mut hasher, digest.as_bytes());
    }
    Subject {
        digest: digits(hasher),
        files,
        known,
        programs: programs.into_iter().collect(),
    }
}

/// The digest of what is at a path.
pub(super) fn digest_of(file: &Path) -> String {
    content(file).digest()
}

fn digits(hasher: Sha256) -> String {
    let mut digits = String::new();
    for byte in hasher.finalize() {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// The files that settings name: tools, hooks, servers, and the CLI if it is a file.
pub fn files(given: &[Given]) -> Vec<String> {
    let files = named(given).into_iter();
    files.map(|(_, file)| file.to_owned()).collect()
}

/// The same, each with the setting that names it.
fn named(given: &[Given]) -> Vec<(Key, &str)> {
    let mut files = Vec::new();
    for given in given.iter().filter(|given| names_files(given.key)) {
        match &given.value {
            Value::List(items) => {
                let named = items.iter().filter(|item| !is_no_file(item));
                files.extend(named.map(|file| (given.key, file.as_str())));
            }
            Value::Text(program) if given.key == Key::Cli && program.contains('/') => {
                files.push((given.key, program));
            }
            Value::Text(_) | Value::Flag(_) | Value::Number(_) => {}
        }
    }
    files
}

/// With its length before it, so that no two lists of parts look alike.
fn part(hasher: &mut Sha256, bytes: &[u8]) {
    hasher.update(bytes.len().to_le_bytes());
    hasher.update(bytes);
}

/// What is at a path.
enum Content {
    Read(Vec<u8>),
    Not(String),
}

impl Content {
    fn add_to(&self, hasher: &mut Sha256) {
        match self {
            Self::Read(bytes) => part(hasher, bytes),
            Self::Not(why) => part(hasher, why.as_bytes()),
        }
    }

    fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        self.add_to(&mut hasher);
        digits(hasher)
    }

    fn bytes(self) -> Option<Vec<u8>> {
        match self {
            Self::Read(bytes) => Some(bytes),
            Self::Not(_) => None,
        }
    }
}

fn content(file: &Path) -> Content {
    let Ok(about) = std::fs::metadata(file) else {
        return Content::Not("absent".to_owned());
    };
    if !about.is_file() {
        return Content::Not("no file".to_owned());
    }
    if about.len() > MAX_BYTES {
        return Content::Not(format!("large {} {}", about.len(), touched(&about)));
    }
    match std::fs::read(file) {
        Ok(bytes) => Content::Read(bytes),
        Err(error) => Content::Not(error.to_string()),
    }
}

/// When a file was last changed, and which one it is. The time of its change can be set back by hand, that of its inode
/// cannot.
fn touched(about: &std::fs::Metadata) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let (device, inode) = (about.dev(), about.ino());
        format!("{device} {inode} {} {}", about.ctime(), about.ctime_nsec())
    }
    #[cfg(not(unix))]
    format!("{:?}", about.modified().ok())
}

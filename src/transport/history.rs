//! EDGE. Conversations that the CLI has stored. Owns: where they are, and reading the end of one within limits.
//! Does not own: what a line means (`session`).

use super::launch::{HostEnv, SessionChoice};
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// How much of a file is read, from its end.
const MAX_BYTES: u64 = 32 * 1024 * 1024;
/// How many lines are taken, from the end.
const MAX_LINES: usize = 4000;

/// The lines of the conversation that is to go on, oldest first; nothing for a new one, or where none is found: the CLI
/// itself will say so.
pub fn stored(host: &HostEnv, cwd: &Path, choice: &SessionChoice) -> Vec<Value> {
    let Some(projects) = projects(host) else {
        return Vec::new();
    };
    let file = match choice {
        SessionChoice::Resume(id) => by_id(&projects, cwd, id),
        SessionChoice::Continue => latest(&projects.join(slug(cwd))),
        SessionChoice::New | SessionChoice::Id(_) => None,
    };
    let Some(file) = file else {
        return Vec::new();
    };
    end_of(&file).unwrap_or_else(|error| {
        tracing::info!(%error, file = %file.display(), "the stored conversation cannot be read");
        Vec::new()
    })
}

fn projects(host: &HostEnv) -> Option<PathBuf> {
    let own = host.get("CLAUDE_CONFIG_DIR").filter(|dir| !dir.is_empty());
    let config = match own {
        Some(dir) => PathBuf::from(dir),
        None => Path::new(host.get("HOME")?).join(".claude"),
    };
    Some(config.join("projects"))
}

/// The folder of a working directory: its path with a dash for whatever is neither letter nor digit.
fn slug(cwd: &Path) -> String {
    let cwd = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
    let dashed = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '-'
        }
    };
    cwd.to_string_lossy().chars().map(dashed).collect()
}

/// In the folder of this directory, or else in whichever folder has it: a session can be resumed from anywhere.
fn by_id(projects: &Path, cwd: &Path, id: &str) -> Option<PathBuf> {
    // It comes from outside and becomes a part of a path.
    if !id
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
        || id.is_empty()
    {
        return None;
    }
    let name = format!("{id}.jsonl");
    let here = projects.join(slug(cwd)).join(&name);
    if here.is_file() {
        return Some(here);
    }
    let folders = std::fs::read_dir(projects).ok()?.flatten();
    let mut files = folders.map(|folder| folder.path().join(&name));
    files.find(|file| file.is_file())
}

fn latest(folder: &Path) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?.flatten();
    let stored = files.filter(|file| file.path().extension().is_some_and(|end| end == "jsonl"));
    let newest = stored.max_by_key(|file| file.metadata().and_then(|about| about.modified()).ok());
    newest.map(|file| file.path())
}

fn end_of(path: &Path) -> io::Result<Vec<Value>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let skipped = length.saturating_sub(MAX_BYTES);
    file.seek(SeekFrom::Start(skipped))?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    let lines = bytes.split(|byte| *byte == b'\n');
    // The first one may have lost its beginning.
    let lines = lines.skip(usize::from(skipped > 0));
    let mut said: Vec<Value> = lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .filter(is_said)
        .collect();
    let extra = said.len().saturating_sub(MAX_LINES);
    said.drain(..extra);
    Ok(said)
}

fn is_said(entry: &Value) -> bool {
    let kind = entry.get("type").and_then(Value::as_str);
    matches!(kind, Some("user" | "assistant" | "system"))
}

#[cfg(test)]
mod tests {
    use super::{SessionChoice, stored};
    use crate::transport::launch::HostEnv;

    fn home() -> (tempfile::TempDir, HostEnv) {
        let home = tempfile::tempdir().unwrap();
        let host = [("HOME", home.path().as_os_str())].into_iter().collect();
        (home, host)
    }

    #[test]
    fn the_conversation_is_found_by_id_from_anywhere_and_by_directory() {
        let (home, host) = home();
        let work = home.path().join("my.work");
        std::fs::create_dir(&work).unwrap();
        let dashed = work
            .canonicalize()
            .unwrap()
            .to_string_lossy()
            .replace(['/', '.', '_'], "-");
        let folder = home.path().join(".claude/projects").join(dashed);
        std::fs::create_dir_all(&folder).unwrap();
        let text = "{\"type\":\"user\"}\nnot json\n{\"type\":\"api-request\"}\n{\"type\":\"assistant\"}\n{\"type\":\"ass";
        std::fs::write(folder.join("abc-1.jsonl"), text).unwrap();
        let resume = |id: &str| SessionChoice::Resume(id.to_owned());
        assert_eq!(stored(&host, &work, &SessionChoice::Continue).len(), 2);
        assert_eq!(stored(&host, home.path(), &resume("abc-1")).len(), 2);
        assert_eq!(
            stored(&host, home.path(), &SessionChoice::Continue).len(),
            0
        );
        for wrong in ["", "other", "../abc-1", "a/b"] {
            assert!(stored(&host, &work, &resume(wrong)).is_empty(), "{wrong}");
        }
        assert!(stored(&host, &work, &SessionChoice::New).is_empty());
    }
}

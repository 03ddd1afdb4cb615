//! Folders of ours for a while, in the place for temporary files. Owns: making them private, and removing those of a process
//! that was killed and could not. Does not own: what is in them.
//!
//! Who uses a folder holds a lock on it, which the kernel takes away with the process, however that ends, and its name says
//! which process that is. Only what is surely abandoned is removed: nobody holds it, the process it names is gone, and it is
//! not just being made. One that names no process may belong to a version of this program that held no locks: it stays.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// How the names of the folders begin.
const PREFIXES: [&str; 2] = ["cca-demo-", "cca-prompt-"];
/// Between making a folder and locking it nobody holds it.
const NEW: Duration = Duration::from_mins(1);
/// Entries of the place that are looked at; it may be very full.
const MOST: usize = 20_000;

/// What a folder is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The project of a demo.
    Demo,
    /// A text in an editor.
    Prompt,
}

/// A private folder that goes with this value.
#[derive(Debug)]
pub struct Temporary {
    // The lock is given up before the folder goes.
    _lock: Option<File>,
    folder: TempDir,
}

impl Temporary {
    /// Makes one.
    pub fn new(purpose: Purpose) -> io::Result<Self> {
        let [demo, prompt] = PREFIXES;
        let prefix = match purpose {
            Purpose::Demo => demo,
            Purpose::Prompt => prompt,
        };
        let prefix = format!("{prefix}{}-", std::process::id());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir();
        let folder = folder.map_err(|error| {
            let place = std::env::temp_dir();
            let place = place.display();
            io::Error::new(
                error.kind(),
                format!("no folder can be made in {place} ({error}); set TMPDIR to another place"),
            )
        })?;
        // Where folders cannot be locked, none is ever taken for abandoned either.
        let lock = File::open(folder.path()).ok();
        let lock = lock.filter(|lock| lock.try_lock_shared().is_ok());
        Ok(Self {
            _lock: lock,
            folder,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders of ours that nobody uses any more. That it cannot is no reason to fail.
#[cfg(unix)]
pub fn remove_abandoned() {
    // Whose files are ours is told by one that surely is.
    let Ok(mine) = tempfile::tempfile().and_then(|file| file.metadata()) else {
        return;
    };
    let owner = std::os::unix::fs::MetadataExt::uid(&mine);
    remove_abandoned_in(&std::env::temp_dir(), owner, NEW);
}

/// Elsewhere folders cannot be locked.
#[cfg(not(unix))]
pub fn remove_abandoned() {}

#[cfg(unix)]
fn remove_abandoned_in(place: &Path, owner: u32, new: Duration) {
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
    for entry in entries.take(MOST) {
        let maker = maker(&entry.file_name().to_string_lossy());
        if maker.is_some_and(is_gone) && is_abandoned(&entry.path(), owner, new) {
            // It never follows links.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The process that made a folder of ours, as its name says.
#[cfg(unix)]
fn maker(name: &str) -> Option<nix::unistd::Pid> {
    let mut after = PREFIXES
        .iter()
        .filter_map(|prefix| name.strip_prefix(prefix));
    let (pid, _) = after.next()?.split_once('-')?;
    let pid = pid.parse().ok().filter(|pid| *pid > 0)?;
    Some(nix::unistd::Pid::from_raw(pid))
}

/// Whether there is no such process; one that may not be asked is there.
#[cfg(unix)]
fn is_gone(process: nix::unistd::Pid) -> bool {
    nix::sys::signal::kill(process, None) == Err(nix::errno::Errno::ESRCH)
}

/// Whether it is a private folder of this owner, some time old, that nobody holds. What is no folder, a link above all, is
/// never opened.
#[cfg(unix)]
fn is_abandoned(path: &Path, owner: u32, new: Duration) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(about) = std::fs::symlink_metadata(path) else {
        return false;
    };
    let age = about.modified().ok().and_then(|time| time.elapsed().ok());
    let ours = about.is_dir() && about.uid() == owner && about.mode() & 0o777 == 0o700;
    if !ours || age.is_none_or(|age| age < new) {
        return false;
    }
    let Ok(folder) = File::open(path) else {
        return false;
    };
    // What was opened is what was looked at.
    let same = folder
        .metadata()
        .is_ok_and(|opened| opened.ino() == about.ino() && opened.dev() == about.dev());
    same && folder.try_lock().is_ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _, symlink};

    #[test]
    fn only_what_is_ours_and_surely_abandoned_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let owner = place.path().metadata().unwrap().uid();
        let made = |name: &str, mode: u32| {
            let path = place.path().join(name);
            std::fs::DirBuilder::new().mode(mode).create(&path).unwrap();
            std::fs::write(path.join("file"), "text").unwrap();
            path
        };
        let mut ended = std::process::Command::new("true").spawn().unwrap();
        ended.wait().unwrap();
        let gone = ended.id();
        let elsewhere = made("elsewhere", 0o700);
        let abandoned = made(&format!("cca-demo-{gone}-abandoned"), 0o700);
        symlink(&elsewhere, abandoned.join("link")).unwrap();
        let prompt = made(&format!("cca-prompt-{gone}-abandoned"), 0o700);
        let held = made(&format!("cca-demo-{gone}-held"), 0o700);
        let lock = File::open(&held).unwrap();
        lock.try_lock_shared().unwrap();
        let public = made(&format!("cca-demo-{gone}-public"), 0o700);
        std::fs::set_permissions(&public, std::fs::Permissions::from_mode(0o755)).unwrap();
        let link = place.path().join(format!("cca-demo-{gone}-link"));
        symlink(&elsewhere, &link).unwrap();
        let file = place.path().join(format!("cca-demo-{gone}-file"));
        std::fs::write(&file, "text").unwrap();
        // Nobody holds these: their process could not lock them, or did not know how.
        let running = made(&format!("cca-demo-{}-running", std::process::id()), 0o700);
        let older = ["cca-demo-older", "cca-demo-1x-older", "cca-demo-0-older"];
        let older = older.map(|name| made(name, 0o700));

        remove_abandoned_in(place.path(), owner, NEW);
        assert!(abandoned.exists(), "it may just have been made");
        remove_abandoned_in(place.path(), owner + 1, Duration::ZERO);
        assert!(abandoned.exists(), "it is somebody else's");
        remove_abandoned_in(place.path(), owner, Duration::ZERO);
        assert!(!abandoned.exists() && !prompt.exists());
        let kept = [&held, &public, &file, &elsewhere.join("file"), &running];
        for kept in kept.into_iter().chain(&older) {
            assert!(kept.exists(), "{}", kept.display());
        }
        assert!(link.symlink_metadata().is_ok());
        drop(lock);
        remove_abandoned_in(place.path(), owner, Duration::ZERO);
        assert!(!held.exists());
    }

    #[test]
    fn one_that_is_used_is_held_and_goes_with_its_user() {
        let folder = Temporary::new(Purpose::Demo).unwrap();
        let path = folder.path().to_owned();
        let owner = path.metadata().unwrap().uid();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        assert!(!is_abandoned(&path, owner, Duration::ZERO));
        let name = path.file_name().unwrap().to_string_lossy();
        assert_eq!(maker(&name), Some(nix::unistd::Pid::this()));
        assert!(!is_gone(nix::unistd::Pid::this()));
        drop(folder);
        assert!(!path.exists());
    }
}

//! EDGE. The files below a folder, for completing them. Owns: what is listed and how far that goes.
//! Does not own: which of them fit what is typed (`panes::composer`).
//!
//! Nearest first, within bounds of number and time; links are named but not followed, so there are no circles. Hidden
//! folders and those that hold what was built or fetched are left out, and so is what the folder's own `.gitignore`
//! names plainly.

use crate::tui::panes::composer::completion::Listed;
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Paths that are listed.
const MOST: usize = 50_000;
/// How long it may take.
const LONGEST: Duration = Duration::from_secs(3);
/// Folders nobody names in a prompt.
const LEFT_OUT: &[&str] = &["node_modules", "target"];
/// Bytes of a `.gitignore` that are looked at.
const IGNORE_FILE: u64 = 64 * 1024;

/// Lists the first of these folders that is one.
pub(super) fn list(folder: &Path, otherwise: &Path) -> Vec<Listed> {
    let root = if folder.is_dir() { folder } else { otherwise };
    below(root, MOST, Instant::now() + LONGEST)
}

fn below(root: &Path, most: usize, until: Instant) -> Vec<Listed> {
    let ignored = Ignored::read(root);
    let mut listed: Vec<Listed> = Vec::new();
    let mut folders = VecDeque::from([(root.to_owned(), String::new())]);
    while let Some((folder, prefix)) = folders.pop_front() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        let mut here = Vec::new();
        for entry in entries.flatten().take(most.saturating_sub(listed.len())) {
            // A name that is no text cannot be typed, and one with a line break not be sent as a path.
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let path = format!("{prefix}{name}");
            if name.contains(['\n', '"']) || ignored.has(&path, &name) {
                continue;
            }
            let linked = kind.is_symlink() && entry.path().is_dir();
            if kind.is_dir() && (name.starts_with('.') || LEFT_OUT.contains(&name.as_str())) {
                continue;
            }
            here.push((path, kind.is_dir(), linked));
        }
        here.sort_unstable();
        for (path, folder, linked) in here {
            if folder {
                folders.push_back((root.join(&path), format!("{path}/")));
            }
            listed.push(Listed {
                path,
                folder: folder || linked,
            });
        }
        if listed.len() >= most || Instant::now() >= until {
            break;
        }
    }
    listed
}

/// What a `.gitignore` names without wildcards.
#[derive(Debug, Default)]
struct Ignored {
    names: HashSet<String>,
    paths: HashSet<String>,
}

impl Ignored {
    fn read(root: &Path) -> Self {
        use std::io::Read as _;
        let mut text = String::new();
        let file: PathBuf = root.join(".gitignore");
        let plain = std::fs::metadata(&file).is_ok_and(|about| about.is_file());
        if plain && let Ok(file) = std::fs::File::open(file) {
            // What cannot be read ignores nothing.
            let _ = file.take(IGNORE_FILE).read_to_string(&mut text);
        }
        let mut ignored = Self::default();
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.contains(['#', '*', '?', '[', '!', '\\']) {
                continue;
            }
            let name = line.trim_end_matches('/');
            match name.strip_prefix('/') {
                Some(path) => ignored.paths.insert(path.to_owned()),
                None if name.contains('/') => ignored.paths.insert(name.to_owned()),
                None => ignored.names.insert(name.to_owned()),
            };
        }
        ignored
    }

    fn has(&self, path: &str, name: &str) -> bool {
        self.names.contains(name) || self.paths.contains(path)
    }
}

#[cfg(test)]
mod tests {
    use super::{below, list};
    use std::path::Path;
    use std::time::{Duration, Instant};

    fn make(root: &Path, files: &[&str]) {
        for file in files {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
    }

    fn names(root: &Path) -> Vec<String> {
        let all = list(root, root).into_iter();
        all.map(|one| {
            if one.folder {
                format!("{}/", one.path)
            } else {
                one.path
            }
        })
        .collect()
    }

    #[test]
    fn the_nearest_come_first_and_what_nobody_names_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            "b.txt",
            "a dir/c d.txt",
            ".hidden",
            ".git/config",
            "node_modules/x.js",
            "sub/target/out",
            "build/out",
            "logs/today",
            "sub/logs/kept",
        ];
        make(folder.path(), &files);
        std::fs::write(
            folder.path().join(".gitignore"),
            "# built\nbuild/\n/logs\n*.tmp\n",
        )
        .unwrap();
        let wanted = [
            ".gitignore",
            ".hidden",
            "a dir/",
            "b.txt",
            "sub/",
            "a dir/c d.txt",
            "sub/logs/",
            "sub/logs/kept",
        ];
        assert_eq!(names(folder.path()), wanted);
    }

    #[test]
    fn links_are_named_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        make(folder.path(), &["in/a"]);
        std::os::unix::fs::symlink(folder.path(), folder.path().join("in/round")).unwrap();
        assert_eq!(names(folder.path()), ["in/", "in/a", "in/round/"]);
    }

    #[test]
    fn it_ends_after_so_many_and_at_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<String> = (0..40)
            .map(|number| format!("d{}/{number}", number % 4))
            .collect();
        make(
            folder.path(),
            &files.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        let far = Instant::now() + Duration::from_hours(1);
        assert_eq!(below(folder.path(), 10, far).len(), 10);
        // Late from the beginning: the first folder and no more.
        assert_eq!(below(folder.path(), 1000, Instant::now()).len(), 4);
    }

    #[test]
    fn a_folder_that_is_none_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        make(folder.path(), &["a"]);
        let listed = list(Path::new("/nowhere/at/all"), folder.path());
        assert_eq!(listed.len(), 1);
        assert!(list(Path::new("/nowhere"), Path::new("/nowhere")).is_empty());
    }
}

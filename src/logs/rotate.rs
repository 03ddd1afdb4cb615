//! EDGE. A file that does not grow for ever. Owns: its size, and the few older ones beside it; all of them private; and
//! that nothing in it is obeyed by the terminal of whoever reads it.

use crate::config::paths;
use crate::sanitise::sanitise;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How large a file gets.
const LARGEST: u64 = 2 * 1024 * 1024;
/// How many older ones are kept: `.1` is the newest of them.
const KEPT: u32 = 3;

/// A file that is moved aside when it is full. It is opened with the first line that is written.
#[derive(Debug)]
pub(super) struct Rotating {
    path: PathBuf,
    open: Option<(File, u64)>,
    largest: u64,
}

impl Rotating {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            path,
            open: None,
            largest: LARGEST,
        }
    }

    fn file(&mut self) -> io::Result<&mut (File, u64)> {
        let full = |(_, size): &(File, u64)| *size >= self.largest;
        if self.open.as_ref().is_some_and(full) {
            self.open = None;
            aside(&self.path);
        }
        if self.open.is_none() {
            if let Some(folder) = self.path.parent() {
                paths::make_private_dir(folder)?;
            }
            let file = paths::private_file()
                .append(true)
                .create(true)
                .open(&self.path)?;
            let size = file.metadata()?.len();
            self.open = Some((file, size));
        }
        self.open
            .as_mut()
            .ok_or_else(|| io::Error::other("the log is not open"))
    }
}

impl Write for Rotating {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let end = line.len() - usize::from(line.ends_with('\n'));
            let (words, end) = line.split_at_checked(end).unwrap_or((line, ""));
            lines.push_str(&sanitise(words));
            lines.push_str(end);
        }
        let (file, size) = self.file()?;
        file.write_all(lines.as_bytes())?;
        *size += lines.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.open {
            Some((file, _)) => file.flush(),
            None => Ok(()),
        }
    }
}

/// Moves each file one further; the oldest is replaced. Two programs that do it at once lose old lines, never new ones.
fn aside(path: &Path) {
    let name = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        if number > 0 {
            name.push(format!(".{number}"));
        }
        PathBuf::from(name)
    };
    for number in (0..KEPT).rev() {
        let _ = std::fs::rename(name(number), name(number + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::Rotating;
    use std::io::Write as _;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn what_is_logged_is_only_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.log");
        let mut log = Rotating::new(path.clone());
        log.write_all(b"one \x1b]0;t\x07\ntwo \xe2\x80\xae \xff\n")
            .unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, "one \\e]0;t\\u{7}\ntwo \\u{202e} \u{fffd}\n");
    }

    #[test]
    fn a_full_file_is_moved_aside_and_only_a_few_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log/x.log");
        let mut log = Rotating::new(path.clone());
        log.largest = 10;
        assert!(!path.exists());
        for number in 0..9 {
            writeln!(log, "line {number} of it").unwrap();
        }
        let mut names: Vec<_> = std::fs::read_dir(path.parent().unwrap())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["x.log", "x.log.1", "x.log.2", "x.log.3"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "line 8 of it\n");
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

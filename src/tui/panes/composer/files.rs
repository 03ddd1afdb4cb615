//! PURE. The files of a working directory as they were last listed. Owns: the list and how old it may be.
//! Does not own: listing them (`work`).

use super::completion::Listed;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How old a list may be when it is looked at.
const FRESH: Duration = Duration::from_secs(5);

/// The files below one folder.
#[derive(Debug, Clone, Default)]
pub struct Files {
    folder: PathBuf,
    listed: Arc<Vec<Listed>>,
    read: Option<Duration>,
    asked: bool,
}

impl Files {
    /// The list of this folder, empty if it is of another one.
    pub fn of(&self, folder: &Path) -> &[Listed] {
        if self.folder == folder {
            &self.listed
        } else {
            &[]
        }
    }

    /// Whether this folder is being read and was not before.
    pub fn reading(&self, folder: &Path) -> bool {
        self.asked && (self.folder != folder || self.read.is_none())
    }

    /// Whether the folder has to be read now; from then on it is under way.
    pub fn ask(&mut self, folder: &Path, clock: Duration) -> bool {
        if self.folder != folder {
            *self = Self {
                folder: folder.to_owned(),
                ..Self::default()
            };
        }
        let fresh = self.read.is_some_and(|read| clock < read + FRESH);
        if self.asked || fresh {
            return false;
        }
        self.asked = true;
        true
    }

    /// A folder was read.
    pub fn came(&mut self, folder: &Path, listed: Arc<Vec<Listed>>, clock: Duration) {
        if self.folder == folder {
            self.listed = listed;
            self.read = Some(clock);
            self.asked = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Files, Listed};
    use std::path::Path;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn a_folder_is_read_when_its_list_is_old_and_never_twice_at_once() {
        let mut files = Files::default();
        let (here, there) = (Path::new("/here"), Path::new("/there"));
        let at = Duration::from_secs;
        assert!(files.ask(here, at(1)));
        assert!(!files.ask(here, at(2)));
        assert!(files.reading(here));
        let one = Listed {
            path: "a".to_owned(),
            folder: false,
        };
        files.came(here, Arc::new(vec![one]), at(3));
        assert_eq!(files.of(here).len(), 1);
        assert!(!files.ask(here, at(4)));
        assert!(files.ask(here, at(9)));
        assert!(!files.reading(here), "the old list is there meanwhile");
        assert!(files.ask(there, at(9)));
        assert!(files.of(there).is_empty());
        // Late for a folder that is not looked at any more.
        files.came(here, Arc::default(), at(10));
        assert!(files.reading(there));
    }
}

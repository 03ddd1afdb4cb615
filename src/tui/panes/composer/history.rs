//! PURE. The prompts of before. Owns: what is remembered of them, and finding the next one that begins alike.
//! Does not own: keeping them on disk (`work`), the text (`Composer`).

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// Prompts that are remembered.
pub const REMEMBERED: usize = 2000;

/// A prompt of before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Past {
    /// Its text.
    pub text: String,
    /// Where it was said.
    pub folder: PathBuf,
}

/// The prompts of before, oldest first, each once.
#[derive(Debug, Clone, Default)]
pub struct History {
    prompts: VecDeque<Past>,
    /// Those of the sessions before are here, or on their way.
    pub asked: bool,
}

impl History {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.prompts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.prompts.is_empty()
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Past> + ExactSizeIterator {
        self.prompts.iter()
    }

    /// One by its number.
    pub fn get(&self, number: usize) -> Option<&Past> {
        self.prompts.get(number)
    }

    /// A prompt was sent. Whether it is worth remembering.
    pub fn push(&mut self, text: &str, folder: &Path) -> bool {
        if text.trim().is_empty() {
            return false;
        }
        self.prompts.retain(|past| past.text != text);
        self.prompts.push_back(Past {
            text: text.to_owned(),
            folder: folder.to_owned(),
        });
        while self.prompts.len() > REMEMBERED {
            self.prompts.pop_front();
        }
        true
    }

    /// Prompts of the sessions before have been read: they stand before those of this one.
    pub fn older(&mut self, read: Vec<Past>) {
        let newer = std::mem::take(&mut self.prompts);
        for past in read.into_iter().chain(newer) {
            self.push(&past.text, &past.folder);
        }
    }

    /// The number of the next prompt that begins with this, going back from there.
    pub fn back(&self, from: usize, begins: &str) -> Option<usize> {
        let from = from.min(self.prompts.len());
        let fits = |number: &usize| self.begins(*number, begins);
        (0..from).rev().find(fits)
    }

    /// The same going forward.
    pub fn forward(&self, from: usize, begins: &str) -> Option<usize> {
        let fits = |number: &usize| self.begins(*number, begins);
        (from + 1..self.prompts.len()).find(fits)
    }

    fn begins(&self, number: usize, with: &str) -> bool {
        self.get(number)
            .is_some_and(|past| past.text.starts_with(with))
    }
}

#[cfg(test)]
mod tests {
    use super::{History, Past, REMEMBERED};
    use std::path::Path;

    fn history(texts: &[&str]) -> History {
        let mut history = History::default();
        for text in texts {
            history.push(text, Path::new("/"));
        }
        history
    }

    fn texts(history: &History) -> Vec<&str> {
        history.iter().map(|past| past.text.as_str()).collect()
    }

    #[test]
    fn each_prompt_is_remembered_once_at_its_last_place() {
        let history = history(&["a", "b", " ", "a"]);
        assert_eq!(texts(&history), ["b", "a"]);
    }

    #[test]
    fn it_is_bounded() {
        let mut history = History::default();
        for number in 0..REMEMBERED + 5 {
            history.push(&number.to_string(), Path::new("/"));
        }
        assert_eq!(history.len(), REMEMBERED);
        assert_eq!(history.get(0).unwrap().text, "5");
    }

    #[test]
    fn what_is_read_late_stands_before_what_was_sent_since() {
        let mut history = history(&["new", "both"]);
        let past = |text: &str| Past {
            text: text.to_owned(),
            folder: "/".into(),
        };
        history.older(vec![past("old"), past("both")]);
        assert_eq!(texts(&history), ["old", "new", "both"]);
    }

    #[test]
    fn only_prompts_that_begin_alike_are_found() {
        let history = history(&["fix a", "add b", "fix c"]);
        assert_eq!(history.back(3, "fix"), Some(2));
        assert_eq!(history.back(2, "fix"), Some(0));
        assert_eq!(history.back(0, "fix"), None);
        assert_eq!(history.forward(0, "fix"), Some(2));
        assert_eq!(history.forward(2, ""), None);
    }
}

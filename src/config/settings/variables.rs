//! PURE. Variables of the environment that look like ours. Owns: which there are, and what is said of one that is none.
//! Does not own: their values (`layer`).

use super::key::Key;
use crate::config::nearest;
use std::fmt;

/// What the names of ours begin with.
pub const PREFIX: &str = "CCA_";

/// Those of ours that are no settings.
pub const OTHERS: [&str; 5] = [
    "CCA_SCENARIO",
    "CCA_SIM_SEED",
    "CCA_SIM_VERBOSE",
    "CCA_TAP_DEBUG",
    "CCA_REHEARSE",
];

/// A variable that nobody reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Its name.
    pub name: String,
    /// The one that was likely meant.
    pub meant: Option<&'static str>,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: there is no such variable, it is ignored; ",
            self.name
        )?;
        match self.meant {
            Some(meant) => write!(f, "did you mean {meant}?"),
            None => write!(
                f,
                "there are: {}",
                settings().collect::<Vec<_>>().join(", ")
            ),
        }
    }
}

fn settings() -> impl Iterator<Item = &'static str> {
    Key::ALL.into_iter().filter_map(|key| key.about().variable)
}

/// Those of these names that begin like ours and are none of ours. Another program may have chosen the same letters, so it
/// is no error.
pub fn unread(names: impl IntoIterator<Item = String>) -> Vec<Unread> {
    let all: Vec<&'static str> = settings().chain(OTHERS).collect();
    let strange = |name: &String| name.starts_with(PREFIX) && !all.contains(&name.as_str());
    let mut found: Vec<Unread> = names
        .into_iter()
        .filter(strange)
        .map(|name| Unread {
            meant: meant(&name, &all),
            name,
        })
        .collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// By what stands behind the common beginning: it would make all names alike.
fn meant(name: &str, all: &[&'static str]) -> Option<&'static str> {
    let after = |name: &'static str| name.strip_prefix(PREFIX);
    let near = nearest(
        name.strip_prefix(PREFIX)?,
        all.iter().copied().filter_map(after),
    )?;
    all.iter().copied().find(|name| after(name) == Some(near))
}

#[cfg(test)]
mod tests {
    use super::{OTHERS, unread};

    fn said(names: &[&str]) -> Vec<String> {
        let found = unread(names.iter().map(|name| (*name).to_owned()));
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_name_that_is_nearly_one_of_ours_is_told() {
        assert_eq!(
            said(&[
                "CCA_THEEM",
                "CCA_THEME",
                "HOME",
                "CCA_COLORS",
                "CCA_TAP_DEBUG"
            ]),
            [
                "CCA_COLORS: there is no such variable, it is ignored; did you mean CCA_COLOURS?",
                "CCA_THEEM: there is no such variable, it is ignored; did you mean CCA_THEME?",
            ]
        );
        let said = said(&["CCA_TEST_CLI"]);
        assert!(
            said[0].contains("it is ignored; there are: CCA_THEME, "),
            "{said:?}"
        );
    }

    /// Whatever the program asks the environment for is known here: nobody is told that a variable is not read that is.
    #[test]
    fn every_variable_that_is_read_is_known() {
        fn sources(folder: &std::path::Path, all: &mut Vec<std::path::PathBuf>) {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                let path = entry.path();
                let is_test = path.to_string_lossy().contains("_tests");
                if path.is_dir() && !is_test {
                    sources(&path, all);
                } else if path.extension().is_some_and(|end| end == "rs") && !is_test {
                    all.push(path);
                }
            }
        }
        let mut all = Vec::new();
        sources(
            &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
            &mut all,
        );
        let literal = regex::Regex::new(r#""(CCA_[A-Z_]+)""#).unwrap();
        let mut read = std::collections::BTreeSet::new();
        for path in all {
            let text = std::fs::read_to_string(path).unwrap();
            let production = text.split("#[cfg(test)]").next().unwrap_or_default();
            read.extend(
                literal
                    .captures_iter(production)
                    .map(|found| found[1].to_owned()),
            );
        }
        assert!(read.contains("CCA_SIM_SEED"), "the sources were looked at");
        assert_eq!(unread(read.clone()), []);
        for other in OTHERS {
            assert!(read.contains(other), "nobody reads {other}");
        }
    }
}

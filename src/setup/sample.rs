//! A small project to try things on. Owns: its files, in a folder of their own that goes when it is no longer used.
//! Does not own: what is done with it.

use crate::config::temporary::{Purpose, Temporary};
use std::io;
use std::path::Path;

const FILES: &[(&str, &str)] = &[
    (
        "README.md",
        include_str!("../../assets/demo-project/README.md"),
    ),
    // Under its real name in the assets, cargo would take it for a package of ours.
    (
        "Cargo.toml",
        include_str!("../../assets/demo-project/manifest.toml"),
    ),
    (
        "src/client.rs",
        include_str!("../../assets/demo-project/src/client.rs"),
    ),
    (
        "src/lib.rs",
        include_str!("../../assets/demo-project/src/lib.rs"),
    ),
    (
        "src/queue.rs",
        include_str!("../../assets/demo-project/src/queue.rs"),
    ),
    (
        "src/retry.rs",
        include_str!("../../assets/demo-project/src/retry.rs"),
    ),
];

/// Writes the project into a private folder, which is removed when the value is dropped.
pub fn sample_project() -> io::Result<Temporary> {
    let folder = Temporary::new(Purpose::Demo)?;
    for (name, text) in FILES {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        std::fs::write(path, text)?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::sample_project;

    /// The scenarios speak of this text; a diff against the file on disk must find it.
    #[test]
    fn the_file_that_the_scenarios_change_is_as_they_think() {
        let folder = sample_project().unwrap();
        let text = std::fs::read_to_string(folder.path().join("src/retry.rs")).unwrap();
        for scenario in ["tour", "playground"] {
            let document = crate::simulator::library::find(scenario).unwrap();
            let edit = document.text().split("old_string = \"").nth(1).unwrap();
            let old = edit.split("\", new_string").next().unwrap();
            assert_eq!(
                text.matches(&old.replace("\\n", "\n")).count(),
                1,
                "{scenario}"
            );
        }
        let path = folder.path().to_owned();
        drop(folder);
        assert!(!path.exists());
    }
}

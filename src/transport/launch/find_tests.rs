//! The search, in a directory of its own.

use std::fs;
use std::path::{Path, PathBuf};

use super::{CliSearch, LaunchError, find_among, find_cli, installed_version};
use crate::transport::launch::{HostEnv, LaunchOptions};

fn program(path: &Path) -> PathBuf {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, "#!/bin/sh\n").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    path.to_owned()
}

#[cfg(unix)]
#[test]
fn path_comes_before_the_well_known_places_and_an_explicit_path_before_both() {
    let dir = tempfile::tempdir().unwrap();
    let at_home = program(&dir.path().join("home/.local/bin/claude"));
    let mut search = CliSearch {
        home: Some(dir.path().join("home")),
        ..CliSearch::default()
    };
    assert_eq!(find_cli(&search).unwrap(), at_home);
    let on_path = program(&dir.path().join("bin/claude"));
    search.path_var = Some(dir.path().join("bin").into());
    assert_eq!(find_cli(&search).unwrap(), on_path);
    let named = program(&dir.path().join("bin/claude-next"));
    search.explicit = Some("claude-next".into());
    assert_eq!(find_cli(&search).unwrap(), named);
    search.explicit = Some(at_home.clone());
    assert_eq!(find_cli(&search).unwrap(), at_home);
}

#[test]
fn a_failed_search_lists_every_place() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("home");
    fs::create_dir_all(home.join(".local/bin/claude")).unwrap();
    let search = CliSearch {
        explicit: None,
        path_var: Some(dir.path().into()),
        home: Some(home.clone()),
    };
    // Not the real places: the machine that runs this may have a CLI there.
    let error = find_among(&search, &["/no/such/bin/claude"]).unwrap_err();
    let text = error.to_string();
    assert_eq!(error.code(), "CLI_NOT_FOUND");
    for place in [
        dir.path().display().to_string(),
        format!(
            "{} (is a directory)",
            home.join(".local/bin/claude").display()
        ),
    ] {
        assert!(text.contains(&place), "{text}");
    }
    for word in [
        "/no/such/bin/claude (does not exist)",
        "npm install",
        "CCA_CLI",
    ] {
        assert!(text.contains(word), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn an_explicit_path_that_cannot_be_run_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let plain = dir.path().join("plain");
    fs::write(&plain, "").unwrap();
    let dangling = dir.path().join("dangling");
    std::os::unix::fs::symlink("/no/such/target", &dangling).unwrap();
    let table = [
        (dir.path().to_owned(), "is a directory"),
        (plain, "is not executable"),
        (dangling, "is a link to nothing"),
        (dir.path().join("nothing"), "does not exist"),
    ];
    for (path, expected) in table {
        let error = find_cli(&CliSearch {
            explicit: Some(path.clone()),
            ..CliSearch::default()
        })
        .unwrap_err();
        assert!(
            matches!(&error, LaunchError::CliUnusable { problem, .. } if *problem == expected),
            "{error}"
        );
        assert_eq!(error.code(), "CLI_NOT_FOUND");
    }
    let unknown = CliSearch {
        explicit: Some("no-such-name".into()),
        ..CliSearch::default()
    };
    assert!(matches!(
        find_cli(&unknown),
        Err(LaunchError::CliNotFound { .. })
    ));
}

#[cfg(unix)]
#[test]
fn options_decide_where_to_look() {
    let dir = tempfile::tempdir().unwrap();
    let cli = program(&dir.path().join("cli"));
    let host: HostEnv = [("CCA_CLI", cli.as_os_str())].into_iter().collect();
    assert_eq!(
        LaunchOptions::default().locate(&host).unwrap().as_path(),
        cli
    );
    let other = program(&dir.path().join("other"));
    assert_eq!(
        LaunchOptions::default()
            .cli_path(&other)
            .locate(&host)
            .unwrap()
            .as_path(),
        other
    );
    let remote = LaunchOptions::default().launcher(["ssh", "host"]);
    assert_eq!(remote.locate(&host).unwrap().as_path(), Path::new("claude"));
    assert_eq!(
        remote
            .cli_path("/far/claude")
            .locate(&host)
            .unwrap()
            .as_path(),
        Path::new("/far/claude")
    );
}

#[cfg(unix)]
#[test]
fn versions_are_read_off_packages_and_paths() {
    let dir = tempfile::tempdir().unwrap();
    let package = dir.path().join("node_modules/@anthropic-ai/claude-code");
    let cli = program(&package.join("bin/claude.exe"));
    fs::write(
        package.join("package.json"),
        r#"{"name": "@anthropic-ai/claude-code", "version": "2.1.325"}"#,
    )
    .unwrap();
    let link = dir.path().join("claude");
    std::os::unix::fs::symlink(&cli, &link).unwrap();
    assert_eq!(installed_version(&link).as_deref(), Some("2.1.325"));

    let native = program(&dir.path().join("share/claude/versions/2.1.4-beta.1"));
    assert_eq!(installed_version(&native).as_deref(), Some("2.1.4-beta.1"));

    let stranger = program(&dir.path().join("other/claude"));
    fs::write(
        dir.path().join("other/package.json"),
        r#"{"name": "other", "version": "9.9.9"}"#,
    )
    .unwrap();
    assert_eq!(installed_version(&stranger), None);
    assert_eq!(installed_version(Path::new("/no/such/file")), None);
}

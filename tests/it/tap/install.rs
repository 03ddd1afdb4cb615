//! `tap --install`, and what is recorded where.

use super::*;

fn install(home: &Path, words: &[&str]) -> Saw {
    let mut command = program(home);
    command
        .args(["tap", "--install"])
        .args(words)
        .current_dir(home);
    converse(piped(command), Vec::new())
}

fn make_cli(home: &Path, name: &str) -> PathBuf {
    let path = home.join(name);
    std::fs::write(&path, "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 9\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&path, mode).unwrap();
    path
}

#[test]
fn a_wrapper_is_the_cli_with_a_recording() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("it's $HOME");
    std::fs::create_dir(&home).unwrap();
    make_cli(&home, "real claude");
    for _ in 0..2 {
        // Its own work it may replace.
        let saw = install(
            &home,
            &["wrapper", "--cli", "./real claude", "--record", "here"],
        );
        assert!(saw.status.success(), "{saw:?}");
    }
    std::fs::create_dir(home.join("here")).unwrap();
    for words in [&["-v"][..], &["a b", "--", "$x"][..]] {
        let mut command = Command::new(home.join("wrapper"));
        command.args(words).current_dir("/");
        let saw = converse(piped(command), Vec::new());
        let expected = format!("{}\n", words.join("\n"));
        assert_eq!(
            (saw.status.code(), saw.out),
            (Some(9), expected.into_bytes())
        );
    }
    // A question for the version is not a session.
    let found = until("it is recorded", || {
        let found: Vec<_> = std::fs::read_dir(home.join("here")).unwrap().collect();
        (!found.is_empty()).then_some(found)
    });
    assert_eq!(found.len(), 1);
    let told = recorded(&found[0].as_ref().unwrap().path());
    assert_eq!(told.lines(Direction::In), [b"a b", b"--" as &[u8], b"$x"]);
}

#[test]
fn nothing_of_others_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let cli = make_cli(home, "claude");
    std::fs::write(home.join("mine"), "precious").unwrap();
    std::os::unix::fs::symlink("nowhere", home.join("link")).unwrap();
    let shim = home.join("shim");
    let mut make = program(home);
    make.args(["sim", "--shim"]).arg(&shim);
    assert!(converse(piped(make), Vec::new()).status.success());
    for (path, says) in [
        ("mine", "is not a script of `cca-tui tap --install`"),
        ("link", "is not a script of"),
        ("shim", "is not a script of"),
        ("claude", "would run itself"),
        ("no/folder", "cannot be written"),
    ] {
        let saw = install(home, &[path, "--cli", cli.to_str().unwrap()]);
        let err = String::from_utf8(saw.err).unwrap();
        assert!(!saw.status.success() && err.contains(says), "{path}: {err}");
    }
    assert_eq!(std::fs::read(home.join("mine")).unwrap(), b"precious");
    let saw = install(home, &["new", "--cli", "/nowhere/claude"]);
    assert!(!saw.status.success() && !home.join("new").exists());
}

#[test]
fn a_name_that_is_taken_gets_a_number() {
    let scene = Scene::new();
    std::fs::write(scene.path(), "precious").unwrap();
    for _ in 0..2 {
        converse(scene.tap(&["cat"]), b"x\n".to_vec());
    }
    for number in [2, 3] {
        let beside = scene.folder.path().join(format!("session-{number}.ndjson"));
        assert_eq!(recorded(&beside).lines(Direction::In), [b"x"]);
    }
    assert_eq!(std::fs::read(scene.path()).unwrap(), b"precious");
}

#[test]
fn without_a_recording_there_is_only_the_cli() {
    let scene = Scene::new();
    for words in [
        &[
            "tap",
            "--no-record",
            "--",
            "sh",
            "-c",
            "echo $PPID; exit 4",
            "--output-format",
            "stream-json",
        ][..],
        // No protocol, no recording.
        &["tap", "--", "sh", "-c", "echo $PPID; exit 4"][..],
    ] {
        let mut command = program(scene.folder.path());
        command.args(words);
        let saw = converse(piped(command), Vec::new());
        assert_eq!(saw.status.code(), Some(4));
        assert_eq!(saw.out, format!("{}\n", std::process::id()).into_bytes());
        assert!(!scene.folder.path().join("state").exists());
    }
}

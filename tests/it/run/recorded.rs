//! Every session is recorded, unless somebody said otherwise; one that cannot be goes on.

use super::{OutputOf as _, Ran, Scene};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

const TURN: &str = "ready; hear; init; text 'Hello.'; ok";

fn run(scene: &Scene, state: &Path, arguments: &[&str]) -> Ran {
    let mut command = scene.command(arguments);
    command
        .env_remove("CCA_RECORD")
        .env("XDG_STATE_HOME", state)
        .env("XDG_CONFIG_HOME", scene.path());
    Ran::of(&command.unwrap_or_output())
}

fn recordings(state: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(state.join("cca-tui/recordings"));
    let files = listed.into_iter().flatten().flatten();
    let files = files.map(|entry| entry.path());
    files
        .filter(|path| path.extension().is_some_and(|end| end == "ndjson"))
        .collect()
}

#[test]
fn a_session_is_recorded_privately_and_the_file_is_named() {
    let scene = Scene::new(TURN);
    let state = tempfile::tempdir().unwrap();
    let ran = run(&scene, state.path(), &["--json", "x"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let [file] = &recordings(state.path())[..] else {
        panic!("one recording is made");
    };
    assert_eq!(
        ran.event("end")["recording"],
        file.display().to_string().as_str()
    );
    assert!(std::fs::read_to_string(file).unwrap().contains("Hello."));
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(file), 0o600);
    assert_eq!(mode(file.parent().unwrap()), 0o700);
}

#[test]
fn a_flag_or_a_setting_turns_it_off() {
    let scene = Scene::new(TURN);
    let state = tempfile::tempdir().unwrap();
    let ran = run(&scene, state.path(), &["--no-record", "--json", "x"]);
    assert!(ran.event("end")["recording"].is_null(), "{ran:?}");
    std::fs::create_dir(scene.path().join("cca-tui")).unwrap();
    scene.file("cca-tui/settings.toml", "[session]\nrecord = false\n");
    run(&scene, state.path(), &["x"]);
    assert!(recordings(state.path()).is_empty());
}

#[test]
fn a_recording_that_cannot_be_made_is_no_reason_not_to_work() {
    let scene = Scene::new(TURN);
    let file = scene.file("state", "in the way");
    let ran = run(&scene, &file, &["x"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("Hello."), "{ran:?}");
    let said =
        ran.err.contains("the recording stopped") || ran.out.contains("the recording stopped");
    assert!(said, "{ran:?}");
    assert!(
        !ran.out.contains("recorded in") && !ran.err.contains("recorded in"),
        "{ran:?}"
    );
    let ran = run(&scene, &file, &["--json", "x"]);
    assert!(ran.event("session")["recording"].is_null(), "{ran:?}");
    assert!(ran.event("end")["recording"].is_null(), "{ran:?}");
}

#[test]
fn recordings_that_are_too_old_go() {
    let scene = Scene::new(TURN);
    let state = tempfile::tempdir().unwrap();
    run(&scene, state.path(), &["x"]);
    let [old] = &recordings(state.path())[..] else {
        panic!("one recording is made");
    };
    let week = std::time::Duration::from_hours(24 * 7);
    let file = std::fs::OpenOptions::new().write(true).open(old).unwrap();
    file.set_modified(std::time::SystemTime::now() - week)
        .unwrap();
    std::fs::create_dir(scene.path().join("cca-tui")).unwrap();
    scene.file("cca-tui/settings.toml", "[recordings]\ndays = 6\n");
    // Nobody waits for it, so that a short run may end before it: one of them finds the time.
    let gone = (0..50).any(|_| {
        run(&scene, state.path(), &["x"]);
        !old.exists()
    });
    assert!(gone);
}

#[test]
fn a_redacted_recording_holds_no_secret_and_the_session_does() {
    let key = format!("sk-{}-api03-Ab3dE6gH9jK2mN5pQ8sT1vW4", "ant");
    let scene = Scene::new(&format!("ready; hear; init; text 'It is {key}.'; ok"));
    let state = tempfile::tempdir().unwrap();
    let ran = run(&scene, state.path(), &["--redact", "--json", &key]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    // What was said and heard is as it was.
    assert!(ran.out.contains(&format!("It is {key}.")), "{ran:?}");
    let [file] = &recordings(state.path())[..] else {
        panic!("one recording is made");
    };
    let text = std::fs::read_to_string(file).unwrap();
    assert!(!text.contains("Ab3dE6gH9"), "{text}");
    assert!(text.contains("It is [masked].") && text.contains("\"redacted\":true"));
    // The prompt and the answer, at least; an event for programs says how much.
    assert!(ran.event("end")["masked"].as_u64() >= Some(2), "{ran:?}");
    let last = text
        .lines()
        .rev()
        .find(|line| line.contains("\"redacted\""));
    assert!(last.unwrap().contains("\"dir\":\"note\""), "{text}");
}

#[test]
fn a_setting_redacts_too_and_a_project_may_ask_for_it() {
    let key = format!("gh{}_Ab3dE6gH9jK2mN5pQ8sT1vW4", "p");
    let scene = Scene::new(&format!("ready; hear; init; text 'It is {key}.'; ok"));
    scene.file(".cca-tui.toml", "[session]\nredact = true\n");
    let state = tempfile::tempdir().unwrap();
    let ran = run(&scene, state.path(), &["x"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.err.contains("masked") || ran.out.contains("masked"),
        "{ran:?}"
    );
    let [file] = &recordings(state.path())[..] else {
        panic!("one recording is made");
    };
    assert!(!std::fs::read_to_string(file).unwrap().contains("Ab3dE6gH9"));
}

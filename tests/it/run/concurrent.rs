//! Many sessions at a time record into one folder, while others tidy it up and list it: nobody loses anything.

use super::Scene;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

const SESSIONS: usize = 6;

/// Says who it is, waits until all are there, says it again, and ends. More than a recording may take is said meanwhile.
const WAITING: &str = r#"
ready; hear; init
text "first word of $PWD"
long=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
for n in 1 2 3 4 5 6; do long=$long$long; done
i=0
while [ $i -lt 60 ]; do i=$((i+1)); text "$long"; done
touch there
while [ ! -e go ] && [ $i -lt 1200 ]; do i=$((i+1)); sleep 0.05; done
text "last word of $PWD"
ok
"#;

fn started(scene: &Scene, state: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cca-tui"));
    command
        .arg("run")
        .args(scene.arguments())
        .args(["--json", "x"])
        .env_remove("CCA_CLI")
        .env_remove("CCA_RECORD")
        .env("XDG_STATE_HOME", state)
        .env("XDG_CONFIG_HOME", state)
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(scene.path().join("printed")).unwrap())
        .stderr(Stdio::null());
    command.spawn().unwrap()
}

/// What `watch` lists, by path.
fn listed(state: &Path, words: &[&str]) -> BTreeMap<PathBuf, Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(["watch", "--json"])
        .args(words)
        .env("XDG_STATE_HOME", state)
        .env("XDG_CONFIG_HOME", state)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let one = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap();
        (PathBuf::from(value["path"].as_str().unwrap()), value)
    };
    text.lines().map(one).collect()
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < Duration::from_mins(1), "{what}");
        std::thread::yield_now();
    }
}

/// Old recordings, which go.
fn old_ones(state: &Path) -> Vec<PathBuf> {
    let folder = state.join("cca-tui/recordings");
    std::fs::create_dir_all(&folder).unwrap();
    let long_ago = SystemTime::now() - Duration::from_hours(24 * 31);
    let one = |number: usize| {
        let path = folder.join(format!("20250102-030405-{number}.ndjson"));
        let text = include_str!("../../fixtures/recordings/tool_turn.ndjson");
        std::fs::write(&path, text).unwrap();
        let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_modified(long_ago).unwrap();
        path
    };
    (1..=20).map(one).collect()
}

#[test]
fn sessions_that_run_at_a_time_keep_their_recordings() {
    let state = tempfile::tempdir().unwrap();
    // All together take more than this: whoever tidies up would like to delete.
    std::fs::create_dir_all(state.path().join("cca-tui")).unwrap();
    let settings = state.path().join("cca-tui/settings.toml");
    std::fs::write(settings, "[recordings]\nmib = 1\n").unwrap();
    let old = old_ones(state.path());
    let scenes: Vec<Scene> = (0..SESSIONS).map(|_| Scene::new(WAITING)).collect();
    let running: Vec<Child> = scenes
        .iter()
        .map(|scene| started(scene, state.path()))
        .collect();
    until("all sessions are there", || {
        // It is listed and tidied up all the while.
        listed(state.path(), &["--prune"]);
        scenes
            .iter()
            .all(|scene| scene.path().join("there").exists())
    });
    let live = listed(state.path(), &["--prune"]);
    assert_eq!(live.len(), SESSIONS, "{live:?}");
    assert!(live.values().all(|one| one["live"] == true), "{live:?}");
    assert!(
        live.values()
            .any(|one| one["bytes"].as_u64() > Some(100_000))
    );
    assert!(old.iter().all(|path| !path.exists()));
    for scene in &scenes {
        scene.file("go", "");
    }
    let mut recordings = Vec::new();
    for (scene, mut child) in scenes.iter().zip(running) {
        assert!(child.wait().unwrap().success());
        let text = std::fs::read_to_string(scene.path().join("printed")).unwrap();
        let end: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        let path = PathBuf::from(end["recording"].as_str().unwrap());
        // Each has all of its own session, and nothing of another.
        let recorded = std::fs::read_to_string(&path).unwrap();
        let place = scene.path().canonicalize().unwrap().display().to_string();
        for words in ["first", "last"] {
            let said = format!("{words} word of {place}");
            assert_eq!(recorded.matches(&said).count(), 1, "{said}");
        }
        assert_eq!(recorded.matches(" word of ").count(), 2);
        recordings.push(path);
    }
    recordings.sort();
    let (told, after): (Vec<_>, Vec<_>) = listed(state.path(), &[]).into_iter().unzip();
    assert_eq!(told, recordings);
    assert!(
        after
            .iter()
            .all(|one| one["live"] == false && one["turns"] == 1)
    );
}

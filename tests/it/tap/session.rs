//! Sessions of our own SDK with the simulator, through a wrapper: the same results, two recordings that agree, and a list.

use super::*;
use assert_cmd::prelude::OutputAssertExt as _;
use cca::session::Phase;
use cca::trace::{Header, LineForm, Moment, Recorder};
use cca::{Agent, Options};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt as _;

/// A wrapper around the simulator, with its own state directory.
fn wrapper(home: &Path) -> PathBuf {
    let shim = home.join("claude");
    let mut make = program(home);
    make.args(["sim", "--shim"]).arg(&shim);
    make.assert().success();
    let path = home.join("tapped");
    let mut install = program(home);
    install
        .args(["tap", "--install"])
        .arg(&path)
        .arg("--cli")
        .arg(&shim);
    install.assert().success();
    path
}

fn options(home: &Path) -> Options {
    let state = home.join("state").display().to_string();
    Options::new()
        .cli_path(wrapper(home))
        .cwd(home)
        .record(home.join("own.ndjson"))
        .cli(move |launch| launch.set_env("XDG_STATE_HOME", &state))
}

fn listed(home: &Path) -> Vec<Value> {
    let mut watch = program(home);
    let output = watch.args(["watch", "--json"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_listed_while_it_lives_and_after() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let mut client = Agent::new(options(home)).connect().await.unwrap();
    client.query("hello there").await.unwrap();
    let result = client.receive_response().await.unwrap();
    assert!(!result.text().is_empty());
    let live = until("it is live", || {
        listed(home)
            .into_iter()
            .find(|one| one["turns"] == 1 && one["state"] == "idle")
    });
    assert_eq!(live["live"], true);
    client.session().close().await.unwrap();
    let state = client.session().snapshot().await.unwrap();
    assert_eq!(state.phase(), Phase::Completed);
    drop(client);

    let path = PathBuf::from(live["path"].as_str().unwrap());
    let told = recorded(&path);
    let own = recorded(&home.join("own.ndjson"));
    for direction in [Direction::In, Direction::Out, Direction::Stderr] {
        assert_eq!(told.lines(direction), own.lines(direction), "{direction}");
    }
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));

    let [after] = &listed(home)[..] else {
        panic!("one recording");
    };
    assert_eq!(after["live"], false);
    assert_eq!(after["title"], "hello there");
    assert_eq!(after["state"], "completed");
    // The SDK is its parent, and may have taken the exit code before anybody else could ask.
    let how = after["ending"]["how"].as_str().unwrap();
    assert!(["exited", "over"].contains(&how), "{how}");
    assert_eq!(after["pid"], state.life.pid.unwrap());
    let mut inspect = program(home);
    inspect.arg("inspect").arg(&path);
    inspect.assert().success();
    let mut watch = program(home);
    let table = watch.arg("watch").output().unwrap();
    assert!(
        String::from_utf8(table.stdout)
            .unwrap()
            .contains("hello there")
    );
}

/// A session that hangs is explained while it hangs: whoever waits has waited until now, not until the last line.
#[test]
fn a_session_that_hangs_is_explained_meanwhile() {
    let scene = Scene::new();
    let header = Header {
        started: Some(chrono::Utc::now() - chrono::Duration::seconds(60)),
        ..Header::default()
    };
    let hook = br#"{"type":"control_request","request_id":"h1","request":{"subtype":"hook_callback","callback_id":"g","input":{"hook_event_name":"Stop"}}}"#;
    let mut recorder = Recorder::create(scene.path(), &header).unwrap();
    let _ = recorder.write(1, Moment(1_000_000), Direction::In, hook, LineForm::Json);
    let _ = recorder.flush();
    let rules = || -> Vec<Value> {
        let mut inspect = program(scene.folder.path());
        let inspect = inspect.args(["inspect", "--json"]).arg(scene.path());
        let told: Value = serde_json::from_slice(&inspect.output().unwrap().stdout).unwrap();
        let found = told["findings"].as_array().unwrap().iter();
        found.map(|finding| finding["rule"].clone()).collect()
    };
    assert_eq!(rules(), ["unanswered"]);
    // Nobody writes it any more: what came after the last line is not known.
    drop(recorder);
    assert_eq!(rules(), [""; 0]);
}

#[test]
fn pruning_says_what_it_deleted() {
    let scene = Scene::new();
    let home = scene.folder.path();
    let folder = home.join("state/cca-tui/recordings");
    std::fs::create_dir_all(&folder).unwrap();
    let old = folder.join("20250102-030405-7.ndjson");
    std::fs::copy("tests/fixtures/recordings/tool_turn.ndjson", &old).unwrap();
    let long_ago = std::time::SystemTime::now() - Duration::from_hours(24 * 31);
    let file = std::fs::OpenOptions::new().write(true).open(&old).unwrap();
    file.set_modified(long_ago).unwrap();
    assert_eq!(listed(home).len(), 1);
    for words in [&["watch", "--prune"][..], &["watch"][..]] {
        let output = program(home).args(words).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.contains("20250102-030405-7.ndjson") && text.contains("older than 30 days"),
            "{text}"
        );
    }
    assert!(!old.exists());
}

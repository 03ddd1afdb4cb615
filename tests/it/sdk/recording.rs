//! Recordings that cannot be made or finished: an error at the start, or a notice while the session goes on.

use super::{child, within};
use cca::session::State;
use cca::trace::{Item, Recording, Traffic};
use cca::{Client, query};
use std::path::Path;
use std::process::Command;

fn fold(path: &Path) -> (State, u64) {
    let (mut state, mut entries) = (State::default(), 0);
    for item in Recording::open(path).unwrap() {
        if let Item::Entry(entry) = item.unwrap() {
            state.observe(&Traffic::from_entry(entry));
            entries += 1;
        }
    }
    (state, entries)
}

#[tokio::test]
async fn a_recording_folds_to_the_live_state() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("new/one.ndjson");
    let options = child("ready; hear; echo words >&2; result; hear").record(&path);
    let mut client = Client::connect(&options).await.unwrap();
    client.query("x").await.unwrap();
    within(client.receive_response()).await.unwrap();
    within(client.session().close()).await.unwrap();
    let live = client.session().snapshot().await.unwrap();
    assert_eq!(fold(&path).0, live);
}

/// Both lines come in one read: what the first leads to is recorded before the second, as it was acted on.
#[tokio::test]
async fn a_request_and_its_withdrawal_in_one_read_fold_to_the_live_state() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("one.ndjson");
    let ask = r#"{"type":"control_request","request_id":"p1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"c1"}}"#;
    let cancel = r#"{"type":"control_cancel_request","request_id":"p1"}"#;
    let both = format!("printf '%s\\n%s\\n' '{ask}' '{cancel}'");
    let options = child(&format!("ready; hear; {both}; result; hear"))
        .record(&path)
        .allow("Bash")
        .unwrap();
    let mut client = Client::connect(&options).await.unwrap();
    client.query("x").await.unwrap();
    within(client.receive_response()).await.unwrap();
    within(client.session().close()).await.unwrap();
    let live = client.session().snapshot().await.unwrap();
    assert_eq!(live.decisions.total(), 1);
    assert_eq!(fold(&path).0, live);
}

/// It is nowhere then, and the place it was to have is not told as if it were there.
#[tokio::test]
async fn a_recording_that_is_wanted_only_if_possible_is_nowhere_if_it_cannot_be_made() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "x").unwrap();
    for (path, place) in [
        (file.join("below"), None),
        (file.clone(), Some(dir.path().join("file-2"))),
    ] {
        let options = child("ready; hear; result; hear").record_if_possible(&path);
        let mut client = Client::connect(&options).await.unwrap();
        assert_eq!(client.session().recording(), place.as_deref());
        assert!(place.is_none_or(|place| place.exists()));
        within(client.session().close()).await.unwrap();
    }
}

#[tokio::test]
async fn a_recording_that_cannot_be_made_is_an_error_before_anything_starts() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let cases = [
        file.join("below"),
        file.clone(),
        dir.path().to_path_buf(),
        "/dev/full".into(),
        "/proc/nothing/here".into(),
    ];
    for path in cases {
        // Nothing is started: the child would leave a mark.
        let mark = dir.path().join("mark");
        let options = child(&format!(": > '{}'; ready", mark.display())).record(&path);
        let error = within(query("x", options)).await.unwrap_err();
        assert_eq!(error.code(), "RECORDING", "{}: {error}", path.display());
        assert!(!mark.exists());
    }
    assert_eq!(std::fs::read(&file).unwrap(), b"x");
}

const FULL: &str = "CCA_TEST_FULL_DISK";

/// A disk that fills up while a session runs, by way of a limit for the size of files. The limit is for a whole
/// process, so this runs the test below in one of its own.
#[test]
fn a_disk_that_fills_up_is_told_and_the_session_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("full.ndjson");
    let run = Command::new("/bin/sh")
        .arg("-c")
        .arg("trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"")
        .arg(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "--ignored",
            "--nocapture",
            "sdk::recording::on_a_full_disk",
        ])
        .env(FULL, &path)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && text.contains("1 passed"), "{text}");
    let (state, entries) = fold(&path);
    assert!(entries > 1 && state.life.exit.is_none());
}

#[tokio::test]
#[ignore = "run by a_disk_that_fills_up_is_told_and_the_session_goes_on"]
async fn on_a_full_disk() {
    let Some(path) = std::env::var_os(FULL) else {
        return;
    };
    let script = r#"ready; hear
        i=0; while [ $i -lt 500 ]; do say '{"type":"keep_alive","filler":"0123456789012345678901234567890123456789"}'; i=$((i+1)); done
        result; hear; result; hear"#;
    let mut client = Client::connect(&child(script).record(path)).await.unwrap();
    for _ in 0..2 {
        client.query("x").await.unwrap();
        within(client.receive_response()).await.unwrap();
    }
    let odd = client.session().inspect(|state, _| {
        let what = state.oddities.iter().map(|oddity| oddity.what.clone());
        what.filter(|what| what.contains("recording")).count()
    });
    assert_eq!(odd.await.unwrap(), 1);
    within(client.disconnect()).await.unwrap();
}

//! `cca-tui export`, as a program: what it writes, what it says is masked, and when it asks.

mod planted;

use assert_cmd::Command;
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

const SECRET: &str = "correct-horse-battery-9";

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/recordings")
        .join(name)
}

fn export(file: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cca-tui"));
    command.arg("export").arg(file).args(words);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A recording with a secret in its command line, in a call, in a result, and split over a stream.
fn leaky(folder: &Path) -> PathBuf {
    let delta = |text: &str| {
        json!({"type": "stream_event", "parent_tool_use_id": null, "event": {
            "type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}})
    };
    let (one, two) = SECRET.split_at(9);
    let lines = [
        json!({"type": "assistant", "message": {"id": "m1", "role": "assistant", "content": [
            {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": format!("DB_PASSWORD={SECRET} ./run")}}]}}),
        json!({"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": format!("connected with {SECRET}")}]}}),
        delta(one),
        delta(two),
        json!({"type": "result", "subtype": "success", "is_error": false, "result": "done", "num_turns": 1}),
    ];
    let mut recorded = format!(
        "{}\n",
        json!({"cca_recording": 1, "started": "2026-01-02T03:04:05.678Z", "env": ["PATH", "DB_PASSWORD"], "cwd": "/",
            "argv": ["claude", "--api-key", SECRET], "cli_version": "9.9.9"})
    );
    for (at, line) in lines.iter().enumerate() {
        let seq = at + 1;
        let entry = format!("{{\"seq\":{seq},\"t\":{at}.5,\"dir\":\"in\",\"msg\":{line}}}\n");
        recorded.push_str(&entry);
    }
    let path = folder.join("leaky session.ndjson");
    std::fs::write(&path, recorded).unwrap();
    path
}

#[test]
fn a_transcript_of_a_real_turn_reads_well() {
    let out = export(&fixture("tool_turn.ndjson"), &[]).output().unwrap();
    assert!(out.status.success(), "{}", text(&out.stderr));
    insta::assert_snapshot!(text(&out.stdout));
}

#[test]
fn a_page_is_written_privately_and_never_over_something() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let words = ["--format", "html", "-o", page.to_str().unwrap()];
    export(&fixture("tool_turn.ndjson"), &words)
        .assert()
        .success()
        .stdout("");
    let mode = std::fs::metadata(&page).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let written = std::fs::read_to_string(&page).unwrap();
    assert!(written.starts_with("<!doctype html>") && written.ends_with("</html>\n"));
    let again = export(&fixture("tool_turn.ndjson"), &words)
        .output()
        .unwrap();
    assert!(!again.status.success());
    assert!(
        text(&again.stderr).contains("--force"),
        "{}",
        text(&again.stderr)
    );
    export(
        &fixture("tool_turn.ndjson"),
        &[&words[..], &["--force"]].concat(),
    )
    .assert()
    .success();
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing is left beside it");
}

#[test]
fn every_format_is_free_of_the_secret_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = leaky(folder.path());
    for format in ["markdown", "html", "ndjson"] {
        let out = export(&file, &["--format", format]).output().unwrap();
        assert!(out.status.success());
        let said = text(&out.stderr);
        assert!(said.contains("masked") && !said.contains(SECRET), "{said}");
        let written = text(&out.stdout);
        assert!(
            !written.contains(SECRET) && written.contains("[masked]"),
            "{written}"
        );
        assert!(!written.contains("battery"), "{written}");
        let bare = export(&file, &["--format", format, "--no-mask"])
            .output()
            .unwrap();
        assert!(text(&bare.stdout).contains(SECRET), "{format}");
        assert!(text(&bare.stderr).contains("may hold secrets"));
    }
}

#[test]
fn the_lines_of_a_filter_are_a_recording_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = leaky(folder.path());
    let small = folder.path().join("small.ndjson");
    let words = [
        "--format",
        "ndjson",
        "--filter",
        "~t assistant | ~t result",
        "-o",
        small.to_str().unwrap(),
    ];
    export(&file, &words).assert().success();
    let out = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(["inspect", "--json"])
        .arg(&small)
        .output()
        .unwrap();
    let seen: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(
        (&seen["lines"], &seen["cli_version"]),
        (&json!(2), &json!("9.9.9"))
    );
    let wrong = export(&file, &["--filter", "~size > lots"])
        .output()
        .unwrap();
    assert!(text(&wrong.stderr).contains("column 9") && !wrong.status.success());
}

#[test]
fn a_bundle_is_shown_before_it_is_written_and_unpacks() {
    let folder = tempfile::tempdir().unwrap();
    let file = leaky(folder.path());
    let bundle = folder.path().join("bundle.tar");
    let words = ["--format", "bundle", "-o", bundle.to_str().unwrap()];
    let refused = export(&file, &words).write_stdin("y\n").output().unwrap();
    let said = text(&refused.stderr);
    assert!(
        !refused.status.success() && said.contains("--yes"),
        "{said}"
    );
    assert!(
        said.contains("by name (argv)") && !bundle.exists(),
        "{said}"
    );

    export(&file, &[&words[..], &["--yes"]].concat())
        .assert()
        .success();
    let mode = std::fs::metadata(&bundle).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let unpacked = std::process::Command::new("tar")
        .arg("-xf")
        .arg(&bundle)
        .arg("-C")
        .arg(folder.path())
        .status()
        .unwrap();
    assert!(unpacked.success());
    let inside = folder.path().join("bundle-leaky_session");
    let read = |name: &str| std::fs::read_to_string(inside.join(name)).unwrap();
    let mut all = String::new();
    for name in [
        "README.txt",
        "about.json",
        "findings.txt",
        "inspect.json",
        "masked.json",
        "recording.ndjson",
    ] {
        all.push_str(&read(name));
    }
    assert!(!all.contains(SECRET) && !all.contains("battery"), "{all}");
    let about: Value = serde_json::from_str(&read("about.json")).unwrap();
    assert_eq!(about["argv"], json!(["claude", "--api-key", "[masked]"]));
    assert_eq!(about["environment_names"], json!(["PATH", "DB_PASSWORD"]));
    let masked: Value = serde_json::from_str(&read("masked.json")).unwrap();
    assert_eq!(masked["total"], 4, "{masked}");
    assert_eq!(read("recording.ndjson").lines().count(), 6);
}

#[test]
fn what_cannot_be_exported_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = leaky(folder.path());
    let filtered = export(&file, &["--format", "bundle", "--filter", "x"])
        .output()
        .unwrap();
    assert!(text(&filtered.stderr).contains("ndjson"));
    let nothing = folder.path().join("empty.ndjson");
    std::fs::write(&nothing, "").unwrap();
    let empty = export(&nothing, &[]).output().unwrap();
    assert!(text(&empty.stderr).contains("is empty") && !empty.status.success());
    for name in [
        "torn.ndjson",
        "dump.ndjson",
        "capture.ndjson",
        "interrupted_turn.ndjson",
    ] {
        let out = export(&fixture(name), &["--format", "html"])
            .output()
            .unwrap();
        assert!(out.status.success(), "{name}: {}", text(&out.stderr));
    }
}

#[test]
fn a_page_of_a_real_turn_leads_nowhere() {
    let out = export(&fixture("tool_turn.ndjson"), &["--format", "html"])
        .output()
        .unwrap();
    let page = text(&out.stdout).to_lowercase();
    for outside in [
        "http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("<details"));
}

#[test]
fn a_film_is_private_masked_and_what_players_take() {
    let folder = tempfile::tempdir().unwrap();
    let leaks = leaky(folder.path());
    let film = folder.path().join("film.cast");
    let path = film.to_str().unwrap();
    let words = [
        "--format", "cast", "--size", "90x28", "--theme", "dark", "-o", path,
    ];
    export(&leaks, &words).assert().success();
    let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&film).unwrap());
    assert_eq!(mode & 0o777, 0o600);
    let cast = std::fs::read_to_string(&film).unwrap();
    let mut lines = cast.lines();
    let header: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(
        (&header["version"], &header["width"]),
        (&json!(2), &json!(90))
    );
    let mut terminal = vt100::Parser::new(28.try_into().unwrap(), 90.try_into().unwrap(), 0);
    let mut last = 0.0;
    let mut shown = String::new();
    for line in lines {
        let (at, kind, text): (f64, String, String) = serde_json::from_str(line).unwrap();
        assert!(kind == "o" && at >= last);
        last = at;
        terminal.process(text.as_bytes());
        shown.push_str(&terminal.screen().contents());
    }
    assert!(
        !shown.contains(SECRET) && shown.contains("[masked]"),
        "{shown}"
    );
    assert!(!cast.contains(SECRET));
    // It is not written over, and what is typed wrong is told before anything is made.
    export(&leaks, &words).assert().failure();
    for wrong in [
        ["--size", "1x1"],
        ["--speed", "0"],
        ["--idle", "x"],
        ["--theme", "none"],
    ] {
        let typed = [&["--format", "cast"], &wrong[..]].concat();
        export(&leaks, &typed).assert().code(2);
    }
}

#[test]
fn a_filter_that_nothing_fits_says_so() {
    let out = export(
        &fixture("tool_turn.ndjson"),
        &["--format", "ndjson", "--filter", "~tool Nothing"],
    );
    let out = { out }.output().unwrap();
    assert!(out.status.success());
    assert_eq!(text(&out.stdout).lines().count(), 1, "the header");
    let said = text(&out.stderr);
    assert!(said.contains("no line fits the filter"), "{said}");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("nowhere/result.md");
    let mut command = export(&fixture("tool_turn.ndjson"), &["-o"]);
    let out = command.arg(&place).output().unwrap();
    let said = text(&out.stderr);
    let named = format!("there is no folder {}:", place.parent().unwrap().display());
    assert!(!out.status.success() && said.contains(&named), "{said}");
}

//! Summaries of CSV files: figures, bad rows, odd files, progress, cancellation.

use super::{Outcome, call, call_on};
use cca::tools::{CallContext, Progress, ProgressSink, demo};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

async fn summary(folder: &TempDir) -> Outcome {
    call("summarise_csv", json!({"folder": folder.path()})).await
}

async fn first(bytes: &[u8]) -> Value {
    let folder = folder(&[("a.csv", bytes)]);
    summary(&folder).await.data["files"][0].take()
}

#[tokio::test]
async fn figures_of_every_file() {
    let folder = folder(&[
        ("b.CSV", b"x\n1\n"),
        (
            "a.csv",
            b"name,age,city\nAda,36,London\nBo,,Oslo\nCy,41,\"Rio, de\nJaneiro\"\n",
        ),
        ("notes.txt", b"a,b\n"),
        ("below/c.csv", b"y\n2\n"),
    ]);
    let outcome = summary(&folder).await;
    assert_eq!(
        outcome.data,
        json!({"left_out": 0, "unreadable_folders": 0, "files": [
            {"file": "a.csv", "rows": 3, "bad_rows": 0, "column_count": 3, "columns": [
                {"name": "name", "filled": 3, "numbers": 0},
                {"name": "age", "filled": 2, "numbers": 2, "min": 36.0, "max": 41.0, "mean": 38.5},
                {"name": "city", "filled": 3, "numbers": 0},
            ]},
            {"file": "b.CSV", "rows": 1, "bad_rows": 0, "column_count": 1, "columns": [
                {"name": "x", "filled": 1, "numbers": 1, "min": 1.0, "max": 1.0, "mean": 1.0},
            ]},
        ]})
    );
    assert!(
        outcome
            .ok()
            .contains("age: 2 numbers, min 36, max 41, mean 38.5"),
        "{outcome:?}"
    );
    let all = call(
        "summarise_csv",
        json!({"folder": folder.path(), "recursive": true}),
    )
    .await;
    assert_eq!(all.data["files"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn semicolons_and_decimal_commas() {
    let file = first(b"name;price\n\"a;b\";1,5\nc;2,5\n").await;
    assert_eq!(
        file["columns"][1],
        json!({"name": "price", "filled": 2, "numbers": 2, "min": 1.5, "max": 2.5, "mean": 2.0})
    );
    // A semicolon in quotes does not make the file one of semicolons.
    assert_eq!(first(b"\"a;b;c\",d\n1,2\n").await["column_count"], 2);
}

#[tokio::test]
async fn rows_that_do_not_fit_are_counted() {
    let file = first(b"a,b\n1,2\n1\n1,2,3\n3,4\n").await;
    assert_eq!((&file["rows"], &file["bad_rows"]), (&json!(2), &json!(2)));
    assert_eq!(file["columns"][0]["mean"], 2.0);
}

#[tokio::test]
async fn words_are_no_numbers() {
    let file = first(b"a\nnan\ninf\n-inf\n1e999\n0x10\n--1\n+\n1e3\n.5\n").await;
    assert_eq!(
        file["columns"][0],
        json!({"name": "a", "filled": 9, "numbers": 2, "min": 0.5, "max": 1000.0, "mean": 500.25})
    );
    // The mean of the largest and the smallest number there is does not overflow.
    let file = first(b"a\n1e308\n-1e308\n1e308\n").await;
    assert!(file["columns"][0]["mean"].as_f64().unwrap().is_finite());
}

#[tokio::test]
async fn odd_files_are_tolerated() {
    assert_eq!(first(b"").await["rows"], 0);
    assert_eq!(
        first(b"\xef\xbb\xbfname,x\r\nM\xfcller,1\r\n").await["columns"][0]["name"],
        "name"
    );
    assert_eq!(
        first(b"na\xffme\n1\n").await["columns"][0]["name"],
        "na\u{fffd}me"
    );
    assert_eq!(first(b"a,b\n\0\x1b[31m,2\n").await["rows"], 1);
    let wide = vec![b','; 500];
    let file = first(&wide).await;
    assert_eq!(
        (
            &file["column_count"],
            file["columns"].as_array().unwrap().len()
        ),
        (&json!(501), 200)
    );
}

#[tokio::test]
async fn a_quote_that_is_never_closed_does_not_fill_the_memory() {
    let mut bytes = b"a,b\n1,2\n3,\"".to_vec();
    bytes.resize(8 * 1024 * 1024, b'x');
    let file = first(&bytes).await;
    assert_eq!(file["rows"], 1);
    assert!(
        file["problem"].as_str().unwrap().contains("quote"),
        "{file}"
    );
}

#[tokio::test]
async fn progress_is_told_for_each_file() {
    let folder = folder(&[("a.csv", b"x\n1\n"), ("b.csv", b"x\n1\n")]);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    let sink = ProgressSink::new(move |progress: Progress| ear.lock().unwrap().push(progress));
    let cx = CallContext {
        progress: Some(sink),
        ..CallContext::default()
    };
    let server = demo::server().unwrap();
    call_on(
        &server,
        "summarise_csv",
        json!({"folder": folder.path()}),
        cx,
    )
    .await
    .ok();
    let heard = heard.lock().unwrap();
    let told: Vec<_> = heard
        .iter()
        .map(|progress| {
            (
                progress.done,
                progress.total,
                progress.message.as_deref().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (0.0, Some(2.0), "reading a.csv"),
            (1.0, Some(2.0), "reading b.csv"),
            (2.0, Some(2.0), "done")
        ]
    );
}

#[test]
fn cancelling_stops_a_large_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.csv");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    for _ in 0..500_000 {
        file.write_all(b"1,2,3\n").unwrap();
    }
    drop(file);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let cancel = CancellationToken::new();
        // Cancelled by its own first report, so while it certainly runs.
        let stop = cancel.clone();
        let heard = Arc::new(Mutex::new(0));
        let ear = Arc::clone(&heard);
        let sink = ProgressSink::new(move |_| {
            *ear.lock().unwrap() += 1;
            stop.cancel();
        });
        let cx = CallContext {
            cancel,
            progress: Some(sink),
            ..CallContext::default()
        };
        let server = demo::server().unwrap();
        let outcome = call_on(
            &server,
            "summarise_csv",
            json!({"folder": folder.path()}),
            cx,
        )
        .await;
        assert!(outcome.error().contains("cancelled"), "{outcome:?}");
        // Comes back only once the one blocking thread is free again.
        tokio::task::spawn_blocking(|| ()).await.unwrap();
        assert_eq!(*heard.lock().unwrap(), 1, "it told that it was done");
    });
}

#[tokio::test]
async fn folders_that_cannot_be_read_are_told() {
    let empty = folder(&[]);
    assert!(summary(&empty).await.ok().contains("no *.csv"));
    for place in [
        json!(empty.path().join("nothing")),
        json!(""),
        json!("a\0b"),
    ] {
        let outcome = call("summarise_csv", json!({"folder": place})).await;
        assert!(
            outcome.error().contains("give the path of a folder"),
            "{outcome:?}"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn pipes_and_circles_do_no_harm() {
    let folder = folder(&[("a.csv", b"x\n1\n")]);
    nix::unistd::mkfifo(
        &folder.path().join("pipe.csv"),
        nix::sys::stat::Mode::S_IRWXU,
    )
    .unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("circle")).unwrap();
    std::os::unix::fs::symlink("/nowhere", folder.path().join("broken.csv")).unwrap();
    let outcome = call(
        "summarise_csv",
        json!({"folder": folder.path(), "recursive": true}),
    )
    .await;
    assert_eq!(
        outcome.data["files"].as_array().unwrap().len(),
        1,
        "{outcome:?}"
    );
}

#[tokio::test]
async fn more_files_than_anybody_reads_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..1_003 {
        std::fs::write(folder.path().join(format!("{number}.csv")), "x\n1\n").unwrap();
    }
    let outcome = summary(&folder).await;
    assert_eq!(outcome.data["files"].as_array().unwrap().len(), 1_000);
    assert_eq!(outcome.data["left_out"], 3);
    assert!(outcome.ok().ends_with("3 more files were not read"));
}

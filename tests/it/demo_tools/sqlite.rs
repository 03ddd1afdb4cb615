//! Queries: what is shown, what is bounded, and that nothing can be written whatever is asked.

use super::{Outcome, call, call_on, serving};
use cca::tools::{CallContext, demo};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

const ENDLESS: &str =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

struct Database {
    folder: TempDir,
    path: PathBuf,
}

fn database(sql: &str) -> Database {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    Database { folder, path }
}

fn people() -> Database {
    database(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, size REAL, picture BLOB);
         INSERT INTO people VALUES (1, 'Ada', 1.5, x'0102ff'), (2, 'Bo', NULL, NULL), (3, 'Cy', 2, x'');",
    )
}

impl Database {
    async fn query(&self, sql: &str) -> Outcome {
        call("query", json!({"database": self.path, "sql": sql})).await
    }

    async fn with(&self, sql: &str, params: Value) -> Outcome {
        call(
            "query",
            json!({"database": self.path, "sql": sql, "params": params}),
        )
        .await
    }
}

#[tokio::test]
async fn rows_come_as_data_and_as_text() {
    let outcome = people().query("SELECT * FROM people ORDER BY id").await;
    assert_eq!(
        outcome.data,
        json!({
            "row_count": 3, "more_rows": false, "columns": ["id", "name", "size", "picture"],
            "rows": [
                [1, "Ada", 1.5, "blob of 3 bytes, base64: AQL/"],
                [2, "Bo", null, null],
                [3, "Cy", 2.0, "blob of 0 bytes, base64: "],
            ],
        })
    );
    let text = outcome.ok();
    assert!(
        text.starts_with("id | name | size | picture\n1 | Ada | 1.5 | blob"),
        "{text}"
    );
    assert!(text.ends_with("(3 rows)"), "{text}");
}

#[tokio::test]
async fn values_are_bound_not_pasted() {
    let people = people();
    let name = "SELECT id FROM people WHERE name = ?";
    let hostile = people.with(name, json!(["x' OR 1=1 --"])).await;
    assert_eq!(hostile.data["rows"], json!([]));
    let found = people
        .with(
            "SELECT id FROM people WHERE name = :name AND id = :id",
            json!(["Bo", 2]),
        )
        .await;
    assert_eq!(found.data["rows"], json!([[2]]));
    let kinds = people
        .with(
            "SELECT ?, ?, ?, ?, typeof(?5)",
            json!([null, true, 1.5, "a", 7]),
        )
        .await;
    assert_eq!(kinds.data["rows"], json!([[null, 1, 1.5, "a", "integer"]]));
    let outcome = people.with(name, json!([])).await;
    assert!(
        outcome.error().contains("1 parameters, but `params` has 0"),
        "{outcome:?}"
    );
    let outcome = people.with(name, json!([[1]])).await;
    assert!(outcome.error().contains("params[0]"), "{outcome:?}");
}

#[tokio::test]
async fn rows_beyond_the_limit_are_told() {
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n";
    let people = people();
    let outcome = people.query(numbers).await;
    assert_eq!(
        (&outcome.data["row_count"], &outcome.data["more_rows"]),
        (&json!(100), &json!(true))
    );
    assert!(outcome.ok().contains("there are more rows"), "{outcome:?}");
    let exactly = call(
        "query",
        json!({"database": people.path, "sql": "SELECT id FROM people", "limit": 3}),
    )
    .await;
    assert_eq!(exactly.data["more_rows"], false);
    for limit in [0, 1001] {
        let outcome = call(
            "query",
            json!({"database": people.path, "sql": numbers, "limit": limit}),
        )
        .await;
        assert!(outcome.error().contains("limit"), "{outcome:?}");
    }
}

#[tokio::test]
async fn long_cells_and_large_results_are_cut() {
    let people = people();
    let long = people
        .query("SELECT replace(hex(zeroblob(5000)), '0', 'ä') AS long, zeroblob(100000) AS blob")
        .await;
    let row = &long.data["rows"][0];
    assert!(
        row[0]
            .as_str()
            .unwrap()
            .ends_with("ä… (9000 more characters)"),
        "{row}"
    );
    assert!(
        row[1].as_str().unwrap().starts_with("blob of 100000 bytes"),
        "{row}"
    );
    assert!(row[1].as_str().unwrap().len() < 500);
    let wide = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                SELECT hex(zeroblob(400)), hex(zeroblob(400)), hex(zeroblob(400)) FROM n";
    let outcome = call(
        "query",
        json!({"database": people.path, "sql": wide, "limit": 1000}),
    )
    .await;
    assert_eq!(outcome.data["more_rows"], true);
    assert!(outcome.ok().len() < 1024 * 1024, "{}", outcome.text.len());
    let outcome = people.query("SELECT length(zeroblob(1000000000))").await;
    assert!(outcome.error().contains("too big"), "{outcome:?}");
}

#[tokio::test]
async fn odd_values_survive_the_trip() {
    let outcome = people()
        .query("SELECT 9223372036854775807, 1e999, CAST(x'ff41' AS TEXT), 'a' || char(0) || 'b', 9007199254740992")
        .await;
    assert_eq!(
        outcome.data["rows"][0],
        json!([
            "9223372036854775807",
            "inf",
            "\u{fffd}A",
            "a\0b",
            9_007_199_254_740_992_i64
        ])
    );
}

#[tokio::test]
async fn nothing_can_be_written() {
    let people = people();
    let before = std::fs::read(&people.path).unwrap();
    let aside = people.folder.path().join("aside.db");
    for sql in [
        "INSERT INTO people VALUES (9, 'Eve', 0, NULL)",
        "INSERT INTO people VALUES (9, 'Eve', 0, NULL) RETURNING id",
        "DELETE FROM people",
        "UPDATE people SET name = 'x'",
        "CREATE TABLE t (a)",
        "CREATE TEMP TABLE t (a)",
        "DROP TABLE people",
        "WITH x AS (SELECT 9, 'Eve', 0, NULL) INSERT INTO people SELECT * FROM x",
        "ATTACH '{aside}' AS aside",
        "ATTACH 'file:{aside}?mode=rwc' AS aside",
        "ATTACH ':memory:' AS aside",
        "VACUUM",
        "VACUUM INTO '{aside}'",
        "PRAGMA journal_mode = WAL",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA user_version = 5",
        "PRAGMA query_only = OFF",
        "PRAGMA hard_heap_limit = 1",
        "BEGIN IMMEDIATE",
        "SELECT load_extension('libc.so.6')",
        "SELECT 1; DELETE FROM people",
        "EXPLAIN DELETE FROM people",
    ] {
        let outcome = people
            .query(&sql.replace("{aside}", &aside.display().to_string()))
            .await;
        assert!(outcome.is_error, "{sql}: {outcome:?}");
    }
    assert_eq!(std::fs::read(&people.path).unwrap(), before);
    let left: Vec<_> = std::fs::read_dir(people.folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(
        people.query("SELECT count(*) FROM people").await.data["rows"],
        json!([[3]])
    );
}

#[tokio::test]
async fn the_schema_can_be_read() {
    let people = people();
    let schema = people.query("SELECT name FROM sqlite_schema").await;
    assert_eq!(schema.data["rows"], json!([["people"]]));
    for sql in [
        "PRAGMA table_info(people)",
        "SELECT * FROM pragma_table_info('people')",
    ] {
        assert_eq!(people.query(sql).await.data["row_count"], 4, "{sql}");
    }
}

#[tokio::test]
async fn what_is_wrong_is_told_with_what_to_do() {
    let people = people();
    for (sql, told) in [
        ("SELECT nme FROM people", "no such column: nme"),
        ("SELECT * FROM nobody", "sqlite_schema"),
        ("SELECT 1; SELECT 2", "one statement at a time"),
        ("DELETE FROM people", "only reads"),
        ("", "gives no rows"),
        ("-- nothing", "gives no rows"),
        ("SELEKT", "syntax error"),
        ("SELECT '\0", ""),
    ] {
        let outcome = people.query(sql).await;
        assert!(outcome.error().contains(told), "{sql}: {outcome:?}");
    }
    let deep = format!("SELECT {}1{}", "(".repeat(40_000), ")".repeat(40_000));
    assert!(people.query(&deep).await.is_error);
}

#[tokio::test]
async fn only_files_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.db");
    std::fs::write(
        &text,
        "this is not a database, and long enough to be looked at".repeat(50),
    )
    .unwrap();
    let missing = folder.path().join("missing.db");
    let uri = format!("file:{}?mode=rwc", missing.display());
    for (path, told) in [
        (json!(text), "no SQLite database"),
        (json!(missing), "cannot be queried"),
        (json!(uri), "cannot be queried"),
        (json!(":memory:"), "cannot be queried"),
        (json!(""), "cannot be queried"),
        (json!(folder.path()), "is not a file"),
        (json!("a\0b"), "cannot be queried"),
    ] {
        let outcome = call(
            "query",
            json!({"database": path, "sql": "SELECT 1 FROM sqlite_schema"}),
        )
        .await;
        assert!(outcome.error().contains(told), "{path}: {outcome:?}");
    }
    assert!(!missing.exists());
}

/// The blocking thread must be free again afterwards: the pool of this runtime has only one.
fn one_blocking_thread() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn a_query_without_end_is_stopped_by_its_time_limit() {
    let people = people();
    one_blocking_thread().block_on(async {
        let server = serving(demo::sqlite::tool_with(Duration::from_millis(50)));
        let arguments = json!({"database": people.path, "sql": ENDLESS});
        let outcome = call_on(&server, "query", arguments, CallContext::default()).await;
        assert!(outcome.error().contains("timed out"), "{outcome:?}");
        // Waits for the thread the query had, so it comes back only if that query has really ended.
        tokio::task::spawn_blocking(|| ()).await.unwrap();
    });
}

#[test]
fn a_query_without_end_is_stopped_by_cancelling() {
    let people = people();
    one_blocking_thread().block_on(async {
        let server = demo::server().unwrap();
        let cancel = CancellationToken::new();
        let cx = CallContext {
            cancel: cancel.clone(),
            ..CallContext::default()
        };
        let arguments = json!({"database": people.path, "sql": ENDLESS});
        let query = call_on(&server, "query", arguments, cx);
        let cancelling = async {
            // The first poll of the query has started it by now.
            tokio::task::yield_now().await;
            cancel.cancel();
        };
        let (outcome, ()) = tokio::join!(query, cancelling);
        assert!(outcome.error().contains("cancelled"), "{outcome:?}");
        tokio::task::spawn_blocking(|| ()).await.unwrap();
    });
}

/// A database with a write-ahead log has part of its rows beside the file.
#[tokio::test]
async fn a_database_in_use_is_read_as_it_is_now() {
    let people = people();
    let writer = Connection::open(&people.path).unwrap();
    writer.pragma_update(None, "journal_mode", "WAL").unwrap();
    writer
        .execute_batch("INSERT INTO people (name) VALUES ('Di')")
        .unwrap();
    let count = "SELECT count(*) FROM people";
    assert_eq!(people.query(count).await.data["rows"], json!([[4]]));
    // A transaction that is not committed yet is neither seen nor in the way.
    writer
        .execute_batch("BEGIN IMMEDIATE; INSERT INTO people (name) VALUES ('Ed')")
        .unwrap();
    assert_eq!(people.query(count).await.data["rows"], json!([[4]]));
    drop(writer);
    assert_eq!(people.query(count).await.data["rows"], json!([[4]]));
}

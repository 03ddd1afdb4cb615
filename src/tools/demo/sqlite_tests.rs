//! The walls of the connection, each alone: the file flags and `query_only` without the authorizer, and the authorizer
//! on a connection that could write.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::*;
use crate::tools::CallContext;

/// Statements that change something, somewhere.
const WRITES: &[&str] = &[
    "INSERT INTO t VALUES (2)",
    "DELETE FROM t",
    "UPDATE t SET a = 5",
    "REPLACE INTO t VALUES (3)",
    "CREATE TABLE u (a)",
    "CREATE TEMP TABLE u (a)",
    "CREATE INDEX i ON t (a)",
    "DROP TABLE t",
    "ALTER TABLE t ADD COLUMN b",
    "WITH x AS (SELECT 9) INSERT INTO t SELECT * FROM x",
    "INSERT INTO t VALUES (2) RETURNING a",
    "REINDEX",
    "VACUUM",
    "VACUUM INTO '{aside}'",
    "ATTACH '{aside}' AS aside",
    "ATTACH 'file:{aside}?mode=rwc' AS aside",
    "PRAGMA user_version = 7",
    "PRAGMA application_id = 7",
];

fn database(folder: &Path) -> PathBuf {
    let path = folder.join("a.db");
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch("CREATE TABLE t (a); CREATE INDEX there ON t (a); INSERT INTO t VALUES (1);")
        .unwrap();
    path
}

fn attempt(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.raw_query();
    while rows.next()?.is_some() {}
    Ok(())
}

#[test]
fn a_read_only_file_cannot_be_changed_even_without_the_authorizer() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path());
    let before = std::fs::read(&path).unwrap();
    let aside = folder.path().join("aside.db");
    for sql in WRITES {
        let sql = sql.replace("{aside}", &aside.display().to_string());
        let connection = read_only(&path).unwrap();
        assert!(attempt(&connection, &sql).is_err(), "{sql}");
    }
    // These are answered rather than refused; what counts is that nothing happens.
    for sql in [
        "PRAGMA journal_mode = WAL",
        "PRAGMA wal_checkpoint(TRUNCATE)",
    ] {
        let _ = attempt(&read_only(&path).unwrap(), sql);
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn the_file_flag_alone_refuses_to_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path());
    let connection = read_only(&path).unwrap();
    connection.pragma_update(None, "query_only", false).unwrap();
    let error = attempt(&connection, "INSERT INTO t VALUES (2)").unwrap_err();
    assert_eq!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly));
}

#[test]
fn the_authorizer_alone_lets_reading_pass_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path());
    let aside = folder.path().join("aside.db");
    let mut connection = Connection::open(&path).unwrap();
    let cx = ToolContext::new(CallContext::default(), "query", None);
    restrict(&mut connection, &cx).unwrap();
    let process_wide = [
        "PRAGMA hard_heap_limit = 1",
        "PRAGMA soft_heap_limit = 1",
        "PRAGMA temp_store_directory = '/'",
        "PRAGMA query_only = 0",
        "PRAGMA journal_mode = WAL",
        "PRAGMA writable_schema = 1",
        "BEGIN",
        "SAVEPOINT s",
        "DETACH aside",
        "SELECT load_extension('x')",
    ];
    for sql in WRITES.iter().chain(&process_wide) {
        let sql = sql.replace("{aside}", &aside.display().to_string());
        let error = attempt(&connection, &sql).unwrap_err();
        let denied = error.sqlite_error_code() == Some(ErrorCode::AuthorizationForStatementDenied)
            || error.to_string().contains("not authorized")
            || error.to_string().contains("prohibited");
        assert!(denied, "{sql}: {error}");
    }
    for sql in [
        "SELECT count(*), upper('x') FROM t",
        "PRAGMA table_info(t)",
        "SELECT * FROM pragma_table_info('t')",
        "SELECT * FROM sqlite_schema",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n",
        "EXPLAIN QUERY PLAN SELECT * FROM t",
    ] {
        attempt(&connection, sql).unwrap();
    }
}

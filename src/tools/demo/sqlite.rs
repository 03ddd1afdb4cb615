//! Queries on SQLite files that cannot change anything. Owns: the connection that refuses to write, its limits, and how
//! rows are shown.
//!
//! The text of a statement is never judged here. Three walls of the connection itself keep it from writing: the file is
//! opened read-only, `query_only` holds for temporary tables too, and SQLite's authorizer lets reading pass and nothing
//! else (which also rules out `ATTACH`, `VACUUM INTO` and pragmas that change the whole process).
//! Beside a database with a write-ahead log SQLite keeps its `-shm` and `-wal` files for readers too; the rows in it stay
//! as they are.

use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, Statement};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{Content, Tool, ToolContext, ToolError, ToolResult};
use super::shortened;

/// How long a query may take, waiting for a locked file included.
const TIME_LIMIT: Duration = Duration::from_secs(30);
const LOCK_LIMIT: Duration = Duration::from_secs(5);
/// How many steps of SQLite's machine pass between two looks at whether the answer is still wanted.
const STEPS: i32 = 2_000;
/// The longest value SQLite may build, and the longest statement.
const LONGEST_VALUE: i32 = 16 * 1024 * 1024;
const LONGEST_SQL: i32 = 100_000;
/// What of a cell is shown, and after how much no more rows are.
const CELL_CHARS: usize = 1_000;
const BLOB_BYTES: usize = 256;
const ENOUGH_BYTES: usize = 512 * 1024;
/// Larger whole numbers are not exact in JavaScript, which the CLI is written in.
const EXACT: u64 = 1 << 53;
/// Pragmas that only tell something.
const TELLING: &[&str] = &[
    "collation_list",
    "compile_options",
    "database_list",
    "foreign_key_list",
    "function_list",
    "index_info",
    "index_list",
    "index_xinfo",
    "table_info",
    "table_list",
    "table_xinfo",
];

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Query {
    /// The path of a SQLite file.
    database: String,
    /// One statement that reads, such as `SELECT name FROM users WHERE age > ?`.
    sql: String,
    /// Values for the parameters (`?`, `?1`, `:name`), in the order of their numbers: texts, numbers, booleans, null.
    #[serde(default)]
    params: Vec<Value>,
    /// How many rows at most.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
}

fn hundred() -> usize {
    100
}

/// `query`.
pub fn tool() -> Tool {
    tool_with(TIME_LIMIT)
}

/// `query` with another time limit.
pub fn tool_with(time_limit: Duration) -> Tool {
    let description = "Runs one read-only SQL statement on a SQLite file. `SELECT name, sql FROM sqlite_schema` shows \
                       what is in it. Put values into `params` rather than into the statement.";
    Tool::typed("query", description, |query: Query, cx| async move {
        tokio::task::spawn_blocking(move || run(&query, &cx)).await?
    })
    .read_only()
    .timeout(time_limit)
}

fn run(query: &Query, cx: &ToolContext) -> Result<ToolResult, ToolError> {
    let path = existing(&query.database)?;
    let about = |error: rusqlite::Error| explained(&error, &query.database);
    let mut connection = read_only(&path).map_err(about)?;
    restrict(&mut connection, cx).map_err(about)?;
    let mut statement = connection.prepare(&query.sql).map_err(about)?;
    if statement.column_count() == 0 {
        return Err(ToolError::new(
            "the statement gives no rows; write one that reads, such as SELECT",
        ));
    }
    bind(&mut statement, &query.params)?;
    let table = Table::read(statement, query.limit).map_err(about)?;
    Ok(table.into())
}

/// The file itself, by a path that SQLite cannot take for a URI or for a database in memory.
fn existing(path: &str) -> Result<PathBuf, ToolError> {
    let fail = |what: &str| ToolError::new(format!("{path:?} cannot be queried: {what}"));
    let real = Path::new(path)
        .canonicalize()
        .map_err(|error| fail(&format!("{error}; give the path of a SQLite file")))?;
    if !real.is_file() {
        return Err(fail("it is not a file; give the path of a SQLite file"));
    }
    Ok(real)
}

/// The first two walls: a file that is open for reading alone, on a connection that only queries.
fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(LOCK_LIMIT)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST_SQL)?;
    connection.set_limit(Limit::SQLITE_LIMIT_WORKER_THREADS, 0)?;
    connection.pragma_update(None, "query_only", true)?;
    // What is in the schema of a file came from somebody else: it may not call what could do harm.
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// The third wall, and the end of queries that nobody waits for.
fn restrict(connection: &mut Connection, cx: &ToolContext) -> rusqlite::Result<()> {
    connection.authorizer(Some(|asked: AuthContext<'_>| match asked.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => {
            Authorization::Allow
        }
        AuthAction::Function { function_name } if function_name != "load_extension" => {
            Authorization::Allow
        }
        AuthAction::Pragma { pragma_name, .. }
            if TELLING.contains(&pragma_name.to_lowercase().as_str()) =>
        {
            Authorization::Allow
        }
        _ => Authorization::Deny,
    }))?;
    let cx = cx.clone();
    connection.progress_handler(STEPS, Some(move || cx.is_cancelled()))
}

fn bind(statement: &mut Statement<'_>, params: &[Value]) -> Result<(), ToolError> {
    let wanted = statement.parameter_count();
    if wanted != params.len() {
        return Err(ToolError::new(format!(
            "the statement has {wanted} parameters, but `params` has {}; give one value for each",
            params.len()
        )));
    }
    for (index, value) in params.iter().enumerate() {
        let cell = match value {
            Value::Null => Cell::Null,
            Value::Bool(yes) => Cell::Integer(i64::from(*yes)),
            Value::String(text) => Cell::Text(text.clone()),
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => Cell::Integer(whole),
                (None, Some(real)) => Cell::Real(real),
                (None, None) => Cell::Null,
            },
            Value::Array(_) | Value::Object(_) => {
                return Err(ToolError::new(format!(
                    "params[{index}] is a list or an object; give a text, a number, a boolean or null"
                )));
            }
        };
        statement.raw_bind_parameter(index + 1, cell)?;
    }
    Ok(())
}

/// What a query gave, within bounds.
struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
    /// Why there may be more rows than these.
    more: Option<&'static str>,
}

impl Table {
    fn read(mut statement: Statement<'_>, limit: usize) -> rusqlite::Result<Self> {
        let columns: Vec<String> = statement
            .column_names()
            .map(|name| shortened(name, CELL_CHARS))
            .collect();
        let mut table = Self {
            columns,
            rows: Vec::new(),
            more: None,
        };
        let mut rows = statement.raw_query();
        let mut bytes = 0;
        while let Some(row) = rows.next()? {
            if table.rows.len() >= limit {
                table.more = Some("raise `limit`, or ask for fewer rows in the statement");
                break;
            }
            if bytes > ENOUGH_BYTES {
                table.more = Some("the rows are long: ask for fewer columns or rows");
                break;
            }
            let mut cells = Vec::with_capacity(table.columns.len());
            for index in 0..table.columns.len() {
                let cell = shown(row.get_ref(index)?);
                bytes += 8 + cell.as_str().map_or(8, str::len);
                cells.push(cell);
            }
            table.rows.push(cells);
        }
        Ok(table)
    }

    /// For people: columns between bars, then how many rows.
    fn text(&self) -> String {
        let mut lines = vec![self.columns.join(" | ")];
        for row in &self.rows {
            let cells = row.iter().map(|cell| match cell {
                Value::String(text) => text.replace(['\n', '\r'], " "),
                Value::Null => "NULL".to_owned(),
                other => other.to_string(),
            });
            lines.push(cells.collect::<Vec<_>>().join(" | "));
        }
        let count = self.rows.len();
        let rows = if count == 1 { "row" } else { "rows" };
        lines.push(match self.more {
            None => format!("({count} {rows})"),
            Some(why) => format!("({count} {rows}, and there are more rows: {why})"),
        });
        lines.join("\n")
    }
}

impl From<Table> for ToolResult {
    fn from(table: Table) -> Self {
        let text = table.text();
        let mut data = json!({
            "row_count": table.rows.len(),
            "more_rows": table.more.is_some(),
            "columns": table.columns,
            "rows": table.rows,
        });
        if let (Some(why), Some(fields)) = (table.more, data.as_object_mut()) {
            fields.insert("hint".to_owned(), why.into());
        }
        Self {
            structured: Some(data),
            ..Content::text(text).into()
        }
    }
}

fn shown(cell: ValueRef<'_>) -> Value {
    match cell {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(whole) if whole.unsigned_abs() > EXACT => whole.to_string().into(),
        ValueRef::Integer(whole) => whole.into(),
        ValueRef::Real(real) => serde_json::Number::from_f64(real)
            .map_or_else(|| real.to_string().into(), Value::Number),
        ValueRef::Text(bytes) => shortened(&String::from_utf8_lossy(bytes), CELL_CHARS).into(),
        ValueRef::Blob(bytes) => {
            let start = bytes.get(..BLOB_BYTES.min(bytes.len())).unwrap_or_default();
            let cut = if start.len() < bytes.len() { "…" } else { "" };
            format!(
                "blob of {} bytes, base64: {}{cut}",
                bytes.len(),
                STANDARD.encode(start)
            )
            .into()
        }
    }
}

/// SQLite's words, and what to do about it.
fn explained(error: &rusqlite::Error, database: &str) -> ToolError {
    let hint = match (error, error.sqlite_error_code()) {
        (rusqlite::Error::MultipleStatement, _) => "give one statement at a time",
        (_, Some(ErrorCode::AuthorizationForStatementDenied | ErrorCode::ReadOnly)) => {
            "this connection only reads: use SELECT, or PRAGMA table_info"
        }
        (_, Some(ErrorCode::OperationInterrupted)) => {
            "it was stopped: it took too long or is not wanted any more"
        }
        (_, Some(ErrorCode::NotADatabase)) => {
            "the file is no SQLite database; give the path of one"
        }
        (_, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)) => {
            "somebody else writes to it; try again"
        }
        _ => "`SELECT name, sql FROM sqlite_schema` shows the tables there are",
    };
    ToolError::new(format!("{database}: {error}; {hint}"))
}

#[cfg(test)]
#[path = "sqlite_tests.rs"]
mod tests;

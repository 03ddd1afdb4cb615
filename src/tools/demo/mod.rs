//! Tools to try things with, ready to serve: arithmetic, time, UUIDs, hashes, SQLite, CSV.
//!
//! Owns the server that offers them all. Each tool is in a file of its own and can be served alone. None of them
//! writes anything; those that do real work do it on a blocking thread and stop when the call is cancelled.

pub mod calculator;
pub mod clock;
pub mod csv_summary;
pub mod hash;
pub mod sqlite;
pub mod uuid;

use super::{Error, Server};

/// The name of the server: the agent sees `mcp__demo__add` and so on.
pub const NAME: &str = "demo";

/// A server `demo` with the tools `add subtract multiply divide now uuid hash query summarise_csv`.
///
/// ```
/// let server = cca::tools::demo::server()?;
/// assert_eq!(server.qualified("query"), "mcp__demo__query");
/// # Ok::<(), cca::tools::Error>(())
/// ```
pub fn server() -> Result<Server, Error> {
    let mut server = Server::new(NAME)?
        .version(env!("CARGO_PKG_VERSION"))
        .instructions(
            "Exact arithmetic, the time in any zone, UUIDs, hashes, read-only queries on SQLite files, and summaries of \
             CSV files. Nothing here changes anything. Paths are relative to the directory of the program that serves \
             these tools.",
        );
    for tool in calculator::tools() {
        server = server.tool(tool)?;
    }
    server
        .tool(clock::tool())?
        .tool(uuid::tool())?
        .tool(hash::tool())?
        .tool(sqlite::tool())?
        .tool(csv_summary::tool())
}

/// The start of a text, at most so many characters, with a mark if something is missing.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => {
            let kept = text.get(..end).unwrap_or_default();
            let missing = text.get(end..).map_or(0, |rest| rest.chars().count());
            format!("{kept}… ({missing} more characters)")
        }
    }
}

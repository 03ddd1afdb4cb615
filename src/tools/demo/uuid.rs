//! Random UUIDs (version 4).

use ::uuid::Uuid;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::super::{Content, Tool, ToolResult};

/// The most at once.
const MOST: u32 = 100;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// How many.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    count: u32,
}

fn one() -> u32 {
    1
}

/// `uuid`.
pub fn tool() -> Tool {
    let description = "Makes random UUIDs (version 4), one a line.";
    Tool::typed("uuid", description, |wanted: Wanted, _| async move {
        // The schema has checked the range already; this is what keeps it true if the schema changes.
        let uuids: Vec<String> = (0..wanted.count.min(MOST))
            .map(|_| Uuid::new_v4().to_string())
            .collect();
        Ok(ToolResult {
            structured: Some(json!({ "uuids": uuids })),
            ..Content::text(uuids.join("\n")).into()
        })
    })
    .read_only()
}

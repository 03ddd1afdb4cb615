//! PURE. Tools on files: nothing is read or written, so what a file held before is what the input says of it.

use super::{Output, json};
use crate::simulator::frames::patch;
use serde_json::Value;

fn field<'a>(input: &'a Value, key: &str) -> &'a str {
    input.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// `Read`: the text with line numbers.
pub(super) fn read(input: &Value, text: &str) -> Output {
    let start = input.get("offset").and_then(Value::as_u64).unwrap_or(1);
    let lines: Vec<&str> = text.split('\n').collect();
    let numbered: Vec<String> = (start..)
        .zip(&lines)
        .map(|(number, line)| format!("{number}\t{line}"))
        .collect();
    let structured = json!({
        "type": "text",
        "file": {
            "filePath": field(input, "file_path"),
            "content": text,
            "numLines": lines.len(),
            "startLine": start,
            "totalLines": lines.len(),
        },
    });
    Output::new(numbered.join("\n"), structured)
}

/// `Edit`: the old text stands for the whole file.
pub(super) fn edit(input: &Value, output: Option<&str>) -> Output {
    let (path, old, new) = (
        field(input, "file_path"),
        field(input, "old_string"),
        field(input, "new_string"),
    );
    let content = output.map_or_else(
        || {
            format!(
                "The file {path} has been updated successfully. (file state is current in your context — no need to Read it back)"
            )
        },
        str::to_owned,
    );
    let structured = json!({
        "filePath": path,
        "oldString": old,
        "newString": new,
        "originalFile": old,
        "structuredPatch": patch::hunks(old, new),
        "userModified": false,
        "replaceAll": input.get("replace_all").and_then(Value::as_bool).unwrap_or(false),
    });
    Output::new(content, structured)
}

/// `Write`: always a new file.
pub(super) fn write(input: &Value, output: Option<&str>) -> Output {
    let path = field(input, "file_path");
    let content = output.map_or_else(
        || {
            format!(
                "File created successfully at: {path} (file state is current in your context — no need to Read it back)"
            )
        },
        str::to_owned,
    );
    let structured = json!({
        "type": "create",
        "filePath": path,
        "content": field(input, "content"),
        "structuredPatch": [],
        "originalFile": null,
        "userModified": false,
    });
    Output::new(content, structured)
}

/// `Glob` and `Grep`: a file a line.
pub(super) fn search(tool: &str, output: &str) -> Output {
    let files: Vec<&str> = output.lines().collect();
    let content = if files.is_empty() {
        "No files found".to_owned()
    } else {
        output.to_owned()
    };
    let structured = if tool == "Glob" {
        json!({ "filenames": files, "durationMs": 0, "numFiles": files.len(), "truncated": false })
    } else {
        json!({ "mode": "files_with_matches", "filenames": files, "numFiles": files.len() })
    };
    Output::new(content, structured)
}

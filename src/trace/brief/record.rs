//! Records of the CLI's own transcripts, in a few words. Owns: what is telling in each kind of them.

use super::value_of;

/// The values that say most about records, by the first type that stands in them.
const OF_RECORDS: [(&str, &[&str]); 28] = [
    ("agent-color", &["agentColor"]),
    ("agent-name", &["agentName"]),
    ("agent-setting", &["agentSetting"]),
    ("agent_listing_delta", &["addedTypes"]),
    ("ai-title", &["aiTitle"]),
    ("api-request", &["model"]),
    ("api-request-shape", &["name"]),
    ("continued-in", &["continuedInSessionId"]),
    ("cost-state", &["totalCostUSD"]),
    ("custom-title", &["customTitle"]),
    ("date", &["date"]),
    ("deferred_tools_delta", &["addedNames"]),
    ("environment", &["workingDirectory"]),
    ("file-history-snapshot", &["trackedFileBackups"]),
    ("hook_blocking_error", &["blockingError", "command"]),
    ("hook_non_blocking_error", &["stderr", "command"]),
    ("hook_success", &["command"]),
    ("last-prompt", &["lastPrompt"]),
    ("max_turns_reached", &["maxTurns"]),
    ("mode", &["mode"]),
    ("model", &["modelId"]),
    ("permission-mode", &["permissionMode"]),
    ("plan_mode", &["planFilePath"]),
    ("pr-link", &["prUrl"]),
    ("queued_command", &["prompt", "text"]),
    ("structured_output", &["data"]),
    ("summary", &["summary"]),
    ("tools-used", &["tools"]),
];

/// What a record of a transcript says, if it is one of those whose telling value is known.
pub(super) fn said(shown: &str) -> Option<String> {
    let kind = value_of(shown, "type")?;
    let (_, keys) = OF_RECORDS.iter().find(|(known, _)| *known == kind)?;
    keys.iter().find_map(|key| {
        let text = value_of(shown, key);
        text.or_else(|| plain_of(shown, key))
    })
}

/// The first value of a key that is no text, as it is written: a number, a list of a line.
fn plain_of(text: &str, key: &str) -> Option<String> {
    let (_, after) = text.split_once(&format!("\"{key}\""))?;
    let value = after.trim_start().strip_prefix(':')?.trim_start();
    let end = match value.as_bytes().first()? {
        b'[' => value.find(']').map_or(value.len(), |end| end + 1),
        b'{' => value.find('}').map_or(value.len(), |end| end + 1),
        _ => value.find([',', '}', ']']).unwrap_or(value.len()),
    };
    let shown = value.get(..end)?.trim_matches(['[', ']']);
    let bare = matches!(shown, "" | "null" | "{}");
    (!bare).then(|| shown.replace('"', "").replace(',', ", "))
}

//! The words of `--permission-mode`. Owns: the spellings that are accepted. Does not own: what the CLI makes of them.

use super::SetupError;
use crate::transport::launch::StartMode;

/// The modes, as the CLI spells them.
pub const MODES: [&str; 6] = [
    "default",
    "acceptEdits",
    "plan",
    "dontAsk",
    "auto",
    "bypassPermissions",
];

/// Reads a mode; `accept-edits` and `AcceptEdits` are `acceptEdits` too, and `manual` is `default`.
pub(super) fn mode(word: &str) -> Result<StartMode, SetupError> {
    let plain: String = word
        .chars()
        .filter(|c| !matches!(c, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect();
    Ok(match plain.as_str() {
        "default" | "manual" => StartMode::Default,
        "acceptedits" => StartMode::AcceptEdits,
        "plan" => StartMode::Plan,
        "dontask" => StartMode::DontAsk,
        "auto" => StartMode::Auto,
        "bypasspermissions" => StartMode::BypassPermissions,
        _ => {
            let what = format!("there is no mode `{word}`; use one of {}", MODES.join(", "));
            return Err(SetupError::new("--permission-mode", what));
        }
    })
}

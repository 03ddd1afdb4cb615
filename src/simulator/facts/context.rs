//! PURE. What was used, in the forms clients ask for: the context, the cost as text, the usage, the hooks.

use super::Facts;
use crate::simulator::frames::usage::by_model;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What every session starts with.
const SYSTEM_PROMPT: u64 = 1_947;
const SYSTEM_TOOLS: u64 = 9_942;
const SKILLS: u64 = 2_064;
const BUFFER: u64 = 33_000;

impl Facts {
    /// `get_context_usage`.
    pub(super) fn context_usage(&self) -> Value {
        let window = self.ledger.window();
        let messages = self.ledger.context();
        let used = SYSTEM_PROMPT + SYSTEM_TOOLS + SKILLS + messages.total();
        let buffer = BUFFER.min(window / 5);
        let free = window.saturating_sub(used).saturating_sub(buffer);
        let category = |id: &str, name: &str, tokens: u64, color: &str, kind: &str| json!({ "id": id, "name": name, "tokens": tokens, "color": color, "kind": kind });
        let categories = json!([
            category(
                "system_prompt",
                "System prompt",
                SYSTEM_PROMPT,
                "promptBorder",
                "used"
            ),
            category(
                "system_tools",
                "System tools",
                SYSTEM_TOOLS,
                "inactive",
                "used"
            ),
            category("skills", "Skills", SKILLS, "warning", "used"),
            category("messages", "Messages", messages.total(), "purple", "used"),
            category(
                "autocompact_buffer",
                "Autocompact buffer",
                buffer,
                "inactive",
                "buffer"
            ),
            category("free_space", "Free space", free, "promptBorder", "free"),
        ]);
        let percentage = used.saturating_mul(100) / window.max(1);
        let tools: Vec<Value> = (self.servers.iter())
            .flat_map(|server| {
                server.tool_names().map(|name| {
                    json!({ "name": name, "serverName": server.name, "tokens": 57, "isLoaded": false })
                })
            })
            .collect();
        json!({
            "categories": categories,
            "totalTokens": used,
            "maxTokens": window,
            "rawMaxTokens": window,
            "autocompactSource": "model-default",
            "percentage": percentage,
            "gridRows": grid(percentage),
            "model": self.model,
            "memoryFiles": [],
            "mcpTools": tools,
            "mcpInstructions": [],
            "agents": [],
            "slashCommands": { "totalCommands": 13, "includedCommands": 13, "tokens": 1_102 },
            "skills": {
                "totalSkills": 13, "includedSkills": 13, "tokens": SKILLS, "skillFrontmatter": [],
            },
            "autoCompactThreshold": window.saturating_sub(buffer),
            "isAutoCompactEnabled": true,
            "messageBreakdown": {
                "toolCallTokens": 0,
                "toolResultTokens": 0,
                "attachmentTokens": 0,
                "assistantMessageTokens": messages.output,
                "userMessageTokens": messages.input,
                "redirectedContextTokens": 0,
                "unattributedTokens": 0,
                "toolCallsByType": [],
                "attachmentsByType": [],
            },
            "apiUsage": {
                "input_tokens": messages.input,
                "output_tokens": messages.output,
                "cache_creation_input_tokens": messages.cache_write,
                "cache_read_input_tokens": messages.cache_read,
            },
        })
    }

    /// What `/context` tells: as `context_usage`, and as text.
    pub fn context_summary(&self) -> (Value, String) {
        let mut usage = self.context_usage();
        let mut take = |key: &str| usage.get_mut(key).map(Value::take).unwrap_or_default();
        let mut categories = take("categories");
        for row in categories.as_array_mut().into_iter().flatten() {
            if let Value::Object(row) = row {
                row.retain(|key, _| matches!(key.as_str(), "name" | "tokens" | "kind"));
            }
        }
        let usage = json!({
            "model": take("model"),
            "total_tokens": take("totalTokens"),
            "raw_max_tokens": take("rawMaxTokens"),
            "percentage": take("percentage"),
            "categories": categories,
            "mcp_tools": [],
            "memory_files": [],
            "agents": [],
            "skills": [],
        });
        let text = in_words(&usage);
        (usage, text)
    }

    /// `get_session_cost`, and what `/usage` prints.
    pub fn cost_text(&self, wall_ms: u64) -> String {
        let ledger = &self.ledger;
        let mut text = format!(
            "Total cost:            ${:.4}\nTotal duration (API):  {}s\nTotal duration (wall): {}s\nTotal code changes:    0 lines added, 0 lines removed",
            ledger.total_cost_usd(),
            ledger.api_ms() / 1000,
            wall_ms / 1000,
        );
        if !ledger.by_model().is_empty() {
            text.push_str("\nUsage by model:");
        }
        for entry in ledger.by_model() {
            let tokens = entry.tokens;
            let _ = write!(
                text,
                "\n     {}:  {} input, {} output, {} cache read, {} cache write (${:.4})",
                entry.model,
                tokens.input,
                tokens.output,
                tokens.cache_read,
                tokens.cache_write,
                entry.cost_usd
            );
        }
        text
    }

    /// `get_usage`.
    pub(super) fn usage(&self, wall_ms: u64) -> Value {
        json!({
            "session": {
                "total_cost_usd": self.ledger.total_cost_usd(),
                "total_api_duration_ms": self.ledger.api_ms(),
                "total_duration_ms": wall_ms,
                "total_lines_added": 0,
                "total_lines_removed": 0,
                "model_usage": by_model(self.ledger.by_model()),
            },
            "subscription_type": null,
            "rate_limits_available": false,
            "rate_limits": null,
            "behaviors": null,
        })
    }

    /// `get_hooks_listing`: hooks of settings files are listed, callbacks of the client are not.
    pub(super) fn hooks_listing() -> Value {
        let catalogue: Vec<Value> = [
            ("PreToolUse", "Before tool execution", true),
            ("PostToolUse", "After tool execution", true),
            ("PostToolUseFailure", "After tool execution fails", true),
            ("PermissionRequest", "When a permission is asked for", true),
            ("UserPromptSubmit", "When the user submits a prompt", false),
            ("Notification", "When notifications are sent", true),
            ("Stop", "Before the turn ends", false),
            ("SubagentStart", "When a sub-agent starts", true),
            ("SubagentStop", "Before a sub-agent ends", true),
            ("PreCompact", "Before a compaction", true),
            ("SessionStart", "When a session starts", true),
            ("SessionEnd", "When a session ends", true),
        ]
        .iter()
        .map(|(name, summary, matcher)| {
            json!({ "name": name, "summary": summary, "supportsMatcher": matcher })
        })
        .collect();
        let policy = json!({
            "disabledByPolicy": false,
            "managedOnly": false,
            "pluginOnly": false,
            "allDisabled": false,
            "policyHookCount": 0,
        });
        json!({ "events": [], "hooks": [], "eventCatalog": catalogue, "policy": policy })
    }
}

/// A summary of the context as `/context` prints it.
fn in_words(summary: &Value) -> String {
    let number = |value: &Value, key: &str| value.get(key).and_then(Value::as_u64).unwrap_or(0);
    let window = number(summary, "raw_max_tokens");
    let word = |value: &Value, key: &str| {
        let word = value.get(key).and_then(Value::as_str);
        word.unwrap_or_default().to_owned()
    };
    let mut text = format!(
        "## Context Usage\n\n**Model:** {}  \n**Tokens:** {} / {} ({}%)\n\n### Estimated usage by category\n\n\
         | Category | Tokens | Percentage |\n|----------|--------|------------|\n",
        word(summary, "model"),
        rounded(number(summary, "total_tokens")),
        rounded(window),
        number(summary, "percentage"),
    );
    let rows = summary.get("categories").and_then(Value::as_array);
    for row in rows.into_iter().flatten() {
        let tokens = number(row, "tokens");
        let permille = tokens.saturating_mul(1000) / window.max(1);
        let _ = writeln!(
            text,
            "| {} | {} | {}.{}% |",
            word(row, "name"),
            rounded(tokens),
            permille / 10,
            permille % 10
        );
    }
    text
}

/// `10.3k`, `1m`.
fn rounded(tokens: u64) -> String {
    let (unit, name) = match tokens {
        0..1_000 => return tokens.to_string(),
        1_000..1_000_000 => (1_000, 'k'),
        _ => (1_000_000, 'm'),
    };
    match (tokens / unit, tokens % unit * 10 / unit) {
        (whole, 0) => format!("{whole}{name}"),
        (whole, tenths) => format!("{whole}.{tenths}{name}"),
    }
}

/// Ten rows of twenty squares: what is used, then what is free.
fn grid(percentage: u64) -> Value {
    let filled = percentage.saturating_mul(2).min(200);
    (0..10_u64)
        .map(|row| {
            (0..20_u64)
                .map(|column| {
                    let used = row * 20 + column < filled;
                    json!({
                        "color": if used { "purple" } else { "promptBorder" },
                        "isFilled": true,
                        "categoryName": if used { "Messages" } else { "Free space" },
                        "tokens": 0,
                        "percentage": percentage,
                        "squareFullness": 1,
                    })
                })
                .collect::<Value>()
        })
        .collect()
}

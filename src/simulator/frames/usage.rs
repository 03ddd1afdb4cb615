//! PURE. Tokens and what they cost, in the three forms the CLI writes them.

use serde_json::{Value, json};

/// Tokens of one answer, of one turn, or of a whole session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// In.
    pub input: u64,
    /// Out, thinking included.
    pub output: u64,
    /// Of those out, the thinking.
    pub thinking: u64,
    /// Read from the cache.
    pub cache_read: u64,
    /// Written to the cache.
    pub cache_write: u64,
}

impl Tokens {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            output: self.output.saturating_add(other.output),
            thinking: self.thinking.saturating_add(other.thinking),
            cache_read: self.cache_read.saturating_add(other.cache_read),
            cache_write: self.cache_write.saturating_add(other.cache_write),
        }
    }

    /// All of them, as a context window counts.
    pub fn total(self) -> u64 {
        self.input
            .saturating_add(self.output)
            .saturating_add(self.cache_read)
            .saturating_add(self.cache_write)
    }

    /// `usage` of a message while it streams: tokens out are not known yet.
    pub fn at_start(self) -> Value {
        json!({
            "input_tokens": self.input,
            "cache_creation_input_tokens": self.cache_write,
            "cache_read_input_tokens": self.cache_read,
            "output_tokens": 1,
        })
    }

    /// `usage` of a result, or of a finished sub-agent.
    pub fn in_full(self) -> Value {
        json!({
            "input_tokens": self.input,
            "cache_creation_input_tokens": self.cache_write,
            "cache_read_input_tokens": self.cache_read,
            "output_tokens": self.output,
            "output_tokens_details": { "thinking_tokens": self.thinking },
            "server_tool_use": { "web_search_requests": 0, "web_fetch_requests": 0 },
            "service_tier": "standard",
            "cache_creation": { "ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": 0 },
            "inference_geo": "",
            "iterations": [],
            "speed": "standard",
            "fallback_credit": null,
        })
    }

    /// `usage` of a message that no model wrote.
    pub fn synthetic() -> Value {
        json!({
            "output_tokens_details": null,
            "input_tokens": 0,
            "output_tokens": 0,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "server_tool_use": { "web_search_requests": 0, "web_fetch_requests": 0 },
            "service_tier": null,
            "cache_creation": { "ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": 0 },
            "inference_geo": null,
            "iterations": null,
            "speed": null,
            "fallback_credit": null,
        })
    }
}

/// What one model used, for `modelUsage`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelUse {
    /// The model.
    pub model: String,
    /// Its tokens.
    pub tokens: Tokens,
    /// Dollars.
    pub cost_usd: f64,
    /// Its context window.
    pub context_window: u64,
}

impl ModelUse {
    /// One value of `modelUsage`.
    pub fn to_wire(&self) -> Value {
        json!({
            "inputTokens": self.tokens.input,
            "outputTokens": self.tokens.output,
            "cacheReadInputTokens": self.tokens.cache_read,
            "cacheCreationInputTokens": self.tokens.cache_write,
            "webSearchRequests": 0,
            "costUSD": self.cost_usd,
            "contextWindow": self.context_window,
            "maxOutputTokens": 128_000,
            "thinkingTokens": self.tokens.thinking,
            "cacheCreationEphemeral5mInputTokens": 0,
            "cacheCreationEphemeral1hInputTokens": 0,
            "canonicalModel": self.model,
            "provider": "firstParty",
            "costBasis": "list",
        })
    }
}

/// `modelUsage`: by model.
pub fn by_model(uses: &[ModelUse]) -> Value {
    uses.iter()
        .map(|entry| (entry.model.clone(), entry.to_wire()))
        .collect()
}

//! Cost, tokens, retries and compactions. Owns: the CLI's latest figures (they are cumulative: never added up).
//! Does not own: prices.

use super::bounded::Bounded;
use crate::trace::Moment;
use crate::wire::ResultMessage;
use crate::wire::message::Usage as Tokens;
use crate::wire::system::{ApiRetry, CompactBoundary};
use serde_json::{Map, Number, Value};
use std::time::Duration;

/// How many retries and compactions are kept.
const KEPT: usize = 200;

/// What the session has used so far.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Usage {
    /// Dollars since the process started. The CLI counts anew when the conversation is cleared; this does not.
    pub cost_usd: Option<f64>,
    /// Dollars of the conversations that were cleared.
    cleared_usd: f64,
    /// Tokens of the last turn's main loop.
    pub last_turn: Option<Tokens>,
    /// Per model, cumulative since the conversation was last cleared.
    pub by_model: Map<String, Value>,
    /// Tokens in the context at the model's last answer.
    pub context_tokens: Option<u64>,
    /// The size of the context window, once a result tells.
    pub context_window: Option<u64>,
    /// Estimated thinking tokens of the answer that is being made.
    pub thinking_tokens: Option<u64>,
    /// The retry that is going on.
    pub retry: Option<Retry>,
    /// All retries.
    pub retries: Bounded<Retry>,
    /// All compactions.
    pub compactions: Bounded<Compaction>,
}

impl Default for Usage {
    fn default() -> Self {
        Self {
            cost_usd: None,
            cleared_usd: 0.0,
            last_turn: None,
            by_model: Map::new(),
            context_tokens: None,
            context_window: None,
            thinking_tokens: None,
            retry: None,
            retries: Bounded::new(KEPT),
            compactions: Bounded::new(KEPT),
        }
    }
}

/// The API failed and will be asked again.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Retry {
    /// When it was told.
    pub at: Moment,
    /// Which attempt.
    pub attempt: u64,
    /// Of how many.
    pub of: u64,
    /// How long until the next try.
    pub delay: Duration,
    /// The HTTP status; `None` if there was no answer.
    pub status: Option<u64>,
    /// The CLI's word for the error.
    pub error: String,
}

/// The conversation was shortened.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Compaction {
    /// When.
    pub at: Moment,
    /// `manual` or `auto`.
    pub trigger: String,
    /// Tokens before.
    pub before: Option<u64>,
    /// Tokens after.
    pub after: Option<u64>,
}

impl Usage {
    pub(super) fn result(&mut self, result: &ResultMessage) {
        if let Some(cost) = result.total_cost_usd.as_ref().and_then(Number::as_f64) {
            self.cost_usd = Some(self.cleared_usd + cost);
        }
        if let Some(tokens) = &result.usage {
            self.last_turn = Some(tokens.clone());
        }
        if let Some(models) = &result.model_usage {
            self.by_model.clone_from(models);
            let windows = models
                .values()
                .filter_map(|model| model.get("contextWindow")?.as_u64());
            self.context_window = windows.max().or(self.context_window);
        }
        self.retry = None;
        self.thinking_tokens = None;
    }

    /// The conversation was cleared: the next figures begin at zero.
    pub(super) fn cleared(&mut self) {
        self.cleared_usd = self.cost_usd.unwrap_or(0.0);
        self.by_model.clear();
        self.context_tokens = None;
    }

    /// The model's answer came with these counts: what it read is what the context holds.
    pub(super) fn answer(&mut self, tokens: &Tokens) {
        let read = tokens.input_tokens.unwrap_or(0)
            + tokens.cache_creation_input_tokens.unwrap_or(0)
            + tokens.cache_read_input_tokens.unwrap_or(0);
        if read > 0 {
            self.context_tokens = Some(read);
        }
    }

    pub(super) fn retrying(&mut self, retry: &ApiRetry, at: Moment) {
        let delay = retry
            .retry_delay_ms
            .as_ref()
            .and_then(Number::as_f64)
            .unwrap_or(0.0);
        let retry = Retry {
            at,
            attempt: retry.attempt.unwrap_or(0),
            of: retry.max_retries.unwrap_or(0),
            delay: Duration::try_from_secs_f64(delay / 1000.0).unwrap_or_default(),
            status: retry.error_status.get().and_then(Number::as_u64),
            error: retry.error.clone().unwrap_or_default(),
        };
        self.retry = Some(retry.clone());
        self.retries.push(retry);
    }

    pub(super) fn compacted(&mut self, boundary: &CompactBoundary, at: Moment) {
        let meta = boundary.compact_metadata.as_ref();
        let number = |key: &str| meta.and_then(|meta| meta.get(key)).and_then(Value::as_u64);
        let trigger = meta
            .and_then(|meta| meta.get("trigger"))
            .and_then(Value::as_str)
            .unwrap_or_default();
        let after = number("post_tokens");
        self.compactions.push(Compaction {
            at,
            trigger: trigger.to_owned(),
            before: number("pre_tokens"),
            after,
        });
        self.context_tokens = after.or(self.context_tokens);
    }
}

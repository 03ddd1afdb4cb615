//! PURE. What was used and what it cost: of the whole process by model, since the last result, and in this turn.

use super::models;
use crate::simulator::frames::Tokens;
use crate::simulator::frames::usage::ModelUse;

/// The books.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    /// Dollars per million tokens, in and out, instead of the model's own.
    price: Option<[f64; 2]>,
    window: u64,
    all: Vec<ModelUse>,
    since: Vec<ModelUse>,
    turn: Tokens,
    last: Tokens,
    api_ms: u64,
    results: u64,
}

impl Ledger {
    pub(super) fn new(price: Option<[f64; 2]>, window: Option<u64>) -> Self {
        Self {
            price,
            window: window.unwrap_or(models::CONTEXT_WINDOW),
            ..Self::default()
        }
    }

    /// What tokens cost on a model.
    pub fn cost(&self, model: &str, tokens: Tokens) -> f64 {
        let [input, output] = self.price.unwrap_or_else(|| models::price(model));
        // Reading the cache costs a tenth, writing it a quarter more, as in the price list of the API.
        let weighted =
            count(tokens.input) + count(tokens.cache_read) * 0.1 + count(tokens.cache_write) * 1.25;
        (weighted * input + count(tokens.output) * output) / 1_000_000.0
    }

    /// One answer of a model. `cost_usd` overrules the price; sub-agents are not part of the turn's own usage.
    pub fn record(
        &mut self,
        model: &str,
        tokens: Tokens,
        cost_usd: Option<f64>,
        api_ms: u64,
        sub_agent: bool,
    ) {
        let cost = cost_usd.unwrap_or_else(|| self.cost(model, tokens));
        let window = self.window;
        add(&mut self.all, model, tokens, cost, window);
        add(&mut self.since, model, tokens, cost, window);
        self.api_ms = self.api_ms.saturating_add(api_ms);
        if !sub_agent {
            self.turn = self.turn.plus(tokens);
            self.last = tokens;
        }
    }

    /// A turn starts.
    pub fn begin_turn(&mut self) {
        self.turn = Tokens::default();
    }

    /// What this turn used on the main thread.
    pub fn turn(&self) -> Tokens {
        self.turn
    }

    /// By model, the whole process.
    pub fn by_model(&self) -> &[ModelUse] {
        &self.all
    }

    /// By model, since the last result. Empty afterwards: a result tells it once.
    pub fn take_since_last(&mut self) -> Vec<ModelUse> {
        std::mem::take(&mut self.since)
    }

    /// Dollars, the whole process.
    pub fn total_cost_usd(&self) -> f64 {
        self.all.iter().map(|entry| entry.cost_usd).sum()
    }

    /// Time spent on the API, the whole process.
    pub fn api_ms(&self) -> u64 {
        self.api_ms
    }

    /// The number of the next result; counts up.
    pub fn next_result(&mut self) -> u64 {
        let index = self.results;
        self.results += 1;
        index
    }

    /// What fills the context: the latest answer and all that came before it.
    pub fn context(&self) -> Tokens {
        self.last
    }

    /// The context after a compaction.
    pub fn set_context(&mut self, tokens: u64) {
        self.last = Tokens {
            input: tokens,
            ..Tokens::default()
        };
    }

    /// The context window.
    pub fn window(&self) -> u64 {
        self.window
    }
}

fn add(uses: &mut Vec<ModelUse>, model: &str, tokens: Tokens, cost: f64, window: u64) {
    if let Some(entry) = uses.iter_mut().find(|entry| entry.model == model) {
        entry.tokens = entry.tokens.plus(tokens);
        entry.cost_usd += cost;
        return;
    }
    uses.push(ModelUse {
        model: model.to_owned(),
        tokens,
        cost_usd: cost,
        context_window: window,
    });
}

/// A count as a factor; beyond 2^52 a token more or less does not matter.
#[expect(
    clippy::cast_precision_loss,
    reason = "no conversation has 2^52 tokens"
)]
fn count(tokens: u64) -> f64 {
    tokens as f64
}

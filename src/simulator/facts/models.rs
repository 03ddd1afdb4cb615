//! PURE. The models the CLI offers: their short names, what they resolve to, and what they cost.

use serde_json::{Value, json};

/// A row of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Model {
    alias: &'static str,
    resolved: &'static str,
    display: &'static str,
    description: &'static str,
    fast: bool,
    /// Dollars per million tokens, in and out.
    price: [f64; 2],
}

const MODELS: &[Model] = &[
    Model {
        alias: "default",
        resolved: "claude-opus-5-5",
        display: "Default (recommended)",
        description: "The usual choice",
        fast: true,
        price: [4.0, 20.0],
    },
    Model {
        alias: "opus",
        resolved: "claude-opus-5-5",
        display: "Opus",
        description: "For hard work",
        fast: true,
        price: [4.0, 20.0],
    },
    Model {
        alias: "fable",
        resolved: "claude-fable-5-2",
        display: "Fable",
        description: "For long work",
        fast: true,
        price: [8.0, 40.0],
    },
    Model {
        alias: "sonnet",
        resolved: "claude-sonnet-5-5",
        display: "Sonnet",
        description: "For everyday work",
        fast: false,
        price: [2.0, 10.0],
    },
    Model {
        alias: "haiku",
        resolved: "claude-haiku-5-5",
        display: "Haiku",
        description: "For quick answers",
        fast: false,
        price: [0.1, 0.5],
    },
];

/// The context window of all of them.
pub(super) const CONTEXT_WINDOW: u64 = 1_000_000;

/// The model a name stands for; a name that is no short one stands for itself.
pub(super) fn resolve(name: &str) -> String {
    MODELS
        .iter()
        .find(|model| model.alias == name)
        .map_or(name, |model| model.resolved)
        .to_owned()
}

/// What a short name and its model look like in words: `sonnet (claude-sonnet-5-5)`.
pub(super) fn in_words(name: &str) -> String {
    let resolved = resolve(name);
    if resolved == name {
        resolved
    } else {
        format!("{name} ({resolved})")
    }
}

/// Dollars per million tokens, in and out.
pub(super) fn price(resolved: &str) -> [f64; 2] {
    MODELS
        .iter()
        .find(|model| model.resolved == resolved)
        .map_or([4.0, 20.0], |model| model.price)
}

/// `models` of `initialize` and `list_models`.
pub(super) fn catalogue() -> Value {
    MODELS
        .iter()
        .map(|model| {
            let mut row = json!({
                "value": model.alias,
                "resolvedModel": model.resolved,
                "displayName": model.display,
                "description": model.description,
                "supportsEffort": true,
                "supportedEffortLevels": ["low", "medium", "high", "xhigh", "max"],
                "supportsAdaptiveThinking": true,
                "supportsAutoMode": true,
                "supportsThinkingOff": false,
            });
            if let (true, Value::Object(row)) = (model.fast, &mut row) {
                row.insert("supportsFastMode".to_owned(), Value::Bool(true));
            }
            row
        })
        .collect()
}

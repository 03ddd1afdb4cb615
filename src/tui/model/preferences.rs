//! PURE. What the person has set about the screen. Owns: the values. Does not own: where they come from
//! (`config::settings`).

use std::time::Duration;

/// Settings that the screen asks for while it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preferences {
    /// Whether the bell rings.
    pub bell: bool,
    /// How long a request is shown before it can be answered.
    pub arming: Duration,
    /// The user's file of settings, as it is told.
    pub settings_file: String,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            bell: true,
            arming: Duration::from_millis(800),
            settings_file: "settings.toml".to_owned(),
        }
    }
}

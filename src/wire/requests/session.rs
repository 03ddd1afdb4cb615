//! PURE. Requests about the session as a whole: title, end, who watches.

use serde::{Deserialize, Serialize};

use super::{ControlRequest, Empty, Extra};

/// Gives the session a title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RenameSession {
    /// The title.
    pub title: String,
}

impl ControlRequest for RenameSession {
    const SUBTYPE: &'static str = "rename_session";
    type Response = Empty;
}

/// Lets the model find a title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GenerateSessionTitle {
    /// What the session is about.
    pub description: String,
    /// Also give the session that title.
    pub persist: bool,
}

impl ControlRequest for GenerateSessionTitle {
    const SUBTYPE: &'static str = "generate_session_title";
    type Response = GenerateSessionTitleResponse;
}

/// The title that was found.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct GenerateSessionTitleResponse {
    /// Absent when none was found.
    pub title: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Ends the session. Closing stdin does too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct EndSession {}

impl ControlRequest for EndSession {
    const SUBTYPE: &'static str = "end_session";
    type Response = Empty;
}

/// Tells the CLI whether anybody watches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SetHasSubscribers {
    /// `None` is sent as an explicit `null`: unknown.
    pub has_subscribers: Option<bool>,
}

impl ControlRequest for SetHasSubscribers {
    const SUBTYPE: &'static str = "set_has_subscribers";
    type Response = Empty;
}

/// Sets the colour of the session. Declared by the CLI but refused without its own screen.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SetColor {
    /// Fields as the CLI wants them; it has never accepted any.
    #[serde(flatten)]
    pub extra: Extra,
}

impl ControlRequest for SetColor {
    const SUBTYPE: &'static str = "set_color";
    type Response = Empty;
}

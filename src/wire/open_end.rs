//! What a message carried beyond the fields that have a place here. Owns: where in a frame that is kept.
//! Does not own: which of it is known all the same (`session::explain`). The API's own message inside is left out: it is
//! not the CLI that decides its fields.

use super::fields::Extra;
use super::frame::Frame;

/// The places of a frame that can hold fields without a place: the frame itself, and what is inside of a control message.
pub type OpenEnds<'a> = [Option<(&'static str, &'a Extra)>; 3];

impl Frame {
    /// Where this frame keeps the fields that have no place of their own, each with a word for where it is.
    pub fn open_ends(&self) -> OpenEnds<'_> {
        let whole = |extra| [Some(("", extra)), None, None];
        match self {
            Self::Assistant(message) => whole(&message.extra),
            Self::User(message) => whole(&message.extra),
            Self::Stream(message) => whole(&message.extra),
            Self::Result(message) => whole(&message.extra),
            Self::System(message) => message.extra().map_or([None; 3], whole),
            Self::ControlRequest(message) => {
                let fields = &message.request.fields;
                let input = (message.request.subtype == "hook_callback")
                    .then(|| fields.get("input")?.as_object())
                    .flatten();
                [
                    Some(("", &message.extra)),
                    Some(("request", fields)),
                    input.map(|input| ("request.input", input)),
                ]
            }
            Self::ControlResponse(message) => [
                Some(("", &message.extra)),
                Some(("response", &message.response.extra)),
                None,
            ],
            Self::ControlCancel(message) => whole(&message.extra),
            Self::ToolProgress(message) => whole(&message.extra),
            Self::CommandLifecycle(message) => whole(&message.extra),
            Self::ConversationReset(message) => whole(&message.extra),
            Self::TranscriptMirror(message) => whole(&message.extra),
            Self::KeepAlive(message) => whole(&message.extra),
            Self::AuthStatus(message) => whole(&message.extra),
            Self::RateLimit(message) => whole(&message.extra),
            Self::PromptSuggestion(message) => whole(&message.extra),
            Self::ToolUseSummary(message) => whole(&message.extra),
            Self::ActiveGoal(message) => whole(&message.extra),
            Self::AutocompactState(message) => whole(&message.extra),
            Self::Stored(_)
            | Self::Unknown(_)
            | Self::Noise(_)
            | Self::Malformed { .. }
            | Self::NotUtf8 { .. }
            | Self::Oversize { .. } => [None; 3],
        }
    }
}

//! Who answers the CLI's requests in this program. Owns: the callbacks' types and running them safely.
//! Does not own: deciding which request goes where (`serve`).

use crate::session::Answer;
use crate::tools::{ProgressSink, Server};
use crate::trace::DecidedBy;
use crate::wire::elicitation::{Elicitation, ElicitationAnswer, UserDialog, UserDialogAnswer};
use crate::wire::hook::{HookInput, HookOutput};
use crate::wire::permission::{CanUseTool, PermissionAnswer};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use indexmap::IndexMap;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Why a callback failed: any error.
pub type CallbackError = Box<dyn std::error::Error + Send + Sync>;
/// What a callback gives back.
pub type CallbackFuture<T> = BoxFuture<'static, Result<T, CallbackError>>;
/// A callback.
pub type Callback<In, Out> = Arc<dyn Fn(In, RequestContext) -> CallbackFuture<Out> + Send + Sync>;

/// About the request a callback answers.
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// The control request's id.
    pub request_id: String,
    /// The session, if its id is known already.
    pub session_id: String,
    /// Fires when the answer is no longer wanted.
    pub cancel: CancellationToken,
}

/// Everybody who can answer.
#[derive(Clone, Default)]
pub struct Services {
    /// In-process MCP servers by key.
    pub servers: IndexMap<String, Server>,
    /// Decides permission requests.
    pub permission: Option<Callback<CanUseTool, PermissionAnswer>>,
    /// How long a permission request may wait before it is denied; forever unless set.
    pub permission_limit: Option<Duration>,
    /// Hooks by callback id.
    pub hooks: HashMap<String, Callback<HookInput, HookOutput>>,
    /// Answers input requests of MCP servers.
    pub elicitation: Option<Callback<Elicitation, ElicitationAnswer>>,
    /// Answers dialogs.
    pub dialog: Option<Callback<UserDialog, UserDialogAnswer>>,
    /// Hears the progress of tools.
    pub progress: Option<ProgressSink>,
    /// A person looks at the requests: leave open what no callback answers.
    pub attended: bool,
    /// That person can also fill in forms: leave open what MCP servers ask for.
    pub forms: bool,
}

impl std::fmt::Debug for Services {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Services")
            .field("servers", &self.servers.keys().collect::<Vec<_>>())
            .field("hooks", &self.hooks.len())
            .field("permission", &self.permission.is_some())
            .finish_non_exhaustive()
    }
}

/// Runs a callback; a panic is an error like any other.
pub(super) async fn guarded<In, Out>(
    callback: Callback<In, Out>,
    input: In,
    cx: RequestContext,
) -> Result<Out, String> {
    let run = AssertUnwindSafe(async move { callback(input, cx).await }).catch_unwind();
    match run.await {
        Ok(Ok(output)) => Ok(output),
        Ok(Err(error)) => Err(error.to_string()),
        Err(panic) => Err(format!(
            "the callback panicked: {}",
            panic_text(panic.as_ref())
        )),
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// A permission callback with its limit. A callback that fails denies: nothing is allowed by accident.
pub(super) async fn decide(
    callback: Callback<CanUseTool, PermissionAnswer>,
    limit: Option<Duration>,
    request: CanUseTool,
    cx: RequestContext,
) -> (Answer, Option<String>) {
    let tool = request.tool_name.clone();
    let decided = guarded(callback, request, cx);
    let decided = match limit {
        None => Some(decided.await),
        Some(limit) => tokio::time::timeout(limit, decided).await.ok(),
    };
    match decided {
        Some(Ok(answer)) => (
            Answer::Permission {
                answer,
                by: DecidedBy::Callback,
            },
            None,
        ),
        Some(Err(error)) => {
            let message =
                format!("{tool} was not allowed: the permission callback failed ({error}).");
            (
                Answer::Permission {
                    answer: PermissionAnswer::deny(message),
                    by: DecidedBy::Callback,
                },
                Some(error),
            )
        }
        None => {
            let limit = format!("{} s", limit.unwrap_or_default().as_secs_f32());
            let message = format!("{tool} was not allowed: nobody decided within {limit}.");
            (
                Answer::Permission {
                    answer: PermissionAnswer::deny(message),
                    by: DecidedBy::Limit(limit),
                },
                None,
            )
        }
    }
}

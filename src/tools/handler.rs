//! The one shape all handlers are stored in, whatever closure and result type they were written with.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::context::ToolContext;
use super::error::ToolError;

type Call<I, O> = dyn Fn(I, ToolContext) -> BoxFuture<'static, Result<O, ToolError>> + Send + Sync;

/// An async function from `I` to `O` that can be shared and called many times at once.
pub(super) struct Handler<I, O>(Arc<Call<I, O>>);

impl<I: 'static, O: 'static> Handler<I, O> {
    /// Stores `function`; its result is turned into an `O` when it has come.
    pub(super) fn new<F, Fut, R>(function: F) -> Self
    where
        F: Fn(I, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, ToolError>> + Send + 'static,
        R: Into<O>,
    {
        Self(Arc::new(move |input, cx| {
            let answer = function(input, cx);
            Box::pin(async move { answer.await.map(Into::into) })
        }))
    }

    /// Calls it. May panic right here, if the function does before its first await.
    pub(super) fn call(
        &self,
        input: I,
        cx: ToolContext,
    ) -> BoxFuture<'static, Result<O, ToolError>> {
        (self.0)(input, cx)
    }
}

impl<I, O> Clone for Handler<I, O> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<I, O> fmt::Debug for Handler<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handler")
    }
}

//! `resources/read` and `prompts/get`: what the agent or a person fetches by name.
//!
//! Owns both from their parameters to the text of the answer. Here a failure is a JSON-RPC error: unlike a tool's
//! result, these answers have no place to say that something went wrong.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use super::super::contents::ResourceContents;
use super::super::context::{CallContext, ToolContext};
use super::super::handler::Handler;
use super::super::prompt::PromptArguments;
use super::super::resource::ResourceRequest;
use super::super::run::isolated;
use super::Server;
use super::answer::{Handled, parsed, refused};
use crate::wire::mcp;

impl Server {
    pub(super) fn read_resource(
        &self,
        id: &RawValue,
        params: Option<&RawValue>,
        cx: CallContext,
    ) -> Handled {
        let uri = match parsed::<mcp::ReadParams<'_>>(params) {
            Ok(params) => params.uri.into_owned(),
            Err(problem) => return refused(id, mcp::INVALID_PARAMS, &problem),
        };
        let Some((resource, variables)) = self.read().resource(&uri) else {
            let problem = format!(
                "server `{}` has no resource `{uri}`; see resources/list",
                self.name()
            );
            return refused(id, mcp::RESOURCE_NOT_FOUND, &problem);
        };
        let asked = Asked {
            name: uri.clone(),
            input: ResourceRequest {
                uri: uri.clone(),
                variables,
            },
            handler: resource.handler.clone(),
            limit: resource.timeout,
            max_result: self.read().max_result,
        };
        running(id, cx, asked, move |read| Contents {
            contents: read.into_contents(&uri, resource.mime_type.as_deref()),
        })
    }

    pub(super) fn get_prompt(
        &self,
        id: &RawValue,
        params: Option<&RawValue>,
        cx: CallContext,
    ) -> Handled {
        let invalid = |problem: &str| refused(id, mcp::INVALID_PARAMS, problem);
        let (name, arguments) = match parsed(params).and_then(prompt_arguments) {
            Ok(asked) => asked,
            Err(problem) => return invalid(&problem),
        };
        let Some(prompt) = self.read().prompts.get(&name).map(Arc::clone) else {
            return invalid(&format!(
                "server `{}` has no prompt `{name}`; see prompts/list",
                self.name()
            ));
        };
        let missing: Vec<&str> = prompt
            .required
            .iter()
            .filter(|wanted| !arguments.contains_key(*wanted))
            .map(String::as_str)
            .collect();
        if !missing.is_empty() {
            return invalid(&format!(
                "prompt `{name}` needs the argument(s) {}",
                missing.join(", ")
            ));
        }
        let asked = Asked {
            name,
            input: arguments,
            handler: prompt.handler.clone(),
            limit: prompt.timeout,
            max_result: self.read().max_result,
        };
        running(id, cx, asked, |result| result)
    }
}

/// The result of `resources/read`.
#[derive(Serialize)]
struct Contents {
    contents: Vec<ResourceContents>,
}

/// What is to be fetched, and by which function.
struct Asked<I, O> {
    name: String,
    input: I,
    handler: Handler<I, O>,
    limit: Option<Duration>,
    max_result: usize,
}

fn running<I, O, R>(
    id: &RawValue,
    mut cx: CallContext,
    asked: Asked<I, O>,
    result: impl FnOnce(O) -> R + Send + 'static,
) -> Handled
where
    I: Send + 'static,
    O: Send + 'static,
    R: Serialize,
{
    let cancel = cx.cancel.child_token();
    cx.cancel = cancel.clone();
    let token = cancel.clone();
    let rpc_id = id.get().to_owned();
    let tool = asked.name.clone();
    let id = id.to_owned();
    let future = async move {
        let Asked {
            name,
            input,
            handler,
            limit,
            max_result,
        } = asked;
        let cx = ToolContext::new(cx, name.clone(), None);
        let problem = match isolated(move || handler.call(input, cx), limit, &token).await {
            Ok(fetched) => {
                let result = result(fetched);
                let answer = mcp::written_result(&id, |out| serde_json::to_writer(out, &result));
                let size = answer.as_bytes().len();
                if size <= max_result {
                    return answer;
                }
                format!("it has {size} bytes, more than the limit of {max_result}")
            }
            Err(failure) => failure.to_string(),
        };
        let problem = format!("`{name}` cannot be fetched: {problem}");
        mcp::written_error(Some(&id), mcp::INTERNAL_ERROR, &problem)
    };
    Handled::Running {
        rpc_id,
        tool,
        tool_use_id: None,
        future: Box::pin(future),
        cancel,
    }
}

fn prompt_arguments(params: mcp::PromptParams<'_>) -> Result<(String, PromptArguments), String> {
    let arguments = match params.arguments {
        None => PromptArguments::new(),
        Some(raw) => serde_json::from_str(raw.get())
            .map_err(|error| format!("the arguments of a prompt must be strings: {error}"))?,
    };
    Ok((params.name.into_owned(), arguments))
}

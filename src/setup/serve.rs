//! Tools and hooks that flags name. Owns: reading their files and adding them to the options. Does not own: what is in
//! the files (`tools::declared`, `hooks`).

use super::{SetupError, Wanted, files};
use crate::agent::{HookOptions, Options};
use crate::config::Document;
use crate::config::settings::Checked;
use crate::hooks::HookFile;
use crate::tools::declared::{Answerer, ToolFile};
use crate::tools::{Server, demo};
use std::path::Path;

/// Tools that read nothing and change nothing.
const HARMLESS: [&str; 6] = ["add", "subtract", "multiply", "divide", "now", "uuid"];

/// The simulator's scenarios call the tools that come along, so they are served where none are named. A rule for each
/// harmless one lets it run; the others read files, and wait for a rule of the user's.
pub(super) fn usual(mut options: Options) -> Result<Options, SetupError> {
    let server = demo::server().map_err(|error| SetupError::new("--sim", error))?;
    for tool in HARMLESS {
        options = options
            .allow(&server.qualified(tool))
            .map_err(|error| SetupError::new("--sim", error))?;
    }
    Ok(options.server(server))
}

/// The servers of `--tools`, each a file or the word `demo`.
pub(super) fn tools(
    mut options: Options,
    wanted: &Wanted,
    answerer: Option<&Answerer>,
) -> Result<Options, SetupError> {
    for name in &wanted.tools {
        let server = server(name, &wanted.checked, answerer)
            .map_err(|what| SetupError::new("--tools", what))?;
        options = options.server(server);
    }
    Ok(options)
}

fn server(name: &str, checked: &Checked, answerer: Option<&Answerer>) -> Result<Server, String> {
    if name == demo::NAME {
        return demo::server().map_err(|error| error.to_string());
    }
    let document = files::document(Path::new(name), checked).map_err(|error| error.to_string())?;
    let file = ToolFile::read(&document).map_err(|error| error.to_string())?;
    file.server(answerer)
        .map_err(|error| format!("{name}: {error}"))
}

/// The hooks of `--hooks`, in the order of the files.
pub(super) fn hooks(mut options: Options, wanted: &Wanted) -> Result<Options, SetupError> {
    for path in &wanted.hooks {
        let document = files::document(path, &wanted.checked).map_err(wrong_hook)?;
        options = hooks_of(options, &document)?;
    }
    Ok(options)
}

/// The hooks that the simulator's scenarios speak of, served where none are named.
pub(super) fn usual_hooks(options: Options) -> Result<Options, SetupError> {
    let text = include_str!("../../assets/demo-hooks.toml");
    hooks_of(options, &Document::new("assets/demo-hooks.toml", text))
}

fn wrong_hook(error: crate::config::FileError) -> SetupError {
    SetupError::new("--hooks", error)
}

fn hooks_of(mut options: Options, document: &Document) -> Result<Options, SetupError> {
    let file = HookFile::read(document).map_err(wrong_hook)?;
    for hook in file.hooks() {
        let about = HookOptions {
            matcher: hook.matcher().map(str::to_owned),
            timeout: Some(hook.timeout()),
            block_on_failure: hook.block_on_failure(),
        };
        let running = hook.clone();
        options = options.hook_with(hook.event().clone(), about, move |input, _| {
            let hook = running.clone();
            async move { hook.run(input).await.map_err(Into::into) }
        });
    }
    Ok(options)
}

//! The flags of the screen. Owns: clap types. Does not own: what they mean (`cca::config::settings`, `cca::setup`).

use super::session::SessionArgs;
use cca::config::settings::{Key, Settings, Value};
use cca::setup::Wanted;
use clap::Args;

/// What the screen looks like, the same for every command that opens one.
#[derive(Debug, Args, Clone, Default)]
#[command(next_help_heading = "Screen")]
pub(crate) struct ScreenArgs {
    /// Colours: default, dark, light, high-contrast, colour-blind, gruvbox, catppuccin, or a theme of yours
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
    /// Draw with ASCII characters alone
    #[arg(long)]
    ascii: bool,
}

impl ScreenArgs {
    /// Lays the flags over the settings.
    pub(crate) fn lay_over(&self, settings: &mut Settings) {
        if let Some(theme) = &self.theme {
            settings.flag_set(Key::Theme, Value::Text(theme.clone()), "--theme");
        }
        if self.no_mouse {
            settings.flag_set(Key::Mouse, Value::Flag(false), "--no-mouse");
        }
        if self.ascii {
            let ascii = Value::Text("ascii".to_owned());
            settings.flag_set(Key::Glyphs, ascii, "--ascii");
        }
    }
}

/// Opening the screen: what is done without a command.
#[derive(Debug, Default, Args)]
pub(crate) struct Open {
    /// What the agent is asked first; the screen opens without it too. One that is a command's name: `cca-tui -- run`
    #[arg(value_name = "PROMPT")]
    prompt: Option<String>,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    session: SessionArgs,
}

impl Open {
    /// The prompt, if there is one, and the session.
    pub(crate) fn take_apart(mut self) -> (Option<String>, ScreenArgs, Wanted) {
        let prompt = self.prompt.or_else(|| self.session.prompt_after_sim());
        (prompt, self.screen, self.session.into())
    }
}

#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// A scenario that comes along, or a file
    #[arg(default_value = "tour")]
    pub(crate) scenario: String,
    /// Record every line on the wire to this new file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<std::path::PathBuf>,
    /// Mask secrets in what is recorded
    #[arg(long, requires = "record")]
    pub(crate) redact: bool,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// A recording, a capture, the output of `claude --output-format stream-json`, or a transcript of the CLI
    #[arg(value_name = "FILE")]
    pub(crate) file: std::path::PathBuf,
    /// Go on reading while somebody writes it
    #[arg(long, short)]
    pub(crate) follow: bool,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
}

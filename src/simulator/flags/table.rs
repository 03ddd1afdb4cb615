//! PURE. The options of the CLI: their names, and how many values each takes.

use std::fmt::Write as _;

/// How many values an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arity {
    /// None.
    Flag,
    /// One, whatever it looks like.
    One,
    /// One, unless the next word is an option.
    Maybe,
    /// One, and then all up to the next option.
    Many,
}

use Arity::{Flag, Many, Maybe, One};

/// An option: its name, other names for it, how it is written in messages, its values.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) also: &'static [&'static str],
    pub(super) written: &'static str,
    pub(super) arity: Arity,
}

const fn option(
    name: &'static str,
    also: &'static [&'static str],
    written: &'static str,
    arity: Arity,
) -> Known {
    Known {
        name,
        also,
        written,
        arity,
    }
}

/// Those that mean something here, and those whose values must not be taken for a prompt.
pub(super) const OPTIONS: &[Known] = &[
    option("--print", &["-p"], "-p, --print", Flag),
    option("--version", &["-v"], "-v, --version", Flag),
    option("--help", &["-h"], "-h, --help", Flag),
    option("--verbose", &[], "--verbose", Flag),
    option("--output-format", &[], "--output-format <format>", One),
    option("--input-format", &[], "--input-format <format>", One),
    option(
        "--include-partial-messages",
        &[],
        "--include-partial-messages",
        Flag,
    ),
    option("--include-hook-events", &[], "--include-hook-events", Flag),
    option(
        "--replay-user-messages",
        &[],
        "--replay-user-messages",
        Flag,
    ),
    option(
        "--permission-prompt-tool",
        &[],
        "--permission-prompt-tool <tool>",
        One,
    ),
    option(
        "--permission-prompts",
        &[],
        "--permission-prompts <target>",
        One,
    ),
    option("--permission-mode", &[], "--permission-mode <mode>", One),
    option(
        "--allow-dangerously-skip-permissions",
        &[],
        "--allow-dangerously-skip-permissions",
        Flag,
    ),
    option(
        "--dangerously-skip-permissions",
        &[],
        "--dangerously-skip-permissions",
        Flag,
    ),
    option(
        "--allowedTools",
        &["--allowed-tools"],
        "--allowedTools, --allowed-tools <tools...>",
        Many,
    ),
    option(
        "--disallowedTools",
        &["--disallowed-tools"],
        "--disallowedTools, --disallowed-tools <tools...>",
        Many,
    ),
    option("--tools", &[], "--tools <tools...>", Many),
    option("--mcp-config", &[], "--mcp-config <configs...>", Many),
    option("--strict-mcp-config", &[], "--strict-mcp-config", Flag),
    option("--setting-sources", &[], "--setting-sources <sources>", One),
    option("--settings", &[], "--settings <file-or-json>", One),
    option("--model", &[], "--model <model>", One),
    option("--fallback-model", &[], "--fallback-model <model>", One),
    option("--effort", &[], "--effort <level>", One),
    option("--betas", &[], "--betas <betas...>", Many),
    option("--thinking", &[], "--thinking <mode>", One),
    option(
        "--thinking-display",
        &[],
        "--thinking-display <display>",
        One,
    ),
    option(
        "--max-thinking-tokens",
        &[],
        "--max-thinking-tokens <tokens>",
        One,
    ),
    option("--system-prompt", &[], "--system-prompt <prompt>", One),
    option(
        "--system-prompt-file",
        &[],
        "--system-prompt-file <file>",
        One,
    ),
    option(
        "--append-system-prompt",
        &[],
        "--append-system-prompt <prompt>",
        One,
    ),
    option(
        "--append-system-prompt-file",
        &[],
        "--append-system-prompt-file <file>",
        One,
    ),
    option("--agents", &[], "--agents <json-or-file>", One),
    option("--agent", &[], "--agent <agent>", One),
    option("--max-turns", &[], "--max-turns <turns>", One),
    option("--max-budget-usd", &[], "--max-budget-usd <amount>", One),
    option("--task-budget", &[], "--task-budget <tokens>", One),
    option("--json-schema", &[], "--json-schema <schema>", One),
    option("--session-id", &[], "--session-id <uuid>", One),
    option("--resume", &["-r"], "-r, --resume [value]", Maybe),
    option("--continue", &["-c"], "-c, --continue", Flag),
    option("--fork-session", &[], "--fork-session", Flag),
    option(
        "--resume-session-at",
        &[],
        "--resume-session-at <message id>",
        One,
    ),
    option(
        "--resume-drops-turn",
        &[],
        "--resume-drops-turn <message id>",
        One,
    ),
    option(
        "--no-session-persistence",
        &[],
        "--no-session-persistence",
        Flag,
    ),
    option("--add-dir", &[], "--add-dir <directories...>", Many),
    option("--plugin-dir", &[], "--plugin-dir <path>", One),
    option("--await-initialize", &[], "--await-initialize", Flag),
    option("--session-mirror", &[], "--session-mirror", Flag),
    option(
        "--forward-subagent-text",
        &[],
        "--forward-subagent-text",
        Flag,
    ),
    option("--debug", &["-d"], "-d, --debug [filter]", Maybe),
    option("--debug-file", &[], "--debug-file <path>", One),
    option("--debug-to-stderr", &[], "--debug-to-stderr", Flag),
    option("--bare", &[], "--bare", Flag),
    option("--name", &["-n"], "-n, --name <name>", One),
    option("--autocompact", &[], "--autocompact <auto|tokens>", One),
    option("--file", &[], "--file <specs...>", Many),
    option("--brief", &[], "--brief", Flag),
    option("--ide", &[], "--ide", Flag),
    option(
        "--disable-slash-commands",
        &[],
        "--disable-slash-commands",
        Flag,
    ),
];

/// The option of this name.
pub(super) fn find(word: &str) -> Option<&'static Known> {
    OPTIONS
        .iter()
        .find(|option| option.name == word || option.also.contains(&word))
}

/// What is not of the CLI. The program takes these away before the command line comes here.
const OF_THE_PROGRAM: &str = "
Before all these, `cca-tui sim` takes:
  --scenario <NAME|FILE>  What the model does: a scenario by name, or a TOML file [default: playground] [env: CCA_SCENARIO]
  --list                  List the scenarios that come with this program
  --check <FILE>...       Check scenario files, and say what is wrong with them
  --shim <PATH>           Write a script that runs this program as the CLI, for SDKs that take one path";

/// A short `--help`.
pub(super) fn help() -> String {
    let mut text = String::from(
        "Usage: claude [options] [prompt]\n\nThis is a simulator: it speaks the protocol of Claude Code and plays a scenario.\n\nOptions:\n",
    );
    for option in OPTIONS {
        let _ = writeln!(text, "  {}", option.written);
    }
    text.push_str(OF_THE_PROGRAM);
    text
}

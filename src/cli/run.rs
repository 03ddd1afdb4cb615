//! The flags of `run`. Owns: clap types, and the spelling of durations. Does not own: what they mean (`cca::headless::run`).

use super::session::SessionArgs;
use cca::headless::run;
use clap::Args;
use std::time::Duration;

/// Exit code: 0 success, 1 the agent failed, 2 usage, 3 the CLI could not be started, 4 denied for want of a decision or a
/// limit was hit, 130 interrupted.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// What the agent is asked; several prompts are several turns of one session. Standard input if there is none
    #[arg(value_name = "PROMPT")]
    prompts: Vec<String>,
    /// A prompt from a file, `-` for standard input; repeatable
    #[arg(long, short, value_name = "FILE")]
    file: Vec<String>,
    /// Print one JSON event a line
    #[arg(long)]
    json: bool,
    /// Print the final text alone
    #[arg(long, short, conflicts_with_all = ["json", "verbose"])]
    quiet: bool,
    /// Print states and thinking too (with --json: text while it is written)
    #[arg(long, short)]
    verbose: bool,
    /// Ask on this terminal what no rule decides, instead of denying it
    #[arg(long)]
    ask: bool,
    /// How long the whole run may take: 30s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    #[command(flatten)]
    session: SessionArgs,
}

impl From<Run> for run::Run {
    fn from(mut args: Run) -> Self {
        let verbose = args.verbose;
        let format = if args.session.has_schema() {
            run::Format::Structured { compact: args.json }
        } else if args.json {
            run::Format::Json { verbose }
        } else if args.quiet {
            run::Format::Quiet
        } else {
            run::Format::Human { verbose }
        };
        if args.prompts.is_empty() && args.file.is_empty() {
            args.prompts.extend(args.session.prompt_after_sim());
        }
        Self {
            wanted: args.session.into(),
            prompts: args.prompts,
            files: args.file,
            format,
            ask: args.ask,
            timeout: args.timeout,
        }
    }
}

/// `30s`, `5m`, `1h`, `250ms`, or seconds without a unit.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.'));
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let scale = match unit.trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a number and a unit: 30s, 5m or 1h".to_owned()),
    };
    let seconds = number.parse::<f64>().map(|number| number * scale);
    let duration = seconds
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| "write a number above 0 and a unit: 30s, 5m or 1h".to_owned())
}

#[cfg(test)]
mod tests {
    use super::duration;
    use std::time::Duration;

    #[test]
    fn times_are_numbers_with_a_unit() {
        for (text, millis) in [
            ("30s", 30_000),
            ("5m", 300_000),
            ("1.5h", 5_400_000),
            ("250ms", 250),
            ("2", 2000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for wrong in ["", "s", "0s", "-1s", "5 weeks", "1e9", "."] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}

//! The table of operators. Owns their names, what they take and what help says of them; the parser, completion, `--help`
//! and the README all go by it.

use super::expr::Mark;

/// What an operator takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is a question by itself.
    Mark(Mark),
    /// Directions.
    Directions,
    /// Types.
    Kinds,
    /// Subtypes.
    Subtypes,
    /// Names of tools.
    Tools,
    /// Names of servers.
    Servers,
    /// Ids.
    Ids,
    /// Ids of sub-agents.
    Agents,
    /// A regular expression.
    Regex,
    /// A comparison with a number of bytes.
    Size,
    /// A comparison of the latency with a duration.
    Latency,
    /// A comparison of the age with a duration.
    Age,
    /// A range of times.
    Range,
}

/// One operator.
#[derive(Debug, Clone, Copy)]
pub struct Operator {
    /// As it is typed, with the `~`.
    pub name: &'static str,
    /// What follows it.
    pub takes: Takes,
    /// An example of what follows it, for help.
    pub example: &'static str,
    /// What it finds.
    pub help: &'static str,
}

const fn op(
    name: &'static str,
    takes: Takes,
    example: &'static str,
    help: &'static str,
) -> Operator {
    Operator {
        name,
        takes,
        example,
        help,
    }
}

const fn mark(name: &'static str, mark: Mark, help: &'static str) -> Operator {
    op(name, Takes::Mark(mark), "", help)
}

/// Every operator. Where names are taken, several may be given with commas, and `*` stands for anything.
pub const OPERATORS: &[Operator] = &[
    op(
        "~d",
        Takes::Directions,
        "in,out",
        "direction: in, out, err, note",
    ),
    op("~t", Takes::Kinds, "control_*", "type of the message"),
    op(
        "~s",
        Takes::Subtypes,
        "can_use_tool",
        "subtype, or what stands below it: MCP method, hook event, delta",
    ),
    op(
        "~tool",
        Takes::Tools,
        "Bash",
        "tool, by its full name or the part after the server",
    ),
    op("~server", Takes::Servers, "calc", "MCP server"),
    op(
        "~id",
        Takes::Ids,
        "toolu_01",
        "an id in the line begins so: request, call, message, task, hook, uuid",
    ),
    op(
        "~agent",
        Takes::Agents,
        "main",
        "sub-agent, by the beginning of the id of its call; main is none",
    ),
    op(
        "~b",
        Takes::Regex,
        "\"exit code [1-9]\"",
        "regular expression on the raw line",
    ),
    op("~size", Takes::Size, "> 10k", "size of the raw line"),
    op(
        "~latency",
        Takes::Latency,
        "> 1s",
        "time from request to answer, on both lines",
    ),
    op(
        "~age",
        Takes::Age,
        "< 30s",
        "time before the end of the recording, or before now",
    ),
    op(
        "~at",
        Takes::Range,
        "12.5..30",
        "time since the start, in seconds unless a unit is given",
    ),
    mark(
        "~pending",
        Mark::Pending,
        "a request that has no answer and was not withdrawn",
    ),
    mark("~error", Mark::Error, "says that something failed"),
    mark(
        "~unknown",
        Mark::Unknown,
        "a message this version does not know",
    ),
    mark("~malformed", Mark::Malformed, "no message at all"),
    mark(
        "~lint",
        Mark::Lint,
        "a line that is odd: lone surrogates, a huge line, an answer to nobody, a time that goes back",
    ),
    mark("~late", Mark::Late, "an answer nobody waited for any more"),
    mark(
        "~withdrawn",
        Mark::Withdrawn,
        "a request that was withdrawn",
    ),
    mark("~marked", Mark::Marked, "marked by you"),
];

/// The operator of that name.
pub(super) fn named(name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.name == name)
}

/// The name of what takes this.
pub(super) fn name_of(takes: Takes) -> &'static str {
    OPERATORS
        .iter()
        .find(|operator| operator.takes == takes)
        .map_or("", |operator| operator.name)
}

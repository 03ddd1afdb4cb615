//! Every key of the format, and the value it becomes.

use super::read;
use cca::simulator::scenario::{
    Agent, Ask, AskDetails, AskWhen, BackgroundShell, Branch, Choice, Compaction, Exit, Failure,
    FailureKind, Flood, FloodMix, Hook, Huge, Notice, Parallel, Plan, Question, Questions, Repeat,
    Retry, Scenario, Signal, Silence, Speech, Status, Step, Suggestion, Task, Todo, ToolCall,
    Usage, VERBS, Withdrawal,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

fn scenario(text: &str) -> Scenario {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The one step of a file with nothing else in it.
fn step(text: &str) -> Step {
    let mut scenario = scenario(&format!("otherwise = [{text}]"));
    assert_eq!(scenario.otherwise.len(), 1);
    scenario.otherwise.remove(0)
}

fn say(text: &str) -> Vec<Step> {
    vec![Step::Say(text.to_owned())]
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => panic!("{other}"),
    }
}

#[test]
fn of_the_session() {
    let read = scenario(
        r#"
description = "a description"
[session]
model = "opus"
cli_version = "1.2.3"
price = [3.0, 15.0]
context_window = 1000
words_per_second = 12.5
slash_commands = { zulu = "last", alpha = "first" }
mcp_servers = { a = "connected", b = "failed", c = "needs-auth", d = "pending", e = "disabled" }
"#,
    );
    let session = &read.session;
    assert_eq!(read.description, "a description");
    assert_eq!(session.model.as_deref(), Some("opus"));
    assert_eq!(session.cli_version.as_deref(), Some("1.2.3"));
    assert_eq!(session.price, Some([3.0, 15.0]));
    assert_eq!(session.context_window, Some(1000));
    assert_eq!(session.words_per_second, Some(12.5));
    // in the order they were written
    let commands: Vec<_> = session.slash_commands.keys().collect();
    assert_eq!(commands, ["zulu", "alpha"]);
    assert_eq!(session.mcp_servers.get("c"), Some(&json!("needs-auth")));
}

#[test]
fn of_the_start() {
    let start = scenario(
        r#"
[start]
silent = "first_byte"
delay_ms = 5
initialize_delay_ms = 6
initialize_error = "no"
stderr = ["a", "b"]
exit = 3
"#,
    )
    .start;
    assert_eq!(start.silent, Some(Silence::FirstByte));
    assert_eq!((start.delay_ms, start.initialize_delay_ms), (5, 6));
    assert_eq!(start.initialize_error.as_deref(), Some("no"));
    assert_eq!(start.stderr, ["a", "b"]);
    assert_eq!(start.exit, Some(3));
    assert_eq!(start.fail, None);
    assert_eq!(
        scenario("start = { fail = 'gone' }").start.fail.as_deref(),
        Some("gone")
    );
    for (word, silence) in [
        ("initialize", Silence::Initialize),
        ("mcp", Silence::Mcp),
        ("first_turn", Silence::FirstTurn),
    ] {
        let read = scenario(&format!("start = {{ silent = '{word}' }}"));
        assert_eq!(read.start.silent, Some(silence));
    }
}

#[test]
fn of_turns_and_rules() {
    let read = scenario(
        r#"
[[turns]]
steps = [{ say = "a" }]
[[turns]]
[[on]]
prompt = "b"
after_interrupt = true
times = 2
help = "b: do b"
steps = [{ say = "b" }]
[[on]]
prompt = "c"
steps = [{ say = "c" }]
[[otherwise]]
say = "d"
"#,
    );
    assert_eq!(read.turns.len(), 2);
    assert_eq!(read.turns[0].steps, say("a"));
    assert_eq!(read.turns[1].steps, []);
    let rule = &read.on[0];
    assert_eq!(rule.prompt.get_ref(), "b");
    assert!(rule.after_interrupt);
    assert_eq!(
        (rule.times, rule.help.as_deref()),
        (Some(2), Some("b: do b"))
    );
    assert_eq!(rule.steps, say("b"));
    assert!(!read.on[1].after_interrupt);
    assert_eq!((read.on[1].times, &read.on[1].help), (None, &None));
    assert_eq!(read.otherwise, say("d"));
}

#[test]
fn of_a_tool() {
    let read = step(
        r#"{ tool = {
  name = "Bash", input = { z = 1, a = "{{prompt}}" }, output = "out", result = { x = [true] }, takes_ms = 7, as = "it",
  ask = "always",
  allowed = [{ say = "1" }], edited = [{ say = "2" }], denied = [{ say = "3" }], failed = [{ say = "4" }],
} }"#,
    );
    let call = ToolCall {
        name: "Bash".to_owned(),
        input: object(json!({"z": 1, "a": "{{prompt}}"})),
        output: Some("out".to_owned()),
        error: None,
        result: Some(json!({"x": [true]})),
        takes_ms: 7,
        ask: Ask::When(AskWhen::Always),
        name_of_result: Some("it".to_owned()),
        allowed: say("1"),
        edited: say("2"),
        denied: say("3"),
        failed: say("4"),
    };
    assert_eq!(read, Step::Tool(Box::new(call)));
    let failing = step(r#"{ tool = { name = "Bash", error = "broken" } }"#);
    let Step::Tool(call) = failing else {
        panic!("{failing:?}")
    };
    assert_eq!(call.error.as_deref(), Some("broken"));
    assert_eq!(call.ask, Ask::When(AskWhen::Auto));
}

#[test]
fn of_a_permission_request() {
    let ask = |ask: &str| match step(&format!("{{ tool = {{ name = 'Bash', ask = {ask} }} }}")) {
        Step::Tool(call) => call.ask,
        other => panic!("{other:?}"),
    };
    assert_eq!(ask("'auto'"), Ask::When(AskWhen::Auto));
    assert_eq!(ask("'never'"), Ask::When(AskWhen::Never));
    let details = ask(r#"{
  reason = "r", reason_type = "other", blocked_path = "/p", description = "d", title = "t",
  suggestions = ["Bash(ls *)", { type = "setMode", mode = "plan", destination = "session" }],
  withdraw = { after_ms = 9, allow = true },
}"#);
    let update = json!({"type": "setMode", "mode": "plan", "destination": "session"});
    let expected = AskDetails {
        reason: Some("r".to_owned()),
        reason_type: Some("other".to_owned()),
        blocked_path: Some("/p".to_owned()),
        description: Some("d".to_owned()),
        title: Some("t".to_owned()),
        suggestions: Some(vec![
            Suggestion::Rule("Bash(ls *)".to_owned()),
            Suggestion::Update(update),
        ]),
        withdraw: Some(Withdrawal {
            after_ms: 9,
            allow: true,
        }),
    };
    assert_eq!(details, Ask::Details(Box::new(expected)));
    assert_eq!(ask("{}"), Ask::Details(Box::default()));
    let refused = ask("{ withdraw = { after_ms = 1 } }");
    let Ask::Details(details) = refused else {
        panic!("{refused:?}")
    };
    assert!(!details.withdraw.unwrap().allow);
}

#[test]
fn of_people() {
    let read = step(
        r#"{ ask = { questions = [{ question = "q", header = "h", multiple = true, options = [
  { label = "a", description = "b", preview = "c" }, { label = "d" },
] }], answered = [{ say = "1" }], declined = [{ say = "2" }] } }"#,
    );
    let choice = |label: &str, description: &str, preview: Option<&str>| Choice {
        label: label.to_owned(),
        description: description.to_owned(),
        preview: preview.map(str::to_owned),
    };
    let question = Question {
        question: "q".to_owned(),
        header: "h".to_owned(),
        multiple: true,
        options: vec![choice("a", "b", Some("c")), choice("d", "", None)],
    };
    let questions = Questions {
        questions: vec![question],
        answered: say("1"),
        declined: say("2"),
    };
    assert_eq!(read, Step::Ask(Box::new(questions)));
    let plan = Plan {
        text: "p".to_owned(),
        approved: say("1"),
        rejected: say("2"),
    };
    assert_eq!(
        step(
            r#"{ plan = { text = "p", approved = [{ say = "1" }], rejected = [{ say = "2" }] } }"#
        ),
        Step::Plan(Box::new(plan))
    );
}

#[test]
fn of_agents_and_commands() {
    let agent = Agent {
        description: "d".to_owned(),
        prompt: "p".to_owned(),
        kind: Some("Explore".to_owned()),
        background: true,
        steps: say("1"),
        afterwards: say("2"),
    };
    assert_eq!(
        step(
            r#"{ agent = { description = "d", prompt = "p", type = "Explore", background = true, steps = [{ say = "1" }], afterwards = [{ say = "2" }] } }"#
        ),
        Step::Agent(Box::new(agent))
    );
    let shell = BackgroundShell {
        command: "c".to_owned(),
        description: "d".to_owned(),
        output: "o".to_owned(),
        takes_ms: 3,
        fails: true,
        afterwards: say("1"),
    };
    assert_eq!(
        step(
            r#"{ background = { command = "c", description = "d", output = "o", takes_ms = 3, fails = true, afterwards = [{ say = "1" }] } }"#
        ),
        Step::Background(Box::new(shell))
    );
    let Step::Parallel(Parallel { tools }) =
        step(r#"{ parallel = { tools = [{ name = "Read" }, { name = "Grep" }] } }"#)
    else {
        panic!("not parallel")
    };
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["Read", "Grep"]);
}

/// The verbs with little to them: what is written, and what it becomes.
fn small_verbs() -> Vec<(&'static str, Step)> {
    let text = |text: &str| text.to_owned();
    let speech = |text: &str, words_per_second| Speech {
        text: text.to_owned(),
        words_per_second,
    };
    let todo = |content: &str, status: &str, active: Option<&str>| Todo {
        content: content.to_owned(),
        status: status.to_owned(),
        active: active.map(str::to_owned),
    };
    let notice = |level: &str| Notice {
        text: "n".to_owned(),
        level: level.to_owned(),
    };
    vec![
        ("{ say = 's' }", Step::Say(text("s"))),
        ("{ stream = 's' }", Step::Stream(speech("s", None))),
        (
            "{ stream = { text = 's', words_per_second = 5 } }",
            Step::Stream(speech("s", Some(5.0))),
        ),
        ("{ think = 't' }", Step::Think(speech("t", None))),
        (
            "{ think = { text = 't', words_per_second = 0 } }",
            Step::Think(speech("t", Some(0.0))),
        ),
        (
            "{ todos = [{ content = 'a' }, { content = 'b', status = 'completed', active = 'c' }] }",
            Step::Todos(vec![
                todo("a", "pending", None),
                todo("b", "completed", Some("c")),
            ]),
        ),
        (
            "{ task = { create = { subject = 's', description = 'd' } } }",
            Step::Task(Task::Create {
                subject: text("s"),
                description: text("d"),
            }),
        ),
        (
            "{ task = { update = { id = 2, status = 'deleted' } } }",
            Step::Task(Task::Update {
                id: 2,
                status: text("deleted"),
            }),
        ),
        (
            "{ hook = { event = 'Notification', subject = 's', input = { a = 1 } } }",
            Step::Hook(Hook {
                event: text("Notification"),
                subject: Some(text("s")),
                input: object(json!({"a": 1})),
            }),
        ),
        (
            "{ retry = {} }",
            Step::Retry(Retry {
                times: 1,
                of: None,
                status: None,
                error: None,
                delay_ms: 0,
            }),
        ),
        (
            "{ retry = { times = 2, of = 5, status = 429, error = 'rate_limit', delay_ms = 3 } }",
            Step::Retry(Retry {
                times: 2,
                of: Some(5),
                status: Some(429),
                error: Some(text("rate_limit")),
                delay_ms: 3,
            }),
        ),
        (
            "{ compact = { manual = true, tokens_before = 9, tokens_after = 1, summary = 's', takes_ms = 4 } }",
            Step::Compact(Compaction {
                manual: true,
                tokens_before: 9,
                tokens_after: 1,
                summary: text("s"),
                takes_ms: 4,
            }),
        ),
        (
            "{ usage = { input_tokens = 1, output_tokens = 2, cache_read_tokens = 3, cache_write_tokens = 4, cost_usd = 0.5 } }",
            Step::Usage(Usage {
                input_tokens: Some(1),
                output_tokens: Some(2),
                cache_read_tokens: Some(3),
                cache_write_tokens: Some(4),
                cost_usd: Some(0.5),
            }),
        ),
        (
            "{ structured = { a = [1, 'x'] } }",
            Step::Structured(json!({"a": [1, "x"]})),
        ),
        (
            "{ fail = { kind = 'api', status = 500, text = 't' } }",
            Step::Fail(Failure {
                kind: FailureKind::Api,
                status: Some(500),
                text: Some(text("t")),
            }),
        ),
        (
            "{ fail = { kind = 'max_turns' } }",
            Step::Fail(Failure {
                kind: FailureKind::MaxTurns,
                status: None,
                text: None,
            }),
        ),
        (
            "{ fail = { kind = 'max_budget' } }",
            Step::Fail(Failure {
                kind: FailureKind::MaxBudget,
                status: None,
                text: None,
            }),
        ),
        (
            "{ fail = { kind = 'structured_output' } }",
            Step::Fail(Failure {
                kind: FailureKind::StructuredOutput,
                status: None,
                text: None,
            }),
        ),
        (
            "{ fail = { kind = 'execution', text = 't' } }",
            Step::Fail(Failure {
                kind: FailureKind::Execution,
                status: None,
                text: Some(text("t")),
            }),
        ),
        ("{ end = true }", Step::End(true)),
        ("{ wait_ms = 5 }", Step::WaitMs(5)),
        ("{ hang = true }", Step::Hang(true)),
        ("{ mode = 'acceptEdits' }", Step::Mode(text("acceptEdits"))),
        ("{ notice = 'n' }", Step::Notice(notice("info"))),
        (
            "{ notice = { text = 'n', level = 'warning' } }",
            Step::Notice(notice("warning")),
        ),
        (
            "{ status = 'requesting' }",
            Step::Status(Status::Requesting),
        ),
        (
            "{ status = 'compacting' }",
            Step::Status(Status::Compacting),
        ),
        ("{ status = 'none' }", Step::Status(Status::None)),
        ("{ title = 't' }", Step::Title(text("t"))),
        ("{ help = 'h' }", Step::Help(text("h"))),
        (
            "{ frame = { type = 'x', y = 1 } }",
            Step::Frame(object(json!({"type": "x", "y": 1}))),
        ),
        ("{ noise = 'n' }", Step::Noise(text("n"))),
        ("{ malformed = '{' }", Step::Malformed(text("{"))),
        ("{ surrogate = 's' }", Step::Surrogate(text("s"))),
        ("{ huge = { bytes = 5 } }", Step::Huge(Huge { bytes: 5 })),
        (
            "{ flood = { frames = 5 } }",
            Step::Flood(Flood {
                frames: 5,
                per_second: None,
                mix: FloodMix::Mixed,
            }),
        ),
        (
            "{ flood = { frames = 5, per_second = 2, mix = 'deltas' } }",
            Step::Flood(Flood {
                frames: 5,
                per_second: Some(2),
                mix: FloodMix::Deltas,
            }),
        ),
        ("{ stderr = 's' }", Step::Stderr(text("s"))),
        (
            "{ exit = 3 }",
            Step::Exit(Exit {
                code: 3,
                stderr: None,
            }),
        ),
        (
            "{ exit = { code = 4, stderr = 's' } }",
            Step::Exit(Exit {
                code: 4,
                stderr: Some(text("s")),
            }),
        ),
        ("{ die = 'KILL' }", Step::Die(Signal::Kill)),
        ("{ die = 'TERM' }", Step::Die(Signal::Term)),
        ("{ die = 'SEGV' }", Step::Die(Signal::Segv)),
        ("{ die = 'ABRT' }", Step::Die(Signal::Abrt)),
        (
            "{ when = { value = 'v', matches = 'm', then = [{ say = '1' }], else = [{ say = '2' }] } }",
            Step::When(Box::new(Branch {
                value: text("v"),
                matches: text("m"),
                then: say("1"),
                otherwise: say("2"),
            })),
        ),
        (
            "{ repeat = { times = 2, steps = [{ say = '{{round}}' }] } }",
            Step::Repeat(Box::new(Repeat {
                times: 2,
                steps: say("{{round}}"),
            })),
        ),
        (
            "{ set = { a = 'b', c = [1] } }",
            Step::Set(object(json!({"a": "b", "c": [1]}))),
        ),
    ]
}

#[test]
fn of_small_verbs() {
    for (written, expected) in small_verbs() {
        assert_eq!(step(written), expected, "{written}");
    }
}

/// The list of verbs is the list of verbs.
#[test]
fn every_verb_has_its_test() {
    let large = ["tool", "parallel", "ask", "plan", "agent", "background"];
    let small = small_verbs();
    let tested: BTreeSet<_> = small
        .iter()
        .map(|(_, step)| step.verb())
        .chain(large)
        .collect();
    assert_eq!(tested, BTreeSet::from(VERBS));
    for (written, step) in small {
        assert!(
            written.starts_with(&format!("{{ {} = ", step.verb())),
            "{written}"
        );
    }
}

//! The filter language: reading, printing, errors, completion, and what fits.

use super::*;
use crate::trace::{Direction, Moment};
use proptest::prelude::*;
use std::time::Duration;

struct Row {
    direction: Direction,
    kind: &'static str,
    subtype: &'static str,
    detail: &'static str,
    tool: &'static str,
    server: &'static str,
    agent: &'static str,
    size: u64,
    latency: Option<u64>,
    at: u64,
    marks: Vec<Mark>,
}

impl Default for Row {
    fn default() -> Self {
        Self {
            direction: Direction::In,
            kind: "control_request",
            subtype: "mcp_message",
            detail: "tools/call",
            tool: "mcp__calc__add",
            server: "calc",
            agent: "",
            size: 300,
            latency: Some(1_500_000),
            at: 20_000_000,
            marks: vec![Mark::Pending],
        }
    }
}

impl Subject for Row {
    fn direction(&self) -> Direction {
        self.direction
    }
    fn kind(&self) -> &str {
        self.kind
    }
    fn subtype(&self) -> &str {
        self.subtype
    }
    fn detail(&self) -> &str {
        self.detail
    }
    fn tool(&self) -> &str {
        self.tool
    }
    fn server(&self) -> &str {
        self.server
    }
    fn agent(&self) -> &str {
        self.agent
    }
    fn size(&self) -> (u64, u64) {
        (self.size, self.size)
    }
    fn latency(&self) -> Option<Duration> {
        self.latency.map(Duration::from_micros)
    }
    fn at(&self) -> Moment {
        Moment(self.at)
    }
    fn age(&self) -> Duration {
        Moment(30_000_000).since(self.at())
    }
    fn has(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }
}

const TEXT: &[u8] =
    br#"{"type":"control_request","request_id":"req_17","said":"a \"Quoted\" thing"}"#;

fn fits(filter: &str, row: &Row) -> bool {
    let filter = Filter::parse(filter).expect(filter);
    let fits = filter.fits(row, TEXT);
    match filter.judge(row) {
        Verdict::Fits => assert!(fits, "{filter}"),
        Verdict::Not => assert!(!fits, "{filter}"),
        Verdict::Open => {}
    }
    fits
}

#[test]
fn terms_fit_what_they_say() {
    let row = Row::default();
    for yes in [
        "",
        "~d in",
        "~d out,in",
        "~t control_request",
        "~t CONTROL_*",
        "~s mcp_message",
        "~s tools/*",
        "~tool add",
        "~tool mcp__calc__add",
        "~tool mcp__*",
        "~server calc",
        "~id req_1",
        "~agent main",
        "~b req_\\d+",
        "~b \"type\\\":\\\"control\"",
        "quoted",
        "\"a \\\"quoted\\\" thing\"",
        "~size > 299",
        "~size<=300",
        "~latency > 1s",
        "~latency = 1500ms",
        "~age < 11",
        "~at 12.5..30",
        "~at 20..",
        "~at ..20s",
        "~pending",
        "!~error",
        "~d in & ~pending",
        "~d out | ~pending",
        "!(~d out | ~error) req_17",
        "!!~pending",
    ] {
        assert!(fits(yes, &row), "{yes}");
    }
    for no in [
        "~d err",
        "~t control",
        "~tool calc",
        "~server ca",
        "~id eq_1",
        "~id said_not",
        "~agent toolu",
        "~b ^req",
        "nowhere",
        "~size > 1k",
        "~latency < 1s",
        "~age > 1m",
        "~at ..19.999",
        "~error",
        "~pending nowhere",
        "!~pending | nowhere",
    ] {
        assert!(!fits(no, &row), "{no}");
    }
    let plain = Row {
        tool: "",
        server: "",
        latency: None,
        agent: "toolu_9",
        ..Row::default()
    };
    for no in ["~tool *", "~server *", "~latency >= 0", "~agent main"] {
        assert!(!fits(no, &plain), "{no}");
    }
    assert!(fits("~agent toolu", &plain));
}

#[test]
fn the_text_is_only_wanted_where_it_decides() {
    let row = Row::default();
    let judged = |text: &str| Filter::parse(text).expect(text).judge(&row);
    assert_eq!(judged("~d out word"), Verdict::Not);
    assert_eq!(judged("~d in | word"), Verdict::Fits);
    assert_eq!(judged("~d in word"), Verdict::Open);
    assert_eq!(judged("!(~d in | word)"), Verdict::Not);
    assert_eq!(judged("!word"), Verdict::Open);
}

#[test]
fn errors_point_at_the_place_and_say_what_was_expected() {
    for (text, column, length, said) in [
        ("~size > lots", 9, 4, "10k"),
        ("~size 10k", 7, 3, "expected >"),
        ("~latency >", 11, 0, "1.5s"),
        ("~d sideways", 4, 8, "in, out, err, note"),
        ("~d", 3, 0, "in, out, err, note"),
        ("~tol x", 1, 4, "~to"),
        ("ä ~zz", 3, 3, "expected one of"),
        ("(a | b", 7, 0, "closing"),
        ("a )", 3, 1, "no `(`"),
        ("()", 2, 1, "nothing is inside"),
        ("a |", 4, 0, "expected a word"),
        ("\"never ends", 1, 11, "quotes"),
        ("~b \"a(\"", 4, 4, "unclosed group"),
        ("~at soon", 5, 4, "12.5..30"),
        ("~t user,", 9, 0, "~t"),
        ("> 3", 1, 1, "expected a word"),
    ] {
        let error = Filter::parse(text).expect_err(text);
        assert_eq!(
            (error.column, error.length),
            (column, length),
            "{text}: {error}"
        );
        assert!(error.what.contains(said), "{text}: {error}");
    }
    let error = Filter::parse("~d sideways").expect_err("no such direction");
    assert_eq!(error.pointer(), "   ^^^^^^^^");
    let deep = "(".repeat(5_000);
    assert!(Filter::parse(&deep).is_err());
    assert!(Filter::parse(&"!".repeat(5_000)).is_err());
}

#[test]
fn every_operator_is_read_by_its_name_and_example_and_is_in_the_readme() {
    let readme = include_str!("../../../README.md");
    for operator in OPERATORS {
        let text = format!("{} {}", operator.name, operator.example);
        let filter = Filter::parse(&text).expect(&text);
        assert_eq!(Filter::parse(&filter.to_string()), Ok(filter), "{text}");
        let row = format!("| `{}` | {} |", text.trim(), operator.help);
        assert!(readme.contains(&row), "README lacks {row}");
    }
}

#[test]
fn completion_knows_where_the_cursor_stands() {
    let known = Vocabulary {
        kinds: vec!["user".into(), "control_request".into(), "result".into()],
        tools: vec!["Bash".into(), "mcp__calc__add".into()],
        ..Vocabulary::default()
    };
    let texts = |text: &str| {
        let found = complete(text, text.len(), &known);
        let texts: Vec<String> = found.candidates.into_iter().map(|one| one.text).collect();
        (found.from, texts)
    };
    assert_eq!(texts("~se"), (0, vec!["~server".to_owned()]));
    assert_eq!(texts("x ~lat").0, 2);
    assert_eq!(texts("~t re").1, ["result", "control_request"]);
    assert_eq!(texts("~t user, ").1.len(), 3);
    assert_eq!(texts("~t user,r").1, ["result", "user", "control_request"]);
    assert_eq!(texts("~tool ba"), (6, vec!["Bash".to_owned()]));
    assert_eq!(texts("~d ").1, ["in", "out", "err", "note"]);
    assert_eq!(texts("~pending ").1.len(), OPERATORS.len());
    assert_eq!(texts("word").1, Vec::<String>::new());
    assert_eq!(complete("~d in", 2, &known).candidates.len(), 1);
    let texts = |text: &str, known: &Vocabulary| {
        let found = complete(text, text.len(), known).candidates;
        found.into_iter().map(|one| one.text).collect::<Vec<_>>()
    };
    let near = Vocabulary {
        ids: vec!["toolu_2".to_owned(), "req_1".to_owned()],
        ranges: vec!["3.250..".to_owned(), "..3.250".to_owned()],
        ..Vocabulary::default()
    };
    assert_eq!(texts("~id ", &near), ["toolu_2", "req_1"]);
    assert_eq!(texts("~id req_9,re", &near), ["req_1"]);
    assert_eq!(texts("~at ", &near)[..2], ["3.250..", "..3.250"]);
    // Whatever is offered can be taken.
    for operator in ["~id", "~at", "~b"] {
        let offered = texts(&format!("{operator} "), &near);
        assert!(offered.len() > 1, "{operator}");
        for one in offered {
            let text = format!("{operator} {one}");
            assert!(Filter::parse(&text).is_ok(), "{text}");
        }
    }
    assert_eq!(complete("ä", 1, &known).from, 0);
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z_*]{1,8}", ".{0,6}", "[\\\\\"~!(), |&<>=]{0,4}"]
}

fn names() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(name(), 1..3)
}

fn compare() -> impl Strategy<Value = Compare> {
    prop::sample::select(Compare::ALL.map(|(_, compare)| compare).to_vec())
}

fn term() -> impl Strategy<Value = Term> {
    let marks: Vec<Term> = OPERATORS
        .iter()
        .filter_map(|operator| match operator.takes {
            Takes::Mark(mark) => Some(Term::Mark(mark)),
            _ => None,
        })
        .collect();
    let time = || {
        prop_oneof![
            Just(0),
            0..5_000_000_u64,
            (0..90_u64).prop_map(|s| s * 60_000_000)
        ]
    };
    prop_oneof![
        prop::collection::vec(
            prop::sample::select(vec![
                Direction::In,
                Direction::Out,
                Direction::Stderr,
                Direction::Note
            ]),
            1..3
        )
        .prop_map(Term::Direction),
        names().prop_map(Term::Kind),
        names().prop_map(Term::Subtype),
        names().prop_map(Term::Tool),
        names().prop_map(Term::Server),
        names().prop_map(Term::Id),
        names().prop_map(Term::Agent),
        name().prop_filter_map("a regular expression", |text| Pattern::regex(&text)
            .ok()
            .map(Term::Raw)),
        name().prop_filter_map("a text", |text| Pattern::text(&text).ok().map(Term::Text)),
        (compare(), any::<u64>()).prop_map(|(compare, bytes)| Term::Size(compare, bytes)),
        (compare(), time()).prop_map(|(compare, time)| Term::Latency(compare, time)),
        (compare(), time()).prop_map(|(compare, time)| Term::Age(compare, time)),
        (prop::option::of(time()), prop::option::of(time())).prop_map(|(from, to)| {
            match (from, to) {
                (Some(a), Some(b)) => Term::At(Some(a.min(b)), Some(a.max(b))),
                (from, to) => Term::At(from, to),
            }
        }),
        prop::sample::select(marks),
    ]
}

fn expr() -> impl Strategy<Value = Expr> {
    term().prop_map(Expr::Is).prop_recursive(4, 16, 3, |inner| {
        let many = || prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            many().prop_filter_map("some", Expr::all),
            many().prop_filter_map("some", Expr::any),
            inner.clone().prop_map(Expr::negated),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_printed_reads_back_as_the_same(expr in expr()) {
        let filter = Filter::of(expr);
        let text = filter.to_string();
        prop_assert_eq!(Filter::parse(&text), Ok(filter), "{}", text);
    }

    #[test]
    fn any_text_is_a_filter_or_an_error_inside_the_text(text in "(?s).{0,40}", cursor in 0..50_usize) {
        if let Err(error) = Filter::parse(&text) {
            prop_assert!(error.column <= text.chars().count() + 1, "{error}");
            prop_assert!(error.column - 1 + error.length <= text.chars().count(), "{error}");
        }
        let found = complete(&text, cursor, &Vocabulary::default());
        prop_assert!(text.get(found.from..found.to).is_some());
    }

    #[test]
    fn filters_of_signs_never_panic(text in "[~!&|()<>=,\"\\\\ a-z0-9.]{0,30}") {
        if let Ok(filter) = Filter::parse(&text) {
            prop_assert_eq!(Filter::parse(&filter.to_string()), Ok(filter.clone()));
            let row = Row::default();
            let fits = filter.fits(&row, TEXT);
            match filter.judge(&row) {
                Verdict::Fits => prop_assert!(fits),
                Verdict::Not => prop_assert!(!fits),
                Verdict::Open => {}
            }
        }
    }
}

#[test]
fn a_range_that_ends_before_it_begins_is_pointed_at() {
    let error = Filter::parse("~d in ~at 5..1").unwrap_err();
    assert_eq!((error.column, error.length), (11, 4));
    assert!(error.what.contains("1s..5s"), "{error}");
    assert!(Filter::parse("~at 1..1").is_ok() && Filter::parse("~at 1..").is_ok());
}

#[test]
fn a_text_is_looked_for_in_what_a_list_calls_the_line_too() {
    let line = Row {
        kind: "system",
        subtype: "init",
        detail: "",
        ..Row::default()
    };
    let fits = |text: &str, row: &Row| Filter::parse(text).unwrap().fits(row, b"{}");
    assert!(fits("system/init", &line) && fits("SYSTEM/i", &line));
    assert!(!fits("init", &line), "what stands in the line decides");
    assert!(!fits("!system/init", &line) && !fits("system/other", &line));
    assert!(!fits("~b system/init", &line), "that asks for the raw line");
    let hook = Row {
        kind: "control_request",
        subtype: "hook_callback",
        detail: "PreToolUse",
        ..Row::default()
    };
    assert!(fits("hook/PreToolUse", &hook) && fits("hook_callback/pre", &hook));
    let stderr = Row {
        kind: "stderr",
        direction: Direction::Stderr,
        ..Row::default()
    };
    assert!(fits("stderr", &stderr));
}

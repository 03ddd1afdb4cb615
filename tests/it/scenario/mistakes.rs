//! Every message about a scenario that cannot be read, with line and key.

use super::read;
use std::fmt::Write as _;

/// What a step stands in: a rule, some levels down.
fn in_rule(step: &str) -> String {
    format!(
        "[[on]]\nprompt = 'x (?P<thing>y)'\nsteps = [\n  {{ say = \"fine\" }},\n  {{ tool = {{ name = \"Bash\", denied = [\n    {{ say = \"fine\" }},\n    {step},\n  ] }} }},\n]\n"
    )
}

fn report(mistakes: &[String]) -> String {
    let mut report = String::new();
    for text in mistakes {
        match read(text) {
            Ok(_) => writeln!(report, "NOT FOUND: {text}").unwrap(),
            Err(error) => {
                assert!(error.line.is_some(), "no line: {error}");
                writeln!(report, "{error}").unwrap();
            }
        }
    }
    assert!(!report.contains("NOT FOUND"), "{report}");
    report
}

#[test]
fn in_steps() {
    let steps = [
        // the verb
        "{}",
        "{ say = \"a\", think = \"b\" }",
        "{ sya = \"a\" }",
        "{ juggle = 3 }",
        "\"say\"",
        "{ say = 3 }",
        "{ say = { text = \"a\" } }",
        // two forms
        "{ think = 3 }",
        "{ think = { txet = \"a\" } }",
        "{ think = { text = \"\" } }",
        "{ stream = { text = \"a\", words_per_second = -1 } }",
        "{ stream = { text = \"a\", words_per_second = \"fast\" } }",
        "{ exit = \"now\" }",
        "{ exit = 256 }",
        "{ exit = { code = -1 } }",
        "{ exit = 9999999999 }",
        "{ exit = { cod = 1 } }",
        "{ notice = { text = \"a\", level = \"warn\" } }",
        "{ notice = true }",
        "{ notice = \"\" }",
        // tools
        "{ tool = {} }",
        "{ tool = { name = \"Bash\", inptu = {} } }",
        "{ tool = { name = \"Bash\", input = 3 } }",
        "{ tool = { name = \"Bash\", output = \"a\", error = \"b\" } }",
        "{ tool = { name = \"Bash\", takes_ms = -5 } }",
        "{ tool = { name = \"Bash\", takes_ms = 999_999_999_999 } }",
        "{ tool = { name = \"Bash\", as = \"two words\" } }",
        "{ tool = { name = \"Bash\", as = \"last\" } }",
        "{ tool = { name = \"Bash\", ask = \"sometimes\" } }",
        "{ tool = { name = \"Bash\", ask = true } }",
        "{ tool = { name = \"Bash\", ask = { raeson = \"x\" } } }",
        "{ tool = { name = \"Bash\", ask = { reason = 3 } } }",
        "{ tool = { name = \"Bash\", ask = { withdraw = {} } } }",
        "{ tool = { name = \"Bash\", ask = { withdraw = { after_ms = 99_999_999_999 } } } }",
        "{ tool = { name = \"Bash\", ask = { suggestions = [3] } } }",
        "{ tool = { name = \"Bash\", ask = { suggestions = [\"Bash(\"] } } }",
        "{ tool = { name = \"Bash\", ask = { suggestions = [\"Bash\", { type = \"addRule\" }] } } }",
        "{ tool = { name = \"Bash\", ask = { suggestions = [{ type = \"addRules\" }] } } }",
        "{ tool = { name = \"Bash\", ask = { suggestions = [{ type = \"setMode\", mode = \"yolo\" }] } } }",
        "{ tool = { name = \"Bash\", input = { since = 2026-01-02 } } }",
        "{ tool = { name = \"Bash\", input = { a = [1, nan] } } }",
        "{ tool = { name = \"Bash\", failed = [{ say = \"a\" }, { tool = { name = \"Read\", edited = [{ sya = \"b\" }] } }] } }",
        "{ parallel = { tools = [] } }",
        "{ parallel = { tools = [{ name = \"Read\" }, { nmae = \"Read\" }] } }",
        "{ parallel = { tools = [{ name = \"Read\" }, { name = \"\" }] } }",
        // people
        "{ ask = { questions = [] } }",
        "{ ask = { questions = [{ question = \"a\", options = [{ label = \"b\" }] }] } }",
        "{ ask = { questions = [{ question = \"\", options = [{ label = \"b\" }, { label = \"c\" }] }] } }",
        "{ ask = { questions = [{ question = \"a\", options = [{ label = \"b\" }, { lable = \"c\" }] }] } }",
        "{ ask = { questions = [{ question = \"a\", options = [{ label = \"b\" }, { label = \" \" }] }] } }",
        "{ plan = { approved = [] } }",
        // agents, lists
        "{ agent = {} }",
        "{ agent = { description = \"a\", afterwards = [{ say = \"b\" }] } }",
        "{ agent = { description = \"a\", steps = [{ say = 1 }] } }",
        "{ background = { output = \"a\" } }",
        "{ todos = [{ content = \"a\" }, { content = \"b\", status = \"done\" }] }",
        "{ todos = [{ status = \"pending\" }] }",
        "{ task = { create = {} } }",
        "{ task = { update = { id = 1, status = \"complete\" } } }",
        "{ task = { update = { id = 0, status = \"completed\" } } }",
        "{ task = { remove = 3 } }",
        // around the model
        "{ hook = { event = \"PreToolUes\" } }",
        "{ hook = { event = \"Sunrise\" } }",
        "{ retry = { times = 0 } }",
        "{ retry = { times = 5, of = 3 } }",
        "{ retry = { status = 200 } }",
        "{ compact = { tokens_before = 10, tokens_after = 20 } }",
        "{ usage = { cost_usd = -1.0 } }",
        "{ usage = { input_tokens = 1.5 } }",
        "{ fail = { kind = \"bad\" } }",
        "{ fail = {} }",
        "{ fail = { kind = \"max_turns\", status = 500 } }",
        "{ fail = { kind = \"max_budget\", text = \"a\" } }",
        "{ fail = { kind = \"api\", status = 42 } }",
        "{ mode = \"acceptEdit\" }",
        "{ status = \"busy\" }",
        // trouble
        "{ frame = { subtype = \"a\" } }",
        "{ huge = { bytes = 0 } }",
        "{ huge = { bytes = 999_999_999_999 } }",
        "{ huge = {} }",
        "{ flood = { frames = 0 } }",
        "{ flood = { frames = 99_999_999 } }",
        "{ flood = { frames = 1, per_second = 0 } }",
        "{ flood = { frames = 1, mix = \"milk\" } }",
        "{ die = \"SIGKILL\" }",
        "{ end = false }",
        "{ hang = false }",
        "{ wait_ms = 86_400_001 }",
        // steering
        "{ when = { value = \"a\", matches = \"(\" } }",
        "{ when = { value = \"a\", matches = \"b\", otherwise = [] } }",
        "{ when = { matches = \"b\" } }",
        "{ repeat = { times = 0, steps = [] } }",
        "{ repeat = { times = 2, steps = [{ say = \"a\" }, { say = \"{{rond}}\" }] } }",
        "{ set = { \"a b\" = 1 } }",
        "{ set = { prompt = 1 } }",
        "{ set = { 1 = 1 } }",
        // placeholders
        "{ say = \"{{2}}\" }",
        "{ say = \"{{thign}}\" }",
        "{ say = \"{{weather}}\" }",
        "{ say = \"{{round}}\" }",
        "{ tool = { name = \"Bash\", input = { a = [{ \"b c\" = \"{{number x}}\" }] } } }",
        "{ when = { value = \"a\", matches = \"b\", then = [{ say = \"a\" }], else = [{ notice = \"{{nobody}}\" }] } }",
        "{ structured = { list = [\"ok\", \"{{nobody}}\"] } }",
    ];
    let mistakes: Vec<_> = steps.iter().map(|step| in_rule(step)).collect();
    insta::assert_snapshot!("in_steps", report(&mistakes));
}

#[test]
fn outside_steps() {
    let mistakes = [
        "descripton = 'a'",
        "description = 3",
        "description = ",
        "[session]\nmodel = ''",
        "[session]\nspeed = 3",
        "[session]\nprice = [1.0]",
        "[session]\nprice = [1.0, -2.0]",
        "[session]\nwords_per_second = inf",
        "[session]\ncontext_window = 0",
        "[session.slash_commands]\n'/review' = 'a'",
        "[session.slash_commands]\nreview = 1",
        "[session.mcp_servers]\nissues = 'conected'",
        "[session.mcp_servers]\nissues = true",
        "[start]\nsilent = 'always'",
        "[start]\ndelay_ms = 86_400_001",
        "[start]\nexit = 300",
        "[start]\nexit = 1\nfail = 'a'",
        "turns_on = 'next'",
        "turns_on = '(a'\n[[turns]]\nsteps = [{ say = 'a' }]",
        "also = 'nobody'",
        "also = 'tour'",
        "[[turns]]\nsay = 'a'",
        "[[turns]]\nsteps = [{ say = 'a' }]\n[[turns]]\nsteps = [{ say = '{{1}}' }]",
        "[[turns]]\n[[turns.steps]]\nsay = 'a'\n[[turns.steps]]\n[turns.steps.tool]\nname = 'Bash'\ntakes = 3",
        "[[on]]\nsteps = [{ say = 'a' }]",
        "[[on]]\nprompt = 'a'",
        "[[on]]\nprompt = 'a'\nsteps = []",
        "[[on]]\nprompt = 'a'\ntimes = 0\nsteps = [{ say = 'a' }]",
        "[[on]]\nprompt = 'a'\nsteps = [{ say = 'a' }]\n[[on]]\nprompt = '(a'\nsteps = [{ say = 'a' }]",
        "[[on]]\nprompt = '(?P<last>a)'\nsteps = [{ say = 'a' }]",
        "[[on]]\nprompt = 'a'\nsteps = [{ say = '{{1}}' }]",
        "on = 3",
        "[[otherwise]]\nsya = 'a'",
        "[[otherwise]]\nsay = '{{thing}}'",
    ];
    let mistakes = mistakes.map(str::to_owned);
    insta::assert_snapshot!("outside_steps", report(&mistakes));
}

/// However deep and however it is written, line and key are those of the mistake.
#[test]
fn deep_inside() {
    let text = r#"
[[on]]
prompt = "a"
steps = [{ say = "a" }]
[[on]]
prompt = "b"
[[on.steps]]
[on.steps.tool]
name = "Bash"
[[on.steps.tool.denied]]
say = "no"
[[on.steps.tool.denied]]
[on.steps.tool.denied.ask]
questions = [
  { question = "?", options = [
    { label = "a" },
    { label = "" },
  ] },
]
"#;
    let error = read(text).unwrap_err();
    let key = "on[1].steps[0].tool.denied[1].ask.questions[0].options[1].label";
    assert_eq!(error.key.as_deref(), Some(key));
    assert_eq!(error.line, Some((17, 15)));
    // more brackets than any parser should follow are an error too, not a crash
    let bottomless = format!("otherwise = {}", "[{ repeat = ".repeat(5_000));
    assert!(read(&bottomless).unwrap_err().line.is_some());
}

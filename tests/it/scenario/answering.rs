//! Which steps a prompt gets, and what they know.

use cca::config::Document;
use cca::simulator::scenario::fill::{self, Values};
use cca::simulator::scenario::{AnsweredBy, Asked, Branch, Compiled, Step, Used};

fn compiled(text: &str) -> Compiled {
    Compiled::read(&Document::new("play.toml", text)).unwrap()
}

fn asked(prompt: &str, turn: usize) -> Asked<'_> {
    Asked {
        prompt,
        turn,
        after_interrupt: false,
    }
}

/// What is said first, with the values filled in.
fn said(compiled: &Compiled, asked: Asked<'_>, used: &mut Used) -> String {
    let answer = compiled.answer(asked, used);
    match answer.steps.first() {
        Some(Step::Say(text)) => fill::text(text, &answer.values),
        other => panic!("{other:?}"),
    }
}

const RULES: &str = r#"
turns = [{ steps = [{ say = "first: {{prompt}}" }] }]
on = [
  { prompt = 'again', after_interrupt = true, steps = [{ say = "once more" }] },
  { prompt = 'add (?P<a>\d+)(?: and (\d+))?', times = 1, steps = [{ say = "{{a}}|{{1}}|{{2}}|{{0}}" }] },
  { prompt = 'add', steps = [{ say = "no more adding" }] },
]
otherwise = [{ say = "what is {{prompt}}?" }]
"#;

#[test]
fn turns_then_rules_then_otherwise() {
    let compiled = compiled(RULES);
    let mut used = Used::default();
    assert_eq!(
        said(&compiled, asked("add 1", 0), &mut used),
        "first: add 1"
    );
    assert_eq!(
        said(&compiled, asked("please ADD 1 and 2 now", 1), &mut used),
        "1|1|2|ADD 1 and 2"
    );
    // the first rule is used up
    assert_eq!(
        said(&compiled, asked("add 3", 2), &mut used),
        "no more adding"
    );
    assert_eq!(
        said(&compiled, asked("love", 3), &mut used),
        "what is love?"
    );
    let answer = compiled.answer(asked("love", 3), &mut used);
    assert_eq!(answer.by, AnsweredBy::Otherwise);
}

#[test]
fn a_group_that_took_no_part_is_empty() {
    let said = said(&compiled(RULES), asked("add 7", 1), &mut Used::default());
    assert_eq!(said, "7|7||add 7");
}

#[test]
fn some_rules_are_for_after_an_interrupt() {
    let compiled = compiled(RULES);
    let mut prompt = asked("again", 1);
    let by = |prompt| compiled.answer(prompt, &mut Used::default()).by;
    assert_eq!(by(prompt), AnsweredBy::Otherwise);
    prompt.after_interrupt = true;
    assert_eq!(by(prompt), AnsweredBy::Rule(0));
    // and the others still are
    prompt.prompt = "add 1";
    assert_eq!(by(prompt), AnsweredBy::Rule(1));
}

#[test]
fn a_scenario_without_an_answer_repeats_the_prompt() {
    let compiled = compiled("");
    let mut used = Used::default();
    assert_eq!(said(&compiled, asked("hm {{1}}", 0), &mut used), "hm {{1}}");
    assert_eq!(
        compiled.answer(asked("", 0), &mut used).by,
        AnsweredBy::Nothing
    );
}

#[test]
fn a_branch_looks_at_what_is_known() {
    let branch = Branch {
        value: "{{mood}}".to_owned(),
        matches: "^good$".to_owned(),
        then: vec![Step::Say("yes".to_owned())],
        otherwise: vec![Step::Say("no".to_owned())],
    };
    let mut values = Values::new();
    assert_eq!(branch.choose(&values), branch.otherwise);
    values.set("mood", "GOOD");
    assert_eq!(branch.choose(&values), branch.then);
}

#[test]
fn help_is_what_the_rules_say() {
    let text = "on = [{ prompt = 'a', help = 'a: one', steps = [{ say = '' }] }, { prompt = 'b', steps = [{ say = '' }] }]";
    let compiled = compiled(text);
    assert_eq!(compiled.scenario().help().collect::<Vec<_>>(), ["a: one"]);
}

#[test]
fn turns_can_be_for_some_prompts_and_rules_for_the_others() {
    let compiled = compiled(
        r#"
turns_on = '^next$'
turns = [{ steps = [{ say = "one" }] }, { steps = [{ say = "two" }] }]
on = [{ prompt = 'detour', steps = [{ say = "gladly" }] }]
otherwise = [{ say = "what?" }]
"#,
    );
    let mut used = Used::default();
    let prompts = ["next", "a detour", "hm", "next", "next", "detour"];
    let answers: Vec<_> = prompts
        .iter()
        .enumerate()
        .map(|(turn, prompt)| said(&compiled, asked(prompt, turn), &mut used))
        .collect();
    assert_eq!(
        answers,
        ["one", "gladly", "what?", "two", "what?", "gladly"]
    );
}

#[test]
fn the_rules_of_another_scenario_come_after_its_own() {
    let compiled = compiled(
        r#"
also = "playground"
on = [{ prompt = '^list files$', steps = [{ say = "mine" }] }]
"#,
    );
    let mut used = Used::default();
    assert_eq!(said(&compiled, asked("list files", 0), &mut used), "mine");
    let by = |prompt: &str, used: &mut Used| compiled.answer(asked(prompt, 0), used).by;
    assert!(matches!(by("help", &mut used), AnsweredBy::Rule(1..)));
    assert_eq!(
        by("nothing there is a rule for", &mut used),
        AnsweredBy::Otherwise
    );
}

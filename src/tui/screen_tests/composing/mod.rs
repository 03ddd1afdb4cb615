//! The composer: keys to exact text and exact bytes, pastes, prompts of before.

pub(super) mod offers;
pub(super) mod queued;
mod remembered;

use crate::sanitise::is_obeyed;
use crate::session::{Input, Output};
use crate::trace::{Moment, Traffic};
use crate::tui::effect::{Effect, Job, Keep};
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::msg::{Done, Msg, Recalled};
use crate::tui::panes::composer::Past;
use crate::tui::screen_tests::stage::{KEY, drawn, feed, press, screen, sent, shown};
use crate::tui::update::update;
use serde_json::Value;
use std::path::PathBuf;

fn text(model: &Model) -> String {
    model.seat().unwrap().composer.text()
}

fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    update(model, Msg::Paste(text.to_owned()))
}

/// What the CLI was told as prompts.
fn prompts(effects: &[Effect]) -> Vec<String> {
    let prompt = |line: String| {
        let value: Value = serde_json::from_str(&line).unwrap();
        let content = value.pointer("/message/content").and_then(Value::as_str);
        content.map(str::to_owned)
    };
    sent(effects).into_iter().filter_map(prompt).collect()
}

fn kept(effects: &[Effect]) -> Vec<Keep> {
    let keep = |effect: &Effect| match effect {
        Effect::Work(Job::Keep(keep)) => Some(keep.clone()),
        _ => None,
    };
    effects.iter().filter_map(keep).collect()
}

/// Lets the effects of a session happen: notes are noted and what is sent is written.
pub(super) fn happen(model: &mut Model, effects: Vec<Effect>) {
    for effect in effects {
        let now = Moment::after(std::time::Duration::from_secs(2));
        let traffic = match effect {
            Effect::Session(_, Output::Send(outgoing)) => Traffic::sent(2, now, outgoing),
            Effect::Session(_, Output::Note(note)) => Traffic::noted(2, now, note),
            Effect::Session(_, Output::Reply { ticket, reply }) => {
                let done = Done::Reply(KEY, ticket, Box::new(reply));
                update(model, Msg::Done(done));
                continue;
            }
            _ => continue,
        };
        let more = feed(model, Input::Traffic(traffic), now);
        happen(model, more);
    }
}

#[test]
fn enter_sends_what_is_typed_with_an_id_and_is_remembered() {
    let mut model = screen();
    let effects = press(&mut model, "hello<enter>");
    let line: Value = serde_json::from_str(&sent(&effects)[0]).unwrap();
    let uuid = line["uuid"].as_str().unwrap();
    assert!(uuid::Uuid::parse_str(uuid).is_ok());
    let exact = format!(
        r#"{{"type":"user","message":{{"role":"user","content":"hello"}},"parent_tool_use_id":null,"session_id":"","uuid":"{uuid}"}}"#
    );
    let same: Value = serde_json::from_str(&exact).unwrap();
    assert_eq!(line["type"], same["type"]);
    assert_eq!(line["message"], same["message"]);
    assert_eq!(text(&model), "");
    let folder = PathBuf::new();
    assert_eq!(
        kept(&effects),
        [
            Keep::Prompt {
                text: "hello".to_owned(),
                folder: folder.clone()
            },
            Keep::Draft {
                folder,
                pieces: Vec::new()
            },
        ]
    );
}

#[test]
fn enter_on_nothing_does_nothing() {
    let mut model = screen();
    assert!(press(&mut model, "<enter>  <enter>").is_empty());
    assert!(model.notice.is_none());
    assert_eq!(text(&model), "  ");
}

#[test]
fn new_lines_by_key_and_by_backslash() {
    let mut model = screen();
    let effects = press(&mut model, "a<alt+enter>b<ctrl+j>c\\<enter>d<enter>");
    assert_eq!(prompts(&effects), ["a\nb\nc\nd"]);
}

#[test]
fn control_characters_are_shown_and_sent_as_they_are() {
    let mut model = screen();
    let hostile = "x\u{1b}]52;c;aGk=\u{7}\u{202e}\u{200b}y";
    paste(&mut model, hostile);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains(r"x\e]52;c;aGk=\u{7}\u{202e}\u{200b}y"),
        "{text}"
    );
    let buffer = drawn(&mut model, 100, 30);
    for cell in buffer.content() {
        assert!(!cell.symbol().contains(is_obeyed));
    }
    assert_eq!(prompts(&press(&mut model, "<enter>")), [hostile]);
}

#[test]
fn graphemes_are_edited_whole() {
    let mut model = screen();
    paste(&mut model, "a👩\u{200d}👩\u{200d}👧e\u{301}日");
    press(&mut model, "<backspace>");
    assert_eq!(text(&model), "a👩\u{200d}👩\u{200d}👧e\u{301}");
    press(&mut model, "<left><left>x");
    assert_eq!(text(&model), "ax👩\u{200d}👩\u{200d}👧e\u{301}");
    press(&mut model, "<delete><delete>");
    assert_eq!(text(&model), "ax");
}

/// A paste into a pane is meant for the prompt; into a request it is nothing, and that is told.
#[test]
fn a_paste_beside_the_prompt_goes_into_it() {
    let mut model = screen();
    press(&mut model, "<esc>");
    assert_eq!(model.focus, Focus::Pane(Pane::Conversation));
    paste(&mut model, "quit\nyes");
    assert_eq!(model.focus, Focus::Composer);
    assert!(shown(&mut model, 100, 30).contains("❯ quit"));
    crate::tui::screen_tests::stage::ask(&mut model, "r1", "make");
    press(&mut model, "<ctrl+r>");
    assert_eq!(model.focus, Focus::Request);
    paste(&mut model, "yyy");
    assert_eq!(model.focus, Focus::Request);
    assert!(shown(&mut model, 100, 30).contains("went nowhere"));
}

#[test]
fn a_large_paste_is_a_token_and_is_sent_in_full() {
    let mut model = screen();
    let long = (0..142)
        .map(|n| format!("line {n}"))
        .collect::<Vec<_>>()
        .join("\n");
    press(&mut model, "see ");
    paste(&mut model, &long);
    press(&mut model, " please");
    assert!(shown(&mut model, 100, 30).contains("see [paste 1: 142 lines] please"));
    let effects = press(&mut model, "<enter>");
    assert_eq!(prompts(&effects), [format!("see {long} please")]);
}

#[test]
fn a_token_goes_with_one_key_and_comes_back_with_undo() {
    let mut model = screen();
    paste(&mut model, &"x".repeat(900));
    assert!(shown(&mut model, 100, 30).contains("[paste 1: 900 characters]"));
    press(&mut model, "<backspace>");
    assert_eq!(text(&model), "");
    press(&mut model, "<ctrl+/>");
    assert_eq!(text(&model), "x".repeat(900));
}

#[test]
fn a_token_is_unfolded_in_its_place() {
    let mut model = screen();
    let long = "a\nb\nc\nd\ne\nf\ng\nh\ni";
    paste(&mut model, long);
    press(&mut model, "<tab>!");
    let shown = shown(&mut model, 100, 40);
    assert!(!shown.contains("[paste"), "{shown}");
    assert_eq!(text(&model), format!("{long}!"));
    // From its other side too.
    let mut model = screen();
    paste(&mut model, long);
    press(&mut model, "<left><tab>");
    assert_eq!(text(&model), long);
}

#[test]
fn a_token_written_by_hand_is_only_text() {
    let mut model = screen();
    paste(&mut model, "a\nb\nc\nd\ne\nf\ng\nh\ni");
    press(&mut model, "[paste 1: 9 lines]<backspace>");
    assert!(
        text(&model).ends_with("i[paste 1: 9 lines"),
        "{}",
        text(&model)
    );
    // Nor does the character inside of it pass for one.
    let mut model = screen();
    paste(&mut model, &"y".repeat(801));
    paste(&mut model, "\u{100000}");
    let whole = format!("{}\u{100000}", "y".repeat(801));
    assert_eq!(text(&model), whole);
    press(&mut model, "<tab>");
    assert_eq!(prompts(&press(&mut model, "<enter>")), [whole]);
}

#[test]
fn the_editor_sees_everything_and_what_is_unchanged_stays_folded() {
    let mut model = screen();
    let long = "z".repeat(801);
    paste(&mut model, &long);
    let effects = press(&mut model, "<ctrl+g>");
    let Some(Effect::Edit(seen, to)) = effects.into_iter().next() else {
        panic!("no editor");
    };
    assert_eq!(seen, long);
    update(
        &mut model,
        Msg::Done(Done::Edited(to, Ok(format!("{long}\n")))),
    );
    assert!(shown(&mut model, 100, 30).contains("[paste 1"));
    update(
        &mut model,
        Msg::Done(Done::Edited(to, Ok("other".to_owned()))),
    );
    assert_eq!(text(&model), "other");
}

#[test]
fn up_and_down_walk_the_prompts_that_begin_alike_and_the_draft_stays() {
    let mut model = screen();
    press(&mut model, "fix a<enter>add b<enter>fix c<enter>fix");
    press(&mut model, "<up>");
    assert_eq!(text(&model), "fix c");
    press(&mut model, "<up>");
    assert_eq!(text(&model), "fix a");
    press(&mut model, "<up>");
    assert_eq!(text(&model), "fix a", "there is no other");
    press(&mut model, "<down><down>");
    assert_eq!(text(&model), "fix");
    press(&mut model, "<down>!");
    assert_eq!(text(&model), "fix!");
}

#[test]
fn up_moves_in_the_text_before_it_leaves_it() {
    let mut model = screen();
    press(&mut model, "old<enter>");
    press(&mut model, "one<alt+enter>two<up>x");
    assert_eq!(text(&model), "onex\ntwo");
    press(&mut model, "<home><up>");
    assert_eq!(text(&model), "old");
    press(&mut model, "<down>");
    assert_eq!(text(&model), "onex\ntwo");
}

#[test]
fn prompts_of_the_sessions_before_can_be_searched() {
    let mut model = screen();
    press(&mut model, "new prompt<enter>draft");
    let past = |text: &str| Past {
        text: text.to_owned(),
        folder: "/project/elsewhere".into(),
    };
    let recalled = Recalled {
        key: Some(KEY),
        draft: Vec::new(),
        history: vec![past("old\nprompt"), past("evil \u{1b}[2J")],
    };
    update(&mut model, Msg::Done(Done::Recalled(Box::new(recalled))));
    press(&mut model, "<alt+r>");
    assert_eq!(model.context(), Context::List);
    press(&mut model, "oldpr<enter>");
    assert_eq!(text(&model), "old\nprompt");
    press(&mut model, "<down><down><down>");
    assert_eq!(text(&model), "draft");
}

#[test]
fn the_composer_grows_to_a_third_and_then_scrolls() {
    let mut model = screen();
    for number in 0..30 {
        press(&mut model, &format!("row {number}<alt+enter>"));
    }
    press(&mut model, "end");
    let areas = |model: &Model| {
        crate::tui::layout::layout((100, 30).into(), model)
            .composer
            .height
    };
    assert_eq!(areas(&model), 10);
    assert!(shown(&mut model, 100, 30).contains("row 29"));
    press(&mut model, "<ctrl+home>");
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("row 0") && !text.contains("row 29"), "{text}");
}

#[test]
fn an_emptied_prompt_comes_back() {
    let mut model = screen();
    press(&mut model, "one<alt+enter>two ");
    paste(&mut model, &"line\n".repeat(40));
    let before = text(&model);
    press(&mut model, "<f2>empty the prompt<enter>");
    assert_eq!(text(&model), "");
    assert_eq!(model.context(), Context::Composer);
    press(&mut model, "<ctrl+/>");
    assert_eq!(text(&model), before);
    // By what was cut, too.
    press(&mut model, "<f2>empty the prompt<enter><ctrl+y>");
    assert_eq!(text(&model), before);
}

//! The composer: keys to exact text and exact bytes; what is offered, at three sizes; pastes, history, drafts.

use super::stage::{KEY, drawn, feed, later, press, received, screen, sent, shown};
use crate::sanitise::is_obeyed;
use crate::session::{Input, Output};
use crate::trace::{Moment, Note, Traffic};
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Job, Keep};
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Pane, Purpose};
use crate::tui::msg::{Done, Msg, Recalled};
use crate::tui::panes::composer::completion::Listed;
use crate::tui::panes::composer::{Past, Piece};
use crate::tui::update::{can, parting, update};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

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
fn happen(model: &mut Model, effects: Vec<Effect>) {
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

fn with_commands() -> Model {
    let mut model = screen();
    let seat = model.seat_mut().unwrap();
    let out = seat.request("initialize", serde_json::json!({}), Purpose::Quiet);
    let effects: Vec<Effect> = out
        .into_iter()
        .map(|out| Effect::Session(KEY, out))
        .collect();
    let line: Value = serde_json::from_str(&sent(&effects)[0]).unwrap();
    happen(&mut model, effects);
    let commands = r#"{"commands":[{"name":"compact","description":"Shorten the conversation","argumentHint":"[what to keep]"},{"name":"clear","description":"Begin anew","aliases":["reset"]},{"name":"cost","description":"What it cost so far"},{"name":"review","description":"Look at a pull request \u001b[31m","argumentHint":"<number>"}]}"#;
    let id = line["request_id"].as_str().unwrap();
    received(
        &mut model,
        &format!(
            r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"{id}","response":{commands}}}}}"#
        ),
    );
    assert!(!model.seat().unwrap().live.state().facts.commands.is_empty());
    model
}

fn with_files(files: &[&str]) -> Model {
    let mut model = screen();
    let effects = press(&mut model, "@");
    let Some(Effect::Work(Job::Paths { folder, .. })) = effects.first() else {
        panic!("the files are asked for: {effects:?}");
    };
    let listed = |path: &&str| Listed {
        path: path.trim_end_matches('/').to_owned(),
        folder: path.ends_with('/'),
    };
    let listed = Arc::new(files.iter().map(listed).collect());
    update(&mut model, Msg::Done(Done::Paths(folder.clone(), listed)));
    model
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
        folder: "/work/elsewhere".into(),
    };
    let recalled = Recalled {
        key: Some(KEY),
        draft: Vec::new(),
        history: vec![past("old\nprompt"), past("evil \u{1b}[2J")],
    };
    update(&mut model, Msg::Done(Done::Recalled(Box::new(recalled))));
    press(&mut model, "<alt+r>");
    assert_eq!(model.context(), Context::List);
    insta::assert_snapshot!("history_100x30", shown(&mut model, 100, 30));
    press(&mut model, "oldpr<enter>");
    assert_eq!(text(&model), "old\nprompt");
    press(&mut model, "<down><down><down>");
    assert_eq!(text(&model), "draft");
}

#[test]
fn commands_are_offered_at_three_sizes() {
    let mut model = with_commands();
    press(&mut model, "/");
    insta::assert_snapshot!("commands_60x20", shown(&mut model, 60, 20));
    insta::assert_snapshot!("commands_100x30", shown(&mut model, 100, 30));
    insta::assert_snapshot!("commands_160x48", shown(&mut model, 160, 48));
}

#[test]
fn a_command_is_chosen_completed_and_sent() {
    let mut model = with_commands();
    assert!(sent(&press(&mut model, "/cl<enter>")).is_empty());
    assert_eq!(text(&model), "/clear ");
    assert_eq!(prompts(&press(&mut model, "<enter>")), ["/clear "]);
    // Typed in full it is sent at once, though others fit too.
    assert_eq!(prompts(&press(&mut model, "/cost<enter>")), ["/cost"]);
    press(&mut model, "/<down><tab>");
    assert_eq!(text(&model), "/clear ");
    press(&mut model, "<ctrl+u>/c<up><tab>");
    assert_ne!(text(&model), "/c");
}

#[test]
fn what_a_command_takes_is_shown_behind_it() {
    let mut model = with_commands();
    press(&mut model, "/comp<tab>");
    let shown = shown(&mut model, 100, 30);
    assert!(shown.contains("/compact  [what to keep]"), "{shown}");
    assert_eq!(prompts(&press(&mut model, "all<enter>")), ["/compact all"]);
}

#[test]
fn escape_closes_only_what_is_offered() {
    let mut model = with_commands();
    press(&mut model, "/c<esc>");
    assert!(!shown(&mut model, 100, 30).contains("Commands"));
    assert_eq!(model.focus, Focus::Composer);
    press(&mut model, "o");
    assert!(
        !shown(&mut model, 100, 30).contains("Commands"),
        "it stays closed"
    );
    press(&mut model, "<tab>");
    assert!(
        shown(&mut model, 100, 30).contains("Commands"),
        "asked for again"
    );
    press(&mut model, "<esc><esc>");
    assert_eq!(model.focus, Focus::Pane(Pane::Conversation));
}

#[test]
fn where_nothing_fits_no_key_is_taken() {
    let mut model = with_commands();
    press(&mut model, "before<enter>/zzz");
    assert!(model.seat().unwrap().composer.completion.is_none());
    assert_eq!(prompts(&press(&mut model, "<enter>")), ["/zzz"]);
    press(&mut model, "<up>");
    assert_eq!(text(&model), "/zzz");
    // A prompt of before that begins with a slash does not stop the walk.
    press(&mut model, "<up>");
    assert_eq!(text(&model), "before");
}

#[test]
fn paths_are_offered_at_three_sizes() {
    let mut model = with_files(&["src/", "a b.txt", "src/main.rs", "bad\u{1b}[31m\u{202e}.rs"]);
    insta::assert_snapshot!("paths_60x20", shown(&mut model, 60, 20));
    insta::assert_snapshot!("paths_100x30", shown(&mut model, 100, 30));
    insta::assert_snapshot!("paths_160x48", shown(&mut model, 160, 48));
    let buffer = drawn(&mut model, 60, 20);
    for cell in buffer.content() {
        assert!(!cell.symbol().contains(is_obeyed));
    }
}

#[test]
fn a_path_is_put_as_it_is_and_a_folder_goes_on() {
    let mut model = with_files(&["src/", "a b.txt", "src/main.rs", "bad\u{1b}.rs"]);
    press(&mut model, "src<tab>");
    assert_eq!(text(&model), "@src/");
    press(&mut model, "mai<enter>and @a b");
    assert_eq!(text(&model), "@src/main.rs and @a b");
    press(&mut model, "<backspace><backspace><tab>");
    assert_eq!(text(&model), "@src/main.rs and @\"a b.txt\" ");
    press(&mut model, "<ctrl+u>@bad<tab>");
    assert_eq!(text(&model), "@bad\u{1b}.rs ");
}

#[test]
fn files_are_listed_again_when_the_list_is_old() {
    let mut model = with_files(&["a"]);
    let asks = |effects: &[Effect]| {
        let asks = |effect: &&Effect| matches!(effect, Effect::Work(Job::Paths { .. }));
        effects.iter().filter(asks).count()
    };
    assert_eq!(asks(&press(&mut model, "a<backspace>")), 0);
    later(&mut model, 60_000);
    assert_eq!(asks(&press(&mut model, "ab")), 1, "once");
}

#[test]
fn what_is_offered_never_covers_a_request() {
    let mut model = with_commands();
    super::ask(&mut model, "r1", "rm -rf build");
    press(&mut model, "/");
    let shown = shown(&mut model, 100, 30);
    assert!(
        shown.contains("Commands") && shown.contains("rm -rf build"),
        "{shown}"
    );
}

/// A session whose agent works, with one prompt that waits for its turn.
fn queued() -> (Model, String) {
    let mut model = screen();
    let effects = press(&mut model, "first<enter>");
    let first = uuid_of(&effects);
    happen(&mut model, effects);
    lifecycle(&mut model, &first, "started");
    let effects = press(&mut model, "second \u{1b}[2J<alt+enter>more<enter>");
    let second = uuid_of(&effects);
    happen(&mut model, effects);
    lifecycle(&mut model, &second, "queued");
    (model, second)
}

fn uuid_of(effects: &[Effect]) -> String {
    let line: Value = serde_json::from_str(&sent(effects)[0]).unwrap();
    line["uuid"].as_str().unwrap().to_owned()
}

fn lifecycle(model: &mut Model, uuid: &str, state: &str) {
    received(
        model,
        &format!(r#"{{"type":"command_lifecycle","command_uuid":"{uuid}","state":"{state}"}}"#),
    );
}

#[test]
fn prompts_that_wait_are_shown_above_the_text() {
    let (mut model, _) = queued();
    press(&mut model, "third");
    insta::assert_snapshot!("queued_60x20", shown(&mut model, 60, 20));
    insta::assert_snapshot!("queued_100x30", shown(&mut model, 100, 30));
}

#[test]
fn the_newest_is_taken_back_when_the_cli_says_so() {
    let (mut model, uuid) = queued();
    let effects = press(&mut model, "<ctrl+x>");
    let line: Value = serde_json::from_str(&sent(&effects)[0]).unwrap();
    assert_eq!(line["request"]["subtype"], "cancel_async_message");
    assert_eq!(line["request"]["message_uuid"], uuid.as_str());
    let id = line["request_id"].as_str().unwrap().to_owned();
    happen(&mut model, effects);
    assert!(press(&mut model, "<ctrl+x>").is_empty(), "asked once");
    assert_eq!(text(&model), "", "not before the answer");
    answered(&mut model, &id, true);
    assert_eq!(text(&model), "second \u{1b}[2J\nmore");
    assert!(model.notice.as_ref().unwrap().text.contains("taken back"));
}

#[test]
fn one_that_has_started_stays_and_a_draft_is_not_replaced() {
    let (mut model, _) = queued();
    let id = asked(&mut model);
    answered(&mut model, &id, false);
    assert_eq!(text(&model), "");
    assert!(model.notice.as_ref().unwrap().text.contains("too late"));
    let (mut model, _) = queued();
    press(&mut model, "draft");
    let id = asked(&mut model);
    answered(&mut model, &id, true);
    assert_eq!(text(&model), "draft");
    assert_eq!(
        model.history.iter().next_back().unwrap().text,
        "second \u{1b}[2J\nmore"
    );
}

fn asked(model: &mut Model) -> String {
    let effects = press(model, "<ctrl+x>");
    let line: Value = serde_json::from_str(&sent(&effects)[0]).unwrap();
    happen(model, effects);
    line["request_id"].as_str().unwrap().to_owned()
}

fn answered(model: &mut Model, id: &str, cancelled: bool) {
    let effects = received(
        model,
        &format!(
            r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"{id}","response":{{"cancelled":{cancelled}}}}}}}"#
        ),
    );
    happen(model, effects);
}

#[test]
fn nothing_to_take_back_is_said() {
    let mut model = screen();
    assert!(!can(&model, Action::Withdraw));
    assert!(press(&mut model, "<ctrl+x>").is_empty());
    assert!(
        model
            .notice
            .as_ref()
            .unwrap()
            .text
            .contains("no prompt waits")
    );
}

#[test]
fn while_paused_a_prompt_is_kept_and_that_is_said() {
    let mut model = screen();
    let effects = press(&mut model, "<ctrl+p>");
    happen(&mut model, effects);
    let effects = press(&mut model, "later<enter>");
    assert!(sent(&effects).is_empty());
    happen(&mut model, effects);
    let shown = shown(&mut model, 100, 30);
    assert!(
        shown.contains("kept until you resume (ctrl+p), 1 held"),
        "{shown}"
    );
    assert!(shown.contains("held  later"), "{shown}");
    press(&mut model, "<ctrl+x>");
    assert!(model.notice.as_ref().unwrap().text.contains("resume first"));
}

#[test]
fn when_it_is_over_the_composer_says_what_can_be_done() {
    let mut model = screen();
    let now = Moment::after(std::time::Duration::from_secs(3));
    let exited = Note::Exited {
        code: Some(0),
        signal: None,
    };
    feed(
        &mut model,
        Input::Traffic(Traffic::noted(3, now, exited)),
        now,
    );
    let text = shown(&mut model, 120, 30);
    assert!(text.contains("The session is over."), "{text}");
    assert!(
        text.contains(&model.keymap.help(Action::StartAgain).to_lowercase()),
        "{text}"
    );
    assert!(sent(&press(&mut model, "x<enter>")).is_empty());
    assert_eq!(self::text(&model), "x", "what is typed is not lost");
}

#[test]
fn a_draft_is_kept_a_moment_after_the_last_key() {
    let mut model = screen();
    later(&mut model, 1000);
    press(&mut model, "half a thou");
    let tick = |model: &mut Model, millis| {
        let clock = std::time::Duration::from_millis(millis);
        kept(&update(model, Msg::Tick(clock)))
    };
    assert!(model.counts(), "the screen wakes for it");
    assert!(tick(&mut model, 1400).is_empty());
    press(&mut model, "ght");
    assert!(tick(&mut model, 1600).is_empty());
    let draft = |text: &str| Keep::Draft {
        folder: PathBuf::new(),
        pieces: vec![Piece::Text(text.to_owned())],
    };
    assert_eq!(tick(&mut model, 1900), [draft("half a thought")]);
    assert!(tick(&mut model, 9000).is_empty(), "once");
    assert!(!model.seat().unwrap().counts(), "and then it sleeps");
    // Whoever types on and on is safe too, and so is who leaves at once.
    press(&mut model, "s");
    for millis in (9000..14_000).step_by(400) {
        assert!(tick(&mut model, millis).is_empty());
        press(&mut model, "x");
    }
    assert_eq!(tick(&mut model, 14_000).len(), 1);
    press(&mut model, "y");
    assert_eq!(kept(&parting(&mut model)).len(), 1);
    assert!(parting(&mut model).is_empty());
}

#[test]
fn a_draft_of_before_is_back_with_its_pastes() {
    let mut model = screen();
    let long = "l\n".repeat(20);
    let draft = vec![
        Piece::Text("see ".to_owned()),
        Piece::Paste(long.clone()),
        Piece::Text("[paste 1: 21 lines]".to_owned()),
    ];
    let recalled = Recalled {
        key: Some(KEY),
        draft: draft.clone(),
        history: Vec::new(),
    };
    update(&mut model, Msg::Done(Done::Recalled(Box::new(recalled))));
    assert!(
        model
            .notice
            .as_ref()
            .unwrap()
            .text
            .contains("your draft of before is back")
    );
    assert_eq!(text(&model), format!("see {long}[paste 1: 21 lines]"));
    assert_eq!(model.seat().unwrap().composer.pieces(), draft);
    assert!(shown(&mut model, 100, 30).contains("see [paste 1: 21 lines][paste 1: 21 lines]"));
}

#[test]
fn a_draft_that_comes_late_replaces_nothing() {
    let mut model = screen();
    press(&mut model, "typing");
    let recalled = Recalled {
        key: Some(KEY),
        draft: vec![Piece::Text("old".to_owned())],
        history: Vec::new(),
    };
    update(&mut model, Msg::Done(Done::Recalled(Box::new(recalled))));
    assert_eq!(text(&model), "typing");
    assert_eq!(model.history.get(0).unwrap().text, "old");
}

#[test]
fn what_was_kept_is_asked_for_once_for_a_folder() {
    let mut model = screen();
    model.seats.clear();
    let seat = |number| {
        let live = crate::session::Live::new(crate::session::LiveOptions::default());
        Box::new(crate::tui::model::Seat::new(
            crate::tui::model::SeatKey(number),
            "x",
            live,
        ))
    };
    let first = update(&mut model, Msg::Done(Done::Started(seat(1))));
    assert!(matches!(
        first.as_slice(),
        [Effect::Work(Job::Recall {
            draft: true,
            history: true,
            ..
        })]
    ));
    assert!(update(&mut model, Msg::Done(Done::Started(seat(2)))).is_empty());
}

#[test]
fn the_arrangement_is_kept_when_it_changed_and_not_before() {
    let mut model = screen();
    assert!(kept(&update(&mut model, Msg::Frame)).is_empty());
    press(&mut model, "<alt+6>z");
    let keep = kept(&update(&mut model, Msg::Frame));
    let [Keep::Screen(remembered)] = keep.as_slice() else {
        panic!("{keep:?}");
    };
    assert_eq!(remembered.arrangement.zoomed, Some(Pane::Tasks));
    assert_eq!(remembered.arrangement.side, Pane::Tasks);
    assert!(kept(&update(&mut model, Msg::Frame)).is_empty());
    let mut next = screen();
    remembered.clone().apply(&mut next);
    assert_eq!(next.arrangement, model.arrangement);
    assert!(kept(&update(&mut next, Msg::Frame)).is_empty());
}

#[test]
fn a_theme_counts_once_it_is_chosen() {
    let mut model = screen();
    press(&mut model, "<f1>");
    model.theme.name = "light".to_owned();
    assert!(
        kept(&update(&mut model, Msg::Frame)).is_empty(),
        "only looked at"
    );
    model.overlays.clear();
    update(&mut model, Msg::Frame);
    assert_eq!(model.remembered.theme.as_deref(), Some("light"));
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

//! What is offered while one types: at three sizes, chosen by keys, never in the way.

use super::{happen, prompts, text};
use crate::tui::effect::{Effect, Job};
use crate::tui::model::{Focus, Model, Pane, Purpose};
use crate::tui::msg::{Done, Msg};
use crate::tui::panes::composer::completion::Listed;
use crate::tui::screen_tests::stage::{KEY, ask, later, press, received, screen, sent, shown};
use crate::tui::update::update;
use serde_json::Value;
use std::sync::Arc;

pub(in crate::tui::screen_tests) fn with_commands() -> Model {
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
    model
}

pub(in crate::tui::screen_tests) fn with_files(files: &[&str]) -> Model {
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
    ask(&mut model, "r1", "rm -rf build");
    press(&mut model, "/");
    let shown = shown(&mut model, 100, 30);
    assert!(
        shown.contains("Commands") && shown.contains("rm -rf build"),
        "{shown}"
    );
}

//! Palette, themes and help: what they offer, what they do, how they look.

use super::stage::{notice, press, recorded, screen, sent, shown};
use crate::config::Document;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::overlays::Overlay;
use crate::tui::theme::{Depth, Glyphs, Shelf};

fn in_a_pane() -> Model {
    let mut model = recorded("tool_turn.ndjson");
    model.focus = Focus::Pane(Pane::Conversation);
    model
}

#[test]
fn the_palette_offers_every_action_and_does_what_is_chosen() {
    let mut model = in_a_pane();
    press(&mut model, "<f2>");
    let offered = model.keymap.actions().len();
    let text = shown(&mut model, 120, 200);
    let rows = model
        .keymap
        .actions()
        .iter()
        .filter(|(_, help)| text.contains(help))
        .count();
    assert_eq!(rows, offered);
    let effects = press(&mut model, "draw everything<enter>");
    assert!(matches!(effects.as_slice(), [Effect::Redraw]));
    assert!(model.overlays.is_empty());
}

#[test]
fn what_cannot_be_done_now_says_why_and_is_not_done() {
    let mut model = in_a_pane();
    press(&mut model, "<f2>allow once");
    assert!(shown(&mut model, 100, 30).contains("nothing waits for you"));
    press(&mut model, "<enter>");
    assert!(matches!(model.overlays.last(), Some(Overlay::Picker(_))));
    assert_eq!(model.notice.as_ref().unwrap().text, "nothing waits for you");
}

#[test]
fn a_word_with_something_behind_it_is_done_at_once() {
    let mut model = in_a_pane();
    press(&mut model, ":theme gruvbox");
    assert!(shown(&mut model, 100, 30).contains("use this theme"));
    press(&mut model, "<enter>");
    assert_eq!(model.theme.name, "gruvbox");
    assert!(model.overlays.is_empty());
    press(&mut model, "::theme nowhere<enter>");
    assert_eq!(model.theme.name, "gruvbox");
    assert!(notice(&model).contains("no theme called nowhere"));
}

#[test]
fn a_mode_that_is_typed_is_set_with_these_bytes_and_bypass_is_asked_about() {
    let mut model = screen();
    model.focus = Focus::Pane(Pane::Conversation);
    let effects = press(&mut model, ":mode plan<enter>");
    let lines = sent(&effects);
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].contains(r#""request":{"subtype":"set_permission_mode","mode":"plan"}"#),
        "{lines:?}"
    );
    let effects = press(&mut model, ":mode bypassPermissions<enter>");
    assert!(sent(&effects).is_empty());
    assert!(matches!(model.overlays.last(), Some(Overlay::Confirm(_))));
}

#[test]
fn themes_are_shown_while_one_moves_and_taken_back() {
    let mut model = in_a_pane();
    press(&mut model, ":choose a theme<enter>");
    let generation = model.theme_generation;
    press(&mut model, "<down>");
    assert_eq!(model.theme.name, "dark");
    assert_ne!(model.theme_generation, generation);
    press(&mut model, "<down>");
    assert_eq!(model.theme.name, "light");
    press(&mut model, "<esc>");
    assert_eq!(model.theme.name, "default");
    press(&mut model, ":choose a theme<enter>grvbx<enter>");
    assert_eq!(model.theme.name, "gruvbox");
    let told = model.notice.as_ref().unwrap().text.clone();
    assert_eq!(
        told,
        "theme: gruvbox; for good: theme = \"gruvbox\" in settings.toml"
    );
}

#[test]
fn a_theme_of_the_users_is_offered_and_a_wrong_one_says_why() {
    let mut model = in_a_pane();
    let file =
        |name: &str, text: &str| (name.to_owned(), Document::new(format!("{name}.toml"), text));
    let own = vec![
        file(
            "mine",
            "description = \"Mine\"\n[roles]\ntext = \"green\"\n",
        ),
        file("wrong", "[roles]\ntext = \"colourless\"\n"),
    ];
    model.themes = Shelf::new(own, Depth::True, Glyphs::ASCII);
    press(&mut model, ":choose a theme<enter>");
    let text = shown(&mut model, 140, 30);
    assert!(text.contains("mine           Mine"), "{text}");
    assert!(text.contains("wrong.toml:2:8: roles.text:"), "{text}");
    press(&mut model, "mine<enter>");
    assert_eq!(model.theme.name, "mine");
    assert_eq!(model.theme.glyphs, Glyphs::ASCII);
}

#[test]
fn help_goes_to_its_end_and_no_further_and_is_searched_in_the_palette() {
    let mut model = in_a_pane();
    shown(&mut model, 60, 20);
    press(&mut model, "?GGG<pagedown>");
    let end = shown(&mut model, 60, 20);
    assert!(!end.contains("more below"), "{end}");
    press(&mut model, "k");
    assert_ne!(shown(&mut model, 60, 20), end);
    press(&mut model, "/quit");
    assert_eq!(model.context(), Context::List);
    press(&mut model, "<esc>");
    assert!(model.overlays.is_empty());
}

#[test]
fn help_dims_what_cannot_be_done_and_says_why() {
    let mut model = screen();
    press(&mut model, "<f1>");
    let text = shown(&mut model, 110, 80);
    let now = model.keymap.help(Action::ToRequest).to_owned();
    assert!(
        text.contains(&format!("{now}  (nothing waits for you)")),
        "{text}"
    );
    assert!(text.contains("Here and now"));
}

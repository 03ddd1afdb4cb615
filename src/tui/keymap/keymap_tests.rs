//! The shipped map is whole; a user's file is laid over it, and its mistakes are named.

use super::{Context, Key, Keymap};
use crate::config::Document;
use crate::tui::action::Action;

fn key(text: &str) -> Key {
    text.parse().unwrap()
}

fn over(text: &str) -> Result<Keymap, String> {
    let mut keymap = Keymap::shipped().unwrap();
    keymap
        .lay_over(&Document::new("keys.toml", text))
        .map_err(|error| error.to_string())?;
    Ok(keymap)
}

#[test]
fn every_bound_action_has_help() {
    let keymap = Keymap::shipped().unwrap();
    for action in keymap.keys.values() {
        assert!(!keymap.help(*action).is_empty(), "{action:?} has no help");
    }
}

#[test]
fn keys_are_written_and_read_alike() {
    for text in [
        "j",
        "G",
        "ctrl+c",
        "shift+tab",
        "alt+enter",
        "f12",
        "space",
        "?",
        "pagedown",
    ] {
        assert_eq!(key(text).to_string(), text);
    }
    for text in ["", "ctrl+", "hyper+x", "f13", "ab"] {
        assert!(text.parse::<Key>().is_err(), "{text}");
    }
}

#[test]
fn a_text_field_types_what_other_panes_obey() {
    let keymap = Keymap::shipped().unwrap();
    assert_eq!(keymap.lookup(Context::Composer, key("q")), None);
    assert_eq!(
        keymap.lookup(Context::Conversation, key("q")),
        Some(Action::Quit)
    );
    assert_eq!(
        keymap.lookup(Context::Composer, key("ctrl+c")),
        Some(Action::InterruptOrQuit)
    );
    assert_eq!(keymap.lookup(Context::Composer, key("y")), None);
    assert_eq!(
        keymap.lookup(Context::Request, key("y")),
        Some(Action::Allow)
    );
}

#[test]
fn a_file_of_the_users_changes_what_it_names() {
    let keymap = over("[keys.request]\ny = \"none\"\n\"ctrl+y\" = \"allow\"\n").unwrap();
    assert_eq!(keymap.lookup(Context::Request, key("y")), None);
    assert_eq!(
        keymap.lookup(Context::Request, key("ctrl+y")),
        Some(Action::Allow)
    );
    assert_eq!(
        keymap.lookup(Context::Request, key("n")),
        Some(Action::Deny)
    );
}

#[test]
fn mistakes_are_named_with_line_and_key() {
    let said = |text: &str| over(text).unwrap_err();
    assert_eq!(
        said("[keys.pane]\nj = \"fly\"\n"),
        "keys.toml:2:5: keys.pane.j: `fly` is no action; `cca-tui config --keys` lists them"
    );
    assert_eq!(
        said("[keys.pane]\nj = \"pauze\"\n"),
        "keys.toml:2:5: keys.pane.j: `pauze` is no action; did you mean `pause`?"
    );
    assert!(said("[keys.nowhere]\nj = \"up\"\n").starts_with(
        "keys.toml:1:7: keys.nowhere: there is no such place; there are: global, pane, "
    ));
    assert!(said("[keys.globl]\nj = \"up\"\n").contains("; did you mean global? There are: "));
    assert!(said("[keys.pane]\n\"ctrl+\" = \"up\"\n").contains("`ctrl+` is no key"));
    assert_eq!(
        said("[keys.pane]\nG = \"up\"\n\"shift+g\" = \"down\"\n"),
        "keys.toml:3:1: keys.pane.shift+g: is bound to up in the same context already"
    );
}

#[test]
fn the_footer_names_each_action_once_by_a_key_that_means_it_here() {
    let keymap = over("[short]\nzoom = \"bigger\"\n").unwrap();
    for context in [
        Context::Tools,
        Context::Tasks,
        Context::Composer,
        Context::Overlay,
    ] {
        let said = keymap.footer(context);
        assert!(!said.is_empty(), "{context:?}");
        for (key, action, _) in &said {
            assert_eq!(keymap.lookup(context, *key), Some(*action));
            assert_eq!(
                said.iter().filter(|(_, other, _)| other == action).count(),
                1
            );
        }
    }
    let tools = keymap.footer(Context::Tools);
    let at = |wanted| tools.iter().position(|(_, action, _)| *action == wanted);
    assert!(
        at(Action::Toggle) < at(Action::Pause),
        "the pane's own come first"
    );
    assert!(tools.contains(&(key("z"), Action::Zoom, "bigger")));
}

#[test]
fn every_action_can_be_found_in_the_help() {
    let keymap = Keymap::shipped().unwrap();
    let named: Vec<Action> = keymap
        .actions()
        .into_iter()
        .map(|(action, _)| action)
        .collect();
    for (action, _) in &keymap.short {
        assert!(named.contains(action), "{action:?}");
    }
    assert!(
        over("[short]\nfly = \"x\"\n")
            .unwrap_err()
            .contains("short.fly")
    );
}

fn checked(text: &str) -> Result<Keymap, String> {
    let mut keymap = Keymap::shipped().unwrap();
    let document = Document::new("keys.toml", text);
    let laid = keymap.lay_over_checked(&document);
    laid.map(|()| keymap).map_err(|error| error.to_string())
}

#[test]
fn nobody_is_locked_in() {
    assert_eq!(
        checked("[keys.list]\n\"esc\" = \"none\"\n\"ctrl+c\" = \"none\"\n").unwrap_err(),
        "keys.toml:1:1: keys.list: no key is left for `leave` here; bind one, or leave the shipped one as it is"
    );
    assert!(checked("[keys.list]\n\"esc\" = \"none\"\n").is_ok());
    let said = checked("[keys.global]\n\"ctrl+c\" = \"none\"\n").unwrap_err();
    assert!(
        said.contains("no key is left for `interrupt_or_quit` or `quit` in composer"),
        "{said}"
    );
    assert!(checked("[keys.global]\n\"ctrl+c\" = \"none\"\n\"ctrl+q\" = \"quit\"\n").is_ok());
}

#[test]
fn characters_stay_characters_where_text_is_typed() {
    for context in ["composer", "field", "list"] {
        let said = checked(&format!("[keys.{context}]\ny = \"leave\"\n")).unwrap_err();
        assert_eq!(
            said,
            format!(
                "keys.toml:2:5: keys.{context}.y: types a character here; put ctrl+ or alt+ before it"
            )
        );
    }
}

#[test]
fn every_context_has_a_name_and_a_title() {
    let shipped = Keymap::shipped().unwrap();
    for (_, context) in Context::ALL {
        assert!(super::SHIPPED.contains(&format!("[keys.{}]", context.name())));
        assert!(shipped.bindings(context).next().is_some());
    }
}

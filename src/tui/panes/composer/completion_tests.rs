//! When something is offered, what fits, and what is put into the text.

use super::{Completion, Kind, Listed, Trigger, fitting_commands, fitting_paths, ghost};
use serde_json::{Value, json};

fn rows() -> Vec<Value> {
    vec![
        json!({"name": "compact", "description": "Shorten", "argumentHint": "[what to keep]"}),
        json!({"name": "clear", "description": "Begin anew", "aliases": ["reset"]}),
        json!("cost"),
        json!({"name": "bad name"}),
        json!({"name": "evil\u{202e}"}),
        json!({"description": "nameless"}),
        json!(3),
    ]
}

fn names(query: &str) -> Vec<String> {
    let (offers, _) = fitting_commands(&rows(), query);
    offers.into_iter().map(|offer| offer.name).collect()
}

fn trigger(before: &str) -> Option<(Kind, String)> {
    Trigger::of(0, before).map(|trigger| (trigger.kind, trigger.query))
}

#[test]
fn a_slash_at_the_beginning_asks_for_commands_until_the_first_space() {
    assert_eq!(trigger("/co"), Some((Kind::Command, "co".to_owned())));
    assert_eq!(trigger("/"), Some((Kind::Command, String::new())));
    assert_eq!(trigger("/compact x"), None);
    assert_eq!(trigger(" /co"), None);
    assert_eq!(trigger("/usr/bin"), None);
    assert_eq!(Trigger::of(1, "/co"), None);
}

#[test]
fn an_at_sign_that_begins_a_word_asks_for_paths() {
    assert_eq!(
        trigger("see @src/m"),
        Some((Kind::Path, "src/m".to_owned()))
    );
    assert_eq!(trigger("(@a"), Some((Kind::Path, "a".to_owned())));
    assert_eq!(trigger("@\"a b"), Some((Kind::Path, "a b".to_owned())));
    assert_eq!(trigger("me@home"), None);
    assert_eq!(trigger("@a b"), None);
    assert_eq!(trigger("@\"a b\" "), None);
    let found = Trigger::of(2, "日本 @x").unwrap();
    assert_eq!((found.at, found.length), ((2, 3), 2));
}

#[test]
fn commands_are_found_by_name_and_alias_and_only_those_that_can_be_typed() {
    assert_eq!(names(""), ["compact", "clear", "cost"]);
    assert_eq!(names("cl"), ["clear"]);
    assert_eq!(names("cmp"), ["compact"]);
    assert_eq!(names("rese"), ["clear"]);
    assert_eq!(names("c").len(), 3);
    assert!(names("zz").is_empty());
}

/// What one types the beginning of is meant, not something else that also goes by such a name.
#[test]
fn a_name_that_begins_so_comes_before_other_names() {
    let rows = [
        json!({"name": "usage", "aliases": ["cost"]}),
        json!({"name": "autocompact"}),
        json!({"name": "compact"}),
        json!({"name": "context"}),
    ];
    let names = |query: &str| -> Vec<String> {
        let (offers, _) = fitting_commands(&rows, query);
        offers.into_iter().map(|offer| offer.name).collect()
    };
    assert_eq!(names("co")[..2], ["compact", "context"]);
    assert!(names("co").contains(&"usage".to_owned()));
    assert_eq!(names("cost")[0], "usage");
    assert_eq!(names("auto")[0], "autocompact");
}

#[test]
fn a_command_typed_in_full_is_complete_unless_another_is_chosen() {
    let of = |query: &str| {
        let trigger = Trigger::of(0, &format!("/{query}")).unwrap();
        Completion::new(trigger, fitting_commands(&rows(), query), false)
    };
    assert!(of("clear").is_complete());
    assert!(of("reset").is_complete());
    assert!(!of("cle").is_complete());
    assert!(!of("clear").is_worth_showing());
    let mut chosen = of("c");
    chosen.move_by(-1);
    assert_eq!(chosen.row(), 2);
    assert!(!chosen.is_complete());
}

#[test]
fn what_a_command_takes_is_shown_until_something_is_typed_behind_it() {
    let ghost = |text| ghost(&rows(), text);
    assert_eq!(ghost("/compact ").unwrap(), "[what to keep]");
    assert_eq!(ghost("/compact").unwrap(), " [what to keep]");
    assert_eq!(ghost("/compact x"), None);
    assert_eq!(ghost("/clear "), None);
    assert_eq!(ghost("/"), None);
}

#[test]
fn paths_are_put_as_they_are_and_quoted_where_they_have_spaces() {
    let listed = |path: &str, folder| Listed {
        path: path.to_owned(),
        folder,
    };
    let all = [
        listed("src", true),
        listed("a b.txt", false),
        listed("my dir", true),
        listed("src/main.rs", false),
    ];
    let insert = |query| {
        let (offers, _) = fitting_paths(&all, query);
        offers.into_iter().next().map(|offer| offer.insert)
    };
    assert_eq!(insert("main").as_deref(), Some("@src/main.rs "));
    assert_eq!(insert("a b").as_deref(), Some("@\"a b.txt\" "));
    assert_eq!(insert("mydir").as_deref(), Some("@\"my dir/"));
    assert_eq!(insert("src").as_deref(), Some("@src/"));
    assert_eq!(insert("nothing"), None);
}

#[test]
fn many_paths_are_counted_and_the_best_are_kept() {
    let all: Vec<Listed> = (0..5000)
        .map(|number| Listed {
            path: format!("deep/down/file{number}.rs"),
            folder: false,
        })
        .collect();
    let (offers, found) = fitting_paths(&all, "file42");
    assert_eq!(offers[0].name, "deep/down/file42.rs");
    assert!(found > 50 && offers.len() <= 100, "{found}");
}

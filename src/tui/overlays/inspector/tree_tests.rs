//! The tree of a line: what is open, what is found out and when, paths and copies.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn tree(value: &Value) -> Tree {
    of(value.to_string())
}

fn of(text: String) -> Tree {
    let mut tree = Tree::new(&Bytes::from(text)).unwrap();
    tree.lay(40);
    tree
}

fn shown(tree: &Tree) -> Vec<String> {
    let row = |branch: &Branch| {
        let key = branch
            .key
            .clone()
            .unwrap_or_else(|| branch.index.to_string());
        match branch.part {
            Part::Value => format!("{}{key} {}", branch.depth, branch.text),
            _ => format!("{}| {}", branch.depth, branch.text),
        }
    };
    tree.rows.iter().map(row).collect()
}

fn at(tree: &mut Tree, words: &str) {
    let rows = shown(tree);
    let found = rows.iter().position(|row| row.contains(words));
    tree.selected = found.unwrap_or_else(|| panic!("{words}: {rows:?}"));
}

fn turned(tree: &mut Tree, words: &str) {
    at(tree, words);
    tree.turn();
    tree.lay(40);
}

/// Lays it out until all that is wanted is known; says how many frames that took.
fn settled(tree: &mut Tree) -> usize {
    for frame in 0..10_000 {
        if !tree.is_unfinished() {
            return frame;
        }
        tree.lay(40);
    }
    panic!("it never ends");
}

#[test]
fn values_are_folded_and_opened() {
    let value = json!({"a": {"b/c": [1, 2]}, "d": [], "e": {}});
    let mut tree = tree(&value);
    let open = [
        "0a 1 field",
        "1b/c 2 entries",
        "20 1",
        "21 2",
        "0d []",
        "0e {}",
    ];
    assert_eq!(shown(&tree), open);
    turned(&mut tree, "b/c");
    assert_eq!(
        shown(&tree),
        ["0a 1 field", "1b/c 2 entries", "0d []", "0e {}"]
    );
    tree.turn_all();
    tree.lay(40);
    assert_eq!(shown(&tree), open);
    tree.turn_all();
    tree.lay(40);
    assert_eq!(shown(&tree), ["0a 1 field", "0d []", "0e {}"]);
    turned(&mut tree, "a 1");
    assert_eq!(shown(&tree).len(), 4);
}

#[test]
fn a_long_text_is_opened_on_demand_and_more_of_it_when_wanted() {
    let value = json!({"t": "x\ny".to_owned() + &"z".repeat(100), "u": "é".repeat(70_000)});
    let mut tree = tree(&value);
    assert_eq!(tree.rows.len(), 2);
    turned(&mut tree, "0t");
    assert_eq!(tree.rows.len(), 2 + 1 + 3);
    turned(&mut tree, "0u");
    let before = tree.rows.len();
    assert!(shown(&tree).last().unwrap().contains("74,464 more bytes"));
    turned(&mut tree, "more bytes");
    assert!(tree.rows.len() > before);
}

#[test]
fn entries_come_in_parts_and_all_work_is_bounded() {
    let many = json!({"a": vec![0; 5000], "t": "x\n".repeat(1_000_000)});
    let mut tree = tree(&many);
    assert_eq!(tree.rows.len(), 2, "too many to be open by themselves");
    turned(&mut tree, "0a");
    assert_eq!(tree.rows.len(), 2 + 1000 + 1);
    turned(&mut tree, "1| more");
    assert_eq!(tree.rows.len(), 2 + 2000 + 1);
    tree.turn_all();
    settled(&mut tree);
    for _ in 0..5 {
        turned(&mut tree, "more");
    }
    assert!(tree.rows.len() <= super::super::grown::MOST_ROWS + 3);
    let deep = of("[".repeat(100_000));
    assert!(
        shown(&deep).iter().any(|row| row.contains("no JSON")),
        "{:?}",
        shown(&deep)
    );
}

#[test]
fn a_line_of_fifty_megabytes_is_shown_at_once_and_known_later() {
    let long = format!(
        r#"{{"type":"user","message":{{"content":[{{"text":"{}"}}]}},"last":1}}"#,
        "x".repeat(50 << 20)
    );
    let mut tree = of(long);
    let first = shown(&tree);
    assert!(
        first[0].contains("type user") && first[1].contains("message"),
        "{first:?}"
    );
    assert!(tree.is_unfinished());
    let frames = settled(&mut tree);
    assert!((5..60).contains(&frames), "{frames}");
    assert!(shown(&tree).last().unwrap().contains("last 1"));
    at(&mut tree, "text");
    assert_eq!(tree.path(), ".message.content[0].text");
    assert_eq!(tree.plain_value().len(), 50 << 20);
}

#[test]
fn what_lies_behind_all_rows_is_not_looked_for_for_ever() {
    let entry = |number: u32| json!({"id": number, "inside": {"word": format!("w{number}")}});
    let list: Vec<_> = (0..25_000).map(entry).collect();
    let text = json!({ "list": list }).to_string();
    let mut tree = of(text.clone());
    tree.show(text.find("w24000").unwrap());
    settled(&mut tree);
    assert!(!tree.is_unfinished());
}

#[test]
fn what_is_found_is_shown_with_everything_around_it_open() {
    let text = json!({"a": {"b": {"c": {"d": {"e": {"deep": "needle"}}}}}, "list": (0..3000).collect::<Vec<_>>(), "t": format!("{} straw {}", "\"é\n".repeat(60_000), "x".repeat(9999))}).to_string();
    let mut tree = of(text.clone());
    let mut shows = |what: &str| {
        tree.show(text.find(what).unwrap());
        settled(&mut tree);
        shown(&tree)[tree.selected].clone()
    };
    assert_eq!(shows("needle"), "5deep needle");
    assert_eq!(shows("deep"), "5deep needle", "keys too");
    assert_eq!(shows("2345"), "12345 2345");
    assert!(shows("straw").contains("straw"));
}

#[test]
fn what_is_copied() {
    let value = json!({"in": {"a-b": [1, {"x": "two\nlines"}]}});
    let mut tree = tree(&value);
    at(&mut tree, "in");
    assert_eq!(tree.path(), ".in");
    at(&mut tree, "x two");
    assert_eq!(tree.path(), ".in[\"a-b\"][1].x");
    assert_eq!(tree.plain_value(), "two\nlines");
    assert_eq!(tree.subtree(), r#""two\nlines""#);
    at(&mut tree, "11 1 field".trim_start_matches('1'));
    assert_eq!(tree.plain_value(), tree.subtree());
    let mut list = of("[7]".to_owned());
    at(&mut list, "00 7");
    assert_eq!(list.path(), ".[0]");
}

#[test]
fn what_is_no_json_is_shown_as_far_as_it_is() {
    let tree = of(r#"{"a": 1, "b": [2, x]}"#.to_owned());
    let rows = shown(&tree);
    assert!(rows.contains(&"0a 1".to_owned()), "{rows:?}");
    assert!(
        rows.iter().any(|row| row.contains("it is no JSON")),
        "{rows:?}"
    );
    assert!(Tree::new(&Bytes::from_static(b"plain")).is_none());
    assert!(Tree::new(&Bytes::new()).is_none());
}

proptest! {
    #[test]
    fn any_bytes_never_panic(
        bytes in proptest::collection::vec(prop::sample::select(b"{}[]\",:\\ud8a1 \xff\n".to_vec()), 1..80),
        keys in proptest::collection::vec((0_usize..20, 0_usize..100, any::<bool>()), 0..8),
    ) {
        let text = [b"{\"a\":[".as_slice(), &bytes].concat();
        let mut tree = Tree::new(&Bytes::from(text)).unwrap();
        tree.lay(20);
        for (selected, wanted, all) in keys {
            tree.selected = selected;
            if all { tree.turn_all() } else { tree.turn() }
            tree.show(wanted);
            tree.lay(20);
            tree.path();
            tree.plain_value();
            tree.subtree();
        }
    }
}

#[test]
fn of_a_short_line_everything_is_seen_at_once() {
    let mut deep = json!({"text": "the answer"});
    for key in ["content", "result", "mcp_response", "response", "response"] {
        deep = json!({ key: [deep] });
    }
    let seen = |value: &Value| {
        let mut tree = tree(value);
        settled(&mut tree);
        shown(&tree)
            .iter()
            .any(|row| row.ends_with("text the answer"))
    };
    assert!(seen(&deep));
    assert!(!seen(&json!({"pad": "x".repeat(3000), "deep": deep})));
}

//! Keys from places, and places from keys.

use super::nearest::nearest;
use super::place::{KeyPath, Odd, Places};

const TEXT: &str = r#"
name = "x"
[outer]
inner.deep = 1
"odd key" = { a = [1, { b = "here" }] }
[[list]]
one = 1
[[list]]
steps = [
  { say = "a" },
  { tool = { denied = [{ say = "no" }, { say = "never" }] } },
]
[[list.nested]]
two = 2
"#;

fn at(needle: &str) -> String {
    let place = TEXT.find(needle).unwrap();
    Places::of(TEXT).at(place).unwrap().to_string()
}

#[test]
fn a_place_has_a_key() {
    assert_eq!(at("name"), "name");
    assert_eq!(at("\"x\""), "name");
    assert_eq!(at("[outer]"), "outer");
    assert_eq!(at("deep"), "outer.inner.deep");
    assert_eq!(at("\"here\""), "outer.\"odd key\".a[1].b");
    assert_eq!(at("one"), "list[0].one");
    assert_eq!(at("{ say = \"a\""), "list[1].steps[0]");
    assert_eq!(at("\"never\""), "list[1].steps[1].tool.denied[1].say");
    assert_eq!(at("denied"), "list[1].steps[1].tool.denied");
    assert_eq!(at("two"), "list[1].nested[0].two");
    assert_eq!(Places::of(TEXT).at(0), None);
}

#[test]
fn a_key_has_a_place() {
    let find = |path: &KeyPath| Places::of(TEXT).find(path);
    let start = |path: &KeyPath| find(path).unwrap().1.start;
    let steps = KeyPath::new().key("list").index(1).key("steps");
    let second = steps.index(1).key("tool").key("denied").index(1).key("say");
    assert_eq!(start(&second), TEXT.find("\"never\"").unwrap());
    // what is missing is told where it should be
    let missing = steps.index(0).key("nothing").index(3);
    assert_eq!(start(&missing), TEXT.find("{ say = \"a\"").unwrap());
    assert_eq!(find(&missing).unwrap().0, missing);
    // what has no keys inside is told as itself
    let name = KeyPath::new().key("name");
    let (path, place) = find(&name.key("text")).unwrap();
    assert_eq!((path, place.start), (name, TEXT.find("\"x\"").unwrap()));
    assert_eq!(find(&KeyPath::new()), None);
    assert_eq!(find(&KeyPath::new().key("no")), None);
}

#[test]
fn every_key_is_found_back() {
    let places = Places::of(TEXT);
    for needle in ["\"x\"", "\"here\"", "\"never\"", "1\n[[list]]", "2\n"] {
        let place = TEXT.rfind(needle).unwrap();
        let path = places.at(place).unwrap();
        assert_eq!(places.find(path).unwrap().1.start, place, "{path}");
    }
}

#[test]
fn what_json_cannot_hold_is_found() {
    let odd = |text: &str| {
        let places = Places::of(text);
        places.odd().map(|(path, _, odd)| (path.to_string(), odd))
    };
    assert_eq!(
        odd("a = [{ b = 2026-01-01 }]"),
        Some(("a[0].b".to_owned(), Odd::Date))
    );
    assert_eq!(odd("a = -inf"), Some(("a".to_owned(), Odd::NotFinite)));
    assert_eq!(odd("a = 1.5e3"), None);
}

#[test]
fn text_that_is_no_toml_has_no_places() {
    assert_eq!(Places::of("= =").at(1), None);
}

#[test]
fn a_misspelt_word_is_recognised() {
    let words = ["playground", "tour", "faults"];
    assert_eq!(nearest("playgruond", words), Some("playground"));
    assert_eq!(nearest("Tuor", words), Some("tour"));
    assert_eq!(nearest("fault", words), Some("faults"));
    assert_eq!(nearest("x", ["y", "xy"]), None);
    assert_eq!(nearest("xx", ["xy"]), Some("xy"));
    assert_eq!(nearest("", words), None);
}

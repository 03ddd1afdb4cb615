//! Going through JSON in parts: the same entries whatever the parts, and an end to any bytes.

use super::*;
use proptest::prelude::*;

fn all(text: &[u8], budget: usize) -> Kids {
    let mut kids = Kids::new(text, 0).unwrap();
    for _ in 0..100_000 {
        let mut left = budget;
        kids.step(text, &mut left, usize::MAX);
        if kids.is_done() {
            return kids;
        }
    }
    panic!("it never ends");
}

fn shown(text: &str, budget: usize) -> Vec<(String, String)> {
    let kids = all(text.as_bytes(), budget);
    let one = |kid: &Kid| {
        let to = kid.to.unwrap_or(text.len());
        (
            text.get(kid.key.clone()).unwrap().to_owned(),
            text.get(kid.from..to).unwrap().to_owned(),
        )
    };
    kids.list.iter().map(one).collect()
}

#[test]
fn entries_are_found_whatever_the_budget() {
    let text = r#" {"a\"}": [1, {"x": "]"}] , "b":"c\\","d": -1.5e3,"e":{},"f":null } "#.trim();
    for budget in [1, 2, 3, 7, 1000] {
        let found = shown(text, budget);
        let values: Vec<&str> = found.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(
            values,
            [r#"[1, {"x": "]"}]"#, r#""c\\""#, "-1.5e3", "{}", "null"]
        );
        assert_eq!(found[0].0, r#"a\"}"#);
        assert_eq!(all(text.as_bytes(), budget).end(), Some(text.len()));
    }
    assert!(shown("[]", 1).is_empty());
    assert_eq!(shown("[1,2]", 1).len(), 2);
}

#[test]
fn what_is_no_json_ends_it_there() {
    let broken = |text: &str| all(text.as_bytes(), 3).broken();
    assert_eq!(broken("[1 2]"), Some(3));
    assert_eq!(broken("[1,"), Some(3));
    assert_eq!(broken("{\"a\" 1}"), Some(5));
    assert_eq!(broken("{a:1}"), Some(1));
    assert_eq!(broken("[\"abc"), Some(5));
    assert_eq!(broken("[[[["), Some(4));
    assert_eq!(broken("[1]"), None);
    assert!(Kids::new(b"12", 0).is_none());
}

#[test]
fn a_million_entries_are_found_no_faster_than_they_are_wanted() {
    let text = format!("[{}0]", "0,".repeat(1_000_000));
    let mut kids = Kids::new(text.as_bytes(), 0).unwrap();
    let mut budget = usize::MAX;
    kids.step(text.as_bytes(), &mut budget, 1000);
    assert_eq!(kids.list.len(), 1000);
    assert!(kids.reached() < 3000 && !kids.is_done());
}

proptest! {
    #[test]
    fn any_bytes_end_and_never_panic(
        text in proptest::collection::vec(prop::sample::select(b"{}[]\",:\\ua1 \xff\n".to_vec()), 0..60),
        budget in 1_usize..9,
    ) {
        for head in [b'{', b'['] {
            let whole = [&[head], text.as_slice()].concat();
            let kids = all(&whole, budget);
            let same = all(&whole, 1000);
            prop_assert_eq!(&kids.list, &same.list);
            prop_assert!(kids.reached() <= whole.len() + 1);
        }
    }

    #[test]
    fn the_same_entries_as_another_reader_finds(
        map in proptest::collection::btree_map(".{0,6}", proptest::collection::vec(".{0,6}", 0..4), 0..6),
    ) {
        let text = serde_json::to_string_pretty(&map).unwrap();
        let kids = all(text.as_bytes(), 5);
        prop_assert_eq!(kids.list.len(), map.len());
        for (kid, (key, value)) in kids.list.iter().zip(&map) {
            let quoted = text.get(kid.key.start - 1..=kid.key.end).unwrap();
            prop_assert_eq!(&serde_json::from_str::<String>(quoted).unwrap(), key);
            let value_text = text.get(kid.from..kid.to.unwrap()).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Vec<String>>(value_text).unwrap(), value);
        }
    }
}

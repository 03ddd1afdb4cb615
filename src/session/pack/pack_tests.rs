//! What is packed comes back as it was; anything else is an error.

use super::*;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    Plain,
    One(Option<Value>),
    Two(i64, f64),
    Named {
        text: String,
        kind: Box<Option<Kind>>,
    },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what")]
enum Tagged {
    Some { way: Kind, count: u64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Everything {
    kinds: Vec<Kind>,
    tagged: Tagged,
    numbered: BTreeMap<u64, bool>,
    nothing: Option<Option<u8>>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

fn back<T: Serialize + for<'de> Deserialize<'de>>(value: &T) -> T {
    let (mut names, mut bytes, mut again) = (Names::default(), Vec::new(), Vec::new());
    pack(value, &mut names, &mut bytes).expect("it is packed");
    pack(value, &mut names, &mut again).expect("it is packed");
    assert_eq!(bytes, again, "equal states are equal bytes");
    for length in 0..bytes.len() {
        let torn = bytes.get(..length).unwrap_or_default();
        assert!(unpack::<T>(torn, &names).is_err(), "torn at {length}");
    }
    unpack(&bytes, &names).expect("it is unpacked")
}

#[test]
fn every_shape_comes_back() {
    let named = Kind::Named {
        text: "ü\u{0}".into(),
        kind: Box::new(Some(Kind::Plain)),
    };
    let extra = json!({"deep": [{"a": null, "b": [1, -2, 1e300, 0.1]}], "z": true, "a": "b"});
    let value = Everything {
        kinds: vec![
            Kind::Plain,
            Kind::One(None),
            Kind::One(Some(Value::Null)),
            Kind::One(Some(json!({"kinds": "kinds"}))),
            Kind::Two(i64::MIN, f64::INFINITY),
            named,
        ],
        tagged: Tagged::Some {
            way: Kind::Plain,
            count: u64::MAX,
        },
        numbered: BTreeMap::from([(0, true), (u64::MAX, false)]),
        nothing: Some(None),
        extra: extra.as_object().cloned().unwrap_or_default(),
    };
    assert_eq!(back(&value), value);
}

proptest! {
    #[test]
    fn numbers_come_back_to_the_last_digit(float in any::<f64>(), whole in any::<i64>(), text in ".*") {
        prop_assert_eq!(back(&float).to_bits(), float.to_bits());
        prop_assert_eq!(back(&whole), whole);
        prop_assert_eq!(back(&text), text);
    }

    #[test]
    fn any_bytes_are_looked_at(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let names = Names::default();
        let _ = unpack::<crate::session::State>(&bytes, &names);
        let _ = unpack::<Value>(&bytes, &names);
    }
}

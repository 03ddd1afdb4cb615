//! The simulator's frames against recordings of the real CLI (`tests/fixtures/real`): the same keys, of the same types.
//!
//! For each kind of frame, a key that every real instance has is required; a key that no real instance has is wrong. The
//! same holds for objects inside. `recordings` reads the fixtures, `shape` learns and compares, `samples` makes one of
//! each frame the simulator can send. What the recordings cannot show is in [`DECLARED`], each with its reason.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on says so by failing"
)]

mod recordings;
mod samples;
mod shape;

use shape::Shape;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Keys that no recording here shows, and who says that the CLI sends them.
const DECLARED: &[(&str, &str)] = &[
    ("assistant text .request_id", REQUEST_ID),
    ("assistant thinking .request_id", REQUEST_ID),
    ("assistant tool_use .request_id", REQUEST_ID),
    (
        "system compact_boundary .compact_metadata.preserved_",
        "only of conversations with something worth keeping; these are too short",
    ),
];
const REQUEST_ID: &str = "a header of the API, which the stand-in does not send";

/// Kinds of the simulator that no recording here shows.
const NOT_RECORDED: &[&str] = &[];

/// Kinds in the recordings that the simulator has no use for.
const NOT_SIMULATED: &[&str] = &[];

fn learned() -> BTreeMap<String, Shape> {
    let mut shapes: BTreeMap<String, Shape> = BTreeMap::new();
    for (kind, value) in recordings::all() {
        shapes.entry(kind).or_default().learn(&value);
    }
    shapes
}

#[test]
fn every_frame_has_the_keys_and_types_of_the_real_cli() {
    let shapes = learned();
    let mut wrong = String::new();
    for (kind, value) in samples::all() {
        let Some(shape) = shapes.get(&kind) else {
            if !NOT_RECORDED.contains(&kind.as_str()) {
                let _ = writeln!(wrong, "{kind}: no recording has one");
            }
            continue;
        };
        for finding in shape.compare(&value) {
            let place = format!("{kind} {finding}");
            if !DECLARED.iter().any(|(known, _)| place.starts_with(known)) {
                let _ = writeln!(wrong, "{place}");
            }
        }
    }
    assert!(wrong.is_empty(), "not what the real CLI sends:\n{wrong}");
}

#[test]
fn every_kind_of_the_recordings_can_be_simulated() {
    let made: Vec<String> = samples::all().into_iter().map(|(kind, _)| kind).collect();
    let missing: Vec<String> = learned()
        .into_keys()
        .filter(|kind| !made.contains(kind) && !NOT_SIMULATED.contains(&kind.as_str()))
        .collect();
    assert!(missing.is_empty(), "never made: {missing:#?}");
}

#[test]
fn a_shape_finds_what_is_missing_wrong_and_too_much() {
    use serde_json::json;
    let mut shape = Shape::default();
    shape.learn(&json!({ "a": 1, "b": { "c": "x" }, "d": [{ "e": true }] }));
    shape.learn(&json!({ "a": null, "b": { "c": "y", "f": 1 }, "d": [] }));
    assert_eq!(
        shape.compare(&json!({ "a": 2, "b": { "c": "" }, "d": [] })),
        Vec::<String>::new()
    );
    let findings = shape.compare(&json!({ "a": "one", "b": {}, "d": [{ "e": 1 }], "z": 0 }));
    assert_eq!(
        findings,
        [
            ".a is a string, and a null or a number in the real CLI",
            ".b.c is missing",
            ".d[].e is a number, and a boolean in the real CLI",
            ".z is never sent by the real CLI",
        ]
    );
}

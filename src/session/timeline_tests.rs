//! Time travel: the state at any point is what folding the lines before it gives.

use super::*;
use crate::trace::{Item, Recording};
use proptest::prelude::*;
use std::convert::Infallible;

fn lines() -> Vec<Traffic> {
    let mut all = Vec::new();
    for name in ["tool_turn", "interrupted_turn", "capture"] {
        let path = format!(
            "{}/tests/fixtures/recordings/{name}.ndjson",
            env!("CARGO_MANIFEST_DIR")
        );
        for item in Recording::open(path).expect("it opens") {
            if let Item::Entry(entry) = item.expect("it is read") {
                all.push(Traffic::from_entry(entry));
            }
        }
    }
    all
}

proptest! {
    #[test]
    fn the_state_at_any_point_is_that_of_the_prefix(
        step in 1..8_u32,
        most in 2..6_usize,
        points in prop::collection::vec(0..60_u32, 1..6),
    ) {
        let all = lines();
        let mut timeline = Timeline::new(step, most);
        for traffic in &all {
            timeline.push(Some(traffic));
        }
        prop_assert!(timeline.kept.len() <= most);
        for point in points {
            let mut folded = State::default();
            for traffic in all.iter().take(point as usize) {
                folded.observe(traffic);
            }
            let get = |number: u32| Ok::<_, Infallible>(all.get(number as usize).cloned());
            let Ok(found) = timeline.state_at(point, get);
            prop_assert_eq!(found, folded, "at {}", point);
        }
    }
}

#[test]
fn lines_that_are_no_traffic_count() {
    let all = lines();
    let mut timeline = Timeline::new(2, 2);
    timeline.push(None);
    for traffic in &all {
        timeline.push(Some(traffic));
    }
    assert_eq!(timeline.lines() as usize, all.len() + 1);
    let mut last = 0;
    let get = |number: u32| {
        last = number;
        Ok::<_, Infallible>(
            number
                .checked_sub(1)
                .and_then(|index| all.get(index as usize).cloned()),
        )
    };
    let Ok(found) = timeline.state_at(4, get);
    let mut folded = State::default();
    for traffic in all.iter().take(3) {
        folded.observe(traffic);
    }
    assert_eq!(found, folded);
    assert!(last < 4);
}

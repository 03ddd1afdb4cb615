//! Searching lines: the nearest first, in bounded steps, round at the ends.

use super::*;
use proptest::prelude::*;

/// Lines of which some match; each costs this much.
struct Numbered {
    hits: Vec<u32>,
    count: u32,
    cost: u64,
    looked_at: u32,
}

impl Searched for Numbered {
    fn count(&self) -> u32 {
        self.count
    }

    fn before(&self, end: u32) -> u32 {
        let rows = (1 << 18) / self.cost.max(64);
        end.saturating_sub(u32::try_from(rows).unwrap_or(1).max(1))
    }

    fn fitting(
        &mut self,
        _: &Filter,
        rows: Range<u32>,
        budget: u64,
        found: &mut Vec<u32>,
    ) -> Looked {
        let mut looked = Looked {
            next: rows.start,
            cost: 0,
        };
        for row in rows {
            looked.next = row + 1;
            looked.cost += self.cost;
            self.looked_at += 1;
            if self.hits.binary_search(&row).is_ok() {
                found.push(row);
            }
            if looked.cost >= budget {
                break;
            }
        }
        looked
    }
}

fn lines(hits: &[u32], count: u32, cost: u64) -> Numbered {
    Numbered {
        hits: hits.to_vec(),
        count,
        cost,
        looked_at: 0,
    }
}

fn search(from: u32) -> Search {
    Search::new("x", wanted("x").unwrap(), None, from)
}

#[test]
fn the_nearest_is_found_at_once_and_the_rest_in_bounded_steps() {
    let mut million = lines(&[3, 499_000, 900_000], 1_000_000, 100);
    let mut search = search(500_000);
    assert_eq!(search.step(&mut million), Some(499_000));
    let most = 45_000;
    assert!(million.looked_at <= most, "{}", million.looked_at);
    assert_eq!(search.words(&million), "match 1 of 1, 4% searched");
    let mut steps = 0;
    while !search.is_done(&million) {
        let before = million.looked_at;
        search.step(&mut million);
        assert!(million.looked_at - before <= most);
        steps += 1;
    }
    assert!(steps > 4);
    assert_eq!(search.words(&million), "match 2 of 3");
}

#[test]
fn long_lines_make_short_steps() {
    let mut few = lines(&[], 100, 10 << 20);
    let mut search = search(0);
    search.step(&mut few);
    assert_eq!(few.looked_at, 1);
}

#[test]
fn one_goes_from_match_to_match_and_round() {
    let mut some = lines(&[2, 5, 8], 10, 1);
    let mut search = search(4);
    assert_eq!(search.step(&mut some), Some(5));
    assert_eq!(search.step(&mut some), None);
    assert_eq!(search.seek(5, true, &some), Some(false));
    assert_eq!(search.step(&mut some), Some(8));
    assert_eq!(search.seek(8, true, &some), Some(true));
    assert_eq!(search.step(&mut some), Some(2));
    assert_eq!(search.words(&some), "match 1 of 3");
    assert_eq!(search.seek(2, false, &some), Some(true));
    assert_eq!(search.step(&mut some), Some(8));
    let among = |rows| search.among(rows).next();
    assert!(among(7..=8).is_some() && among(0..=2).is_some() && among(3..=4).is_none());
}

#[test]
fn a_match_that_is_not_known_yet_is_told_when_it_is() {
    let mut some = lines(&[0, 99], 100, 1 << 20);
    let mut search = search(0);
    assert_eq!(search.step(&mut some), Some(0));
    assert_eq!(search.seek(0, true, &some), None);
    let mut steps = 0;
    let found = loop {
        steps += 1;
        if let Some(found) = search.step(&mut some) {
            break found;
        }
        assert!(steps < 1000);
    };
    assert_eq!(found, 99);
    assert!(steps > 5);
}

#[test]
fn lines_that_come_are_looked_at_too() {
    let mut some = lines(&[12], 10, 1);
    let mut search = search(9);
    assert_eq!(search.step(&mut some), None);
    assert!(search.is_done(&some));
    assert_eq!(search.words(&some), "no match");
    some.count = 20;
    assert!(!search.is_done(&some));
    assert_eq!(search.step(&mut some), Some(12));
}

#[test]
fn a_text_is_looked_for_as_it_stands_and_an_expression_as_it_says() {
    let text = wanted("\"type\": (x & y").unwrap();
    assert_eq!(text.expr().unwrap().patterns().len(), 1);
    assert!(
        wanted("~t user")
            .unwrap()
            .expr()
            .unwrap()
            .patterns()
            .is_empty()
    );
    assert_eq!(wanted("~size > lots").unwrap_err().column, 9);
    assert!(wanted("").unwrap().is_empty());
    assert!(wanted("~").is_ok() && wanted("a ~ b").is_ok());
}

proptest! {
    #[test]
    fn whatever_is_typed_never_panics(typed in ".{0,40}") {
        if let Ok(filter) = wanted(&typed) {
            let mut some = lines(&[1], 3, 1);
            Search::new(&typed, filter, None, 1).step(&mut some);
        }
    }

    #[test]
    fn each_match_is_met_once_whichever_way_one_goes(
        mut hits in proptest::collection::vec(0_u32..200, 1..20),
        from in 0_u32..200,
        cost in prop::sample::select(vec![1_u64, 1 << 20]),
        below: bool,
    ) {
        hits.sort_unstable();
        hits.dedup();
        let mut some = lines(&hits, 200, cost);
        let mut search = search(from);
        let mut at = None;
        while !search.is_done(&some) || at.is_none() {
            at = at.or(search.step(&mut some));
        }
        let first = at.unwrap();
        let mut met = vec![first];
        let mut here = first;
        for _ in 1..hits.len() {
            search.seek(here, below, &some);
            here = search.step(&mut some).unwrap();
            met.push(here);
        }
        search.seek(here, below, &some);
        prop_assert_eq!(search.step(&mut some), Some(first));
        met.sort_unstable();
        prop_assert_eq!(met, hits);
    }
}

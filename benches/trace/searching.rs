//! Filters over all lines, against `grep -c`.

use crate::gauge::{Figures, here};
use crate::{Asked, opening, references};
use cca::trace::filter::Filter;
use cca::trace::store::Store;
use std::time::{Duration, Instant};

/// Filters, and what `grep` would look for.
const FILTERS: [(&str, &str); 8] = [
    ("needle_at_end", "NEEDLE_AT_END"),
    ("~b NEEDLE_AT_END", "NEEDLE_AT_END"),
    ("~b \"number 1[0-9]+7\"", "number 1[0-9][0-9]*7"),
    ("~id toolu_17_", "toolu_17_"),
    ("~d out needle_at_end", "NEEDLE_AT_END"),
    ("~t result", "NEEDLE_AT_END"),
    ("~tool add ~latency > 1ms", "NEEDLE_AT_END"),
    ("~pending", "NEEDLE_AT_END"),
];

/// What is searched before who searches is asked whether to go on.
const PART: u64 = 1 << 20;

pub(crate) fn measure(asked: &Asked) {
    println!("searching, to the last line");
    let mut store = opening::whole(&asked.path, &mut Duration::default());
    for (text, plain) in FILTERS {
        let filter = Filter::parse(text).expect(text);
        let (mut own, mut grep) = (Figures::default(), Figures::default());
        let (mut found, mut longest) = (0, Duration::ZERO);
        for _ in 0..asked.rounds {
            if let Some(took) = references::grep(&asked.path, plain) {
                grep.add(took);
            }
            let (took, rows) = here(|| search(&mut store, &filter, &mut longest));
            own.add(took);
            found = rows;
        }
        let ratio = own.ratio(&grep);
        let more = format!(
            "{ratio:.2} x grep -c (goal 4, better 2); {found} found, longest part {longest:?}"
        );
        own.print(text, &more);
    }
}

fn search(store: &mut Store, filter: &Filter, longest: &mut Duration) -> usize {
    let (mut found, mut from) = (Vec::new(), 0);
    while from < store.len() {
        let part = Instant::now();
        from = store
            .fitting(filter, from, PART, &mut found)
            .expect("it is read");
        *longest = part.elapsed().max(*longest);
    }
    found.len()
}

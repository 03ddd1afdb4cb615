//! Opening: the first lines, and the whole index, against finding line breaks and parsing envelopes.

use crate::gauge::{self, Figures, here};
use crate::{Asked, make, references};
use cca::trace::store::Store;
use std::path::Path;
use std::time::{Duration, Instant};

pub(crate) fn measure(asked: &Asked, dir: &Path) {
    println!("opening");
    let small = dir.join("small.ndjson");
    make::recording(&small, crate::MEGABYTE).expect("the file can be written");
    let (mut first, mut of_small) = (Figures::default(), Figures::default());
    for _ in 0..asked.rounds * 5 {
        of_small.add(here(|| first_screen(&small)).0);
        first.add(here(|| first_screen(&asked.path)).0);
    }
    first.print("first 60 lines", "");
    of_small.print("of 1 MB", "");
    let [mut breaks, mut envelopes, mut index] = [(); 3].map(|()| Figures::default());
    let mut longest = Duration::ZERO;
    let (mut lines, mut peak) = (0, 0.0_f64);
    for _ in 0..asked.rounds {
        breaks.add(here(|| references::breaks(&asked.path)).0);
        envelopes.add(here(|| references::envelopes(&asked.path)).0);
        gauge::forget_peak();
        let (took, store) = here(|| whole(&asked.path, &mut longest));
        index.add(took);
        lines = store.len();
        peak = peak.max(gauge::peak());
    }
    breaks.print("line breaks", "");
    envelopes.print("type and ids by serde", "");
    let against = format!(
        "{:.2} x serde (goal 1.5), {:.1} x line breaks; {lines} lines, longest step {longest:?}",
        index.ratio(&envelopes),
        index.ratio(&breaks)
    );
    index.print("indexed", &against);
    println!("  memory while indexing: {peak:.0} MB at most (goal 64, better 32)");
}

fn first_screen(path: &Path) {
    let mut store = Store::open(path).expect("it opens");
    store.index_some(64 * 1024).expect("it is read");
    for line in 0..60 {
        store.text(line).expect("it is read");
    }
}

/// Indexes all of it, in the parts in which a screen does.
pub(crate) fn whole(path: &Path, longest: &mut Duration) -> Store {
    let mut store = Store::open(path).expect("it opens");
    loop {
        let step = Instant::now();
        let done = store.index_some(1 << 20).expect("it is read").done;
        *longest = step.elapsed().max(*longest);
        if done {
            return store;
        }
    }
}

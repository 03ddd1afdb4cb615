//! How fast a large recording opens, is searched and travelled through, and what recording costs, against references that run
//! in the same round. Owns: what is asked for. Does not own: the measurements.
//!
//! ```text
//! cargo bench --bench trace                      everything, over 200 MB
//! cargo bench --bench trace -- --full            over 1 GB
//! cargo bench --bench trace -- --size 500        over 500 MB
//! cargo bench --bench trace -- index search      these parts only: index search travel record others
//! cargo bench --bench trace -- --file PATH       over a file that is there
//! cargo bench --bench trace -- --rounds 5        each figure is the median of so many rounds
//! ```
//!
//! Ratios are of CPU time, which other work on the machine moves little. The file is made in a temporary place and goes.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_precision_loss,
    reason = "a benchmark prints, and is wrong if something fails"
)]

mod gauge;
mod make;
mod opening;
mod others;
mod recorded;
mod references;
mod searching;
mod travel;

use std::path::PathBuf;

const MEGABYTE: u64 = 1_000_000;

/// What is asked for.
pub(crate) struct Asked {
    pub(crate) path: PathBuf,
    pub(crate) rounds: usize,
}

const PARTS: [&str; 5] = ["index", "search", "travel", "record", "others"];

fn main() {
    if std::env::var_os(recorded::ROLE).is_some() {
        return recorded::play_cli();
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|given| given == word);
    let after = |word: &str| {
        let at = words.iter().position(|given| given == word)?;
        words.get(at + 1).cloned()
    };
    if has("--list") {
        return;
    }
    // `cargo bench` says so with an argument; `cargo test --benches` says nothing and wants only to see that it runs.
    let smoke = !has("--bench") && !has("--size") && !has("--full") && !has("--file");
    let size = match after("--size") {
        Some(size) => size.parse().expect("--size takes megabytes"),
        None if has("--full") => 1000,
        None if smoke => 2,
        None => 200,
    };
    let rounds = after("--rounds").map_or(if smoke { 1 } else { 3 }, |rounds| {
        rounds.parse().expect("--rounds takes a number")
    });
    let chosen: Vec<&str> = PARTS.into_iter().filter(|part| has(part)).collect();
    let wanted = |part: &str| chosen.is_empty() || chosen.contains(&part);
    let dir = tempfile::tempdir().expect("a place for the file");
    let path = after("--file").map_or_else(
        || {
            let path = dir.path().join("large.ndjson");
            make::recording(&path, size * MEGABYTE).expect("the file can be written");
            path
        },
        PathBuf::from,
    );
    let bytes = std::fs::metadata(&path).expect("the file is there").len();
    println!("{} MB, median of {rounds}", bytes / MEGABYTE);
    let asked = Asked { path, rounds };
    // Once, so that all that follows read the same cached file.
    references::breaks(&asked.path);
    if wanted("index") {
        opening::measure(&asked, dir.path());
    }
    if wanted("search") {
        searching::measure(&asked);
    }
    if wanted("travel") {
        travel::measure(&asked);
    }
    if wanted("record") {
        recorded::measure(&asked, dir.path(), if smoke { 1_000 } else { 100_000 });
    }
    if wanted("others") {
        others::measure(&asked);
    }
}

//! How fast a large recording opens, filters and jumps, against reading its line breaks and `grep -c` in the same run.
//!
//! `cargo bench --bench trace` makes 200 MB; `-- --full` 1 GB; `-- --file PATH` takes a file that is there.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_precision_loss,
    reason = "a benchmark prints, and is wrong if something fails"
)]

mod make;

use cca::session::timeline::Timeline;
use cca::trace::Traffic;
use cca::trace::filter::Filter;
use cca::trace::store::Store;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const MEGABYTE: u64 = 1_000_000;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let has = |word: &str| words.iter().any(|given| given == word);
    let after = |word: &str| {
        let at = words.iter().position(|given| given == word)?;
        words.get(at + 1).cloned()
    };
    let size = if has("--full") { 1000 } else { 200 };
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
    println!("{} MB", bytes / MEGABYTE);
    // Once, so that all that follows read the same cached file.
    let (lines, _) = breaks(&path);
    let (_, scan) = breaks(&path);
    row("line breaks", scan, &format!("{lines} lines"));
    let grep = grep(&path);
    if let Some(grep) = grep {
        row("grep -c", grep, "");
    }
    first_screen(&path);
    let mut store = index(&path, scan);
    filters(&mut store, grep);
    println!("memory {} MB at most", high_water() / 1024);
    if !has("--no-jumps") {
        jumps(store);
    }
    println!("memory {} MB at most", high_water() / 1024);
}

fn row(what: &str, took: Duration, more: &str) {
    println!("{what:<44} {:>9.2} ms  {more}", took.as_secs_f64() * 1e3);
}

/// The least that opening can cost: finding the line breaks.
fn breaks(path: &Path) -> (usize, Duration) {
    let start = Instant::now();
    let mut file = File::open(path).expect("the file opens");
    let mut piece = vec![0; 1 << 20];
    let mut lines = 0;
    loop {
        let read = file.read(&mut piece).expect("the file can be read");
        if read == 0 {
            return (lines, start.elapsed());
        }
        let part = piece.get(..read).unwrap_or_default();
        lines += memchr::memchr_iter(b'\n', part).count();
    }
}

fn grep(path: &Path) -> Option<Duration> {
    let start = Instant::now();
    let found = Command::new("grep")
        .args(["-c", "NEEDLE_AT_END"])
        .arg(path)
        .output()
        .ok()?;
    (!found.stdout.is_empty()).then(|| start.elapsed())
}

fn first_screen(path: &Path) {
    let start = Instant::now();
    let mut store = Store::open(path).expect("it opens");
    store.index_some(64 * 1024).expect("it is read");
    for line in 0..60 {
        store.text(line).expect("it is read");
    }
    row("first 60 lines", start.elapsed(), "");
}

fn index(path: &Path, scan: Duration) -> Store {
    let start = Instant::now();
    let mut store = Store::open(path).expect("it opens");
    let mut longest = Duration::ZERO;
    loop {
        let step = Instant::now();
        let done = store.index_some(4 << 20).expect("it is read").done;
        longest = longest.max(step.elapsed());
        if done {
            break;
        }
    }
    let took = start.elapsed();
    let ratio = took.as_secs_f64() / scan.as_secs_f64();
    let each = took.as_nanos() / u128::from(store.len().max(1));
    row(
        "indexed",
        took,
        &format!("{ratio:.1} x line breaks, {each} ns a line, longest step {longest:?}"),
    );
    store
}

fn filters(store: &mut Store, grep: Option<Duration>) {
    for text in [
        "~t result",
        "~tool add ~latency > 1ms",
        "~pending",
        "~id toolu_17_",
        "needle_at_end",
        "~b NEEDLE_AT_END",
        "~b \"number 1[0-9]+7\"",
        "~d out needle_at_end",
    ] {
        let filter = Filter::parse(text).expect(text);
        let start = Instant::now();
        let mut found = 0;
        for line in 0..store.len() {
            found += u32::from(store.fits(&filter, line).expect("it is read"));
        }
        let took = start.elapsed();
        let ratio = grep.map_or_else(String::new, |grep| {
            format!(", {:.1} x grep -c", took.as_secs_f64() / grep.as_secs_f64())
        });
        row(
            &format!("filter {text}"),
            took,
            &format!("{found} found{ratio}"),
        );
    }
}

/// Folds the whole recording once, then goes to lines all over it.
fn jumps(mut store: Store) {
    let start = Instant::now();
    let mut timeline = Timeline::default();
    for line in 0..store.len() {
        timeline.push(traffic(&mut store, line).as_ref());
    }
    row("folded, with checkpoints", start.elapsed(), "");
    let mut times = Vec::new();
    let mut place = 12_345_u64;
    for _ in 0..300 {
        place = place
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let line = u32::try_from((place >> 33) % u64::from(store.len())).unwrap_or(0);
        let start = Instant::now();
        let state = timeline.state_at(line, |line| Ok::<_, ()>(traffic(&mut store, line)));
        times.push(start.elapsed());
        std::hint::black_box(state).expect("no error is made");
    }
    times.sort_unstable();
    let at = |part: usize| {
        times
            .get(times.len() * part / 100)
            .copied()
            .unwrap_or_default()
    };
    row("jump to a line, median", at(50), "");
    row("jump to a line, p99", at(99), "");
}

fn traffic(store: &mut Store, line: u32) -> Option<Traffic> {
    let entry = store.entry(line).expect("it is read")?;
    Some(Traffic::from_entry(entry))
}

/// The most memory this process ever had, in kilobytes.
fn high_water() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap_or_default();
    line.split_whitespace()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(0)
}

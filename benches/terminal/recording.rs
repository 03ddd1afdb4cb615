//! A large recording on the real screen: how soon there is something to see, until all is indexed and worked out, searching,
//! filtering, scrolling, memory. Owns: what is typed and what counts as seen.
//!
//! `less` and `grep -c` on the same file, a recording of 1 MB, and serde over the same lines run in the same rounds.

use crate::pty::{Pty, Start};
use crate::{Measured, gauge, make, median, quantile, references};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const ROWS: u16 = 30;
const COLUMNS: u16 = 100;
const MEGABYTE: u64 = 1_000_000;
/// Pages that are turned in one round.
const PAGES: usize = 60;
/// A person does not type faster.
const BETWEEN: Duration = Duration::from_millis(30);
const PAGE_DOWN: &str = "\x1b[6~";
const CTRL_U: &str = "\x15";
/// What stands in the last line alone.
const NEEDLE: &str = "NEEDLE_AT_END";
/// Filters, and how a title begins that says that all of it was looked through.
const FILTERS: [(&str, &str); 3] = [
    ("needle_at_end", "Traffic 1 of "),
    ("~tool add ~latency > 1ms", "Traffic "),
    ("~pending", "Traffic 0 of "),
];

/// Figures, one a round.
#[derive(Default)]
struct Figures {
    less: Vec<f64>,
    small: Vec<f64>,
    first: Vec<f64>,
    indexed: Vec<f64>,
    serde: Vec<f64>,
    ready: Vec<f64>,
    memory: Vec<f64>,
    grep: Vec<f64>,
    search: Vec<f64>,
    pages: Vec<f64>,
    keys: Vec<f64>,
    filters: [Vec<f64>; FILTERS.len()],
}

pub(crate) async fn measure(rounds: usize, megabytes: u64, file: Option<PathBuf>) -> Measured<()> {
    let folder = tempfile::tempdir()?;
    let small = folder.path().join("small.ndjson");
    make::recording(&small, MEGABYTE)?;
    let made = folder.path().join("large.ndjson");
    if file.is_none() {
        make::recording(&made, megabytes * MEGABYTE)?;
    }
    let large = file.unwrap_or(made);
    // Once, so that all that follow read the same cached file.
    let lines = references::breaks(&large);
    let megabytes = std::fs::metadata(&large)?.len() / MEGABYTE;
    println!("a recording of {megabytes} MB, {lines} lines, in a terminal; median of {rounds}");
    let mut figures = Figures::default();
    for _ in 0..rounds {
        figures.round(&small, &large).await?;
    }
    figures.print();
    Ok(())
}

impl Figures {
    async fn round(&mut self, small: &Path, large: &Path) -> Measured<()> {
        let began = Instant::now();
        let mut less = Pty::open(Start::less(large), ROWS, COLUMNS)?;
        less.until_screen("a full screen", is_full).await?;
        self.less.push(began.elapsed().as_secs_f64());
        less.end().await;

        let began = Instant::now();
        let mut pty = Pty::open(Start::replay(small), ROWS, COLUMNS)?;
        pty.until_screen("the first screen", is_first).await?;
        self.small.push(began.elapsed().as_secs_f64());
        pty.end().await;

        let (took, _) = gauge::here(|| references::envelopes(large));
        self.serde.push(took.wall.as_secs_f64());

        let began = Instant::now();
        let mut pty = Pty::open(Start::replay(large), ROWS, COLUMNS)?;
        pty.until_screen("the first screen", is_first).await?;
        self.first.push(began.elapsed().as_secs_f64());
        pty.until_screen("all is indexed", |screen| !screen.contains("% read"))
            .await?;
        self.indexed.push(began.elapsed().as_secs_f64());
        let worked_out =
            |screen: &str| !screen.contains("worked out") && !screen.contains("works it out");
        pty.until_screen("the states are known", worked_out).await?;
        self.ready.push(began.elapsed().as_secs_f64());

        pty.keys("8z").await?;
        pty.until("Traffic ").await?;
        self.pages(&mut pty).await?;
        self.search(&mut pty, large).await?;
        self.filters(&mut pty).await?;
        self.memory.push(pty.peak_megabytes()?);
        pty.end().await;
        Ok(())
    }

    /// From each key to the frame that it makes.
    async fn pages(&mut self, pty: &mut Pty) -> Measured<()> {
        pty.keys("g").await?;
        pty.until("stream_event").await?;
        for _ in 0..PAGES {
            pty.read_for(BETWEEN).await;
            let before = pty.screen();
            let began = Instant::now();
            pty.keys(PAGE_DOWN).await?;
            pty.until_screen("the next page", |screen| screen != before)
                .await?;
            self.pages.push(began.elapsed().as_secs_f64());
        }
        Ok(())
    }

    /// From the first line to the last, and what is typed meanwhile.
    async fn search(&mut self, pty: &mut Pty, file: &Path) -> Measured<()> {
        let grep = references::grep(file, NEEDLE).ok_or("there is no grep")?;
        self.grep.push(grep.wall.as_secs_f64());
        pty.keys("g").await?;
        pty.read_for(BETWEEN).await;
        let began = Instant::now();
        pty.keys(&format!("/{NEEDLE}\r")).await?;
        let found = |screen: &str| screen.contains("match 1 of 1") && !screen.contains("searched");
        pty.until_screen("it is found", found).await?;
        self.search.push(began.elapsed().as_secs_f64());
        for (key, shown) in [
            ("t", "times since the line before"),
            ("t", "times by the clock"),
            ("t", "times since the start"),
        ] {
            pty.keys("/no such words in it\r").await?;
            pty.until_screen("it searches", |screen| {
                screen.contains("searching, ") || screen.contains("no match")
            })
            .await?;
            let began = Instant::now();
            pty.keys(key).await?;
            pty.until(shown).await?;
            if pty.contains("searching, ") {
                self.keys.push(began.elapsed().as_secs_f64());
            }
            pty.until("no match").await?;
        }
        pty.keys("\x1b").await?;
        pty.until_screen("the search is left", |screen| !screen.contains("no match"))
            .await
    }

    async fn filters(&mut self, pty: &mut Pty) -> Measured<()> {
        for ((filter, title), took) in FILTERS.iter().zip(&mut self.filters) {
            let began = Instant::now();
            pty.keys(&format!("f{CTRL_U}{filter}\r")).await?;
            let done = |screen: &str| {
                let titles = screen.lines().filter(|line| line.contains(title));
                let mut titles = titles.filter(|line| line.contains(" of "));
                titles.any(|line| !line.contains("% ") && line.contains(filter))
                    && !screen.contains("Filter")
            };
            pty.until_screen(filter, done).await?;
            took.push(began.elapsed().as_secs_f64());
        }
        Ok(())
    }

    fn print(mut self) {
        let ms = |values: &mut [f64]| median(values) * 1e3;
        let ratio = |of: &[f64], to: &[f64]| {
            let ratios = of.iter().zip(to).map(|(of, to)| of / to);
            median(&mut ratios.collect::<Vec<f64>>())
        };
        println!(
            "  first screen: got {:.2}x less (goal 3x, better 2x), {:+.0} % against 1 MB (goal 20 %): {:.0} ms, less {:.0} ms, 1 MB {:.0} ms",
            ratio(&self.first, &self.less),
            (ratio(&self.first, &self.small) - 1.0) * 100.0,
            ms(&mut self.first.clone()),
            ms(&mut self.less),
            ms(&mut self.small),
        );
        println!(
            "  all indexed: got {:.2}x type and ids by serde (goal 1.5x): {:.0} ms, serde {:.0} ms",
            ratio(&self.indexed, &self.serde),
            ms(&mut self.indexed),
            ms(&mut self.serde),
        );
        println!("  all states known: {:.0} ms", ms(&mut self.ready));
        println!(
            "  search to the last line: got {:.2}x grep -c (goal 4x, better 2x): {:.0} ms, grep {:.0} ms",
            ratio(&self.search, &self.grep),
            ms(&mut self.search.clone()),
            ms(&mut self.grep.clone()),
        );
        if self.keys.is_empty() {
            println!("  a key while it searches: it was too fast for that");
        } else {
            println!(
                "  a key while it searches: got {:.0} ms at most (goal 50 ms)",
                quantile(&mut self.keys, 1.0) * 1e3
            );
        }
        println!(
            "  page down to frame: got {:.1} ms p50, {:.1} ms p99 (goal 50 ms)",
            quantile(&mut self.pages, 0.5) * 1e3,
            quantile(&mut self.pages, 0.99) * 1e3
        );
        for ((filter, _), took) in FILTERS.iter().zip(&mut self.filters) {
            let against = ratio(took, &self.grep);
            println!(
                "  filter {filter}: got {against:.2}x grep -c (goal 4x): {:.0} ms",
                ms(took)
            );
        }
        println!(
            "  memory: got {:.0} MB at most (goal 64 MB, better 32 MB)",
            quantile(&mut self.memory, 1.0)
        );
    }
}

/// Every row has something on it.
fn is_full(screen: &str) -> bool {
    let filled = screen.lines().filter(|line| !line.trim().is_empty());
    filled.count() >= usize::from(ROWS)
}

/// The bar of the recording and something of the session.
fn is_first(screen: &str) -> bool {
    screen.contains("Recording ") && screen.contains(" answer ")
}

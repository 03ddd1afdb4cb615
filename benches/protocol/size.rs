//! How much is measured. Owns: the arguments, and the counts of each size. Does not own: what is measured (`plan`).

/// How often and how much.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) name: &'static str,
    /// Whether the figures mean anything beside the goals.
    pub(crate) judged: bool,
    pub(crate) call_rounds: usize,
    pub(crate) calls: u64,
    pub(crate) ingest_rounds: usize,
    pub(crate) frames: u64,
    pub(crate) crowd_rounds: usize,
    pub(crate) crowd: usize,
    pub(crate) crowd_calls: u64,
    pub(crate) start_rounds: usize,
    pub(crate) long_text: usize,
    pub(crate) volume: u64,
}

const FULL: Size = Size {
    name: "full",
    judged: true,
    call_rounds: 9,
    calls: 5_000,
    ingest_rounds: 7,
    frames: 200_000,
    crowd_rounds: 5,
    crowd: 100,
    crowd_calls: 200,
    start_rounds: 25,
    long_text: 50_000_000,
    volume: 1_000_000_000,
};

/// Enough to see that everything works and about where it stands.
const QUICK: Size = Size {
    name: "quick",
    call_rounds: 3,
    calls: 2_000,
    ingest_rounds: 3,
    frames: 40_000,
    crowd_rounds: 1,
    crowd: 100,
    crowd_calls: 50,
    start_rounds: 5,
    volume: 200_000_000,
    ..FULL
};

/// As little as there can be: nothing but that it runs.
const SMOKE: Size = Size {
    name: "smoke",
    judged: false,
    call_rounds: 1,
    calls: 20,
    ingest_rounds: 1,
    frames: 1_000,
    crowd_rounds: 1,
    crowd: 3,
    crowd_calls: 5,
    start_rounds: 1,
    long_text: 2_000_000,
    volume: 10_000_000,
};

/// The size the arguments ask for; none if nothing is to be run.
pub(crate) fn asked() -> Option<Size> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    if has("--list") {
        return None;
    }
    // `cargo bench` says so with an argument; `cargo test --benches` says nothing.
    let size = if has("--test") || !has("--bench") {
        SMOKE
    } else if has("--quick") {
        QUICK
    } else {
        FULL
    };
    let huge = std::env::var("CCA_BENCH_10GB").is_ok_and(|value| value == "1");
    Some(Size {
        volume: if huge { 10_000_000_000 } else { size.volume },
        ..size
    })
}

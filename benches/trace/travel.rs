//! Going to lines all over a recording: folding it once with checkpoints, jumping, and scrolling.

use crate::gauge::{self, here, row};
use crate::{Asked, opening};
use cca::session::{State, Timeline};
use cca::trace::Traffic;
use cca::trace::store::Store;
use std::time::{Duration, Instant};

const JUMPS: usize = 300;
/// Lines on a screen.
const SCREEN: u32 = 60;

pub(crate) fn measure(asked: &Asked) {
    println!("travelling");
    gauge::forget_peak();
    let mut store = opening::whole(&asked.path, &mut Duration::default());
    let (plain, ()) = here(|| {
        let mut state = State::default();
        for line in 0..store.len() {
            if let Some(traffic) = traffic(&mut store, line) {
                state.observe(&traffic);
            }
        }
        std::hint::black_box(&state);
    });
    let (folded, timeline) = here(|| {
        let mut timeline = Timeline::default();
        for line in 0..store.len() {
            timeline.push(traffic(&mut store, line).as_ref());
        }
        timeline
    });
    row("folded", plain, "");
    let ratio = folded.cpu.as_secs_f64() / plain.cpu.as_secs_f64();
    row("folded, with checkpoints", folded, &format!("{ratio:.2} x"));
    let mut places = Places(12_345);
    let mut times = Vec::new();
    for _ in 0..JUMPS {
        let line = places.next(store.len());
        let start = Instant::now();
        let state = timeline.state_at(line, |line| Ok::<_, ()>(traffic(&mut store, line)));
        times.push(start.elapsed());
        std::hint::black_box(state).expect("no error is made");
    }
    told("jump to a line", times, "(goal 50)");
    let mut times = Vec::new();
    for _ in 0..JUMPS {
        let top = places.next(store.len());
        let start = Instant::now();
        for line in top..(top + SCREEN).min(store.len()) {
            std::hint::black_box(store.line(line));
            std::hint::black_box(store.text(line).expect("it is read"));
        }
        times.push(start.elapsed());
    }
    told("60 lines anywhere", times, "");
    println!(
        "  memory while travelling: {:.0} MB at most (goal 64, better 32)",
        gauge::peak()
    );
}

fn told(what: &str, mut times: Vec<Duration>, goal: &str) {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).copied();
    let millis = |part| at(part).unwrap_or_default().as_secs_f64() * 1e3;
    println!(
        "  {what:<36} median {:>7.2} ms, p99 {:>7.2} ms {goal}",
        millis(50),
        millis(99)
    );
}

/// Lines in no order.
struct Places(u64);

impl Places {
    fn next(&mut self, below: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(below.max(1))).unwrap_or(0)
    }
}

fn traffic(store: &mut Store, line: u32) -> Option<Traffic> {
    let entry = store.entry(line).expect("it is read")?;
    Some(Traffic::from_entry(entry))
}

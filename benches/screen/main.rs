//! What a frame costs, as a ratio to a bare viewport that draws the same text in the same run. Owns: what is measured.
//! Does not own: the bare viewport (`viewport`), the conversation (`story`), clocks and figures (`figures`).
//!
//! A frame is what the runtime does for one: it is laid out, drawn into cells, and the cells that changed are encoded for a
//! terminal; 200x60, four panes. Time is CPU time of the thread, so that other programs do not show. A machine's speed
//! differs by the minute, so the reference runs by turns with what it is compared to.
//!
//! ```text
//! cargo bench --bench screen              up to one million messages
//! cargo bench --bench screen -- --quick   up to 100,000
//! CCA_BENCH_FRAMES=200                    nothing but so many frames in which one line changed: the instructions of one
//!                                         are the difference of two counts, with `valgrind --tool=callgrind`
//! ```
#![allow(clippy::print_stdout, reason = "what it is run for")]

#[cfg(target_os = "linux")]
mod figures;
#[cfg(target_os = "linux")]
mod story;
#[cfg(target_os = "linux")]
mod viewport;

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let asked = |name: &str| std::env::args().any(|word| word == name);
    let done = match std::env::var("CCA_BENCH_FRAMES") {
        Ok(frames) => only_one_line(&frames),
        Err(_) if asked("--bench") => measure(asked("--quick")),
        // `cargo test` only wants to know that it builds.
        Err(_) => Ok(()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    // CPU time of a thread and peak memory are asked of the kernel in ways only Linux has.
    ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
type Failure = Box<dyn std::error::Error>;

/// Frames of each measurement.
#[cfg(target_os = "linux")]
const FRAMES: usize = 400;

#[cfg(target_os = "linux")]
fn measure(quick: bool) -> Result<(), Failure> {
    use figures::{Goal, Table, peak_kb};
    use story::Story;

    let most = if quick { 100_000 } else { 1_000_000 };
    // The largest first: the peak of memory is its own.
    let mut long = Story::told(most)?;
    let peak = peak_kb()?;
    Table::head();
    let mut middles = Vec::new();
    for count in [100, 10_000, 100_000] {
        let figure = follow(&mut Story::told(count)?, count)?;
        Table::ratio(
            &format!("{count} messages, ten new ones a frame"),
            &figure,
            Goal(2.0),
        );
        middles.push(figure.middle());
    }
    let figure = follow(&mut long, most)?;
    Table::ratio(
        &format!("{most} messages, ten new ones a frame"),
        &figure,
        Goal(2.0),
    );
    Table::time(
        "the slowest of a hundred of them",
        figure.slow(),
        Goal(4000.0),
    );
    let ten_thousand = middles.get(1).copied().unwrap_or(f64::NAN);
    Table::factor(
        &format!("{most} to 10000 messages"),
        figure.middle() / ten_thousand,
        Goal(1.2),
    );
    let figure = one_line(&mut long, most)?;
    Table::ratio("one line changed, four panes", &figure, Goal(2.0));
    let figure = pages(&mut long, most)?;
    Table::ratio("a page further up every frame", &figure, Goal(2.0));
    let resized = resize(&mut long)?;
    Table::time(
        "the first frame of another size, the slowest",
        resized.slow(),
        Goal(10_000.0),
    );
    let searched = search(&mut long)?;
    Table::time(
        "a frame while a search goes on, the slowest",
        searched.slow(),
        Goal(4000.0),
    );
    Table::time(
        "a search through everything, all its frames",
        searched.sum(),
        Goal(400_000.0),
    );
    let written = stream()?;
    let part = written.own.len() / 10;
    Table::factor(
        "an answer of 200 KB: its last tenth to its first",
        figures::middle(written.own.get(part * 9..).unwrap_or_default())
            / figures::middle(written.own.get(..part).unwrap_or_default()),
        Goal(1.2),
    );
    Table::time(
        "a frame while it is written, the slowest of 100",
        written.slow(),
        Goal(4000.0),
    );
    Table::memory(&format!("memory after {most} messages"), peak, Goal(256.0));
    Ok(())
}

/// Ten messages come before each frame, and the end is followed.
#[cfg(target_os = "linux")]
fn follow(story: &mut story::Story, count: usize) -> Result<figures::Compared, Failure> {
    let mut bare = viewport::Viewport::told(count)?;
    let mut compared = figures::Compared::default();
    for frame in 0..FRAMES {
        for number in 0..10 {
            story.say(count + frame * 10 + number);
        }
        compared.own.push(figures::cpu(|| story.frame())?);
        compared.reference.push(figures::cpu(|| {
            for number in 0..10 {
                bare.push(story::text(count + frame * 10 + number));
            }
            bare.frame()
        })?);
    }
    Ok(compared)
}

/// One line of text is all that is new.
#[cfg(target_os = "linux")]
fn one_line(story: &mut story::Story, count: usize) -> Result<figures::Compared, Failure> {
    let mut bare = viewport::Viewport::told(count)?;
    let mut compared = figures::Compared::default();
    for frame in 0..FRAMES {
        story.say_short(frame);
        compared.own.push(figures::cpu(|| story.frame())?);
        compared.reference.push(figures::cpu(|| {
            bare.push(format!("token {frame}"));
            bare.frame()
        })?);
    }
    Ok(compared)
}

/// Nothing that is shown was laid out before.
#[cfg(target_os = "linux")]
fn pages(story: &mut story::Story, count: usize) -> Result<figures::Compared, Failure> {
    let mut bare = viewport::Viewport::told(count)?;
    let mut compared = figures::Compared::default();
    for _ in 0..FRAMES {
        compared.own.push(figures::cpu(|| {
            story.page_up();
            story.frame()
        })?);
        compared.reference.push(figures::cpu(|| {
            bare.page_up();
            bare.frame()
        })?);
    }
    story.go_to_end();
    Ok(compared)
}

/// The terminal changes its size before each frame, in the middle of everything.
#[cfg(target_os = "linux")]
fn resize(story: &mut story::Story) -> Result<figures::Compared, Failure> {
    let mut compared = figures::Compared::default();
    for frame in 0..FRAMES / 10 {
        let width = if frame % 2 == 0 { 160 } else { 200 };
        compared.own.push(figures::cpu(|| story.resize(width))?);
    }
    Ok(compared)
}

/// Everything is searched for something that is nowhere.
#[cfg(target_os = "linux")]
fn search(story: &mut story::Story) -> Result<figures::Compared, Failure> {
    let mut compared = figures::Compared::default();
    story.search("nowhere to be found");
    while compared.own.is_empty() || story.model.is_unfinished() {
        compared.own.push(figures::cpu(|| story.frame())?);
    }
    Ok(compared)
}

/// A long answer is written: paragraphs, now and then code, and a frame for each piece that comes.
#[cfg(target_os = "linux")]
fn stream() -> Result<figures::Compared, Failure> {
    let mut story = story::Story::told(1000)?;
    let mut compared = figures::Compared::default();
    story.begin_answer();
    let (mut length, mut number) = (0, 0);
    while length < 200 << 10 {
        let text = story::text(number);
        let text = match number % 20 {
            0..=15 => format!("{text}\\n\\n"),
            16 => "```rust\\nfn main() {}\\n".to_owned(),
            17 | 18 => format!("// {text}\\n"),
            _ => "```\\n\\n".to_owned(),
        };
        length += text.len();
        number += 1;
        story.piece(&text);
        compared.own.push(figures::cpu(|| story.frame())?);
    }
    Ok(compared)
}

/// Only frames in which one line changed: their instructions can be counted.
#[cfg(target_os = "linux")]
fn only_one_line(frames: &str) -> Result<(), Failure> {
    let mut story = story::Story::told(1000)?;
    for frame in 0..frames.parse()? {
        story.say_short(frame);
        story.frame()?;
    }
    Ok(())
}

//! Running where the CLI runs, while calls and answers follow each other quickly. Owns: when that is worth a look, and
//! going there. Does not own: passing pieces on (`carry`).
//!
//! EDGE; when to look is pure. To wake a thread on another, idle core takes longer than all that is done for a piece. Who is
//! woken on the core of the one that wakes him, and that then sleeps, does not pay for that. The kernel mostly leaves a
//! thread where it was, so it is enough to go there now and then.
//!
//! **Invariant:** the thread may run afterwards wherever it might before. What does not work is given up for good, and
//! concerns nobody else. Only Linux tells where a process runs: elsewhere nothing is done.

use super::journal::Word;
use std::time::Duration;

/// So soon after a piece the next one is quick.
const QUICK: Duration = Duration::from_micros(200);
/// After so many quick turns it is looked where the CLI runs.
const OFTEN: u32 = 32;

/// A thread that follows a CLI.
#[derive(Debug)]
pub(super) struct Near {
    /// `None` once it is given up.
    cli: Option<u32>,
    turns: Turns,
}

impl Near {
    pub(super) fn new(cli: u32) -> Self {
        Self {
            cli: cfg!(target_os = "linux").then_some(cli),
            turns: Turns::default(),
        }
    }

    /// A piece was passed on, and no other one meanwhile, at this time since the start.
    pub(super) fn passed_on(&mut self, word: Word, at: Duration) {
        if let Some(cli) = self.cli
            && self.turns.passed_on(word, at)
            && go_to(cli).is_none()
        {
            self.cli = None;
        }
    }
}

/// How quickly call and answer follow each other. Pieces that all go the same way are no such turns: nobody waits for
/// each of them, and they come soonest if their writer has its core for itself.
#[derive(Debug, Default)]
struct Turns {
    last: Option<(Word, Duration)>,
    /// The quick turns since the last slow one, or since it was looked.
    run: u32,
}

impl Turns {
    /// Whether to look now. Only after a word from the CLI, when it is about to sleep: where it is at work there is no
    /// room for us.
    fn passed_on(&mut self, word: Word, at: Duration) -> bool {
        let is_quick_turn = self
            .last
            .is_some_and(|(before, then)| before != word && at.saturating_sub(then) <= QUICK);
        self.last = Some((word, at));
        self.run = if is_quick_turn {
            self.run.saturating_add(1)
        } else {
            0
        };
        let looks = self.run >= OFTEN && word == Word::In;
        if looks {
            self.run = 0;
        }
        looks
    }
}

#[cfg(target_os = "linux")]
use going::go_to;

#[cfg(not(target_os = "linux"))]
fn go_to(_: u32) -> Option<()> {
    None
}

#[cfg(target_os = "linux")]
mod going {
    use nix::sched::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
    use nix::unistd::Pid;

    /// This thread.
    const THIS: Pid = Pid::from_raw(0);

    /// Goes to the core on which a process sleeps, if it is another one; `None` if there is no use in trying again.
    pub(super) fn go_to(process: u32) -> Option<()> {
        let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let seen = Seen::read(&line)?;
        let allowed = sched_getaffinity(THIS).ok()?;
        if cores(&allowed) < 2 {
            return None;
        }
        let is_there = sched_getcpu().ok()? == seen.core;
        if is_there || !seen.sleeps || !allowed.is_set(seen.core).unwrap_or(false) {
            return Some(());
        }
        let mut one = CpuSet::new();
        one.set(seen.core).ok()?;
        let went = sched_setaffinity(THIS, &one);
        // Whether that worked or not.
        let is_free =
            sched_setaffinity(THIS, &allowed).is_ok() || sched_setaffinity(THIS, &every()).is_ok();
        (went.is_ok() && is_free).then_some(())
    }

    fn cores(of: &CpuSet) -> usize {
        let is_set = |core: &usize| of.is_set(*core).unwrap_or(false);
        (0..CpuSet::count()).filter(is_set).count()
    }

    /// For when others took away all of the cores that were allowed: of these the system takes those that still are.
    fn every() -> CpuSet {
        let mut every = CpuSet::new();
        for core in 0..CpuSet::count() {
            let _ = every.set(core);
        }
        every
    }

    /// What the line of `/proc/PID/stat` says of a process that has not ended.
    #[derive(Debug, PartialEq, Eq)]
    struct Seen {
        sleeps: bool,
        /// On which it ran last.
        core: usize,
    }

    impl Seen {
        /// Number, name in parentheses, state, and fields up to the core in the 39th place.
        fn read(line: &str) -> Option<Self> {
            let (_, rest) = line.rsplit_once(") ")?;
            let mut fields = rest.split_ascii_whitespace();
            let state = fields.next()?;
            let core = fields.nth(35)?.parse().ok()?;
            let sleeps = state == "S";
            (!matches!(state, "Z" | "X" | "x")).then_some(Self { sleeps, core })
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::io::{Read as _, Write as _};
        use std::process::{Child, Command, Stdio};

        fn line(name: &str, state: &str, core: &str) -> String {
            let mut fields = vec!["7".to_owned(); 50];
            fields[0] = state.to_owned();
            fields[36] = core.to_owned();
            format!("4711 ({name}) {}\n", fields.join(" "))
        }

        #[test]
        fn the_core_is_in_its_place_whatever_the_name_is() {
            for name in [
                "claude",
                "my claude",
                "a) S 1 (b",
                ") ",
                "",
                "((",
                "\u{fffd} ) 3 ",
            ] {
                let seen = Seen::read(&line(name, "S", "3"));
                let expected = Seen {
                    sleeps: true,
                    core: 3,
                };
                assert_eq!(seen, Some(expected), "{name}");
            }
            let runs = Seen::read(&line("claude", "R", "130")).unwrap();
            assert!(!runs.sleeps && runs.core == 130);
        }

        #[test]
        fn who_has_ended_and_what_is_no_such_line_are_nowhere() {
            for state in ["Z", "X", "x"] {
                assert_eq!(Seen::read(&line("claude", state, "3")), None);
            }
            let whole = line("claude", "S", "3");
            let before_core = whole.trim_end().len() - "7 ".len() * 13 - 1;
            for cut in 0..before_core {
                let Some(cut) = whole.get(..cut) else {
                    continue;
                };
                assert_eq!(Seen::read(cut), None, "{cut}");
            }
            for core in ["-1", "x", "99999999999999999999", "3.0"] {
                assert_eq!(Seen::read(&line("claude", "S", core)), None, "{core}");
            }
            assert_eq!(Seen::read("\0\n"), None);
        }

        /// A process that does nothing until its input ends, on this core alone.
        fn sleeper(core: usize) -> Child {
            let mut one = CpuSet::new();
            one.set(core).unwrap();
            let before = sched_getaffinity(THIS).unwrap();
            sched_setaffinity(THIS, &one).unwrap();
            let mut child = Command::new("sh")
                .args(["-c", "echo k; read line"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            sched_setaffinity(THIS, &before).unwrap();
            let mut ready = [0; 2];
            child
                .stdout
                .as_mut()
                .unwrap()
                .read_exact(&mut ready)
                .unwrap();
            child
        }

        fn allowed() -> Vec<usize> {
            let allowed = sched_getaffinity(THIS).unwrap();
            let is_set = |core: &usize| allowed.is_set(*core).unwrap();
            (0..CpuSet::count()).filter(is_set).collect()
        }

        #[test]
        fn wherever_it_sleeps_all_cores_are_free_afterwards() {
            let before = allowed();
            for core in &before {
                let mut child = sleeper(*core);
                let went = go_to(child.id());
                assert_eq!(went.is_some(), before.len() > 1);
                assert_eq!(allowed(), before);
                child.stdin.take().unwrap().write_all(b"\n").unwrap();
                child.wait().unwrap();
                assert_eq!(go_to(child.id()), None, "it is gone");
                assert_eq!(allowed(), before);
            }
        }

        #[test]
        fn on_one_core_there_is_nowhere_to_go() {
            let mut one = CpuSet::new();
            one.set(*allowed().first().unwrap()).unwrap();
            let thread = std::thread::spawn(move || {
                sched_setaffinity(THIS, &one).unwrap();
                (go_to(std::process::id()), allowed().len())
            });
            assert_eq!(thread.join().unwrap(), (None, 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECE: Duration = Duration::from_micros(10);

    /// Time that goes by.
    #[derive(Default)]
    struct Clock {
        turns: Turns,
        at: Duration,
    }

    impl Clock {
        /// After how many of these pieces it was looked.
        fn looked(&mut self, words: &[Word], count: usize, apart: Duration) -> Vec<usize> {
            let mut looked = Vec::new();
            for (place, word) in words.iter().cycle().take(count).enumerate() {
                self.at += apart;
                if self.turns.passed_on(*word, self.at) {
                    looked.push(place);
                }
            }
            looked
        }
    }

    const CALLS: [Word; 2] = [Word::In, Word::Out];

    #[test]
    fn quick_calls_are_looked_for_now_and_then_after_a_word_of_the_cli() {
        let mut clock = Clock::default();
        assert_eq!(clock.looked(&CALLS, 130, PIECE), [32, 64, 96, 128]);
        let mut clock = Clock::default();
        let others = [Word::Out, Word::In];
        assert_eq!(clock.looked(&others, 130, PIECE), [33, 65, 97, 129]);
    }

    #[test]
    fn slow_calls_are_not_looked_for() {
        let mut clock = Clock::default();
        assert!(clock.looked(&CALLS, 1_000, QUICK + PIECE).is_empty());
        // Nor are they if they are quick for a short while.
        for _ in 0..100 {
            assert!(clock.looked(&CALLS, 30, PIECE).is_empty());
            clock.at += Duration::from_millis(2);
        }
    }

    #[test]
    fn what_goes_one_way_is_not_looked_for() {
        let mut clock = Clock::default();
        assert!(clock.looked(&[Word::In], 1_000, PIECE).is_empty());
        assert!(clock.looked(&[Word::Out], 1_000, PIECE).is_empty());
        let bursts = [Word::In, Word::In, Word::In, Word::Out];
        assert!(clock.looked(&bursts, 1_000, PIECE).is_empty());
    }

    #[test]
    fn a_cli_that_is_gone_is_given_up() {
        // No process has this number.
        let mut near = Near::new(u32::MAX);
        let mut at = Duration::ZERO;
        for word in CALLS.iter().cycle().take(100) {
            at += PIECE;
            near.passed_on(*word, at);
        }
        assert_eq!(near.cli, None);
    }
}

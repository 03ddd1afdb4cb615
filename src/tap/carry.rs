//! A thread that passes on what comes in its lanes. Owns: waiting for it until all are over.
//! Does not own: a piece's way (`lane`), on which core that is (`near`).
//!
//! EDGE.

use super::journal::Journal;
use super::lane::{End, Lane, Went};
use super::near::Near;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::time::Instant;

/// Passes on until all lanes are over. Each is handed to `is_over`, whose it is to close it.
pub(super) fn carry(
    mut lanes: Vec<Lane>,
    mut near: Option<Near>,
    journal: &Journal,
    mut is_over: impl FnMut(Lane, End),
) {
    let began = Instant::now();
    while !lanes.is_empty() {
        let (mut passed_on, mut pieces) = (None, 0);
        let mut over = Vec::new();
        let seen = look(&lanes);
        for (place, (lane, seen)) in lanes.iter_mut().zip(seen).enumerate() {
            match lane.go_on(seen, journal) {
                Went::Nowhere | Went::Waits => {}
                Went::On => (passed_on, pieces) = (Some(lane.word()), pieces + 1),
                Went::Over(end) => over.push((place, end)),
            }
        }
        for (place, end) in over.into_iter().rev() {
            is_over(lanes.remove(place), end);
        }
        if let (Some(word), 1, Some(near)) = (passed_on, pieces, &mut near) {
            near.passed_on(word, began.elapsed());
        }
    }
}

/// What can be seen of both ends of each lane: nothing, if that was interrupted.
fn look(lanes: &[Lane]) -> Vec<[PollFlags; 2]> {
    let mut ends: Vec<PollFd<'_>> = lanes.iter().flat_map(Lane::ends).collect();
    let _ = poll(&mut ends, PollTimeout::NONE);
    let seen = |end: &PollFd<'_>| end.revents().unwrap_or(PollFlags::empty());
    let (pairs, _) = ends.as_chunks::<2>();
    pairs
        .iter()
        .map(|[first, to]| [seen(first), seen(to)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::journal::{Piece, Word, first_piece};
    use super::*;
    use std::fs::File;
    use std::io::{self, Read as _, Write as _};
    use std::os::fd::{AsFd as _, OwnedFd};
    use std::os::unix::net::UnixStream;
    use std::thread::JoinHandle;

    /// More than all pipes on the way hold.
    const MUCH: usize = 1_000_000;

    /// Both sides' ends of a pump.
    struct Between {
        sdk_says: File,
        sdk_hears: File,
        cli_says: File,
        cli_hears: File,
        journal: JoinHandle<Vec<u8>>,
        pump: JoinHandle<Vec<(Word, End)>>,
    }

    /// The end that is read, and the one that is written.
    type Ends = (File, File);

    fn ends(read: impl Into<OwnedFd>, write: impl Into<OwnedFd>) -> Ends {
        (File::from(read.into()), File::from(write.into()))
    }

    fn pipe() -> Ends {
        let (read, write) = io::pipe().unwrap();
        ends(read, write)
    }

    fn socket() -> Ends {
        let (read, write) = UnixStream::pair().unwrap();
        ends(read, write)
    }

    /// A pump; the SDK is at these ends.
    fn between(near: Option<Near>, sdk: fn() -> Ends) -> Between {
        let (from_sdk, sdk_says) = sdk();
        let (sdk_hears, to_sdk) = sdk();
        let (from_cli, cli_says) = pipe();
        let (cli_hears, to_cli) = pipe();
        let (mut noted, journal) = pipe();
        let lanes = vec![
            Lane::shared(Word::Out, (from_sdk, to_cli)),
            Lane::shared(Word::In, (from_cli, to_sdk)),
        ];
        Between {
            sdk_says,
            sdk_hears,
            cli_says,
            cli_hears,
            journal: std::thread::spawn(move || {
                let mut bytes = Vec::new();
                noted.read_to_end(&mut bytes).unwrap();
                bytes
            }),
            pump: std::thread::spawn(move || {
                let journal = Journal::new(Some(journal.into()));
                let mut over = Vec::new();
                carry(lanes, near, &journal, |lane, end| {
                    over.push((lane.word(), end));
                });
                over
            }),
        }
    }

    /// With a pump that comes near, and one that does not; with pipes and with sockets.
    fn all_ways(test: impl Fn(Between)) {
        for sdk in [pipe, socket] {
            test(between(Some(Near::new(std::process::id())), sdk));
            test(between(None, sdk));
        }
    }

    fn pieces(mut journal: &[u8]) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        while let Some((piece, rest)) = first_piece(journal) {
            pieces.push(piece);
            journal = rest;
        }
        assert!(journal.is_empty());
        pieces
    }

    fn said(pieces: &[Piece<'_>], word: Word) -> Vec<u8> {
        let of_it = pieces.iter().filter(|piece| piece.word == word);
        of_it.flat_map(|piece| piece.bytes).copied().collect()
    }

    /// One word there and one back.
    fn call(between: &mut Between, number: usize) {
        let mut word = [0; 8];
        let number = number.to_le_bytes();
        between.cli_says.write_all(&number).unwrap();
        between.sdk_hears.read_exact(&mut word).unwrap();
        assert_eq!(word, number);
        between.sdk_says.write_all(&word).unwrap();
        between.cli_hears.read_exact(&mut word).unwrap();
        assert_eq!(word, number);
    }

    #[test]
    fn calls_and_answers_are_noted_in_turn() {
        all_ways(|mut between| {
            for number in 0..2_000 {
                call(&mut between, number);
            }
            drop((between.sdk_says, between.cli_says));
            let mut over = between.pump.join().unwrap();
            over.sort_by_key(|(word, _)| *word != Word::Out);
            assert_eq!(over, [(Word::Out, End::Closed), (Word::In, End::Closed)]);
            let noted = between.journal.join().unwrap();
            let pieces = pieces(&noted);
            assert_eq!(pieces.len(), 4_000);
            for (place, piece) in pieces.iter().enumerate() {
                let word = [Word::In, Word::Out][place % 2];
                let number = (place / 2).to_le_bytes();
                assert_eq!((piece.word, piece.bytes), (word, &number[..]));
            }
        });
    }

    /// One way is stuck, because nobody reads there; the other one must not be.
    #[test]
    fn a_reader_that_stops_in_the_middle_holds_up_its_own_lane_only() {
        all_ways(|mut between| {
            for number in 0..200 {
                call(&mut between, number);
            }
            let bytes: Vec<u8> = (0..=250).cycle().take(MUCH).collect();
            let all = bytes.clone();
            let mut cli_says = between.cli_says.try_clone().unwrap();
            let talker = std::thread::spawn(move || cli_says.write_all(&all).unwrap());
            // The pipe to the SDK is full, which nobody reads.
            let mut full = [PollFd::new(between.cli_says.as_fd(), PollFlags::POLLOUT)];
            while poll(&mut full, PollTimeout::ZERO).unwrap() > 0 {
                std::thread::yield_now();
            }
            let mut word = [0; 8];
            for number in 0..2_000_usize {
                between.sdk_says.write_all(&number.to_le_bytes()).unwrap();
                between.cli_hears.read_exact(&mut word).unwrap();
                assert_eq!(word, number.to_le_bytes());
            }
            assert!(!talker.is_finished());
            let mut heard = vec![0; MUCH];
            between.sdk_hears.read_exact(&mut heard).unwrap();
            assert!(heard == bytes);
            talker.join().unwrap();
            call(&mut between, 4711);
            drop((between.sdk_says, between.cli_says));
            between.pump.join().unwrap();
            let noted = between.journal.join().unwrap();
            let told = said(&pieces(&noted), Word::In);
            assert!(told.get(200 * 8..200 * 8 + MUCH) == Some(&bytes[..]));
        });
    }

    #[test]
    fn much_both_ways_at_once() {
        all_ways(|mut between| {
            call(&mut between, 1);
            let there = vec![b'x'; 5 * MUCH];
            let back = vec![b'y'; 5 * MUCH];
            let (mut sdk_says, mut cli_says) = (between.sdk_says, between.cli_says);
            let (mut sdk_hears, mut cli_hears) = (between.sdk_hears, between.cli_hears);
            let (to_cli, to_sdk) = (there.clone(), back.clone());
            let sdk_talks = std::thread::spawn(move || sdk_says.write_all(&to_cli).unwrap());
            let cli_talks = std::thread::spawn(move || cli_says.write_all(&to_sdk).unwrap());
            let at_cli = std::thread::spawn(move || {
                let mut heard = Vec::new();
                cli_hears.read_to_end(&mut heard).unwrap();
                heard
            });
            let mut at_sdk = Vec::new();
            sdk_hears.read_to_end(&mut at_sdk).unwrap();
            assert!(at_sdk == back && at_cli.join().unwrap() == there);
            sdk_talks.join().unwrap();
            cli_talks.join().unwrap();
            between.pump.join().unwrap();
            let noted = between.journal.join().unwrap();
            let pieces = pieces(&noted);
            assert!(said(&pieces, Word::Out).ends_with(&there));
            assert!(said(&pieces, Word::In).ends_with(&back));
        });
    }

    #[test]
    fn the_end_of_the_input_is_passed_on_and_the_output_goes_on() {
        all_ways(|mut between| {
            for number in 0..200 {
                call(&mut between, number);
            }
            between.sdk_says.write_all(b"last").unwrap();
            drop(between.sdk_says);
            let mut heard = Vec::new();
            between.cli_hears.read_to_end(&mut heard).unwrap();
            assert_eq!(heard, b"last");
            for _ in 0..200 {
                let mut word = [0; 4];
                between.cli_says.write_all(b"more").unwrap();
                between.sdk_hears.read_exact(&mut word).unwrap();
                assert_eq!(&word, b"more");
            }
            drop(between.cli_says);
            assert_eq!(between.sdk_hears.read(&mut [0]).unwrap(), 0);
            let over = between.pump.join().unwrap();
            assert_eq!(over, [(Word::Out, End::Closed), (Word::In, End::Closed)]);
        });
    }

    #[test]
    fn who_talks_to_nobody_is_told_without_a_word() {
        all_ways(|mut between| {
            for number in 0..200 {
                call(&mut between, number);
            }
            drop(between.sdk_hears);
            // The CLI is silent, and sees it.
            let mut end = [PollFd::new(between.cli_says.as_fd(), PollFlags::empty())];
            assert_eq!(poll(&mut end, PollTimeout::NONE), Ok(1));
            // And still listens.
            let mut word = [0; 4];
            between.sdk_says.write_all(b"more").unwrap();
            between.cli_hears.read_exact(&mut word).unwrap();
            drop(between.cli_hears);
            let mut end = [PollFd::new(between.sdk_says.as_fd(), PollFlags::empty())];
            assert_eq!(poll(&mut end, PollTimeout::NONE), Ok(1));
            let over = between.pump.join().unwrap();
            let gone = End::ReaderGone;
            assert_eq!(over, [(Word::In, gone), (Word::Out, gone)]);
        });
    }
}

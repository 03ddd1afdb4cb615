//! Writing the recording of a tap. Owns: from pieces to lines to entries, the notes between them, and how a recording ends.
//! Does not own: the format (`trace`), the folder and its retention (`library`).
//!
//! EDGE. One thread reads the journal, which must not fill up; this one writes, and may be as slow as the disk is.

use super::ending::code_and_signal;
use super::journal::{Piece, Word, first_piece};
use super::order::{Order, Record, names_folder};
use crate::library;
use crate::trace::{Direction, Header, LineForm, Moment, Note, Pipe, Recorder, TraceError, Wrote};
use crate::wire::{Framer, Line};
use chrono::{DateTime, Utc};
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::getppid;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

/// Read at once from the journal.
const BATCH: usize = 256 * 1024;
/// How many such reads may wait for the disk: 64 MiB.
const WAITING: usize = 256;
/// Who sleeps in a read has to be woken by each write, which the writer would pay for. So while there is traffic it is
/// looked for in these steps, and slept only when there was none for a while.
const NAP: Duration = Duration::from_millis(1);
const NAPS: u32 = 5;
/// The journal must not fill up meanwhile. Who found much in it naps for a fifth of that.
const SHORT_NAP: Duration = Duration::from_micros(200);

/// Writes the recording until the journal ends.
pub(super) fn run(order: &Order) -> io::Result<()> {
    let journal = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    fcntl(&journal, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    let (send, receive) = sync_channel(WAITING);
    std::thread::spawn(move || read_journal(journal, &send));
    let recorder = create(order).inspect_err(|error| {
        let _ = writeln!(
            io::stderr(),
            "cca-tui tap: this session is not recorded: {error}"
        );
    });
    let recorder = recorder.map_err(io::Error::other)?;
    let mut scribe = Scribe {
        recorder,
        seq: 0,
        last: Moment::START,
        framers: Default::default(),
        exit: None,
    };
    scribe.note(&Note::Spawned {
        pid: Some(order.pid),
        interactive: is_interactive(order),
    });
    scribe.tell_redaction();
    let done = scribe.follow(&receive);
    scribe.finish(done, order.pump);
    drop(scribe);
    if order.record == Record::Usual
        && let Some(retention) = library::Retention::of_user()
    {
        library::tidy_up(&retention, Utc::now());
    }
    Ok(())
}

fn is_interactive(order: &Order) -> bool {
    let mut words = order.argv.iter().filter_map(|word| word.to_str());
    words.any(|word| word == "--input-format=stream-json")
        || order
            .argv
            .windows(2)
            .any(|pair| matches!(pair, [flag, value] if flag == "--input-format" && value == "stream-json"))
}

fn create(order: &Order) -> Result<Recorder, TraceError> {
    let started = DateTime::from_timestamp_millis(order.started_ms);
    let words = order.argv.iter().map(|word| word.to_string_lossy());
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let header = Header {
        started,
        argv: words.map(std::borrow::Cow::into_owned).collect(),
        env: names.collect(),
        cwd: std::env::current_dir()
            .ok()
            .map(|path| path.to_string_lossy().into_owned()),
        cli_version: None,
        redacted: order.redact || library::redacts(),
    };
    let name = library::file_name(started.unwrap_or_else(Utc::now), order.pid);
    match &order.record {
        Record::At(path) if names_folder(path) => {
            library::make_named_folder(path)?;
            Recorder::create_beside(path.join(name), &header)
        }
        Record::At(path) if path.is_dir() => Recorder::create_beside(path.join(name), &header),
        Record::At(path) => match std::fs::symlink_metadata(path) {
            // A device takes what it is given.
            Ok(found) if !found.is_file() => Recorder::replace(path, &header),
            _ => Recorder::create_beside(path, &header),
        },
        Record::Usual | Record::No => {
            let folder = library::make_folder()?;
            Recorder::create_beside(folder.join(name), &header)
        }
    }
}

/// Reads until the end of the journal, or until nobody wants it any more.
fn read_journal(mut journal: File, send: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; BATCH];
    let (mut naps, mut since_nap) = (0, 0);
    loop {
        match journal.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => {
                naps = 0;
                since_nap += read;
                let bytes = buffer.get(..read).unwrap_or_default().to_vec();
                if send.send(bytes).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                naps += 1;
                if naps <= NAPS {
                    std::thread::sleep(nap_after(since_nap, room(&journal)));
                    since_nap = 0;
                } else {
                    let mut something = [PollFd::new(journal.as_fd(), PollFlags::POLLIN)];
                    let _ = poll(&mut something, PollTimeout::NONE);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// For how long to nap, with so much found since the last time in a journal of so much room. If a short nap fills less than
/// an eighth of it, a long one leaves a third free; only what begins in the middle of one can fill it, once.
fn nap_after(found: usize, room: usize) -> Duration {
    if found < room / 8 { NAP } else { SHORT_NAP }
}

/// How much the journal holds: the system may have given it less than was asked for.
#[cfg(target_os = "linux")]
fn room(journal: &File) -> usize {
    let room = fcntl(journal, FcntlArg::F_GETPIPE_SZ).unwrap_or(0);
    usize::try_from(room).unwrap_or(0)
}

/// It holds little, and does not say how much.
#[cfg(not(target_os = "linux"))]
fn room(_: &File) -> usize {
    0
}

struct Scribe {
    recorder: Recorder,
    seq: u64,
    /// The time of the last piece.
    last: Moment,
    /// Unfinished lines: to the CLI, from it, and its standard error.
    framers: [Framer; 3],
    /// The CLI ended: its exit code or signal, if that is known.
    exit: Option<Note>,
}

impl Scribe {
    /// Writes what comes; whether the pump said that it was all.
    fn follow(&mut self, receive: &Receiver<Vec<u8>>) -> bool {
        let mut waiting: Vec<u8> = Vec::new();
        let mut done = false;
        while self.recorder.is_recording() {
            let batch = receive.try_recv().or_else(|_| {
                // Nothing waits: what there is goes to the system before anything is waited for.
                let _ = self.recorder.flush();
                receive.recv()
            });
            let Ok(batch) = batch else {
                break;
            };
            waiting.extend_from_slice(&batch);
            let mut rest = waiting.as_slice();
            while let Some((piece, after)) = first_piece(rest) {
                rest = after;
                done |= piece.word == Word::Done;
                self.piece(&piece);
            }
            let used = waiting.len() - rest.len();
            waiting.drain(..used);
        }
        done
    }

    fn piece(&mut self, piece: &Piece<'_>) {
        self.last = Moment(piece.at);
        match piece.word {
            Word::Out => self.bytes(0, Direction::Out, piece.bytes),
            Word::In => self.bytes(1, Direction::In, piece.bytes),
            Word::Stderr => self.bytes(2, Direction::Stderr, piece.bytes),
            Word::InputClosed => {
                self.rest(0, Direction::Out);
                self.note(&Note::InputClosed);
            }
            Word::OutputLost => {
                self.rest(1, Direction::In);
                self.note(&Note::PipeLost { pipe: Pipe::Output });
            }
            Word::Exited => {
                let status = piece.bytes.first_chunk::<4>();
                let status = status.map(|bytes| i32::from_le_bytes(*bytes));
                let (code, signal) = status.map_or((None, None), code_and_signal);
                self.exit = Some(Note::Exited { code, signal });
            }
            Word::Done => {}
        }
    }

    fn bytes(&mut self, stream: usize, direction: Direction, bytes: &[u8]) {
        let Some(framer) = self.framers.get_mut(stream) else {
            return;
        };
        let (recorder, seq, at) = (&mut self.recorder, &mut self.seq, self.last);
        framer.push(bytes, &mut |line| {
            write(recorder, seq, at, direction, &line);
        });
    }

    /// The last line of a stream, which nothing ended.
    fn rest(&mut self, stream: usize, direction: Direction) {
        let Some(framer) = self.framers.get_mut(stream) else {
            return;
        };
        let (recorder, seq, at) = (&mut self.recorder, &mut self.seq, self.last);
        framer.finish(&mut |line| write(recorder, seq, at, direction, &line));
    }

    fn note(&mut self, note: &Note) {
        let Ok(line) = serde_json::to_vec(note) else {
            return;
        };
        self.seq += 1;
        let form = LineForm::Json;
        let _ = self
            .recorder
            .write(self.seq, self.last, Direction::Note, &line, form);
    }

    fn tell_redaction(&mut self) {
        if let Some(masked) = self.recorder.masked() {
            self.note(&Note::Redacted { masked });
        }
    }

    fn finish(&mut self, done: bool, pump: u32) {
        self.rest(0, Direction::Out);
        self.rest(1, Direction::In);
        self.rest(2, Direction::Stderr);
        self.tell_redaction();
        if let Some(exited) = self.exit.take() {
            self.note(&exited);
        } else if !done {
            // The pump is our parent for as long as it lives.
            let reason = if u32::try_from(getppid().as_raw()) == Ok(pump) {
                "it fell behind the traffic by more than a second, and the traffic does not wait"
            } else {
                "the process that passes the bytes on was killed"
            };
            self.note(&Note::RecordingStopped {
                reason: reason.to_owned(),
            });
        }
        let _ = self.recorder.flush();
    }
}

/// Who reads the recording later sees what is missing; nobody can be told now.
fn write(recorder: &mut Recorder, seq: &mut u64, at: Moment, direction: Direction, line: &Line) {
    let (Line::Whole(bytes) | Line::Oversize { head: bytes, .. }) = line;
    *seq += 1;
    let form = LineForm::of(bytes);
    if let Wrote::Stopped(error) = recorder.write(*seq, at, direction, bytes, form) {
        let _ = writeln!(io::stderr(), "cca-tui tap: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Traffic that comes evenly never fills the journal, if one short nap does not.
    #[test]
    fn no_nap_is_so_long_that_the_journal_fills_up() {
        const ROOM: usize = 1024 * 1024;
        for in_short_nap in (0..ROOM).step_by(1_000) {
            let (mut found, mut longest) = (0, Duration::ZERO);
            for _ in 0..100 {
                let nap = nap_after(found, ROOM);
                longest = longest.max(nap);
                let parts = usize::try_from(nap.as_micros() / SHORT_NAP.as_micros()).unwrap();
                let came = in_short_nap * parts;
                // A flood may begin during the first.
                assert!(found == 0 || came < ROOM, "{in_short_nap}");
                found = came;
            }
            assert!(in_short_nap > 0 || longest == NAP);
        }
    }

    #[test]
    fn where_little_has_room_naps_are_short() {
        assert_eq!(nap_after(0, 0), SHORT_NAP);
        assert_eq!(nap_after(500, 4096), NAP);
        assert_eq!(nap_after(512, 4096), SHORT_NAP);
    }
    #[cfg(target_os = "linux")]
    #[test]
    fn the_room_is_what_the_system_gave() {
        let (read, write) = io::pipe().unwrap();
        let journal = File::from(std::os::fd::OwnedFd::from(read));
        fcntl(&write, FcntlArg::F_SETPIPE_SZ(8192)).unwrap();
        assert_eq!(room(&journal), 8192);
        assert_eq!(room(&File::open("/dev/null").unwrap()), 0);
    }
}

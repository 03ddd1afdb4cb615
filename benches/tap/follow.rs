//! Watching a tap at work. Owns: reading its recording as it grows, giving back the disk behind what was read, and the
//! most memory its processes took. Does not own: what is compared (`measure`), asking a process (`process`).

use super::process::Process;
use super::sides::Failure;
use nix::fcntl::{FallocateFlags, fallocate};
use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// So much may be read before its place on the disk is given back.
const GIVEN_BACK: u64 = 64 * 1024 * 1024;
const MOMENT: Duration = Duration::from_millis(10);

/// What was seen of a recording and of who made it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Seen {
    /// Lines that went over the pipes.
    pub(crate) lines: u64,
    pub(crate) bytes: u64,
    /// The most memory in kB that pump and scribe together took while the first tenth was written, and in all.
    pub(crate) memory_early: u64,
    pub(crate) memory: u64,
}

/// Follows a recording until its writer has ended.
pub(crate) struct Follower {
    thread: JoinHandle<Result<Seen, String>>,
    pid: Arc<AtomicU64>,
}

impl Follower {
    /// `expected` is how many bytes will go over the pipes.
    pub(crate) fn start(path: &Path, expected: u64) -> Self {
        let pid = Arc::new(AtomicU64::new(0));
        let (path, cli) = (path.to_owned(), Arc::clone(&pid));
        let follow = move || follow(&path, expected, &cli).map_err(|error| error.to_string());
        Self {
            thread: std::thread::spawn(follow),
            pid,
        }
    }

    /// The process that is tapped.
    pub(crate) fn watch(&self, pid: u32) {
        self.pid.store(pid.into(), Ordering::Relaxed);
    }

    pub(crate) fn seen(self) -> Result<Seen, Failure> {
        match self.thread.join() {
            Ok(seen) => Ok(seen?),
            Err(_) => Err("the follower ended".into()),
        }
    }
}

fn follow(path: &Path, expected: u64, pid: &AtomicU64) -> Result<Seen, Failure> {
    while !path.exists() {
        std::thread::sleep(MOMENT);
    }
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let lock = File::open(path)?;
    let mut seen = Seen::default();
    let mut buffer = vec![0; 1024 * 1024];
    let mut head = Vec::new();
    let mut given_back = 0;
    loop {
        // Asked before it is read: what is written after that is read in the next round. And not before there is a line
        // of the session: from then on its writer has the lock.
        let over = seen.lines > 0 && lock.try_lock_shared().is_ok();
        let read = file.read(&mut buffer)?;
        if read == 0 {
            if over {
                return Ok(seen);
            }
            weigh(&mut seen, expected, pid.load(Ordering::Relaxed));
            std::thread::sleep(MOMENT);
            continue;
        }
        if over {
            lock.unlock()?;
        }
        seen.bytes += read as u64;
        seen.lines += lines(buffer.get(..read).unwrap_or_default(), &mut head);
        if seen.bytes - given_back >= GIVEN_BACK {
            let there = FallocateFlags::FALLOC_FL_PUNCH_HOLE | FallocateFlags::FALLOC_FL_KEEP_SIZE;
            let upto = seen.bytes - seen.bytes % 4096;
            fallocate(&file, there, 0, i64::try_from(upto)?)?;
            given_back = seen.bytes;
            weigh(&mut seen, expected, pid.load(Ordering::Relaxed));
        }
    }
}

/// The lines that end in this part, without header and notes. `head` is how the line began that is not over yet.
fn lines(part: &[u8], head: &mut Vec<u8>) -> u64 {
    let mut count = 0;
    let mut from = 0;
    for end in memchr::memchr_iter(b'\n', part) {
        let line = part.get(from..end).unwrap_or_default();
        head.extend_from_slice(line.get(..64).unwrap_or(line));
        let is_traffic = [&br#""dir":"in""#[..], br#""dir":"out""#]
            .iter()
            .any(|word| memchr::memmem::find(head, word).is_some());
        count += u64::from(is_traffic);
        head.clear();
        from = end + 1;
    }
    let rest = part.get(from..).unwrap_or_default();
    head.extend_from_slice(rest.get(..64).unwrap_or(rest));
    count
}

fn weigh(seen: &mut Seen, expected: u64, pid: u64) {
    let memory: u64 = ["pump", "scribe"]
        .iter()
        .filter_map(|part| Process::find(part, pid)?.resident())
        .sum();
    seen.memory = seen.memory.max(memory);
    if seen.bytes < expected / 10 {
        seen.memory_early = seen.memory;
    }
}

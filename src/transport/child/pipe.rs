//! How much the CLI can say before somebody reads it. Owns: making that pipe wider than the system does.
//!
//! For a session that is recorded: in a flood, what is in the pipe is taken in together and goes into the recording in one
//! write, and a write of four times as much costs little more. For one that is not, it would only be more to keep in the
//! caches.

/// Bytes. The system grants a user 64 MB of wide pipes in all; whoever has more sessions gets narrow ones. A pipe takes
/// memory only for what is in it.
#[cfg(target_os = "linux")]
const WIDTH: i32 = 256 * 1024;

/// Makes it wider, where that can be done and is granted.
#[cfg(target_os = "linux")]
pub(super) fn widen(pipe: impl std::os::fd::AsFd) {
    use nix::fcntl::{FcntlArg, fcntl};
    let _ = fcntl(pipe, FcntlArg::F_SETPIPE_SZ(WIDTH));
}

#[cfg(not(target_os = "linux"))]
pub(super) fn widen<T>(_pipe: T) {}

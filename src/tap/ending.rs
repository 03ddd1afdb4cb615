//! How a process that is not our child ended. Owns: asking the kernel while it still knows.
//!
//! EDGE. Only the parent of a process is told its exit code. But on Linux the code stands in `/proc` from the moment the
//! process begins to end, before its pipes close, until its parent has taken notice; and the end of a pipe is what woke us.

/// The flag of a process that is on its way out.
const EXITING: u64 = 0x4;

/// What can be seen of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// It runs.
    Alive,
    /// It ends or has ended, with this status as `wait` has it.
    Over(i32),
    /// It is gone, or nobody tells.
    Unknown,
}

/// Looks at a process.
pub(super) fn look(pid: u32) -> Seen {
    match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(line) => read(&line).unwrap_or(Seen::Unknown),
        Err(_) => Seen::Unknown,
    }
}

/// The line of `/proc/PID/stat`: number, name in parentheses, state, and fields up to the status in the 52nd place.
fn read(line: &str) -> Option<Seen> {
    let (_, rest) = line.rsplit_once(") ")?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?;
    // From the third place, of the state, to the ninth, of the flags.
    let flags: u64 = fields.nth(5)?.parse().ok()?;
    let status: i32 = fields.nth(42)?.parse().ok()?;
    let over = matches!(state, "Z" | "X") || flags & EXITING != 0;
    Some(if over {
        Seen::Over(status)
    } else {
        Seen::Alive
    })
}

/// The exit code or the signal of a status.
pub(super) fn code_and_signal(status: i32) -> (Option<i32>, Option<i32>) {
    match status & 0x7f {
        0 => (Some((status >> 8) & 0xff), None),
        signal => (None, Some(signal)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(state: &str, flags: u64, status: i32) -> String {
        let mut fields = vec!["0".to_owned(); 50];
        fields[0] = state.to_owned();
        fields[6] = flags.to_string();
        fields[49] = status.to_string();
        format!("4711 (odd ) name) {}\n", fields.join(" "))
    }

    #[test]
    fn the_status_is_in_its_place() {
        assert_eq!(read(&line("S", 0x40_0000, 0)), Some(Seen::Alive));
        assert_eq!(read(&line("Z", 0, 3 << 8)), Some(Seen::Over(768)));
        assert_eq!(read(&line("R", 0x40_0004, 15)), Some(Seen::Over(15)));
        assert_eq!(read("4711 (cut) S 1 2"), None);
        assert_eq!(code_and_signal(768), (Some(3), None));
        assert_eq!(code_and_signal(0x80 | 6), (None, Some(6)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_kernel_tells_it_until_the_parent_knows() {
        let mut child = std::process::Command::new("sh")
            .args(["-c", "read line; exit 7"])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        assert_eq!(look(child.id()), Seen::Alive);
        drop(child.stdin.take());
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut rest).unwrap();
        assert_eq!(look(child.id()), Seen::Over(7 << 8));
        child.wait().unwrap();
        assert_eq!(look(child.id()), Seen::Unknown);
        assert_eq!(look(u32::MAX), Seen::Unknown);
    }
}

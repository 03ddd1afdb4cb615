//! Programs that do too much, through the program `cca-tui` itself: 1 GB of output, deaf children, Ctrl-C.

use super::script;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn write(folder: &Path, tool: &str) {
    std::fs::write(folder.join("box.toml"), tool).unwrap();
}

fn cca() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cca-tui"))
}

/// Waits for a condition.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_mins(1), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn pids(file: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

fn lives(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| {
        !stat
            .rsplit_once(')')
            .unwrap()
            .1
            .trim_start()
            .starts_with('Z')
    })
}

/// Writes its number and those of a child and a grandchild; none of them listens to SIGTERM.
const DEAF: &str = r#"#!/bin/sh
trap '' TERM
echo $$ >> pids
/bin/sh -c 'echo $$ >> pids; /bin/sh -c "echo \$\$ >> pids; while :; do sleep 1; done"; :' &
while :; do sleep 1; done
"#;

#[test]
fn a_gigabyte_of_output_takes_no_memory() {
    let dir = tempfile::tempdir().unwrap();
    write(
        dir.path(),
        "[tools.flood]\ndescription = 'x'\ntimeout_ms = 100000\n\
         command = { run = ['/bin/sh', '-c', 'head -c 1073741824 /dev/zero | tr \"\\0\" x'], max_output = 1000 }",
    );
    let written = dir.path().join("flood");
    // Looked at again and again while it runs: the kernel's high-water mark only ever grows.
    let mut child = cca()
        .args(["tools", "call", "flood", "{}", "box.toml"])
        .current_dir(dir.path())
        .stdout(std::fs::File::create(&written).unwrap())
        .spawn()
        .unwrap();
    let mut peak = 0;
    let status = loop {
        peak = peak.max(high_water(child.id()));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(status.success());
    let said = std::fs::read_to_string(written).unwrap();
    assert!(
        said.ends_with("\n[1073740824 more bytes were cut off]\n"),
        "{}",
        said.len()
    );
    assert!((1..60_000).contains(&peak), "{peak} KiB");
}

/// The most memory a process ever had, in KiB.
fn high_water(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or_default()
}

#[test]
fn a_deaf_tool_is_killed_with_its_children_after_its_time() {
    let dir = tempfile::tempdir().unwrap();
    script(dir.path(), "deaf", DEAF);
    write(
        dir.path(),
        "[tools.deaf]\ndescription = 'x'\ntimeout_ms = 1000\ncommand = { run = ['./deaf'], cwd = '.' }",
    );
    let out = cca()
        .args(["tools", "call", "deaf", "{}", "box.toml"])
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(1));
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        said.contains("was not done after 1000 ms and was ended"),
        "{said}"
    );
    let pids = pids(&dir.path().join("pids"));
    assert_eq!(pids.len(), 3);
    until("all of them are gone", || {
        !pids.iter().any(|pid| lives(*pid))
    });
}

#[test]
fn ctrl_c_cancels_the_call_and_ends_what_it_started() {
    let dir = tempfile::tempdir().unwrap();
    script(dir.path(), "deaf", DEAF);
    write(
        dir.path(),
        "[tools.deaf]\ndescription = 'x'\ncommand = { run = ['./deaf'], cwd = '.' }",
    );
    let child = cca()
        .args(["tools", "call", "deaf", "{}", "box.toml"])
        .current_dir(dir.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let file = dir.path().join("pids");
    until("the tool runs", || pids(&file).len() == 3);
    let pid = nix::unistd::Pid::from_raw(i32::try_from(child.id()).unwrap());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).unwrap();
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(130));
    assert_eq!(
        (
            String::from_utf8_lossy(&out.stdout).as_ref(),
            String::from_utf8_lossy(&out.stderr).as_ref()
        ),
        ("", "cca-tui: the call was cancelled\n")
    );
    let pids = pids(&file);
    until("all of them are gone", || {
        !pids.iter().any(|pid| lives(*pid))
    });
}

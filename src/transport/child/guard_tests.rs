//! The host is killed; what it started goes with it.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::super::spawn::tests::is_running;
use super::super::{ChildProcess, spawn};
use super::{GUARD, Running, register, unregister};
use crate::transport::launch::LaunchPlan;

/// Turns the test below into a host that is about to be killed.
const VICTIM: &str = "CCA_TEST_GUARD_VICTIM";

fn shell(script: &str) -> ChildProcess {
    let plan = LaunchPlan {
        argv: ["/bin/sh", "-c", script].map(Into::into).to_vec(),
        env: [("PATH".into(), "/usr/bin:/bin".into())].into(),
        cwd: None,
        remote: false,
    };
    spawn(&plan).unwrap()
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let limit = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < limit, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn guard_pid() -> i32 {
    let guard = GUARD.lock().unwrap();
    i32::try_from(guard.running.as_ref().unwrap().shell.id()).unwrap()
}

/// Runs only as the process that the next test starts, and never ends by itself.
#[tokio::test]
async fn victim() {
    use tokio::io::{AsyncBufReadExt, BufReader};
    if std::env::var_os(VICTIM).is_none() {
        return;
    }
    // Ends when asked; ignores being asked; is over and done with before the host dies.
    let mut gentle = shell("sleep 600 & echo $!; wait");
    let mut stubborn = shell("trap '' TERM; sleep 600 & echo $!; wait; sleep 600");
    let mut finished = shell("exit 0");
    finished.wait().await;
    let mut numbers = vec![guard_pid().to_string()];
    for child in [&mut gentle, &mut stubborn] {
        let mut lines = BufReader::new(child.take_stdout().unwrap()).lines();
        numbers.push(child.pid().to_string());
        numbers.push(lines.next_line().await.unwrap().unwrap());
    }
    println!("VICTIM {}", numbers.join(" "));
    std::future::pending::<()>().await;
}

#[test]
fn killing_the_host_ends_its_children() {
    let mut host = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "transport::child::guard::tests::victim",
            "--nocapture",
        ])
        .env(VICTIM, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let numbers: Vec<i32> = BufReader::new(host.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap)
        .find_map(|line| {
            line.split_once("VICTIM ")
                .map(|(_, numbers)| numbers.to_owned())
        })
        .unwrap()
        .split(' ')
        .map(|number| number.parse().unwrap())
        .collect();
    assert_eq!(numbers.len(), 5);
    for pid in &numbers {
        assert!(is_running(*pid), "{pid} of {numbers:?} should run");
    }
    host.kill().unwrap();
    host.wait().unwrap();
    // The guard stands first: it leaves as well, last of all.
    for pid in numbers.iter().rev() {
        wait_until(&format!("the end of {pid} of {numbers:?}"), || {
            !is_running(*pid)
        });
    }
}

/// Orders and the end of the stream, without a host: the forgotten group lives, the registered one does not.
#[test]
fn only_registered_groups_are_ended() {
    use std::os::unix::process::CommandExt;
    let sleeper = || {
        Command::new("sleep")
            .arg("600")
            .process_group(0)
            .spawn()
            .unwrap()
    };
    let (mut kept, mut first, mut second) = (sleeper(), sleeper(), sleeper());
    let mut guard = Running::start().unwrap();
    for child in [&first, &kept, &second] {
        guard.tell(&format!("+{}\n", child.id())).unwrap();
    }
    guard.tell(&format!("-{}\n", kept.id())).unwrap();
    let Running { mut shell, orders } = guard;
    drop(orders);
    assert!(!first.wait().unwrap().success());
    assert!(!second.wait().unwrap().success());
    assert!(shell.wait().unwrap().code().is_some());
    assert!(kept.try_wait().unwrap().is_none());
    kept.kill().unwrap();
    kept.wait().unwrap();
}

/// A group that cleans up is given the time for it, and SIGKILL is for the one that does not.
#[test]
fn a_group_may_clean_up_before_it_is_killed() {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    let start = |script: &str| {
        let mut child = Command::new("/bin/sh")
            .args(["-c", script])
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut ready = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut ready)
            .unwrap();
        assert_eq!(ready, "ready\n");
        child
    };
    let mut tidy = start("trap 'sleep 0.5; exit 5' TERM; echo ready; while :; do sleep 0.01; done");
    let mut stubborn = start("trap '' TERM; echo ready; while :; do sleep 0.01; done");
    let mut guard = Running::start().unwrap();
    guard
        .tell(&format!("+{}\n+{}\n", tidy.id(), stubborn.id()))
        .unwrap();
    let Running { mut shell, orders } = guard;
    drop(orders);
    assert_eq!(stubborn.wait().unwrap().signal(), Some(9));
    assert_eq!(tidy.wait().unwrap().code(), Some(5));
    shell.wait().unwrap();
}

/// A guard that died is reaped and replaced, and the new one knows the old groups.
#[test]
fn a_dead_guard_is_replaced() {
    let mut dead = Running::start().unwrap();
    dead.shell.kill().unwrap();
    dead.shell.wait().unwrap();
    let mut guard = super::Guard {
        running: Some(dead),
        groups: [1_000_000_007].into(),
    };
    guard.update("+1000000007\n");
    let running = guard.running.take().unwrap();
    assert!(is_running(i32::try_from(running.shell.id()).unwrap()));
    running.dismiss();
}

#[test]
fn groups_are_remembered_only_while_they_are_ours() {
    // A number no process can have.
    let group = 1_000_000_009;
    register(group);
    assert!(GUARD.lock().unwrap().groups.contains(&group));
    unregister(group);
    assert!(!GUARD.lock().unwrap().groups.contains(&group));
}

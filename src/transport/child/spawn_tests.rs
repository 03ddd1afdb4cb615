//! Real children: how they start, end, are signalled, and fail to start.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use nix::sys::signal::killpg;
use nix::unistd::Pid;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::ChildStdout;

use super::super::{ChildProcess, ExitReport, Signal, spawn};
use crate::transport::Link;
use crate::transport::launch::{LaunchError, LaunchPlan};

const LIMIT: Duration = Duration::from_secs(20);

fn plan(argv: &[&str]) -> LaunchPlan {
    LaunchPlan {
        argv: argv.iter().map(Into::into).collect(),
        env: BTreeMap::from([("PATH".into(), "/usr/bin:/bin".into())]),
        cwd: None,
        remote: false,
    }
}

fn shell(script: &str) -> ChildProcess {
    spawn(&plan(&["/bin/sh", "-c", script])).unwrap()
}

fn lines(child: &mut ChildProcess) -> Lines<BufReader<ChildStdout>> {
    BufReader::new(child.take_stdout().unwrap()).lines()
}

async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(LIMIT, future)
        .await
        .expect("took too long")
}

async fn end(child: &mut ChildProcess) -> ExitReport {
    within(child.wait()).await
}

fn code(code: i32) -> ExitReport {
    ExitReport {
        code: Some(code),
        signal: None,
    }
}

fn killed_by(signal: i32) -> ExitReport {
    ExitReport {
        code: None,
        signal: Some(signal),
    }
}

/// Whether a process is there and not just waiting to be reaped by an init that may never do so.
pub(in super::super) fn is_running(pid: i32) -> bool {
    match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => !stat
            .rsplit(") ")
            .next()
            .is_some_and(|rest| rest.starts_with(['Z', 'X'])),
        Err(_) if Path::new("/proc/self/stat").exists() => false,
        Err(_) => nix::sys::signal::kill(Pid::from_raw(pid), None).is_ok(),
    }
}

async fn gone(pid: i32) {
    within(async {
        while is_running(pid) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn codes_and_signals_are_reported_and_stay_reported() {
    let mut child = shell("exit 7");
    assert_eq!(end(&mut child).await, code(7));
    assert_eq!(end(&mut child).await, code(7));
    let mut child = shell("kill -9 $$");
    assert_eq!(end(&mut child).await, killed_by(9));
}

#[tokio::test]
async fn the_pipes_and_the_explicit_environment_work() {
    let mut child = shell(
        "read line; echo \"got $line\"; echo oops >&2; env | cut -d= -f1 | grep -v -e PWD -e _ -e SHLVL",
    );
    let mut stdin = child.take_stdin().unwrap();
    assert!(child.take_stdin().is_none());
    stdin.write_all(b"hello\n").await.unwrap();
    let (mut out, mut err) = (String::new(), String::new());
    within(child.take_stdout().unwrap().read_to_string(&mut out))
        .await
        .unwrap();
    within(child.take_stderr().unwrap().read_to_string(&mut err))
        .await
        .unwrap();
    assert_eq!(
        (out.as_str(), err.as_str()),
        ("got hello\nPATH\n", "oops\n")
    );
    assert_eq!(end(&mut child).await, code(0));
}

#[tokio::test]
async fn each_signal_reaches_the_child() {
    // Hangup and interrupt may be ignored where the tests run (`nohup`, background jobs), and children inherit that.
    for (signal, number) in [(Signal::Terminate, 15), (Signal::Kill, 9)] {
        let mut child = shell("echo ready; exec sleep 600");
        assert_eq!(
            within(lines(&mut child).next_line())
                .await
                .unwrap()
                .as_deref(),
            Some("ready")
        );
        child.signal(signal).unwrap();
        assert_eq!(end(&mut child).await, killed_by(number));
    }
}

/// Starts a child with a child of its own, and returns the number of the latter.
async fn with_grandchild(script: &str) -> (ChildProcess, i32) {
    let mut child = shell(script);
    let line = within(lines(&mut child).next_line())
        .await
        .unwrap()
        .unwrap();
    let grandchild = line.parse().unwrap();
    assert!(is_running(grandchild));
    (child, grandchild)
}

#[tokio::test]
async fn a_signal_takes_the_whole_group() {
    let (mut child, grandchild) = with_grandchild("sleep 600 & echo $!; wait").await;
    let own_group = nix::unistd::getpgid(Some(Pid::from_raw(grandchild))).unwrap();
    assert_eq!(u32::try_from(own_group.as_raw()).unwrap(), child.pid());
    child.signal(Signal::Kill).unwrap();
    end(&mut child).await;
    gone(grandchild).await;
}

#[tokio::test]
async fn dropping_kills_the_whole_group() {
    let (child, grandchild) = with_grandchild("sleep 600 & echo $!; wait").await;
    let leader = i32::try_from(child.pid()).unwrap();
    drop(child);
    gone(leader).await;
    gone(grandchild).await;
}

#[tokio::test]
async fn nothing_is_signalled_after_the_end() {
    // The group outlives its leader, so a signal would be felt.
    let (mut child, grandchild) = with_grandchild("sleep 600 >/dev/null & echo $!").await;
    end(&mut child).await;
    child.signal(Signal::Kill).unwrap();
    let group = Pid::from_raw(i32::try_from(child.pid()).unwrap());
    drop(child);
    assert!(is_running(grandchild));
    killpg(group, nix::sys::signal::Signal::SIGKILL).unwrap();
    gone(grandchild).await;
}

#[tokio::test]
async fn waiting_can_be_abandoned_and_taken_up_again() {
    let mut child = shell("echo ready; read line; exit 3");
    let stdin = child.take_stdin().unwrap();
    let mut out = lines(&mut child);
    for _ in 0..3 {
        tokio::select! {
            biased;
            report = child.wait() => panic!("ended early: {report}"),
            () = std::future::ready(()) => {}
        }
    }
    assert_eq!(
        within(out.next_line()).await.unwrap().as_deref(),
        Some("ready")
    );
    drop(stdin);
    assert_eq!(end(&mut child).await, code(3));
}

/// What a session does to end a child: the signals of its ladder, sent by the one who keeps the process.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn from_sigterm_on_nothing_of_the_group_stays() {
    let gentle = shell("trap 'exit 143' TERM; echo ready; while :; do sleep 0.01; done");
    let link = ready(gentle).await;
    link.process.signal(Signal::Terminate);
    assert_eq!(within(link.process.exit).await.unwrap(), code(143));

    let stubborn = shell("trap '' TERM; echo ready; while :; do sleep 0.01; done");
    let link = ready(stubborn).await;
    link.process.signal(Signal::Terminate);
    link.process.signal(Signal::Kill);
    assert_eq!(within(link.process.exit).await.unwrap(), killed_by(9));

    let script = "(trap '' TERM; exec sleep 600) & echo $!; wait";
    let (child, grandchild) = with_grandchild(script).await;
    let link = Link::child(child);
    link.process.signal(Signal::Terminate);
    assert_eq!(within(link.process.exit).await.unwrap(), killed_by(15));
    gone(grandchild).await;
}

/// The child in the hands of its keeper, once it has said that it is ready.
#[cfg(target_os = "linux")]
async fn ready(mut child: ChildProcess) -> Link {
    within(lines(&mut child).next_line()).await.unwrap();
    Link::child(child)
}

/// Made by another process: a file we had open for writing ourselves could be "busy" for a moment.
fn make(script: &str, dir: &Path) {
    let made = std::process::Command::new("/bin/sh")
        .args(["-c", script])
        .current_dir(dir)
        .status()
        .unwrap();
    assert!(made.success());
}

#[tokio::test]
async fn each_way_of_not_starting_has_its_own_error() {
    let dir = tempfile::tempdir().unwrap();
    make(
        "printf '#!/no/such/interpreter -x\\n' > script; printf '\\001\\002\\003\\004' > binary; chmod +x script binary; touch plain",
        dir.path(),
    );
    let at = |name: &str| dir.path().join(name).display().to_string();
    let fail = |plan: &LaunchPlan| spawn(plan).unwrap_err();

    let error = fail(&plan(&[&at("script")]));
    assert!(
        matches!(&error, LaunchError::MissingInterpreter { interpreter, .. } if interpreter == "/no/such/interpreter"),
        "{error}"
    );
    let error = fail(&plan(&[&at("binary")]));
    assert!(
        matches!(&error, LaunchError::CliUnusable { problem, .. } if problem.contains("not a program")),
        "{error}"
    );
    let error = fail(&plan(&[&at("plain")]));
    assert!(
        matches!(&error, LaunchError::CliUnusable { problem, .. } if problem.contains("not executable")),
        "{error}"
    );
    let error = fail(&plan(&[&at("")]));
    assert!(
        matches!(&error, LaunchError::CliUnusable { problem, .. } if problem.contains("directory")),
        "{error}"
    );
    let error = fail(&plan(&[&at("nothing")]));
    assert!(matches!(&error, LaunchError::CliNotFound { .. }), "{error}");
    let error = fail(&LaunchPlan {
        env: BTreeMap::from([("PATH".into(), "/no".into())]),
        ..plan(&["node", "x.js"])
    });
    assert!(
        matches!(&error, LaunchError::MissingInterpreter { interpreter, .. } if interpreter == "node"),
        "{error}"
    );
    let error = fail(&LaunchPlan {
        remote: true,
        ..plan(&["no-such-launcher", "host"])
    });
    assert!(
        matches!(&error, LaunchError::LauncherNotFound { .. }),
        "{error}"
    );
    for (cwd, expected) in [
        ("nothing", "does not exist"),
        ("plain", "is not a directory"),
    ] {
        let error = fail(&LaunchPlan {
            cwd: Some(dir.path().join(cwd)),
            ..plan(&["/bin/sh"])
        });
        assert!(
            matches!(&error, LaunchError::WorkingDirectory { problem, .. } if *problem == expected),
            "{error}"
        );
    }
    let long = "x".repeat(4 << 20);
    let error = fail(&plan(&["/bin/sh", &long]));
    assert!(error.to_string().contains("files"), "{error}");
}

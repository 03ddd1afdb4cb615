//! Programs that behave, and programs that do not.

use super::{Ended, Environment, Exit, Finished, Program};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

fn shell(script: &str) -> Program {
    Program::new(["/bin/sh", "-c", script])
        .unwrap()
        .limit(Some(Duration::from_secs(30)))
        .grace(Duration::from_millis(200))
}

async fn run(program: Program) -> Finished {
    program.run(&CancellationToken::new()).await.unwrap()
}

/// Whether a process is there and not only waiting to be reaped.
fn lives(pid: u32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else {
        return false;
    };
    !stat
        .rsplit_once(')')
        .is_some_and(|(_, rest)| rest.trim_start().starts_with('Z'))
}

/// The numbers in a file, once there are that many.
async fn pids(file: &Path, count: usize) -> Vec<u32> {
    let begun = Instant::now();
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let found: Vec<u32> = text.lines().filter_map(|line| line.parse().ok()).collect();
        if found.len() >= count {
            return found;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "only {found:?} began"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn gone(pids: &[u32]) {
    let begun = Instant::now();
    while let Some(pid) = pids.iter().find(|pid| lives(**pid)) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{pid} lives on");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Ignores SIGTERM, with a child and a grandchild that do so too; each writes its number.
const STUBBORN: &str = r#"trap '' TERM
echo $$ >> "$PIDS"
/bin/sh -c 'trap "" TERM; echo $$ >> "$PIDS"; /bin/sh -c "echo \$\$ >> \"\$PIDS\"; while :; do sleep 1; done"; :' &
while :; do sleep 1; done"#;

fn stubborn(file: &Path) -> Program {
    let environment = Environment::default().set("PIDS", file.to_str().unwrap());
    shell(STUBBORN).environment(environment)
}

#[tokio::test]
async fn output_and_exit_are_reported() {
    let done = run(shell("echo out; echo err >&2; exit 7")).await;
    assert_eq!(
        (done.stdout.text(), done.stderr.text()),
        ("out\n".to_owned(), "err\n".to_owned())
    );
    assert_eq!(
        (done.ended, done.exit),
        (
            Ended::Exited,
            Exit {
                code: Some(7),
                signal: None
            }
        )
    );
    let done = run(shell("kill -KILL $$")).await;
    assert_eq!(done.exit.signal, Some(9));
    assert_eq!(done.exit.to_string(), "killed by signal 9");
}

#[tokio::test]
async fn words_arrive_as_they_are() {
    let hostile = [
        "",
        " ",
        "a b",
        "\"'`",
        "$(id)",
        "; rm -rf /",
        "line\nbreak",
        "-rf",
        "*",
        "\u{1b}[2J",
        "é\u{202e}",
    ];
    let words = ["/bin/sh", "-c", r#"printf '%s\0' "$@""#, "sh"];
    let done = run(Program::new(words.into_iter().chain(hostile)).unwrap()).await;
    let expected: String = hostile.iter().flat_map(|word| [*word, "\0"]).collect();
    assert_eq!(done.stdout.text(), expected);
}

#[tokio::test]
async fn input_is_passed_and_need_not_be_read() {
    let done = run(shell("wc -c").stdin(vec![b'x'; 1_000_000])).await;
    assert_eq!(done.stdout.text().trim(), "1000000");
    let done = run(shell("exit 0").stdin(vec![b'x'; 1_000_000])).await;
    assert_eq!(done.exit.code, Some(0));
    let done = run(shell("cat")).await;
    assert_eq!(done.stdout.text(), "");
}

#[tokio::test]
async fn a_program_that_never_reads_its_input_is_ended_by_the_limit() {
    let program = shell("sleep 60")
        .stdin(vec![b'x'; 1_000_000])
        .limit(Some(Duration::from_millis(100)));
    assert_eq!(run(program).await.ended, Ended::TimedOut);
}

#[tokio::test]
async fn output_beyond_the_limit_is_counted() {
    let done =
        run(shell("head -c 300000 /dev/zero; head -c 5 /dev/zero >&2").max_output(1000)).await;
    assert_eq!(
        (done.stdout.bytes().len(), done.stdout.dropped()),
        (1000, 299_000)
    );
    assert_eq!((done.stderr.bytes().len(), done.stderr.dropped()), (5, 0));
}

#[tokio::test]
async fn only_the_chosen_environment_is_seen() {
    let environment = Environment::inheriting(["PATH"]).set("MINE", "1 2");
    let done = run(Program::new(["/usr/bin/env"])
        .unwrap()
        .environment(environment))
    .await;
    let mut names: Vec<_> = done.stdout.text().lines().map(str::to_owned).collect();
    names.sort();
    assert_eq!(names.len(), 2, "{names:?}");
    assert_eq!(names[0], "MINE=1 2");
}

#[tokio::test]
async fn the_limit_ends_a_group_that_ignores_sigterm() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("pids");
    let cancel = CancellationToken::new();
    let running = tokio::spawn({
        let program = stubborn(&file).limit(Some(Duration::from_millis(500)));
        let cancel = cancel.clone();
        async move { program.run(&cancel).await }
    });
    let pids = pids(&file, 3).await;
    let done = running.await.unwrap().unwrap();
    assert_eq!((done.ended, done.exit.signal), (Ended::TimedOut, Some(9)));
    gone(&pids).await;
}

#[tokio::test]
async fn cancelling_ends_the_group() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("pids");
    let cancel = CancellationToken::new();
    let (done, pids) = tokio::join!(stubborn(&file).run(&cancel), async {
        let pids = pids(&file, 3).await;
        cancel.cancel();
        pids
    });
    assert_eq!(done.unwrap().ended, Ended::Cancelled);
    gone(&pids).await;
}

#[tokio::test]
async fn a_dropped_future_ends_the_group() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("pids");
    let cancel = CancellationToken::new();
    let pids = tokio::select! {
        done = stubborn(&file).run(&cancel) => panic!("{done:?}"),
        pids = pids(&file, 3) => pids,
    };
    gone(&pids).await;
}

#[test]
fn the_end_of_the_runtime_ends_the_group() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("pids");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let pids = runtime.block_on(async {
        let program = stubborn(&file);
        tokio::spawn(async move { program.run(&CancellationToken::new()).await });
        pids(&file, 3).await
    });
    drop(runtime);
    let after = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    after.block_on(gone(&pids));
}

#[tokio::test]
async fn a_polite_program_may_end_itself() {
    let dir = tempfile::tempdir().unwrap();
    let mark = dir.path().join("mark");
    let environment = Environment::default().set("MARK", mark.to_str().unwrap());
    let script = r#"trap 'echo bye; exit 3' TERM; echo up > "$MARK"; while :; do sleep 0.05; done"#;
    let cancel = CancellationToken::new();
    let program = shell(script)
        .environment(environment)
        .grace(Duration::from_secs(20));
    let (done, ()) = tokio::join!(program.run(&cancel), async {
        while !mark.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        cancel.cancel();
    });
    let done = done.unwrap();
    assert_eq!(
        (done.exit.code, done.stdout.text().as_str()),
        (Some(3), "bye\n")
    );
}

#[tokio::test]
async fn children_that_hold_the_pipes_do_not_hold_us() {
    let begun = Instant::now();
    let done = run(shell("sleep 60 & echo $!")).await;
    assert_eq!(done.exit.code, Some(0));
    let pid: u32 = done.stdout.text().trim().parse().unwrap();
    gone(&[pid]).await;
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[tokio::test]
async fn children_that_left_the_group_do_not_hold_us_either() {
    let done = run(shell("setsid sleep 5 & echo here")).await;
    assert_eq!(done.stdout.text(), "here\n");
}

#[tokio::test]
async fn what_cannot_be_started_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let plain = dir.path().join("plain");
    std::fs::write(&plain, "x").unwrap();
    let at = |cwd: &str| Program::new(["true"]).unwrap().cwd(Some(cwd.into()));
    let programs = [
        Program::new(["no-such-program-here"]).unwrap(),
        Program::new([plain.to_str().unwrap()]).unwrap(),
        at("/no/such/directory"),
        at("/dev/null"),
        Program::new(["true".to_owned(), "x".repeat(3_000_000)]).unwrap(),
    ];
    let mut said = vec![
        Program::new([""; 0]).unwrap_err().to_string(),
        Program::new(["a", "b\0c"]).unwrap_err().to_string(),
    ];
    for program in programs {
        let error = program.run(&CancellationToken::new()).await.unwrap_err();
        said.push(
            error
                .to_string()
                .replace(dir.path().to_str().unwrap(), "DIR"),
        );
    }
    insta::assert_snapshot!(said.join("\n"));
}

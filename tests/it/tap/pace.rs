//! Slow readers, slow writers, slow and full disks.

use super::*;

#[test]
fn a_reader_that_takes_its_time() {
    let scene = Scene::new();
    let script = "dd if=/dev/zero bs=65536 count=16 2>/dev/null | tr '\\0' x; echo; exit 2";
    let mut child = scene.tap_shell(script).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    // In bits, so that the pipes on both sides are full all the time.
    let mut total = 0;
    let mut bit = [0; 13];
    loop {
        match stdout.read(&mut bit).unwrap() {
            0 => break,
            read => total += read,
        }
    }
    assert_eq!(total, 16 * 65536 + 1);
    assert_eq!(rest(child).status.code(), Some(2));
    assert_eq!(scene.recording().lines(Direction::In)[0].len(), 16 * 65536);
}

#[test]
fn a_writer_byte_by_byte() {
    let scene = Scene::new();
    let mut child = scene.tap(&["cat"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let text = "{\"type\":\"user\",\"ä\":1}\n";
    let mut back = Vec::new();
    for byte in text.bytes() {
        stdin.write_all(&[byte]).unwrap();
        let mut one = [0];
        // Nothing is held back until a line is whole.
        stdout.read_exact(&mut one).unwrap();
        back.push(one[0]);
    }
    assert_eq!(back, text.as_bytes());
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(
        scene.recording().lines(Direction::In),
        [text.trim_end().as_bytes()]
    );
}

/// A CLI that is slow to read what it is told: its pipe is full all the time, and so is the client's.
#[test]
fn a_cli_that_takes_its_time() {
    let scene = Scene::new();
    let slow = "import os\n\
         total = 0\n\
         while True:\n\
         \tbit = os.read(0, 13)\n\
         \tif not bit: break\n\
         \ttotal += len(bit)\n\
         print(total)";
    let line = b"a line that is long enough\n";
    let input = line.repeat(50_000);
    let saw = converse(scene.tap(&["python3", "-c", slow]), input.clone());
    assert_eq!(saw.out, format!("{}\n", input.len()).into_bytes());
    let told = scene.recording();
    let lines = told.lines(Direction::Out);
    assert_eq!(lines.len(), 50_000);
    assert!(lines.iter().all(|told| *told == line.trim_ascii_end()));
}

/// Both sides write at once, more than all pipes hold, before either of them reads.
#[test]
fn nobody_waits_for_the_other_to_read() {
    let scene = Scene::new();
    let script = "head -c 3000000 /dev/zero | tr '\\0' y; cat >/dev/null; exit 8";
    for command in [scene.tap_shell(script), bare_shell(script)] {
        let saw = converse(command, vec![b'x'; 3_000_000]);
        assert_eq!((saw.status.code(), saw.out.len()), (Some(8), 3_000_000));
    }
}

fn flood(record: &str, home: &Path) -> Saw {
    let mut command = program(home);
    command.args(["tap", "--record", record, "--"]);
    command.args(["sh", "-c", "cat; exit 3"]);
    converse(piped(command), vec![b'\n'; 4_000_000])
}

#[test]
fn a_disk_that_is_full_and_places_that_cannot_be() {
    let scene = Scene::new();
    for record in ["/dev/full", "/proc/nowhere/x.ndjson", "/dev/null/x"] {
        let saw = flood(record, scene.folder.path());
        assert_eq!(
            (saw.status.code(), saw.out.len()),
            (Some(3), 4_000_000),
            "{record}"
        );
        assert_eq!(saw.err, b"", "{record}");
    }
}

#[test]
fn why_it_is_not_recorded_is_told_to_who_asks() {
    let scene = Scene::new();
    let mut command = program(scene.folder.path());
    command
        .args(["tap", "--record", "/dev/full", "--", "cat"])
        .env("CCA_TAP_DEBUG", "1");
    let saw = converse(piped(command), b"x\n".to_vec());
    assert_eq!(saw.out, b"x\n");
    let err = String::from_utf8(saw.err).unwrap();
    assert!(
        err.contains("not recorded") && err.contains("/dev/full"),
        "{err}"
    );
}

#[test]
fn a_file_that_may_not_grow() {
    let scene = Scene::new();
    let tap = env!("CARGO_BIN_EXE_cca-tui");
    let script = format!(
        "ulimit -f 64; exec '{tap}' tap --record '{}' -- sh -c 'cat; exit 3'",
        scene.path().display()
    );
    let input = b"a line that is long enough\n".repeat(100_000);
    let saw = converse(bare_shell(&script), input.clone());
    assert!(saw.out == input);
    assert_eq!(saw.status.code(), Some(3));
}

#[test]
fn a_recording_that_falls_behind_is_given_up() {
    let scene = Scene::new();
    let mut child = scene.tap(&["cat"]).spawn().unwrap();
    let scribe = until("there is a scribe", || part("scribe", child.id()));
    until("it has begun", || std::fs::metadata(scene.path()).ok());
    send(Signal::SIGSTOP, scribe);
    let input = b"a line that is long enough\n".repeat(400_000);
    let mut stdin = child.stdin.take().unwrap();
    let all = input.clone();
    let writer = std::thread::spawn(move || stdin.write_all(&all).unwrap());
    let begin = Instant::now();
    let saw = rest(child);
    writer.join().unwrap();
    assert!(saw.out == input);
    assert!(
        begin.elapsed() < Duration::from_secs(20),
        "{:?}",
        begin.elapsed()
    );
    send(Signal::SIGCONT, scribe);
    // The pump is gone by now; had it been killed, the reason would be the same: what is missing is told.
    let told = scene.recording();
    assert!(
        matches!(told.notes.last(), Some(Note::RecordingStopped { .. })),
        "{:?}",
        told.notes
    );
    let lines = told.lines(Direction::Out);
    assert!(
        lines.len() > 1_000 && lines.len() < 400_000,
        "{}",
        lines.len()
    );
}

//! Traffic that is quick: the pump goes where the CLI is, and nothing else may be different.

use super::*;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

/// Says a number and waits for it to come back, so many times; says all at once what nobody reads yet; and says how many
/// bytes it is told until the end.
const CLI: &str = "import os, sys\n\
    for number in range(2000):\n\
    \tword = b'%06d\\n' % number\n\
    \tos.write(1, word)\n\
    \tassert os.read(0, 7) == word\n\
    much = b'y' * 3000000 + b'\\n'\n\
    while much:\n\
    \tmuch = much[os.write(1, much):]\n\
    total = 0\n\
    while True:\n\
    \tbit = os.read(0, 65536)\n\
    \tif not bit: break\n\
    \ttotal += len(bit)\n\
    os.write(1, b'%d\\n' % total)\n\
    sys.exit(6)";

const MUCH: usize = 3_000_000;

/// Answers at once, then says much before it reads on: more than all pipes hold both ways.
fn client(mut says: impl Write + Send + 'static, mut hears: impl Read) {
    let mut word = [0; 7];
    for number in 0..2_000 {
        hears.read_exact(&mut word).unwrap();
        assert_eq!(word, format!("{number:06}\n").as_bytes());
        says.write_all(&word).unwrap();
    }
    let talker = std::thread::spawn(move || {
        let much = [vec![b'x'; MUCH], b"\n".to_vec()].concat();
        says.write_all(&much).unwrap();
    });
    let mut rest = Vec::new();
    hears.read_to_end(&mut rest).unwrap();
    talker.join().unwrap();
    let expected = format!("{}\n{}\n", "y".repeat(MUCH), MUCH + 1);
    assert!(rest == expected.as_bytes(), "{} bytes came", rest.len());
}

fn is_all_there(told: &Told) {
    let entries: Vec<_> = told
        .entries
        .iter()
        .filter(|entry| entry.direction != Direction::Note)
        .collect();
    for (place, entry) in entries.iter().take(4_000).enumerate() {
        let direction = [Direction::In, Direction::Out][place % 2];
        let number = format!("{:06}", place / 2);
        assert_eq!(
            (entry.direction, entry.line.as_ref()),
            (direction, number.as_bytes())
        );
    }
    let lengths = |direction| -> Vec<usize> {
        let lines = told.lines(direction);
        lines.iter().skip(2_000).map(|line| line.len()).collect()
    };
    assert_eq!(lengths(Direction::In), [MUCH, 7]);
    assert_eq!(lengths(Direction::Out), [MUCH]);
    let exited = Note::Exited {
        code: Some(6),
        signal: None,
    };
    assert_eq!(told.notes.last(), Some(&exited));
}

#[test]
fn many_calls_and_then_much_both_ways() {
    let scene = Scene::new();
    let mut child = scene.tap(&["python3", "-c", CLI]).spawn().unwrap();
    client(child.stdin.take().unwrap(), child.stdout.take().unwrap());
    assert_eq!(rest(child).status.code(), Some(6));
    is_all_there(&scene.recording());
}

/// Some SDKs give the CLI sockets for pipes.
#[test]
fn the_same_over_sockets() {
    let scene = Scene::new();
    let (says, stdin) = UnixStream::pair().unwrap();
    let (hears, stdout) = UnixStream::pair().unwrap();
    let mut command = scene.tap(&["python3", "-c", CLI]);
    command
        .stdin(OwnedFd::from(stdin))
        .stdout(OwnedFd::from(stdout));
    let child = command.spawn().unwrap();
    // It holds copies of the other ends.
    drop(command);
    client(says, hears);
    assert_eq!(rest(child).status.code(), Some(6));
    is_all_there(&scene.recording());
}

/// Standard error in the same pipe: who writes there cannot know whether there is room.
#[test]
fn the_same_with_standard_error_in_it() {
    let scene = Scene::new();
    let (hears, stdout) = std::io::pipe().unwrap();
    let mut command = scene.tap(&["python3", "-c", CLI]);
    command.stdout(stdout.try_clone().unwrap()).stderr(stdout);
    let mut child = command.spawn().unwrap();
    drop(command);
    client(child.stdin.take().unwrap(), hears);
    assert_eq!(child.wait().unwrap().code(), Some(6));
    is_all_there(&scene.recording());
}

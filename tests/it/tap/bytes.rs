//! Every byte arrives as it was sent, both ways.

use super::*;

#[test]
fn bytes_that_are_no_text() {
    let scene = Scene::new();
    let garbage = garbage(3_000_001);
    let saw = converse(scene.tap(&["cat"]), garbage.clone());
    assert!(saw.out == garbage, "{} bytes came back", saw.out.len());
    assert_eq!((saw.status.code(), saw.err.len()), (Some(0), 0));
    let told = scene.recording();
    // Lines as they were, but for line ends and blank lines.
    let expected: Vec<&[u8]> = garbage
        .split(|byte| *byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(|line| !line.trim_ascii().is_empty())
        .collect();
    assert!(told.lines(Direction::Out) == expected);
    assert!(told.lines(Direction::In) == expected);
}

#[test]
fn a_line_of_fifty_megabytes_and_no_line_end() {
    let scene = Scene::new();
    let long = [&b"{\"a\":\""[..], &vec![b'x'; 50_000_000], b"\"}"].concat();
    let saw = converse(scene.tap(&["cat"]), long.clone());
    assert!(saw.out == long);
    let told = scene.recording();
    assert!(told.lines(Direction::In) == [&long[..]]);
    assert!(told.lines(Direction::Out) == [&long[..]]);
}

/// A line that is longer than any that is read: the recording has its beginning, the other side has all of it.
#[test]
fn a_line_that_is_too_long_to_be_recorded() {
    let scene = Scene::new();
    let script = format!(
        "head -c {} /dev/zero | tr '\\0' x; echo; echo after",
        cca::wire::DEFAULT_LINE_CAP + 1
    );
    let saw = converse(scene.tap_shell(&script), Vec::new());
    assert_eq!(saw.out.len(), cca::wire::DEFAULT_LINE_CAP + 1 + 7);
    assert!(saw.out.ends_with(b"x\nafter\n"));
    let told = scene.recording();
    let lines = told.lines(Direction::In);
    assert!(lines.len() == 2 && lines[0].starts_with(b"xxx") && lines[1] == b"after");
}

#[test]
fn standard_error_too() {
    let scene = Scene::new();
    let garbage = garbage(300_000);
    let saw = converse(scene.tap_shell("cat >&2; echo end"), garbage.clone());
    assert!(saw.err == garbage);
    assert_eq!(saw.out, b"end\n");
    assert!(!scene.recording().lines(Direction::Stderr).is_empty());
}

#[test]
fn arguments_environment_and_place() {
    let script = r#"printf '%s\0' "$0" "$@"; printf '%s\n' "$ODD"; pwd; env | grep -v '^_=' | sort | cksum; ls /proc/self/fd | wc -l"#;
    let scene = Scene::new();
    let with = |mut command: Command| {
        let odd = garbage_word();
        command
            .args(["name", "--", "", "a b", "--record", "$x"])
            .arg(odd)
            .env("ODD", "a\nb=c")
            .env("XDG_STATE_HOME", "/nowhere")
            .env_remove("CCA_CLI")
            .env_remove("CCA_TAP_DEBUG")
            .current_dir(scene.folder.path());
        converse(command, Vec::new())
    };
    assert_eq!(with(scene.tap_shell(script)), with(bare_shell(script)));
}

fn garbage_word() -> std::ffi::OsString {
    std::os::unix::ffi::OsStringExt::from_vec(b"\xff\xfe'\"".to_vec())
}

#[test]
fn a_request_is_recorded_before_its_answer() {
    let scene = Scene::new();
    let mut child = scene
        .tap_shell("i=0; while [ $i -lt 200 ]; do echo q$i; read a; i=$((i+1)); done")
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    for line in lines {
        let answer = line.unwrap().replace('q', "a");
        stdin.write_all(format!("{answer}\n").as_bytes()).unwrap();
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let told = scene.recording();
    let order: Vec<String> = told
        .entries
        .iter()
        .filter(|entry| entry.direction != Direction::Note)
        .map(|entry| String::from_utf8_lossy(&entry.line).into_owned())
        .collect();
    let expected: Vec<String> = (0..200)
        .flat_map(|number| [format!("q{number}"), format!("a{number}")])
        .collect();
    assert_eq!(order, expected);
    let seqs: Vec<u64> = told.entries.iter().map(|entry| entry.seq).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
    assert!(told.entries.is_sorted_by_key(|entry| entry.at));
}

#[test]
fn a_redacted_recording_holds_no_secret_and_what_is_passed_on_does() {
    let key = format!("sk-{}-api03-Ab3dE6gH9jK2mN5pQ8sT1vW4", "ant");
    let scene = Scene::new();
    let mut command = program(scene.folder.path());
    let words = ["--redact", "--", "sh", "-c", "cat; echo \"failed: $0\" >&2"];
    command.arg("tap").arg("--record").arg(scene.path());
    command.args(words).arg(&key);
    let said = format!("{{\"type\":\"user\",\"text\":\"{key}\"}}\nno JSON {key}\n");
    let saw = converse(piped(command), said.clone().into_bytes());
    assert_eq!(String::from_utf8_lossy(&saw.out), said);
    assert_eq!(
        String::from_utf8_lossy(&saw.err),
        format!("failed: {key}\n")
    );
    let told = scene.recording();
    let text = std::fs::read_to_string(scene.path()).unwrap();
    assert!(!text.contains("Ab3dE6gH9"), "{text}");
    assert!(text.contains("\"redacted\":true") && text.contains("failed: [masked]"));
    // Both lines twice, the words of the command line, standard error.
    let masked = told.notes.iter().rev().find_map(|note| match note {
        Note::Redacted { masked } => Some(*masked),
        _ => None,
    });
    assert_eq!(masked, Some(6), "{text}");
}

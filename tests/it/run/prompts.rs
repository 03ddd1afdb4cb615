//! Where prompts come from.

use super::{OutputOf as _, Ran, Scene, program};

/// Answers each prompt with how many there were so far.
const COUNTING: &str = r#"ready; n=0
while read -r line; do
  case $line in
    *'"type":"user"'*) n=$((n + 1)); printf '%s\n' "$line" >> heard; text "Answer $n."; ok "Answer $n." ;;
  esac
done"#;

#[test]
fn several_prompts_are_several_turns_of_one_session() {
    let scene = Scene::new(COUNTING);
    let file = scene
        .file("third.txt", "from a file\n")
        .display()
        .to_string();
    let ran = scene.run(&["--json", "first", "second", "--file", &file]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let kinds: Vec<String> = ran
        .events()
        .iter()
        .filter(|event| {
            ["prompt", "text", "result"]
                .iter()
                .any(|kind| event["type"] == *kind)
        })
        .map(|event| {
            format!(
                "{} {}",
                event["type"].as_str().unwrap(),
                event["text"].as_str().unwrap().trim()
            )
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "prompt first",
            "text Answer 1.",
            "result Answer 1.",
            "prompt second",
            "text Answer 2.",
            "result Answer 2.",
            "prompt from a file",
            "text Answer 3.",
            "result Answer 3.",
        ]
    );
    let heard = std::fs::read_to_string(scene.path().join("heard")).unwrap();
    assert_eq!(heard.lines().count(), 3);
}

#[test]
fn standard_input_is_the_prompt_if_there_is_no_other() {
    let scene = Scene::new(COUNTING);
    for arguments in [&["--quiet"][..], &["--quiet", "--file", "-"]] {
        let output = scene
            .command(arguments)
            .write_stdin("said by pipe")
            .unwrap_or_output();
        assert_eq!(Ran::of(&output).out, "Answer 1.\n");
    }
    let heard = std::fs::read_to_string(scene.path().join("heard")).unwrap();
    assert_eq!(heard.matches("said by pipe").count(), 2);
}

#[test]
fn an_empty_prompt_is_a_mistake() {
    let scene = Scene::new(COUNTING);
    let blank = scene.file("blank.txt", " \n").display().to_string();
    for arguments in [&[" "][..], &["--file", &blank], &["a", ""], &[]] {
        let ran = Ran::of(&scene.command(arguments).write_stdin("").unwrap_or_output());
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.contains("empty"), "{}", ran.err);
    }
}

#[test]
fn what_cannot_be_followed_is_told_with_the_flag() {
    let scene = Scene::new(COUNTING);
    for (arguments, said) in [
        (
            &["--file", "/nowhere/x"][..],
            "--file /nowhere/x: there is no such file",
        ),
        (&["--allow", "Bash(", "x"], "--allow: "),
        (&["--permission-mode", "yolo", "x"], "--permission-mode: "),
        (&["--schema", "/nowhere", "x"], "--schema: "),
        (&["--fork", "x"], "--fork: "),
        (&["--ask", "x"], "--ask: "),
        (&["--timeout", "soon", "x"], "--timeout"),
        (&["--no-such-flag"], "--no-such-flag"),
    ] {
        let ran = Ran::of(&scene.command(arguments).write_stdin("").unwrap_or_output());
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn mistakes_are_events_too() {
    let ran = Ran::of(
        &program()
            .args(["--json", "--allow", "(", "x"])
            .unwrap_or_output(),
    );
    assert_eq!(ran.event("error")["code"], "USAGE");
    assert_eq!(ran.events().last().unwrap()["exit"], 2);
}

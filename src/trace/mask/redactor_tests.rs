//! Secrets in a session that is being recorded: nothing of them is ever written, whenever it ends.

use super::super::MASK;
use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Put together so that no scanner takes this file for a leak: what tells it, and the part that opens doors.
fn secrets() -> Vec<(String, String)> {
    let long = "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3h".to_owned();
    let hex = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".to_owned();
    let kept = |before: String, secret: &String, after: &str| {
        (format!("{before}{secret}{after}"), secret.clone())
    };
    vec![
        kept(format!("sk-{}-api03-", "ant"), &long, ""),
        kept(format!("gh{}_", "p"), &long, ""),
        kept(format!("AI{}", "za"), &long, ""),
        kept(format!("glpat-{}", ""), &long, ""),
        kept(
            "postgres://me:".to_owned(),
            &"hunter2hunter2".to_owned(),
            "@db/x",
        ),
        kept("DB_PASSWORD=".to_owned(), &"correctbattery".to_owned(), ""),
        kept(
            "export MY_TOKEN=".to_owned(),
            &"qwertyuiopas1".to_owned(),
            "",
        ),
        kept("the key is ".to_owned(), &hex, ""),
        kept(
            "Authorization: Bearer ".to_owned(),
            &"abcdefgh12345".to_owned(),
            "",
        ),
        kept("token: \"".to_owned(), &"zx81spectrum48".to_owned(), "\""),
        kept(
            "curl -u me:".to_owned(),
            &"tr0ubador-and-3".to_owned(),
            " http",
        ),
        kept(
            "export FERNET_KEY=".to_owned(),
            &"q7TvBk9sLm2xWz4R".to_owned(),
            "",
        ),
        kept(
            "GET /?user=me&pass=".to_owned(),
            &"correct-horse".to_owned(),
            "&x=1",
        ),
        kept(format!("tskey{}", "-"), &long, ""),
        kept("c2stYW50L".to_owned(), &long, ""),
        kept(
            "my password is ".to_owned(),
            &"tr0ubador+three".to_owned(),
            ", ok",
        ),
        kept(
            format!("-----BEGIN {} KEY-----\n", "PRIVATE"),
            &"MIIEowIBAAKCAQEA\nq7TvBk9s".to_owned(),
            "\n-----END",
        ),
    ]
}

fn piece(kind: &str, key: &str, index: u64, text: &str) -> String {
    json!({"type": "stream_event", "parent_tool_use_id": null, "event": {
        "type": "content_block_delta", "index": index, "delta": {"type": kind, key: text}}})
    .to_string()
}

fn stop(index: u64) -> String {
    json!({"type": "stream_event", "event": {"type": "content_block_stop", "index": index}})
        .to_string()
}

fn written(lines: &[String]) -> Vec<String> {
    let mut redactor = Redactor::default();
    let each = |line: &String| {
        let out = redactor.line(Direction::In, line.as_bytes());
        String::from_utf8(out.into_owned()).unwrap()
    };
    lines.iter().map(each).collect()
}

fn texts(lines: &[String], key: &str) -> String {
    let text = |line: &String| {
        let value: Value = serde_json::from_str(line).unwrap();
        let text = value.pointer(&format!("/event/delta/{key}"));
        text.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    lines.iter().map(text).collect()
}

/// Whether more than a few characters of the secret are in the text.
fn holds_part(text: &str, secret: &str) -> bool {
    let chars: Vec<char> = secret.chars().collect();
    let mut parts = chars.windows(6).map(|part| part.iter().collect::<String>());
    parts.any(|part| text.contains(&part))
}

/// A value with all texts made alike: the shape of it.
fn shape(value: &Value) -> Value {
    match value {
        Value::String(_) => json!("text"),
        Value::Array(items) => items.iter().map(shape).collect(),
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| (key.clone(), shape(value)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

fn pieces_of<'a>(text: &'a str, cuts: &[usize]) -> Vec<&'a str> {
    let fits = |cut: &&usize| text.is_char_boundary(**cut) && **cut < text.len();
    let mut cuts: Vec<usize> = cuts.iter().filter(fits).copied().collect();
    cuts.extend([0, text.len()]);
    cuts.sort_unstable();
    let piece = |pair: &[usize]| text.get(pair[0]..pair[1]).unwrap();
    cuts.windows(2).map(piece).collect()
}

proptest! {
    #[test]
    fn no_part_of_a_secret_is_written_however_it_is_split(
        cuts in proptest::collection::vec(0_usize..160, 0..12),
        which in 0_usize..17,
        before in 0_usize..3,
    ) {
        let (told, secret) = secrets()[which].clone();
        let lead = ["", "The \u{1f600} file said:\n", "x = 1; y\n\n"][before];
        let said = format!("{lead}{told}\nand that is all. ");
        let mut lines = Vec::new();
        for text in pieces_of(&said, &cuts) {
            lines.push(piece("text_delta", "text", 1, text));
            lines.push(piece("thinking_delta", "thinking", 0, "hm "));
        }
        lines.push(stop(1));
        let out = written(&lines);
        let shown = texts(&out, "text");
        prop_assert!(!holds_part(&shown, &secret), "{}", shown);
        prop_assert!(shown.starts_with(lead) && shown.ends_with("and that is all. "), "{}", shown);
        prop_assert!(shown.contains(MASK), "{}", shown);
        prop_assert_eq!(texts(&out, "thinking"), "hm ".repeat(lines.len() / 2));
        for (line, out) in lines.iter().zip(&out) {
            let value = |text: &str| shape(&serde_json::from_str(text).unwrap());
            prop_assert_eq!(value(line), value(out));
        }
    }

}

proptest! {
    // Each is thousands of pieces.
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_part_of_a_secret_is_written_in_the_input_of_a_tool(
        size in 1_usize..40,
        filler in prop_oneof![0_usize..40, 900_usize..1000],
        which in 0_usize..6,
        end in 0_usize..2_000,
    ) {
        // Many short pieces of a long text take long here and show nothing more.
        let size = if filler > 40 { size + 20 } else { size };
        let secret = "cor-rect \\\"horse\\\" b4ttery";
        let entry = |inner: &str| inner.replace('$', secret);
        let telling = [
            entry(r#""env":{"DB_PASSWORD":"$"}"#),
            entry(r#""list":[{"value":"$","name":"API_KEY"}]"#),
            entry(r#""list":[{"name":"API_KEY","value":"$"}]"#),
            entry(r#""args":["run","--token","$","x"]"#),
            entry(r#""credentials":{"a":["$"]}"#),
            entry(r#""command":"export PASSWORD='$' && run"#) + "\"",
        ][which].clone();
        let lines = "let a = 1;\\n".repeat(filler);
        let input = format!(r#"{{"file_path":"/x","content":"{lines}",{telling},"last":"word"}}"#);
        let chars: Vec<char> = input.chars().collect();
        let lines: Vec<String> = chars.chunks(size)
            .map(|chunk| piece("input_json_delta", "partial_json", 0, &chunk.iter().collect::<String>()))
            .collect();
        // It may break off anywhere.
        let lines = &lines[..lines.len().min(end)];
        let out = written(lines);
        let shown = texts(&out, "partial_json");
        prop_assert!(!holds_part(&shown, "horse\\\" b4ttery") && !shown.contains("cor-rect"), "{}", shown);
        if lines.len() == chars.chunks(size).len() {
            let value: Value = serde_json::from_str(&shown).unwrap();
            prop_assert_eq!(&value["content"], &serde_json::from_str::<Value>(&input).unwrap()["content"]);
            prop_assert_eq!(&value["last"], "word");
        }
    }

}

proptest! {
    #[test]
    fn what_holds_no_secret_is_written_as_it_came(
        words in proptest::collection::vec("[a-zA-Z0-9.,:;()/_\\-]{1,12}", 1..60),
        size in 1_usize..20,
    ) {
        let said = words.join(" ") + " \n";
        let chars: Vec<char> = said.chars().collect();
        let lines: Vec<String> = chars.chunks(size)
            .map(|chunk| piece("text_delta", "text", 0, &chunk.iter().collect::<String>()))
            .collect();
        let shown = texts(&written(&lines), "text");
        if !shown.contains(MASK) {
            prop_assert_eq!(shown, said);
        }
    }

    #[test]
    fn any_lines_stay_lines(bytes in proptest::collection::vec(any::<u8>(), 0..200), text in ".{0,80}") {
        let mut redactor = Redactor::default();
        let _ = redactor.line(Direction::Stderr, &bytes);
        let line = piece("text_delta", "text", 0, &text);
        for _ in 0..3 {
            let out = redactor.line(Direction::In, line.as_bytes()).into_owned();
            prop_assert!(serde_json::from_slice::<Value>(&out).is_ok());
        }
    }
}

#[test]
fn plain_speech_is_not_held_up() {
    let said = "Sure. I will read the key file, run 12 tests (fast) and then https://example.org/x is 3.5 done";
    let mut redactor = Redactor::default();
    for part in pieces_of(said, &[3, 9, 17, 23, 33, 40, 47, 60, 88]) {
        let line = piece("text_delta", "text", 0, part);
        let out = redactor.line(Direction::In, line.as_bytes());
        assert_eq!(String::from_utf8_lossy(&out), line);
    }
}

#[test]
fn a_very_long_block_costs_no_memory_and_hides_its_secrets() {
    let (told, secret) = secrets()[0].clone();
    let mut redactor = Redactor::default();
    let mut shown = String::new();
    for round in 0..400 {
        let text = format!("line {round} of many, with nothing in it at all\n").repeat(5);
        let text = if round % 50 == 7 {
            format!("{text}{told}")
        } else {
            text
        };
        for part in pieces_of(&text, &[100, 230, 240]) {
            let line = piece("text_delta", "text", 0, part);
            let out = redactor.line(Direction::In, line.as_bytes()).into_owned();
            shown.push_str(&texts(&[String::from_utf8(out).unwrap()], "text"));
        }
    }
    assert!(!holds_part(&shown, &secret));
    assert_eq!(shown.matches(MASK).count(), 8);
    assert_eq!(redactor.tally().total(), 8);
}

#[test]
fn surrogates_that_are_split_stay_as_they_are_spelled() {
    let line = |text: &str| {
        format!(
            r#"{{"type":"stream_event","event":{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{text}"}}}}}}"#
        )
    };
    let lines = [
        line("so \\ud83d"),
        line("\\ude00 and sk-"),
        line(" \\ud800"),
    ];
    let out = written(&lines);
    assert_eq!(out[0], lines[0]);
    assert_eq!(out[1], line("\\ude00 and "));
    assert_eq!(out[2], line("sk- \\ud800"));
}

#[test]
fn a_value_is_known_from_the_line_that_names_it_on() {
    let mut redactor = Redactor::default();
    let mut out = |direction, line: &str| {
        let out = redactor.line(direction, line.as_bytes()).into_owned();
        String::from_utf8(out).unwrap()
    };
    let early = r#"{"type":"user","text":"zx81-spectrum"}"#;
    assert_eq!(out(Direction::Out, early), early);
    let named = out(Direction::Out, r#"{"env":{"API_KEY":"zx81-spectrum"}}"#);
    assert_eq!(named, r#"{"env":{"API_KEY":"[masked]"}}"#);
    assert_eq!(out(Direction::Stderr, "got zx81-spectrum"), "got [masked]");
    let noted = out(
        Direction::Note,
        r#"{"note":"held","text":"zx81-spectrum!"}"#,
    );
    assert_eq!(noted, r#"{"note":"held","text":"[masked]!"}"#);
    let first = out(
        Direction::In,
        &piece("text_delta", "text", 0, "it is zx81-"),
    );
    assert_eq!(texts(&[first], "text"), "it is ");
    let second = out(
        Direction::In,
        &piece("text_delta", "text", 0, "spectrum now"),
    );
    assert_eq!(texts(&[second], "text"), "[masked] now");
}

#[test]
fn what_waits_when_its_block_ends_is_counted() {
    let lines = [piece("text_delta", "text", 0, "it is sk-ant-"), stop(0)];
    let mut redactor = Redactor::default();
    let shown: Vec<_> = lines
        .iter()
        .map(|line| redactor.line(Direction::In, line.as_bytes()).into_owned())
        .collect();
    assert!(String::from_utf8_lossy(&shown[0]).contains("\"it is \""));
    assert_eq!(redactor.tally().total(), 1);
}

#[test]
fn the_header_says_it_and_holds_none() {
    let header = Header {
        argv: [
            "claude",
            "--api-key",
            "abc123def",
            "--settings",
            r#"{"env":{"PASSWORD":"p"}}"#,
        ]
        .map(str::to_owned)
        .to_vec(),
        env: vec!["HOME".to_owned()],
        ..Header::default()
    };
    let mut redactor = Redactor::default();
    let shown = redactor.header(&header);
    assert!(shown.redacted);
    assert_eq!(shown.argv[2], MASK);
    assert_eq!(shown.argv[4], r#"{"env":{"PASSWORD":"[masked]"}}"#);
    assert_eq!(redactor.tally().total(), 2);
}

#[test]
fn what_stands_beside_the_text_of_a_piece_is_masked_too() {
    let secret = "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3h";
    let key = format!("sk-{}-api03-{secret}", "ant");
    let line = json!({"type": "stream_event", "before": key, "event": {
        "type": "content_block_delta", "index": 0,
        "delta": {"type": "text_delta", "text": "hello ", "thinking": key}}, "password": "hunter2x"});
    let lines = written(&[line.to_string(), piece("text_delta", "text", 0, "world ")]);
    let masked: Value = serde_json::from_str(&lines[0]).unwrap();
    assert_eq!(masked["event"]["delta"]["text"], "hello ");
    assert_eq!(
        (&masked["before"], &masked["password"]),
        (&json!(MASK), &json!(MASK))
    );
    assert!(
        !lines[0].contains(secret) && !lines[0].contains("hunter2x"),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1], piece("text_delta", "text", 0, "world "));
}

proptest! {
    /// What is passed over without a look is looked at here all the same, by the block itself: nothing may come of it.
    #[test]
    fn what_is_passed_over_held_nothing(
        json: bool,
        pieces in proptest::collection::vec(proptest::sample::select(&[
            "some words ", "of an answer\n", "pass", "word", "_", "TO", "KEN", "=", ": ", "hunter2-hunter2 ", "\"", "\\", "{",
            "\"value\":", "\"name\":", "n", "u", "/", "ftp:", "a:b@c ", "sk-", "my", "sql -p", "s3cret0f7mine", "-", "<", ">", "é",
            "AK", "IA", "0123456789ABCDEF", "bea", "rer ", " ",
        ][..]), 1..60),
        long in 0..3_usize,
    ) {
        let (kind, key) = if json { ("input_json_delta", "partial_json") } else { ("text_delta", "text") };
        let mut redactor = Redactor::default();
        // Something is remembered from before.
        let told = json!({"type": "user", "password": "s3cret0f7mine"}).to_string();
        let _ = redactor.line(Direction::In, told.as_bytes());
        let filling = "nothing in particular, ".repeat(150 * long);
        for text in pieces.iter().copied().chain([filling.as_str()]).chain(pieces.iter().copied()) {
            let _ = redactor.line(Direction::In, piece(kind, key, 0, text).as_bytes());
        }
    }
}

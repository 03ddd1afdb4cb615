//! Known secrets in every position; everything else stays.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

/// One of each shape, put together so that no scanner takes this file for a leak.
fn shapes() -> Vec<String> {
    let long = "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3h";
    vec![
        format!("sk-{}-api03-{long}", "ant"),
        format!("sk-proj-{long}"),
        format!("gh{}_{long}", "p"),
        format!("gh{}_{long}", "o"),
        format!("github_{}_{long}", "pat"),
        format!("xox{}-123456789012-{long}", "b"),
        format!("AK{}ABCDEFGH12345678", "IA"),
        format!("AI{}{long}A", "za"),
        format!(
            "ey{}.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
            "JhbGciOiJIUzI1NiJ9"
        ),
        format!("glpat-{long}"),
        format!("npm_{long}"),
    ]
}

fn masked(lines: &[String]) -> Vec<String> {
    let mut masker = Masker::default();
    for line in lines {
        masker.study(line.as_bytes());
    }
    masker.studied();
    let mask = |(number, line): (usize, &String)| {
        let out = masker.mask(number as u64, Direction::In, line.as_bytes());
        String::from_utf8(out.into_owned()).unwrap()
    };
    lines.iter().enumerate().map(mask).collect()
}

pub(super) fn one(line: &str) -> String {
    masked(&[line.to_owned()]).remove(0)
}

/// A text as JSON in a string in JSON, so many times.
pub(super) fn nested(text: &str, levels: usize) -> String {
    (0..levels).fold(text.to_owned(), |inner, _| {
        json!({"type": "user", "content": inner, "n": 1.0}).to_string()
    })
}

#[test]
fn every_shape_in_every_position() {
    for secret in shapes() {
        let lines = [
            json!({"type": "user", "text": secret}).to_string(),
            json!({"type": "user", "text": format!("before {secret} after")}).to_string(),
            json!({"type": "user", "list": [1, [secret], {"a": {"b": format!("\u{1f600}\n{secret}")}}]}).to_string(),
            json!({secret.clone(): true}).to_string(),
            nested(&format!("export X='{secret}'"), 1),
            nested(&secret, 2),
            nested(&format!("see \"{secret}\""), 3),
            nested(&secret, 9),
            format!("plain text on stderr: {secret}"),
            format!("{{\"broken\": \"{secret}"),
            format!("https://example.org/?a=1&t={secret}&b=2"),
        ];
        for line in lines {
            let out = one(&line);
            assert!(!out.contains(&secret), "{line}\n{out}");
            assert!(out.contains(MASK), "{out}");
            let was_json = serde_json::from_str::<Value>(&line).is_ok();
            assert_eq!(
                serde_json::from_str::<Value>(&out).is_ok(),
                was_json,
                "{out}"
            );
            assert_eq!(one(&out), out, "masking twice changes nothing more");
        }
    }
}

#[test]
fn names_however_they_are_written() {
    for name in [
        "password",
        "Password",
        "DB_PASSWORD",
        "dbPassword",
        "api_key",
        "apiKey",
        "x-api-key",
        "API-KEY",
        "authorization",
        "Authorization",
        "client_secret",
        "cookie",
        "Set-Cookie",
        "private_key",
        "privateKey",
        "GITHUB_TOKEN",
        "auth_token",
        "accessToken",
        "token",
        "credentials",
        "aws.secret.access.key",
        "passphrase",
        "SECRET_2",
    ] {
        let secret = "pl4in-v@lue";
        for line in [
            json!({ name: secret }).to_string(),
            json!({"env": {name: secret}}).to_string(),
            json!({"a": [{"name": name, "value": secret}]}).to_string(),
            json!({"a": [{"value": secret, "name": name}]}).to_string(),
            json!({"args": ["run", format!("--{name}"), secret]}).to_string(),
            nested(&json!({ name: secret }).to_string(), 2),
            json!({"command": format!("curl -d '{{\"{name}\": \"{secret}\"}}' localhost")})
                .to_string(),
            json!({"command": format!("{name}={secret} ./run")}).to_string(),
            json!({"command": format!("run --{name} {secret} --x")}).to_string(),
            json!({"command": format!("run --{name}='{secret}' --x")}).to_string(),
        ] {
            let out = one(&line);
            assert!(!out.contains(secret), "{name}: {line}\n{out}");
            assert!(serde_json::from_str::<Value>(&out).is_ok());
            assert_eq!(one(&out), out);
        }
    }
}

#[test]
fn what_is_no_secret_stays_byte_for_byte() {
    for line in [
        r#"{"type":"assistant","usage":{"input_tokens":120,"output_tokens":7},"max_tokens":5, "n":1.0}"#,
        r#"{"apiKeySource":"none","tokenSource":"env","_meta":{"progressToken":"p1"}}"#,
        r#"{"properties":{"password":{"type":"string","description":"The user's"}}}"#,
        r#"{"password":"","token":null,"secret":true,"api_key":"${API_KEY}"}"#,
        r#"{"text":"the secretary took a basic understanding of tokenizers; password: string"}"#,
        r#"{"text":"lone \ud800 surrogate and /slash\/"}"#,
        r#"{"session_id":"76d27d42-a00c-48b1-820f-553d3152b5b6","uuid":"e8e7f502-f97b-404f-9559-5ac1f8ca52e0"}"#,
        r#"{"text":"https://example.org:8080/a@b and me@example.org"}"#,
        r#"{"type":"system","cwd":"/home/me/key-value","PWD":"/home/me"}"#,
        "fn password(token: &str) -> bool { true }",
    ] {
        assert_eq!(one(line), line);
    }
}

#[test]
fn more_shapes_in_commands_and_dumps() {
    for (text, shown) in [
        ("postgres://me:hunter2@db/x", "postgres://me:[masked]@db/x"),
        ("curl -u me:hunter2 x", "curl -u me:[masked] x"),
        (
            "curl -H 'Authorization: Bearer abcdefgh12'",
            "curl -H 'Authorization: [masked]'",
        ),
        (
            "A=1\nMY_PASSPHRASE=correct horse, battery\nB=2",
            "A=1\nMY_PASSPHRASE=[masked]\nB=2",
        ),
        (
            "password=\"two words \\\" quote\" next",
            "password=\"[masked]\" next",
        ),
        ("Cookie: a=b; c=d\nHost: x", "Cookie: [masked]\nHost: x"),
        ("password: hunter2", "password: [masked]"),
    ] {
        let line = json!({"t": text}).to_string();
        assert_eq!(one(&line), json!({"t": shown}).to_string());
    }
    let pem = format!(
        "x\n-----BEGIN RSA {} KEY-----\nMIIE\nabc\n-----END RSA {0} KEY-----\ny",
        "PRIVATE"
    );
    let out = one(&json!({ "t": pem }).to_string());
    assert!(
        !out.contains("MIIE") && !out.contains("abc") && out.contains("\\ny"),
        "{out}"
    );
    assert_eq!(
        one(r#"{"password": 12345, "pin_password": [1, "a"]}"#),
        r#"{"password": "[masked]", "pin_password": ["[masked]", "[masked]"]}"#
    );
}

pub(super) fn piece(kind: &str, key: &str, index: u64, text: &str) -> String {
    json!({"type": "stream_event", "parent_tool_use_id": null, "event": {
        "type": "content_block_delta", "index": index, "delta": {"type": kind, key: text}}})
    .to_string()
}

pub(super) fn texts_of(lines: &[String], key: &str) -> String {
    let text = |line: &String| {
        let value: Value = serde_json::from_str(line).unwrap();
        let text = value.pointer(&format!("/event/delta/{key}"));
        text.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    lines.iter().map(text).collect()
}

proptest! {
    #[test]
    fn secrets_split_over_pieces(cuts in proptest::collection::vec(0_usize..80, 0..8), which in 0_usize..11) {
        let secret = shapes()[which].clone();
        let said = format!("The \u{1f600} key \"{secret}\" is\nset.");
        let mut cuts: Vec<usize> = cuts.into_iter().filter(|cut| said.is_char_boundary(*cut) && *cut < said.len()).collect();
        cuts.extend([0, said.len()]);
        cuts.sort_unstable();
        let mut lines = Vec::new();
        for pair in cuts.windows(2) {
            lines.push(piece("text_delta", "text", 1, said.get(pair[0]..pair[1]).unwrap()));
            // Another block in between does not matter.
            lines.push(piece("thinking_delta", "thinking", 0, "hm "));
        }
        let out = masked(&lines);
        let shown: String = texts_of(&out, "text");
        prop_assert_eq!(shown, said.replace(&secret, MASK));
        prop_assert_eq!(masked(&out), out);
    }

    #[test]
    fn inputs_split_over_pieces(size in 1_usize..9, cut in 0_usize..200) {
        let input = json!({"command": "echo \"hi\"\n", "env": {"DB_PASSWORD": "correct \"horse\" b4ttery"}}).to_string();
        // The block may break off anywhere.
        let input = input.get(..cut.min(input.len())).unwrap();
        let bytes: Vec<char> = input.chars().collect();
        let lines: Vec<String> = bytes.chunks(size)
            .map(|chunk| piece("input_json_delta", "partial_json", 0, &chunk.iter().collect::<String>()))
            .collect();
        let out = masked(&lines);
        let shown = texts_of(&out, "partial_json");
        prop_assert!(!shown.contains("horse") && !shown.contains("orrec"), "{}", shown);
        if let Ok(value) = serde_json::from_str::<Value>(input) {
            let shown: Value = serde_json::from_str(&shown).unwrap();
            prop_assert_eq!(&shown["command"], &value["command"]);
        }
    }

    #[test]
    fn any_json_stays_json_and_twice_is_once(text in "[ -~\\n\u{e9}]{0,60}", key in "[a-zA-Z_\\-]{0,12}", which in 0_usize..11) {
        let secret = &shapes()[which];
        let line = json!({"type": "x", key.clone(): [text, format!("{text} {secret} {text}"), {"password": text}]}).to_string();
        let out = one(&line);
        prop_assert!(serde_json::from_str::<Value>(&out).is_ok(), "{}", out);
        prop_assert!(!out.contains(secret.as_str()), "{}", out);
        prop_assert_eq!(one(&out), out);
    }

    #[test]
    fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut masker = Masker::default();
        masker.study(&bytes);
        masker.studied();
        let _ = masker.mask(0, Direction::Stderr, &bytes);
    }
}

#[test]
fn a_value_seen_under_a_telling_name_is_masked_wherever_else_it_stands() {
    let lines = [
        json!({"type": "user", "text": "it printed zx81-spectrum, nothing else"}).to_string(),
        piece("text_delta", "text", 0, "so zx81-"),
        piece("text_delta", "text", 0, "spectrum it is"),
        json!({"type": "assistant", "input": {"password": "zx81-spectrum"}}).to_string(),
    ];
    let out = masked(&lines);
    assert!(!out.concat().contains("spectrum"), "{out:?}");
    assert_eq!(texts_of(&out[1..3], "text"), "so [masked] it is");
}

#[test]
fn command_lines_and_counts() {
    let header = Header {
        argv: [
            "claude",
            "--api-key",
            "abc",
            "--model=opus",
            "TOKEN_A=xyz",
            "--settings",
            r#"{"env":{"PASSWORD":"p"}}"#,
        ]
        .map(str::to_owned)
        .to_vec(),
        ..Header::default()
    };
    let mut masker = Masker::default();
    masker.study_header(&header);
    masker.studied();
    let shown = masker.mask_header(&header);
    assert_eq!(
        shown.argv,
        [
            "claude",
            "--api-key",
            MASK,
            "--model=opus",
            "TOKEN_A=[masked]",
            "--settings",
            r#"{"env":{"PASSWORD":"[masked]"}}"#
        ]
    );
    let _ = masker.mask(0, Direction::Out, br#"{"type":"user","password":"x"}"#);
    let rows: Vec<_> = masker
        .tally()
        .rows()
        .into_iter()
        .map(|row| (row.kind, row.place, row.count))
        .collect();
    assert_eq!(
        rows,
        [
            ("by name", "argv".to_owned(), 3),
            ("by name", "out user".to_owned(), 1)
        ]
    );
    masker.forget_tally();
    assert_eq!(masker.tally().total(), 0);
}

#[test]
fn very_deep_json_is_walked_without_recursion() {
    let deep = format!(
        "{}\"{}\"{}",
        "{\"a\":".repeat(20_000),
        shapes()[0],
        "}".repeat(20_000)
    );
    assert!(!one(&deep).contains(&shapes()[0]));
}

#[test]
fn numbers_inside_strings_stay_json_at_every_level() {
    for levels in 0..4 {
        let inner = nested(r#"{"pin_password":1234,"n":1}"#, levels);
        let mut shown: Value = serde_json::from_str(&one(&inner)).unwrap();
        for _ in 0..levels {
            shown = serde_json::from_str(shown["content"].as_str().unwrap()).unwrap();
        }
        assert_eq!(shown, json!({"pin_password": MASK, "n": 1}));
    }
    // In the pieces of the input of a tool too.
    let lines = ["{\"pin_password\":12", "34,\"n\":1}"];
    let lines = lines.map(|text| piece("input_json_delta", "partial_json", 0, text));
    let shown = texts_of(&masked(&lines), "partial_json");
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown, json!({"pin_password": MASK, "n": 1}));
}

#[test]
fn a_key_on_standard_error_is_masked_line_by_line() {
    let begin = format!("-----BEGIN RSA {} KEY-----", "PRIVATE");
    let lines = [
        "before",
        &begin,
        "MIIEowIBAAKC",
        "q7TvBk9s",
        "-----END RSA",
        "after",
    ];
    let mut masker = Masker::default();
    for _ in 0..2 {
        let shown: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(number, line)| {
                let out = masker.mask(number as u64, Direction::Stderr, line.as_bytes());
                String::from_utf8(out.into_owned()).unwrap()
            })
            .collect();
        assert_eq!(
            shown,
            ["before", &begin, MASK, MASK, "-----END RSA", "after"]
        );
    }
}

#[test]
fn what_stands_behind_a_value_does_not_hide_it_elsewhere() {
    for command in [
        "DB_PASSWORD=hunter2secret; run",
        "DB_PASSWORD=hunter2secret&& run",
        "DB_PASSWORD=hunter2secret|cat",
        "(DB_PASSWORD=hunter2secret)",
        "set DB_PASSWORD=hunter2secret.",
        "tool --password hunter2secret; run",
        "curl -u me:hunter2secret; run",
    ] {
        let lines = [
            serde_json::json!({"type": "user", "command": command}).to_string(),
            serde_json::json!({"type": "user", "said": "it is hunter2secret, ok"}).to_string(),
        ];
        let mut masker = Masker::default();
        for line in &lines {
            masker.study(line.as_bytes());
        }
        masker.studied();
        for (number, line) in lines.iter().enumerate() {
            let shown = masker.mask(number as u64, Direction::In, line.as_bytes());
            let shown = String::from_utf8_lossy(&shown).into_owned();
            assert!(!shown.contains("hunter2secret"), "{command}: {shown}");
        }
    }
}

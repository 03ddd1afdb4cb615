//! Every shape and every position of a secret, cut at every place: what is masked as a whole is never written in parts.

use super::tests::{nested, one, piece, texts_of};
use super::*;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use regex::Regex;

/// Bytes of a secret that may be written before anything tells what it is.
const PART: usize = 6;

/// Writes the text in two pieces, for every cut inside the secret, and says where a part of the secret was written.
fn leak(text: &str, secret: &str) -> Option<String> {
    // By itself it is the input of a tool.
    let (kind, key, said) = if text.starts_with(['{', '[']) {
        ("input_json_delta", "partial_json", text.to_owned())
    } else {
        let said = format!("So:\n{text}\nand that is all. ");
        ("text_delta", "text", said)
    };
    let from = said.find(secret).unwrap();
    let cuts = (from..=from + secret.len()).filter(|cut| said.is_char_boundary(*cut));
    for cut in cuts {
        let (first, then) = said.split_at(cut);
        let mut redactor = Redactor::default();
        let lines = [first, then].map(|text| {
            let line = piece(kind, key, 0, text);
            let out = redactor.line(Direction::In, line.as_bytes());
            String::from_utf8(out.into_owned()).unwrap()
        });
        let shown = texts_of(&lines, key);
        let chars: Vec<char> = secret.chars().collect();
        let mut parts = chars
            .windows(PART)
            .map(|part| part.iter().collect::<String>());
        if parts.any(|part| shown.contains(&part)) {
            return Some(format!("{first}|{then}\n{shown}"));
        }
    }
    None
}

/// A shape for each of its alternatives: `(?:a|b)c[de]` is `acd`, `ace`, `bcd` and `bce`.
fn alternatives(shape: &str) -> Vec<String> {
    let group = Regex::new(r"\(\?:([^()]*)\)(\??)|\[([a-z]+)\]").unwrap();
    let Some(found) = group.captures(shape) else {
        return vec![shape.to_owned()];
    };
    let whole = found.get(0).unwrap();
    let letters = found.get(3).map_or("", |letters| letters.as_str());
    let mut each: Vec<String> = letters.chars().map(String::from).collect();
    if let Some(either) = found.get(1) {
        each.extend(either.as_str().split('|').map(str::to_owned));
        each.extend((!found[2].is_empty()).then(String::new));
    }
    let (before, rest) = shape.split_at(whole.start());
    let (_, after) = rest.split_at(whole.len());
    let with = |one: String| [before, &one, after].concat();
    let each = each.into_iter();
    each.flat_map(|one| alternatives(&with(one))).collect()
}

/// Texts of that shape, always the same.
fn samples(shape: &str) -> Vec<String> {
    let plain = [
        (r"\b", ""),
        (r"\z", "-----END"),
        ("(?s)", ""),
        ("^", " "),
        (".*?", r"[A-Za-z0-9/+]{40}\n"),
        (r"[^\n]{0,24}?", " "),
        (r#"[^\s/:@"'`<>]"#, "[A-Za-z0-9]"),
        (r#"[^\s/"'`<>]"#, "[A-Za-z0-9%]"),
        (r#"[^\s:"'/]"#, "[a-z]"),
        (r#"[^\s"'`\\]"#, "[a-z]"),
        (r#"[^\r\n"'`\\]*"#, "[a-z0-9]{12}"),
        (r#"[^\s"'`]+"#, "[a-z0-9]{12}"),
        (r#"[\s"'`:=]"#, " "),
        (r"[\s=]", " "),
        (r"\s+", " "),
        (r"\s*", " "),
        (r"\s", " "),
    ];
    // A class is spelled with `^` too.
    let shape = plain
        .iter()
        .fold(shape.to_owned(), |shape, (from, to)| match *from {
            "^" => shape
                .strip_prefix('^')
                .map_or(shape.clone(), |rest| format!(" {rest}")),
            from => shape.replace(from, to),
        });
    let made =
        proptest::string::string_regex(&shape).unwrap_or_else(|error| panic!("{shape}: {error}"));
    let mut runner = TestRunner::deterministic();
    let next = |_| made.new_tree(&mut runner).unwrap().current();
    (0..8).map(next).collect()
}

#[test]
fn every_shape_is_whole_or_not_written() {
    let mut leaks = Vec::new();
    for (kind, shape, _) in patterns::SHAPES {
        let regex = Regex::new(&patterns::plain_words(shape)).unwrap();
        let mut tried = 0;
        for alternative in alternatives(shape) {
            let mut texts = samples(&alternative);
            // A name and a password.
            texts.push("Basic dXNlcjpwYXNzd29yZA==".to_owned());
            let secret_of = |text: &'_ str| {
                let found = regex.captures(text)?;
                let secret = found.name("s").or_else(|| found.get(0))?;
                (!one(text).contains(secret.as_str())).then(|| secret.as_str().to_owned())
            };
            // Some do not look made, by chance.
            let mut masked = texts.iter();
            let masked = masked.find_map(|text| Some((text, secret_of(text)?)));
            let Some((text, secret)) = masked else {
                continue;
            };
            // How all of a kind begin is no secret.
            let sign = alternative.replace(r"\b", "").replace('\\', "");
            let sign = sign.find('[').filter(|_| !shape.contains("(?P<s>"));
            let secret = secret.get(sign.unwrap_or(0)..).unwrap_or(&secret);
            // The number of a bot is none.
            let secret = secret
                .split_once(":AA")
                .map_or(secret, |(_, secret)| secret);
            tried += 1;
            leaks.extend(leak(text, secret).map(|leak| format!("{kind}, {alternative}: {leak}")));
        }
        assert!(tried > 0, "{kind}");
    }
    assert!(leaks.is_empty(), "{}", leaks.join("\n\n"));
}

#[test]
fn every_position_of_a_name_is_whole_or_not_written() {
    let mut tried = 0;
    for name in [
        "DB_PASSWORD",
        "TEST_PASS",
        "CI_PASS",
        "APP_PASS",
        "STRIPE_KEY",
        "GITHUB_TOKEN",
        "DB_PWD",
        "Pwd",
        "pass",
        "pwd",
        "token",
        "apiKey",
        "test-pass",
        "NPM_AUTH",
    ] {
        for (text, always) in [
            ("export NAME=VALUE", true),
            ("NAME='VALUE' run", true),
            ("NAME=\"VALUE\" run", true),
            ("NAME := \"VALUE\"", true),
            ("'NAME' => 'VALUE'", true),
            ("NAME: \"VALUE\"", true),
            ("NAME: VALUE", false),
            ("{\"NAME\": \"VALUE\"}", true),
            ("see {\\\"NAME\\\": \\\"VALUE\\\"}", true),
            ("run --NAME VALUE -x", true),
            ("run --NAME=VALUE -x", true),
            ("run --NAME 'VALUE' -x", true),
            ("[\"run\", \"--NAME\", \"VALUE\"]", true),
            ("setx NAME VALUE", false),
            ("Server=db;NAME=VALUE;Database=x", true),
            ("GET /?a=b&NAME=VALUE&c=d", true),
            ("{\"name\": \"NAME\", \"value\": \"VALUE\"}", true),
            ("<NAME>VALUE</NAME>", true),
            ("<add key=\"NAME\" value=\"VALUE\"/>", true),
        ] {
            let secret = "uA5bHtdnhB2tC67aZ";
            let text = text.replace("NAME", name).replace("VALUE", secret);
            let masked = !one(&text).contains(secret) && !one(&nested(&text, 1)).contains(secret);
            assert!(masked || !always, "{text}: {}", one(&text));
            if masked {
                tried += 1;
                assert_eq!(leak(&text, secret), None, "{text}");
            }
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn what_is_told_is_whole_or_not_written() {
    for before in [
        "Passphrase is '",
        "The API key was `",
        "the token is \"",
        "my secret is ",
        "the password \"",
        "the password password is ",
        "the password is password is ",
    ] {
        for secret in ["zx81-spectrum", "vAEApGBz5m5nqB7aZ"] {
            let quote = before.chars().last().filter(|last| !last.is_whitespace());
            let text = format!(
                "{before}{secret}{}, ok",
                quote.map_or(String::new(), String::from)
            );
            assert!(!one(&text).contains(secret), "{}", one(&text));
            assert_eq!(leak(&text, secret), None, "{text}");
        }
    }
}

/// A word that waits when its block ends is left out: nothing may wait that nobody takes for a secret.
#[test]
fn the_last_words_of_a_sentence_do_not_wait() {
    for said in [
        "Please press any key again",
        "Please press any key to continue",
        "Now all tests pass again",
        "That is what the token means",
        "I moved the primary-key-value",
    ] {
        let line = piece("text_delta", "text", 0, said);
        let mut redactor = Redactor::default();
        let out = redactor.line(Direction::In, line.as_bytes());
        assert_eq!(String::from_utf8_lossy(&out), line);
    }
}

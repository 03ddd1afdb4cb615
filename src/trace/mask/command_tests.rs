//! Secrets in commands, documents and headers, wherever such a text stands; and what looks alike and stays. That twice as
//! much takes twice as long, by counting what is looked at.

use super::tests::{nested, one, piece, texts_of};
use super::*;
use crate::trace::Direction;
use serde_json::{Value, json};

/// Texts and the secret in each.
const SECRET: &[(&str, &str)] = &[
    ("mysql -u root -phunter2 db", "hunter2"),
    ("sudo /usr/bin/mysqldump -p'two words' x", "two words"),
    ("mysql -u root --password=hunter2 db", "hunter2"),
    ("mysql \\\n  -phunter2 db", "hunter2"),
    ("sshpass -p hunter2 ssh me@host", "hunter2"),
    ("sshpass -phunter2 ssh host", "hunter2"),
    ("sshpass -p \"two words\" ssh host", "two words"),
    ("cd x && sshpass -p hunter2 scp -P 22 a b", "hunter2"),
    ("7z x -phunter2 a.7z", "hunter2"),
    ("unzip -P hunter2 a.zip", "hunter2"),
    ("redis-cli -h x -a hunter2 ping", "hunter2"),
    ("docker login -u me -p hunter2 registry", "hunter2"),
    ("mongosh -u me -p hunter2", "hunter2"),
    ("openssl enc -aes256 -k hunter2 -in x", "hunter2"),
    ("openssl rsa -in k -passin pass:hunter2", "hunter2"),
    ("ldapsearch -x -w hunter2", "hunter2"),
    ("smbclient //h/s -U me%hunter2", "hunter2"),
    ("curl -u user:hunter2 https://x", "hunter2"),
    ("curl -uuser:hunter2 https://x", "hunter2"),
    ("curl --user 'user:hun ter2' x", "hun ter2"),
    ("curl -u user:31337 https://x", "31337"),
    ("gpg --passphrase hunter2 -d x", "hunter2"),
    ("redis-cli --pass hunter2", "hunter2"),
    ("<password>hunter2</password>", "hunter2"),
    (
        "<db><Password type=\"x\">\n hunter2\n</Password></db>",
        "hunter2",
    ),
    ("<apiKey><![CDATA[hunter2]]></apiKey>", "hunter2"),
    ("<add key=\"password\" value=\"hunter2\"/>", "hunter2"),
    (
        "<property name=\"db.password\">hunter2</property>",
        "hunter2",
    ),
    ("<x password=\"hunter2\" y=\"1\"/>", "hunter2"),
    ("curl -d '{\"token\":123456}' x", "123456"),
    ("curl -d \"{\\\"token\\\":123456}\" x", "123456"),
    ("curl -d '{\"password\":1234}' x", "1234"),
    ("{'token': 12345678}", "12345678"),
    ("https://x/?token=12345678&a=1", "12345678"),
    (
        "passphrase=\"correct horse battery\" run",
        "correct horse battery",
    ),
    (
        "passphrase='correct horse battery'",
        "correct horse battery",
    ),
    ("passphrase: correct horse battery", "correct horse battery"),
    ("export DB_PASS=hunter2", "hunter2"),
    ("PGPASSWORD=hunter2 psql", "hunter2"),
    ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
    (
        "the header is Basic dXNlcjpwYXNzd29yZA== today",
        "dXNlcjpwYXNzd29yZA==",
    ),
    ("https://user:hunter2@host/x", "hunter2"),
    ("psql postgres://u:hunter2@h/db", "hunter2"),
    ("psql \"host=x password=hunter2 user=y\"", "hunter2"),
    ("export FOO_TOKEN=hunter2", "hunter2"),
    ("export FOO_TOKEN=\"hun ter2\"", "hun ter2"),
    ("docker run -e SECRET=hunter2 -p 80:80 img", "hunter2"),
    ("docker run --env=API_KEY=hunter2 img", "hunter2"),
    ("aws configure set aws_secret_access_key hunter2", "hunter2"),
    ("setx API_TOKEN hunter2", "hunter2"),
    ("machine x login me password hunter2", "hunter2"),
    (
        "a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl b",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
    ),
];

/// What stays as it is.
const NOTHING: &[&str] = &[
    "token_count: 120",
    "max_tokens: 4096",
    "input_tokens=12",
    "{\"usage\":{\"input_tokens\":120000,\"max_token\":4096,\"token_budget\":50000}}",
    "curl -d '{\"max_tokens\":4096,\"token_count\":12345}' x",
    "unexpected token: 12345",
    "mkdir -p a/b",
    "ps -p 12",
    "docker run -p 80:80 x",
    "docker run -u 1000:1000 img",
    "docker compose -p project up; docker login",
    "git log -p src",
    "cp -p a b",
    "ssh -p 2222 host",
    "psql -p 5432 db",
    "mysql -h x -P 3306 -p",
    "mysql -p db",
    "7z a -p x.7z",
    "nc -u 1.2.3.4:53",
    "cargo test -p cca-tui -pother",
    "the mysql client's -port and mkdir -pv a",
    "unzip -p a.zip b",
    "mysql -p$PASSWORD db",
    "sshpass -p \"$PW\" ssh x",
    "python3 -u me.py",
    "let password = get_password();",
    "const token = await fetchToken();",
    "password: string;",
    "a basic understanding of Basic authentication",
    "<password/>",
    "<input type=\"password\" name=\"x\"> <label for=\"password\">yes</label>",
    "<p>the token</p>",
    "set password policy",
    "{\"pass\": 12, \"fail\": 3}",
    "all tests pass: 120",
];

#[test]
fn secrets_of_commands_and_documents_in_every_position() {
    for (text, secret) in SECRET {
        for line in [
            json!({"type": "user", "text": text}).to_string(),
            json!({"type": "assistant", "input": {"command": text}}).to_string(),
            json!({"a": [{"b": [text, 1]}]}).to_string(),
            nested(text, 1),
            nested(text, 2),
            nested(text, 3),
            nested(
                &json!({"command": format!("first; x\n{text}")}).to_string(),
                1,
            ),
            (*text).to_owned(),
            format!(
                "{{\"broken\": \"{}",
                json!(text).to_string().trim_matches('"')
            ),
        ] {
            let out = one(&line);
            let spelled = json!(secret).to_string();
            assert!(!out.contains(spelled.trim_matches('"')), "{line}\n{out}");
            assert!(out.contains(MASK), "{out}");
            if serde_json::from_str::<Value>(&line).is_ok() && line.starts_with("{\"") {
                assert!(serde_json::from_str::<Value>(&out).is_ok(), "{out}");
            }
            assert_eq!(one(&out), out, "masking twice changes nothing more");
        }
    }
}

#[test]
fn what_looks_alike_stays() {
    for text in NOTHING {
        for line in [
            json!({"type": "user", "text": text}).to_string(),
            nested(text, 2),
            (*text).to_owned(),
        ] {
            assert_eq!(one(&line), line);
        }
    }
}

#[test]
fn words_in_lists_are_words_of_a_command() {
    for (line, shown) in [
        (
            r#"{"args":["mysql","-u","me","-phunter2","db"]}"#,
            r#"{"args":["mysql","-u","me","-p[masked]","db"]}"#,
        ),
        (
            r#"{"command":"sshpass","args":["-p","hunter2","ssh"]}"#,
            r#"{"command":"sshpass","args":["-p","[masked]","ssh"]}"#,
        ),
        (
            r#"{"command":"mkdir","args":["-p","a/b"]}"#,
            r#"{"command":"mkdir","args":["-p","a/b"]}"#,
        ),
        (
            r#"["sh","-c","sshpass -p hunter2 ssh x"]"#,
            r#"["sh","-c","sshpass -p [masked] ssh x"]"#,
        ),
    ] {
        assert_eq!(one(line), shown);
    }
    let header = Header {
        argv: ["sshpass", "-p", "hunter2", "claude"]
            .map(str::to_owned)
            .to_vec(),
        ..Header::default()
    };
    let shown = Masker::default().mask_header(&header).argv;
    assert_eq!(shown, ["sshpass", "-p", MASK, "claude"]);
}

/// Cut at every place, by who has read everything and by who writes as it comes.
#[test]
fn secrets_of_commands_split_over_pieces() {
    for (text, secret) in SECRET {
        let said = format!("Run this: {text}\nand look.");
        for cut in (0..=said.len()).filter(|cut| said.is_char_boundary(*cut)) {
            let (first, then) = said.split_at(cut);
            let lines = [first, then].map(|text| piece("text_delta", "text", 1, text));
            let mut masker = Masker::default();
            for line in &lines {
                masker.study(line.as_bytes());
            }
            masker.studied();
            let mut redactor = Redactor::default();
            for live in [false, true] {
                let out: Vec<String> = (0_u64..)
                    .zip(&lines)
                    .map(|(number, line)| {
                        let line = line.as_bytes();
                        let out = if live {
                            redactor.line(Direction::In, line)
                        } else {
                            masker.mask(number, Direction::In, line)
                        };
                        String::from_utf8(out.into_owned()).unwrap()
                    })
                    .collect();
                let shown = texts_of(&out, "text");
                assert!(
                    !shown.contains(secret),
                    "{text} at {cut}, live {live}: {shown}"
                );
                let head: String = secret.chars().take(6).collect();
                assert!(
                    !shown.contains(&head),
                    "{text} at {cut}, live {live}: {shown}"
                );
            }
        }
    }
}

fn masked(text: &str) -> String {
    let line = json!({ "t": text }).to_string();
    let out = one(&line);
    let value: Value = serde_json::from_str(&out).unwrap();
    value["t"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_bracket_makes_no_call_of_a_password() {
    for (text, secret) in [
        ("password: Xy(12ab9Q)z", "Xy(12ab9Q)z"),
        ("password = p(ssw0rd!9", "p(ssw0rd!9"),
        ("db_password: f00(bar", "f00(bar"),
        ("apiKey: abc(def)1234567890", "abc(def)"),
        ("the password: tr0ub4dor(&)3 please", "tr0ub4dor"),
    ] {
        assert!(!masked(text).contains(secret), "{}", masked(text));
    }
    for code in [
        "password = read_password()",
        "let token = self.next_token(kind);",
        "secret = getpass.getpass(prompt)",
    ] {
        assert_eq!(masked(code), code);
    }
}

#[test]
fn brackets_of_types_and_manuals_are_no_elements() {
    for text in [
        "let tokens: Vec<Token> = lex(source);\nmore of it",
        "fn f(t: Option<Token>) -> Result<(), Error>",
        "useState<Password>(null) and what follows",
        "--token <token>  The GitHub token to use\n--file <file>  A file",
        "login <user> <password> and then go on",
    ] {
        assert_eq!(masked(text), text);
    }
    for text in [
        "<password>hunter two</password>",
        "<password>\n  hunter\n</password>",
        "<db><password>hunter",
        "<add name='password'>hunter</add>",
    ] {
        assert!(!masked(text).contains("hunter"), "{}", masked(text));
    }
}

#[test]
fn words_of_a_program_before_its_name_and_flags_in_one() {
    let line = json!({"args": ["-pS3cretQ", "db"], "command": "mysql"}).to_string();
    assert!(!one(&line).contains("S3cretQ"), "{}", one(&line));
    assert!(one(&line).contains("db"));
    assert!(!masked("curl -su bob:hunter2 host").contains("hunter2"));
    let keys = "openssl req -keyout key.pem -key server.key";
    assert_eq!(masked(keys), keys);
    assert!(!masked("openssl enc -k hunter2 -in f").contains("hunter2"));
}

/// How much is looked at for a task of some size, and for one twice and four times as large.
fn grows(task: impl Fn(usize)) -> (f64, f64) {
    let of = |size: usize| {
        let bytes = effort::of(|| task(size));
        f64::from(u32::try_from(bytes).unwrap())
    };
    let (one, two, four) = (of(300), of(600), of(1_200));
    (two / one, four / two)
}

#[test]
fn twice_as_much_is_twice_the_effort() {
    let whole = |text: String| {
        let _ = one(&json!({ "t": text }).to_string());
    };
    let long_word = |size: usize| whole("aB3".repeat(size));
    let programs = |size: usize| whole("mysql ".repeat(size));
    let open_quotes = |size: usize| whole("mysql 'x ".repeat(size));
    let lines = |size: usize| whole("sshpass -p hunter2\n".repeat(size));
    let tags = |size: usize| whole("<password ".repeat(size));
    let names = |size: usize| whole("token: ".repeat(size));
    let values = |size: usize| whole("password: a ".repeat(size));
    let phrases = |size: usize| whole("passphrase: a ".repeat(size));
    let slashes = |size: usize| whole("\\\"password\\\": \\\"".repeat(size));
    let secrets = |size: usize| {
        let mut redactor = Redactor::default();
        for number in 0..size {
            let line = format!(r#"{{"type":"user","password":"hunter2-{number:09}-x"}}"#);
            let _ = redactor.line(Direction::In, line.as_bytes());
        }
    };
    let pieces = |size: usize| {
        let mut redactor = Redactor::default();
        let text = "some words, mysql -p and a token ".repeat(20);
        for _ in 0..size / 4 {
            let line = piece("text_delta", "text", 0, &text);
            let _ = redactor.line(Direction::In, line.as_bytes());
        }
    };
    let tasks: [(&str, &dyn Fn(usize)); 11] = [
        ("a long word", &long_word),
        ("programs", &programs),
        ("open quotes", &open_quotes),
        ("lines", &lines),
        ("tags", &tags),
        ("names", &names),
        ("values", &values),
        ("phrases", &phrases),
        ("slashes", &slashes),
        ("secrets", &secrets),
        ("pieces", &pieces),
    ];
    for (name, task) in tasks {
        let (twice, again) = grows(task);
        assert!(
            (1.5..2.6).contains(&twice) && (1.5..2.6).contains(&again),
            "{name}: {twice} {again}"
        );
    }
}

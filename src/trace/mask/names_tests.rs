//! Names that look like those of a secret, both ways.

use super::tests::{nested, one};
use super::*;
use serde_json::{Value, json};

#[test]
fn a_password_by_its_short_name_is_masked_however_it_is_written() {
    for name in [
        "db_pass",
        "user_pass",
        "ftp_pass",
        "mysql_pass",
        "dbPass",
        "userPass",
        "DB_PASS",
        "SMTP_PASS_2",
        "smtp-pass",
        "spring.datasource.pass",
        "dbpass",
        "acme_pass",
        "MYSQL_PWD",
        "db_pwd",
        "userPwd",
        "pwd",
        "pass",
    ] {
        for line in [
            json!({ name: "hunter2" }).to_string(),
            json!({"a": [{"name": name, "value": "hunter2"}]}).to_string(),
            json!({"args": ["run", format!("--{name}"), "hunter2"]}).to_string(),
            json!({"command": format!("wget 'http://h/?a=b&{name}=hunter2&c=d'")}).to_string(),
            json!({"command": format!("run --{name} hunter2")}).to_string(),
            json!({"text": format!("{name} = 'hunter2'")}).to_string(),
            nested(&json!({ name: "hunter2" }).to_string(), 3),
        ] {
            let out = one(&line);
            assert!(!out.contains("hunter2"), "{name}: {out}");
            assert_eq!(one(&out), out);
        }
    }
    // A number may be a password where somebody has one.
    for (line, shown) in [
        (r#"{"db_pass":123456}"#, r#"{"db_pass":"[masked]"}"#),
        (r#"{"dbPass":123456}"#, r#"{"dbPass":"[masked]"}"#),
        (r#"{"t":"db_pass=123456"}"#, r#"{"t":"db_pass=[masked]"}"#),
    ] {
        assert_eq!(one(line), shown);
    }
}

#[test]
fn passes_of_another_kind_stay() {
    for line in [
        r#"{"render_pass":"shadow map","renderPass":"a1b2c3d4e5","RENDER_PASS":"x"}"#,
        r#"{"tests_pass":12,"testsPass":"12 of 12","TESTS_PASS":1234,"first_pass":"lexer2000"}"#,
        r#"{"must_pass":true,"db_pass":false,"acme_pass":1234,"pass":4321,"user_pass":12}"#,
        r#"{"pass":["reads a file","writes it 2 times"],"fail":[]}"#,
        r#"{"pass":{"name":"unit","ran":12},"checks":[{"pass":"yes"},{"pass":"FAILED"}]}"#,
        r#"{"season_pass":"winter2025","band_pass":"20Hz-20kHz1","boarding_pass":"AB12345678"}"#,
        r#"{"text":"--- PASS: TestReader2000 (0.00s)\nPASS: everything12 ok\npass: suite2/reads_on_and_on"}"#,
        r#"{"INIT_PWD":"/home/me/project-2","OLDPWD":"/home/me/project-1","PWD":"/home/me/a-2"}"#,
        r#"{"text":"for pass in passes:\n    pass\nrender_pass = Pass('shadow'); low_pass: 440"}"#,
        r#"{"text":"2 tests pass: reader and writer; sshpass is not installed"}"#,
    ] {
        assert_eq!(one(line), line);
    }
}

#[test]
fn a_pass_of_another_kind_is_masked_if_it_looks_like_a_password() {
    let made = "uA5bHtdnhB2tC67aZ";
    for name in [
        "TEST_PASS",
        "CI_PASS",
        "BUILD_PASS",
        "ADMIN_TEST_PASS",
        "SMOKE_PASS",
        "E2E_PASS",
        "INTEGRATION_PASS",
        "QUERY_PASS",
        "BASE_PASS",
        "test-pass",
        "testPass",
        "Pwd",
        "Pass",
        "PASS",
        "pwd",
    ] {
        for line in [
            json!({ name: made }).to_string(),
            json!({"env": [{"name": name, "value": made}]}).to_string(),
            json!({"args": ["run", format!("--{name}"), made]}).to_string(),
            json!({"text": format!("export {name}={made}")}).to_string(),
            json!({"text": format!("{name}='{made}' run")}).to_string(),
            json!({"text": format!("run --{name} {made}")}).to_string(),
            json!({"text": format!("a:\n  {name}: {made}\n")}).to_string(),
        ] {
            let out = one(&line);
            assert!(!out.contains(made) && out.contains(MASK), "{out}");
        }
        let header = Header {
            argv: vec![format!("--{name}"), made.to_owned()],
            ..Header::default()
        };
        assert_eq!(Masker::default().mask_header(&header).argv[1], MASK);
    }
    for (line, shown) in [
        (r#"{"TEST_PASS":"hunter2"}"#, r#"{"TEST_PASS":"[masked]"}"#),
        (r#"{"APP_PASS": 98217364}"#, r#"{"APP_PASS": "[masked]"}"#),
        (
            r#"{"t":"Server=db;Uid=sa;Pwd=geheim;Database=x"}"#,
            r#"{"t":"Server=db;Uid=sa;Pwd=[masked];Database=x"}"#,
        ),
    ] {
        assert_eq!(one(line), shown);
    }
    for line in [
        r#"{"tests_pass":12,"render_pass":"main","RENDER_PASS":"main","TEST_PASS":"yes","APP_PASS":12}"#,
        r#"{"text":"first_pass: lexer\nTEST_PASS=$OTHER_PASS2 TESTS_PASS=12 CI_PASS=true SMOKE_PASS=12/12"}"#,
        r#"{"text":"PWD=/srv/project-number-2024 OLD_PWD=/srv/project-number-2023"}"#,
    ] {
        assert_eq!(one(line), line);
    }
}

/// What was only guessed must not take words out of everything else.
#[test]
fn a_guess_is_masked_where_it_stands_and_nowhere_else() {
    let masked = |lines: &[Value]| {
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        let mut masker = Masker::default();
        for line in &lines {
            masker.study(line.as_bytes());
        }
        masker.studied();
        let mut redactor = Redactor::default();
        let last = lines.len() - 1;
        for line in &lines[..last] {
            let _ = redactor.line(Direction::In, line.as_bytes());
        }
        let number = u64::try_from(last).unwrap();
        let read = masker.mask(number, Direction::In, lines[last].as_bytes());
        let live = redactor.line(Direction::In, lines[last].as_bytes());
        assert_eq!(read, live);
        String::from_utf8(read.into_owned()).unwrap()
    };
    for (telling, word) in [
        (
            "set MODEL_KEY=claude-sonnet-4-20250514",
            "claude-sonnet-4-20250514",
        ),
        ("the password is test_login_v2 there", "test_login_v2"),
        ("export RENDER_PASS=gbuffer02", "gbuffer02"),
        (
            "SESSION_KEY=0b3fd8a2-6f5e-4a51-9f0e-2f1f7f3a9c11",
            "0b3fd8a2-6f5e-4a51-9f0e-2f1f7f3a9c11",
        ),
    ] {
        let last = json!({"model": word, "text": format!("def {word}(): pass")});
        let shown = masked(&[json!({ "text": telling }), last.clone()]);
        assert_eq!(shown, last.to_string(), "{telling}");
    }
    // Nobody writes that by hand.
    let made = "q7TvBk9sLm2xWz4R";
    let telling = json!({"text": format!("export STRIPE_KEY={made}")});
    let shown = masked(&[telling, json!({ "text": made })]);
    assert_eq!(shown, json!({ "text": MASK }).to_string());
}

#[test]
fn names_of_things_under_a_key_stay() {
    for (name, value) in [
        ("MODEL_KEY", "claude-sonnet-4-20250514"),
        ("ORDER_KEY", "order-2026-11-18-000123"),
        ("S3_KEY", "uploads/2024/invoice-7f3a9c11d2e4.pdf"),
        ("MESSAGE_KEY", "errors.validation.v2.required"),
        ("REGION_KEY", "production-eu-west-1"),
    ] {
        for line in [
            json!({ name: value }).to_string(),
            json!({"text": format!("export {name}={value}")}).to_string(),
        ] {
            assert_eq!(one(&line), line);
        }
    }
    for name in ["BROWSERSTACK_KEY", "THROWAWAY_KEY", "HASHED_KEY"] {
        let out = one(&json!({ name: "q7TvBk9sLm2xWz4R" }).to_string());
        assert_eq!(out, json!({ name: MASK }).to_string());
    }
    for name in ["ROW_KEY", "PRIMARYKEY", "SSH_PUBLIC_KEY", "CACHE_KEY_2"] {
        let line = json!({ name: "q7TvBk9sLm2xWz4R" }).to_string();
        assert_eq!(one(&line), line);
    }
}

#[test]
fn what_is_called_a_key_or_tokens_is_a_secret_if_it_cannot_be_anything_else() {
    let made = "q7TvBk9sLm2xWz4R";
    for line in [
        json!({"env": {"STRIPE_KEY": made}}),
        json!({"env": [{"name": "APP_KEY", "value": format!("base64:{made}=")}]}),
        json!({"text": format!("export FERNET_KEY={made}")}),
        json!({"text": format!("FERNET_KEY: \"{made}\"")}),
        json!({ "tokens": [made] }),
        json!({"access_tokens": {"mine_tokens": made}}),
    ] {
        let out = one(&line.to_string());
        assert!(!out.contains(made) && out.contains(MASK), "{out}");
    }
    for line in [
        r#"{"cache_key":"q7TvBk9sLm2xWz4R","CACHE_KEY":"q7TvBk9sLm2xWz4R","PUBLIC_KEY":"q7TvBk9sLm2xWz4R"}"#,
        r#"{"SORT_KEY":"created","STRIPE_KEY":"see the vault","API_TOKENS":"many","tokens":[1,2,3]}"#,
        r#"{"max_tokens":64000,"total_tokens":"1234567890123456","tokens":{"input":12,"model":"claude-sonnet-4-20250514"}}"#,
        r#"{"text":"--max-tokens 64000 --tokens 5"}"#,
        r#"{"args":["--max-tokens","64000","--tokens","claude-sonnet-4-20250514"]}"#,
    ] {
        assert_eq!(one(line), line);
    }
}

/// Put together so that no scanner takes this file for a leak.
#[test]
fn tokens_of_services_and_what_opens_a_url() {
    let long = "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3h";
    let hex = "9f86d081884c7d659a2feaa0c55ad015";
    for (text, secret) in [
        (format!("shp{}_{long}", "at"), long),
        (format!("dckr_{}_{long}", "pat"), long),
        (format!("hvs{}{long}", "."), long),
        (format!("gsk{}{long}", "_"), long),
        (format!("xai{}{long}", "-"), long),
        (format!("AGE-SECRET-{}-1{long}", "KEY"), long),
        (format!("dapi{hex}"), hex),
        (format!("api:key-{hex}"), hex),
        (format!("bot 123456789:AA{long}"), long),
        (format!("https://discord.com/api/webhooks/1/{long}"), long),
        (
            format!("https://x.blob.core.windows.net/c?sv=2024&sig={long}%3D"),
            long,
        ),
        (
            format!("https://x.s3.amazonaws.com/o?X-Amz-Signature={hex}"),
            hex,
        ),
        (
            "echo c2stYW50LWFwaTAzLUFiM2RFNmdIOWpLMm1O | base64 -d".to_owned(),
            "LWFwaTAzLUFiM2RFNmdIOWpLMm1O",
        ),
        (
            "//registry.npmjs.org/:_auth=dXNlcjpwYXNz".to_owned(),
            "dXNlcjpwYXNz",
        ),
    ] {
        for line in [
            text.clone(),
            json!({"type": "user", "a": [text]}).to_string(),
            nested(&text, 3),
        ] {
            let out = one(&line);
            assert!(!out.contains(secret) && out.contains(MASK), "{line}\n{out}");
        }
    }
    let docker = json!({"auths": {"ghcr.io": {"auth": "dXNlcjpwYXNz"}}, "auth": "none"});
    assert_eq!(
        one(&docker.to_string()),
        json!({"auths": {"ghcr.io": {"auth": MASK}}, "auth": "none"}).to_string()
    );
}

#[test]
fn a_value_that_is_known_is_known_in_base64_and_in_a_url() {
    let lines = [
        json!({"type": "user", "password": "correct horse+b4ttery"}).to_string(),
        json!({"type": "user", "password": "c0rrect+horse"}).to_string(),
        json!({"type": "user", "text": "YzBycmVjdCtob3JzZQo= and c0rrect%2Bhorse"}).to_string(),
    ];
    let mut masker = Masker::default();
    for line in &lines {
        masker.study(line.as_bytes());
    }
    masker.studied();
    let out = masker
        .mask(2, Direction::In, lines[2].as_bytes())
        .into_owned();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(out, r#"{"type":"user","text":"[masked]ZQo= and [masked]"}"#);
}

#[test]
fn a_secret_that_is_told_in_words_is_masked_and_what_is_said_about_one_is_not() {
    for text in [
        "my password is zx81-spectrum, ok",
        "use the password \"zx81-spectrum\"",
        "the password password is zx81-spectrum",
        "The API key was `zx81-spectrum`.",
        "the token is zx81-spectrum!",
        "Passphrase is 'zx81-spectrum'",
    ] {
        let line = json!({"type": "user", "text": text}).to_string();
        assert!(!one(&line).contains("spectrum"), "{}", one(&line));
    }
    for text in [
        "the password is required before 2026, see tests/2/password.rs",
        "password reset-confirmation-flow-of-many-words",
        "password src/auth2/reset.rs:12",
        "the token is invalid; a secret is something else",
        "key is created_at_2024",
        "the password test_login_v2 fails, and so does the password `test_login_v2`",
        "fix: password reset2.component.ts",
        "the password is required2proceed",
    ] {
        let line = json!({"type": "user", "text": text}).to_string();
        assert_eq!(one(&line), line);
    }
}

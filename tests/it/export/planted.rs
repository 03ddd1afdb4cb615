//! A secret of its own in every place of a recording, in every common shape: nothing of any of them comes out.

use super::{export, text};
use base64::Engine as _;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Secrets that were planted, with what each is.
#[derive(Default)]
struct Planted(Vec<(&'static str, String)>);

impl Planted {
    /// A value that nothing but its name or its place gives away.
    fn word(&mut self, place: &'static str) -> String {
        let number = self.0.len();
        let word = format!("zq{number:02}x-horse{}w", number * 7 + 1);
        self.0.push((place, word.clone()));
        word
    }

    /// A value as machines make them, for behind a sign. Put together so that no scanner takes this file for a leak.
    fn made(&mut self, place: &'static str, sign: [&str; 2]) -> String {
        let number = self.0.len();
        let made = format!("Kq{number:02}bR7sT1vW4yZ9cE{}hJ2mN5pQ8uX3", number * 13 + 5);
        self.0.push((place, made.clone()));
        format!("{}{}{made}", sign[0], sign[1])
    }
}

fn base64(text: &str) -> String {
    base64::engine::general_purpose::STANDARD.encode(text)
}

fn argv(plant: &mut Planted) -> Value {
    let settings =
        json!({"env": {"GITHUB_TOKEN": plant.made("inline settings", ["gh", "p_"])}}).to_string();
    let servers = json!({"mcpServers": {"x": {
        "command": "npx", "args": ["srv", "--token", plant.word("argument of a server")],
        "headers": {"Authorization": format!("Bearer {}", plant.made("header of a server", ["", ""]))},
        "url": format!("https://me:{}@host/mcp?api_key={}", plant.word("url of a server"), plant.word("query of a server")),
    }}});
    json!([
        "claude",
        "--api-key",
        plant.word("flag"),
        "--settings",
        settings,
        "--mcp-config",
        servers.to_string(),
        format!(
            "OPENAI_API_KEY={}",
            plant.made("variable", ["sk", "-proj-"])
        ),
    ])
}

/// The lines of a session, with the way they went.
fn lines(plant: &mut Planted) -> Vec<(&'static str, Value)> {
    let mut lines = vec![
        (
            "out",
            json!({"type": "user", "message": {"role": "user", "content": format!(
                "my db is postgres://me:{}@db/x, and my password is {}", plant.word("prompt"), plant.word("told in words"))}}),
        ),
        (
            "in",
            json!({"type": "system", "subtype": "init", "session_id": "s", "cwd": format!("/home/{}", plant.made("cwd", ["gh", "o_"])), "tools": ["Bash"]}),
        ),
    ];
    let said = format!(
        "The key is {} now.",
        plant.made("streamed text", ["sk-", "ant-api03-"])
    );
    lines.extend(pieces(&said, "text_delta", "text"));
    let command = format!(
        "export DB_PASS={}; mysql -u root -p{} x; curl -u me:{} -H 'X-Api-Key: {}' 'https://h/?token={}&sig={}'",
        plant.word("variable of a command"),
        plant.word("mysql"),
        plant.word("curl"),
        plant.word("header of a command"),
        plant.word("token in a url"),
        plant.made("signature", ["", ""]),
    );
    let inner =
        json!({"b": json!({"client_secret": plant.word("json in json in json")}).to_string()});
    let input = json!({"command": command, "content": inner.to_string(), "file_path": format!("/tmp/{}", plant.made("file name", ["gl", "pat-"]))});
    lines.extend(pieces(
        &input.to_string(),
        "input_json_delta",
        "partial_json",
    ));
    let blocks = json!([{"type": "text", "text": said}, {"type": "tool_use", "id": "t", "name": "Bash", "input": input}]);
    lines.push((
        "in",
        json!({"type": "assistant", "message": {"id": "m", "role": "assistant", "content": blocks}}),
    ));
    let known = plant.made("seen by name", ["", ""]);
    let pem = format!(
        "-----BEGIN RSA {} KEY-----\n{}\n-----END RSA {0} KEY-----",
        "PRIVATE",
        plant.made("private key", ["", ""])
    );
    let output = format!(
        "PATH=/bin\nSTRIPE_KEY={}\nSMTP_PASS={}\n{pem}\n<password>{}</password>\nmachine h login me password {}\nbase64: {}",
        plant.made("dump", ["", ""]),
        plant.word("dump of passwords"),
        plant.word("markup"),
        plant.word("netrc"),
        base64(&known),
    );
    lines.push((
        "in",
        json!({"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": output, "is_error": true}]}}),
    ));
    lines.push((
        "in",
        json!({"type": "weather", "api_key": known, "deep": [{"user": "me", "pass": plant.word("pass")}, {"userPwd": plant.word("pwd")}]}),
    ));
    lines.push((
        "note",
        json!({"note": "handler_failed", "request_id": "h", "error": format!("login failed: password={}", plant.word("note"))}),
    ));
    let basic = format!("me:{}", plant.word("basic"));
    lines.push((
        "stderr",
        json!(format!(
            "401: Authorization: Basic {} npm_{}",
            base64(&basic),
            plant.made("standard error", ["", ""])
        )),
    ));
    lines.push((
        "in",
        json!({"type": "result", "subtype": "success", "is_error": true, "num_turns": 1, "api_error_status": 401,
            "result": format!("invalid x-api-key: {}", plant.made("result", ["sk-", "ant-api03-"])), "session_id": "s"}),
    ));
    plant.0.push(("basic in base64", base64(&basic)));
    plant
        .0
        .push(("known in base64", base64(&known).chars().take(40).collect()));
    lines
}

/// A text in pieces of a few characters, as a model says it.
fn pieces(text: &str, kind: &str, key: &str) -> Vec<(&'static str, Value)> {
    let letters: Vec<char> = text.chars().collect();
    let pieces = letters.chunks(5).map(|piece| {
        let piece: String = piece.iter().collect();
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": kind, key: piece}})
    });
    let begin = json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}});
    let end = json!({"type": "content_block_stop", "index": 0});
    let events = std::iter::once(begin).chain(pieces).chain([end]);
    let line = |event| {
        (
            "in",
            json!({"type": "stream_event", "parent_tool_use_id": null, "event": event}),
        )
    };
    events.map(line).collect()
}

fn recording(folder: &Path, plant: &mut Planted) -> PathBuf {
    let header = json!({"cca_recording": 1, "started": "2026-01-02T03:04:05.678Z", "argv": argv(plant), "cli_version": "9.9.9",
        "env": ["HOME", format!("SECRET={}", plant.word("value of a variable"))], "cwd": format!("/home/{}", plant.made("directory", ["gh", "p_"]))});
    let mut recorded = format!("{header}\n");
    for (number, (way, line)) in lines(plant).into_iter().enumerate() {
        let body = if way == "stderr" { "line" } else { "msg" };
        let entry = json!({"seq": number + 1, "t": 0.5, "dir": way, body: line});
        let _ = writeln!(recorded, "{entry}");
    }
    // Half a line, as a kill leaves it.
    recorded.push_str(
        "{\"seq\":999,\"t\":1.5,\"dir\":\"in\",\"msg\":{\"type\":\"user\",\"password\":\"",
    );
    recorded.push_str(&plant.word("torn"));
    let path = folder.join("planted.ndjson");
    std::fs::write(&path, recorded).unwrap();
    path
}

#[test]
fn no_secret_comes_out_whatever_is_made_of_a_recording() {
    let folder = tempfile::tempdir().unwrap();
    let mut plant = Planted::default();
    let path = recording(folder.path(), &mut plant);
    assert!(plant.0.len() > 30);
    for format in ["markdown", "html", "ndjson", "cast", "bundle"] {
        let out = export(&path, &["--format", format, "--yes", "-o", "-"])
            .output()
            .unwrap();
        assert!(
            out.status.success() && out.stdout.len() > 500,
            "{}",
            text(&out.stderr)
        );
        let shown = String::from_utf8_lossy(&out.stdout).into_owned() + &text(&out.stderr);
        for (place, secret) in &plant.0 {
            // Nor a part of it that would be of use.
            let letters: Vec<char> = secret.chars().collect();
            let leaks = letters
                .windows(9)
                .any(|part| shown.contains(&part.iter().collect::<String>()));
            assert!(
                !leaks,
                "{format}: the secret in {place}, {secret}, is in the result"
            );
        }
    }
}

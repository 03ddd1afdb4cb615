//! Entries as JSON, references replaced, errors that name server and field.

use indexmap::IndexMap;
use serde_json::{Value, json};
use std::time::Duration;

use super::{LaunchError, McpServer, config_json};

fn vars(name: &str) -> Option<String> {
    (name == "TOKEN").then(|| "secret".to_owned())
}

fn written(name: &str, server: McpServer) -> Result<Value, LaunchError> {
    let text = config_json(&IndexMap::from([(name.to_owned(), server)]), &vars)?;
    let mut root: Value = serde_json::from_str(&text).unwrap();
    Ok(root["mcpServers"][name].take())
}

fn strings(pairs: &[(&str, &str)]) -> IndexMap<String, String> {
    pairs
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect()
}

#[test]
fn each_kind_has_the_shape_the_cli_wants() {
    let table = [
        (
            McpServer::sdk("calc"),
            json!({"type": "sdk", "name": "calc"}),
        ),
        (
            McpServer::stdio("server", Vec::<String>::new()),
            json!({"type": "stdio", "command": "server", "args": [], "env": {}}),
        ),
        (
            McpServer::Stdio {
                command: "npx".into(),
                args: vec!["-y".into(), "$5 ${TOKEN}".into()],
                env: strings(&[("KEY", "${TOKEN}")]),
                timeout: Some(Duration::from_millis(1500)),
                always_load: Some(true),
            },
            json!({"type": "stdio", "command": "npx", "args": ["-y", "$5 secret"], "env": {"KEY": "secret"},
                   "timeout": 1500, "alwaysLoad": true}),
        ),
        (
            McpServer::http("https://h/${PART:-mcp}"),
            json!({"type": "http", "url": "https://h/mcp", "headers": {}}),
        ),
        (
            McpServer::Sse {
                url: "http://h".into(),
                headers: strings(&[("Authorization", "Bearer ${TOKEN}")]),
                timeout: Some(Duration::ZERO),
                always_load: Some(false),
            },
            json!({"type": "sse", "url": "http://h", "headers": {"Authorization": "Bearer secret"},
                   "timeout": 1, "alwaysLoad": false}),
        ),
        (
            McpServer::Raw(json!({"type": "new", "deep": [{"x": "${TOKEN}"}], "n": 1})),
            json!({"type": "new", "deep": [{"x": "secret"}], "n": 1}),
        ),
    ];
    for (server, expected) in table {
        assert_eq!(written("s", server).unwrap(), expected);
    }
}

#[test]
fn a_missing_variable_names_server_field_and_variable() {
    let mut server = McpServer::http("https://h");
    if let McpServer::Http { headers, .. } = &mut server {
        headers.insert("Authorization".into(), "Bearer ${NO_SUCH}".into());
    }
    let error = written("docs", server).unwrap_err();
    assert!(
        matches!(&error, LaunchError::MissingVariable { server, key, variable }
        if server == "docs" && key == "headers.Authorization" && variable == "NO_SUCH")
    );
    assert_eq!(error.code(), "CONFIG");
    assert!(error.to_string().contains("${NO_SUCH:-default}"), "{error}");

    let error = written("run", McpServer::stdio("x", ["a", "${NO_SUCH}"])).unwrap_err();
    assert!(matches!(&error, LaunchError::MissingVariable { key, .. } if key == "args.1"));
}

#[test]
fn entries_and_names_nobody_could_use_are_refused() {
    let table = [
        ("", McpServer::sdk("x"), "(name)"),
        ("a\nb", McpServer::sdk("x"), "(name)"),
        ("a__b", McpServer::sdk("x"), "(name)"),
        ("s", McpServer::sdk(""), "name"),
        ("s", McpServer::stdio("", ["x"]), "command"),
        ("s", McpServer::http(""), "url"),
        ("s", McpServer::Raw(json!("text")), "(entry)"),
        ("s", McpServer::stdio("a\0", ["x"]), "command"),
    ];
    for (name, server, expected) in table {
        let error = written(name, server).unwrap_err();
        assert!(
            matches!(&error, LaunchError::McpServer { key, .. } if key == expected),
            "{error}"
        );
    }
}

//! What is read, and what the CLI would have skipped.

use std::time::Duration;

use serde_json::{Value, json};

use super::{LaunchError, McpServer, parse_mcp_config};

fn one(entry: &Value) -> Result<McpServer, LaunchError> {
    let mut servers = parse_mcp_config(&json!({"mcpServers": {"srv": entry}}).to_string())?;
    Ok(servers.shift_remove("srv").unwrap())
}

#[test]
fn entries_of_every_kind_are_read_in_order() {
    let text = r#"{"mcpServers": {
        "z": {"command": "run"},
        "a": {"type": "http", "url": "https://h", "headers": {"K": "${V}"}, "timeout": 2000},
        "m": {"type": "sse", "url": "http://h", "alwaysLoad": true},
        "s": {"type": "sdk", "name": "s"}
    }}"#;
    let servers = parse_mcp_config(text).unwrap();
    assert_eq!(servers.keys().collect::<Vec<_>>(), ["z", "a", "m", "s"]);
    assert_eq!(servers["z"], McpServer::stdio("run", Vec::<String>::new()));
    assert_eq!(servers["s"], McpServer::sdk("s"));
    let McpServer::Http {
        headers, timeout, ..
    } = &servers["a"]
    else {
        panic!("{servers:?}")
    };
    assert_eq!(headers["K"], "${V}");
    assert_eq!(*timeout, Some(Duration::from_secs(2)));
    assert!(matches!(
        &servers["m"],
        McpServer::Sse {
            always_load: Some(true),
            ..
        }
    ));
}

#[test]
fn reading_what_was_written_gives_the_same() {
    let entry = json!({"type": "stdio", "command": "c", "args": ["a"], "env": {"K": "v"}, "timeout": 5, "alwaysLoad": false});
    assert_eq!(one(&entry).unwrap().to_json(), entry);
}

#[test]
fn keys_we_do_not_know_are_kept() {
    let entry = json!({"type": "http", "url": "https://h", "oauth": {"clientId": "x"}});
    assert_eq!(one(&entry).unwrap(), McpServer::Raw(entry));
    let socket = json!({"type": "ws", "url": "ws://h"});
    assert_eq!(one(&socket).unwrap(), McpServer::Raw(socket));
}

#[test]
fn what_the_cli_would_skip_is_an_error_with_server_and_key() {
    let table = [
        (json!("text"), "(entry)"),
        (json!({}), "type"),
        (json!({"type": "carrier-pigeon"}), "type"),
        (json!({"type": 1}), "type"),
        (json!({"url": "https://h"}), "type"),
        (json!({"type": "stdio"}), "command"),
        (json!({"command": ""}), "command"),
        (json!({"command": 1}), "command"),
        (json!({"command": "c", "args": "x"}), "args"),
        (json!({"command": "c", "args": ["x", 1]}), "args.1"),
        (json!({"command": "c", "env": {"A": 1}}), "env.A"),
        (json!({"command": "c", "timeout": "5"}), "timeout"),
        (json!({"command": "c", "timeout": 0}), "timeout"),
        (json!({"command": "c", "alwaysLoad": "yes"}), "alwaysLoad"),
        (json!({"type": "http"}), "url"),
        (json!({"type": "sse", "url": "nowhere"}), "url"),
        (
            json!({"type": "http", "url": "https://h", "headers": {"a": 1}}),
            "headers.a",
        ),
        (
            json!({"type": "http", "url": "https://h", "headers": []}),
            "headers",
        ),
        (json!({"type": "sdk"}), "name"),
    ];
    for (entry, expected) in table {
        let error = one(&entry).unwrap_err();
        assert!(
            matches!(&error, LaunchError::McpServer { server, key, .. } if server == "srv" && key == expected),
            "{entry}: {error}"
        );
    }
}

#[test]
fn text_that_is_no_configuration_says_so() {
    for (text, expected) in [
        ("{", "not JSON"),
        ("[]", "no key `mcpServers`"),
        (r#"{"servers": {}}"#, "no key `mcpServers`"),
        (r#"{"mcpServers": []}"#, "not an object"),
    ] {
        let error = parse_mcp_config(text).unwrap_err();
        assert_eq!(error.code(), "CONFIG");
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert!(parse_mcp_config(r#"{"mcpServers": {"": {"command": "c"}}}"#).is_err());
}

//! What is served: definitions, names, changes while sessions run.

use super::*;

#[test]
fn definitions_carry_everything() {
    let full = Tool::new("look", "Look around")
        .title("Look")
        .schema(Schema::simple([("where", "string")]))
        .output_schema(Schema::simple([("seen", "array")]))
        .read_only()
        .always_load()
        .meta("x", 1)
        .handler(|_, _| async { Ok(()) });
    let server = Server::new("s").unwrap().tool(full).unwrap();
    let answer = ready(
        &server,
        &json!({"id": 7, "method": "tools/list", "params": {}}),
    );
    assert_eq!(
        answer,
        json!({"jsonrpc": "2.0", "id": 7, "result": {"tools": [{
            "name": "look",
            "title": "Look",
            "description": "Look around",
            "inputSchema": {"type": "object", "properties": {"where": {"type": "string"}}, "required": ["where"]},
            "outputSchema": {"type": "object", "properties": {"seen": {"type": "array"}}, "required": ["seen"]},
            "annotations": {"readOnlyHint": true},
            "_meta": {"anthropic/alwaysLoad": true, "x": 1},
        }]}})
    );
}

#[test]
fn names_are_checked() {
    let server = Server::new("calc").unwrap().tool(tool("add")).unwrap();
    assert!(matches!(
        server.add(tool("add")),
        Err(Error::Duplicate { .. })
    ));
    for name in ["", "a b", "ä", "a.b", &"x".repeat(65)] {
        assert!(
            matches!(server.add(tool(name)), Err(Error::InvalidName { .. })),
            "{name}"
        );
    }
    assert!(server.add(tool(&"x".repeat(64))).is_ok());
    for name in ["Bash", "Read", "Task", "AskUserQuestion", "ToolSearch"] {
        let text = server.add(tool(name)).unwrap_err().to_string();
        let suggestion = format!("`calc_{}`", name.to_lowercase());
        assert!(text.contains(name) && text.contains(&suggestion), "{text}");
    }
    assert!(matches!(
        server.add(Tool::new("idle", "")),
        Err(Error::NoHandler { .. })
    ));
    for name in ["a__b", "a_", "", "a b"] {
        assert!(
            matches!(
                Server::new(name),
                Err(Error::InvalidName {
                    kind: Kind::Server,
                    ..
                })
            ),
            "{name}"
        );
    }
    assert!(Server::new("_a-b_c").is_ok());
    assert_eq!(server.qualified("add"), "mcp__calc__add");
}

#[tokio::test]
async fn tools_change_while_sessions_run() {
    let server = Server::new("calc")
        .unwrap()
        .tool(tool("a"))
        .unwrap()
        .tool(tool("b"))
        .unwrap();
    let elsewhere = server.clone();
    let mut changes = server.subscribe();
    let first = *changes.borrow_and_update();

    elsewhere.disable("a").unwrap();
    changes.changed().await.unwrap();
    let second = *changes.borrow_and_update();
    assert_eq!(
        second.notifications_since(first),
        ["notifications/tools/list_changed"]
    );
    assert_eq!(listed_names(&server), ["b"]);
    let call = json!({"id": 1, "method": "tools/call", "params": {"name": "a"}});
    assert_eq!(
        run(&server, &call).await.pointer("/error/code").unwrap(),
        -32602
    );

    elsewhere.disable("a").unwrap();
    assert!(
        !changes.has_changed().unwrap(),
        "nothing changed, so nobody is told"
    );

    elsewhere.enable("a").unwrap();
    elsewhere
        .update(Tool::new("a", "New").handler(|_, _| async { Ok("new") }))
        .unwrap();
    assert_eq!(listed_names(&server), ["a", "b"]);
    assert_eq!(
        run(&server, &call)
            .await
            .pointer("/result/content/0/text")
            .unwrap(),
        "new"
    );

    elsewhere.remove("a").unwrap();
    elsewhere.add(tool("c")).unwrap();
    assert_eq!(listed_names(&server), ["b", "c"]);
    assert_eq!(changes.borrow().tools, first.tools + 5);
    for missing in [
        server.remove("zz"),
        server.enable("zz"),
        server.disable("zz"),
        server.update(tool("zz")),
    ] {
        let text = missing.unwrap_err().to_string();
        assert!(
            text.contains("no tool `zz`") && text.contains("known: b, c"),
            "{text}"
        );
    }
    let names: Vec<String> = server
        .tools()
        .into_iter()
        .map(|status| status.name)
        .collect();
    assert_eq!(names, ["b", "c"]);
}

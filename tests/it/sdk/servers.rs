//! Servers of tools: shared by sessions, changed while they run, and named twice.

use super::{FakeCli, child, link, payload, within};
use crate::support::frames;
use cca::tools::{Server, Tool};
use cca::transport::launch::{McpServer, parse_mcp_config};
use cca::{Agent, Client, Options, Session};
use serde_json::{Value, json};

fn tool(name: &str) -> Tool {
    Tool::new(name, "x").handler(|_, cx| async move { Ok(cx.session_id().to_owned()) })
}

async fn listed(server: &Server) -> (Session, FakeCli) {
    let (link, mut cli) = link();
    let session = Agent::new(Options::new().server(server.clone())).attach(link);
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    cli.say(&frames::mcp("list", "calc", &message)).await;
    let heard = cli.hear().await;
    let tools = &payload(&heard)["mcp_response"]["result"]["tools"];
    assert_eq!(tools.as_array().unwrap().len(), 1);
    (session, cli)
}

fn is_change(line: &Value) -> bool {
    line["request"]["message"]["method"] == "notifications/tools/list_changed"
}

#[tokio::test]
async fn two_sessions_share_a_server_and_each_hears_of_a_change_once() {
    let server = Server::new("calc").unwrap().tool(tool("first")).unwrap();
    let mut sessions = [listed(&server).await, listed(&server).await];
    server.add(tool("second")).unwrap();
    for (n, (_, cli)) in sessions.iter_mut().enumerate() {
        let heard = cli.hear().await;
        assert!(is_change(&heard), "{heard}");
        let id = heard["request_id"].as_str().unwrap();
        cli.say(&frames::success(id, &Value::Null)).await;
        // The next thing on the wire is the answer to this, not the same change again.
        let session_id = format!("session {n}");
        cli.say(&frames::system(
            "status",
            &json!({ "session_id": session_id }),
        ))
        .await;
        cli.say(&frames::tools_call("c", "calc", "second")).await;
        let heard = cli.hear().await;
        assert!(!is_change(&heard), "{heard}");
        assert!(
            payload(&heard)["mcp_response"]["result"].is_object(),
            "{heard}"
        );
    }
}

#[tokio::test]
async fn servers_of_one_name_are_refused_before_anything_starts() {
    let server = || Server::new("calc").unwrap();
    let ours = child("ready; hear").server(server()).server(server());
    let both = child("ready; hear")
        .server(server())
        .mcp_server("calc", McpServer::http("http://127.0.0.1:9/"));
    for options in [ours, both] {
        let error = within(Client::connect(&options)).await.unwrap_err();
        assert_eq!(error.code(), "CONFIG");
        assert!(error.to_string().contains("calc"), "{error}");
    }
}

#[tokio::test]
async fn a_malformed_mcp_configuration_is_named() {
    for text in [
        "",
        "[]",
        "{\"mcpServers\": 1}",
        "{\"mcpServers\":{\"a\":{\"type\":\"?\"}}}",
    ] {
        let error = cca::Error::from(parse_mcp_config(text).unwrap_err());
        assert_eq!(error.code(), "CONFIG", "{text}");
    }
    let options = child("ready; hear").mcp_server("a", McpServer::http(""));
    let error = within(Client::connect(&options)).await.unwrap_err();
    assert_eq!(error.code(), "CONFIG", "{error}");
}

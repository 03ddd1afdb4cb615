//! Our own client against the simulator, in one program.

use crate::sdk::within;
use cca::config::Document;
use cca::simulator::Connector;
use cca::simulator::scenario::Compiled;
use cca::tools::{Schema, Server, Tool};
use cca::transport::launch::SessionChoice;
use cca::{Client, HookEvent, HookOutput, Options, PermissionAnswer, TurnResult, query};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn connector(toml: &str) -> Connector {
    Connector::new(Compiled::read(&Document::new("test.toml", toml)).unwrap())
}

fn options(connector: &Connector) -> Options {
    let connector = connector.clone();
    Options::new().connect_with(move |plan| connector.connect(plan))
}

async fn ask(client: &mut Client, prompt: &str) -> TurnResult {
    within(client.query(prompt)).await.unwrap();
    within(client.receive_response()).await.unwrap()
}

#[tokio::test]
async fn one_question_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.ndjson");
    let connector =
        connector("[[turns]]\nsteps = [{ think = \"hm\" }, { say = \"Hello {{prompt}}\" }]");
    let answer = within(query("you", options(&connector).record(&file)))
        .await
        .unwrap();
    assert_eq!(answer.text(), "Hello you");
    assert!(
        std::fs::read_to_string(&file)
            .unwrap()
            .contains("stream_event")
    );
}

#[tokio::test]
async fn tools_permissions_hooks_and_several_turns() {
    let connector = connector(
        r#"
        [[on]]
        prompt = "add (\\d+) (\\d+)"
        steps = [{ tool = { name = "mcp__calc__add", input = { a = "{{number 1}}", b = "{{number 2}}" }, allowed = [{ say = "{{last}}" }] } }]
        [[on]]
        prompt = "touch"
        steps = [{ tool = { name = "Bash", input = { command = "touch x" }, denied = [{ say = "no: {{message}}" }] } }]
        "#,
    );
    let add = Tool::new("add", "Adds")
        .schema(Schema::simple([("a", "number"), ("b", "number")]))
        .handler(|args, _| async move {
            let number = |key: &str| args.get(key).and_then(serde_json::Value::as_f64);
            Ok((number("a").unwrap_or(0.0) + number("b").unwrap_or(0.0)).to_string())
        });
    let seen = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&seen);
    let options = options(&connector)
        .server(Server::new("calc").unwrap().tool(add).unwrap())
        .allow("mcp__calc__*")
        .unwrap()
        .on_permission(|_, _| async { Ok(PermissionAnswer::deny("not here")) })
        .hook(HookEvent::PreToolUse, "", move |_, _| {
            count.fetch_add(1, Ordering::Relaxed);
            async { Ok(HookOutput::none()) }
        });
    let mut client = within(Client::connect(&options)).await.unwrap();
    assert_eq!(ask(&mut client, "add 40 2").await.text(), "42");
    assert_eq!(ask(&mut client, "touch").await.text(), "no: not here");
    assert_eq!(ask(&mut client, "other").await.text(), "other");
    assert_eq!(seen.load(Ordering::Relaxed), 2);
    within(client.disconnect()).await.unwrap();
}

#[tokio::test]
async fn an_interrupt_and_a_resumed_session() {
    let connector = connector(
        "[[turns]]\nsteps = [{ set = { x = \"kept\" } }, { hang = true }]\n[[turns]]\nsteps = [{ say = \"{{x}}\" }]",
    );
    let id = uuid::Uuid::new_v4();
    let first = options(&connector).session(SessionChoice::Id(id));
    let mut client = within(Client::connect(&first)).await.unwrap();
    within(client.query("go")).await.unwrap();
    within(client.next_message()).await.unwrap();
    within(client.interrupt()).await.unwrap();
    let error = within(client.receive_response()).await.unwrap_err();
    assert!(error.to_string().contains("interrupted"), "{error}");
    within(client.disconnect()).await.unwrap();
    let answer = within(query("again", options(&connector).resume(id.to_string())))
        .await
        .unwrap();
    assert_eq!(answer.text(), "kept");
}

#[tokio::test]
async fn a_start_that_fails_says_why() {
    let connector = connector("[start]\nexit = 3\nstderr = [\"no license\"]");
    let error = within(query("x", options(&connector))).await.unwrap_err();
    assert!(error.to_string().contains("no license"), "{error}");
    let silent = self::connector("");
    let error = within(query(
        "x",
        options(&silent).resume("99999999-2222-4333-8444-555555555555"),
    ))
    .await
    .unwrap_err();
    assert!(
        error.to_string().contains("No conversation found"),
        "{error}"
    );
}

#[tokio::test]
async fn a_flood_arrives_whole() {
    let connector =
        connector("[[turns]]\nsteps = [{ flood = { frames = 20000 } }, { say = \"over\" }]");
    let mut client = within(Client::connect(&options(&connector))).await.unwrap();
    let answer = ask(&mut client, "go").await;
    assert_eq!(answer.text(), "over");
}

//! Every key of a file of tools does what it says. The keys of `command` are in `commands`, those of cases in `cases`.

use super::{call, called, definition, text, tools};
use cca::config::Document;
use cca::tools::declared::{Answerer, Reply, ToolFile};
use serde_json::json;
use std::path::Path;
use std::sync::{Arc, Mutex};

#[test]
fn server_is_the_name_of_the_server() {
    let file = tools("server = 'mine'\n[tools.a]\ndescription = 'x'\nanswer = 'y'");
    let server = file.server(None).unwrap();
    assert_eq!(server.qualified("a"), "mcp__mine__a");
}

#[test]
fn without_it_the_file_names_the_server() {
    let cases = [
        ("dir/my tools.v2.toml", "my_tools_v2"),
        ("__x__.toml", "x"),
        ("a-b.toml", "a-b"),
        ("é.toml", "tools"),
    ];
    for (path, name) in cases {
        let document = Document::new(path, "[tools.a]\ndescription = 'x'\nanswer = 'y'");
        let file = ToolFile::read(&document).unwrap();
        assert_eq!(file.server_name(), name, "{path}");
        file.server(None).unwrap();
    }
}

#[tokio::test]
async fn description_of_the_file_is_for_the_agent() {
    let file = tools("description = 'Be kind.'\n[tools.a]\ndescription = 'x'\nanswer = 'y'");
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}});
    let answer = super::answered(&file, None, &message).await;
    assert_eq!(answer["result"]["instructions"], "Be kind.");
}

#[tokio::test]
async fn what_the_agent_is_told_of_a_tool() {
    let file = tools(
        "[tools.a]\ndescription = 'Does it'\ntitle = 'It'\nread_only = true\ndestructive = false\n\
         idempotent = true\nopen_world = false\nalways_load = true\nanswer = 'y'",
    );
    let told = definition(&file).await;
    assert_eq!(told["name"], "a");
    assert_eq!(told["description"], "Does it");
    assert_eq!(told["title"], "It");
    assert_eq!(
        told["annotations"],
        json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false})
    );
    assert_eq!(told["_meta"]["anthropic/alwaysLoad"], true);
}

#[tokio::test]
async fn input_is_a_short_schema_in_the_order_of_the_file() {
    let file = tools(
        "[tools.a]\ndescription = 'x'\ninput = { z = 'number', b = 'string?' }\nanswer = 'y'",
    );
    let told = definition(&file).await;
    let names: Vec<_> = told["inputSchema"]["properties"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(names, ["z", "b"]);
    assert_eq!(told["inputSchema"]["required"], json!(["z"]));
    assert!(text(&call(&file, "a", &json!({"z": "no"})).await).1);
    assert_eq!(
        text(&call(&file, "a", &json!({"z": 1})).await),
        ("y", false)
    );
}

#[tokio::test]
async fn schema_is_any_json_schema() {
    let file = tools(
        "[tools.a]\ndescription = 'x'\nanswer = 'y'\n[tools.a.schema]\ntype = 'object'\nrequired = ['n']\n\
         properties.n = { type = 'integer', minimum = 3 }",
    );
    assert!(text(&call(&file, "a", &json!({"n": 2})).await).1);
    assert!(!text(&call(&file, "a", &json!({"n": 3})).await).1);
}

#[tokio::test]
async fn schema_file_is_beside_the_file() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(
        dir.path().join("in.json"),
        r#"{"properties": {"n": {"maximum": 5}}}"#,
    )
    .unwrap();
    std::fs::write(dir.path().join("in.toml"), "properties.n.maximum = 5").unwrap();
    for name in ["in.json", "in.toml"] {
        let text_of = format!("[tools.a]\ndescription = 'x'\nschema_file = '{name}'\nanswer = 'y'");
        let document = Document::new(dir.path().join("box.toml"), text_of);
        let file = ToolFile::read(&document).unwrap();
        assert!(text(&call(&file, "a", &json!({"n": 6})).await).1);
        assert!(!text(&call(&file, "a", &json!({"n": 5})).await).1);
    }
}

#[tokio::test]
async fn output_schema_is_told_and_held_to() {
    let file = tools(
        "[tools.a]\ndescription = 'x'\ninput = { n = 'any' }\n\
         output_schema = { type = 'object', required = ['n'], properties.n.type = 'number' }\n\
         command = { run = ['cat'], stdin = 'json', output = 'json' }",
    );
    assert_eq!(
        definition(&file).await["outputSchema"]["required"],
        json!(["n"])
    );
    let good = call(&file, "a", &json!({"n": 1})).await;
    assert_eq!(good["structuredContent"], json!({"n": 1}));
    let (said, error) = {
        let bad = call(&file, "a", &json!({"n": "one"})).await;
        (text(&bad).0.to_owned(), text(&bad).1)
    };
    assert!(error && said.contains("output schema"), "{said}");
}

#[tokio::test]
async fn answer_is_text_or_structured_content() {
    let file = tools(
        "[tools.a]\ndescription = 'x'\nanswer = 'plain {text}'\n\
         [tools.b]\ndescription = 'x'\nanswer = { n = 1, day = 1979-05-27 }\n\
         [tools.c]\ndescription = 'x'\nanswer = [1, 2]",
    );
    assert_eq!(
        text(&call(&file, "a", &json!({})).await),
        ("plain {text}", false)
    );
    let table = call(&file, "b", &json!({})).await;
    assert_eq!(
        table["structuredContent"],
        json!({"n": 1, "day": "1979-05-27"})
    );
    assert_eq!(text(&call(&file, "c", &json!({})).await), ("[1,2]", false));
}

#[tokio::test]
async fn timeout_ms_ends_a_wait() {
    let file = tools(
        "[tools.a]\ndescription = 'x'\ntimeout_ms = 20\ncases = [{ answer = 'late', delay_ms = 60000 }]",
    );
    let result = call(&file, "a", &json!({})).await;
    let (said, error) = text(&result);
    assert!(error && said.contains("20ms"), "{said}");
}

#[tokio::test]
async fn manual_asks_whoever_the_front_end_provides() {
    let file = tools(
        "[tools.a]\ndescription = 'x'\ninput = { who = 'string', n = 'number?' }\n\
         manual = 'What does {who} want{n}?'",
    );
    let asked = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&asked);
    let answerer = |reply: Reply| {
        let noted = Arc::clone(&noted);
        Answerer::new(move |question| {
            noted.lock().unwrap().push(question);
            let reply = reply.clone();
            async move { reply }
        })
    };
    let arguments = json!({"who": "Ada"});
    let words = answerer(Reply::Text("tea".to_owned()));
    let result = called(&file, Some(words), "a", &arguments).await;
    assert_eq!(text(&result), ("tea", false));
    let table = answerer(Reply::Structured(json!({"drink": "tea"})));
    let result = called(&file, Some(table), "a", &arguments).await;
    assert_eq!(result["structuredContent"], json!({"drink": "tea"}));
    for (why, said) in [
        ("", "The person who was asked gave no answer."),
        ("busy", "The person who was asked gave no answer: busy"),
    ] {
        let no = answerer(Reply::Refused(why.to_owned()));
        let result = called(&file, Some(no), "a", &arguments).await;
        assert_eq!(text(&result), (said, true));
    }
    let question = asked.lock().unwrap()[0].clone();
    assert_eq!(
        (question.tool.as_str(), question.prompt.as_str()),
        ("a", "What does Ada want?")
    );
    assert_eq!(question.arguments, arguments);
    let result = call(&file, "a", &arguments).await;
    assert_eq!(
        text(&result),
        (
            "Tool `a` is answered by a person, and nobody is there to answer. Go on without it.",
            true
        )
    );
}

#[test]
fn the_examples_are_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let file = ToolFile::read(&Document::open(&folder.join("tools.toml")).unwrap()).unwrap();
    let kinds: Vec<_> = file
        .tools()
        .iter()
        .map(|tool| (tool.name(), tool.kind()))
        .collect();
    assert_eq!(
        kinds,
        [
            ("word_count", "command"),
            ("find_text", "command"),
            ("echo", "command"),
            ("office_hours", "answer"),
            ("weather", "cases"),
            ("ask_operator", "manual")
        ]
    );
    file.server(None).unwrap();
    let document = Document::open(&folder.join("hooks.toml")).unwrap();
    assert_eq!(
        cca::hooks::HookFile::read(&document).unwrap().hooks().len(),
        7
    );
}

#[tokio::test]
async fn the_example_tools_work() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let file = ToolFile::read(&Document::open(&folder.join("tools.toml")).unwrap()).unwrap();
    let words = call(&file, "word_count", &json!({"text": "one two three"})).await;
    assert_eq!(text(&words).0.trim(), "3");
    let here = folder.join("cases.toml");
    let arguments = json!({"text": "Rain.", "files": [here], "limit": 1});
    let found = call(&file, "find_text", &arguments).await;
    assert!(text(&found).0.ends_with("answer = \"Rain.\""), "{found}");
    let echo = call(&file, "echo", &json!({"value": [1, "x"]})).await;
    assert_eq!(echo["structuredContent"], json!({"value": [1, "x"]}));
    let sky = call(&file, "weather", &json!({"city": "LIMA"})).await;
    assert_eq!(sky["structuredContent"]["degrees"], 31);
}

//! Resources and prompts, listed and asked for.

use super::*;

#[tokio::test]
async fn resources_are_listed_and_read() {
    let server = Server::new("notes")
        .unwrap()
        .resource(
            Resource::new("n://today", "today")
                .mime_type("text/plain")
                .handler(|_, _| async { Ok("milk") }),
        )
        .unwrap()
        .resource(
            Resource::template("n://{year}/{+rest}", "any").handler(|asked, _| async move {
                Ok(format!(
                    "{} | {}",
                    asked.variables["year"], asked.variables["rest"]
                ))
            }),
        )
        .unwrap()
        .resource(Resource::new("n://bytes", "b").handler(|_, _| async { Ok(vec![0_u8, 255]) }))
        .unwrap()
        .resource(
            Resource::new("n://bad", "bad")
                .handler(|_, _| async { Err::<String, _>(ToolError::new("gone")) }),
        )
        .unwrap();
    let list = ready(&server, &json!({"id": 1, "method": "resources/list"}));
    let first = list.pointer("/result/resources/0").unwrap();
    assert_eq!(
        first,
        &json!({"uri": "n://today", "name": "today", "mimeType": "text/plain"})
    );
    assert_eq!(
        list.pointer("/result/resources")
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        3
    );
    let templates = ready(
        &server,
        &json!({"id": 1, "method": "resources/templates/list"}),
    );
    let expected = json!([{"uriTemplate": "n://{year}/{+rest}", "name": "any"}]);
    assert_eq!(
        templates.pointer("/result/resourceTemplates").unwrap(),
        &expected
    );

    let read = async |uri: &str| {
        run(
            &server,
            &json!({"id": 1, "method": "resources/read", "params": {"uri": uri}}),
        )
        .await
    };
    let today =
        json!({"contents": [{"uri": "n://today", "mimeType": "text/plain", "text": "milk"}]});
    assert_eq!(read("n://today").await["result"], today);
    let fitting = json!({"contents": [{"uri": "n://2026/a/b", "text": "2026 | a/b"}]});
    assert_eq!(read("n://2026/a/b").await["result"], fitting);
    assert_eq!(
        read("n://bytes").await["result"],
        json!({"contents": [{"uri": "n://bytes", "blob": "AP8="}]})
    );
    assert_eq!(read("n://bad").await["error"]["code"], -32603);
    let small = server.clone().max_result(60);
    let message = json!({"id": 1, "method": "resources/read", "params": {"uri": "n://today"}});
    let problem = run(&small, &message).await["error"]["message"].to_string();
    assert!(problem.contains("the limit of 60"), "{problem}");
    let server = small.max_result(DEFAULT_MAX_RESULT);
    server.remove_resource("n://bad").unwrap();
    assert_eq!(read("n://bad").await["error"]["code"], -32002);
    assert_eq!(
        read("n://{year}/{+rest}").await["error"]["code"],
        Value::Null,
        "the braces fit the template"
    );

    let again = Resource::new("n://today", "x")
        .handler(|_, _| async { Ok(ResourceContents::text("u", "t")) });
    assert!(matches!(
        server.add_resource(again),
        Err(Error::Duplicate {
            kind: Kind::Resource,
            ..
        })
    ));
    for template in ["n://{", "n://{a}{a}", "n://{?q}", "n://{}"] {
        let bad = Resource::template(template, "x").handler(|_, _| async { Ok("x") });
        assert!(
            matches!(server.add_resource(bad), Err(Error::InvalidTemplate { .. })),
            "{template}"
        );
    }
}

#[tokio::test]
async fn prompts_are_listed_and_asked_for() {
    let review = Prompt::new("review", "Review")
        .required("path", "File")
        .optional("focus", "Focus")
        .handler(|args: PromptArguments, _| async move { Ok(format!("Review {}.", args["path"])) });
    let server = Server::new("dev").unwrap().prompt(review.clone()).unwrap();
    let list = ready(&server, &json!({"id": 1, "method": "prompts/list"}));
    assert_eq!(
        list.pointer("/result/prompts").unwrap(),
        &json!([{"name": "review", "description": "Review", "arguments": [
            {"name": "path", "description": "File", "required": true},
            {"name": "focus", "description": "Focus", "required": false},
        ]}])
    );
    let get = async |arguments: Value| {
        let params = json!({"name": "review", "arguments": arguments});
        run(
            &server,
            &json!({"id": 1, "method": "prompts/get", "params": params}),
        )
        .await
    };
    let expected =
        json!({"messages": [{"role": "user", "content": Content::text("Review a.rs.")}]});
    assert_eq!(get(json!({"path": "a.rs"})).await["result"], expected);
    let missing = get(json!({})).await;
    assert_eq!(missing["error"]["code"], -32602);
    assert!(
        missing["error"]["message"]
            .as_str()
            .unwrap()
            .contains("path")
    );
    assert_eq!(get(json!({"path": 4})).await["error"]["code"], -32602);
    assert!(matches!(
        server.add_prompt(review),
        Err(Error::Duplicate {
            kind: Kind::Prompt,
            ..
        })
    ));
    server.remove_prompt("review").unwrap();
    assert_eq!(get(json!({"path": "a.rs"})).await["error"]["code"], -32602);
}

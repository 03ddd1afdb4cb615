//! Any text as a message gets a syntactically whole JSON answer with the id it asked with; nothing panics.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use proptest::prelude::*;

use super::*;
use crate::tools::{Schema, Tool};

fn any_json() -> impl Strategy<Value = Value> + Clone {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = prop_oneof![
            prop::sample::select(vec![
                "name",
                "arguments",
                "_meta",
                "uri",
                "requestId",
                "a",
                "protocolVersion"
            ])
            .prop_map(ToOwned::to_owned),
            any::<String>(),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn any_message() -> impl Strategy<Value = String> {
    let methods = vec![
        "initialize",
        "ping",
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "prompts/list",
        "prompts/get",
        "notifications/cancelled",
        "x",
    ];
    let named = (prop::sample::select(vec!["add", "zz"]), any_json())
        .prop_map(|(name, arguments)| json!({"name": name, "arguments": arguments, "uri": "a://b", "requestId": 1}));
    let params = prop_oneof![named, any_json()];
    let whole = (
        prop::option::of(any_json()),
        prop::sample::select(methods),
        params,
    )
        .prop_map(|(id, method, params)| {
            let mut rpc = json!({"method": method, "params": params});
            if let Some(id) = id {
                rpc["id"] = id;
            }
            rpc.to_string()
        });
    let cut = (whole.clone(), any::<prop::sample::Index>())
        .prop_map(|(text, at)| text.chars().take(at.index(text.len())).collect());
    prop_oneof![4 => whole, 1 => cut, 1 => any_json().prop_map(|json| json.to_string()), 1 => any::<String>()]
}

proptest! {
    #[test]
    fn any_message_gets_a_json_answer_with_its_id(text in any_message()) {
        let tool = Tool::new("add", "").schema(Schema::simple([("a", "number")])).handler(|args, _| async move { Ok(args) });
        let server = Server::new("s").unwrap().tool(tool).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = match server.handle(&text, CallContext::default()) {
            Handled::Ready(answer) | Handled::Cancel { ack: answer, .. } => answer,
            Handled::Running { future, .. } => runtime.block_on(future).get().to_owned(),
        };
        let answer: Value = serde_json::from_str(&answer).unwrap();
        prop_assert!(answer.get("result").is_some() != answer.get("error").is_some());
        let asked: Value = serde_json::from_str(&text).unwrap_or_default();
        if let Some(id @ (Value::String(_) | Value::Number(_))) = asked.get("id") {
            prop_assert_eq!(id, &answer["id"]);
        }
    }
}

//! What a person is shown, and what a line becomes.

use super::super::desk;
use super::{answer, answerer, form, question};
use crate::tools::declared::{Question, Reply};
use crate::wire::elicitation::{Elicitation, ElicitationAnswer, ElicitationMode};
use serde_json::{Value, json};

fn asked(schema: &Value) -> Elicitation {
    Elicitation {
        mcp_server_name: "shop".to_owned(),
        message: "Your \u{1b}[2Jname?".to_owned(),
        requested_schema: schema.as_object().cloned(),
        ..Elicitation::default()
    }
}

fn name() -> Value {
    json!({"type": "object", "properties": {"name": {"type": "string", "minLength": 2}}, "required": ["name"]})
}

fn accepted(content: &Value) -> ElicitationAnswer {
    ElicitationAnswer::Accept {
        content: content.as_object().cloned(),
    }
}

#[test]
fn a_line_fills_a_form() {
    let form = asked(&name());
    assert!(!question(&form).contains('\u{1b}'), "{}", question(&form));
    assert_eq!(answer(&form, "Ada"), Ok(accepted(&json!({"name": "Ada"}))));
    let object = r#"{"name": "Bo"}"#;
    assert_eq!(answer(&form, object), Ok(accepted(&json!({"name": "Bo"}))));
    assert_eq!(answer(&form, ""), Ok(ElicitationAnswer::Decline));
    assert!(answer(&form, "A").unwrap_err().contains("does not fit"));
    let two = asked(&json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {}}}));
    assert!(answer(&two, "Ada").unwrap_err().contains("JSON object"));
}

#[test]
fn a_page_is_confirmed() {
    let page = Elicitation {
        mode: ElicitationMode::Url,
        url: Some("https://example.org/\u{1b}".to_owned()),
        ..asked(&json!({}))
    };
    assert!(
        question(&page).contains("https://example.org/\\e"),
        "{}",
        question(&page)
    );
    let visited = ElicitationAnswer::Accept { content: None };
    assert_eq!(answer(&page, "y"), Ok(visited));
    assert!(answer(&page, "what?").is_err());
}

#[tokio::test]
async fn what_does_not_fit_is_asked_again() {
    let (desk, mut inquiries) = desk::open();
    let person = async {
        let mut seen = Vec::new();
        for line in ["A", "Ada"] {
            let inquiry = inquiries.recv().await.unwrap();
            seen.push(inquiry.text);
            inquiry.reply.send(line.to_owned()).unwrap();
        }
        seen
    };
    let elicitation = asked(&name());
    let (answer, seen) = tokio::join!(form(&desk, &elicitation), person);
    assert_eq!(answer, accepted(&json!({"name": "Ada"})));
    assert!(seen.first().is_some_and(|text| text.contains("shop asks")));
    drop(inquiries);
    assert_eq!(form(&desk, &elicitation).await, ElicitationAnswer::Cancel);
}

#[tokio::test]
async fn a_tool_is_answered_with_the_line_that_was_typed() {
    let (desk, mut inquiries) = desk::open();
    let ask = || {
        answerer(desk.clone()).ask(Question {
            tool: "who".to_owned(),
            tool_use_id: None,
            prompt: "Who is it?".to_owned(),
            arguments: json!({}),
            output_schema: None,
        })
    };
    let person = async {
        let inquiry = inquiries.recv().await.unwrap();
        assert!(inquiry.text.contains("Who is it?"), "{}", inquiry.text);
        inquiry.reply.send("Ada\n".to_owned()).unwrap();
    };
    assert_eq!(tokio::join!(ask(), person).0, Reply::Text("Ada".to_owned()));
    drop(inquiries);
    assert_eq!(ask().await, Reply::Refused("nobody is there".to_owned()));
}

//! Asking the person at the terminal. Owns: the question's look and how a line is read as an answer. Does not own: when a
//! tool asks.

use crate::headless::sanitise;
use crate::tools::declared::{Answerer, Question, Reply};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal as _, Write as _};
use tokio::sync::oneshot;

/// Whoever sits at the terminal; nobody, if standard input or standard error is none.
pub(super) fn answerer() -> Option<Answerer> {
    (io::stdin().is_terminal() && io::stderr().is_terminal()).then(|| {
        Answerer::new(|question| async move {
            let (tell, told) = oneshot::channel();
            // A thread of its own: a read from a terminal cannot be taken back, and must not hold up the end.
            std::thread::spawn(move || {
                let _ = io::stderr().write_all(shown(&question).as_bytes());
                let _ = tell.send(read(&mut io::stdin().lock()));
            });
            told.await
                .unwrap_or_else(|_| Reply::Refused("the terminal is gone".to_owned()))
        })
    })
}

/// The question, safe to print.
pub(crate) fn shown(question: &Question) -> String {
    let mut text = format!("Tool {} asks:\n", sanitise(&question.tool));
    for line in question.prompt.lines() {
        let _ = writeln!(text, "  {}", sanitise(line));
    }
    let _ = writeln!(
        text,
        "Arguments: {}",
        sanitise(&question.arguments.to_string())
    );
    if let Some(schema) = &question.output_schema {
        let _ = writeln!(
            text,
            "A JSON object is wanted: {}",
            sanitise(&schema.to_string())
        );
    }
    text.push_str("Answer in one line (nothing to refuse): ");
    text
}

fn read(input: &mut impl BufRead) -> Reply {
    let mut line = String::new();
    match input.read_line(&mut line) {
        Ok(_) => understood(&line),
        Err(error) => Reply::Refused(error.to_string()),
    }
}

/// One line is the answer; a JSON object is structured content.
pub(crate) fn understood(line: &str) -> Reply {
    let line = line.trim();
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Reply::Structured(Value::Object(object)),
        _ if line.is_empty() => Reply::Refused(String::new()),
        _ => Reply::Text(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_is_an_answer() {
        let cases = [
            ("yes, do\nmore", Reply::Text("yes, do".to_owned())),
            ("{\"a\": 1}\n", Reply::Structured(json!({"a": 1}))),
            ("[1]\n", Reply::Text("[1]".to_owned())),
            ("\n", Reply::Refused(String::new())),
            ("", Reply::Refused(String::new())),
        ];
        for (input, reply) in cases {
            assert_eq!(read(&mut input.as_bytes()), reply, "{input:?}");
        }
    }

    #[test]
    fn what_is_asked_cannot_draw() {
        let question = Question {
            tool: "code".to_owned(),
            tool_use_id: None,
            prompt: "The code for \u{1b}[2J?\nNow.".to_owned(),
            arguments: json!({"a": "\u{202e}"}),
            output_schema: None,
        };
        insta::assert_snapshot!(shown(&question));
    }
}

//! EDGE. Questions of tools that are answered by hand, on their way to the screen and back. Owns: giving them numbers, and
//! noticing that nobody wants an answer any more. Does not own: what the person sees of them.

use crate::tools::declared::{Answerer, Question, Reply};
use crate::tui::msg::Msg;
use std::collections::HashMap;
use std::task::{Context, Poll};
use tokio::sync::{mpsc, oneshot};

/// Questions that may wait for the loop.
const WAITING: usize = 64;

type Asked = (Question, oneshot::Sender<Reply>);

/// Where questions for the person at the screen arrive.
#[derive(Debug)]
pub struct Desk {
    asked: mpsc::Receiver<Asked>,
    open: HashMap<u64, oneshot::Sender<Reply>>,
    newest: u64,
}

/// A desk, and who asks there: to be given to [`crate::setup::prepare`].
pub fn desk() -> (Answerer, Desk) {
    let (ask, asked) = mpsc::channel(WAITING);
    let answerer = Answerer::new(move |question| {
        let ask = ask.clone();
        async move {
            let (tell, told) = oneshot::channel();
            let gone = || Reply::Refused("the screen is gone".to_owned());
            if ask.send((question, tell)).await.is_err() {
                return gone();
            }
            told.await.unwrap_or_else(|_| gone())
        }
    });
    let desk = Desk {
        asked,
        open: HashMap::new(),
        newest: 0,
    };
    (answerer, desk)
}

impl Desk {
    /// The next question, or one that nobody wants answered any more.
    pub(super) async fn next(&mut self) -> Msg {
        std::future::poll_fn(|cx| self.poll(cx)).await
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Msg> {
        let mut open = self.open.iter_mut();
        let gone =
            open.find_map(|(number, tell)| tell.poll_closed(cx).is_ready().then_some(*number));
        if let Some(number) = gone {
            self.open.remove(&number);
            return Poll::Ready(Msg::Unasked(number));
        }
        match self.asked.poll_recv(cx) {
            Poll::Ready(Some((question, tell))) => {
                self.newest += 1;
                self.open.insert(self.newest, tell);
                Poll::Ready(Msg::Asked(self.newest, Box::new(question)))
            }
            // No tool asks a person: nothing will ever come.
            Poll::Ready(None) | Poll::Pending => Poll::Pending,
        }
    }

    /// The person answered.
    pub(super) fn reply(&mut self, number: u64, reply: Reply) {
        if let Some(tell) = self.open.remove(&number) {
            // Whoever asked may just have given up.
            let _ = tell.send(reply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::desk;
    use crate::tools::declared::{Question, Reply};
    use crate::tui::msg::Msg;

    fn question() -> Question {
        Question {
            tool: "code".to_owned(),
            tool_use_id: None,
            prompt: "?".to_owned(),
            arguments: serde_json::Value::Null,
            output_schema: None,
        }
    }

    #[tokio::test]
    async fn a_question_is_answered() {
        let (answerer, mut desk) = desk();
        let asked = tokio::spawn(answerer.ask(question()));
        let Msg::Asked(number, _) = desk.next().await else {
            panic!("no question");
        };
        desk.reply(number, Reply::Text("42".to_owned()));
        assert_eq!(asked.await.unwrap(), Reply::Text("42".to_owned()));
    }

    #[tokio::test]
    async fn a_question_that_is_dropped_is_told() {
        let (answerer, mut desk) = desk();
        let asked = tokio::spawn(answerer.ask(question()));
        let Msg::Asked(number, _) = desk.next().await else {
            panic!("no question");
        };
        asked.abort();
        assert!(matches!(desk.next().await, Msg::Unasked(gone) if gone == number));
    }

    #[tokio::test]
    async fn without_a_screen_there_is_no_answer() {
        let (answerer, desk) = desk();
        drop(desk);
        assert!(matches!(answerer.ask(question()).await, Reply::Refused(_)));
    }
}

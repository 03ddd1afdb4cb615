//! Where anybody puts a question to the person at the terminal. Owns: handing it over and bringing the line back.
//! Does not own: the terminal (`ask`), what a line means (`by_hand`).

use tokio::sync::{mpsc, oneshot};

/// Questions that wait to be taken over.
const WAITING: usize = 16;

/// A question: what to show, and where the line goes that is typed. Nobody wants it any more if that is closed.
#[derive(Debug)]
pub(super) struct Inquiry {
    /// Safe to print.
    pub(super) text: String,
    pub(super) reply: oneshot::Sender<String>,
}

/// Takes questions.
#[derive(Debug, Clone)]
pub(super) struct Desk(mpsc::Sender<Inquiry>);

/// A desk and where its questions come out.
pub(super) fn open() -> (Desk, mpsc::Receiver<Inquiry>) {
    let (tell, told) = mpsc::channel(WAITING);
    (Desk(tell), told)
}

impl Desk {
    /// The line that was typed; `None` if nobody is there.
    pub(super) async fn ask(&self, text: String) -> Option<String> {
        let (reply, replied) = oneshot::channel();
        self.0.send(Inquiry { text, reply }).await.ok()?;
        replied.await.ok()
    }
}

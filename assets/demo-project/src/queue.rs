//! Jobs, one after another.

use std::sync::mpsc::{Sender, channel};
use std::thread;

pub struct Queue {
    sender: Sender<String>,
}

impl Queue {
    pub fn new() -> Self {
        let (sender, jobs) = channel::<String>();
        thread::spawn(move || {
            for job in jobs {
                println!("{job}");
            }
        });
        Self { sender }
    }

    pub fn push(&self, job: String) {
        let _ = self.sender.send(job);
    }
}

//! Requests, tried again where that makes sense.

use crate::retry::{delay, worth_it};

pub struct Client {
    pub tries: u32,
}

impl Client {
    pub fn get(&self, path: &str) -> Result<String, u16> {
        let mut attempt = 0;
        loop {
            match answer(path, attempt) {
                Err(status) if worth_it(status) && attempt < self.tries => {
                    std::thread::sleep(delay(attempt));
                    attempt += 1;
                }
                // TODO: say which host
                answered => return answered,
            }
        }
    }
}

fn answer(path: &str, attempt: u32) -> Result<String, u16> {
    if attempt < 2 { Err(529) } else { Ok(format!("{path}: fine")) }
}

//! Scenarios: that every key is read, that every mistake is told with line and key, and that those we ship are good.

mod answering;
mod commands;
mod keys;
mod mistakes;
mod shipped;

use cca::config::{Document, FileError};
use cca::simulator::scenario::Scenario;

fn read(text: &str) -> Result<Scenario, FileError> {
    Scenario::read(&Document::new("play.toml", text))
}

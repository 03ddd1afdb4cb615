//! From what a person typed to the [`Options`](crate::agent::Options) of a session. Owns: reading the files that flags
//! name, checking what they say, and messages that name the flag. Does not own: parsing arguments (the binary), running
//! anything (`agent`).
//!
//! Every front end starts its sessions through here, so that a flag means the same in all of them.

mod error;
mod files;
mod layered;
mod modes;
mod prepare;
mod sample;
mod serve;
mod simulate;
mod wanted;

pub use error::SetupError;
pub use layered::layered;
pub use modes::MODES;
pub use prepare::{Prepared, prepare};
pub use sample::sample_project;
pub use simulate::{check_scenario, cli_or_simulator, is_scenario, locate};
pub use wanted::Wanted;

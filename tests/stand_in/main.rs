//! The stand-in as a program, for tests that are not written in Rust: says where it listens, in one line, and serves until
//! its standard input ends. `cargo test --quiet --test stand_in`

#[path = "mod.rs"]
mod stand_in;

use std::io::{self, Read as _, Write as _};

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let api = stand_in::StandIn::start().await?;
    let mut out = io::stdout();
    writeln!(out, "{}", api.base_url())?;
    out.flush()?;
    // It serves from a thread of its own.
    let mut said = Vec::new();
    io::stdin().read_to_end(&mut said)?;
    Ok(())
}

//! A client for performance comparisons: `contender CLI SESSIONS PROMPT`.
//!
//! Opens SESSIONS sessions on the program CLI, serves a tool `add(a, b)` from an in-process server `calc`, sends PROMPT
//! in each, consumes every message until the result, and prints one JSON line with monotonic times, the number of
//! messages, peak memory and CPU time. `RT=mt` chooses the multi-thread runtime, `SLEEP=ms` a consumer that sleeps
//! that long before it reads.

use cca::tools::{Schema, Server, Tool};
use cca::{Agent, Options};
use std::time::Duration;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn options(cli: &str) -> Result<Options, Failure> {
    let add = Tool::new("add", "Add two numbers")
        .schema(Schema::simple([("a", "number"), ("b", "number")]))
        .handler(|args, _| async move {
            let number = |key: &str| {
                args.get(key)
                    .and_then(serde_json::Value::as_f64)
                    .unwrap_or(0.0)
            };
            Ok((number("a") + number("b")).to_string())
        });
    let options = Options::new()
        .cli_path(cli)
        .server(Server::new("calc")?.tool(add)?);
    // The figures of the stand-in CLI go where its environment says.
    Ok(options.cli(|launch| launch.inherit("MOCK_*")))
}

async fn session(options: Options, prompt: String) -> Result<(u64, u64, u64), Failure> {
    let mut client = Agent::new(options).connect().await?;
    let initialized = now()?;
    let session = client.session();
    session.control().prompt(prompt).await?;
    if let Ok(pause) = std::env::var("SLEEP") {
        tokio::time::sleep(Duration::from_millis(pause.parse()?)).await;
    }
    let mut messages = 0;
    let mut stream = session.messages();
    while let Some(message) = futures_util::StreamExt::next(&mut stream).await {
        messages += 1;
        if message.result().is_some() {
            break;
        }
        std::hint::black_box(message);
    }
    let done = now()?;
    client.disconnect().await?;
    Ok((initialized, done, messages))
}

fn now() -> Result<u64, Failure> {
    let time = nix::time::clock_gettime(nix::time::ClockId::CLOCK_MONOTONIC)?;
    Ok(u64::try_from(time.tv_sec())? * 1_000_000_000 + u64::try_from(time.tv_nsec())?)
}

fn peak_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

#[allow(clippy::print_stdout, reason = "the one line it is run for")]
fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let (Some(cli), Some(sessions), Some(prompt)) = (args.next(), args.next(), args.next()) else {
        return Err("usage: contender CLI SESSIONS PROMPT".into());
    };
    let mut runtime = match std::env::var("RT").as_deref() {
        Ok("mt") => tokio::runtime::Builder::new_multi_thread(),
        _ => tokio::runtime::Builder::new_current_thread(),
    };
    let options = options(&cli)?;
    let seen = runtime.enable_all().build()?.block_on(async move {
        let running: Vec<_> = (0..sessions.parse::<usize>()?)
            .map(|_| tokio::spawn(session(options.clone(), prompt.clone())))
            .collect();
        let mut seen = Vec::new();
        for session in running {
            seen.push(session.await??);
        }
        Ok::<_, Failure>(seen)
    })?;
    let usage = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_SELF)?;
    let micros = |time: nix::sys::time::TimeVal| time.tv_sec() * 1_000_000 + time.tv_usec();
    println!(
        r#"{{"t_init":{},"t_result":{},"msgs":{},"vmhwm_kb":{},"utime_us":{},"stime_us":{}}}"#,
        seen.iter().map(|s| s.0).max().unwrap_or(0),
        seen.iter().map(|s| s.1).max().unwrap_or(0),
        seen.iter().map(|s| s.2).sum::<u64>(),
        peak_kb(),
        micros(usage.user_time()),
        micros(usage.system_time()),
    );
    Ok(())
}

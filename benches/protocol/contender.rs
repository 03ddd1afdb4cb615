//! The library under measurement, used as its users use it. Owns: the tool `add`, one task per session, counting and
//! checking what arrives. Does not own: any shortcut that the public API does not have.
//!
//! `CCA_BENCH_RUNTIME=multi` chooses the multi-thread runtime.

use crate::frames::MANY_BYTES;
use crate::job::{Failure, Job, ROLE, Report, Role, Seen};
use crate::process::{now_ns, peak_kb};
use cca::tools::{Schema, Server, Tool};
use cca::{Agent, Message, Options};
use futures_util::StreamExt as _;
use std::hint::black_box;
use std::time::Duration;

/// Does the job with the library.
pub(crate) fn run(job: &Job) -> Result<Report, Failure> {
    let multi = std::env::var("CCA_BENCH_RUNTIME").is_ok_and(|runtime| runtime == "multi");
    let mut runtime = if multi {
        tokio::runtime::Builder::new_multi_thread()
    } else {
        tokio::runtime::Builder::new_current_thread()
    };
    runtime.enable_all().build()?.block_on(async {
        let options = options()?;
        let running: Vec<_> = (0..job.sessions)
            .map(|_| tokio::spawn(session(options.clone(), job.clone())))
            .collect();
        let mut report = Report::default();
        for session in running {
            report.add(&session.await??);
        }
        Ok(report)
    })
}

fn options() -> Result<Options, Failure> {
    let add = Tool::new("add", "Adds two numbers")
        .schema(Schema::simple([("a", "number"), ("b", "number")]))
        .handler(|args, _| async move {
            let number = |key: &str| args.get(key).and_then(serde_json::Value::as_f64);
            let sum = number("a").unwrap_or_default() + number("b").unwrap_or_default();
            Ok(sum.to_string())
        });
    Ok(Options::new()
        .cli_path(std::env::current_exe()?)
        .server(Server::new("calc")?.tool(add)?)
        .cli(|launch| launch.set_env(ROLE, Role::Cli.name())))
}

async fn session(options: Options, job: Job) -> Result<Seen, Failure> {
    let mut client = Agent::new(options).connect().await?;
    let mut seen = Seen {
        initialized_ns: now_ns()?,
        ..Seen::default()
    };
    client.query(serde_json::to_string(&job.script)?).await?;
    if job.sleep_ms > 0 {
        tokio::time::sleep(Duration::from_millis(job.sleep_ms)).await;
    }
    let mut messages = client.session().messages();
    loop {
        let message = messages.next().await;
        let message = message.ok_or("the session ended before its result")?;
        if let Some(result) = message.result() {
            seen.finished_ns = now_ns()?;
            let figures = result.result.as_deref().unwrap_or_default();
            seen.cli = serde_json::from_str(figures)?;
            break;
        }
        seen.messages += 1;
        seen.bytes += message.traffic().line.len() as u64;
        seen.garbled += u64::from(is_garbled(&message, &job));
        if seen.early_kb == 0 && job.script.bytes > 0 && seen.bytes > job.script.bytes / 10 {
            seen.early_kb = peak_kb()?;
        }
        black_box(message);
    }
    client.disconnect().await?;
    Ok(seen)
}

/// Whether a message of a robustness job does not say what was sent.
fn is_garbled(message: &Message, job: &Job) -> bool {
    if job.script.splits {
        message.text().is_some_and(|text| text != MANY_BYTES)
    } else if job.script.long_text > 0 {
        let intact =
            |text: String| text.len() == job.script.long_text && text.bytes().all(|b| b == b'x');
        message.text().is_some_and(|text| !intact(text))
    } else {
        false
    }
}

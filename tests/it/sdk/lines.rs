//! Lines as bad as they get, over memory and over a real pipe: each is visible, none ends the session.

use super::{child, link, within};
use crate::support::frames;
use cca::{Agent, Client, Event, Message, Options, Session};
use serde_json::{Value, json};
use std::fmt::Write as _;

async fn next_message(session: &mut Session) -> Message {
    within(session.next_message()).await.unwrap()
}

async fn next_odd(session: &mut Session) -> String {
    loop {
        match within(session.next_event()).await.unwrap() {
            Event::Odd(what) => return what,
            Event::Message(message) => panic!("not odd: {:?}", message.frame()),
            _ => {}
        }
    }
}

#[tokio::test]
async fn broken_lines_are_told_and_the_session_goes_on() {
    let (link, mut cli) = link();
    let mut session = Agent::new(Options::new().line_cap(1000)).attach(link);
    let bad: [(&[u8], &str); 4] = [
        (b"{\"type\":\"assistant\"\n", "malformed"),
        (b"{\"type\":\"result\",\"x\":\xff\xfe}\n", "utf"),
        (b"{\"type\":\"user\"}}\r\n", "malformed"),
        (&[b'{'; 5000], "oversize"),
    ];
    for (line, word) in bad {
        cli.say_raw(line).await;
        cli.say_raw(b"\n\r\n  \n").await;
        let what = next_odd(&mut session).await.to_lowercase();
        assert!(what.contains(word), "{what:?} does not say {word}");
    }
    cli.say_raw(b"Debugger attached.\n").await;
    let mut crlf = frames::init().to_string();
    crlf.push_str("\r\n");
    cli.say_raw(crlf.as_bytes()).await;
    assert!(
        next_message(&mut session)
            .await
            .traffic()
            .line
            .ends_with(b"}")
    );

    let counts = session.inspect(|state, _| state.counts).await.unwrap();
    assert_eq!((counts.malformed, counts.noise), (4, 1));

    // Half a pair of UTF-16 halves is no character, but the rest of the message is fine.
    cli.say_raw(br#"{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"a\ud800b"}]}}"#)
        .await;
    cli.say_raw(b"\n").await;
    let text = next_message(&mut session).await.text().unwrap();
    assert!(text.starts_with('a') && text.ends_with('b'), "{text:?}");

    // A last line without its end counts.
    cli.say_raw(frames::done().to_string().as_bytes()).await;
    tokio::spawn(cli.end());
    within(session.close()).await.unwrap();
    assert!(next_message(&mut session).await.result().is_some());
}

#[tokio::test]
async fn characters_split_at_every_byte_of_a_real_pipe_arrive_whole() {
    let text = "é € 😀 ü";
    let line = frames::assistant("m1", &frames::text(text)).to_string();
    let mut script = String::from("ready; hear\n");
    for byte in line.bytes() {
        writeln!(script, "printf '\\{byte:03o}'").unwrap();
    }
    script.push_str("say ''; result; hear");
    let mut session = Agent::new(child(&script)).start_session("x").await.unwrap();
    assert_eq!(next_message(&mut session).await.text().unwrap(), text);
    within(session.wait()).await.unwrap();
}

#[tokio::test]
async fn a_line_of_fifty_megabytes_arrives_whole() {
    const SIZE: usize = 50 << 20;
    let (link, mut cli) = link();
    let mut session = Agent::new(Options::new()).attach(link);
    let peer = tokio::spawn(async move {
        cli.say(&json!({"type": "keep_alive", "filler": "x".repeat(SIZE)}))
            .await;
        cli.say(&frames::init()).await;
        cli
    });
    let message = next_message(&mut session).await;
    assert!(message.traffic().line.len() > SIZE);
    next_message(&mut session).await;
    drop(peer.await.unwrap());
}

/// Prompts of any size and content arrive as they are; an empty one is refused before anything is sent.
#[tokio::test]
async fn prompts_of_any_kind() {
    let (link, mut cli) = link();
    let session = Agent::new(Options::new()).attach(link);
    let control = session.control();
    assert_eq!(control.prompt("  \n").await.unwrap_err().code(), "CONFIG");
    let big = "é\0".repeat(2 << 20);
    for text in ["a\0b\u{1b}[2J\u{2028}", big.as_str()] {
        control.prompt(text).await.unwrap();
        let heard: Value = cli.hear().await;
        let content = &heard["message"]["content"];
        let said = content
            .as_str()
            .or_else(|| content[0]["text"].as_str())
            .unwrap();
        assert!(said == text);
    }
}

#[tokio::test]
async fn a_prompt_of_five_megabytes_through_a_real_pipe() {
    let script = "ready; hear; say \"{\\\"type\\\":\\\"keep_alive\\\",\\\"n\\\":${#heard}}\"; result; hear; hear";
    let mut client = Client::connect(&child(script)).await.unwrap();
    client.query("x".repeat(5 << 20)).await.unwrap();
    let message = within(client.next_message()).await.unwrap();
    let line: Value = serde_json::from_slice(&message.traffic().line).unwrap();
    assert!(line["n"].as_u64().unwrap() > 5 << 20);
    within(client.receive_response()).await.unwrap();
    within(client.disconnect()).await.unwrap();
}

//! Conversations that go on: resume, continue, fork, ids that cannot be used, `/clear` and `/compact`.

use super::stage::{Place, same, same_place};
use crate::stand_in::turn;
use crate::support::{Failure, TestResult};
use cca::transport::launch::{Fork, SessionChoice};
use cca::{Client, Options};

const HELLO: &str = r#"
    [[turns]]
    steps = [{ say = "Hello." }]
    [[turns]]
    steps = [{ say = "And again." }]
"#;

/// A session with one turn; its id.
async fn talk(place: &Place, options: &Options) -> Result<String, Failure> {
    let mut player = place.connect(options).await?;
    player.turn("Hello.", [turn().text("Hello.")]).await?;
    let id = player.session().id();
    player.end().await?;
    Ok(id)
}

#[tokio::test]
async fn resumed() -> TestResult {
    same_place(HELLO, async |place| {
        let id = talk(place, &place.options()).await?;
        let again = talk(place, &place.options().resume(&id)).await?;
        place.note(format!("the same {}", id == again));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn continued() -> TestResult {
    same_place(HELLO, async |place| {
        let id = talk(place, &place.options()).await?;
        let options = place.options().session(SessionChoice::Continue);
        let again = talk(place, &options).await?;
        place.note(format!("the same {}", id == again));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn forked() -> TestResult {
    same_place(HELLO, async |place| {
        let id = talk(place, &place.options()).await?;
        let own = uuid::Uuid::new_v4();
        for fork in [Fork::FreshId, Fork::Id(own)] {
            let options = place.options().resume(&id);
            let again = talk(place, &options.cli(|launch| launch.fork(fork))).await?;
            let (same, chosen) = (id == again, again == own.to_string());
            place.note(format!("the same {same}, chosen {chosen}"));
        }
        Ok(())
    })
    .await
}

async fn refused(place: &Place, options: &Options) {
    match Client::connect(options).await {
        Ok(_) => place.note("it started"),
        Err(error) => {
            let text = error.to_string();
            let words = ["No conversation found", "already in use", "exit code 1"];
            let said: Vec<_> = words.iter().filter(|word| text.contains(**word)).collect();
            place.note(format!("{} {said:?}", error.code()));
        }
    }
}

#[tokio::test]
async fn unknown() -> TestResult {
    same_place(HELLO, async |place| {
        let unknown = uuid::Uuid::new_v4().to_string();
        refused(place, &place.options().resume(unknown)).await;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn in_use() -> TestResult {
    same_place(HELLO, async |place| {
        let id = talk(place, &place.options()).await?;
        let options = place.options().session(SessionChoice::Id(id.parse()?));
        refused(place, &options).await;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn cleared() -> TestResult {
    same(HELLO, Ok, async |player| {
        player.turn("Hello.", [turn().text("Hello.")]).await?;
        let before = player.session().id();
        player.control().prompt("/clear").await?;
        player.until_idle().await?;
        player.turn("And?", [turn().text("And again.")]).await?;
        let after = player.session().id();
        player.note(format!("the same id {}", before == after));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn compacted() -> TestResult {
    let scenario = r#"
        [[on]]
        prompt = "^/compact"
        steps = [{ compact = { manual = true, tokens_before = 100, tokens_after = 10, summary = "Hello was said." } }]
        [[on]]
        prompt = "."
        steps = [{ say = "Hello." }]
    "#;
    same(scenario, Ok, async |player| {
        player.turn("Hello.", [turn().text("Hello.")]).await?;
        player.control().prompt("/compact keep it short").await?;
        player.until_idle().await?;
        player.turn("And?", [turn().text("Hello.")]).await
    })
    .await
}

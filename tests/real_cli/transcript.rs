//! The transcript that the real CLI keeps of a session, opened afresh: the states, turns and facts are those of the session,
//! and this program knows every record in it. A new version of the CLI that writes something else is noticed here.

use crate::recording::stored::transcripts;
use crate::stand_in::turn;
use crate::support::{Failure, TestResult, scene, sdk};
use cca::session::{Outcome, Phase, State};
use cca::trace::{Format, Item, Recording, Traffic};
use serde_json::json;
use std::path::Path;

fn folded(path: &Path) -> Result<State, Failure> {
    let recording = Recording::open(path)?;
    assert_eq!(recording.format(), Format::Transcript);
    let mut state = State::default();
    for item in recording {
        match item? {
            Item::Entry(entry) => state.observe(&Traffic::from_entry(entry)),
            other => return Err(Failure::new(format!("{other:?}"))),
        }
    }
    Ok(state)
}

#[tokio::test]
async fn a_fresh_transcript_tells_what_the_session_did() -> TestResult {
    scene::on_stage(async |stage| {
        let options = sdk::options(&stage).allow("Bash")?;
        let mut client = scene::connect(options).await?;
        let look = json!({ "command": "pwd", "description": "Look" });
        let agent = turn().agent("Count", [turn().text("Three.")]);
        scene::play(
            &mut client,
            [turn().tool("Bash", look), turn().text("Looked.")],
        )
        .await?;
        scene::play(&mut client, [agent, turn().text("Counted.")]).await?;
        scene::play(&mut client, [turn().http_error(400)]).await?;
        let live = sdk::finish(&stage, client).await?;

        let files = transcripts(&stage.sandbox.home())?;
        let [conversation, agent] = files.as_slice() else {
            return Err(Failure::new(format!("{files:?}")));
        };
        let told = folded(conversation)?;
        assert_eq!(told.phase(), Phase::Idle);
        assert_eq!(told.counts.unknown, 0, "{:?}", told.oddities);
        assert_eq!(told.facts.session_id(), live.facts.session_id());
        assert_eq!(told.facts.cwd, live.facts.cwd);
        assert_eq!(told.facts.cli_version, live.facts.cli_version);
        assert_eq!(told.facts.permission_mode, live.facts.permission_mode);
        let outcomes = |state: &State| -> Vec<Option<Outcome>> {
            state
                .turns
                .iter()
                .map(|turn| turn.outcome.clone())
                .collect()
        };
        assert_eq!(outcomes(&told), outcomes(&live));
        let calls = |state: &State| -> Vec<(String, u64)> {
            let stats = state.tool_stats.iter();
            stats
                .map(|(name, stat)| (name.to_owned(), stat.calls))
                .collect()
        };
        assert_eq!(calls(&told), calls(&live));

        let told = folded(agent)?;
        assert_eq!((told.phase(), told.turns.len()), (Phase::Idle, 1));
        assert_eq!(told.counts.unknown, 0, "{:?}", told.oddities);

        let inspected = std::process::Command::new(env!("CARGO_BIN_EXE_cca-tui"))
            .args(["inspect", "--json"])
            .arg(conversation)
            .output()?;
        let inspected: serde_json::Value = serde_json::from_slice(&inspected.stdout)?;
        let rules: Vec<&str> = inspected["findings"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|finding| finding["rule"].as_str())
            .collect();
        assert_eq!(rules, ["api"], "{inspected}");
        Ok(())
    })
    .await
}

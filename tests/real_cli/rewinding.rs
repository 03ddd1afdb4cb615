//! File checkpoints: what a rewind would change, and that it restores every byte.

use crate::stand_in::{prompt, turn};
use crate::support::watch::on_stage;
use crate::support::{TestResult, sdk};
use cca::Error;
use cca::transport::launch::StartMode;
use serde_json::json;

#[tokio::test]
async fn a_rewind_restores_files_byte_for_byte_after_a_preview_that_changes_nothing() -> TestResult
{
    on_stage(async |stage| {
        let project = stage.sandbox.project();
        let (kept, made) = (project.join("kept.txt"), project.join("made.txt"));
        let original = "first line\n\ttabs and \u{e4}\u{1f600}\nno newline at the end";
        std::fs::write(&kept, original)?;
        let options = sdk::options(stage).permission_mode(StartMode::AcceptEdits);
        let mut client = sdk::connect(&options).await?;
        let edit = json!({"file_path": kept, "old_string": "first", "new_string": "changed"});
        let uuid = client
            .query(prompt(
                "Edit.",
                [
                    turn().tool("Read", json!({"file_path": kept})),
                    turn().tool("Edit", edit),
                    turn().tool("Write", json!({"file_path": made, "content": "new"})),
                    turn().text("Edited."),
                ],
            ))
            .await?;
        assert_eq!(client.receive_response().await?.text(), "Edited.");
        let changed = std::fs::read(&kept)?;
        assert!(changed.starts_with(b"changed line") && made.exists());

        let preview = client.control().preview_rewind(&uuid).await?;
        assert_eq!(preview.can_rewind, Some(true));
        let named = |path: &std::path::Path| {
            preview
                .files_changed
                .iter()
                .any(|file| path.ends_with(file) || file.as_str() == path.to_string_lossy())
        };
        assert!(named(&kept) && named(&made), "{preview:?}");
        assert_eq!(std::fs::read(&kept)?, changed);

        assert_eq!(
            client.control().rewind_files(&uuid).await?.can_rewind,
            Some(true)
        );
        assert_eq!(std::fs::read(&kept)?, original.as_bytes());
        assert!(
            !made.exists(),
            "a file made after the checkpoint is still there"
        );
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_rewind_to_nowhere_or_without_checkpoints_is_refused_in_words() -> TestResult {
    on_stage(async |stage| {
        let client = sdk::connect(&sdk::options(stage)).await?;
        let nowhere = uuid::Uuid::new_v4().to_string();
        let error = client.control().rewind_files(&nowhere).await.unwrap_err();
        assert!(
            matches!(&error, Error::Control { operation, message, .. }
                if operation == "rewind_files" && message.contains("No file checkpoint")),
            "{error}"
        );
        sdk::finish(stage, client).await?;

        let without = sdk::options(stage).cli(|launch| launch.file_checkpointing(false));
        let client = sdk::connect(&without).await?;
        let error = client.control().rewind_files(&nowhere).await.unwrap_err();
        assert!(error.to_string().contains("not enabled"), "{error}");
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

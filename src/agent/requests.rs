//! One typed method per control request the CLI knows. Owns: their names and parameters.
//! Does not own: sending (`control`), the shapes (`wire::requests`). What is not here: [`Control::request_raw`].

use super::control::Control;
use crate::error::Error;
use crate::wire::Extra;
use crate::wire::permission::PermissionMode;
use crate::wire::requests::{
    ApplyFlagSettings, BackgroundTasks, BackgroundTasksResponse, BinaryVersion, CancelAsyncMessage,
    CancelAsyncMessageResponse, ContextDetail, ContextUsage, Empty, EndSession, FileSuggestions,
    FileSuggestionsResponse, GenerateSessionTitle, GenerateSessionTitleResponse, GetBinaryVersion,
    GetContextUsage, GetHooksListing, GetSessionCost, GetSettings, GetTaskOutput, GetUsage,
    HooksListing, Interrupt, InterruptResponse, ListModels, ListModelsResponse,
    ListPermissionRules, McpCall, McpCallResponse, McpMessage, McpReadResource,
    McpReadResourceResponse, McpReconnect, McpSetServers, McpSetServersResponse, McpStatus,
    McpStatusResponse, McpToggle, PermissionRules, ReadFile, ReadFileResponse, RegisterRepoRoot,
    RegisterRepoRootResponse, ReloadOutputStyles, ReloadPlugins, ReloadSkills, Reloaded,
    RenameSession, RewindFiles, RewindFilesResponse, SeedReadState, SessionCost, SetHasSubscribers,
    SetMaxThinkingTokens, SetModel, SetModelResponse, SetPermissionMode, SetPermissionModeResponse,
    SettingsResponse, SideQuestion, SideQuestionResponse, StopTask, TaskOutputResponse,
    UpdateSettings, UsageResponse,
};
use serde_json::{Map, Value};

impl Control {
    /// Ends the turn. With `cancel_queued`, prompts that wait are dropped too; the receipt names them.
    pub async fn interrupt(&self, cancel_queued: bool) -> Result<InterruptResponse, Error> {
        self.request(&Interrupt {
            cancel_queued: cancel_queued.then_some(true),
        })
        .await
    }

    /// Takes back a prompt that still waits.
    pub async fn cancel_prompt(&self, uuid: &str) -> Result<CancelAsyncMessageResponse, Error> {
        self.request(&CancelAsyncMessage {
            message_uuid: uuid.to_owned(),
        })
        .await
    }

    /// Asks the model something beside the conversation.
    pub async fn side_question(&self, question: &str) -> Result<SideQuestionResponse, Error> {
        self.request(&SideQuestion {
            question: question.to_owned(),
        })
        .await
    }

    /// Changes the permission mode; the answer is the mode that is on now.
    pub async fn set_permission_mode(
        &self,
        mode: PermissionMode,
    ) -> Result<SetPermissionModeResponse, Error> {
        self.request(&SetPermissionMode { mode }).await
    }

    /// Changes the model; `None` is the CLI's default.
    pub async fn set_model(&self, model: Option<&str>) -> Result<SetModelResponse, Error> {
        self.request(&SetModel {
            model: model.map(str::to_owned),
        })
        .await
    }

    /// How much the model may think; `None` lifts the limit.
    pub async fn set_max_thinking_tokens(&self, tokens: Option<u32>) -> Result<Empty, Error> {
        self.request(&SetMaxThinkingTokens {
            max_thinking_tokens: tokens,
            thinking_display: None,
        })
        .await
    }

    /// Every MCP server with its status, error and tools.
    pub async fn mcp_status(&self) -> Result<McpStatusResponse, Error> {
        self.request(&McpStatus {}).await
    }

    /// Connects a server again.
    pub async fn mcp_reconnect(&self, server: &str) -> Result<Empty, Error> {
        self.request(&McpReconnect {
            server_name: server.to_owned(),
        })
        .await
    }

    /// Switches a server on or off.
    pub async fn mcp_toggle(&self, server: &str, enabled: bool) -> Result<Empty, Error> {
        self.request(&McpToggle {
            server_name: server.to_owned(),
            enabled,
        })
        .await
    }

    /// Replaces the servers that can be replaced, in-process ones included.
    pub async fn mcp_set_servers(
        &self,
        servers: McpSetServers,
    ) -> Result<McpSetServersResponse, Error> {
        self.request(&servers).await
    }

    /// Calls a tool of an external server.
    pub async fn mcp_call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<McpCallResponse, Error> {
        self.request(&McpCall {
            tool: tool.to_owned(),
            arguments,
            extra: Extra::new(),
        })
        .await
    }

    /// Reads a resource of a server.
    pub async fn mcp_read_resource(
        &self,
        server: &str,
        uri: &str,
    ) -> Result<McpReadResourceResponse, Error> {
        self.request(&McpReadResource {
            server_name: server.to_owned(),
            uri: uri.to_owned(),
        })
        .await
    }

    /// Hands the CLI a JSON-RPC message of an in-process server.
    pub async fn mcp_message(&self, server: &str, message: Value) -> Result<Empty, Error> {
        self.request(&McpMessage {
            server_name: server.to_owned(),
            message,
        })
        .await
    }

    /// Restores the files as they were before that prompt (needs file checkpointing).
    pub async fn rewind_files(&self, prompt_uuid: &str) -> Result<RewindFilesResponse, Error> {
        self.request(&RewindFiles::to(prompt_uuid)).await
    }

    /// What a rewind would change.
    pub async fn preview_rewind(&self, prompt_uuid: &str) -> Result<RewindFilesResponse, Error> {
        self.request(&RewindFiles::preview(prompt_uuid)).await
    }

    /// Reads a file by the rules of the Read tool.
    pub async fn read_file(
        &self,
        path: &str,
        max_bytes: Option<u64>,
    ) -> Result<ReadFileResponse, Error> {
        self.request(&ReadFile {
            path: path.to_owned(),
            max_bytes,
            encoding: None,
        })
        .await
    }

    /// Paths for completing an `@` mention.
    pub async fn file_suggestions(&self, query: &str) -> Result<FileSuggestionsResponse, Error> {
        self.request(&FileSuggestions {
            query: query.to_owned(),
        })
        .await
    }

    /// Tells the CLI that a file was read already.
    pub async fn seed_read_state(&self, path: &str, mtime: u64) -> Result<Empty, Error> {
        self.request(&SeedReadState {
            path: path.to_owned(),
            mtime,
        })
        .await
    }

    /// Adds a repository below the working directory.
    pub async fn register_repo_root(
        &self,
        directory: &str,
    ) -> Result<RegisterRepoRootResponse, Error> {
        self.request(&RegisterRepoRoot {
            directory: directory.to_owned(),
        })
        .await
    }

    /// Stops a sub-agent or a background command.
    pub async fn stop_task(&self, task_id: &str) -> Result<Empty, Error> {
        self.request(&StopTask {
            task_id: task_id.to_owned(),
        })
        .await
    }

    /// Moves running commands (or one) to the background.
    pub async fn background_tasks(
        &self,
        tool_use_id: Option<&str>,
    ) -> Result<BackgroundTasksResponse, Error> {
        self.request(&BackgroundTasks {
            tool_use_id: tool_use_id.map(str::to_owned),
        })
        .await
    }

    /// The end of a task's output, also while it runs.
    pub async fn get_task_output(&self, task_id: &str) -> Result<TaskOutputResponse, Error> {
        self.request(&GetTaskOutput {
            task_id: task_id.to_owned(),
        })
        .await
    }

    /// What fills the context.
    pub async fn get_context_usage(
        &self,
        detail: Option<ContextDetail>,
    ) -> Result<ContextUsage, Error> {
        self.request(&GetContextUsage { detail }).await
    }

    /// The cost, in words.
    pub async fn get_session_cost(&self) -> Result<SessionCost, Error> {
        self.request(&GetSessionCost {}).await
    }

    /// Totals and rate limits.
    pub async fn get_usage(&self) -> Result<UsageResponse, Error> {
        self.request(&GetUsage {
            skip_behaviors: None,
        })
        .await
    }

    /// The settings in effect and where they come from.
    pub async fn get_settings(&self) -> Result<SettingsResponse, Error> {
        self.request(&GetSettings {}).await
    }

    /// The permission rules in effect.
    pub async fn list_permission_rules(&self) -> Result<PermissionRules, Error> {
        self.request(&ListPermissionRules {}).await
    }

    /// The hooks in effect.
    pub async fn get_hooks_listing(&self) -> Result<HooksListing, Error> {
        self.request(&GetHooksListing {}).await
    }

    /// Models that can be chosen.
    pub async fn list_models(&self) -> Result<ListModelsResponse, Error> {
        self.request(&ListModels {}).await
    }

    /// The version of the CLI.
    pub async fn get_binary_version(&self) -> Result<BinaryVersion, Error> {
        self.request(&GetBinaryVersion {}).await
    }

    /// Settings for this process alone.
    pub async fn apply_flag_settings(&self, settings: Map<String, Value>) -> Result<Empty, Error> {
        self.request(&ApplyFlagSettings { settings }).await
    }

    /// Writes settings to one of the settings files.
    pub async fn update_settings(
        &self,
        source: &str,
        settings: Map<String, Value>,
    ) -> Result<Empty, Error> {
        self.request(&UpdateSettings {
            source: source.to_owned(),
            settings,
        })
        .await
    }

    /// Reads the skills again.
    pub async fn reload_skills(&self) -> Result<Reloaded, Error> {
        self.request(&ReloadSkills {}).await
    }

    /// Reads the plugins again.
    pub async fn reload_plugins(&self) -> Result<Reloaded, Error> {
        self.request(&ReloadPlugins {}).await
    }

    /// Reads the output styles again.
    pub async fn reload_output_styles(&self) -> Result<Reloaded, Error> {
        self.request(&ReloadOutputStyles {}).await
    }

    /// Gives the session a title.
    pub async fn rename_session(&self, title: &str) -> Result<Empty, Error> {
        self.request(&RenameSession {
            title: title.to_owned(),
        })
        .await
    }

    /// Lets the model find a title.
    pub async fn generate_session_title(
        &self,
        description: &str,
        persist: bool,
    ) -> Result<GenerateSessionTitleResponse, Error> {
        self.request(&GenerateSessionTitle {
            description: description.to_owned(),
            persist,
        })
        .await
    }

    /// Whether anybody looks on.
    pub async fn set_has_subscribers(&self, any: Option<bool>) -> Result<Empty, Error> {
        self.request(&SetHasSubscribers {
            has_subscribers: any,
        })
        .await
    }

    /// Asks the CLI to end the session by itself.
    pub async fn end_session(&self) -> Result<Empty, Error> {
        self.request(&EndSession {}).await
    }
}

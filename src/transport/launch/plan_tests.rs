//! The parts together.

use std::path::PathBuf;

use serde_json::json;

use super::super::{CliPath, HostEnv, LaunchOptions, McpServer, Settings};

#[test]
fn a_local_plan_is_the_cli_with_its_arguments_and_directory() {
    let options = LaunchOptions::default().cwd("/project").inherit_nothing();
    let plan = options
        .plan(&CliPath::new("/opt/claude"), &HostEnv::default())
        .unwrap();
    assert_eq!(plan.program(), "/opt/claude");
    assert_eq!(plan.argv[1], "--output-format");
    assert_eq!(plan.cwd, Some(PathBuf::from("/project")));
    assert!(!plan.remote);
}

#[test]
fn a_script_is_run_by_node() {
    let plan = LaunchOptions::default()
        .plan(&CliPath::new("/x/cli.js"), &HostEnv::default())
        .unwrap();
    assert_eq!(plan.argv[..2], ["node", "/x/cli.js"]);
}

#[test]
fn references_see_the_whole_host_and_the_explicit_variables_first() {
    let host: HostEnv = [("NOT_INHERITED", "host"), ("BOTH", "host")]
        .into_iter()
        .collect();
    let options = LaunchOptions::default()
        .set_env("BOTH", "explicit")
        .mcp_server("s", McpServer::stdio("x", ["${NOT_INHERITED}", "${BOTH}"]));
    let plan = options.plan(&CliPath::new("claude"), &host).unwrap();
    let config = plan.argv.last().unwrap().to_str().unwrap();
    assert!(config.contains(r#""args":["host","explicit"]"#), "{config}");
    assert!(
        options
            .remove_env("BOTH")
            .plan(&CliPath::new("claude"), &host)
            .is_err()
    );
}

#[test]
fn an_empty_directory_or_cli_is_an_error() {
    let host = HostEnv::default();
    assert!(
        LaunchOptions::default()
            .cwd("")
            .plan(&CliPath::new("claude"), &host)
            .is_err()
    );
    assert!(
        LaunchOptions::default()
            .plan(&CliPath::new(""), &host)
            .is_err()
    );
}

#[test]
fn what_is_shown_holds_no_secret() {
    let options = LaunchOptions::default()
        .set_env("API_KEY", "it's $ecret")
        .mcp_server(
            "s",
            McpServer::Raw(json!({"type": "http", "token": "it's $ecret"})),
        )
        .mcp_config_files(["servers.json"])
        .settings(Settings::Inline(json!({"key": "it's $ecret"})))
        .extra_args(["--settings", "{\"key\":\"it's $ecret\"}"])
        .define_agent("a", json!({"mcpServers": {"s": {"token": "it's $ecret"}}}))
        .model("a=b");
    for launcher in [
        vec![],
        vec![
            "docker",
            "exec",
            "-i",
            "--env=TOKEN=it's $ecret",
            "-eKEY=it's $ecret",
            "box",
        ],
        vec!["docker", "exec", "-i", "box"],
        vec!["ssh", "host"],
    ] {
        let options = options.clone().launcher(launcher);
        let plan = options
            .plan(&CliPath::new("claude"), &HostEnv::default())
            .unwrap();
        let text = format!("{plan:?}");
        assert!(!text.contains("ecret"), "{text}");
        for word in [
            "API_KEY",
            "--mcp-config=…",
            "--mcp-config=servers.json",
            "--settings=…",
            "--model=a=b",
        ] {
            assert!(text.contains(word), "{word} in {text}");
        }
    }
}

#[test]
fn words_of_the_program_itself_stand_before_every_flag() {
    let options = LaunchOptions::default().cli_words(["sim", "--scenario", "quick start"]);
    let cli = CliPath::new("/opt/cca-tui");
    let plan = options.plan(&cli, &HostEnv::default()).unwrap();
    assert_eq!(
        plan.argv[..5],
        [
            "/opt/cca-tui",
            "sim",
            "--scenario",
            "quick start",
            "--output-format"
        ]
    );
    let remote = options
        .launcher(["ssh", "host"])
        .plan(&cli, &HostEnv::default())
        .unwrap();
    let sim = remote.argv.iter().position(|word| word == "sim").unwrap();
    assert_eq!(remote.argv[sim + 2], "'quick start'");
    let broken = LaunchOptions::default().cli_words(["a\0b"]);
    let error = broken.plan(&cli, &HostEnv::default()).unwrap_err();
    assert!(error.to_string().contains("cli_words"), "{error}");
}

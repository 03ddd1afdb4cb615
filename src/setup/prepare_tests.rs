//! What flags become, and what is said about those that cannot work.

use super::{Wanted, prepare};
use crate::transport::launch::{Fork, LaunchOptions, SessionChoice, StartMode};
use std::path::PathBuf;

fn launch(wanted: &Wanted) -> LaunchOptions {
    let mut launch = LaunchOptions::default();
    let prepared = prepare(wanted, None).unwrap();
    let _ = prepared.options.cli(|own| {
        launch = own.clone();
        own
    });
    launch
}

fn complaint(wanted: &Wanted) -> String {
    prepare(wanted, None).unwrap_err().to_string()
}

#[test]
fn flags_become_options_of_the_cli() {
    let launched = launch(&Wanted {
        model: Some("opus".to_owned()),
        permission_mode: Some("accept-edits".to_owned()),
        max_turns: Some(3),
        budget_usd: Some(0.5),
        resume: Some("abc".to_owned()),
        fork: true,
        via: Some("ssh -p 2222 'my host'".to_owned()),
        cwd: Some("/over/there".into()),
        cli: Some("claude-next".into()),
        mcp_config: vec![r#"{"mcpServers": {"a": {"command": "x"}}}"#.to_owned()],
        ..Wanted::default()
    });
    assert_eq!(launched.model.as_deref(), Some("opus"));
    assert_eq!(launched.permission_mode, Some(StartMode::AcceptEdits));
    assert_eq!(
        (launched.max_turns, launched.max_budget_usd),
        (Some(3), Some(0.5))
    );
    assert_eq!(launched.session, SessionChoice::Resume("abc".to_owned()));
    assert_eq!(launched.fork, Some(Fork::FreshId));
    assert_eq!(launched.launcher, ["ssh", "-p", "2222", "my host"]);
    assert_eq!(launched.cwd, Some(PathBuf::from("/over/there")));
    assert_eq!(launched.cli_path, Some(PathBuf::from("claude-next")));
    assert!(launched.mcp_servers.contains_key("a"));
}

#[test]
fn the_simulator_is_this_program_with_words_before_its_flags() {
    let scenario = |name: &str| Wanted {
        simulate: Some(name.to_owned()),
        ..Wanted::default()
    };
    let launched = launch(&scenario("tour"));
    assert_eq!(launched.cli_path, std::env::current_exe().ok());
    assert_eq!(launched.cli_words, ["sim", "--scenario", "tour"]);
    assert!(launched.inherit.contains(&"CCA_*".to_owned()));
    let folder = tempfile::tempdir_in(".").unwrap();
    let name = folder.path().file_name().unwrap().to_str().unwrap();
    let relative = format!("{name}/own.toml");
    let text = "description = \"x\"\n[[on]]\nprompt = \".\"\nsteps = [{ say = \"hi\" }]\n";
    std::fs::write(&relative, text).unwrap();
    let file = launch(&scenario(&relative)).cli_words.pop().unwrap();
    assert!(PathBuf::from(&file).is_absolute(), "{}", file.display());
    let said = complaint(&scenario("no-such-scenario"));
    assert!(
        said.starts_with("--sim: ") && said.contains("no-such-scenario"),
        "{said}"
    );
    assert_eq!(launch(&scenario("")).cli_words, ["sim"]);
}

#[test]
fn what_cannot_work_is_named_by_its_flag() {
    let wrong = [
        (
            Wanted {
                allow: vec!["Bash(".to_owned()],
                ..Wanted::default()
            },
            "--allow: ",
            "parentheses",
        ),
        (
            Wanted {
                deny: vec![" ".to_owned()],
                ..Wanted::default()
            },
            "--deny: ",
            "empty",
        ),
        (
            Wanted {
                permission_mode: Some("yolo".to_owned()),
                ..Wanted::default()
            },
            "--permission-mode: ",
            "acceptEdits",
        ),
        (
            Wanted {
                max_turns: Some(0),
                ..Wanted::default()
            },
            "--max-turns: ",
            "at least 1",
        ),
        (
            Wanted {
                budget_usd: Some(-1.0),
                ..Wanted::default()
            },
            "--budget: ",
            "dollars",
        ),
        (
            Wanted {
                schema: Some("/nowhere/s.json".into()),
                ..Wanted::default()
            },
            "--schema: ",
            "no such file",
        ),
        (
            Wanted {
                fork: true,
                ..Wanted::default()
            },
            "--fork: ",
            "--resume ID",
        ),
        (
            Wanted {
                resume: Some(String::new()),
                ..Wanted::default()
            },
            "--resume: ",
            "empty",
        ),
        (
            Wanted {
                mcp_config: vec!["{}".to_owned()],
                ..Wanted::default()
            },
            "--mcp-config: ",
            "mcpServers",
        ),
        (
            Wanted {
                mcp_config: vec!["/nowhere.json".to_owned()],
                ..Wanted::default()
            },
            "--mcp-config: ",
            "no such file",
        ),
        (
            Wanted {
                cwd: Some("/nowhere/at/all".into()),
                ..Wanted::default()
            },
            "--cwd: ",
            "no directory",
        ),
        (
            Wanted {
                via: Some("ssh 'host".to_owned()),
                ..Wanted::default()
            },
            "--via: ",
            "quote",
        ),
    ];
    for (wanted, flag, what) in wrong {
        let said = complaint(&wanted);
        assert!(said.starts_with(flag) && said.contains(what), "{said}");
    }
}

#[test]
fn tools_and_hooks_come_from_files_and_demo_is_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let tools = write(
        "house.toml",
        "[tools.greet]\ndescription = \"x\"\nanswer = \"hello\"\n",
    );
    let hooks = write(
        "hooks.toml",
        "[[hooks]]\nevent = \"PreToolUse\"\ndeny = { rules = [\"Bash(rm *)\"], reason = \"no\" }\n",
    );
    let wanted = Wanted {
        tools: vec!["demo".to_owned(), tools.display().to_string()],
        hooks: vec![hooks.clone()],
        ..Wanted::default()
    };
    let told = format!("{:?}", prepare(&wanted, None).unwrap().options);
    assert!(
        told.contains("\"demo\"") && told.contains("\"house\""),
        "{told}"
    );
    assert!(told.contains("hooks: 1"), "{told}");
    write("house.toml", "[tools.greet]\nsurprise = 1\n");
    let said = complaint(&wanted);
    assert!(
        said.starts_with("--tools: ") && said.contains("house.toml"),
        "{said}"
    );
    let missing = Wanted {
        hooks: vec!["/nowhere.toml".into()],
        ..Wanted::default()
    };
    let said = complaint(&missing);
    assert!(
        said.starts_with("--hooks: ") && said.contains("no such file"),
        "{said}"
    );
}

#[test]
fn a_schema_must_be_one() {
    let folder = tempfile::tempdir().unwrap();
    for (text, what) in [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        (r#"{"type": "nonsense"}"#, "not a JSON Schema"),
    ] {
        let path = folder.path().join("schema.json");
        std::fs::write(&path, text).unwrap();
        let said = complaint(&Wanted {
            schema: Some(path),
            ..Wanted::default()
        });
        assert!(said.contains(what), "{said}");
    }
}

//! `--sim`: the whole way through this program twice, as the front end and as its CLI.

use super::{OutputOf as _, Ran, program};
use serde_json::json;
use tempfile::TempDir;

/// A run with the simulator, whose sessions are kept in a folder of the test.
fn simulated(home: &TempDir, arguments: &[&str]) -> Ran {
    let mut command = program();
    command
        .env("HOME", home.path())
        .env("XDG_STATE_HOME", home.path())
        .env_remove("CCA_SCENARIO")
        .args(arguments);
    Ran::of(&command.unwrap_or_output())
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_word_after_sim_that_is_no_scenario_is_the_prompt() {
    let ran = simulated(&home(), &["--quiet", "--sim", "hello"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.starts_with("Hello!"), "{}", ran.out);
    let named = simulated(&home(), &["--quiet", "--sim", "playground", "hello"]);
    assert_eq!(named.out, ran.out);
}

#[test]
fn a_scenario_that_is_not_there_is_a_mistake() {
    let ran = simulated(&home(), &["--sim", "nonesuch", "hello"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(
        ran.err.contains("--sim: nonesuch") && ran.err.contains("playground"),
        "{}",
        ran.err
    );
    let both = simulated(&home(), &["--sim", "--cli", "claude", "hello"]);
    assert_eq!(both.code, Some(2), "{both:?}");
}

#[test]
fn the_demo_tools_answer_if_a_rule_lets_them() {
    let arguments = ["--json", "--sim", "playground", "--tools", "demo"];
    let allowed = [
        &arguments[..],
        &["--allow", "mcp__demo__add", "add 15 and 27"],
    ]
    .concat();
    let ran = simulated(&home(), &allowed);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.event("tool_result")["text"], "42");
    assert_eq!(ran.event("permission")["why"], "mcp__demo__add");
    let ran = simulated(&home(), &[&arguments[..], &["add 15 and 27"]].concat());
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert_eq!(
        ran.event("permission")["would_allow"],
        json!(["mcp__demo__add"])
    );
}

#[test]
fn a_session_is_resumed_by_its_id() {
    let home = home();
    let first = simulated(&home, &["--json", "--sim", "playground", "hello"]);
    let id = first.event("end")["session_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let resumed = simulated(
        &home,
        &["--json", "--sim", "playground", "--resume", &id, "thanks"],
    );
    assert_eq!(
        (resumed.code, &resumed.event("end")["session_id"]),
        (Some(0), &json!(id)),
        "{resumed:?}"
    );
    let missing = "00000000-0000-4000-8000-000000000000";
    let ran = simulated(
        &home,
        &["--sim", "playground", "--resume", missing, "thanks"],
    );
    assert_eq!(ran.code, Some(3), "{ran:?}");
}

#[test]
fn the_harmless_demo_tools_run_without_a_flag() {
    let ran = simulated(&home(), &["--json", "--sim", "add 15 and 27"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.event("tool_result")["text"], "42");
    let permission = ran.event("permission");
    assert_eq!(
        (&permission["by"], &permission["why"]),
        (&json!("rule"), &json!("mcp__demo__add"))
    );
    // Whoever names tools, or refuses them, is in charge.
    let denied = ["--json", "--sim", "--deny", "mcp__demo__add"];
    let ran = simulated(&home(), &[&denied[..], &["add 15 and 27"]].concat());
    assert_eq!(ran.event("permission")["verdict"], "deny", "{ran:?}");
}

#[test]
fn demo_tools_that_read_files_wait_for_a_rule() {
    let ran = simulated(&home(), &["--json", "--sim", "hash correct horse"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert_eq!(
        ran.event("permission")["would_allow"],
        json!(["mcp__demo__hash"])
    );
}

#[test]
fn the_way_to_go_on_names_the_simulator_and_the_scenario() {
    let home = home();
    let id = |ran: &Ran, words: &str| {
        let (_, id) = ran.out.split_once(words).unwrap_or_default();
        id.trim().to_owned()
    };
    let usual = simulated(&home, &["--sim", "hello"]);
    let first = id(&usual, "to go on: cca-tui run --sim --resume ");
    assert_eq!(first.len(), 36, "{usual:?}");
    let named = simulated(&home, &["--sim", "playground", "hello"]);
    let second = id(&named, "to go on: cca-tui run --sim playground --resume ");
    assert_eq!(second.len(), 36, "{named:?}");
    let ran = simulated(&home, &["--sim", "--resume", &first, "thanks"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn a_tool_for_a_person_says_that_nobody_is_there() {
    let home = home();
    let write = |name: &str, text: &str| {
        let path = home.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let tools = write(
        "desk.toml",
        "[tools.who]\ndescription = 'Ask'\nmanual = 'Who?'\n",
    );
    let scenario = write(
        "own.toml",
        "description = 'x'\n[[on]]\nprompt = '.'\nsteps = [{ tool = { name = 'mcp__desk__who', input = {} } }, { say = 'so' }]\n",
    );
    let ran = simulated(
        &home,
        &[
            "--json",
            "--sim",
            &scenario,
            "--tools",
            &tools,
            "--allow",
            "mcp__desk__who",
            "go",
        ],
    );
    let text = ran.event("tool_result")["text"].to_string();
    assert!(text.contains("nobody is there to answer"), "{ran:?}");
}

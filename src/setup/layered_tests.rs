//! Settings under flags.

use super::layered;
use crate::config::settings::{Key, MODES, Places, Projects, Settings, Value};
use crate::setup::Wanted;

fn set(text: &str) -> Settings {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("settings.toml"), text).unwrap();
    std::fs::write(folder.path().join("t.toml"), "").unwrap();
    let places = Places {
        config: Some(folder.path().to_owned()),
        state: None,
        directory: folder.path().to_owned(),
        projects: Projects::Untrusted,
    };
    let settings = Settings::load(&places, |_| None).unwrap();
    // The files that are named are looked for by the test.
    let _ = folder.keep();
    settings
}

#[test]
fn flags_win_and_lists_add_up() {
    let settings = set(
        "[session]\nmodel = \"haiku\"\npermission_mode = \"plan\"\nallow = [\"Read\"]\ndeny = [\"Bash(rm *)\"]\ncli = \"/x/claude\"\nvia = \"ssh host\"\n",
    );
    let typed = Wanted {
        model: Some("opus".to_owned()),
        allow: vec!["Edit".to_owned()],
        ..Wanted::default()
    };
    let wanted = layered(typed, &settings).unwrap();
    assert_eq!(wanted.model.as_deref(), Some("opus"));
    assert_eq!(wanted.permission_mode.as_deref(), Some("plan"));
    assert_eq!(wanted.allow, ["Read", "Edit"]);
    assert_eq!(wanted.deny, ["Bash(rm *)"]);
    assert_eq!(
        wanted.cli.as_deref(),
        Some(std::path::Path::new("/x/claude"))
    );
    assert_eq!(wanted.via.as_deref(), Some("ssh host"));
}

#[test]
fn a_simulated_session_is_started_by_its_flags() {
    let settings =
        set("[session]\ncli = \"/x/claude\"\nvia = \"ssh host\"\ntools = [\"t.toml\"]\n");
    let typed = Wanted {
        simulate: Some(String::new()),
        ..Wanted::default()
    };
    let wanted = layered(typed.clone(), &settings).unwrap();
    assert_eq!(wanted, typed);
}

#[test]
fn a_variable_for_the_cli_is_left_to_the_search() {
    let mut settings = set("[session]\ncli = \"/x/claude\"\n");
    let origin = crate::config::settings::Origin::Variable("CCA_CLI");
    settings.set(crate::config::settings::Given {
        key: Key::Cli,
        value: Value::Text("/y/claude".to_owned()),
        origin,
    });
    assert_eq!(layered(Wanted::default(), &settings).unwrap().cli, None);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let said = layered(
        Wanted::default(),
        &set("\n[session]\nallow = [\"Bash(\"]\n"),
    );
    let said = said.unwrap_err().to_string();
    assert!(
        said.contains("settings.toml:3:1: session.allow: "),
        "{said}"
    );
    let said = layered(
        Wanted::default(),
        &set("[session]\nhooks = [\"no.toml\"]\n"),
    );
    let said = said.unwrap_err().to_string();
    assert!(
        said.contains("settings.toml:2:1: session.hooks: there is no file "),
        "{said}"
    );
}

#[test]
fn the_modes_of_settings_are_those_of_the_flag() {
    let mut known = crate::setup::MODES;
    let mut modes = MODES;
    known.sort_unstable();
    modes.sort_unstable();
    assert_eq!(known, modes);
}

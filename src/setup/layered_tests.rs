//! Settings under flags.

use super::layered;
use crate::config::settings::{Key, MODES, Places, Projects, Settings, Value};
use crate::setup::Wanted;

/// Settings of this text, and the folder with the files they may name.
fn set(text: &str) -> (Settings, tempfile::TempDir) {
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
    (settings, folder)
}

#[test]
fn flags_win_and_lists_add_up() {
    let (settings, _folder) = set(
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
    let (settings, _folder) =
        set("[session]\ncli = \"/x/claude\"\nvia = \"ssh host\"\ntools = [\"t.toml\"]\n");
    let typed = Wanted {
        simulate: Some(String::new()),
        ..Wanted::default()
    };
    let wanted = layered(typed.clone(), &settings).unwrap();
    assert_eq!(wanted, typed);
}

/// A bare name that is a file of the crate's folder, where tests run, and no program.
#[test]
fn a_cli_that_is_a_file_here_is_told_unless_none_is_needed() {
    let (settings, _folder) = set("[session]\ncli = \"Cargo.toml\"\nhooks = [\"no.toml\"]\n");
    let simulated = Wanted {
        simulate: Some(String::new()),
        ..Wanted::default()
    };
    assert_eq!(layered(simulated.clone(), &settings).unwrap(), simulated);

    let (settings, _folder) = set("[session]\ncli = \"Cargo.toml\"\n");
    let said = layered(Wanted::default(), &settings).unwrap_err();
    assert!(
        said.to_string()
            .contains("session.cli: there is no Cargo.toml on PATH; the file here is ./Cargo.toml"),
        "{said}"
    );
}

#[test]
fn a_variable_for_the_cli_is_left_to_the_search() {
    let (mut settings, _folder) = set("[session]\ncli = \"/x/claude\"\n");
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
        &set("\n[session]\nallow = [\"Bash(\"]\n").0,
    );
    let said = said.unwrap_err().to_string();
    assert!(
        said.contains("settings.toml:3:1: session.allow: "),
        "{said}"
    );
    let said = layered(
        Wanted::default(),
        &set("[session]\nhooks = [\"no.toml\"]\n").0,
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

/// Between the check and the use somebody puts another file in the place of one that is trusted.
#[test]
fn what_a_trusted_project_names_is_used_as_it_was_checked() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let file = folder.path().join(".cca-tui.toml");
    write(
        ".cca-tui.toml",
        "[session]\ntools = [\"t.toml\"]\nhooks = [\"h.toml\"]\nmcp_config = [\"m.json\"]\n",
    );
    write(
        "t.toml",
        "server = \"mine\"\n[tools.one]\ndescription = \"x\"\nanswer = \"1\"\n",
    );
    write("h.toml", "hooks = []\n");
    write(
        "m.json",
        r#"{"mcpServers": {"mine2": {"command": "true"}}}"#,
    );
    let places = Places {
        config: None,
        state: Some(folder.path().join("state")),
        directory: folder.path().to_owned(),
        projects: Projects::AsTrusted,
    };
    let load = || Settings::load(&places, |_| None).unwrap();
    let digest = load().project.unwrap().digest;
    let mut trust = crate::config::settings::trust::Trust::open(places.state.as_deref());
    trust.add(&file, &digest).unwrap();
    let settings = load();
    assert!(settings.project.as_ref().unwrap().trusted);
    write(
        "t.toml",
        "server = \"evil\"\n[tools.run]\ndescription = \"x\"\nanswer = \"1\"\n",
    );
    write(
        "m.json",
        r#"{"mcpServers": {"evil2": {"command": "true"}}}"#,
    );
    std::fs::remove_file(folder.path().join("h.toml")).unwrap();
    let wanted = layered(Wanted::default(), &settings).unwrap();
    let prepared = crate::setup::prepare(&wanted, None).unwrap();
    let options = format!("{:?}", prepared.options);
    assert!(
        options.contains("mine") && options.contains("mine2"),
        "{options}"
    );
    assert!(!options.contains("evil"), "{options}");
    // Asked anew, it is not trusted any more.
    assert!(!load().project.unwrap().trusted);
}

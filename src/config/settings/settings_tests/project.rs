//! A project that nobody trusts: what it may say, what it may not, and where it ends.

use super::*;

#[test]
fn an_untrusted_project_runs_nothing_and_allows_nothing() {
    let stage = Stage::new();
    stage.write("project/.cca-tui.toml", WANTS);
    let settings = stage.load(&[]).unwrap();
    for key in [
        Key::Editor,
        Key::PermissionMode,
        Key::Allow,
        Key::Tools,
        Key::Hooks,
        Key::McpConfig,
        Key::Cli,
        Key::Via,
        Key::RecordDir,
    ] {
        assert_eq!(settings.given(key).count(), 0, "{key}");
    }
    assert_eq!(settings.number(Key::ArmingMs), Some(800));
    assert_eq!(settings.text(Key::Theme), Some("dark"));
    assert_eq!(settings.text(Key::Model), Some("m"));
    assert_eq!(settings.items(Key::Deny).count(), 1);
    let notice = settings.notice().unwrap();
    assert!(
        notice.contains("is not trusted: editor, arming_ms, session.permission_mode"),
        "{notice}"
    );
}

#[test]
fn a_project_may_make_the_mode_stricter_and_never_looser() {
    let stage = Stage::new();
    for (user, project, counts) in [
        (None, "plan", Some("plan")),
        (None, "default", None),
        (None, "dontAsk", None),
        (Some("acceptEdits"), "default", Some("default")),
        (Some("plan"), "default", Some("plan")),
        (Some("default"), "bypassPermissions", Some("default")),
    ] {
        let user = user.map_or_else(String::new, |mode| {
            format!("[session]\npermission_mode = \"{mode}\"\n")
        });
        stage.write("config/settings.toml", &user);
        stage.write(
            "project/.cca-tui.toml",
            &format!("[session]\npermission_mode = \"{project}\"\n"),
        );
        assert_eq!(
            stage.load(&[]).unwrap().text(Key::PermissionMode),
            counts,
            "{user} {project}"
        );
    }
}

#[test]
fn a_project_ends_at_the_top_of_its_repository() {
    let stage = Stage::new();
    stage.write(".cca-tui.toml", "theme = \"dark\"\n");
    assert!(stage.load(&[]).unwrap().project.is_none());
    std::fs::remove_dir(stage.folder.path().join("project/.git")).unwrap();
    stage.write("project/.cca-tui.toml", "theme = \"dark\"\n");
    assert!(stage.load(&[]).unwrap().project.is_none());
    stage.write("project/src/.cca-tui.toml", "theme = \"dark\"\n");
    assert!(stage.load(&[]).unwrap().project.is_some());
}

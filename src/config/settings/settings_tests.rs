//! Layers and origins, strictness, trust.

use super::trust::Trust;
use super::{Key, Kind, Origin, Places, Projects, SettingError, Settings, TEMPLATE, Value};

struct Stage {
    folder: tempfile::TempDir,
}

impl Stage {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["config", "project/src", "project/.git", "state"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    fn write(&self, path: &str, text: &str) -> std::path::PathBuf {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    fn places(&self, projects: Projects) -> Places {
        Places {
            config: Some(self.folder.path().join("config")),
            state: Some(self.folder.path().join("state")),
            directory: self.folder.path().join("project/src"),
            projects,
        }
    }

    fn load(&self, variables: &[(&str, &str)]) -> Result<Settings, SettingError> {
        Settings::load(&self.places(Projects::AsTrusted), |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    /// What is wrong, without the folder of the test.
    fn said(&self) -> String {
        let said = self.load(&[]).unwrap_err().to_string();
        said.replace(&format!("{}/", self.folder.path().display()), "")
    }
}

fn line(origin: Option<&Origin>) -> Option<usize> {
    match origin {
        Some(Origin::File { line, .. }) => Some(*line),
        _ => None,
    }
}

#[test]
fn each_place_wins_over_the_ones_before_it() {
    let stage = Stage::new();
    let settings = stage.load(&[]).unwrap();
    assert_eq!(settings.text(Key::Theme), Some("default"));
    assert_eq!(settings.origin(Key::Theme), Some(&Origin::Default));
    assert_eq!(settings.text(Key::Model), None);

    stage.write(
        "config/settings.toml",
        "\ntheme = \"dark\"\nmouse = false\n",
    );
    let settings = stage.load(&[]).unwrap();
    assert_eq!(settings.text(Key::Theme), Some("dark"));
    assert_eq!(line(settings.origin(Key::Theme)), Some(2));
    assert!(!settings.flag(Key::Mouse));

    stage.write("project/.cca-tui.toml", "theme = \"light\"\n");
    let settings = stage.load(&[]).unwrap();
    assert_eq!(settings.text(Key::Theme), Some("light"));
    assert_eq!(line(settings.origin(Key::Theme)), Some(1));

    let mut settings = stage
        .load(&[("CCA_THEME", "gruvbox"), ("CCA_MOUSE", "on")])
        .unwrap();
    assert_eq!(settings.text(Key::Theme), Some("gruvbox"));
    assert_eq!(
        settings.origin(Key::Theme),
        Some(&Origin::Variable("CCA_THEME"))
    );
    assert!(settings.flag(Key::Mouse));

    settings.flag_set(Key::Theme, Value::Text("catppuccin".to_owned()), "--theme");
    assert_eq!(settings.text(Key::Theme), Some("catppuccin"));
    assert_eq!(settings.origin(Key::Theme).unwrap().to_string(), "--theme");
}

#[test]
fn lists_add_up_and_paths_are_relative_to_their_file() {
    let stage = Stage::new();
    stage.write(
        "config/settings.toml",
        "[session]\ndeny = [\"A\"]\ntools = [\"demo\", \"my/tools.toml\"]\n",
    );
    stage.write("project/.cca-tui.toml", "[session]\ndeny = [\"B\"]\n");
    let settings = stage.load(&[]).unwrap();
    let denied: Vec<_> = settings.items(Key::Deny).map(|(rule, _)| rule).collect();
    assert_eq!(denied, ["A", "B"]);
    let tools: Vec<_> = settings
        .items(Key::Tools)
        .map(|(file, _)| file.to_owned())
        .collect();
    let beside = stage.folder.path().join("config/my/tools.toml");
    assert_eq!(tools, ["demo".to_owned(), beside.display().to_string()]);
}

#[test]
fn mistakes_are_named_with_file_line_and_key() {
    let stage = Stage::new();
    for (text, said) in [
        (
            "theem = \"dark\"",
            "1:1: theem: there is no such setting; did you mean theme?",
        ),
        (
            "\n[session]\nmoddel = \"x\"",
            "3:1: session.moddel: there is no such setting; did you mean session.model?",
        ),
        (
            "model = \"x\"",
            "1:1: model: there is no such setting; did you mean session.model?",
        ),
        (
            "[nonsense]\nx = 1",
            "1:2: nonsense: there is no such setting; `cca-tui config` lists them",
        ),
        ("mouse = \"yes\"", "1:9: mouse: must be true or false"),
        (
            "arming_ms = 100",
            "1:13: arming_ms: must be a whole number from 300 to 10000",
        ),
        (
            "glyphs = \"fancy\"",
            "1:10: glyphs: must be one of \"auto\", \"unicode\", \"ascii\"",
        ),
        (
            "[session]\nallow = \"Bash\"",
            "2:9: session.allow: must be a list of texts, such as [\"Bash(git *)\"]",
        ),
        (
            "session = 3",
            "1:11: session: is a table: write [session] and the settings below it",
        ),
    ] {
        stage.write("config/settings.toml", text);
        assert_eq!(stage.said(), format!("config/settings.toml:{said}"));
    }
    stage.write("config/settings.toml", "theme = \n");
    assert!(
        stage.said().starts_with("config/settings.toml:1:"),
        "{}",
        stage.said()
    );
    stage.write("config/settings.toml", "");
    let wrong = stage.load(&[("CCA_MOUSE", "maybe")]).unwrap_err();
    assert_eq!(wrong.to_string(), "CCA_MOUSE: must be true or false");
}

const WANTS: &str = "theme = \"dark\"\neditor = \"./run-me\"\narming_ms = 300\n[session]\nmodel = \"m\"\n\
    permission_mode = \"bypassPermissions\"\nallow = [\"Bash\"]\ndeny = [\"Write\"]\ntools = [\"t.toml\"]\n\
    hooks = [\"h.toml\"]\nmcp_config = [\"m.json\"]\ncli = \"./claude\"\nvia = \"sh -c\"\nrecord_dir = \"r\"\n";

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
fn trust_is_for_this_content_of_this_file_and_of_the_files_it_names() {
    let stage = Stage::new();
    let file = stage.write("project/.cca-tui.toml", WANTS);
    stage.write("project/t.toml", "one");
    let trust = |settings: &Settings| {
        let mut trust = Trust::open(Some(&stage.folder.path().join("state")));
        trust
            .add(&file, &settings.project.as_ref().unwrap().digest)
            .unwrap();
    };
    trust(&stage.load(&[]).unwrap());
    let settings = stage.load(&[]).unwrap();
    assert_eq!(
        settings.text(Key::PermissionMode),
        Some("bypassPermissions")
    );
    assert_eq!(settings.notice(), None);
    assert!(settings.ignored().is_empty());

    // Where nobody watches it counts for nothing.
    let alone = Settings::load(&stage.places(Projects::Untrusted), |_| None).unwrap();
    assert_eq!(alone.text(Key::PermissionMode), None);

    // A file that it names is changed.
    stage.write("project/t.toml", "two");
    let settings = stage.load(&[]).unwrap();
    assert_eq!(settings.text(Key::PermissionMode), None);
    assert!(
        settings
            .notice()
            .unwrap()
            .contains("changed since you trusted it")
    );
    stage.write("project/t.toml", "one");
    assert_eq!(
        stage.load(&[]).unwrap().text(Key::PermissionMode),
        Some("bypassPermissions")
    );

    // The file itself is changed.
    stage.write("project/.cca-tui.toml", &WANTS.replace("run-me", "run-you"));
    assert_eq!(stage.load(&[]).unwrap().text(Key::Editor), None);

    // The same content elsewhere is another file.
    stage.write("project/src/.cca-tui.toml", WANTS);
    assert_eq!(stage.load(&[]).unwrap().text(Key::Editor), None);
}

/// Programs are looked for where they will be run from: beside the file that names them, and below its `cwd`; in lines for
/// a shell too, and behind links.
#[test]
fn trust_finds_programs_wherever_they_are_meant_from() {
    let stage = Stage::new();
    stage.write(
        "project/.cca-tui.toml",
        "editor = \"vi\"\n[session]\nhooks = [\"sub/h.toml\"]\nmcp_config = [\"m.json\"]\n",
    );
    stage.write(
        "project/sub/h.toml",
        "[[hooks]]\ncommand = { run = [\"./guard.sh\"] }\n\
         [[hooks]]\ncommand = { run = [\"sh\", \"check.sh\"], cwd = \"../scripts\" }\n\
         [[hooks]]\ncommand = { run = [\"sh\", \"-c\", \"./top.sh; true\"] }\n\
         [[hooks]]\ncommand = { run = [\"sh\", \"-c\", \"exec <in.sh\"] }\n\
         [[hooks]]\ncommand = { run = [\"./link.sh\"] }\n",
    );
    stage.write(
        "project/m.json",
        r#"{"mcpServers": {"s": {"type": "http", "url": "http://localhost", "headersHelper": "./headers.sh x"}}}"#,
    );
    let programs = [
        "sub/guard.sh",
        "scripts/check.sh",
        "top.sh",
        "in.sh",
        "headers.sh",
    ];
    for program in programs {
        stage.write(&format!("project/{program}"), "one");
    }
    let outside = stage.write("elsewhere/real.sh", "one");
    let link = stage.folder.path().join("project/sub/link.sh");
    std::os::unix::fs::symlink(&outside, &link).unwrap();
    let found = stage.load(&[]).unwrap().project.unwrap().programs;
    for program in programs.iter().chain(&["sub/link.sh"]) {
        let named = |path: &std::path::PathBuf| path.ends_with(program);
        assert!(found.iter().any(named), "{program} in {found:?}");
    }
    let digest = || stage.load(&[]).unwrap().project.unwrap().digest;
    let before = digest();
    let another = stage.write("elsewhere/another.sh", "two");
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&another, &link).unwrap();
    assert_ne!(digest(), before);
}

/// Whatever of the project is run by something that was trusted is trusted by its content too.
#[test]
fn trust_is_for_the_programs_of_the_project_too() {
    let stage = Stage::new();
    let file = stage.write(
        "project/.cca-tui.toml",
        "editor = \"./edit.sh --wait\"\n[session]\ntools = [\"t.toml\"]\nhooks = [\"h.toml\"]\n\
         mcp_config = [\"m.json\"]\nvia = \"./wrap.sh\"\ncli = \"./claude\"\n",
    );
    stage.write(
        "project/t.toml",
        "[tools.x]\ncommand = { run = [\"python3\", \"src/tool.py\", [\"--with=src/with.py\"]] }\n",
    );
    stage.write(
        "project/h.toml",
        "[[hooks]]\ncommand = { run = [\"sh\", \"-c\", \"exec ./hook.sh\"] }\n",
    );
    stage.write(
        "project/m.json",
        r#"{"mcpServers": {"s": {"command": "node", "args": ["server.js"]}}}"#,
    );
    let programs = [
        "claude",
        "edit.sh",
        "hook.sh",
        "server.js",
        "src/tool.py",
        "src/with.py",
        "wrap.sh",
    ];
    for program in programs {
        stage.write(&format!("project/{program}"), "one");
    }
    stage.write("project/other.sh", "one");
    let settings = stage.load(&[]).unwrap();
    let project = settings.project.unwrap();
    let top = std::fs::canonicalize(stage.folder.path().join("project")).unwrap();
    let found: Vec<_> = project
        .programs
        .iter()
        .map(|path| path.strip_prefix(&top).unwrap())
        .collect();
    assert_eq!(found, programs.map(std::path::Path::new));
    let mut trust = Trust::open(Some(&stage.folder.path().join("state")));
    trust.add(&file, &project.digest).unwrap();

    let trusted = stage.load(&[]).unwrap();
    let editor = trusted.text(Key::Editor).unwrap();
    assert!(
        editor.starts_with('/') && editor.ends_with("/edit.sh --wait"),
        "{editor}"
    );
    assert_eq!(trusted.checked.still(), Ok(()));
    for program in programs {
        let path = format!("project/{program}");
        stage.write(&path, "two");
        assert_eq!(
            stage.load(&[]).unwrap().text(Key::Editor),
            None,
            "{program}"
        );
        // A screen that is open since before looks again.
        let said = trusted.checked.still().unwrap_err();
        assert!(
            said.contains(&format!("{program} changed since the project was trusted")),
            "{said}"
        );
        stage.write(&path, "one");
    }
    stage.write("project/other.sh", "two");
    assert!(stage.load(&[]).unwrap().text(Key::Editor).is_some());
    std::fs::remove_file(stage.folder.path().join("project/hook.sh")).unwrap();
    assert_eq!(
        stage.load(&[]).unwrap().text(Key::Editor),
        None,
        "one that is gone"
    );
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

/// The file that is the documentation names every setting, with the default the program has.
#[test]
fn the_template_is_in_step_with_the_settings() {
    let active = |line: &str| match line.strip_prefix('#') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_lowercase()) => rest.to_owned(),
        _ => line.to_owned(),
    };
    let text: Vec<_> = TEMPLATE.lines().map(active).collect();
    let stage = Stage::new();
    stage.write("config/settings.toml", &text.join("\n"));
    let settings = stage.load(&[]).unwrap();
    let shipped = Settings::shipped();
    for key in Key::ALL {
        let origin = settings.origin(key);
        assert!(line(origin).is_some(), "{key} is not in assets/config.toml");
        if key.about().default.is_some() {
            let value =
                |settings: &Settings| settings.given(key).last().map(|given| given.value.clone());
            assert_eq!(value(&settings), value(&shipped), "{key}");
        }
        if let Some(name) = key.about().variable {
            assert!(TEMPLATE.contains(name), "{name}");
        }
        if let Kind::Word(words) = key.about().kind {
            assert!(words.iter().all(|word| TEMPLATE.contains(word)), "{key}");
        }
    }
    // As it is written, it changes nothing.
    stage.write("config/settings.toml", TEMPLATE);
    let settings = stage.load(&[]).unwrap();
    assert!(
        Key::ALL
            .iter()
            .all(|key| line(settings.origin(*key)).is_none())
    );
}

//! What trust is for: this content of this file, of the files it names, and of the programs they run, now and later.

use super::*;

#[test]
fn trust_is_for_this_content_of_this_file_and_of_the_files_it_names() {
    let stage = Stage::new();
    stage.write("project/.cca-tui.toml", WANTS);
    stage.write("project/t.toml", "one");
    stage.trust();
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
    stage.programs(&programs);
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
    stage.write(
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
    stage.programs(&programs);
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
    stage.trust();
    let trusted = stage.load(&[]).unwrap();
    let editor = trusted.text(Key::Editor).unwrap();
    assert!(
        editor.starts_with('/') && editor.ends_with("/edit.sh --wait"),
        "{editor}"
    );
    assert_eq!(trusted.checked.still(Use::Session), Ok(()));
    assert_eq!(trusted.checked.still(Use::Editor), Ok(()));
    for program in programs {
        let path = format!("project/{program}");
        stage.write(&path, "two");
        assert_eq!(
            stage.load(&[]).unwrap().text(Key::Editor),
            None,
            "{program}"
        );
        // A screen that is open since before looks again.
        let (run, other) = match program {
            "edit.sh" => (Use::Editor, Use::Session),
            _ => (Use::Session, Use::Editor),
        };
        assert_eq!(trusted.checked.still(other), Ok(()), "{program}");
        let said = trusted.checked.still(run).unwrap_err();
        assert!(
            said.contains(&format!("{program} changed: look at it")),
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

/// A screen that is open since before need not be closed for a program that changed: it is enough to trust it anew, if nothing
/// else is another.
#[test]
fn what_is_trusted_anew_beside_an_open_screen_counts_there() {
    let stage = Stage::new();
    let settings = "editor = \"./edit.sh\"\n[session]\nhooks = [\"h.toml\"]\n";
    stage.write("project/.cca-tui.toml", settings);
    let hook = "[[hooks]]\ncommand = { run = [\"./hook.sh\"] }\n";
    stage.write("project/h.toml", hook);
    stage.write("project/edit.sh", "one");
    stage.trust();
    let open = stage.load(&[]).unwrap();
    assert!(open.is_of_project(Key::Editor) && !open.is_of_project(Key::Theme));
    assert_eq!(open.checked.still(Use::Session), Ok(()), "nothing to run");

    let editor = || open.checked.still(Use::Editor);
    stage.write("project/edit.sh", "two");
    let said = editor().unwrap_err();
    let directory = stage.folder.path().join("project/src");
    assert!(
        said.contains(&format!(
            "edit.sh changed: look at it, `cca-tui config --trust --cwd {}`, then try again",
            directory.display()
        )),
        "{said}"
    );
    stage.trust();
    assert_eq!(editor(), Ok(()));

    // One that was not there when the project was trusted is no more trusted than one that changed.
    stage.write("project/hook.sh", "new");
    let said = open.checked.still(Use::Session).unwrap_err();
    assert!(said.contains("hook.sh changed: "), "{said}");
    stage.trust();
    assert_eq!(open.checked.still(Use::Session), Ok(()));

    // What was read when the screen was opened is used there: other hooks need another screen.
    let open = stage.load(&[]).unwrap();
    stage.write("project/h.toml", &format!("{hook}{hook}"));
    assert_eq!(open.checked.still(Use::Editor), Ok(()));
    stage.write("project/edit.sh", "three");
    stage.trust();
    let said = open.checked.still(Use::Editor).unwrap_err();
    assert!(said.contains("leave, and start again"), "{said}");
}

//! `cca-tui config` and settings, from outside: what is printed, what is written, what a project may not do.

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use std::path::Path;

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cca-tui"));
        command
            .args(arguments)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", self.path())
            .current_dir(self.path());
        command
    }

    fn printed(&self, arguments: &[&str]) -> String {
        let out = self.run(arguments).assert().success();
        let text = String::from_utf8(out.get_output().stdout.clone()).unwrap();
        let home = self.path().to_str().unwrap();
        let lines: Vec<_> = text.lines().map(str::trim_end).collect();
        lines.join("\n").replace(home, "HOME")
    }
}

const PROJECT: &str = "theme = \"dark\"\n[session]\nallow = [\"Bash(git *)\"]\nhooks = [\"guard.toml\"]\ndeny = [\"Write\"]\n";

#[test]
fn what_is_set_is_printed_with_its_origin() {
    let home = Home::new();
    home.write(
        ".config/cca-tui/settings.toml",
        "mouse = false\n\n[session]\nmodel = \"opus\"\ndeny = [\"Bash(rm *)\"]\n",
    );
    home.write(".cca-tui.toml", PROJECT);
    let mut command = home.run(&["config"]);
    let out = command.env("CCA_BELL", "off").assert().success();
    let text = String::from_utf8(out.get_output().stdout.clone()).unwrap();
    let text = text.replace(home.path().to_str().unwrap(), "HOME");
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_file_to_begin_with_is_written_once() {
    let home = Home::new();
    let file = home.path().join(".config/cca-tui/settings.toml");
    home.run(&["config", "--init"])
        .assert()
        .success()
        .stdout(contains("wrote "));
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(written, cca::config::settings::TEMPLATE);
    std::fs::write(&file, "mouse = false\n").unwrap();
    home.run(&["config", "--init"])
        .assert()
        .code(1)
        .stdout(contains("is left as it is"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mouse = false\n");
}

#[test]
fn trust_shows_what_it_is_for_and_ends_with_a_change() {
    let home = Home::new();
    home.write("p/.cca-tui.toml", PROJECT);
    home.write("p/guard.toml", "");
    // Nobody to ask is a no.
    home.run(&["config", "--cwd", "p", "--trust"])
        .write_stdin("y\n")
        .assert()
        .code(1)
        .stdout(
            contains("let calls run without asking you:      Bash(git *)")
                .and(contains("run hooks, which run commands:"))
                .and(contains("add --yes"))
                .and(contains("not trusted; nothing changed")),
        );
    assert!(
        home.printed(&["config", "--cwd", "p"])
            .contains("not followed")
    );
    home.run(&["config", "--trust", "p/.cca-tui.toml", "--yes"])
        .assert()
        .success()
        .stdout(contains("trusted until it changes"));
    let text = home.printed(&["config", "--cwd", "p"]);
    assert!(!text.contains("not followed"), "{text}");
    assert!(text.contains("[\"Bash(git *)\"]"), "{text}");
    home.write("p/guard.toml", "# changed\n");
    let text = home.printed(&["config", "--cwd", "p"]);
    assert!(text.contains("changed since you trusted it"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_program_of_the_project_is_shown_and_trusted_as_it_is() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    home.write(
        "p/.cca-tui.toml",
        "editor = \"sh\"\n[session]\ncli = \"bin/../bin/claude\"\n",
    );
    home.write("p/bin/claude", "#!/bin/sh\nexit 7\n");
    let program = home.path().join("p/bin/claude");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    home.run(&["config", "--trust", "p", "--yes"])
        .assert()
        .success()
        .stdout(
            contains("run this as the editor:                sh  (that is /")
                .and(contains("/p/bin/../bin/claude  (that is "))
                .and(contains("trusted with it, as they are now:\n  ")),
        );
    let text = home.printed(&["config", "--cwd", "p"]);
    assert!(
        text.contains("session.cli              \"HOME/p/bin/../bin/claude\""),
        "{text}"
    );
    std::fs::write(&program, "#!/bin/sh\nexit 8\n").unwrap();
    let text = home.printed(&["config", "--cwd", "p"]);
    assert!(text.contains("changed since you trusted it"), "{text}");
}

#[test]
fn keys_and_themes_are_those_that_count() {
    let home = Home::new();
    home.write(
        ".config/cca-tui/keymap.toml",
        "[keys.global]\n\"f9\" = \"help\"\n",
    );
    home.write(
        ".config/cca-tui/themes/mine.toml",
        "description = \"My own\"\n[roles]\ntext = \"green\"\n",
    );
    let keys = home.printed(&["config", "--keys"]);
    assert!(keys.contains("\"f9\"         = \"help\""), "{keys}");
    assert!(keys.contains("# Without a key"), "{keys}");
    let themes = home.printed(&["config", "--themes"]);
    assert!(themes.contains("* default"), "{themes}");
    assert!(themes.contains("mine           My own (yours)"), "{themes}");
}

#[test]
fn mistakes_are_told_with_file_line_and_key() {
    let home = Home::new();
    home.write(
        ".config/cca-tui/settings.toml",
        "\n[session]\nmodle = \"x\"\n",
    );
    for arguments in [&["config"][..], &["run", "--sim", "hi"], &["hello there"]] {
        home.run(arguments).assert().code(2).stderr(contains(
            "settings.toml:3:1: session.modle: there is no such setting; did you mean session.model?",
        ));
    }
}

#[test]
fn a_theme_that_is_not_there_is_told_wherever_it_was_named() {
    let home = Home::new();
    let told = "there is no theme called \"drak\"; did you mean dark? There are: default, dark, ";
    for arguments in [&["--theme", "drak"][..], &["demo", "--theme", "drak"]] {
        let expected = format!("cca-tui: --theme: {told}");
        home.run(arguments)
            .assert()
            .code(2)
            .stderr(contains(expected));
    }
    home.run(&["config"])
        .env("CCA_THEME", "drak")
        .assert()
        .code(2)
        .stderr(contains(format!("cca-tui: CCA_THEME: {told}")));
    home.write(
        ".config/cca-tui/settings.toml",
        "mouse = true\ntheme = \"drak\"\n",
    );
    home.run(&["config"])
        .assert()
        .code(2)
        .stdout(contains("settings.toml:2"))
        .stderr(contains(format!("settings.toml:2: theme: {told}")));
}

#[test]
fn everything_that_is_wrong_is_told_by_config() {
    let home = Home::new();
    home.write(
        ".config/cca-tui/keymap.toml",
        "[keys.global]\n\"f9\" = \"pauze\"\n",
    );
    home.write(
        ".config/cca-tui/themes/mine.toml",
        "[roles]\nnothing = \"green\"\n",
    );
    home.write(
        ".config/cca-tui/settings.toml",
        "[log]\nlevel = \"loud\"\n[session]\nallow = [\"Bash(\"]\n",
    );
    let out = home
        .run(&["config"])
        .env("CCA_THEEM", "dark")
        .env("CCA_OF_OTHERS", "1")
        .assert()
        .code(2);
    let said = String::from_utf8(out.get_output().stderr.clone()).unwrap();
    let told = said.replace(home.path().to_str().unwrap(), "HOME");
    insta::assert_snapshot!(told);
}

#[test]
fn a_broken_keymap_does_not_hide_the_shipped_one() {
    let home = Home::new();
    home.write(
        ".config/cca-tui/keymap.toml",
        "[keys.global]\n\"f9\" = \"fly\"\n",
    );
    home.run(&["config", "--keys"])
        .assert()
        .code(2)
        .stdout(contains("[keys.global]").and(contains("the keymap without yours")))
        .stderr(contains(
            "keymap.toml:2:8: keys.global.f9: `fly` is no action; `cca-tui config --keys` lists them",
        ));
}

#[test]
fn a_variable_that_is_nearly_ours_is_told_where_sessions_are_run() {
    let home = Home::new();
    home.run(&["run", "--sim", "hello"])
        .env("CCA_MODLE", "opus")
        .env("CCA_OF_OTHERS", "1")
        .assert()
        .success()
        .stderr(
            contains(
                "CCA_MODLE: there is no such variable, it is ignored; did you mean CCA_MODEL?",
            )
            .and(contains("CCA_OF_OTHERS").not()),
        );
}

#[test]
fn words_in_the_wrong_order_are_told_as_what_was_meant() {
    let home = Home::new();
    for (arguments, told) in [
        (
            &["--theme", "dark", "demo"][..],
            "options of a command stand behind it: `cca-tui demo --theme dark`;",
        ),
        (
            &["dmeo"],
            "did you mean `cca-tui demo`? To send the word as a prompt: cca-tui -- dmeo",
        ),
        (
            &["demo", "tuor"],
            "demo: tuor: is no scenario; did you mean tour?",
        ),
        (
            &["--model", "opus", "run", "hello"],
            "options of a command stand behind it: cca-tui run …",
        ),
    ] {
        home.run(arguments).assert().code(2).stderr(contains(told));
    }
}

#[test]
fn the_screen_needs_a_terminal_and_a_cli() {
    let home = Home::new();
    home.run(&["demo"])
        .assert()
        .code(2)
        .stderr(contains("the screen needs a terminal"));
    home.run(&["hello there", "--cli", "no/such"])
        .assert()
        .code(3)
        .stderr(contains("no/such does not exist"));
    home.run(&["deom"])
        .assert()
        .code(2)
        .stderr(contains("did you mean `cca-tui demo`?"));
}

/// Deny by default is not loosened by what lies in a directory, trusted or not; the user's own settings count.
#[test]
fn run_takes_no_permission_from_a_project() {
    let home = Home::new();
    let tour = ["run", "--sim", "playground", "--json", "list files"];
    let denied = || contains(r#""verdict":"deny""#).and(contains(r#""by":"nobody""#));
    home.write(".cca-tui.toml", "[session]\nallow = [\"Bash\"]\n");
    home.run(&tour).assert().code(4).stdout(denied());
    home.run(&["config", "--trust", "--yes"]).assert().success();
    home.run(&tour).assert().code(4).stdout(denied());
    home.write(
        ".config/cca-tui/settings.toml",
        "[session]\nallow = [\"Bash\"]\n",
    );
    home.run(&tour)
        .assert()
        .code(0)
        .stdout(contains(r#""verdict":"allow""#));
}

#[test]
fn shells_and_man_are_told_about_every_command() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = home.printed(&["completions", shell]);
        for word in ["permission-mode", "replay", "--follow", "inspect"] {
            let bare = word.trim_start_matches('-');
            assert!(script.contains(bare), "{shell} does not know {word}");
        }
    }
    let page = home.printed(&["man"]);
    assert!(
        page.contains(".TH cca-tui 1") && page.contains("cca\\-tui\\-replay(1)"),
        "{page}"
    );
    let page = home.printed(&["man", "run"]);
    assert!(
        page.contains("cca\\-tui\\-run") && page.contains("\\-\\-max\\-turns"),
        "{page}"
    );
    home.run(&["man", "rnu"])
        .assert()
        .code(2)
        .stderr(contains("there is no command rnu; did you mean run?"));
    home.run(&["completions", "tcsh"]).assert().code(2);
}

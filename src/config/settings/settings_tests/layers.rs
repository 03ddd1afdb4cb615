//! Places one over the other: what wins, what adds up, what is wrong where, and the file that documents it all.

use super::*;

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

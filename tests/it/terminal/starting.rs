//! How the screen is started, what it says without a CLI, and what it leaves behind on the terminal.

use crate::screen::Start;

#[tokio::test]
async fn a_prompt_on_the_command_line_is_sent_and_the_way_back_is_printed() {
    let mut terminal = Start::with(&[
        "--sim",
        "playground",
        "--record",
        "r.ndjson",
        "add 15 and 27",
    ])
    .open(30, 100);
    terminal.until_idle(&["42", "done •"]).await;
    let (code, after) = terminal.quit().await;
    assert_eq!(code, Some(0));
    assert!(
        after.contains("go on with it:  cca-tui --sim playground --resume "),
        "{after}"
    );
    assert!(after.contains("recorded in:    r.ndjson"), "{after}");
}

#[tokio::test]
async fn without_a_cli_the_demo_is_offered() {
    let places = ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"];
    if places
        .iter()
        .any(|place| std::path::Path::new(place).join("claude").exists())
    {
        // This machine has one for everybody: nothing can be without.
        return;
    }
    let mut terminal = Start::with(&[]).open(30, 140);
    terminal.until_shown("open the demo instead? [Y/n]").await;
    assert!(
        terminal
            .text()
            .contains("no `claude` CLI was found on PATH")
    );
    terminal.keys("\r").await;
    // The tour begins by itself, and is quit when its first stop is over.
    terminal.until_idle(&["1 of 15", "done •"]).await;
    assert_eq!(terminal.quit().await.0, Some(0));

    let mut terminal = Start::with(&["hello there"]).open(30, 140);
    terminal.until_shown("open the demo instead? [Y/n]").await;
    terminal.keys("n\r").await;
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(3));
    assert!(!String::from_utf8_lossy(&raw).contains("\u{1b}[?1049h"));
}

#[tokio::test]
async fn settings_reach_the_screen_and_an_untrusted_project_is_told() {
    let mut terminal = Start::with(&["demo", "--ascii"])
        .file(
            ".config/cca-tui/settings.toml",
            "theme = \"light\"\nmouse = false\n",
        )
        .file(
            ".config/cca-tui/keymap.toml",
            "[keys.global]\n\"f9\" = \"help\"\n",
        )
        .file(".cca-tui.toml", "[session]\nallow = [\"Bash\"]\n")
        .env("COLORTERM", "truecolor")
        .open(30, 140);
    terminal
        .until_shown("is not trusted: session.allow ignored")
        .await;
    let ground = terminal.parser.screen().cell(10, 10).unwrap().bgcolor();
    assert_eq!(ground, vt100::Color::Rgb(255, 255, 255));
    assert!(
        terminal.text().contains("+ Conversation"),
        "{}",
        terminal.text()
    );
    assert!(!String::from_utf8_lossy(&terminal.raw).contains("\u{1b}[?1000h"));
    terminal.keys("\u{1b}[20~").await;
    terminal.until_shown("Here and now").await;
}

#[tokio::test]
async fn a_wrong_file_is_told_before_the_terminal_is_taken() {
    for (path, text, said) in [
        (
            ".config/cca-tui/settings.toml",
            "theem = 1\n",
            "settings.toml:1:1: theem: ",
        ),
        (
            ".config/cca-tui/settings.toml",
            "theme = \"no\"\n",
            "settings.toml:1: theme: there is no theme called \"no\"",
        ),
        (
            ".config/cca-tui/keymap.toml",
            "[keys.pane]\nx = \"fly\"\n",
            "keymap.toml:2:5: keys.pane.x: `fly` is no action",
        ),
    ] {
        let terminal = Start::with(&["demo", "playground"])
            .file(path, text)
            .open(30, 200);
        let (code, raw) = terminal.end().await;
        let raw = String::from_utf8_lossy(&raw).into_owned();
        assert_eq!(code, Some(2), "{raw}");
        assert!(raw.contains(said), "{raw}");
        assert!(!raw.contains("\u{1b}[?1049h"), "{raw}");
    }
}

//! What is kept is private, whole, bounded, and survives other programs and damage.

use super::{Keeper, drafts, filters_of, prompts, screen_of};
use crate::tui::effect::Keep;
use crate::tui::model::Remembered;
use crate::tui::panes::composer::{Piece, REMEMBERED};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

const HERE: &str = "/project/here";
/// Longer than any machine needs; nothing waits that long unless it is broken.
const LIMIT: Duration = Duration::from_mins(1);

fn texts(root: &Path) -> Vec<String> {
    prompts::read(root)
        .into_iter()
        .map(|past| past.text)
        .collect()
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn text(text: &str) -> Vec<Piece> {
    vec![Piece::Text(text.to_owned())]
}

#[test]
fn prompts_come_back_in_order_each_once_and_privately() {
    let root = tempfile::tempdir().unwrap();
    for prompt in ["one", "two\nlines \u{1b}", "one"] {
        prompts::append(root.path(), prompt, Path::new(HERE)).unwrap();
    }
    assert_eq!(texts(root.path()), ["two\nlines \u{1b}", "one"]);
    assert_eq!(prompts::read(root.path())[0].folder, Path::new(HERE));
    assert_eq!(mode(&root.path().join("prompts.jsonl")), 0o600);
}

#[test]
fn torn_and_foreign_lines_are_passed_over_and_go() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("prompts.jsonl");
    let damaged = b"{\"text\":\"a\"}\nnot json\n\xff\xfe\n{\"text\":3}\n{\"text\":\"to";
    std::fs::write(&path, damaged).unwrap();
    prompts::append(root.path(), "b", Path::new(HERE)).unwrap();
    assert_eq!(texts(root.path()), ["a", "b"]);
    let lines = std::fs::read_to_string(&path).unwrap();
    assert_eq!(lines.lines().count(), 2, "{lines}");
}

#[test]
fn the_file_is_shortened_when_it_has_grown() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("prompts.jsonl");
    let line = |number| format!("{{\"text\":\"{number}\"}}");
    let many: Vec<String> = (0..REMEMBERED * 2).map(line).collect();
    std::fs::write(&path, many.join("\n")).unwrap();
    let read = texts(root.path());
    assert_eq!(read.len(), REMEMBERED);
    assert_eq!(read.last().unwrap(), &(REMEMBERED * 2 - 1).to_string());
    let left = std::fs::read_to_string(&path).unwrap().lines().count();
    assert_eq!(left, REMEMBERED);
    assert_eq!(texts(root.path()), read);
}

#[test]
fn many_write_at_once_and_nothing_is_lost() {
    let root = tempfile::tempdir().unwrap();
    // Damaged, so that everybody who reads rewrites it too.
    std::fs::write(root.path().join("prompts.jsonl"), "garbage\n").unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let root = root.path();
            scope.spawn(move || {
                for number in 0..25 {
                    let prompt = format!("{writer} {number}");
                    prompts::append(root, &prompt, Path::new(HERE)).unwrap();
                    prompts::read(root);
                }
            });
        }
    });
    assert_eq!(texts(root.path()).len(), 100);
}

#[test]
fn a_huge_prompt_is_not_written() {
    let root = tempfile::tempdir().unwrap();
    prompts::append(root.path(), &"x".repeat(1_000_000), Path::new(HERE)).unwrap();
    assert!(texts(root.path()).is_empty());
}

#[test]
fn a_draft_is_kept_by_folder_until_it_is_forgotten() {
    let root = tempfile::tempdir().unwrap();
    let pieces = vec![
        Piece::Text("look at ".to_owned()),
        Piece::Paste("a\nb".to_owned()),
    ];
    drafts::write(root.path(), Path::new(HERE), &pieces).unwrap();
    assert_eq!(drafts::read(root.path(), Path::new(HERE)), pieces);
    assert!(drafts::read(root.path(), Path::new("/elsewhere")).is_empty());
    let file = std::fs::read_dir(root.path().join("drafts"))
        .unwrap()
        .next();
    let file = file.unwrap().unwrap().path();
    assert_eq!(mode(&file), 0o600);
    std::fs::write(&file, "{").unwrap();
    assert!(drafts::read(root.path(), Path::new(HERE)).is_empty());
    drafts::write(root.path(), Path::new(HERE), &text(" \n")).unwrap();
    assert!(!file.exists());
    drafts::write(root.path(), Path::new(HERE), &[]).unwrap();
}

#[test]
fn there_are_never_too_many_drafts() {
    let root = tempfile::tempdir().unwrap();
    for number in 0..210 {
        let folder = PathBuf::from(format!("/project/{number}"));
        drafts::write(root.path(), &folder, &text("x")).unwrap();
    }
    let count = std::fs::read_dir(root.path().join("drafts"))
        .unwrap()
        .count();
    assert_eq!(count, 200);
    assert!(!drafts::read(root.path(), Path::new("/project/209")).is_empty());
}

#[test]
fn the_keeper_writes_beside_and_the_newest_wins() {
    let root = tempfile::tempdir().unwrap();
    let mut keeper = Keeper::at(Some(root.path().to_owned()));
    let mut screen = Remembered::new("");
    for number in 0..50 {
        keeper.keep(Keep::Draft {
            folder: HERE.into(),
            pieces: text(&format!("draft {number}")),
        });
        keeper.keep(Keep::Prompt {
            text: format!("prompt {number}"),
            folder: HERE.into(),
        });
        screen.arrangement.widen(1);
        keeper.keep(Keep::Screen(screen.clone()));
    }
    keeper.flush(LIMIT);
    assert_eq!(drafts::read(root.path(), Path::new(HERE)), text("draft 49"));
    assert_eq!(texts(root.path()).len(), 50);
    assert_eq!(screen_of(root.path()), Some(screen));
}

#[test]
fn filters_of_two_programs_are_all_kept_privately() {
    use crate::tui::model::{FilterChange, Named};
    let root = tempfile::tempdir().unwrap();
    let named = |name: &str| {
        Keep::Filter(FilterChange::Name(Named {
            name: name.to_owned(),
            filter: "~error".to_owned(),
        }))
    };
    let mut one = Keeper::at(Some(root.path().to_owned()));
    let mut other = Keeper::at(Some(root.path().to_owned()));
    one.keep(named("a"));
    one.flush(LIMIT);
    other.keep(named("b"));
    other.flush(LIMIT);
    one.keep(Keep::Filter(FilterChange::Used("~late".to_owned())));
    one.flush(LIMIT);
    let kept = filters_of(root.path());
    let both: Vec<&str> = kept.named.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(both, ["a", "b"]);
    assert_eq!(kept.past, ["~late"]);
    let path = root.path().join("filters.json");
    let mode = std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    std::fs::write(path, "\u{1b}]0;x").unwrap();
    assert!(filters_of(root.path()).named.is_empty());
}

#[test]
fn garbage_in_the_arrangement_is_not_used() {
    let root = tempfile::tempdir().unwrap();
    assert_eq!(screen_of(root.path()), None);
    std::fs::write(root.path().join("screen.json"), "\u{1b}]0;x").unwrap();
    assert_eq!(screen_of(root.path()), None);
}

#[test]
fn without_a_place_nothing_is_kept_and_nothing_waits() {
    let mut keeper = Keeper::at(None);
    keeper.keep(Keep::Screen(Remembered::new("")));
    keeper.flush(LIMIT);
}

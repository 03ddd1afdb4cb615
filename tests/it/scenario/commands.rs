//! `sim --list` and `sim --check`, without the program around them.

use cca::headless::scenarios;

fn check(names: &[&str]) -> (usize, String) {
    let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut out = Vec::new();
    let bad = scenarios::check(&names, &mut out).unwrap();
    (bad, String::from_utf8(out).unwrap())
}

#[test]
fn the_list_has_a_line_for_each() {
    let mut out = Vec::new();
    scenarios::list(&mut out).unwrap();
    insta::assert_snapshot!("list", String::from_utf8(out).unwrap());
}

#[test]
fn good_files_are_counted() {
    let (bad, said) = check(&["tour", "examples/scenario-minimal.toml"]);
    assert_eq!(bad, 0);
    insta::assert_snapshot!("checked_good", said);
}

#[test]
fn bad_files_are_told_and_the_others_still_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad\u{1b}[2J.toml");
    std::fs::write(&file, "[[turns]]\nsteps = [{ sya = \"x\" }]\n").unwrap();
    let (bad, said) = check(&[file.to_str().unwrap(), "nothing", "flood"]);
    assert_eq!(bad, 2);
    let said = said.replace(folder.path().to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!("checked_bad", said);
}

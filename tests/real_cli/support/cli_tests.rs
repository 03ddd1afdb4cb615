//! What is run, left out and refused.

use super::{Cli, CliMissing};

#[test]
fn without_a_path_the_tests_are_left_out() {
    assert_eq!(Cli::choose(None, false), Ok(None));
    assert_eq!(Cli::choose(Some("".into()), false), Ok(None));
}

#[test]
fn without_a_path_but_required_is_a_failure() {
    assert_eq!(Cli::choose(None, true), Err(CliMissing::Required));
    assert_eq!(
        Cli::choose(Some("".into()), true),
        Err(CliMissing::Required)
    );
}

#[test]
fn a_path_to_nothing_is_a_failure_even_when_not_required() {
    let missing = Cli::choose(Some("/nonexistent/claude".into()), false);
    assert_eq!(
        missing,
        Err(CliMissing::NoFile("/nonexistent/claude".into()))
    );
}

#[test]
fn a_path_to_a_file_is_the_cli() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let found = Cli::choose(Some(file.path().into()), true)
        .unwrap()
        .unwrap();
    assert_eq!(found.path(), file.path());
}

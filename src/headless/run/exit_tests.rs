//! One test for each rule of the exit code.

use super::{Exit, Stopped, Tally};
use crate::error::Error;
use crate::session::Outcome;
use crate::transport::launch::LaunchError;

fn after(outcomes: &[Outcome]) -> Tally {
    Tally {
        outcomes: outcomes.to_vec(),
        ..Tally::default()
    }
}

const API: Outcome = Outcome::ApiError {
    status: Some(529),
    kind: None,
};

#[test]
fn turns_decide() {
    assert_eq!(after(&[Outcome::Success]).exit(), Exit::Success);
    assert_eq!(after(&[Outcome::NoTurn]).exit(), Exit::Success);
    assert_eq!(after(&[Outcome::Success, API]).exit(), Exit::Failed);
    assert_eq!(after(&[Outcome::Error]).exit(), Exit::Failed);
    assert_eq!(
        after(&[Outcome::StructuredOutputFailed]).exit(),
        Exit::Failed
    );
    assert_eq!(after(&[Outcome::StartFailed]).exit(), Exit::NotStarted);
}

#[test]
fn limits_and_denials_are_a_code_of_their_own() {
    assert_eq!(after(&[Outcome::MaxTurns]).exit(), Exit::Refused);
    assert_eq!(after(&[Outcome::MaxBudget]).exit(), Exit::Refused);
    let denied = Tally {
        denied: 1,
        ..after(&[Outcome::Success])
    };
    assert_eq!(denied.exit(), Exit::Refused);
}

#[test]
fn a_failure_counts_more_than_a_denial() {
    let both = Tally {
        denied: 1,
        ..after(&[API])
    };
    assert_eq!(both.exit(), Exit::Failed);
    let broken = Tally {
        broken: true,
        ..after(&[Outcome::MaxTurns])
    };
    assert_eq!(broken.exit(), Exit::Failed);
}

#[test]
fn whoever_stopped_it_counts_most() {
    for (stopped, exit) in [
        (Stopped::Interrupt, Exit::Interrupted),
        (Stopped::Terminate, Exit::Terminated),
        (Stopped::Timeout, Exit::Refused),
        (Stopped::ClosedOutput, Exit::Success),
    ] {
        let tally = Tally {
            stopped: Some(stopped),
            broken: true,
            denied: 2,
            ..after(&[Outcome::Interrupted])
        };
        assert_eq!(tally.exit(), exit);
    }
}

#[test]
fn a_start_that_fails_is_usage_or_no_cli() {
    let config = Error::Config("no".to_owned());
    assert_eq!(Exit::of_start(&config), Exit::Usage);
    let missing = Error::Launch(LaunchError::CliNotFound { looked_at: vec![] });
    assert_eq!(Exit::of_start(&missing), Exit::NotStarted);
    let gone = Error::Connection {
        what: "exit".to_owned(),
        stderr: vec![],
    };
    assert_eq!(Exit::of_start(&gone), Exit::NotStarted);
    let ssh = Error::Launch(LaunchError::LauncherNotFound {
        program: "ssh".to_owned(),
    });
    assert_eq!(Exit::of_start(&ssh), Exit::NotStarted);
}

#[test]
fn the_codes_are_the_documented_ones() {
    let all = [
        Exit::Success,
        Exit::Failed,
        Exit::Usage,
        Exit::NotStarted,
        Exit::Refused,
        Exit::Interrupted,
        Exit::Terminated,
    ];
    assert_eq!(all.map(Exit::code), [0, 1, 2, 3, 4, 130, 143]);
}

//! Programs that open such a file too, if they are installed. Owns: having each come to the last line once.

use crate::Asked;
use crate::gauge::{row, there};
use std::process::{Command, Stdio};

pub(crate) fn measure(asked: &Asked) {
    println!("other programs on the same file, once");
    let file = asked.path.display().to_string();
    // A pager only pages on a terminal: `script` gives it one.
    let less = |keys: &str| format!("less -S {keys} '{file}'");
    let (to_end, numbered) = (less("+Gq"), less("-N +Gq"));
    // It takes such a file for plain text: the question finds nothing, but keeps it from printing every line.
    let count = ["-c", ";select count(*) from all_logs"];
    let runs: [(&str, &str, Vec<&str>); 5] = [
        (
            "less, to the end",
            "script",
            vec!["-qec", &to_end, "/dev/null"],
        ),
        (
            "less -N, to the end",
            "script",
            vec!["-qec", &numbered, "/dev/null"],
        ),
        (
            "lnav, lines indexed as text",
            "lnav",
            [vec!["-n"], count.to_vec(), vec![&file]].concat(),
        ),
        (
            "jq, the type of each line",
            "jq",
            vec!["-c", ".msg.type", &file],
        ),
        ("wc -l", "wc", vec!["-l", &file]),
    ];
    for (what, program, words) in runs {
        let viewer = what.split([',', ' ']).next().unwrap_or(program);
        if which::which(program).is_err() || which::which(viewer).is_err() {
            println!("  {what}: not installed, skipped");
            continue;
        }
        let mut command = Command::new(program);
        command.args(words).env("TERM", "xterm").env("LESS", "");
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let (took, done) = there(|| command.stderr(Stdio::null()).status());
        if done.is_ok_and(|status| status.success()) {
            row(what, took, "");
        } else {
            println!("  {what}: failed, skipped");
        }
    }
}

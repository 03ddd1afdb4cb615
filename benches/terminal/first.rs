//! The first frame of the ordinary screen, from the start of the process, beside that of `less` and of `gitui`.

use crate::pty::{Pty, Start};
use crate::{Measured, median};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A terminal in which there is room for every tab of theirs.
const ROWS: u16 = 30;
const COLUMNS: u16 = 100;

pub(crate) async fn measure(rounds: usize, gitui: Option<PathBuf>) -> Measured<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("small.txt");
    std::fs::write(&file, "something to see\n".repeat(20))?;
    let gitui = match gitui.or_else(|| which::which("gitui").ok()) {
        Some(program) => repository(folder.path())?.map(|repository| (program, repository)),
        None => None,
    };
    let [mut to_less, mut to_gitui] = [Vec::new(), Vec::new()];
    let [mut ours, mut less, mut theirs] = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..rounds {
        let reference = shown(Start::less(&file), &["something to see"]).await?;
        let own = shown(Start::demo("playground"), &["Conversation"]).await?;
        to_less.push(own / reference);
        ours.push(own * 1e3);
        less.push(reference * 1e3);
        if let Some((program, repository)) = &gitui {
            let arguments = ["--directory", &repository.display().to_string()];
            let start = Start::program(&program.display().to_string(), &arguments);
            // The bar of its tabs, what has changed, and the keys below.
            let other = shown(start, &["Status [1]", "Log [2]", "Unstaged Changes"]).await?;
            to_gitui.push(own / other);
            theirs.push(other * 1e3);
        }
    }
    println!(
        "first frame: {:.2}x less ({:.0} ms, less {:.0} ms); goal 2.5x, better 1.5x",
        median(&mut to_less),
        median(&mut ours),
        median(&mut less)
    );
    if to_gitui.is_empty() {
        println!("first frame against gitui: there is no gitui on PATH, or no git");
    } else {
        println!(
            "first frame: {:.2}x gitui ({:.0} ms, gitui {:.0} ms); goal 1x",
            median(&mut to_gitui),
            median(&mut ours),
            median(&mut theirs)
        );
    }
    Ok(())
}

async fn shown(start: Start, texts: &[&str]) -> Measured<f64> {
    let began = Instant::now();
    let mut pty = Pty::open(start, ROWS, COLUMNS)?;
    let all = |screen: &str| texts.iter().all(|text| screen.contains(text));
    pty.until_screen("the first frame", all).await?;
    let took = began.elapsed().as_secs_f64();
    pty.end().await;
    Ok(took)
}

/// A small repository with a commit and a change, if there is a git to make one.
fn repository(folder: &Path) -> Measured<Option<PathBuf>> {
    let Ok(git) = which::which("git") else {
        return Ok(None);
    };
    let place = folder.join("repository");
    std::fs::create_dir(&place)?;
    std::fs::write(place.join("file.txt"), "a line\n".repeat(20))?;
    let steps: [&[&str]; 3] = [
        &["init", "--quiet"],
        &["add", "file.txt"],
        &["commit", "--quiet", "--message", "a file"],
    ];
    for step in steps {
        let done = Command::new(&git)
            .args(["-c", "user.name=bench", "-c", "user.email=bench@localhost"])
            .args(step)
            .current_dir(&place)
            .env("HOME", folder)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .status()?;
        if !done.success() {
            return Ok(None);
        }
    }
    std::fs::write(place.join("file.txt"), "another line\n".repeat(20))?;
    Ok(Some(place))
}

//! PURE. What is said of the recordings as a whole, by the list and by the screen alike. Owns: the words.

use super::Listed;

/// How many there are, how many of them live, and where.
pub(crate) fn title(listed: &[Listed], folder: &str) -> String {
    let live = listed.iter().filter(|recording| recording.live).count();
    let plural = if listed.len() == 1 { "" } else { "s" };
    format!(
        "{} recording{plural}, {live} live, in {folder}",
        listed.len()
    )
}

/// What is said where there are none: what would be there, and how it comes there.
pub(crate) fn nothing_yet(folder: &str) -> String {
    format!(
        "Nothing is recorded yet in
{folder}

Every session is recorded there. It can be watched
while it runs, and is kept when it is over:

  cca-tui                a session on the screen
  cca-tui run PROMPT     one without a screen
  cca-tui tap -- claude  the CLI as others start it
  cca-tui tap --install ./claude-tapped
    a path for any SDK (cli_path in Python,
    pathToClaudeCodeExecutable in TypeScript)

`cca-tui replay FILE` opens a recording elsewhere,
`cca-tui demo` needs nothing at all.
"
    )
}

//! PURE. A value must not become a part of a program's source. Owns: spotting `sh -c "… {name} …"` and its like. Does not
//! own: what else a program may do with its arguments.

use crate::command::Template;

/// Programs that run text given after a flag, and the letter of that flag.
const INTERPRETERS: &[(&str, char)] = &[
    ("sh", 'c'),
    ("ash", 'c'),
    ("bash", 'c'),
    ("dash", 'c'),
    ("fish", 'c'),
    ("ksh", 'c'),
    ("zsh", 'c'),
    ("python", 'c'),
    ("python3", 'c'),
    ("node", 'e'),
    ("perl", 'e'),
    ("ruby", 'e'),
    ("php", 'r'),
    ("lua", 'e'),
];

/// Refuses a template that puts an argument into source code.
pub(super) fn check<'a>(
    program: &str,
    words: impl Iterator<Item = &'a Template>,
) -> Result<(), String> {
    let mut flag = letter(program);
    let mut source_next = false;
    for word in words {
        match word.literal() {
            // `env sh -c …` and the like.
            Some(text) if letter(&text).is_some() => flag = letter(&text),
            Some(text) => source_next = flag.is_some_and(|flag| takes_source(&text, flag)),
            None if source_next => {
                return Err(
                    "an argument would become source code, and what is in it would be run; pass it as a word of its \
                     own after the code, for example [\"sh\", \"-c\", 'echo \"$1\"', \"sh\", \"{name!}\"]"
                        .to_owned(),
                );
            }
            None => {}
        }
    }
    Ok(())
}

fn letter(program: &str) -> Option<char> {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let found = INTERPRETERS.iter().find(|(known, _)| *known == name);
    found.map(|(_, letter)| *letter)
}

/// `-c`, and also `-ec`.
fn takes_source(word: &str, flag: char) -> bool {
    word.strip_prefix('-')
        .is_some_and(|letters| !letters.starts_with('-') && letters.ends_with(flag))
}

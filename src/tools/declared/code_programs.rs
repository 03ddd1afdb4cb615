//! PURE. Programs that run what they are told. Owns: which word of each is source. Does not own: reading a command line
//! (`code`).

/// Where a program takes source from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// After a flag: these letters, or these words.
    Flag {
        letters: &'static str,
        words: &'static [&'static str],
        /// The letter counts wherever it stands among others: `-ce`.
        anywhere: bool,
        /// Without that, it runs what it reads.
        stdin: bool,
    },
    /// The first word that is no option (of these, some have values), unless `-e` or `-f` came before.
    First { values: &'static str },
    /// Every word after so many that are no options.
    Rest { after: usize, values: &'static str },
}

const fn flag(letters: &'static str, words: &'static [&'static str]) -> Kind {
    Kind::Flag {
        letters,
        words,
        anywhere: false,
        stdin: true,
    }
}

const SHELL: Kind = Kind::Flag {
    letters: "c",
    words: &["--command", "--init-command"],
    anywhere: true,
    stdin: true,
};
const NODE: Kind = flag("ep", &["--eval", "--print", "eval"]);
const POWERSHELL: Kind = flag(
    "",
    &["-c", "-command", "-e", "-ec", "-enc", "-encodedcommand"],
);
const AWK: Kind = Kind::First { values: "vFfilo" };
const SED: Kind = Kind::First { values: "fl" };

const PROGRAMS: &[(&[&str], Kind)] = &[
    (
        &[
            "sh", "ash", "bash", "dash", "fish", "ksh", "mksh", "zsh", "csh", "tcsh", "su",
            "runuser",
        ],
        SHELL,
    ),
    (&["python", "pypy"], flag("c", &[])),
    (&["node", "nodejs", "bun", "deno"], NODE),
    (&["perl"], flag("eEmM", &[])),
    (
        &["ruby", "lua", "luajit", "osascript", "rscript"],
        flag("e", &[]),
    ),
    (&["julia"], flag("eE", &["--eval", "--print"])),
    (
        &["php"],
        flag(
            "rBRE",
            &[
                "--run",
                "--process-begin",
                "--process-code",
                "--process-end",
            ],
        ),
    ),
    (&["pwsh", "powershell"], POWERSHELL),
    (&["cmd"], flag("", &["/c", "/k"])),
    (
        &["script", "env"],
        Kind::Flag {
            letters: "cS",
            words: &["--command", "--split-string"],
            anywhere: false,
            stdin: false,
        },
    ),
    (&["awk", "gawk", "mawk", "nawk"], AWK),
    (&["sed", "gsed"], SED),
    (
        &["ssh"],
        Kind::Rest {
            after: 1,
            values: "bcDEeFIiJLlmOopQRSWw",
        },
    ),
    (
        &["watch"],
        Kind::Rest {
            after: 0,
            values: "nq",
        },
    ),
];

/// Programs whose words name another program.
const WRAPPERS: &[&str] = &[
    "busybox", "chroot", "doas", "env", "nice", "nohup", "setsid", "stdbuf", "sudo", "time",
    "timeout", "xargs",
];

/// What a program is, whatever its folder and version: `/usr/bin/python3.12`.
pub(super) fn kind(program: &str) -> Option<Kind> {
    let name = name(program);
    let known = PROGRAMS
        .iter()
        .find(|(names, _)| names.contains(&name.as_str()));
    known.map(|(_, kind)| *kind)
}

pub(super) fn starts_others(program: &str) -> bool {
    WRAPPERS.contains(&name(program).as_str())
}

fn name(program: &str) -> String {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let name = name.to_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'))
        .to_owned()
}

impl Kind {
    pub(super) fn is_flag(self) -> bool {
        matches!(self, Self::Flag { .. })
    }

    /// Whether the word after this option is source: `-c`, and also `-ec`.
    pub(super) fn takes_source(self, word: &str) -> bool {
        match self {
            Self::Flag {
                letters,
                words,
                anywhere,
                ..
            } => {
                words.iter().any(|long| long.eq_ignore_ascii_case(word))
                    || short(word).is_some_and(|given| {
                        given.ends_with(|c| letters.contains(c))
                            || anywhere && given.contains(|c| letters.contains(c))
                    })
            }
            Self::First { .. } => {
                ["--expression", "--source"].contains(&word)
                    || short(word).is_some_and(|given| given.ends_with('e'))
            }
            // An option of ssh can name a program to run.
            Self::Rest { after, .. } => after > 0 && word == "-o",
        }
    }

    /// Whether what is joined to this beginning of an option would be source: `-c{a}`, `--eval={a}`, `-{a}`.
    pub(super) fn takes_source_joined(self, head: &str) -> bool {
        let long = head.split('=').next().unwrap_or(head);
        let letters = match self {
            Self::Flag { letters, .. } => letters,
            Self::First { .. } => "e",
            Self::Rest { .. } => "o",
        };
        head == "-"
            || self.takes_source(long)
            || short(head).is_some_and(|given| given.contains(|c| letters.contains(c)))
    }

    /// Whether the next word belongs to this option.
    pub(super) fn takes_value(self, word: &str) -> bool {
        let values = match self {
            Self::Flag { .. } => "oOWXrI",
            Self::First { values } | Self::Rest { values, .. } => values,
        };
        short(word).is_some_and(|given| given.len() == 1 && given.contains(|c| values.contains(c)))
    }

    /// Whether this option says that the source is in a file.
    pub(super) fn names_file(self, word: &str) -> bool {
        matches!(self, Self::First { .. })
            && (word.starts_with("--file")
                || short(word).is_some_and(|given| given.starts_with('f')))
    }
}

/// The letters of a short option.
fn short(word: &str) -> Option<&str> {
    word.strip_prefix('-')
        .filter(|letters| !letters.is_empty() && !letters.starts_with('-'))
}

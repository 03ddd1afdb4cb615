//! PURE. What the processes of a tap tell each other when they start. Owns: the words on their command lines.
//! Does not own: acting on them (`role`).

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The first word of the command line of a process that belongs to a tap.
pub(super) const MARK: &str = "__tap";

const REDACT: &str = "redact";
const PLAIN: &str = "plain";

/// Where a session is recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// Nowhere.
    No,
    /// In the folder of recordings, under a name made of time and process.
    Usual,
    /// In this new file. Should the name be taken, one beside it; in a folder, one like the usual ones. What ends with a
    /// slash is a folder, and made if it is not there.
    At(PathBuf),
}

/// Whether a place can only be a folder, there or not: a file has no name that ends like this.
pub(super) fn names_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// What a process of the tap is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Starts the pump and ends, so that the pump is nobody's child.
    Starter,
    /// Passes the bytes on.
    Pump,
    /// Writes the recording.
    Scribe,
}

impl Part {
    const ALL: [(Self, &'static str); 3] = [
        (Self::Starter, "starter"),
        (Self::Pump, "pump"),
        (Self::Scribe, "scribe"),
    ];

    fn word(self) -> &'static str {
        let found = Self::ALL.iter().find(|(part, _)| *part == self);
        found.map_or("", |(_, word)| word)
    }
}

/// The numbers of the pipe ends that the pump inherits; a scribe has none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Ends {
    /// To the CLI's standard input; `None` if the CLI kept the SDK's own, a terminal.
    pub(super) input: Option<i32>,
    /// From its standard output.
    pub(super) output: i32,
    /// From its standard error.
    pub(super) error: i32,
    /// Where to say that all is ready.
    pub(super) ready: i32,
}

/// What a process of the tap is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) part: Part,
    pub(super) ends: Ends,
    /// The process that becomes the CLI.
    pub(super) pid: u32,
    /// The pump, for its scribe.
    pub(super) pump: u32,
    /// When the clock of the recording began, in milliseconds of the epoch.
    pub(super) started_ms: i64,
    pub(super) record: Record,
    /// Mask secrets in what is recorded.
    pub(super) redact: bool,
    /// The CLI's command line.
    pub(super) argv: Vec<OsString>,
}

impl Order {
    /// The same order for another process.
    pub(super) fn for_part(&self, part: Part) -> Self {
        let order = self.clone();
        Self { part, ..order }
    }

    /// The arguments that say all this.
    pub(super) fn words(&self) -> Vec<OsString> {
        let Ends {
            input,
            output,
            error,
            ready,
        } = self.ends;
        let input = input.unwrap_or(-1);
        let place = match &self.record {
            Record::No => OsString::from("no"),
            Record::Usual => OsString::from("usual"),
            Record::At(path) => {
                let mut word = OsString::from("at:");
                word.push(path);
                word
            }
        };
        let mut words: Vec<OsString> = vec![
            MARK.into(),
            self.part.word().into(),
            format!("{input},{output},{error},{ready}").into(),
            self.pid.to_string().into(),
            self.pump.to_string().into(),
            self.started_ms.to_string().into(),
            place,
            if self.redact { REDACT } else { PLAIN }.into(),
        ];
        words.extend(self.argv.iter().cloned());
        words
    }

    /// Reads the arguments, the mark first; `None` if they are no order.
    pub(super) fn read(mut words: impl Iterator<Item = OsString>) -> Option<Self> {
        (words.next()? == MARK).then_some(())?;
        let word = words.next()?;
        let (part, _) = *Part::ALL.iter().find(|(_, name)| word == *name)?;
        let ends = read_ends(words.next()?.to_str()?)?;
        let pid = words.next()?.to_str()?.parse().ok()?;
        let pump = words.next()?.to_str()?.parse().ok()?;
        let started_ms = words.next()?.to_str()?.parse().ok()?;
        let record = read_place(&words.next()?)?;
        let redact = match words.next()?.to_str()? {
            REDACT => true,
            PLAIN => false,
            _ => return None,
        };
        let argv = words.collect();
        Some(Self {
            part,
            ends,
            pid,
            pump,
            started_ms,
            record,
            redact,
            argv,
        })
    }
}

fn read_ends(word: &str) -> Option<Ends> {
    let mut numbers = word.split(',').map(str::parse::<i32>);
    let mut next = || numbers.next()?.ok();
    Some(Ends {
        input: Some(next()?).filter(|number| *number >= 0),
        output: next()?,
        error: next()?,
        ready: next()?,
    })
}

fn read_place(word: &OsStr) -> Option<Record> {
    match word.to_str() {
        Some("no") => return Some(Record::No),
        Some("usual") => return Some(Record::Usual),
        _ => {}
    }
    let path = word.as_encoded_bytes().strip_prefix(b"at:")?;
    let path: &OsStr = std::os::unix::ffi::OsStrExt::from_bytes(path);
    Some(Record::At(path.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt as _;

    #[test]
    fn an_order_is_read_as_it_was_given() {
        let strange = OsString::from_vec(b"at \xff:odd".to_vec());
        for (record, input) in [
            (Record::No, None),
            (Record::Usual, Some(0)),
            (Record::At(strange.clone().into()), Some(7)),
        ] {
            let order = Order {
                part: Part::Pump,
                ends: Ends {
                    input,
                    output: 8,
                    error: 9,
                    ready: 10,
                },
                pid: 4711,
                pump: 4712,
                started_ms: 1_767_323_045_678,
                record,
                redact: input.is_some(),
                argv: vec!["claude".into(), "--".into(), strange.clone(), "".into()],
            };
            assert_eq!(Order::read(order.words().into_iter()), Some(order.clone()));
            let scribe = order.for_part(Part::Scribe);
            assert_eq!(Order::read(scribe.words().into_iter()), Some(scribe));
        }
    }

    #[test]
    fn other_words_are_no_order() {
        for words in [
            "",
            "run x",
            "__tap",
            "__tap pump",
            "__tap pump 1,2,3 4 5 usual",
            "__tap nobody 1,2,3,4 4 5 6 usual",
            "__tap pump 1,2,3,4 4 5 6 elsewhere plain",
            "__tap pump 1,2,3,4 4 5 6 usual somehow",
        ] {
            let read = Order::read(words.split(' ').map(OsString::from));
            assert_eq!(read, None, "{words}");
        }
    }
}

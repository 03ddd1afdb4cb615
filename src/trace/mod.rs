//! Traffic as evidence: what a line on the wire is once it has a number, a time and a direction, and the files it is kept in.
//!
//! Owns the recording format (version 1), its writer and its reader. [`Traffic`] joins an entry with what it says; what a
//! session is, is not known here. Pure: [`Moment`], [`Entry`], [`Header`], encoding and decoding. Edge (blocking file I/O): [`Recorder`],
//! [`Recording`] and [`repair`].
//!
//! # The file
//!
//! Line 1 is the header, every other line is one entry; each line is one JSON object, so `jq` works on it:
//!
//! ```text
//! {"cca_recording":1,"started":"2026-01-02T03:04:05.678Z","argv":["claude"],"env":["PATH"],"cwd":"/","cli_version":null}
//! {"seq":1,"t":0.000120,"dir":"out","msg":{"type":"control_request"}}
//! {"seq":2,"t":0.731004,"dir":"stderr","line":"text that is not a JSON object"}
//! {"seq":3,"t":0.731200,"dir":"in","b64":"//79"}
//! ```
//!
//! `msg` holds the raw line verbatim (white space, key order, number spelling and lone surrogate escapes included). It,
//! `line` or `b64` is always the **last** key: readers take what follows it without parsing. New keys of later writers
//! go before it; a change that breaks this raises the version.
//!
//! ```
//! use cca::trace::{Direction, Header, Item, LineForm, Moment, Recorder, Recording};
//!
//! let dir = tempfile::tempdir()?;
//! let path = dir.path().join("session.ndjson");
//! let mut recorder = Recorder::create(&path, &Header::default())?;
//! let line = br#"{"type":"result"}"#;
//! let _ = recorder.write(1, Moment(1_500), Direction::In, line, LineForm::of(line));
//! let _ = recorder.flush();
//!
//! for item in Recording::open(&path)? {
//!     if let Item::Entry(entry) = item? {
//!         assert_eq!((entry.seq, entry.line.as_ref()), (1, line.as_slice()));
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod brief;
mod decode;
mod encode;
mod entry;
mod error;
pub mod filter;
mod format;
mod gather;
mod header;
mod lines;
pub mod mask;
mod moment;
mod note;
mod reader;
mod repair;
mod room;
pub(crate) mod scratch;
mod shape;
mod stamp;
pub mod store;
mod traffic;
mod writer;

pub use decode::Damage;
pub use entry::{Direction, Entry, LineForm};
pub use error::TraceError;
pub use format::Format;
pub use header::{FORMAT_VERSION, Header};
pub use moment::Moment;
pub use note::{DecidedBy, HeldThing, Note, Pipe};
pub use reader::{DEFAULT_LINE_CAP, Damaged, Item, Oversize, Recording};
pub use repair::{Repaired, repair};
pub use traffic::{Payload, Traffic};
pub use writer::{Recorder, Wrote};

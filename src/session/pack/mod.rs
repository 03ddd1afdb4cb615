//! A state as bytes, and back. Owns: the form of a checkpoint, which nothing outside this process ever sees.
//!
//! PURE. Not JSON, because what comes back must be what went in: numbers to the last digit, a `null` that is there as
//! opposed to nothing. Every value says what it is, so that types that look at what comes before they choose (content of
//! messages, values of any kind) can do so. Names of fields and variants are numbers, the same for all that is packed with
//! one list of names: equal parts of two states are equal bytes.

mod read;
mod write;

pub(super) use read::unpack;
pub(super) use write::pack;

use std::collections::HashMap;
use std::fmt;

/// The names of fields and variants, in the order they were first used.
#[derive(Debug, Default)]
pub(super) struct Names {
    known: Vec<&'static str>,
    /// Their numbers, by where they stand in the program.
    numbers: HashMap<(usize, usize), usize, foldhash::fast::RandomState>,
}

impl Names {
    fn number(&mut self, name: &'static str) -> usize {
        let next = self.known.len();
        let place = (name.as_ptr() as usize, name.len());
        let number = *self.numbers.entry(place).or_insert(next);
        if number == next {
            self.known.push(name);
        }
        number
    }
}

/// What a value is.
mod tag {
    pub(super) const UNIT: u8 = 0;
    pub(super) const FALSE: u8 = 1;
    pub(super) const TRUE: u8 = 2;
    pub(super) const NONE: u8 = 3;
    pub(super) const SOME: u8 = 4;
    /// A number that is not negative.
    pub(super) const UNSIGNED: u8 = 5;
    /// A negative number, as one less than its distance from zero.
    pub(super) const NEGATIVE: u8 = 6;
    pub(super) const FLOAT: u8 = 7;
    pub(super) const TEXT: u8 = 8;
    pub(super) const LIST: u8 = 9;
    pub(super) const MAP: u8 = 10;
    /// Ends a list or map.
    pub(super) const END: u8 = 11;
    /// A variant without anything in it.
    pub(super) const WORD: u8 = 12;
    /// A variant and what is in it.
    pub(super) const VARIANT: u8 = 13;
    /// A name of a field or variant, by its number.
    pub(super) const NAME: u8 = 14;
}

/// Why something cannot be packed or unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Broken(String);

impl Broken {
    fn new(what: &str) -> Self {
        Self(what.to_owned())
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

impl serde::ser::Error for Broken {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl serde::de::Error for Broken {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

#[cfg(test)]
#[path = "pack_tests.rs"]
mod tests;

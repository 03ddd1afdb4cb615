//! One row for each message, whatever comes between its pieces.

use super::Sieve;
use crate::trace::filter::Filter;
use crate::trace::store::Store;
use crate::trace::{Direction, Entry, Moment, Traffic};

/// A session with these lines: `s` begins a message, `d` goes on with it, `e` ends it; capitals are those of a sub-agent;
/// `t` counts what was thought; anything else is another line.
fn store(lines: &str) -> Store {
    let mut store = Store::live(1 << 20);
    for (number, what) in lines.chars().enumerate() {
        let kind = match what.to_ascii_lowercase() {
            's' => "message_start",
            'd' => "content_block_delta",
            'e' => "message_stop",
            _ => "",
        };
        let parent = if what.is_uppercase() { "\"p\"" } else { "null" };
        let text = match kind {
            "" if what == 't' => r#"{"type":"system","subtype":"thinking_tokens"}"#.to_owned(),
            "" => r#"{"type":"system","subtype":"status"}"#.to_owned(),
            kind => format!(
                r#"{{"type":"stream_event","event":{{"type":"{kind}"}},"parent_tool_use_id":{parent}}}"#
            ),
        };
        store.append(&Traffic::from_entry(Entry {
            seq: number as u64 + 1,
            at: Moment(number as u64),
            direction: Direction::In,
            line: text.into(),
        }));
    }
    store
}

/// First line, last line and how many, of each row.
fn folded(store: &mut Store, filter: &str) -> (Sieve, Vec<(u32, u32, u32)>) {
    let mut sieve = Sieve::default();
    sieve.set_filter(Filter::parse(filter).ok());
    sieve.sift(store, 1_000_000);
    let rows = (0..sieve.len()).filter_map(|at| sieve.get(at));
    let rows = rows.map(|row| (row.row, row.last, row.count)).collect();
    (sieve, rows)
}

#[test]
fn a_message_is_one_row_although_its_parts_are_told_in_between() {
    let mut store = store("sdd.dd.e.sde");
    let (sieve, rows) = folded(&mut store, "");
    assert_eq!(
        rows,
        [(0, 7, 6), (3, 3, 1), (6, 6, 1), (8, 8, 1), (9, 11, 3)]
    );
    assert_eq!(sieve.fitting(), 12);
    assert_eq!(sieve.place(&store, 5), 0, "a piece");
    assert_eq!(sieve.place(&store, 6), 2, "what came between");
    assert!(sieve.stands_for(&store, 0, 4) && !sieve.stands_for(&store, 0, 3));
    let mut passed = vec![0];
    while let Some(next) = sieve.beside(&store, *passed.last().unwrap(), true) {
        passed.push(next);
    }
    assert_eq!(passed, (0..12).collect::<Vec<_>>());
}

#[test]
fn agents_that_talk_at_the_same_time_have_a_row_each() {
    let mut store = store("sdSDdDdEes");
    let (_, rows) = folded(&mut store, "");
    assert_eq!(rows, [(0, 8, 5), (2, 7, 4), (9, 9, 1)]);
}

#[test]
fn two_messages_are_two_rows_even_if_where_they_begin_is_hidden() {
    let mut store = store("sddesdde");
    let (_, rows) = folded(&mut store, "~s content_block_delta");
    assert_eq!(rows, [(1, 2, 2), (5, 6, 2)]);
}

#[test]
fn what_counts_thoughts_goes_with_the_message() {
    let mut store = store("sdtdtdte.");
    let (_, rows) = folded(&mut store, "");
    assert_eq!(rows, [(0, 7, 8), (8, 8, 1)]);
}

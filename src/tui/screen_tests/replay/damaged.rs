//! Lines of a recording that are no entries of it: they can be looked at like any other.

use super::*;

/// The lines of a recording of which three are no entries: broken, no JSON at all, and no text.
fn with_damage() -> (Model, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.ndjson");
    let entry = r#"{"seq":1,"t":0.000001,"dir":"in","msg":{"type":"result","subtype":"success"}}"#;
    let broken = br#"{"seq":10,"t":0.9, BROKEN "dir":"in"}"#;
    let rows: [&[u8]; 5] = [
        br#"{"cca_recording":1}"#,
        entry.as_bytes(),
        broken,
        b"a stray line",
        b"\xff\xfe bytes",
    ];
    std::fs::write(&path, [rows.join(&b'\n'), vec![b'\n']].concat()).unwrap();
    let mut store = Store::open(&path).unwrap();
    while !store.index_some(1 << 20).unwrap().done {}
    assert_eq!(store.len(), 4);
    let mut model = with_lines::with_lines();
    let seat = model.seat_mut().unwrap();
    seat.traffic = TrafficView::recorded(Shelf::new(store));
    sift(seat);
    seat.traffic.select(1);
    (model, folder)
}

#[test]
fn a_damaged_line_says_what_stands_there_and_why_it_is_no_entry() {
    let (mut model, _folder) = with_damage();
    let listed = shown(&mut model, 160, 30);
    for said in ["BROKEN", "a stray line", "bytes"] {
        assert!(listed.contains(said), "{said}: {listed}");
    }
    press(&mut model, "<enter>");
    let broken = shown(&mut model, 120, 30);
    assert!(
        broken.contains(r#"{"seq":10,"t":0.9, BROKEN "dir":"in"}"#),
        "{broken}"
    );
    assert!(
        broken.contains("the line cannot be read as an entry"),
        "{broken}"
    );
    assert!(
        !broken.contains("our own note") && !broken.contains("are kept"),
        "{broken}"
    );
    press(&mut model, "]");
    let stray = shown(&mut model, 120, 30);
    assert!(
        stray.contains("a stray line") && stray.contains("12 bytes"),
        "{stray}"
    );
    // What is no text is shown byte by byte.
    press(&mut model, "qj<enter>");
    let bytes = shown(&mut model, 120, 30);
    assert!(bytes.contains("ff fe 20 62"), "{bytes}");
}

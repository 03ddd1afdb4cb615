//! Lines of recordings by hand: what is accepted, what is damage and which.

use super::*;

fn read(line: &str) -> Result<(Option<u64>, u64, Direction, String), Damage> {
    recorded(line.as_bytes(), Bytes::copy_from_slice).map(|parts| {
        (
            parts.seq,
            parts.at.0,
            parts.direction,
            String::from_utf8_lossy(&parts.line).into_owned(),
        )
    })
}

fn fits_fixed(line: &str) -> bool {
    fixed(line.as_bytes(), &Bytes::copy_from_slice).is_some()
}

#[test]
fn our_own_spelling_is_read_without_parsing_the_message() {
    let line = r#"{"seq":12,"t":1.234567,"dir":"in","msg":{not json at all}}"#;
    assert_eq!(
        read(line),
        Ok((
            Some(12),
            1_234_567,
            Direction::In,
            "{not json at all}".into()
        ))
    );
}

#[test]
fn other_orders_and_spacings_go_through_serde() {
    for line in [
        r#"{"t": 1.5, "dir": "out", "msg": {"a": [1, 2]}, "seq": 3}"#,
        r#"{"seq":3,"t":1.5,"dir":"out","msg":{"a": [1, 2]}}"#,
        r#" {"seq":3,"added":{},"t":1.500000,"dir":"out","msg":{"a": [1, 2]}} "#,
    ] {
        assert!(!fits_fixed(line), "{line}");
        let expected = (
            Some(3),
            1_500_000,
            Direction::Out,
            r#"{"a": [1, 2]}"#.into(),
        );
        assert_eq!(read(line), Ok(expected), "{line}");
    }
}

#[test]
fn numbers_at_the_ends_of_their_range() {
    let most = r#"{"seq":18446744073709551615,"t":18446744073709.551615,"dir":"note","line":"x"}"#;
    assert!(fits_fixed(most));
    assert_eq!(
        read(most),
        Ok((Some(u64::MAX), u64::MAX, Direction::Note, "x".into()))
    );
    let beyond = r#"{"seq":18446744073709551616,"t":0.000000,"dir":"note","line":"x"}"#;
    assert!(matches!(read(beyond), Err(Damage::Unreadable(_))));
}

#[test]
fn a_message_that_is_a_string_stands_for_its_text() {
    let line = r#"{"t":0.1,"dir":"out","msg":"not \u00e9 json"}"#;
    assert_eq!(
        read(line),
        Ok((None, 100_000, Direction::Out, "not é json".into()))
    );
    let null = r#"{"t":0,"dir":"in","msg":null}"#;
    assert_eq!(read(null), Ok((None, 0, Direction::In, "null".into())));
}

#[test]
fn each_damage_has_its_reason() {
    let header = r#"{"cca_recording":1,"argv":[]}"#;
    assert_eq!(read(header), Err(Damage::MisplacedHeader));
    for (line, reason) in [
        (r#"{"t":0,"msg":{}}"#, Damage::NoDirection),
        (
            r#"{"t":0,"dir":"up","msg":{}}"#,
            Damage::UnknownDirection("up".into()),
        ),
        (r#"{"dir":"in","msg":{}}"#, Damage::NoTime),
        (r#"{"t":-1,"dir":"in","msg":{}}"#, Damage::NoTime),
        (r#"{"t":"1","dir":"in","msg":{}}"#, Damage::NoTime),
        (r#"{"t":0,"dir":"in"}"#, Damage::NoLine),
        (r#"{"t":0,"dir":"in","line":7}"#, Damage::BadText),
        (r#"{"t":0,"dir":"in","line":"\ud800"}"#, Damage::BadText),
        (
            r#"{"seq":1,"t":0.000000,"dir":"in","b64":"!"}"#,
            Damage::BadBase64,
        ),
    ] {
        assert_eq!(read(line), Err(reason), "{line}");
    }
    for line in [
        "",
        "7",
        "{",
        r#"{"seq":1,"t":0.000000,"dir":"in","msg":{"a""#,
    ] {
        assert!(matches!(read(line), Err(Damage::Unreadable(_))), "{line}");
    }
}

#[test]
fn the_beginning_of_a_line_that_is_too_long_is_known_in_any_spelling() {
    let head = br#"{"t": 1.5, "dir": "out", "msg" : {"type":"user","x":"aaaa"#;
    let found = beginning(head, true).expect("it is an entry");
    assert_eq!(
        (found.at, found.direction),
        (Moment(1_500_000), Direction::Out)
    );
    assert!(matches!(found.held, Held::Raw(raw) if raw.starts_with(b"{\"type\"")));
    for other in [
        &br#"{"dir":"out","msg":{"type":"user""#[..],
        br#"{"t":1,"dir":"out","x":"\"msg\":{"#,
        br#"{"t":1,"dir":"out","msg""#,
        b"\"msg\":",
    ] {
        assert!(beginning(other, true).is_none());
    }
    assert!(beginning(head, false).is_none());
}

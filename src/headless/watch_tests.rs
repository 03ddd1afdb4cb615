//! What `watch` says, about recordings made up here.

use super::*;

fn now() -> DateTime<Utc> {
    "2026-03-01T12:00:00Z".parse().unwrap()
}

fn listed(live: bool, content: Result<Summary, String>) -> Listed {
    Listed {
        name: "20260301-115900-7.ndjson".to_owned(),
        path: "/state/20260301-115900-7.ndjson".into(),
        bytes: 12_345,
        modified_ms: 0,
        live,
        content,
    }
}

fn summary(ending: Ending) -> Summary {
    Summary {
        started: Some("2026-03-01T11:57:00Z".parse().unwrap()),
        title: Some("Fix \u{1b}[2J the bug".to_owned()),
        directory: Some(format!("/home/{}/project", "deep/".repeat(20))),
        turns: 3,
        cost_usd: Some(0.5),
        state: "completed".to_owned(),
        ending,
        ..Summary::default()
    }
}

#[test]
fn a_table_that_obeys_nobody() {
    let mut out = Vec::new();
    let all = [
        listed(true, Ok(summary(Ending::Open))),
        listed(false, Ok(summary(Ending::Killed { signal: 9 }))),
        listed(false, Ok(summary(Ending::Open))),
        listed(false, Ok(summary(Ending::Exited { code: 3 }))),
        listed(false, Err("it is empty".to_owned())),
    ];
    table(&all, "/state", now(), &mut out).unwrap();
    insta::assert_snapshot!(String::from_utf8(out).unwrap());
}

#[test]
fn nothing_is_said_with_what_to_do() {
    let mut out = Vec::new();
    table(&[], "/state", now(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn json_is_one_object_a_line() {
    let mut out = Vec::new();
    let all = [
        listed(false, Ok(summary(Ending::Exited { code: 3 }))),
        listed(false, Err("bad".to_owned())),
    ];
    lines(&all, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let objects: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects[0]["ending"], json!({"how": "exited", "code": 3}));
    assert_eq!(objects[0]["title"], "Fix \u{1b}[2J the bug");
    assert!(!text.contains('\u{1b}'));
    assert_eq!(objects[1]["problem"], "bad");
}

#[test]
fn sizes_for_people() {
    for (figure, shown) in [
        (999, "999 B"),
        (1_000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (2_147_483_648, "2.1 GB"),
        (u64::MAX, "18446744.1 TB"),
    ] {
        assert_eq!(bytes(figure), shown);
    }
}

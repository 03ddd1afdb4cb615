//! The time in zones, on both sides of a change of clocks.

use super::{Outcome, call, call_on, serving};
use cca::tools::{CallContext, demo};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

async fn at(moment: &str, arguments: Value) -> Outcome {
    let moment: DateTime<Utc> = moment.parse().unwrap();
    let server = serving(demo::clock::tool_with(move || moment));
    call_on(&server, "now", arguments, CallContext::default()).await
}

async fn iso(moment: &str, zone: &str) -> Value {
    at(moment, json!({"zone": zone})).await.data["iso"].take()
}

#[tokio::test]
async fn daylight_saving_time_begins_and_ends_when_it_does() {
    assert_eq!(
        iso("2026-03-29T00:59:59Z", "Europe/Berlin").await,
        "2026-03-29T01:59:59+01:00"
    );
    assert_eq!(
        iso("2026-03-29T01:00:00Z", "Europe/Berlin").await,
        "2026-03-29T03:00:00+02:00"
    );
    assert_eq!(
        iso("2026-10-25T00:30:00Z", "Europe/Berlin").await,
        "2026-10-25T02:30:00+02:00"
    );
    assert_eq!(
        iso("2026-10-25T01:30:00Z", "Europe/Berlin").await,
        "2026-10-25T02:30:00+01:00"
    );
    assert_eq!(
        iso("2026-07-01T12:00:00Z", "America/New_York").await,
        "2026-07-01T08:00:00-04:00"
    );
    assert_eq!(
        iso("2026-07-01T12:00:00Z", "Asia/Kathmandu").await,
        "2026-07-01T17:45:00+05:45"
    );
    let summer = at("2026-07-01T12:00:00Z", json!({"zone": "Europe/Berlin"})).await;
    assert_eq!(summer.data["daylight_saving"], true);
    assert_eq!(summer.data["abbreviation"], "CEST");
    let winter = at("2026-01-01T12:00:00Z", json!({"zone": "Europe/Berlin"})).await;
    assert_eq!(winter.data["daylight_saving"], false);
    assert_eq!(winter.data["weekday"], "Thursday");
}

#[tokio::test]
async fn utc_unless_asked_otherwise_and_in_any_format() {
    let moment = "2026-02-03T04:05:06Z";
    assert_eq!(
        at(moment, json!({})).await.ok(),
        "2026-02-03T04:05:06Z (UTC, Tuesday)"
    );
    let outcome = at(
        moment,
        json!({"zone": "asia/tokyo", "format": "%d.%m.%Y %H:%M"}),
    )
    .await;
    assert_eq!(outcome.ok(), "03.02.2026 13:05 (Asia/Tokyo, Tuesday)");
    assert_eq!(outcome.data["time"], "03.02.2026 13:05");
}

#[tokio::test]
async fn a_wrong_format_is_an_error_not_a_panic() {
    for format in ["%!", "%", "%5!", "", &"%c".repeat(200)] {
        let outcome = at("2026-02-03T04:05:06Z", json!({"format": format})).await;
        assert!(
            outcome.error().contains("is not one"),
            "{format}: {outcome:?}"
        );
    }
}

#[tokio::test]
async fn an_unknown_zone_suggests_near_ones() {
    for (wrong, near) in [
        ("Europe/Berln", "Europe/Berlin"),
        ("Berlin", "Europe/Berlin"),
        ("America/Tokyo", "Asia/Tokyo"),
        ("Asia/Kolkatta", "Asia/Kolkata"),
        ("new yrk", "America/New_York"),
    ] {
        let outcome = at("2026-02-03T04:05:06Z", json!({"zone": wrong})).await;
        assert!(outcome.error().contains(near), "{wrong}: {outcome:?}");
    }
    let long = "x/".repeat(10_000);
    for hopeless in ["Qwertzuiop", "", "../../etc/passwd", "🦀", long.as_str()] {
        let outcome = at("2026-02-03T04:05:06Z", json!({"zone": hopeless})).await;
        assert!(outcome.error().contains("Europe/Berlin"), "{outcome:?}");
        assert!(outcome.text.len() < 500, "{outcome:?}");
    }
}

#[tokio::test]
async fn the_clock_is_read_at_each_call() {
    let before = Utc::now().timestamp();
    let told = call("now", json!({})).await.data["unix"].as_i64().unwrap();
    assert!((before..=Utc::now().timestamp()).contains(&told), "{told}");
}

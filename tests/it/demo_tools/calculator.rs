//! Results are exact where they can be, readable always, and never infinite.

use super::call;
use serde_json::{Value, json};

async fn shown(tool: &str, a: Value, b: Value) -> String {
    call(tool, json!({"a": a, "b": b})).await.ok().to_owned()
}

#[tokio::test]
async fn results_read_as_a_person_would_write_them() {
    for (tool, a, b, result) in [
        ("add", json!(15), json!(27), "42"),
        ("add", json!(15.0), json!(27.0), "42"),
        ("add", json!(0.1), json!(0.2), "0.3"),
        ("add", json!(1.1), json!(2.2), "3.3"),
        ("subtract", json!(1), json!(0.9), "0.1"),
        ("subtract", json!(5), json!(7), "-2"),
        ("subtract", json!(-0.0), json!(0.0), "0"),
        ("multiply", json!(6), json!(7), "42"),
        ("multiply", json!(-1.5), json!(2), "-3"),
        ("multiply", json!(1e200), json!(1e100), "1e300"),
        ("multiply", json!(1e-200), json!(1e-100), "1e-300"),
        ("divide", json!(84), json!(2), "42"),
        ("divide", json!(1), json!(3), "0.3333333333333333"),
        ("divide", json!(1), json!(8), "0.125"),
        (
            "add",
            json!(123_456_789_012_345.7),
            json!(0.0),
            "123456789012345.7",
        ),
    ] {
        assert_eq!(
            shown(tool, a.clone(), b.clone()).await,
            result,
            "{tool} {a} {b}"
        );
    }
}

#[tokio::test]
async fn whole_numbers_keep_every_digit() {
    let big = 9_007_199_254_740_993_i64;
    assert_eq!(shown("add", json!(big), json!(1)).await, "9007199254740994");
    assert_eq!(
        shown("multiply", json!(i64::MIN), json!(-1)).await,
        "9223372036854775808"
    );
    assert_eq!(
        shown("divide", json!(i64::MIN), json!(-1)).await,
        "9223372036854775808"
    );
    assert_eq!(
        shown("add", json!(u64::MAX), json!(1)).await,
        "18446744073709551616"
    );
    let product = shown("multiply", json!(u64::MAX), json!(u64::MAX)).await;
    assert!(product.starts_with("3.40282366920938"), "{product}");
}

#[tokio::test]
async fn dividing_by_zero_is_an_error_result() {
    for zero in [json!(0), json!(0.0), json!(-0.0)] {
        for a in [json!(7), json!(0), json!(1.5)] {
            let outcome = call("divide", json!({"a": a, "b": zero})).await;
            assert!(outcome.error().contains("by zero"), "{outcome:?}");
        }
    }
}

#[tokio::test]
async fn too_large_is_an_error_result() {
    for (tool, a, b) in [
        ("multiply", 1e308, 10.0),
        ("add", f64::MAX, f64::MAX),
        ("subtract", f64::MIN, f64::MAX),
        ("divide", 1e308, 1e-10),
    ] {
        let outcome = call(tool, json!({"a": a, "b": b})).await;
        assert!(outcome.error().contains("too large"), "{outcome:?}");
    }
    // The largest there is stays a number.
    assert_eq!(
        shown("add", json!(f64::MAX), json!(0)).await,
        "1.7976931348623157e308"
    );
}

#[tokio::test]
async fn what_is_no_number_is_told_by_name() {
    for arguments in [
        json!({"a": "1", "b": 2}),
        json!({"a": null, "b": 2}),
        json!({"b": 2}),
        json!({"a": 1, "b": 2, "c": 3}),
        json!([1, 2]),
    ] {
        let outcome = call("add", arguments).await;
        assert!(outcome.error().contains("Invalid input"), "{outcome:?}");
    }
}

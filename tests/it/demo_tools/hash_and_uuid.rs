//! Hashes against known values; UUIDs that are UUIDs.

use super::call;
use serde_json::json;
use std::collections::HashSet;

const ABC_SHA256: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

#[tokio::test]
async fn known_values() {
    let md5 = call("hash", json!({"text": "abc", "algorithm": "md5"})).await;
    assert_eq!(md5.ok(), "900150983cd24fb0d6963f7d28e17f72");
    let sha512 = call("hash", json!({"text": "abc", "algorithm": "sha512"})).await;
    assert!(sha512.ok().starts_with("ddaf35a193617abacc417349ae204131"));
    assert_eq!(sha512.ok().len(), 128);
    let default = call("hash", json!({"text": "abc"})).await;
    assert_eq!(default.ok(), ABC_SHA256);
    assert_eq!(
        default.data,
        json!({"algorithm": "sha256", "hash": ABC_SHA256, "bytes": 3})
    );
    let bytes = call("hash", json!({"base64": "YWJj"})).await;
    assert_eq!(bytes.ok(), ABC_SHA256);
    let empty = call("hash", json!({"text": "", "algorithm": "md5"})).await;
    assert_eq!(empty.ok(), "d41d8cd98f00b204e9800998ecf8427e");
}

#[tokio::test]
async fn a_file_is_read_in_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    std::fs::write(&path, vec![b'a'; 1_000_000]).unwrap();
    let outcome = call("hash", json!({"file": path})).await;
    // The test vector of FIPS 180: a million times the letter a.
    assert_eq!(
        outcome.ok(),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    );
    assert_eq!(outcome.data["bytes"], 1_000_000);
}

#[tokio::test]
async fn what_cannot_be_hashed_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    #[cfg(unix)]
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    for (arguments, told) in [
        (json!({}), "exactly one"),
        (json!({"text": "a", "base64": "YQ=="}), "exactly one"),
        (json!({"base64": "not base64!"}), "cannot be read"),
        (json!({"file": folder.path()}), "is not a file"),
        (
            json!({"file": pipe}),
            if cfg!(unix) { "is not a file" } else { "pipe" },
        ),
        (json!({"file": folder.path().join("nothing")}), "nothing"),
        (json!({"file": "a\0b"}), "a"),
        (json!({"text": "a", "algorithm": "crc32"}), "Invalid input"),
    ] {
        let outcome = call("hash", arguments).await;
        assert!(outcome.error().contains(told), "{outcome:?}");
    }
}

#[tokio::test]
async fn as_many_uuids_as_wanted_all_different() {
    assert_eq!(call("uuid", json!({})).await.ok().lines().count(), 1);
    let outcome = call("uuid", json!({"count": 100})).await;
    let uuids: HashSet<uuid::Uuid> = outcome
        .ok()
        .lines()
        .map(|line| line.parse().unwrap())
        .collect();
    assert_eq!(uuids.len(), 100);
    assert!(uuids.iter().all(|uuid| uuid.get_version_num() == 4));
    assert_eq!(outcome.data["uuids"].as_array().unwrap().len(), 100);
    for count in [
        json!(0),
        json!(101),
        json!(-1),
        json!(1.5),
        json!("3"),
        json!(1e30),
    ] {
        let outcome = call("uuid", json!({"count": count})).await;
        assert!(outcome.error().contains("Invalid input"), "{outcome:?}");
    }
}

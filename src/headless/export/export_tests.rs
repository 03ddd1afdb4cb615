//! Hostile text in transcripts, and the archive.

use super::*;
use serde_json::json;
use std::path::Path;

const HOSTILE: &str = "<script>alert(1)</script> </details> </pre> <img src=http://evil.example/x.png> ![x](http://evil.example/y.png)\n\
     # Prompt\n> quote\n```\n</details><b>in a fence</b>\n```\n` odd\n`<i>` <u>\n- a\n  ```\n<s>\n\u{1b}[2J \u{202e}live\n\
     \" onmouseover=\"x\n| a | b |\n``` <em>";

fn recording(folder: &Path) -> PathBuf {
    let path = folder.join("hostile.ndjson");
    let lines = [
        json!({"seq": 1, "t": 0.1, "dir": "out", "msg": {"type": "user", "message": {"role": "user", "content": HOSTILE}}}),
        json!({"seq": 2, "t": 0.2, "dir": "in", "msg": {"type": "assistant", "message": {"id": "m", "role": "assistant", "content": [
            {"type": "text", "text": HOSTILE},
            {"type": "thinking", "thinking": HOSTILE, "signature": "s"},
            {"type": "tool_use", "id": "t1", "name": HOSTILE, "input": {"command": HOSTILE, "password": "hunter2hunter2"}}]}}}),
        json!({"seq": 3, "t": 61.25, "dir": "in", "msg": {"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": format!("{HOSTILE} hunter2hunter2 ````` five"), "is_error": true}]}}}),
        json!({"seq": 4, "t": 62, "dir": "in", "msg": {"type": "result", "subtype": "success", "is_error": false, "result": HOSTILE, "num_turns": 1, "total_cost_usd": 0.5}}),
    ];
    let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
    std::fs::write(&path, text.join("\n") + "\n").unwrap();
    path
}

fn page(kind: Kind, mask: bool, filter: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut source = Source::open(&recording(folder.path()), mask).unwrap();
    let mut out = Vec::new();
    let filter = Filter::parse(filter).unwrap();
    written(kind, &mut source, &filter, None, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The names of all tags of a page.
fn tags(page: &str) -> std::collections::BTreeSet<&str> {
    let names = page.split('<').skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"/!".contains(c));
        rest.get(..end.unwrap_or(rest.len())).unwrap()
    });
    names.collect()
}

#[test]
fn a_page_has_no_tags_but_its_own_and_needs_nothing() {
    let page = page(Kind::Html, true, "");
    for tag in tags(&page) {
        let name = tag.trim_start_matches('/');
        let ours = [
            "!doctype",
            "html",
            "head",
            "meta",
            "title",
            "style",
            "body",
            "h1",
            "h2",
            "h3",
            "dl",
            "dt",
            "dd",
            "section",
            "span",
            "p",
            "pre",
            "details",
            "summary",
            "b",
            "code",
            "strong",
            "em",
            "del",
            "ul",
            "ol",
            "li",
            "h4",
            "h5",
            "blockquote",
            "table",
            "tr",
            "th",
            "td",
            "hr",
            "br",
        ];
        assert!(ours.contains(&name), "{tag}");
    }
    assert!(
        !page.contains("<b>in a fence") && !page.contains('\u{1b}') && !page.contains('\u{202e}')
    );
    assert!(!page.contains("onmouseover=\"") && page.contains("default-src 'none'"));
    assert!(!page.contains("url(") && !page.contains("@import"));
    for tag in page
        .split('<')
        .skip(1)
        .filter_map(|rest| rest.split('>').next())
    {
        let outside = ["src=", "href=", " on"]
            .iter()
            .any(|word| tag.contains(word));
        assert!(!outside, "{tag}");
    }
    assert!(page.contains("&lt;script&gt;") && page.contains("0:00.2"));
    assert_eq!(
        page.matches("<details").count(),
        page.matches("</details>").count()
    );
    assert!(!page.contains("hunter2") && page.contains("[masked]"));
}

#[test]
fn markdown_cannot_be_broken_out_of() {
    let page = page(Kind::Markdown, true, "");
    let mut fence: Option<&str> = None;
    for line in page.lines() {
        // Fences of ours are never inside a quotation.
        let length = line.len() - line.trim_start_matches('`').len();
        let ticks = line.get(..length).unwrap();
        if let Some(open) = fence {
            if ticks == open && line == ticks {
                fence = None;
            }
            continue;
        }
        if ticks.len() >= 3 {
            fence = Some(ticks);
            continue;
        }
        assert!(!line.contains("<script"), "{line}");
        if line.starts_with("> ") {
            let known = ["</details><b>in a fence</b>", "`<i>`"]
                .iter()
                .any(|code| line.contains(code));
            assert!(known || !line.contains('<'), "{line}");
            assert!(!line.contains(" !["), "{line}");
        }
        let heading = line.trim_start_matches('#').trim();
        if line.starts_with("###") {
            assert!(
                ["Prompt · 0:00.1", "Agent · 0:00.2"].contains(&heading),
                "{line}"
            );
        }
    }
    assert!(fence.is_none());
    assert_eq!(page.matches("\n<details>").count(), 2, "{page}");
    assert_eq!(page.matches("\n</details>\n").count(), 2);
    assert!(!page.contains("hunter2") && !page.contains('\u{1b}') && !page.contains('\u{202e}'));
    assert!(page.contains("> # Prompt") && page.contains("$0.5000") && page.contains("failed"));
}

#[test]
fn nothing_is_masked_when_that_is_asked_for_and_a_filter_selects() {
    let all = page(Kind::Markdown, false, "");
    assert!(all.contains("hunter2hunter2") && all.contains("| Masked | nothing |"));
    let prompts = page(Kind::Markdown, true, "~d out");
    assert!(
        prompts.contains("### Prompt") && !prompts.contains("### Agent"),
        "{prompts}"
    );
    let lines = page(Kind::Ndjson, true, "~t assistant");
    let line: serde_json::Value = serde_json::from_str(&lines).unwrap();
    assert_eq!(line["seq"], 2);
    assert_eq!(
        line["msg"]["message"]["content"][2]["input"]["password"],
        "[masked]"
    );
}

#[test]
fn an_archive_is_what_tar_expects() {
    let mut out = Vec::new();
    tar::file(&mut out, "a/b.txt", b"hello", 7).unwrap();
    tar::end(&mut out).unwrap();
    assert_eq!(out.len(), 512 * 4);
    assert_eq!(&out[257..263], b"ustar\0");
    assert_eq!(&out[124..136], b"00000000005\0");
    let sum: u32 = out[..512]
        .iter()
        .enumerate()
        .map(|(at, byte)| {
            if (148..156).contains(&at) {
                32
            } else {
                u32::from(*byte)
            }
        })
        .sum();
    assert_eq!(&out[148..154], format!("{sum:06o}").as_bytes());
    assert!(tar::begin(&mut out, &"x".repeat(101), 1, 0).is_err());
    assert!(tar::begin(&mut out, "x", 1 << 33, 0).is_err());
}

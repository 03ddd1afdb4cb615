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

/// More than is kept of a conversation at a time: all of it is shown all the same, in order, and called by its first prompt.
#[test]
fn a_session_of_any_length_is_shown_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.ndjson");
    let mut lines = vec![
        json!({"seq": 1, "t": 0.1, "dir": "out", "msg": {"type": "user", "message": {"role": "user", "content": "The first of all"}}})
            .to_string(),
    ];
    for number in 0..500 {
        let block = |block: u32| json!({"type": "text", "text": format!("<{number}.{block}>")});
        let blocks: Vec<_> = (0..50).map(block).collect();
        let message = json!({"type": "assistant", "message": {"id": format!("m{number}"), "role": "assistant", "content": blocks}});
        lines.push(json!({"seq": number + 2, "t": 0.2, "dir": "in", "msg": message}).to_string());
    }
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    for (kind, filter, shown) in [
        (Kind::Markdown, "", 25_000),
        (Kind::Html, "", 25_000),
        (Kind::Markdown, "~t assistant \"<7.\"", 50),
    ] {
        let mut source = Source::open(&path, true).unwrap();
        let mut out = Vec::new();
        let filter = Filter::parse(filter).unwrap();
        written(kind, &mut source, &filter, None, &mut out).unwrap();
        let page = String::from_utf8(out).unwrap();
        let said: Vec<(u32, u32)> = page
            .split("&lt;")
            .skip(1)
            .map(|rest| {
                let (number, rest) = rest.split_once('.').unwrap();
                let digits = rest.split(|c: char| !c.is_ascii_digit()).next();
                (number.parse().unwrap(), digits.unwrap().parse().unwrap())
            })
            .collect();
        assert!(said.is_sorted() && said.len() == shown, "{}", said.len());
        assert!(page.contains("The first of all") && !page.contains("Left out"));
    }
}

/// A file as Markdown.
fn page_of(path: &std::path::Path) -> String {
    let mut source = Source::open(path, true).unwrap();
    let mut out = Vec::new();
    let all = Filter::default();
    written(Kind::Markdown, &mut source, &all, None, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A call that waits for as long as its agent works stands where it was made, with what came of it in the end.
#[test]
fn a_call_that_takes_long_has_its_result_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.ndjson");
    let said = |message: serde_json::Value, kind: &str| {
        let message = json!({"type": kind, "message": message, "session_id": "s"});
        json!({"t": 0.2, "dir": "in", "msg": message}).to_string()
    };
    let call = |id: &str, name: &str| {
        let block = json!({"type": "tool_use", "id": id, "name": name, "input": {"description": format!("call {id}")}});
        said(
            json!({"id": id, "role": "assistant", "content": [block]}),
            "assistant",
        )
    };
    let result = |id: &str, text: &str| {
        let block = json!({"type": "tool_result", "tool_use_id": id, "content": text});
        said(json!({"role": "user", "content": [block]}), "user")
    };
    let mut lines = vec![call("long", "Task"), call("never", "Bash")];
    let much = "x".repeat(1 << 20);
    for number in 0..24 {
        let id = format!("c{number}");
        lines.push(call(&id, "Read"));
        lines.push(result(&id, &format!("<read {number}>{much}")));
    }
    lines.push(result("long", "THE-ANSWER"));
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let page = page_of(&path);
    let place = |text: &str| {
        page.find(text)
            .unwrap_or_else(|| panic!("{text} is missing"))
    };
    assert!(place("call long") < place("THE-ANSWER"));
    assert!(place("THE-ANSWER") < place("call never"));
    assert!(place("call never") < place("<read 0>") && place("<read 0>") < place("<read 23>"));
    assert_eq!(
        page.matches("call long").count(),
        page.matches("call never").count()
    );
    assert!(!page.contains("Left out"));
}

#[test]
fn standard_output_is_a_dash_and_devices_are_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let export = |out: Option<&str>, kind| Export {
        file: recording(folder.path()),
        kind,
        out: out.map(PathBuf::from),
        filter: String::new(),
        mask: true,
        yes: true,
        force: true,
    };
    let place = |out, kind| {
        let export = export(out, kind);
        target(&export, &export.file)
    };
    assert_eq!(place(Some("-"), Kind::Bundle), None);
    assert_eq!(place(Some("/dev/stdout"), Kind::Html), None);
    assert_eq!(place(None, Kind::Html), None);
    assert_eq!(
        place(None, Kind::Bundle),
        Some(PathBuf::from("hostile.bundle.tar"))
    );
    let mut named = export(None, Kind::Bundle);
    named.file = folder
        .path()
        .join(format!("gh{}_Ab3dE6gH9jK2mN5pQ8sT1vW4.ndjson", "p"));
    assert_eq!(
        target(&named, &named.file),
        Some(PathBuf::from("_masked_.bundle.tar"))
    );
    // A device in the place of the result: taking its place would take it from everybody.
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let reading = pipe.clone();
        let reader = std::thread::spawn(move || std::fs::read_to_string(reading).unwrap());
        run(&export(pipe.to_str(), Kind::Markdown), None).unwrap();
        assert!(reader.join().unwrap().starts_with("# "));
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }
}

/// A decision is shown if the line that told of it fits, like everything else; half a line is left out, and counted.
#[test]
fn a_filter_selects_decisions_too_and_damaged_lines_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("decided.ndjson");
    let ask = |id: &str, tool: &str| {
        json!({"t": 0.1, "dir": "in", "msg": {"type": "control_request", "request_id": id, "request": {"subtype": "can_use_tool", "tool_name": tool, "input": {}, "tool_use_id": id}}}).to_string()
    };
    let allow = |id: &str| {
        json!({"t": 0.2, "dir": "out", "msg": {"type": "control_response", "response": {"subtype": "success", "request_id": id, "response": {"behavior": "allow", "updatedInput": {}}}}}).to_string()
    };
    let lines = [
        ask("a", "Bash"),
        allow("a"),
        r#"{"t":0.2,"di"#.to_owned(),
        ask("b", "Write"),
        allow("b"),
    ];
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let mut source = Source::open(&path, true).unwrap();
    let mut shown = |filter: &str| {
        let filter = Filter::parse(filter).unwrap();
        let sheet = Sheet::of(&mut source, &filter, markdown::shown).unwrap();
        let tools: Vec<_> = sheet.decisions.iter().map(|row| row[0].clone()).collect();
        (tools.join(" "), sheet.nothing_fits)
    };
    assert_eq!(shown(""), ("Bash Write".to_owned(), false));
    assert_eq!(shown("~tool Write"), ("Write".to_owned(), false));
    assert_eq!(shown("~tool Grep"), (String::new(), true));
    let mut out = Vec::new();
    let written = source.recording(&Filter::default(), &mut out).unwrap();
    assert_eq!((written.lines, written.left_out), (4, 1));
    let filter = Filter::parse("~tool Bash").unwrap();
    let written = source.recording(&filter, &mut out).unwrap();
    assert_eq!((written.lines, written.left_out), (2, 0));
}

/// A dump has no times, so none are said of a call; and what never ran did not fail.
#[test]
fn nothing_is_said_that_is_not_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dump.ndjson");
    let lines = [
        json!({"type": "assistant", "message": {"id": "m", "role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {}}]}}),
        json!({"type": "user", "tool_result_meta": [{"id": "t", "non_execution_kind": "permission-rule"}], "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t", "content": "no", "is_error": true}]}}),
    ];
    std::fs::write(&path, lines.map(|line| line.to_string()).join("\n") + "\n").unwrap();
    let page = page_of(&path);
    assert!(page.contains("not executed: permission-rule"), "{page}");
    assert!(!page.contains("failed") && !page.contains("0 ms"), "{page}");
}

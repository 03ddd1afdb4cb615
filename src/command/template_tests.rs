//! What a template takes, and how it is filled.

use super::Template;

fn filled(text: &str) -> Option<String> {
    let value = |name: &str| (name != "gone").then(|| format!("<{name}>"));
    Template::parse(text).unwrap().fill(value)
}

#[test]
fn places_are_filled_and_braces_stay_braces() {
    let cases = [
        ("", Some("")),
        ("plain", Some("plain")),
        ("{a}", Some("<a>")),
        ("--x={a.b-c_1}!", Some("--x=<a.b-c_1>!")),
        ("{{{a}}} {{}}", Some("{<a>} {}")),
        ("é{a!}é", Some("é<a>é")),
        ("x{gone}", None),
    ];
    for (text, expected) in cases {
        assert_eq!(filled(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn marks_are_read() {
    let template = Template::parse("{files...!}").unwrap();
    let slot = template.leading().unwrap();
    assert_eq!(
        (slot.name.as_str(), slot.spread, slot.dashes),
        ("files", true, true)
    );
    assert!(Template::parse("x{a}").unwrap().leading().is_none());
}

#[test]
fn what_is_no_template_is_told() {
    let said: Vec<_> = ["a{b", "a}b", "{}", "{a b}", "x{a...}", "{...}"]
        .iter()
        .map(|text| Template::parse(text).unwrap_err().to_string())
        .collect();
    insta::assert_snapshot!(said.join("\n"));
}

proptest::proptest! {
    #[test]
    fn any_text_is_a_template_or_an_error(text in "[{}a.!x ]{0,12}") {
        if let Ok(template) = Template::parse(&text) {
            let _ = template.fill(|name| Some(name.to_owned()));
        }
    }

    #[test]
    fn a_filled_value_is_never_read_again(value in ".*") {
        let template = Template::parse("{a}").unwrap();
        proptest::prop_assert_eq!(template.fill(|_| Some(value.clone())), Some(value));
    }
}

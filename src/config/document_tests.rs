//! Errors name file, line and key.

use super::{Document, FileError, Spanned};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "parsed, not read")]
struct Shelf {
    books: Vec<Book>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "parsed, not read")]
struct Book {
    title: Spanned<String>,
    pages: Option<u32>,
}

fn parse(text: &str) -> Result<Shelf, FileError> {
    Document::new("shelf.toml", text).parse()
}

fn message(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn a_wrong_type_is_named_by_line_and_key() {
    let said = message("[[books]]\ntitle = \"a\"\n[[books]]\ntitle = \"b\"\npages = \"many\"\n");
    assert_eq!(
        said,
        "shelf.toml:5:9: books[1].pages: invalid type: string \"many\", expected u32"
    );
}

#[test]
fn a_wrong_type_of_a_value_with_a_place_is_named_like_any_other() {
    let said = message("[[books]]\ntitle = 7\n");
    assert_eq!(
        said,
        "shelf.toml:2:9: books[0].title: invalid type: integer `7`, expected a string"
    );
}

#[test]
fn an_unknown_key_is_named_with_those_that_exist() {
    let said = message("[[books]]\ntitle = \"a\"\npage = 3\n");
    assert_eq!(
        said,
        "shelf.toml:3:1: books[0].page: unknown field `page`, expected `title` or `pages`"
    );
}

#[test]
fn a_missing_key_is_named_by_the_table_it_is_missing_in() {
    let said = message("[[books]]\npages = 3\n");
    assert_eq!(said, "shelf.toml:1:1: books[0]: missing field `title`");
}

#[test]
fn broken_toml_is_named_by_line() {
    assert!(message("books = [\n{ title = }\n]\n").starts_with("shelf.toml:2:11: "));
}

#[test]
fn what_shows_later_has_a_line_too() {
    let document = Document::new("shelf.toml", "\n[[books]]\n  title = \"ü\"\n");
    let shelf: Shelf = document.parse().unwrap();
    let error = document.error(
        Some(shelf.books[0].title.span()),
        "books[0].title",
        "too short",
    );
    assert_eq!(
        error.to_string(),
        "shelf.toml:3:11: books[0].title: too short"
    );
}

#[test]
fn files_that_are_none() {
    let nowhere = Document::open(std::path::Path::new("no/such.toml")).unwrap_err();
    assert_eq!(nowhere.to_string(), "no/such.toml: there is no such file");
    let folder = Document::open(std::path::Path::new("src")).unwrap_err();
    assert_eq!(folder.to_string(), "src: is a directory; name a TOML file");
}

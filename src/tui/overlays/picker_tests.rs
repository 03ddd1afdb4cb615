//! A list that is narrowed down by what is typed: which rows fit, where one is in them, what is cut.

use super::{Choice, Picker, Row};

fn picker() -> Picker {
    let row = |label: &str| Row {
        value: label.to_lowercase(),
        label: label.to_owned(),
        ..Row::default()
    };
    let rows = vec![
        row("Pause or resume"),
        row("Choose the model"),
        row("École"),
    ];
    Picker::new("x", Choice::Model, rows, "choose the model")
}

#[test]
fn it_begins_at_the_current_one_and_goes_round() {
    let mut picker = picker();
    assert_eq!(picker.selected().unwrap().label, "Choose the model");
    picker.move_by(2);
    picker.move_by(1);
    assert_eq!(picker.selected().unwrap().label, "Pause or resume");
    picker.move_by(-1);
    assert_eq!(picker.selected().unwrap().label, "École");
}

#[test]
fn a_long_label_is_cut_and_its_key_is_not() {
    use crate::tui::keymap::Keymap;
    use crate::tui::model::Model;
    use crate::tui::theme::{Depth, Theme};
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    let model = Model::new(Keymap::shipped().unwrap(), theme);
    let row = Row {
        label: "Take back the last prompt that waits".to_owned(),
        aside: "ctrl+x".to_owned(),
        ..Row::default()
    };
    for width in 20..60 {
        let line = super::row_line(&row, &model, (0, usize::MAX), width);
        assert_eq!(line.width(), width);
        assert!(line.to_string().ends_with(" ctrl+x"), "{width}: {line}");
    }
}

#[test]
fn a_large_paste_is_cut() {
    let mut picker = picker();
    picker.insert(&"a ".repeat(100_000));
    picker.insert("b");
    assert_eq!(picker.query().chars().count(), super::LONGEST);
}

#[test]
fn what_is_typed_narrows_it_down() {
    let mut picker = picker();
    picker.insert("mdl");
    assert_eq!(picker.selected().unwrap().label, "Choose the model");
    picker.insert("zzz");
    assert!(picker.selected().is_none());
    for _ in 0..10 {
        picker.backspace();
    }
    picker.insert("ecole");
    assert_eq!(picker.selected().unwrap().label, "École");
}

#[test]
fn pages_stop_at_the_ends_and_words_are_taken_back() {
    let mut picker = picker();
    picker.move_by(-1);
    picker.move_by(-10);
    assert_eq!(picker.selected().unwrap().label, "Pause or resume");
    picker.move_by(-10);
    assert_eq!(picker.selected().unwrap().label, "Pause or resume");
    picker.move_by(isize::MAX / 2);
    picker.move_by(10);
    assert_eq!(picker.selected().unwrap().label, "École");
    picker.insert("choose the ");
    picker.take_back_word();
    assert_eq!(picker.query(), "choose ");
    picker.take_back_all();
    assert_eq!(picker.query(), "");
    assert_eq!(picker.count(), 3);
}

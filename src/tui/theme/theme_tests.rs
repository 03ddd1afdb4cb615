//! Every shipped theme is whole; mistakes are named; colours fit the terminal.

use super::{Depth, Role, SHIPPED, Theme};
use crate::config::Document;
use ratatui::style::Color;

#[test]
fn every_shipped_theme_names_every_role() {
    for (name, _) in SHIPPED {
        let theme = Theme::shipped(name, Depth::True).unwrap().unwrap();
        for role in Role::ALL {
            assert!(theme.styles.contains_key(role), "{name} has no {role:?}");
        }
        assert!(!theme.description.is_empty(), "{name} has no description");
    }
}

#[test]
fn the_default_theme_leaves_the_palette_to_the_terminal() {
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    for role in Role::ALL {
        let style = theme.style(*role);
        for colour in [style.fg, style.bg].into_iter().flatten() {
            assert!(
                !matches!(colour, Color::Rgb(..) | Color::Indexed(_)),
                "{role:?} is {colour:?}"
            );
        }
    }
}

#[test]
fn no_colour_is_no_colour() {
    for (name, _) in SHIPPED {
        let theme = Theme::shipped(name, Depth::None).unwrap().unwrap();
        for role in Role::ALL {
            let style = theme.style(*role);
            assert_eq!((style.fg, style.bg), (None, None), "{name} {role:?}");
        }
    }
}

#[test]
fn mistakes_are_named() {
    let said = |text: &str| {
        Theme::read("x", &Document::new("x.toml", text), Depth::True)
            .unwrap_err()
            .to_string()
    };
    assert!(
        said("[roles]\ntext = \"blurple\"\n")
            .starts_with("x.toml:2:8: roles.text: `blurple` is neither a colour")
    );
    assert!(
        said("[roles]\nnothing = \"red\"\n")
            .starts_with("x.toml:2:1: roles.nothing: unknown variant")
    );
    assert!(
        said("[colours]\na = \"#12\"\n").starts_with("x.toml:2:5: colours.a: `#12` is no colour")
    );
}

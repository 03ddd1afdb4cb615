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
    assert!(said("[roles]\nnothing = \"red\"\n").starts_with(
        "x.toml:2:1: roles.nothing: there is no such meaning; there are: background, "
    ));
    assert!(
        said("[colours]\na = \"#12\"\n").starts_with("x.toml:2:5: colours.a: `#12` is no colour")
    );
}

/// The luminance of a colour, as WCAG has it.
fn luminance(colour: Color) -> f64 {
    let Color::Rgb(r, g, b) = colour else {
        panic!("{colour:?} is no true colour");
    };
    let [r, g, b] = [r, g, b].map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Every text can be read on what is behind it. Frames are no text, and what matters less may be fainter.
#[test]
fn every_true_colour_theme_can_be_read() {
    for (name, _) in SHIPPED.iter().filter(|(name, _)| *name != "default") {
        let theme = Theme::shipped(name, Depth::True).unwrap().unwrap();
        let ground = theme.style(Role::Background);
        let mut wrong = Vec::new();
        for role in Role::ALL {
            let style = theme.style(*role);
            let fg = style.fg.or(ground.fg).unwrap();
            let bg = style.bg.or(ground.bg).unwrap();
            let faint = matches!(
                role,
                Role::Dim | Role::Disabled | Role::Border | Role::RequestUnarmed | Role::Footer
            );
            let least = match (*name, role) {
                ("high-contrast", _) => 7.0,
                (_, Role::Border) => 1.5,
                _ if faint => 3.0,
                _ => 4.5,
            };
            let found = contrast(fg, bg);
            if found < least {
                wrong.push(format!("{role:?} {found:.2} < {least}"));
            }
            // The selection lies over any text.
            let selected = theme.style(Role::Selected).bg;
            if let (Some(selected), None) = (selected, style.bg) {
                let over = contrast(theme.style(Role::Selected).fg.unwrap_or(fg), selected);
                assert!(over >= 4.5, "{name}: {role:?} when selected {over:.2}");
            }
        }
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
    }
}

#[test]
fn a_theme_with_a_background_covers_the_whole_screen() {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    let area = Rect::new(0, 0, 3, 2);
    for (name, filled) in [("default", false), ("dark", true), ("light", true)] {
        let theme = Theme::shipped(name, Depth::True).unwrap().unwrap();
        let mut buffer = Buffer::empty(area);
        buffer.set_string(1, 0, "x", theme.style(Role::Match));
        theme.fill(area, &mut buffer);
        assert_eq!(buffer[(0, 1)].bg != Color::Reset, filled, "{name}");
        // What has a colour of its own keeps it.
        assert_eq!(Some(buffer[(1, 0)].bg), theme.style(Role::Match).bg);
    }
    let plain = Theme::shipped("dark", Depth::None).unwrap().unwrap();
    let mut buffer = Buffer::empty(area);
    plain.fill(area, &mut buffer);
    assert_eq!(buffer, Buffer::empty(area));
}

#[test]
fn dark_greys_stay_grey_with_256_colours() {
    let theme = Theme::shipped("dark", Depth::Indexed).unwrap().unwrap();
    assert_eq!(theme.style(Role::Background).bg, Some(Color::Indexed(234)));
    assert_eq!(theme.style(Role::Header).bg, Some(Color::Indexed(236)));
    let light = Theme::shipped("light", Depth::Indexed).unwrap().unwrap();
    assert_eq!(light.style(Role::Background).bg, Some(Color::Indexed(231)));
}

#[test]
fn without_colours_what_is_selected_is_still_seen() {
    use ratatui::style::Modifier;
    for (name, _) in SHIPPED {
        let theme = Theme::shipped(name, Depth::None).unwrap().unwrap();
        for role in [Role::Selected, Role::Match, Role::Danger] {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{name} {role:?}");
            assert!(
                style.add_modifier.contains(Modifier::REVERSED),
                "{name} {role:?}"
            );
        }
    }
}

#[test]
fn with_sixteen_colours_what_is_meant_keeps_its_hue() {
    let greys = [Color::Black, Color::DarkGray, Color::Gray, Color::White];
    for (name, _) in SHIPPED {
        let theme = Theme::shipped(name, Depth::Sixteen).unwrap().unwrap();
        let ground = theme.style(Role::Background);
        for role in Role::ALL {
            let style = theme.style(*role);
            let (fg, bg) = (style.fg.or(ground.fg), style.bg.or(ground.bg));
            let both = fg.zip(bg);
            assert!(
                both.is_none_or(|(fg, bg)| fg != bg || *role == Role::Border),
                "{name}: {role:?} is {both:?}"
            );
        }
        let telling = [Role::Good, Role::Bad, Role::Warning, Role::Paused];
        let colours = telling.map(|role| theme.style(role).fg.unwrap());
        for (at, colour) in colours.iter().enumerate() {
            assert!(!greys.contains(colour), "{name}: {:?}", telling[at]);
            assert!(
                !colours[..at].contains(colour),
                "{name}: {telling:?} are {colours:?}"
            );
        }
        let text = theme.style(Role::Text).fg;
        assert!(text.is_none_or(|text| greys.contains(&text) || text == Color::Reset));
        let selected = theme.style(Role::Selected);
        assert!(selected.bg.is_none() || selected.bg != ground.bg, "{name}");
    }
}

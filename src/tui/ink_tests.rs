//! What is written is what a terminal of sixteen colours understands, and no more than needed.

use super::Ink;
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

fn written(cells: &[(u16, u16, Cell)]) -> String {
    let mut bytes = Vec::new();
    let mut ink = Ink::new(&mut bytes);
    ink.draw(cells.iter().map(|(x, y, cell)| (*x, *y, cell)))
        .unwrap();
    String::from_utf8(bytes).unwrap()
}

fn cell(letter: &'static str, style: Style) -> Cell {
    let mut cell = Cell::new(letter);
    cell.set_style(style);
    cell
}

#[test]
fn sixteen_colours_are_said_as_every_terminal_knows_them() {
    let names = [
        (Color::Black, 30),
        (Color::Red, 31),
        (Color::Green, 32),
        (Color::Yellow, 33),
        (Color::Blue, 34),
        (Color::Magenta, 35),
        (Color::Cyan, 36),
        (Color::Gray, 37),
        (Color::DarkGray, 90),
        (Color::LightRed, 91),
        (Color::LightGreen, 92),
        (Color::LightYellow, 93),
        (Color::LightBlue, 94),
        (Color::LightMagenta, 95),
        (Color::LightCyan, 96),
        (Color::White, 97),
    ];
    for (colour, number) in names {
        let front = written(&[(0, 0, cell("x", Style::new().fg(colour)))]);
        assert_eq!(front, format!("\x1b[1;1H\x1b[{number}mx\x1b[0m"));
        let back = written(&[(0, 0, cell("x", Style::new().bg(colour)))]);
        assert_eq!(back, format!("\x1b[1;1H\x1b[{}mx\x1b[0m", number + 10));
    }
}

#[test]
fn other_colours_keep_their_numbers() {
    let style = Style::new().fg(Color::Indexed(208)).bg(Color::Rgb(1, 2, 3));
    assert_eq!(
        written(&[(4, 2, cell("x", style))]),
        "\x1b[3;5H\x1b[38;5;208;48;2;1;2;3mx\x1b[0m"
    );
}

#[test]
fn the_first_sixteen_of_a_palette_are_the_same_colours() {
    for (which, number) in [(0, 30), (7, 37), (8, 90), (15, 97)] {
        let style = Style::new().fg(Color::Indexed(which));
        let front = written(&[(0, 0, cell("x", style))]);
        assert_eq!(front, format!("\x1b[1;1H\x1b[{number}mx\x1b[0m"));
    }
}

#[test]
fn only_what_changes_is_said() {
    let red = Style::new().fg(Color::Red);
    let loud = red.add_modifier(Modifier::BOLD | Modifier::DIM | Modifier::REVERSED);
    let cells = [
        (0, 0, cell("a", loud)),
        (1, 0, cell("b", red.add_modifier(Modifier::DIM))),
        (2, 0, cell("c", red)),
        (3, 0, cell("d", Style::new())),
        (3, 1, cell("e", Style::new())),
    ];
    assert_eq!(
        written(&cells),
        "\x1b[1;1H\x1b[1;2;7;31ma\x1b[22;27;2mb\x1b[22mc\x1b[39md\x1b[2;4He\x1b[0m"
    );
}

#[test]
fn nothing_is_written_for_nothing() {
    assert_eq!(written(&[]), "");
}

/// A screen with many styles, written both ways.
#[test]
fn it_takes_fewer_bytes_than_numbers_of_a_palette() {
    let area = Rect::new(0, 0, 80, 24);
    let mut buffer = Buffer::empty(area);
    for y in 0..24 {
        for x in 0..80 {
            let colour = if (x / 5) % 2 == 0 {
                Color::Green
            } else {
                Color::Reset
            };
            buffer[(x, y)].set_char('x').set_fg(colour);
        }
    }
    let cells: Vec<(u16, u16, Cell)> = (0..24)
        .flat_map(|y| (0..80).map(move |x| (x, y)))
        .map(|(x, y)| (x, y, buffer[(x, y)].clone()))
        .collect();
    let mut theirs = Vec::new();
    CrosstermBackend::new(&mut theirs)
        .draw(cells.iter().map(|(x, y, cell)| (*x, *y, cell)))
        .unwrap();
    assert!(written(&cells).len() * 10 < theirs.len() * 9);
}

//! A terminal's screen as SVG. Owns: cells to text and rectangles. Colours of the terminal's own palette get usual values.

use std::fmt::Write as _;
use vt100::{Cell, Color, Screen};

const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 18.0;
const MARGIN: f64 = 12.0;
const FOREGROUND: &str = "#d4d4d4";
const BACKGROUND: &str = "#121212";

const PALETTE: [&str; 16] = [
    "#1e1e1e", "#e05561", "#8cc265", "#d18f52", "#4aa5f0", "#c162de", "#42b3c2", "#d7dae0",
    "#7f848e", "#ff616e", "#a5e075", "#f0a45d", "#4dc4ff", "#de73ff", "#4cd1e0", "#ffffff",
];

/// How a cell looks.
#[derive(Debug, Clone, PartialEq)]
struct Look {
    foreground: String,
    background: String,
    bold: bool,
    dim: bool,
    italic: bool,
    underline: bool,
}

impl Look {
    fn of(cell: &Cell) -> Self {
        let mut foreground = colour(cell.fgcolor()).unwrap_or_else(|| FOREGROUND.to_owned());
        let mut background = colour(cell.bgcolor()).unwrap_or_else(|| BACKGROUND.to_owned());
        if cell.inverse() {
            std::mem::swap(&mut foreground, &mut background);
        }
        Self {
            foreground,
            background,
            bold: cell.bold(),
            dim: cell.dim(),
            italic: cell.italic(),
            underline: cell.underline(),
        }
    }
}

/// The whole screen.
pub(super) fn drawn(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let width = f64::from(columns.get()) * WIDTH + 2.0 * MARGIN;
    let height = f64::from(rows.get()) * HEIGHT + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"14\">\n"
    );
    let page = screen
        .cell(0, 0)
        .map_or_else(|| BACKGROUND.to_owned(), |cell| Look::of(cell).background);
    let _ = writeln!(
        svg,
        "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{page}\"/>"
    );
    for row in 0..rows.get() {
        line(screen, row, columns.get(), &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

/// One row: runs of cells that look alike.
fn line(screen: &Screen, row: u16, columns: u16, svg: &mut String) {
    let mut column = 0;
    while column < columns {
        let Some(first) = screen.cell(row, column) else {
            break;
        };
        let look = Look::of(first);
        let start = column;
        let mut text = String::new();
        while let Some(cell) = screen
            .cell(row, column)
            .filter(|cell| Look::of(cell) == look)
        {
            if !cell.is_wide_continuation() {
                text.push_str(if cell.has_contents() {
                    cell.contents()
                } else {
                    " "
                });
            }
            column += 1;
            if column == columns {
                break;
            }
        }
        run(&look, &text, (row, start, column - start), svg);
    }
}

fn run(look: &Look, text: &str, (row, start, cells): (u16, u16, u16), svg: &mut String) {
    let x = MARGIN + f64::from(start) * WIDTH;
    let y = MARGIN + f64::from(row) * HEIGHT;
    let width = f64::from(cells) * WIDTH;
    if look.background != BACKGROUND {
        let fill = &look.background;
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"{fill}\"/>"
        );
    }
    if text.trim().is_empty() {
        return;
    }
    let mut style = format!("fill=\"{}\"", look.foreground);
    for (on, more) in [
        (look.bold, " font-weight=\"bold\""),
        (look.dim, " opacity=\"0.65\""),
        (look.italic, " font-style=\"italic\""),
        (look.underline, " text-decoration=\"underline\""),
    ] {
        if on {
            style.push_str(more);
        }
    }
    let base = y + HEIGHT * 0.75;
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{base:.1}\" textLength=\"{width:.1}\" xml:space=\"preserve\" {style}>{text}</text>"
    );
}

fn colour(colour: Color) -> Option<String> {
    match colour {
        Color::Default => None,
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        Color::Idx(index @ 0..16) => Some(PALETTE[usize::from(index)].to_owned()),
        Color::Idx(index @ 16..232) => {
            let level = |value: u8| if value == 0 { 0 } else { 55 + 40 * value };
            let index = index - 16;
            let (r, g, b) = (level(index / 36), level(index / 6 % 6), level(index % 6));
            Some(format!("#{r:02x}{g:02x}{b:02x}"))
        }
        Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            Some(format!("#{grey:02x}{grey:02x}{grey:02x}"))
        }
    }
}

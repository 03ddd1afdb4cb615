//! The flags of a film. Owns: clap types, and the spelling of sizes. Does not own: what they mean (`cca::tui::film`).

use super::run::duration;
use super::screen::ScreenArgs;
use clap::Args;
use std::time::Duration;

/// The smallest and largest screens that are filmed.
const SIDES: std::ops::RangeInclusive<u16> = 20..=500;

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Film (--format cast)")]
pub(crate) struct FilmArgs {
    /// Columns and rows of the screen
    #[arg(long, value_name = "WxH", default_value = "120x36", value_parser = size)]
    pub(crate) size: (u16, u16),
    /// How much faster than it was: 2 is twice as fast
    #[arg(long, value_name = "TIMES", default_value = "1", value_parser = speed)]
    pub(crate) speed: f64,
    /// How long nothing may happen before the film goes on
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub(crate) idle: Duration,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    let sides = text.split_once(['x', 'X', '×']);
    let size = sides.and_then(|(width, height)| Some((side(width)?, side(height)?)));
    size.ok_or_else(|| "write columns x rows, each from 20 to 500: 120x36".to_owned())
}

fn speed(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches(['x', '×']).parse::<f64>().ok();
    let fits = |speed: &f64| (0.1..=100.0).contains(speed);
    number
        .filter(fits)
        .ok_or_else(|| "write a number from 0.1 to 100".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{size, speed};

    #[test]
    fn sizes_and_speeds() {
        assert_eq!(size("100x30"), Ok((100, 30)));
        for wrong in ["", "100", "x", "10x30", "100x9999", "-1x30", "axb"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(speed("2.5x"), Ok(2.5));
        for wrong in ["", "0", "-1", "NaN", "inf", "fast"] {
            assert!(speed(wrong).is_err(), "{wrong}");
        }
    }
}

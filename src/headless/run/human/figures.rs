//! PURE. Numbers for people. Owns: units and decimals of durations, tokens and dollars. Does not own: where they stand.

/// `12 ms`, `3.4 s`, `2 min 5 s`.
pub(in crate::headless::run) fn duration(seconds: f64) -> String {
    if seconds < 0.0995 {
        format!("{:.0} ms", seconds * 1000.0)
    } else if seconds < 99.95 {
        format!("{seconds:.1} s")
    } else {
        let minutes = (seconds / 60.0).floor();
        format!(
            "{minutes:.0} min {:.0} s",
            (seconds - minutes * 60.0).floor()
        )
    }
}

/// `950`, `1.2k`, `34k`, `1.2M`.
pub(in crate::headless::run) fn tokens(count: u64) -> String {
    #[expect(
        clippy::cast_precision_loss,
        reason = "shown with two digits; nobody has 2^52 tokens"
    )]
    let exact = count as f64;
    if count < 1000 {
        count.to_string()
    } else if count < 9_950 {
        format!("{:.1}k", exact / 1e3)
    } else if count < 999_500 {
        format!("{:.0}k", exact / 1e3)
    } else {
        format!("{:.1}M", exact / 1e6)
    }
}

/// `$0.0123`, `$4.56`.
pub(in crate::headless::run) fn dollars(cost: f64) -> String {
    if cost != 0.0 && cost.abs() < 1.0 {
        format!("${cost:.4}")
    } else {
        format!("${cost:.2}")
    }
}

/// `1 turn`, `2 turns`.
pub(super) fn counted(count: u64, word: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {word}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_unit_that_suits_them() {
        assert_eq!(
            [0.0, 0.0124, 0.0996, 12.34, 125.9].map(duration),
            ["0 ms", "12 ms", "0.1 s", "12.3 s", "2 min 5 s"]
        );
        assert_eq!(
            [7, 999, 1234, 9_949, 45_678, 1_250_000].map(tokens),
            ["7", "999", "1.2k", "9.9k", "46k", "1.2M"]
        );
        assert_eq!(
            [0.0, 0.01234, 4.5].map(dollars),
            ["$0.00", "$0.0123", "$4.50"]
        );
        assert_eq!(
            [counted(1, "turn"), counted(3, "turn")],
            ["1 turn", "3 turns"]
        );
    }
}

//! Numbers with units, read and printed. Owns: the units of sizes and times.

const SIZES: [(&str, u64); 3] = [("g", 1 << 30), ("m", 1 << 20), ("k", 1 << 10)];

/// Longest first where one ends like another.
const TIMES: [(&str, u64); 5] = [
    ("h", 3_600_000_000),
    ("us", 1),
    ("ms", 1_000),
    ("m", 60_000_000),
    ("s", 1_000_000),
];

/// Bytes: `10k`, `1.5m`, `300`, `300b`.
pub(super) fn size(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let short = lower.strip_suffix('b').unwrap_or(&lower);
    let (digits, unit) = SIZES
        .iter()
        .find_map(|(unit, bytes)| Some((short.strip_suffix(unit)?, *bytes)))
        .unwrap_or((short, 1));
    scaled(digits, unit)
}

/// Microseconds: `250ms`, `1.5s`, `2m`; a bare number is seconds.
pub(super) fn time(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let (digits, unit) = TIMES
        .iter()
        .find_map(|(unit, micros)| Some((lower.strip_suffix(unit)?, *micros)))
        .unwrap_or((&lower, 1_000_000));
    scaled(digits, unit)
}

/// A decimal number times a unit, exactly as far as the unit allows; digits beyond it are dropped.
fn scaled(digits: &str, unit: u64) -> Option<u64> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let whole: u64 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    let mut value = whole.checked_mul(unit)?;
    let mut step = unit;
    for digit in fraction.bytes() {
        step /= 10;
        value = value.checked_add(step.checked_mul(u64::from(digit - b'0'))?)?;
    }
    Some(value)
}

/// The shortest exact spelling of a size.
pub(super) fn show_size(bytes: u64) -> String {
    let unit = SIZES
        .iter()
        .find(|(_, unit)| bytes > 0 && bytes.is_multiple_of(*unit));
    unit.map_or_else(
        || bytes.to_string(),
        |(name, unit)| format!("{}{name}", bytes / unit),
    )
}

/// The shortest exact spelling of a time.
pub(super) fn show_time(micros: u64) -> String {
    for (name, unit) in [
        ("h", 3_600_000_000),
        ("m", 60_000_000),
        ("s", 1_000_000),
        ("ms", 1_000),
    ] {
        if micros > 0 && micros.is_multiple_of(unit) {
            return format!("{}{name}", micros / unit);
        }
    }
    format!("{micros}us")
}

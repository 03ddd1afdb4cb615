//! PURE. What can be told of a picture without drawing it: its kind, size and dimensions. Owns: reading the heads of the
//! usual formats.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Characters of base64 that are looked at: the head of a JPEG may be long.
const LOOKED_AT: usize = 64 << 10;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// `PNG`, `JPEG`, …; what the sender says if its head tells nothing.
    pub kind: String,
    /// Width and height.
    pub size: Option<(u32, u32)>,
    /// How many bytes it has.
    pub bytes: usize,
}

impl Picture {
    /// Looks at a picture in base64.
    pub fn read(media_type: &str, base64: &str) -> Self {
        let text = base64.trim();
        let padding = text.bytes().rev().take_while(|byte| *byte == b'=').count();
        let bytes = (text.len() / 4 * 3 + [0, 0, 1, 2].get(text.len() % 4).unwrap_or(&0))
            .saturating_sub(padding.min(2));
        let end = LOOKED_AT.min(text.len()) / 4 * 4;
        let head = STANDARD
            .decode(text.as_bytes().get(..end).unwrap_or_default())
            .unwrap_or_default();
        let (kind, size) = look(&head);
        let told = media_type.rsplit('/').next().unwrap_or_default();
        let told = told.chars().take(16).collect::<String>().to_uppercase();
        Self {
            kind: kind.map_or(told, str::to_owned),
            size,
            bytes,
        }
    }
}

impl std::fmt::Display for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = if self.kind.is_empty() {
            "?"
        } else {
            &self.kind
        };
        write!(f, "{kind} image")?;
        if let Some((width, height)) = self.size {
            write!(f, ", {width}x{height}")?;
        }
        write!(f, ", {}", size(self.bytes as u64))
    }
}

/// A number of bytes in few characters: `480 B`, `12.3 kB`, `4.0 MB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
    }
}

type Found = (Option<&'static str>, Option<(u32, u32)>);

fn look(head: &[u8]) -> Found {
    if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        return (Some("PNG"), big(head, 16, 4).zip(big(head, 20, 4)));
    }
    if head.starts_with(b"GIF8") {
        return (Some("GIF"), little(head, 6, 2).zip(little(head, 8, 2)));
    }
    if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
        return (Some("WebP"), webp(head));
    }
    if head.starts_with(&[0xff, 0xd8]) {
        return (Some("JPEG"), jpeg(head));
    }
    (None, None)
}

fn big(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    let part = bytes.get(at..at + count)?;
    Some(part.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
}

fn little(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    let part = bytes.get(at..at + count)?;
    Some(
        part.iter()
            .rev()
            .fold(0, |sum, byte| sum << 8 | u32::from(*byte)),
    )
}

fn webp(head: &[u8]) -> Option<(u32, u32)> {
    match head.get(12..16)? {
        b"VP8X" => Some((little(head, 24, 3)? + 1, little(head, 27, 3)? + 1)),
        b"VP8 " => Some((little(head, 26, 2)? & 0x3fff, little(head, 28, 2)? & 0x3fff)),
        b"VP8L" => {
            let bits = little(head, 21, 4)?;
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        _ => None,
    }
}

/// The dimensions stand in the first segment that begins a frame.
fn jpeg(head: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        if big(head, at, 1)? != 0xff {
            return None;
        }
        let kind = big(head, at + 1, 1)?;
        if kind == 0xff {
            at += 1;
            continue;
        }
        let frame = (0xc0..=0xcf).contains(&kind) && ![0xc4, 0xc8, 0xcc].contains(&kind);
        if frame {
            return Some((big(head, at + 7, 2)?, big(head, at + 5, 2)?));
        }
        let length = usize::try_from(big(head, at + 2, 2)?).ok()?;
        at += 2 + length.max(2);
    }
}

#[cfg(test)]
#[path = "picture_tests.rs"]
mod picture_tests;

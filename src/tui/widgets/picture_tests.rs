//! The heads of the usual formats are read; anything else is no reason to fail.

use super::{Picture, size};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

fn read(bytes: &[u8]) -> String {
    Picture::read("image/x-thing", &STANDARD.encode(bytes)).to_string()
}

#[test]
fn kind_dimensions_and_size_are_told() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\0\x20\x08\x02\0\0\0";
    assert_eq!(read(png), "PNG image, 256x32, 29 B");
    assert_eq!(read(b"GIF89a\x0a\0\x14\0\0\0\0"), "GIF image, 10x20, 13 B");
    let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x40\0\x80\x03";
    assert_eq!(read(jpeg), "JPEG image, 128x64, 18 B");
    let webp = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x63\0\0\x31\0\0";
    assert_eq!(read(webp), "WebP image, 100x50, 30 B");
    let lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x0f\xc0\x01\0";
    assert_eq!(read(lossless), "WebP image, 16x8, 25 B");
}

#[test]
fn what_cannot_be_read_is_named_as_it_came() {
    assert_eq!(read(b"something"), "X-THING image, 9 B");
    assert_eq!(read(b"\xff\xd8\xff"), "JPEG image, 3 B");
    assert_eq!(Picture::read("", "%%%").to_string(), "? image, 2 B");
    assert_eq!(
        [size(999), size(12_345), size(4_000_000)],
        ["999 B", "12.3 kB", "4.0 MB"]
    );
}

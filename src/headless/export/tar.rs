//! A tar archive (ustar), as every system unpacks it. PURE: appends to what it is given. Owns: headers and padding; files of
//! up to 8 GiB with short names.

use std::io::{self, Write};

const BLOCK: usize = 512;
/// Eleven octal digits.
const LARGEST: u64 = (1 << 33) - 1;

/// Begins a file of that size; exactly that many bytes and [`pad`] have to follow.
pub(super) fn begin(out: &mut dyn Write, name: &str, size: u64, time: u64) -> io::Result<()> {
    if name.len() > 100 || size > LARGEST {
        return Err(io::Error::other("too large for a bundle of one file"));
    }
    let mut header = Vec::with_capacity(BLOCK);
    field(&mut header, name.as_bytes(), 100);
    field(&mut header, b"0000600\0", 8);
    field(&mut header, b"0000000\0", 8);
    field(&mut header, b"0000000\0", 8);
    field(&mut header, format!("{size:011o}\0").as_bytes(), 12);
    field(
        &mut header,
        format!("{:011o}\0", time.min(LARGEST)).as_bytes(),
        12,
    );
    // The sum counts its own field as blanks.
    field(&mut header, b"        ", 8);
    field(&mut header, b"0", 1);
    field(&mut header, b"", 100);
    field(&mut header, b"ustar\x0000", 8);
    field(&mut header, b"", BLOCK - 265);
    let sum: u64 = header.iter().map(|byte| u64::from(*byte)).sum();
    let spelled = format!("{sum:06o}\0 ");
    if let Some(place) = header.get_mut(148..156) {
        place.copy_from_slice(spelled.as_bytes());
    }
    out.write_all(&header)
}

/// Fills up the last block of a file.
pub(super) fn pad(out: &mut dyn Write, size: u64) -> io::Result<()> {
    let over = usize::try_from(size % BLOCK as u64).unwrap_or(0);
    let missing = (BLOCK - over) % BLOCK;
    out.write_all(&vec![0; missing])
}

/// A whole small file.
pub(super) fn file(out: &mut dyn Write, name: &str, bytes: &[u8], time: u64) -> io::Result<()> {
    let size = bytes.len() as u64;
    begin(out, name, size, time)?;
    out.write_all(bytes)?;
    pad(out, size)
}

/// Ends the archive.
pub(super) fn end(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&[0; 2 * BLOCK])
}

fn field(header: &mut Vec<u8>, bytes: &[u8], width: usize) {
    let end = header.len() + width;
    header.extend(bytes.iter().take(width));
    header.resize(end, 0);
}

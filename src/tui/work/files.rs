//! EDGE. Files that requests would change. Owns: reading them, bounded, and never anything but a plain file.

use crate::tui::panes::request::OnDisk;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

/// Larger files are not compared with.
const LARGEST: u64 = 1024 * 1024;

/// What is there.
pub(super) fn read(path: &str) -> OnDisk {
    let failed = |error: &std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => OnDisk::Missing,
        _ => OnDisk::NotText(error.to_string()),
    };
    // Asked before it is opened: a pipe or a device would wait for ever.
    match Path::new(path).metadata() {
        Err(error) => return failed(&error),
        Ok(about) if !about.is_file() => return OnDisk::NotText("it is no plain file".to_owned()),
        Ok(about) if about.len() > LARGEST => return OnDisk::TooLarge(about.len()),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| {
        // It may have grown since.
        file.take(LARGEST + 1).read_to_end(&mut bytes)
    });
    match read {
        Err(error) => failed(&error),
        Ok(size) if size as u64 > LARGEST => OnDisk::TooLarge(size as u64),
        Ok(_) => String::from_utf8(bytes).map_or_else(
            |_| OnDisk::NotText("it is no UTF-8 text".to_owned()),
            OnDisk::Text,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::tui::panes::request::OnDisk;

    #[test]
    fn a_file_is_what_it_is() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name).to_string_lossy().into_owned();
        assert_eq!(read(&at("none")), OnDisk::Missing);
        assert!(matches!(read(&at(".")), OnDisk::NotText(_)));
        std::fs::write(at("a"), "text").unwrap();
        assert_eq!(read(&at("a")), OnDisk::Text("text".to_owned()));
        assert_eq!(read(&at("a/b")), OnDisk::Missing);
        std::fs::write(at("b"), [0xff, 0xfe]).unwrap();
        assert!(matches!(read(&at("b")), OnDisk::NotText(_)));
        std::fs::write(at("c"), vec![b'x'; 1024 * 1024 + 1]).unwrap();
        assert_eq!(read(&at("c")), OnDisk::TooLarge(1024 * 1024 + 1));
    }
}

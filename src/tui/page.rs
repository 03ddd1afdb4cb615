//! What is to be written to a terminal, gathered: a frame goes out as a whole. PURE. Owns: the bytes until they are taken.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// Gathers what is drawn. All copies are the same page.
#[derive(Debug, Clone, Default)]
pub(super) struct Page(Rc<RefCell<Vec<u8>>>);

impl Page {
    /// Takes what was gathered.
    pub(super) fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

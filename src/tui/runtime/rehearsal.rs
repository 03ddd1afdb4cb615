//! EDGE, in debug builds alone. Accidents on purpose, so that tests can see what they leave behind.

/// The accident that `CCA_REHEARSE` asks for: `panic` on the screen's thread, `task` in a task beside it.
#[derive(Debug)]
pub(super) struct Rehearsal(Option<String>);

impl Rehearsal {
    pub(super) fn wanted() -> Self {
        Self(std::env::var("CCA_REHEARSE").ok())
    }

    /// Has it, once.
    #[allow(clippy::panic, reason = "this is what it is for")]
    pub(super) fn after_a_frame(&mut self) {
        match self.0.take().as_deref() {
            Some("panic") => panic!("rehearsed on the screen's thread"),
            Some("task") => {
                drop(tokio::spawn(async { panic!("rehearsed in a task") }));
            }
            _ => {}
        }
    }
}

//! PURE. What is known of the recordings while they are listed. Owns: which were there when they were last looked at.
//! Does not own: the list (`overlays`), looking (`work`).

use std::time::Duration;

/// Recordings as they were last seen.
#[derive(Debug, Clone, Default)]
pub struct Lookout {
    /// The name of each and, if it was live, its size.
    pub seen: Vec<(String, Option<u64>)>,
    /// When they were looked at.
    pub at: Duration,
    /// They are being looked at.
    pub looks: bool,
}

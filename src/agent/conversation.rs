//! Which conversation an agent works on. Owns: choosing it. Does not own: the CLI's flags for it (`LaunchOptions`).

use super::Options;
use crate::transport::launch::SessionChoice;

impl Options {
    /// Go on with an earlier session.
    #[must_use]
    pub fn resume(mut self, session_id: impl Into<String>) -> Self {
        self.launch.session = SessionChoice::Resume(session_id.into());
        self
    }

    /// A conversation of its own, whatever was chosen before: nothing is resumed, continued or forked.
    #[must_use]
    pub fn afresh(mut self) -> Self {
        self.launch.session = SessionChoice::New;
        self.launch.fork = None;
        self.launch.resume_at = None;
        self.launch.resume_drops_turn = None;
        self
    }

    /// The conversation that is resumed as it is, by its id, if there is one.
    pub fn resumed(&self) -> Option<&str> {
        match (&self.launch.session, self.launch.fork) {
            (SessionChoice::Resume(id), None) => Some(id),
            _ => None,
        }
    }

    /// Which conversation it works on.
    #[must_use]
    pub fn session(mut self, choice: SessionChoice) -> Self {
        self.launch.session = choice;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, SessionChoice};
    use crate::transport::launch::Fork;

    #[test]
    fn afresh_is_without_anything_of_before() {
        let mut options = Options::default().resume("s1");
        assert_eq!(options.resumed(), Some("s1"));
        options.launch.fork = Some(Fork::FreshId);
        options.launch.resume_at = Some("m1".to_owned());
        options.launch.resume_drops_turn = Some("m2".to_owned());
        assert_eq!(options.resumed(), None);
        let fresh = options.afresh().launch;
        assert_eq!(fresh.session, SessionChoice::New);
        assert_eq!(fresh.fork, None);
        assert_eq!((fresh.resume_at, fresh.resume_drops_turn), (None, None));
    }
}

//! What a session talks to instead of a process it starts. Owns: the function that makes the link, and how its failure is
//! told. Does not own: what is on the other side.

use crate::error::Error;
use crate::transport::Link;
use crate::transport::launch::LaunchPlan;
use std::fmt;
use std::sync::Arc;

/// Makes a link from the plan of what would have been started.
type Connecting = dyn Fn(&LaunchPlan) -> Result<Link, String> + Send + Sync;

/// A function that makes links.
#[derive(Clone)]
pub(super) struct Connect(Arc<Connecting>);

impl fmt::Debug for Connect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connect")
    }
}

impl Connect {
    pub(super) fn new<F, E>(connect: F) -> Self
    where
        F: Fn(&LaunchPlan) -> Result<Link, E> + Send + Sync + 'static,
        E: fmt::Display,
    {
        Self(Arc::new(move |plan| {
            connect(plan).map_err(|error| error.to_string())
        }))
    }

    pub(super) fn link(&self, plan: &LaunchPlan) -> Result<Link, Error> {
        (self.0)(plan).map_err(|what| Error::Connection {
            what,
            stderr: Vec::new(),
        })
    }
}

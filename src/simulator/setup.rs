//! EDGE. Everything a run starts from: the scenario, the command line, the environment, the time. Owns: collecting it.
//! Does not own: what any of it means (`flags`, `facts`), keeping sessions (`store`).

use super::SimulatorError;
use super::actor::History;
use super::facts::{CLI_VERSION, Facts, Place};
use super::flags::{Flags, Stop};
use super::frames::Ids;
use super::library;
use super::reservation::{Reservation, Reserved};
use super::scenario::Compiled;
use super::store::Store;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// What a simulated CLI is started with.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The scenario.
    pub script: Arc<Compiled>,
    /// The command line.
    pub flags: Flags,
    /// The environment.
    pub env: BTreeMap<String, String>,
    /// Where it runs.
    pub place: Place,
    /// What ids are made from: the same seed gives the same ids.
    pub seed: u64,
    /// When it was started.
    pub started: DateTime<Utc>,
    /// Earlier sessions that matter to this one.
    pub history: History,
}

/// What a command line leads to.
#[derive(Debug)]
pub enum Started {
    /// A session, and its id for as long as it runs.
    Run(Box<Setup>, Store, Option<Reservation>),
    /// A text and an exit code: `--version`, or something wrong.
    Stop(Stop),
}

/// A command line that is to be started.
#[derive(Debug)]
pub struct Launch {
    /// The arguments, without the program.
    pub(super) argv: Vec<OsString>,
    pub(super) env: BTreeMap<OsString, OsString>,
    pub(super) cwd: Option<PathBuf>,
    pub(super) pid: u32,
}

/// Reads a scenario by name or path.
pub fn script(name_or_path: &str) -> Result<Arc<Compiled>, SimulatorError> {
    let document = library::find(name_or_path)?;
    Ok(Arc::new(Compiled::read(&document)?))
}

impl Launch {
    /// Takes the command line apart, and looks for the sessions it names.
    pub fn start(
        self,
        script: Arc<Compiled>,
        store: impl FnOnce(&BTreeMap<String, String>) -> Store,
    ) -> Result<Started, SimulatorError> {
        let words = self.argv.into_iter().map(OsString::into_string);
        let argv: Vec<String> = words
            .collect::<Result<_, _>>()
            .map_err(SimulatorError::Argument)?;
        // A variable that is no text cannot mean anything to the CLI.
        let env: BTreeMap<String, String> = self
            .env
            .into_iter()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let cwd = match self.cwd {
            Some(cwd) => cwd,
            None => std::env::current_dir().map_err(SimulatorError::Directory)?,
        };
        let claimed = script.scenario().session.cli_version.clone();
        let version = claimed.as_deref().unwrap_or(CLI_VERSION);
        let read = |path: &str| std::fs::read_to_string(cwd.join(path)).ok();
        let flags = match Flags::parse(&argv, &read, version) {
            Ok(flags) => flags,
            Err(stop) => return Ok(Started::Stop(stop)),
        };
        let store = store(&env);
        let place = Place {
            cwd: cwd.to_string_lossy().into_owned(),
            home: env.get("HOME").cloned().unwrap_or_default(),
            pid: self.pid,
        };
        let mut history = store.history(&flags.session, &place.cwd);
        let reservation = match flags.session.session_id.as_deref() {
            Some(id) if !flags.session.no_persistence => store.reserve(id),
            _ => Reserved::Unneeded,
        };
        let reservation = match reservation {
            Reserved::Ours(reservation) => Some(reservation),
            Reserved::Taken => {
                history.id_taken = true;
                None
            }
            Reserved::Unneeded => None,
        };
        let seed = env.get("CCA_SIM_SEED").and_then(|seed| seed.parse().ok());
        let setup = Setup {
            script,
            flags,
            place,
            seed: seed.unwrap_or_else(|| uuid::Uuid::new_v4().as_u64_pair().0),
            started: Utc::now(),
            history,
            env,
        };
        Ok(Started::Run(Box::new(setup), store, reservation))
    }
}

impl Setup {
    /// What the CLI knows of itself.
    pub(super) fn facts(&self, ids: &mut Ids) -> Facts {
        let scenario = &self.script.scenario().session;
        let new = ids.uuid();
        let mut facts = Facts::new(&self.flags, scenario, &self.env, self.place.clone(), new);
        if let Some(past) = &self.history.resumed {
            facts.title.clone_from(&past.title);
            if !self.flags.session.fork && self.flags.session.session_id.is_none() {
                facts.session_id.clone_from(&past.session_id);
            }
        }
        facts
    }
}

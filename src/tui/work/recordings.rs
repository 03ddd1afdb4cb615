//! EDGE. The recordings of this machine's user, as rows to choose from. Owns: what is said of each.
//! Does not own: finding them out (`library`), opening one (`player`).

use crate::library::{self, Ending, Listed, Summary};
use crate::tui::msg::Recordings;
use crate::tui::overlays::picker::{LIVE, Row};
use chrono::Local;

/// The recordings, live ones first, then the newest.
pub(super) fn recordings() -> Result<Recordings, String> {
    let nowhere = "there is no state directory: set HOME or XDG_STATE_HOME";
    let folder = library::folder().ok_or(nowhere)?;
    let (mut listed, _) = library::list(&folder).map_err(|error| error.to_string())?;
    listed.sort_by_key(|recording| !recording.live);
    let folder = folder.to_string_lossy();
    Ok(Recordings {
        title: library::title(&listed, &folder),
        nothing_yet: library::nothing_yet(&folder),
        seen: library::seen(&listed),
        rows: listed.iter().map(row).collect(),
    })
}

/// The same, if they are not those that were seen. What is in them is only read then.
pub(super) fn changed(seen: &[(String, Option<u64>)]) -> Option<Recordings> {
    let there = library::look(&library::folder()?);
    (there != seen).then(|| recordings().ok()).flatten()
}

fn row(recording: &Listed) -> Row {
    let path = recording.path.to_string_lossy();
    let value = if recording.live {
        format!("{LIVE}{path}")
    } else {
        path.into_owned()
    };
    let summary = match &recording.content {
        Ok(summary) => summary,
        Err(problem) => {
            return Row {
                value,
                label: recording.name.clone(),
                why_not: Some(problem.clone()),
                ..Row::default()
            };
        }
    };
    let title = summary.title.as_deref().or(summary.session_id.as_deref());
    let started = summary.started.map(|time| {
        let time = time.with_timezone(&Local);
        time.format("%Y-%m-%d %H:%M").to_string()
    });
    Row {
        value,
        label: title.unwrap_or(&recording.name).to_owned(),
        detail: detail(summary),
        aside: if recording.live {
            "live".to_owned()
        } else {
            started.unwrap_or_default()
        },
        why_not: None,
    }
}

fn detail(summary: &Summary) -> String {
    let turns = match summary.turns {
        1 => "1 turn".to_owned(),
        turns => format!("{turns} turns"),
    };
    let cost = summary.cost_usd.filter(|cost| *cost > 0.0);
    let cost = cost.map_or_else(String::new, |cost| format!(", ${cost:.2}"));
    let end = match summary.ending {
        Ending::Exited { code } if code != 0 => format!(", exit code {code}"),
        Ending::Killed { signal } => format!(", signal {signal}"),
        _ => String::new(),
    };
    let place = summary.directory.as_deref().unwrap_or_default();
    format!("{turns}{cost}, {}{end}  {place}", summary.state)
}

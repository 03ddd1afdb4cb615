//! Date and time in a zone of the IANA database. Owns: finding the zone, suggesting others, the format.
//! The clock is read when the tool is called; [`tool_with`] takes another one.

use chrono::{DateTime, Utc};
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, Zoned};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::super::{Content, Tool, ToolError, ToolResult};

/// The longest name that is looked at.
const LONGEST_ZONE: usize = 64;
const LONGEST_FORMAT: usize = 200;
const SUGGESTIONS: usize = 3;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Now {
    /// A zone of the IANA database, such as `Europe/Berlin` or `America/New_York`. UTC if absent.
    #[serde(default)]
    zone: Option<String>,
    /// A strftime format, such as `%Y-%m-%d %H:%M`. ISO 8601 if absent.
    #[serde(default)]
    format: Option<String>,
}

/// `now`, by the clock of this machine.
pub fn tool() -> Tool {
    tool_with(Utc::now)
}

/// `now`, by any clock.
pub fn tool_with(clock: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Tool {
    let description =
        "The current date and time in a zone of the IANA database, daylight saving time included.";
    Tool::typed("now", description, move |given: Now, _| {
        let moment = clock();
        async move { answer(&given, moment) }
    })
    .read_only()
}

fn answer(given: &Now, moment: DateTime<Utc>) -> Result<ToolResult, ToolError> {
    let zone = zone(given.zone.as_deref().unwrap_or("UTC"))?;
    let name = zone.iana_name().unwrap_or("UTC").to_owned();
    let moment = Timestamp::new(moment.timestamp(), 0).map_err(|error| {
        ToolError::new(format!(
            "the clock of this machine is out of range: {error}"
        ))
    })?;
    let offset = zone.to_offset_info(moment);
    let (abbreviation, summer) = (offset.abbreviation().to_owned(), offset.dst().is_dst());
    let local = moment.to_zoned(zone);
    let offset = local.strftime("%:z").to_string();
    let iso = if local.offset().is_zero() && name == "UTC" {
        local.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
    } else {
        local.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
    };
    let text = match &given.format {
        Some(format) => formatted(&local, format)?,
        None => iso.clone(),
    };
    let weekday = local.strftime("%A").to_string();
    let data = json!({
        "time": text,
        "iso": iso,
        "zone": name,
        "abbreviation": abbreviation,
        "utc_offset": offset,
        "daylight_saving": summer,
        "weekday": weekday,
        "unix": moment.as_second(),
    });
    let readable = format!("{text} ({name}, {weekday})");
    Ok(ToolResult {
        structured: Some(data),
        ..Content::text(readable).into()
    })
}

fn formatted(local: &Zoned, format: &str) -> Result<String, ToolError> {
    let fits = !format.is_empty() && format.len() <= LONGEST_FORMAT;
    let written = fits.then(|| BrokenDownTime::from(local).to_string(format).ok());
    written.flatten().ok_or_else(|| {
        ToolError::new(format!(
            "the format {:?} is not one; use strftime fields such as %Y-%m-%d %H:%M:%S",
            super::shortened(format, LONGEST_FORMAT)
        ))
    })
}

/// The database that comes with the program: every machine knows the same zones.
fn database() -> TimeZoneDatabase {
    TimeZoneDatabase::bundled()
}

fn zone(name: &str) -> Result<TimeZone, ToolError> {
    let wanted = plain(name);
    // Names are found whatever their case.
    let known = (wanted.len() <= LONGEST_ZONE).then(|| database().get(&wanted).ok());
    known.flatten().ok_or_else(|| {
        let near = near(&wanted);
        let hint = if near.is_empty() {
            "use a name such as Europe/Berlin, America/New_York or UTC".to_owned()
        } else {
            format!("did you mean {}?", near.join(" or "))
        };
        let shown = super::shortened(name, LONGEST_ZONE);
        ToolError::new(format!(
            "there is no zone {shown:?} in the IANA database; {hint}"
        ))
    })
}

/// How a name is compared: without regard to case, blanks as underscores.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace(' ', "_")
}

/// The names most like this one, by the whole or by the city alone.
fn near(wanted: &str) -> Vec<String> {
    if wanted.is_empty() || wanted.len() > LONGEST_ZONE {
        return Vec::new();
    }
    let city = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let database = database();
    let known = database.available();
    let mut scored: Vec<(usize, String)> = known
        .map(|zone| {
            let name = plain(zone.as_str());
            let whole = distance(wanted, &name);
            // A city in the wrong continent is nearer than a misspelt name.
            let score = whole.min(distance(&city(wanted), &city(&name)));
            (score, zone.as_str().to_owned())
        })
        .collect();
    scored.sort_by_key(|(score, name)| (*score, distance(wanted, &plain(name))));
    let most = (city(wanted).chars().count() / 3).max(1);
    scored.retain(|(score, _)| *score <= most);
    scored
        .into_iter()
        .map(|(_, name)| name)
        .take(SUGGESTIONS)
        .collect()
}

/// How many characters must be put in, taken out or changed.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        let mut next = vec![left];
        for (b, above) in to.iter().zip(row.iter().skip(1)) {
            left = (diagonal + usize::from(a != *b))
                .min(left + 1)
                .min(above + 1);
            diagonal = *above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

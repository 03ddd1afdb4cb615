//! Date and time in a zone of the IANA database. Owns: finding the zone, suggesting others, the format.
//! The clock is read when the tool is called; [`tool_with`] takes another one.

use std::fmt::Write as _;
use std::str::FromStr;

use chrono::format::{Item, StrftimeItems};
use chrono::{DateTime, Offset, SecondsFormat, Utc};
use chrono_tz::{OffsetComponents, OffsetName, TZ_VARIANTS, Tz};
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
    let local = moment.with_timezone(&zone);
    let iso = local.to_rfc3339_opts(SecondsFormat::Secs, true);
    let text = match &given.format {
        Some(format) => formatted(&local, format)?,
        None => iso.clone(),
    };
    let data = json!({
        "time": text,
        "iso": iso,
        "zone": zone.name(),
        "abbreviation": local.offset().abbreviation(),
        "utc_offset": local.offset().fix().to_string(),
        "daylight_saving": !local.offset().dst_offset().is_zero(),
        "weekday": local.format("%A").to_string(),
        "unix": moment.timestamp(),
    });
    let readable = format!("{text} ({}, {})", zone.name(), local.format("%A"));
    Ok(ToolResult {
        structured: Some(data),
        ..Content::text(readable).into()
    })
}

fn formatted(local: &DateTime<Tz>, format: &str) -> Result<String, ToolError> {
    let bad = || {
        ToolError::new(format!(
            "the format {:?} is not one; use strftime fields such as %Y-%m-%d %H:%M:%S",
            super::shortened(format, LONGEST_FORMAT)
        ))
    };
    // A field that does not exist would otherwise only be noticed while it is written.
    if format.is_empty()
        || format.len() > LONGEST_FORMAT
        || StrftimeItems::new(format).any(|item| item == Item::Error)
    {
        return Err(bad());
    }
    let mut text = String::new();
    write!(text, "{}", local.format(format)).or(Err(bad()))?;
    Ok(text)
}

fn zone(name: &str) -> Result<Tz, ToolError> {
    let wanted = plain(name);
    let known = Tz::from_str(name).ok().or_else(|| {
        let same = |zone: &&Tz| plain(zone.name()) == wanted;
        TZ_VARIANTS.iter().find(same).copied()
    });
    known.ok_or_else(|| {
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
fn near(wanted: &str) -> Vec<&'static str> {
    if wanted.is_empty() || wanted.len() > LONGEST_ZONE {
        return Vec::new();
    }
    let city = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let mut scored: Vec<(usize, &'static str)> = TZ_VARIANTS
        .iter()
        .map(|zone| {
            let name = plain(zone.name());
            let whole = distance(wanted, &name);
            // A city in the wrong continent is nearer than a misspelt name.
            (
                whole.min(distance(&city(wanted), &city(&name))),
                zone.name(),
            )
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

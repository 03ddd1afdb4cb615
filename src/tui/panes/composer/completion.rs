//! PURE. What could follow what is being typed: slash commands and file paths. Owns: when something is offered, which
//! offers fit, which one is selected. Does not own: listing files (`work`), drawing (`popup`), the text (`Composer`).

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use serde_json::Value;
use std::cmp::Reverse;

/// Offers that are kept.
const MOST: usize = 100;

/// What is being completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A slash command.
    Command,
    /// A path below the working directory.
    Path,
}

/// Where in the text something is being completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// What.
    pub kind: Kind,
    /// The line, and the characters before the mark there.
    pub at: (usize, usize),
    /// What is typed behind the mark, and how many characters that is with it.
    pub query: String,
    /// Mark and query, in characters.
    pub length: usize,
}

impl Trigger {
    /// Looks at the line of the cursor up to the cursor.
    pub fn of(line: usize, before: &str) -> Option<Self> {
        command(line, before).or_else(|| path(line, before))
    }
}

fn command(line: usize, before: &str) -> Option<Trigger> {
    let query = before.strip_prefix('/').filter(|_| line == 0)?;
    let one_word = !query.contains(|letter: char| letter.is_whitespace() || letter == '/');
    one_word.then(|| Trigger {
        kind: Kind::Command,
        at: (0, 0),
        query: query.to_owned(),
        length: before.chars().count(),
    })
}

fn path(line: usize, before: &str) -> Option<Trigger> {
    let (head, query) = before.rsplit_once('@')?;
    let begins_word = head
        .chars()
        .next_back()
        .is_none_or(|letter| !letter.is_alphanumeric());
    let quoted = query.strip_prefix('"');
    let open = match quoted {
        Some(rest) => !rest.contains('"'),
        None => !query.contains(char::is_whitespace),
    };
    (begins_word && open).then(|| Trigger {
        kind: Kind::Path,
        at: (line, head.chars().count()),
        query: quoted.unwrap_or(query).to_owned(),
        length: query.chars().count() + 1,
    })
}

/// Something that could be put there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offer {
    /// Its name; from outside.
    pub name: String,
    /// What it takes; from outside.
    pub hint: String,
    /// What it is; from outside.
    pub about: String,
    /// What is put into the text.
    pub insert: String,
    /// Other names that lead to it.
    pub aliases: Vec<String>,
}

/// A path below the working directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// From there, with `/` between its parts.
    pub path: String,
    /// Whether it is a folder.
    pub folder: bool,
}

/// What is offered.
#[derive(Debug, Clone)]
pub struct Completion {
    /// Where.
    pub trigger: Trigger,
    /// Best first.
    pub offers: Vec<Offer>,
    /// How many fit, shown or not.
    pub found: usize,
    /// The files are still being read.
    pub reading: bool,
    selected: usize,
    /// The person chose: then the choice counts more than what is typed.
    chosen: bool,
}

impl Completion {
    /// What fits, best first.
    pub fn new(trigger: Trigger, (offers, found): (Vec<Offer>, usize), reading: bool) -> Self {
        Self {
            trigger,
            offers,
            found,
            reading,
            selected: 0,
            chosen: false,
        }
    }

    /// The selected offer.
    pub fn selected(&self) -> Option<&Offer> {
        self.offers.get(self.selected)
    }

    /// Its number.
    pub fn row(&self) -> usize {
        self.selected
    }

    /// Moves the selection; it goes round at the ends.
    pub fn move_by(&mut self, by: isize) {
        let count = self.offers.len();
        if count > 0 {
            self.chosen = true;
            self.selected = (self.selected + count).saturating_add_signed(by) % count;
        }
    }

    /// Keeps the person's choice when what fits is found anew.
    pub fn keep(&mut self, before: &Self) {
        if before.trigger == self.trigger
            && before.chosen
            && let Some(name) = before.selected().map(|offer| &offer.name)
            && let Some(row) = self.offers.iter().position(|offer| offer.name == *name)
        {
            self.selected = row;
            self.chosen = true;
        }
    }

    /// Whether there is nothing left to complete: a name is typed in full, and nothing else was chosen.
    pub fn is_complete(&self) -> bool {
        let query = &self.trigger.query;
        let names = |offer: &Offer| offer.name == *query || offer.aliases.contains(query);
        if self.chosen {
            self.selected().is_some_and(names)
        } else {
            self.offers.iter().any(names)
        }
    }

    /// Whether it has something to say: offers beyond what is typed already, or that they are on their way.
    pub fn is_worth_showing(&self) -> bool {
        match self.offers.len() {
            0 => self.reading,
            1 => !self.is_complete(),
            _ => true,
        }
    }
}

/// The commands a CLI offers; those that could not be typed are left out.
pub fn commands(rows: &[Value]) -> Vec<Offer> {
    let text = |row: &Value, key: &str| {
        let text = row.get(key).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    let offer = |row: &Value| {
        let name = row
            .as_str()
            .map_or_else(|| text(row, "name"), str::to_owned);
        let name = name.trim_start_matches('/').to_owned();
        let aliases = row.get("aliases").and_then(Value::as_array);
        let aliases = aliases.into_iter().flatten().filter_map(Value::as_str);
        Offer {
            hint: text(row, "argumentHint"),
            about: text(row, "description"),
            insert: format!("/{name} "),
            aliases: aliases
                .map(|alias| alias.trim_start_matches('/').to_owned())
                .collect(),
            name,
        }
    };
    let typeable = |offer: &Offer| {
        let odd = |letter: char| letter.is_whitespace() || crate::sanitise::is_obeyed(letter);
        !offer.name.is_empty() && !offer.name.contains(odd)
    };
    rows.iter().map(offer).filter(typeable).collect()
}

/// The commands that fit, best first, and how many.
pub fn fitting_commands(rows: &[Value], query: &str) -> (Vec<Offer>, usize) {
    let offers = commands(rows);
    let names = |offer: &Offer| -> Vec<String> {
        std::iter::once(offer.name.clone())
            .chain(offer.aliases.iter().cloned())
            .collect()
    };
    let mut config = Config::DEFAULT;
    config.prefer_prefix = true;
    let all = offers.iter().map(|offer| (offer, names(offer)));
    ranked(all.collect(), query, config, Clone::clone)
}

/// The paths that fit, best first, and how many.
pub fn fitting_paths(listed: &[Listed], query: &str) -> (Vec<Offer>, usize) {
    let all = listed.iter().map(|listed| (listed, [listed.path.as_str()]));
    ranked(
        all.collect(),
        query,
        Config::DEFAULT.match_paths(),
        path_offer,
    )
}

fn path_offer(listed: &Listed) -> Offer {
    let path = &listed.path;
    let quote = if path.contains(char::is_whitespace) {
        "\""
    } else {
        ""
    };
    // A folder is left open, so that what is in it can follow.
    let insert = if listed.folder {
        format!("@{quote}{path}/")
    } else {
        format!("@{quote}{path}{quote} ")
    };
    Offer {
        name: if listed.folder {
            format!("{path}/")
        } else {
            path.clone()
        },
        about: if listed.folder { "folder" } else { "file" }.to_owned(),
        insert,
        ..Offer::default()
    }
}

/// Whether a name begins with what is typed, in any case.
fn begins(name: &str, typed: &str) -> bool {
    let start = name.get(..typed.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(typed))
}

/// The best of them by the best of their names; with nothing typed, the first.
fn ranked<T, N: AsRef<str>>(
    all: Vec<(&T, impl IntoIterator<Item = N>)>,
    query: &str,
    config: Config,
    offer: impl Fn(&T) -> Offer,
) -> (Vec<Offer>, usize) {
    if query.is_empty() {
        let found = all.len();
        let first = all.into_iter().take(MOST).map(|(one, _)| offer(one));
        return (first.collect(), found);
    }
    let by_names = config.prefer_prefix;
    let mut matcher = Matcher::new(config);
    let pattern = Pattern::new(
        query,
        CaseMatching::Smart,
        Normalization::Smart,
        AtomKind::Fuzzy,
    );
    let mut letters = Vec::new();
    let mut scored = Vec::new();
    for (number, (one, names)) in all.into_iter().enumerate() {
        let best = names
            .into_iter()
            .enumerate()
            .filter_map(|(place, name)| {
                let name = name.as_ref();
                let score = pattern.score(Utf32Str::new(name, &mut letters), &mut matcher)?;
                // A name that begins like this is meant before any other name of something else.
                let begins = by_names && place == 0 && begins(name, query);
                Some((begins, score, Reverse(name.len())))
            })
            .max();
        scored.extend(best.map(|best| (Reverse(best), number, one)));
    }
    let found = scored.len();
    scored.sort_unstable_by_key(|(best, number, _)| (*best, *number));
    let best = scored.into_iter().take(MOST).map(|(.., one)| offer(one));
    (best.collect(), found)
}

/// What a command that is typed takes, while nothing is typed behind it.
pub fn ghost(rows: &[Value], text: &str) -> Option<String> {
    let typed = text.strip_prefix('/')?;
    let (name, spaced) = match typed.strip_suffix(' ') {
        Some(name) => (name, true),
        None => (typed, false),
    };
    if name.is_empty() || name.contains(char::is_whitespace) {
        return None;
    }
    let offers = commands(rows);
    let mut known = offers.into_iter();
    let offer =
        known.find(|offer| offer.name == name || offer.aliases.iter().any(|a| a == name))?;
    let gap = if spaced { "" } else { " " };
    (!offer.hint.is_empty()).then(|| format!("{gap}{}", offer.hint))
}

#[cfg(test)]
#[path = "completion_tests.rs"]
mod completion_tests;

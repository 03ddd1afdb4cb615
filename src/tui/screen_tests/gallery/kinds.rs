//! What there is to be seen, by name. Owns: that nothing new can be added to the screen without a name here, and nothing
//! can have a name here without a scene.

use crate::tui::model::{Focus, Model, Pane};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::confirm::Then;
use crate::tui::overlays::entry::EntryFor;
use crate::tui::overlays::inspector::Shape;
use crate::tui::overlays::picker::Choice;
use crate::tui::overlays::reader::Source;
use crate::tui::panes::composer::completion::Kind;
use crate::tui::panes::request::{Matter, Stage};
use std::collections::BTreeSet;

/// A name for each kind, and the list of all names, of one table: a kind without a name does not compile.
macro_rules! kinds {
    ($($all:ident, $name:ident: $type:ty { $($pattern:pat => $word:literal,)* })*) => {$(
        const $all: &[&str] = &[$($word),*];
        fn $name(it: &$type) -> &'static str {
            match it { $($pattern => $word,)* }
        }
    )*};
}

kinds! {
    PANES, pane: Pane {
        Pane::Conversation => "pane conversation",
        Pane::State => "pane state",
        Pane::Pending => "pane pending",
        Pane::Hooks => "pane hooks",
        Pane::Tools => "pane tools",
        Pane::Tasks => "pane tasks",
        Pane::Decisions => "pane decisions",
        Pane::Traffic => "pane traffic",
    }
    FOCUSES, focus: Focus {
        Focus::Composer => "focus composer",
        Focus::Request => "focus request",
        Focus::Pane(_) => "focus pane",
    }
    OVERLAYS, overlay: Overlay {
        Overlay::Help(_) => "help",
        Overlay::Picker(_) => "a list",
        Overlay::Entry(_) => "a field",
        Overlay::Confirm(_) => "a question",
        Overlay::Reader(_) => "a text",
        Overlay::Inspector(_) => "a line taken apart",
        Overlay::Comparison(_) => "two lines compared",
    }
    CHOICES, choice: Choice {
        Choice::Action => "list of actions",
        Choice::Theme { .. } => "list of themes",
        Choice::Model => "list of models",
        Choice::Mode => "list of modes",
        Choice::Thinking => "list of thinking budgets",
        Choice::Code => "list of code",
        Choice::Recording => "list of recordings",
        Choice::Prompt => "list of prompts",
        Choice::Filter { .. } => "list of filters",
        Choice::Line => "list of lines",
        Choice::Offer(_) => "list of rules",
        Choice::Place { .. } => "list of places for a rule",
    }
    FIELDS, field: EntryFor {
        EntryFor::Rename => "field for a name",
        EntryFor::Search => "field to search the conversation",
        EntryFor::Compact => "field for what to keep",
        EntryFor::Filter { .. } => "field for a filter",
        EntryFor::FilterName(_) => "field for the name of a filter",
        EntryFor::Find { .. } => "field to search the lines",
        EntryFor::FindInside => "field to search inside of a line",
        EntryFor::Time => "field for a time",
        EntryFor::Rule(_) => "field for a rule",
    }
    QUESTIONS, question: Then {
        Then::Cancel => "question before the end",
        Then::ModeForSure(_) => "question before a mode",
        Then::Mode(_) => "second question before a mode",
        Then::Quit => "question before quitting",
    }
    TEXTS, text: Option<Source> {
        None => "text that stays",
        Some(Source::Task(_)) => "text of a task",
        Some(Source::ContextUse) => "text of the context",
        Some(Source::Held) => "text of what is held",
        Some(Source::Recordings) => "text of no recordings",
    }
    SHAPES, shape: Shape {
        Shape::Tree => "line as a tree",
        Shape::Pretty => "line indented",
        Shape::Text => "line as it stands",
        Shape::Bytes => "line as bytes",
    }
    MATTERS, matter: Matter {
        Matter::Tool(_) => "card for a tool",
        Matter::Questions(..) => "card for questions",
        Matter::Plan(..) => "card for a plan",
        Matter::Server(..) => "card for a server",
        Matter::Dialog(..) => "card for a dialog",
        Matter::Hand(..) => "card for a tool by hand",
    }
    STAGES, stage: Stage {
        Stage::Look => "card to look at",
        Stage::Message => "card with a message",
        Stage::Edit(_) => "card that is edited",
        Stage::Review(_) => "card that was edited",
    }
    OFFERS, offer: Kind {
        Kind::Command => "commands offered",
        Kind::Path => "paths offered",
    }
}

/// Names of what is no kind of anything.
const OTHERS: &[&str] = &[
    "no session",
    "several sessions",
    "card withdrawn",
    "card of a recording",
    "card of a server that wants one to go somewhere",
    "session over",
    "session being ended",
    "session paused",
    "recording that stands",
    "recording that plays",
    "recording that grows",
    "recording that is read",
    "lines searched",
    "line searched",
    "notice",
    "bad news",
];

/// Everything that has to be seen somewhere.
pub(super) fn all() -> BTreeSet<&'static str> {
    let kinds = [
        PANES, FOCUSES, OVERLAYS, CHOICES, FIELDS, QUESTIONS, TEXTS, SHAPES, MATTERS, STAGES,
        OFFERS, OTHERS,
    ];
    kinds.into_iter().flatten().copied().collect()
}

/// What is seen on a screen.
pub(super) fn seen(model: &Model) -> BTreeSet<&'static str> {
    let mut seen = BTreeSet::from([focus(&model.focus)]);
    if let Some(zoomed) = &model.arrangement.zoomed {
        seen.insert(pane(zoomed));
    } else if let Focus::Pane(shown) = &model.focus {
        seen.insert(pane(shown));
    }
    for lying in &model.overlays {
        seen.insert(overlay(lying));
        let kind = match lying {
            Overlay::Picker(picker) => Some(choice(&picker.choice)),
            Overlay::Entry(entry) => Some(field(&entry.purpose)),
            Overlay::Confirm(confirm) => Some(question(&confirm.then)),
            Overlay::Reader(reader) => Some(text(&reader.source)),
            Overlay::Inspector(inspector) => {
                seen.extend(inspector.is_searched().then_some("line searched"));
                Some(shape(&inspector.shape))
            }
            Overlay::Help(_) | Overlay::Comparison(_) => None,
        };
        seen.extend(kind);
    }
    if let Some(notice) = &model.notice {
        seen.insert(if notice.bad { "bad news" } else { "notice" });
    }
    seen.extend((model.seats.len() > 1).then_some("several sessions"));
    of_session(model, &mut seen);
    seen
}

fn of_session(model: &Model, seen: &mut BTreeSet<&'static str>) {
    let Some(seat) = model.seat() else {
        seen.insert("no session");
        return;
    };
    if let Some(request) = seat.requests.current() {
        seen.insert(matter(&request.matter));
        seen.insert(stage(&request.stage));
        seen.extend(request.gone.is_some().then_some("card withdrawn"));
        seen.extend(seat.requests.is_recorded().then_some("card of a recording"));
        if let Matter::Server(asked, _) = &request.matter
            && asked.mode == crate::wire::elicitation::ElicitationMode::Url
        {
            seen.insert("card of a server that wants one to go somewhere");
        }
    }
    let completion = seat.composer.completion.as_ref();
    seen.extend(completion.map(|offered| offer(&offered.trigger.kind)));
    let state = seat.live.state();
    seen.extend(state.life.exit.is_some().then_some("session over"));
    seen.extend(seat.live.closing().then_some("session being ended"));
    seen.extend(state.life.paused.then_some("session paused"));
    seen.extend(seat.traffic.search.is_some().then_some("lines searched"));
    seen.extend(seat.replay.as_ref().map(|replay| match replay {
        replay if replay.read.is_some() => "recording that is read",
        replay if replay.playing.is_some() => "recording that plays",
        replay if replay.follow => "recording that grows",
        _ => "recording that stands",
    }));
}

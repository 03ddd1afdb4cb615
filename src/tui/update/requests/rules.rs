//! PURE. Allowing something from now on: choose what, edit the rule, choose where it is kept. Owns: the three steps. Each
//! carries the request's id, so that nothing is allowed for another one.

use super::answers::{decide, ready};
use crate::tui::effect::Effect;
use crate::tui::model::Model;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::overlays::picker::{Choice, Of, Picker, Row};
use crate::tui::panes::request::rules::{Offer, PLACES, kept, update_of, words};
use crate::wire::permission::{Destination, PermissionAnswer, PermissionUpdate};

/// Offers what can be allowed, one by one.
pub(super) fn offer(model: &mut Model) {
    let Some(of) = ready(model) else { return };
    let offers = offers(model, &of);
    let rows = offers.iter().enumerate().map(|(index, offer)| Row {
        value: index.to_string(),
        label: offer.words.clone(),
        detail: offer.by.to_owned(),
        aside: String::new(),
        why_not: offer.why_not.map(str::to_owned),
    });
    let rows: Vec<Row> = rows.collect();
    let picker = Picker::new("From now on", Choice::Offer(of), rows, "0");
    model.overlays.push(Overlay::Picker(picker));
}

fn offers(model: &mut Model, of: &Of) -> Vec<Offer> {
    let request = model
        .seat_of(of.key)
        .and_then(|seat| seat.requests.get(&of.id));
    request.map_or_else(Vec::new, |request| request.offers.clone())
}

/// What is allowed was chosen.
pub(in crate::tui::update) fn chosen(model: &mut Model, of: &Of, value: &str) -> Vec<Effect> {
    let index: usize = value.parse().unwrap_or(usize::MAX);
    let Some(offer) = offers(model, of).into_iter().nth(index) else {
        model.warn("that request is gone: it was withdrawn or answered");
        return Vec::new();
    };
    match (offer.rule, offer.update) {
        (Some(rule), _) => {
            let about = "Edit it if you like: Tool, or Tool(pattern).";
            let entry = Entry::new("Allow this rule", about, EntryFor::Rule(of.clone()), &rule);
            model.overlays.push(Overlay::Entry(Box::new(entry)));
            Vec::new()
        }
        (
            None,
            update @ (PermissionUpdate::Rules { .. } | PermissionUpdate::Directories { .. }),
        ) => {
            ask_place(model, of.clone(), update);
            Vec::new()
        }
        // A mode has its own place, and what is not known goes back as it was offered.
        (None, update) => {
            let words = format!("allowed, and from now on: {}", words(&update));
            always(model, of, update, &words)
        }
    }
}

/// The rule was edited.
pub(in crate::tui::update) fn entered(model: &mut Model, of: &Of, entry: &Entry) -> Vec<Effect> {
    match update_of(&entry.field.text()) {
        Ok(update) => ask_place(model, of.clone(), update),
        Err(why) => {
            let mut again = entry.clone();
            again.about.clone_from(&why);
            model.warn(why);
            model.overlays.push(Overlay::Entry(Box::new(again)));
        }
    }
    Vec::new()
}

fn ask_place(model: &mut Model, of: Of, update: PermissionUpdate) {
    let rows = PLACES.iter().map(|(value, about, _)| Row {
        value: (*value).to_owned(),
        label: (*about).to_owned(),
        aside: (*value).to_owned(),
        ..Row::default()
    });
    let rows: Vec<Row> = rows.collect();
    let title = format!(
        "Where to keep: {}",
        crate::sanitise::sanitise(&words(&update))
    );
    let update = Box::new(update);
    let picker = Picker::new(title, Choice::Place { of, update }, rows, "localSettings");
    model.overlays.push(Overlay::Picker(picker));
}

/// The place was chosen.
pub(in crate::tui::update) fn placed(
    model: &mut Model,
    of: &Of,
    update: &PermissionUpdate,
    value: &str,
) -> Vec<Effect> {
    let Some((_, about, place)) = PLACES.iter().find(|(word, ..)| *word == value) else {
        return Vec::new();
    };
    let what = words(update);
    let words = match place {
        Destination::Session => format!("allowed, and until this session ends: {what}"),
        _ => format!("allowed, and from now on: {what}; kept for {about}"),
    };
    always(model, of, kept(update.clone(), place.clone()), &words)
}

fn always(model: &mut Model, of: &Of, update: PermissionUpdate, words: &str) -> Vec<Effect> {
    decide(
        model,
        of,
        PermissionAnswer::allow_always(vec![update]),
        words,
    )
}

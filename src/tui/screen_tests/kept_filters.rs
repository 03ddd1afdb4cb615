//! Filters with a name, and those of before.

use super::busy_session::busy;
use super::stage::{notice, press, shown};
use super::traffic::zoomed;
use crate::tui::effect::{Effect, Job, Keep};
use crate::tui::model::{FilterChange, Focus, Model, Named};

fn kept(effects: &[Effect]) -> Vec<&FilterChange> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Work(Job::Keep(Keep::Filter(change))) => Some(change),
            _ => None,
        })
        .collect()
}

#[test]
fn filters_get_names_are_chosen_and_forgotten() {
    let mut model = zoomed(busy());
    let all = model.seat().unwrap().traffic.lines().store.len();
    let effects = press(&mut model, "f~t control_*<enter>");
    let used = FilterChange::Used("~t control_*".to_owned());
    assert_eq!(kept(&effects), [&used]);
    let effects = press(&mut model, "wmine<enter>");
    let named = FilterChange::Name(Named {
        name: "mine".to_owned(),
        filter: "~t control_*".to_owned(),
    });
    assert_eq!(kept(&effects), [&named]);
    press(&mut model, "<esc>s");
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("mine") && text.contains("yours") && text.contains("permissions"));
    press(&mut model, "mine");
    shown(&mut model, 100, 30);
    let fitting = model.seat().unwrap().traffic.lines().sieve.fitting();
    assert!(
        fitting > 0 && fitting < all,
        "it is shown while one chooses"
    );
    press(&mut model, "<esc>");
    shown(&mut model, 100, 30);
    assert_eq!(
        model.seat().unwrap().traffic.lines().sieve.fitting(),
        all,
        "and taken back"
    );
    press(&mut model, "smine<enter>");
    shown(&mut model, 100, 30);
    assert_eq!(
        model.seat().unwrap().traffic.lines().sieve.fitting(),
        fitting
    );
    let effects = press(&mut model, "smine<ctrl+x>");
    assert_eq!(kept(&effects), [&FilterChange::Forget("mine".to_owned())]);
    assert!(model.filters.named.is_empty());
    press(&mut model, "<esc>s<ctrl+x>");
    assert!(
        notice(&model).contains("only a filter of your own"),
        "{}",
        notice(&model)
    );
}

#[test]
fn filters_of_before_are_walked_in_the_field() {
    let mut model = zoomed(busy());
    press(&mut model, "fone<enter><esc>ftwo<enter><esc>");
    press(&mut model, "fthree<up>");
    assert!(shown(&mut model, 100, 30).contains("Filter"));
    let typed = |model: &Model| crate::tui::update::typed_filter(model).unwrap();
    assert_eq!(typed(&model), "two");
    press(&mut model, "<up><up>");
    assert_eq!(typed(&model), "one");
    press(&mut model, "<down><down>");
    assert_eq!(typed(&model), "three");
    press(&mut model, "<up><ctrl+s>kept<enter>");
    assert_eq!(model.filters.named[0].filter, "two");
    press(&mut model, "<esc><esc>");
    assert_eq!(model.focus, Focus::Composer);
}

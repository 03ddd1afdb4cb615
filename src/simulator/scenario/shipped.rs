//! The scenarios that come with the program. Owns: the list; their texts are in `assets/scenarios`.

/// Name and text of each, in the order they are listed to a person.
pub fn shipped() -> &'static [(&'static str, &'static str)] {
    &[
        ("tour", include_str!("../../../assets/scenarios/tour.toml")),
        (
            "playground",
            include_str!("../../../assets/scenarios/playground.toml"),
        ),
        (
            "faults",
            include_str!("../../../assets/scenarios/faults.toml"),
        ),
        (
            "flood",
            include_str!("../../../assets/scenarios/flood.toml"),
        ),
    ]
}

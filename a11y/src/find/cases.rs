//! What people ask for, over trees like those of real apps: the measure of how good finding is.
//!
//! A case is a query and the beginning of the line, in `trees/`, of the element that is meant; several are separated by
//! `" / "` where any of them will do.

mod apps;
mod files;
mod languages;

use super::find;
use crate::testing;
use apps::{CALCULATOR, CONTACTS, EDITOR, GALLERY, PASSWORDS, PLAYER, SETTINGS, TORRENT};
use files::FILES;
use languages::{ARABIC, CHINESE, FRENCH, GERMAN, JAPANESE, KOREAN, RUSSIAN};

type Cases = &'static [(&'static str, &'static str)];

const TREES: &[(&str, &str, Cases)] = &[
    ("gallery", include_str!("trees/gallery.txt"), GALLERY),
    ("contacts", include_str!("trees/contacts.txt"), CONTACTS),
    ("editor", include_str!("trees/editor.txt"), EDITOR),
    ("calculator", include_str!("trees/calculator.txt"), CALCULATOR),
    ("settings", include_str!("trees/settings.txt"), SETTINGS),
    ("torrent", include_str!("trees/torrent.txt"), TORRENT),
    ("passwords", include_str!("trees/passwords.txt"), PASSWORDS),
    ("player", include_str!("trees/player.txt"), PLAYER),
    ("files", include_str!("trees/files.txt"), FILES),
    ("german", include_str!("trees/german.txt"), GERMAN),
    ("french", include_str!("trees/french.txt"), FRENCH),
    ("russian", include_str!("trees/russian.txt"), RUSSIAN),
    ("japanese", include_str!("trees/japanese.txt"), JAPANESE),
    ("chinese", include_str!("trees/chinese.txt"), CHINESE),
    ("arabic", include_str!("trees/arabic.txt"), ARABIC),
    ("korean", include_str!("trees/korean.txt"), KOREAN),
];

/// Asked of every tree.
const NONSENSE: &[&str] = &[
    "purple elephant",
    "asdfgh",
    "the flux capacitor",
    "flux capacitor button",
    "qwertz uiop",
    "teleport to the moon",
    "xyzzy",
    "make me a sandwich",
    "unicorn dropdown",
    "zebra crossing checkbox",
    "warp drive slider",
    "banana field",
    "feed the crocodile",
    "dragon egg menu",
    "open the pod bay doors",
    "quantum entanglement tab",
    "lorem ipsum dolor",
    "umbrella in the wombat row",
    "Kängurufleisch",
    "крокодил",
    "象の鼻",
    "大熊猫动物园",
    "زرافة",
    "코끼리",
    "submarine > periscope",
    "jjjjjjjj",
    "the forty-second walrus",
    "brew espresso",
    "%%%",
    "hovercraft full of eels",
];

#[test]
fn people_find_what_they_mean() {
    let (mut first, mut among_three, mut all) = (0, 0, 0);
    let mut misses = String::new();
    for (name, fixture, cases) in TREES {
        let (page, _) = testing::page(fixture);
        for (query, expected) in *cases {
            let wanted: Vec<usize> = expected.split(" / ").map(|begin| line_of(fixture, begin)).collect();
            let found = find(&page, query);
            let place = found.iter().position(|one| wanted.contains(&one.index));
            all += 1;
            first += usize::from(place == Some(0));
            among_three += usize::from(place.is_some_and(|place| place < 3));
            if place != Some(0) {
                let lines = fixture.lines().map(str::trim).collect::<Vec<_>>();
                misses += &format!("{name}: {query:?} should find {expected}\n");
                for one in found.iter().take(4) {
                    misses += &format!("    {:.2} {} ({})\n", one.confidence, lines[one.index], one.reason);
                }
            }
        }
    }
    println!("{misses}{first} of {all} first, {among_three} among three");
    assert!(all >= 170, "only {all} queries");
    assert!(first * 100 >= all * 95, "{first} of {all} found first:\n{misses}");
    assert!(among_three * 100 >= all * 99, "{among_three} of {all} found among the first three:\n{misses}");
}

#[test]
fn nonsense_finds_nothing_in_any_tree() {
    let mut found_anyway = String::new();
    for (name, fixture, _) in TREES {
        let (page, _) = testing::page(fixture);
        for query in NONSENSE {
            for one in find(&page, query) {
                let line = fixture.lines().nth(one.index).unwrap_or_default().trim();
                found_anyway += &format!("{name}: {query:?} found {:.2} {line} ({})\n", one.confidence, one.reason);
            }
        }
    }
    assert!(found_anyway.is_empty(), "{found_anyway}");
}

/// The only line that begins so; its number is the element's index.
fn line_of(fixture: &str, begin: &str) -> usize {
    let mut lines = fixture.lines().enumerate().filter(|(_, line)| line.trim().starts_with(begin));
    let (index, _) = lines.next().unwrap_or_else(|| panic!("no line begins with {begin}"));
    assert!(lines.next().is_none(), "more than one line begins with {begin}");
    index
}

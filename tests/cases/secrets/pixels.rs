//! Pictures: of what a password field holds not even the length is seen, and nothing that lies over one is painted over.

use super::vault::{Kind, file};
use qtmcp_tests::{Computer, Home, Launch, OnScreen, Picture, Qt, json, on_both};

/// The pictures there are: of the screen, of a part of it, of a window, of each field.
const FIELDS: [(&[&str], Kind); 2] = [
    (&["pictured", "noEcho", "secretCombo", "halfCovered", "sceneView"], Kind::Widgets),
    (&["pictured", "bareInput", "secretBox", "halfCovered"], Kind::Quick),
];

const GREEN: [u8; 3] = [0, 255, 0];

async fn pictures(app: Launch, fields: &[&str], is_shown: bool) -> Vec<(String, Picture)> {
    let computer = Computer::open(app.screen(900, 800).fit("full")).await;
    computer.appears("pictured").await;
    computer.appears("cover").await;
    if is_shown {
        computer.click("eyeButton").await;
        computer.becomes("pictured", "echoMode", json!("Normal")).await;
        computer.call("computer", json!({"action": "mouse_move", "coordinate": [600, 540]})).await;
    }
    let mut all = vec![("screen".to_owned(), computer.look().await)];
    let zoom = computer.act(json!({"action": "zoom", "region": [0, 0, 450, 400]})).await;
    all.push(("zoom".to_owned(), zoom.picture()));
    for id in fields.iter().chain(&["vault"]) {
        all.push(((*id).to_owned(), Picture::of(&computer.call("screenshot", json!({"id": id})).await)));
    }
    all
}

async fn differing(qt: Qt, kind: Kind, fields: &[&str], is_shown: bool, set: impl Fn(Launch) -> Launch) -> Vec<String> {
    let with = |text: &'static str| set(kind.launch(qt).args(["--text", text]));
    let one = pictures(with("abc"), fields, is_shown).await;
    let other = pictures(with("W-a much longer one 1234567"), fields, is_shown).await;
    let pairs = one.into_iter().zip(other).filter(|((_, one), (_, other))| one != other);
    pairs.map(|((name, _), _)| name).collect()
}

on_both! {
    async fn no_picture_shows_what_a_field_holds_nor_how_long_it_is(qt: Qt) {
        for (fields, kind) in FIELDS {
            for is_shown in [false, true] {
                let seen = differing(qt, kind, fields, is_shown, |app| app).await;
                assert!(seen.is_empty(), "{kind:?}, shown: {is_shown}: {seen:?} differ");
            }
            let seen = differing(qt, kind, fields, true, |app| app.env("QTMCP_CAPTURE", "window").ratio(1.5)).await;
            assert!(seen.is_empty(), "{kind:?}, one window: {seen:?} differ");
        }
    }

    async fn without_the_paint_they_would_show_it(qt: Qt) {
        for (fields, kind) in FIELDS {
            let seen = differing(qt, kind, fields, true, |app| app.env("QTMCP_REVEAL", "1")).await;
            assert!(seen.len() >= fields.len() + 2, "{kind:?}: only {seen:?} differ");
        }
    }

    async fn what_lies_over_a_field_is_seen_and_so_is_what_is_beside_its_text(qt: Qt) {
        for (fields, kind) in FIELDS {
            let shot = |reveal: &'static str| {
                pictures(kind.launch(qt).args(["--text", "abc"]).env("QTMCP_REVEAL", reveal), fields, false)
            };
            let (hidden, open) = (shot("0").await, shot("1").await);
            let green = |shots: &[(String, Picture)]| shots[0].1.extent(GREEN);
            assert!(green(&open).is_some(), "{kind:?}: the cover is there");
            assert_eq!(green(&hidden), green(&open), "{kind:?}: and not painted over");
        }
    }

    async fn an_empty_field_shows_its_placeholder(qt: Qt) {
        for (fields, kind) in FIELDS {
            let shot = |reveal: &'static str| {
                pictures(kind.launch(qt).args(["--text", ""]).env("QTMCP_REVEAL", reveal), fields, false)
            };
            let (hidden, open) = (shot("0").await, shot("1").await);
            let field = |shots: Vec<(String, Picture)>| shots.into_iter().find(|(name, _)| name == "pictured");
            assert!(field(hidden) == field(open), "{kind:?}: there is nothing to hide");
        }
    }

    async fn what_shows_a_named_secret_is_painted_over_whole(qt: Qt) {
        let home = Home::new();
        let shot = async |value: &str, is_named: bool| {
            let shown = file(&home, "shown", value);
            let secrets = file(&home, "secrets", &format!("KEY={}\n", if is_named { value } else { "another" }));
            let app = Kind::Widgets.launch(qt).args(["--shown", shown.to_str().unwrap()]);
            pictures(app.env("QTMCP_SECRETS", secrets), &["shownLabel"], false).await
        };
        let (short, long) = ("Kx5", "Kx5-a-much-longer-key");
        assert!(shot(short, true).await == shot(long, true).await, "a named one is not seen");
        assert!(shot(short, false).await != shot(long, false).await, "any other is");
    }
}

//! Keys where they have a life of their own: menus, popups of combo boxes, the order of focus, dead keys, keys held down,
//! and text of every script in every kind of field.

use super::{click, everywhere, quick_tab, seen_by_lab, tab};
use qtmcp_tests::{Client, Computer, Launch, Qt, eventually, json};

/// The same app with its passwords to be read.
fn shown(app: impl Fn(Qt) -> Launch) -> impl Fn(Qt) -> Launch {
    move |qt| app(qt).env("QTMCP_REVEAL", "1")
}

async fn press(computer: &Computer, keys: &str) -> String {
    computer.quietly(json!({"action": "key", "text": keys})).await
}

async fn write(computer: &Computer, text: &str) -> String {
    computer.quietly(json!({"action": "type", "text": text})).await
}

fn times(computer: &Computer, line: &str) -> usize {
    computer.stdout().lines().filter(|said| *said == line).count()
}

/// Sequences of every kind: scripts with and without case, right to left, marks that join the letter before them, and
/// emoji of several characters.
const SCRIPTS: [&str; 5] = ["日本語 ひらがな", "العربية", "e\u{301} n\u{303} क्षि", "👩‍👩‍👧‍👦 🇯🇵 ❤️", "ǅ ß İ"];

everywhere! {
    async fn a_menu_is_walked_by_keys_and_left_by_escape(computer: Computer = tab("form")) {
        click(&computer, "nameEdit").await;
        press(&computer, "alt+f").await;
        computer.appears("fileMenu").await;
        press(&computer, "Escape").await;
        computer.call("waitFor", json!({"id": "fileMenu", "state": "hidden"})).await;
        // The menu bar has the keyboard still, as Qt has it; the next Escape gives it back.
        press(&computer, "Escape").await;
        write(&computer, "back").await;
        assert_eq!(computer.get("nameEdit", "text").await, "back");
        press(&computer, "alt+f").await;
        computer.appears("fileMenu").await;
        press(&computer, "s").await;
        computer.said("ACTION saveAction").await;
        write(&computer, " again").await;
        assert_eq!(computer.get("nameEdit", "text").await, "back again");
    }

    async fn a_shortcut_is_one_before_and_after_a_menu_was_used(computer: Computer = tab("form")) {
        computer.set("saveAction", "shortcut", json!("Esc")).await;
        press(&computer, "Escape").await;
        computer.said("ACTION saveAction").await;
        let [x, y, _, height] = computer.place("menuBar").await.map(|side| side as i64);
        computer.quietly(json!({"action": "left_click", "coordinate": [x + 15, y + height / 2]})).await;
        computer.appears("fileMenu").await;
        click(&computer, "newAction").await;
        computer.said("ACTION newAction").await;
        press(&computer, "Escape").await;
        eventually("the shortcut once more", async || (times(&computer, "ACTION saveAction") == 2).then_some(())).await;
    }

    async fn the_popup_of_a_combo_box_is_used_by_keys(computer: Computer = tab("form")) {
        click(&computer, "ageSpin").await;
        let before = computer.get("colourCombo", "currentText").await;
        computer.call("sendKeys", json!({"id": "colourCombo", "keys": "Alt+Down"})).await;
        press(&computer, "Down Escape").await;
        assert_eq!(computer.get("colourCombo", "currentText").await, before, "Escape chooses nothing");
        computer.call("sendKeys", json!({"id": "colourCombo", "keys": "Alt+Down"})).await;
        press(&computer, "End Return").await;
        assert_ne!(computer.get("colourCombo", "currentText").await, before);
    }

    async fn tab_goes_on_and_shift_tab_goes_back(computer: Computer = tab("form")) {
        click(&computer, "nameEdit").await;
        press(&computer, "Tab").await;
        assert_eq!(computer.get("passwordEdit", "focus").await, true);
        press(&computer, "shift+Tab").await;
        assert_eq!(computer.get("nameEdit", "focus").await, true);
        press(&computer, "Tab ISO_Left_Tab").await;
        assert_eq!(computer.get("nameEdit", "focus").await, true);
    }

    async fn the_menu_key_opens_the_context_menu_of_what_has_the_focus(computer: Computer = tab("input lab")) {
        click(&computer, "inputLab").await;
        press(&computer, "Menu").await;
        computer.appears("labMenu").await;
        press(&computer, "Escape").await;
        computer.call("waitFor", json!({"id": "labMenu", "state": "hidden"})).await;
        seen_by_lab(&computer).await;
        write(&computer, "x").await;
        assert_eq!(computer.get("inputLab", "typed").await, "x");
    }

    async fn a_held_key_repeats_until_it_comes_up(computer: Computer = tab("input lab")) {
        click(&computer, "inputLab").await;
        seen_by_lab(&computer).await;
        computer.quietly(json!({"action": "hold_key", "text": "a", "duration": 1})).await;
        let seen = seen_by_lab(&computer).await;
        let count = |line: &str| seen.iter().filter(|seen| *seen == line).count();
        let (down, up) = (r#"key press A text "a""#, r#"key release A text "a""#);
        assert_eq!((count(down), count(up)), (1, 1), "{seen:?}");
        let repeated = count(&format!("{down} repeated"));
        assert!((2..=16).contains(&repeated), "{repeated} times in half a second: {seen:?}");
        assert_eq!(count(&format!("{up} repeated")), repeated);
        assert!(seen.first().is_some_and(|line| line == down) && seen.last().is_some_and(|line| line == up), "{seen:?}");
        computer.quietly(json!({"action": "hold_key", "text": "shift", "duration": 0.7})).await;
        let seen = seen_by_lab(&computer).await;
        assert_eq!(seen.iter().filter(|line| line.starts_with("key press")).count(), 1, "{seen:?}");
    }

    async fn a_held_key_comes_up_when_its_client_goes(computer: Computer = tab("input lab")) {
        click(&computer, "inputLab").await;
        seen_by_lab(&computer).await;
        let other = Client::connect(&computer.url).await.unwrap();
        let hold = r#"{"jsonrpc":"2.0","id":1,"method":"computer","params":{"action":"hold_key","text":"b","duration":60}}"#;
        other.send_text(hold).await.unwrap();
        let has = async |line: &str| {
            let log = computer.get("inputLab", "eventLog").await;
            log.as_array().is_some_and(|lines| lines.iter().any(|seen| seen == line)).then_some(())
        };
        eventually("the key going down", async || has(r#"key press B text "b""#).await).await;
        drop(other);
        eventually("the key coming up", async || has(r#"key release B text "b""#).await).await;
    }

    async fn a_dead_key_and_a_letter_are_one_character(computer: Computer = tab("form")) {
        click(&computer, "nameEdit").await;
        press(&computer, "dead_acute e dead_diaeresis U dead_cedilla c").await;
        assert_eq!(computer.get("nameEdit", "text").await, "éÜç");
        press(&computer, "BackSpace").await;
        assert_eq!(computer.get("nameEdit", "text").await, "éÜ");
        press(&computer, "dead_circumflex space dead_tilde x").await;
        assert_eq!(computer.get("nameEdit", "text").await, "éÜ^~x");
    }

    async fn text_of_every_script_arrives_once_and_can_be_undone(computer: Computer = shown(tab("form"))) {
        for (id, property) in [("nameEdit", "text"), ("passwordEdit", "text"), ("notesEdit", "plainText"), ("cityCombo", "currentText")] {
            for text in SCRIPTS {
                click(&computer, id).await;
                press(&computer, "ctrl+a Delete").await;
                write(&computer, text).await;
                assert_eq!(computer.get(id, property).await, text, "in {id}");
            }
            if id != "passwordEdit" {
                press(&computer, "ctrl+z").await;
                assert_ne!(computer.get(id, property).await, SCRIPTS[4], "undone in {id}");
            }
        }
        click(&computer, "ageSpin").await;
        press(&computer, "ctrl+a").await;
        write(&computer, "日4e\u{301}2🎉").await;
        press(&computer, "Tab").await;
        assert_eq!(computer.get("ageSpin", "value").await, 42, "a spin box takes digits only");
        computer.set("nameEdit", "readOnly", json!(true)).await;
        let before = computer.get("nameEdit", "text").await;
        click(&computer, "nameEdit").await;
        write(&computer, "no 🎉 日本").await;
        assert_eq!(computer.get("nameEdit", "text").await, before);
    }

    async fn a_mask_and_a_limit_hold_for_every_script(computer: Computer = tab("form")) {
        click(&computer, "nameEdit").await;
        computer.set("nameEdit", "maxLength", json!(3)).await;
        write(&computer, "日本語字").await;
        assert_eq!(computer.get("nameEdit", "text").await, "日本語");
        press(&computer, "ctrl+a Delete").await;
        computer.set("nameEdit", "inputMask", json!("99-99")).await;
        press(&computer, "Home").await;
        write(&computer, "1日2🎉34").await;
        assert_eq!(computer.get("nameEdit", "text").await, "12-34");
    }

    async fn a_widget_that_only_takes_keys_gets_every_character(computer: Computer = tab("input lab")) {
        click(&computer, "inputLab").await;
        for text in SCRIPTS {
            seen_by_lab(&computer).await;
            write(&computer, text).await;
            assert_eq!(computer.get("inputLab", "typed").await, text);
        }
    }

    async fn qml_fields_take_every_script_too(computer: Computer = shown(quick_tab("form"))) {
        for id in ["nameEdit", "passwordEdit", "notesEdit"] {
            for text in SCRIPTS {
                click(&computer, id).await;
                press(&computer, "ctrl+a Delete").await;
                write(&computer, text).await;
                assert_eq!(computer.get(id, "text").await, text, "in {id}");
            }
        }
        click(&computer, "nameEdit").await;
        press(&computer, "ctrl+a Delete dead_acute o").await;
        assert_eq!(computer.get("nameEdit", "text").await, "ó");
        press(&computer, "ctrl+s").await;
        computer.said("ACTION saveAction").await;
    }
}

//! Keys, text, waiting, pictures and parts of them: every action of `computer` that is not the mouse's, with every argument.

use super::{SCREEN, click, everywhere, middle_of, page, quick_tab, seen_by_lab, tab};
use qtmcp_tests::{Picture, Value, bytes, eventually, is_near, json};
use std::time::{Duration, Instant};

everywhere! {
    async fn text_of_any_script_is_typed_where_the_focus_is(computer: Computer = tab("form")) {
        let clicked = click(&computer, "nameEdit").await;
        assert!(clicked.contains(": textbox \"Name\" ["), "{clicked}");
        let typed = computer.quietly(json!({"action": "type", "text": "Zoë 日本語 🎉"})).await;
        assert!(typed.starts_with("type \"Zoë 日本語 🎉\": textbox \"Name\" ["), "{typed}");
        assert_eq!(computer.get("nameEdit", "text").await, "Zoë 日本語 🎉");
        click(&computer, "notesEdit").await;
        computer.quietly(json!({"action": "type", "text": "one\ntwo"})).await;
        assert_eq!(computer.get("notesEdit", "plainText").await, "one\ntwo");
    }

    async fn a_typed_password_is_not_repeated(computer: Computer = tab("form")) {
        click(&computer, "passwordEdit").await;
        let typed = computer.act(json!({"action": "type", "text": "s3cret"})).await;
        assert!(typed.text.starts_with("type 6 characters: textbox \"Password\" ["), "{}", typed.text);
        assert!(!typed.answer.to_string().contains("s3cret"));
        assert_eq!(computer.get("passwordEdit", "text").await, "••••••••");
        computer.invoke("submitButton", "click", json!([])).await;
        eventually("the password", async || computer.stdout().contains("\"password\":\"s3cret\"").then_some(())).await;
    }

    async fn keys_are_pressed_alone_in_chords_in_rows_and_repeatedly(computer: Computer = tab("input lab")) {
        click(&computer, "inputLab").await;
        seen_by_lab(&computer).await;
        assert_eq!(computer.quietly(json!({"action": "key", "text": "Return"})).await, "key Return");
        computer.quietly(json!({"action": "key", "text": "CTRL+shift+B"})).await;
        computer.quietly(json!({"action": "key", "text": "Page_Down plus"})).await;
        let pressed: Vec<_> = seen_by_lab(&computer).await.into_iter().filter(|line| line.starts_with("key press ")).collect();
        let has = |part: &str| pressed.iter().any(|line| line.starts_with(part));
        assert!(has("key press Return") && has("key press PgDown") && has("key press +"), "{pressed:?}");
        assert!(pressed.iter().any(|line| line.contains('B') && line.contains("Ctrl+Shift")), "{pressed:?}");
        let again = computer.quietly(json!({"action": "key", "text": "F5", "repeat": 3})).await;
        assert_eq!(again, "key F5 3 times");
        let seen = seen_by_lab(&computer).await;
        assert_eq!(seen.iter().filter(|line| line.starts_with("key press F5")).count(), 3, "{seen:?}");
    }

    async fn shortcuts_and_mnemonics_reach_actions_and_menus(computer: Computer = tab("form")) {
        computer.quietly(json!({"action": "key", "text": "ctrl+s"})).await;
        computer.said("ACTION saveAction").await;
        let opened = computer.act(json!({"action": "key", "text": "alt+f"})).await;
        assert_eq!(computer.get("fileMenu", "visible").await, true, "{}", opened.text);
        computer.quietly(json!({"action": "key", "text": "Down Return"})).await;
        let first = computer.stdout().lines().rfind(|line| line.starts_with("ACTION ")).map(str::to_owned);
        assert!(first.is_some_and(|line| line == "ACTION newAction" || line == "ACTION openAction"));
    }

    async fn a_held_key_is_down_for_so_long(computer: Computer = tab("input lab")) {
        click(&computer, "inputLab").await;
        seen_by_lab(&computer).await;
        let begun = Instant::now();
        let held = computer.quietly(json!({"action": "hold_key", "text": "a", "duration": 0.2})).await;
        assert!(begun.elapsed() >= Duration::from_millis(200));
        assert_eq!(held, "hold_key a for 0.2 s");
        let seen = seen_by_lab(&computer).await;
        let (down, up) = ("key press A", "key release A");
        let at = |part: &str| seen.iter().position(|line| line.starts_with(part));
        assert!(at(down).is_some() && at(down) < at(up), "{seen:?}");
    }

    async fn a_wait_waits_and_shows_what_came(computer: Computer = page("buttons")) {
        click(&computer, "loadButton").await;
        let begun = Instant::now();
        let waited = computer.act(json!({"action": "wait", "duration": 1.5})).await;
        assert!(begun.elapsed() >= Duration::from_millis(1500));
        assert_eq!(waited.text, "wait 1.5 s");
        assert!(waited.picture().colours() > 10);
        assert_eq!(computer.get("lateLabel", "visible").await, true);
    }

    async fn every_action_shows_the_screen_unless_it_is_told_not_to(computer: Computer = tab("canvas")) {
        let at = middle_of(&computer, "canvas").await;
        let near = [at[0] + 30, at[1] + 30];
        for arguments in [
            json!({"action": "screenshot"}),
            json!({"action": "mouse_move", "coordinate": at}),
            json!({"action": "left_click", "coordinate": at}),
            json!({"action": "right_click"}),
            json!({"action": "middle_click"}),
            json!({"action": "double_click"}),
            json!({"action": "triple_click"}),
            json!({"action": "left_click_drag", "start_coordinate": at, "coordinate": near}),
            json!({"action": "left_mouse_down"}),
            json!({"action": "left_mouse_up"}),
            json!({"action": "scroll", "scroll_direction": "down", "scroll_amount": 1}),
            json!({"action": "type", "text": "a"}),
            json!({"action": "key", "text": "Escape"}),
            json!({"action": "hold_key", "text": "shift", "duration": 0.01}),
            json!({"action": "wait", "duration": 0.01}),
        ] {
            let seen = computer.act(arguments.clone()).await;
            let picture = seen.picture();
            assert_eq!((picture.width, picture.height), SCREEN, "{arguments}");
            assert_eq!((&seen.answer["width"], &seen.answer["height"]), (&json!(1280), &json!(900)));
            let once = ["screenshot", "left_mouse_down", "left_mouse_up"];
            if !once.iter().any(|action| arguments["action"] == *action) {
                computer.quietly(arguments).await;
            }
        }
        let position = computer.act(json!({"action": "cursor_position"})).await;
        assert_eq!(position.text, format!("X={},Y={}", near[0], near[1]));
        assert_eq!(position.answer["screenshot"], Value::Null, "there is nothing new to see");
    }

    async fn pictures_come_in_three_formats(computer: Computer = tab("form")) {
        for (format, media_type, begin) in [
            ("png", "image/png", &b"\x89PNG"[..]),
            ("jpeg", "image/jpeg", &b"\xff\xd8\xff"[..]),
            ("webp", "image/webp", &b"RIFF"[..]),
        ] {
            let shot = computer.act(json!({"action": "screenshot", "format": format})).await.answer["screenshot"].clone();
            assert_eq!(shot["media_type"], media_type);
            assert!(bytes(&shot["data"]).starts_with(begin), "{format}");
        }
        let moved = json!({"action": "mouse_move", "coordinate": [640, 450], "format": "jpeg"});
        assert_eq!(computer.act(moved).await.answer["screenshot"]["media_type"], "image/jpeg");
    }

    async fn a_zoom_enlarges_a_part_and_changes_no_coordinates(computer: Computer = page("colours")) {
        let [x, y, ..] = computer.place("colours").await.map(|side| side as u32);
        computer.look().await;
        // Of the field in the third column and second row, which is one colour.
        let region = [x + 1 + 105, y + 1 + 55, x + 1 + 145, y + 1 + 95];
        let zoomed = computer.act(json!({"action": "zoom", "region": region})).await;
        let picture: Picture = zoomed.picture();
        assert_eq!((picture.width, picture.height), (160, 160), "{}", zoomed.text);
        let expected = [32 * 2 + 16, 40 + 20, 128];
        assert!((0..160).all(|at| is_near(picture.at(at, at), expected)));
        let begin = format!("zoom into ({}, {}) to ({}, {}), 160x160", region[0], region[1], region[2], region[3]);
        assert!(zoomed.text.starts_with(&begin), "{}", zoomed.text);
        let at = middle_of(&computer, "lines").await;
        computer.quietly(json!({"action": "mouse_move", "coordinate": at})).await;
        let position = computer.act(json!({"action": "cursor_position"})).await;
        assert_eq!(position.text, format!("X={},Y={}", at[0], at[1]));
    }

    async fn numbers_are_drawn_on_what_can_be_clicked_and_click_it(computer: Computer = tab("form")) {
        let plain = computer.look().await;
        let marked = computer.act(json!({"action": "screenshot", "marks": true})).await;
        assert!(plain != marked.picture(), "numbers are to be seen");
        let marks = marked.answer["marks"].as_array().unwrap();
        let agree = marks.iter().find(|mark| mark["element"].as_str().unwrap().starts_with("checkbox \"I agree\""));
        let agree = agree.unwrap_or_else(|| panic!("{marks:?}"));
        let [x, y, width, height] = computer.place("agreeCheck").await;
        let at = [agree["x"].as_f64().unwrap(), agree["y"].as_f64().unwrap()];
        assert!((x..x + width).contains(&at[0]) && (y..y + height).contains(&at[1]), "{at:?}");
        computer.quietly(json!({"action": "left_click", "ref": agree["ref"]})).await;
        assert_eq!(computer.get("agreeCheck", "checked").await, true);
        let disabled = marks.iter().any(|mark| mark["element"].as_str().unwrap().contains("\"Disabled\""));
        assert!(!disabled, "what cannot be clicked has no number");
    }

    async fn qml_gets_keys_and_text_alike(computer: Computer = quick_tab("form")) {
        click(&computer, "nameEdit").await;
        computer.quietly(json!({"action": "key", "text": "ctrl+a"})).await;
        computer.quietly(json!({"action": "type", "text": "Zoë 日本語"})).await;
        assert_eq!(computer.get("nameEdit", "text").await, "Zoë 日本語");
        computer.quietly(json!({"action": "key", "text": "BackSpace", "repeat": 3})).await;
        assert_eq!(computer.get("nameEdit", "text").await, "Zoë ");
        computer.quietly(json!({"action": "hold_key", "text": "x", "duration": 0.05})).await;
        assert_eq!(computer.get("nameEdit", "text").await, "Zoë x");
    }
}

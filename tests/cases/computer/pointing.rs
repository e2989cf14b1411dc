//! The mouse by coordinate: every kind of click, moves, drags, a button held, the wheel, and what lies over what.

use super::{click, everywhere, middle_of, page, quick_page, quick_tab, seen_by_lab, tab};
use qtmcp_tests::{Code, Computer, eventually, json};

/// What the canvas saw last, such as `press 10 20 left`.
async fn last_input(computer: &Computer) -> String {
    computer.get("canvas", "lastInput").await.as_str().unwrap_or_default().to_owned()
}

/// The points of the last line drawn on the sheet.
fn last_stroke(computer: &Computer) -> Option<Vec<[i64; 2]>> {
    let said = computer.stdout();
    let points = said.lines().filter_map(|line| line.strip_prefix("STROKE ")).next_back()?;
    let point = |point: &str| {
        let (x, y) = point.split_once(',').unwrap();
        [x.parse().unwrap(), y.parse().unwrap()]
    };
    Some(points.split(' ').map(point).collect())
}

everywhere! {
    async fn every_kind_of_click_arrives_at_its_pixel(computer: Computer = tab("canvas")) {
        let [left, top, ..] = computer.place("canvas").await.map(|side| side as i64);
        for (round, (action, button)) in [
            ("left_click", "left"), ("right_click", "right"), ("middle_click", "middle"), ("double_click", "left"),
            ("triple_click", "left"),
        ]
        .into_iter()
        .enumerate()
        {
            // Far enough apart that two clicks in a row are not a double click.
            let (x, y) = (20 + 40 * round as i64, 31);
            let said = computer.quietly(json!({"action": action, "coordinate": [left + x, top + y]})).await;
            assert!(said.starts_with(&format!("{action} at ({}, {})", left + x, top + y)), "{said}");
            computer.said(&format!("CANVAS {x} {y} {button}")).await;
            assert!(last_input(&computer).await.starts_with(&format!("release {x} {y}")), "{action}");
        }
        // The second press of a double click is none to the canvas, the third of a triple click is one.
        assert_eq!(computer.get("canvas", "clicks").await, 6);
    }

    async fn modifiers_are_held_by_either_name(computer: Computer = tab("input lab")) {
        let at = middle_of(&computer, "inputLab").await;
        computer.quietly(json!({"action": "left_click", "coordinate": at, "text": "ctrl+shift"})).await;
        let seen = seen_by_lab(&computer).await;
        let is_pressed = |line: &&String| line.starts_with("press left ") && line.ends_with(" Ctrl+Shift");
        assert_eq!(seen.iter().filter(is_pressed).count(), 1, "{seen:?}");
        computer.quietly(json!({"action": "middle_click", "coordinate": at, "key": "alt"})).await;
        let seen = seen_by_lab(&computer).await;
        assert!(seen.iter().any(|line| line.starts_with("press middle ") && line.ends_with(" Alt")), "{seen:?}");
        let scroll = json!({"action": "scroll", "coordinate": at, "scroll_direction": "down", "scroll_amount": 1, "text": "ctrl"});
        computer.quietly(scroll).await;
        let seen = seen_by_lab(&computer).await;
        assert!(seen.iter().any(|line| line.starts_with("wheel -120 ") && line.ends_with(" Ctrl")), "{seen:?}");
        let drag = json!({"action": "left_click_drag", "start_coordinate": at, "coordinate": [at[0] + 40, at[1]], "text": "shift"});
        computer.quietly(drag).await;
        let seen = seen_by_lab(&computer).await;
        assert!(seen.iter().any(|line| line.starts_with("press left ") && line.ends_with(" Shift")), "{seen:?}");
    }

    async fn without_a_coordinate_a_click_is_where_the_mouse_is(computer: Computer = tab("canvas")) {
        let [left, top, ..] = computer.place("canvas").await.map(|side| side as i64);
        computer.quietly(json!({"action": "mouse_move", "coordinate": [left + 70, top + 80]})).await;
        assert_eq!(last_input(&computer).await, "hover 70 80");
        let said = computer.quietly(json!({"action": "left_click"})).await;
        assert!(said.starts_with(&format!("left_click at ({}, {})", left + 70, top + 80)), "{said}");
        computer.said("CANVAS 70 80 left").await;
    }

    async fn a_drag_draws_a_line_from_one_pixel_to_the_other(computer: Computer = page("draw")) {
        let [left, top, ..] = computer.place("sheet").await.map(|side| side as i64);
        let drag = json!({"action": "left_click_drag", "start_coordinate": [left + 20, top + 30], "coordinate": [left + 220, top + 130]});
        let dragged = computer.act(drag).await;
        let begin = format!("left_click_drag from ({}, {})", left + 20, top + 30);
        assert!(dragged.text.starts_with(&begin), "{}", dragged.text);
        let stroke = eventually("a stroke", async || last_stroke(&computer)).await;
        assert_eq!((stroke[0], stroke[stroke.len() - 1]), ([20, 30], [220, 130]));
        assert!(stroke.len() > 4, "in several moves: {stroke:?}");
        assert!(stroke.iter().all(|[x, y]| ((x - 20) / 2 - (y - 30)).abs() <= 1), "straight: {stroke:?}");
        let picture = dragged.picture();
        assert_eq!(picture.at((left + 120) as u32, (top + 80) as u32), [0xd0, 0x20, 0x90], "what was drawn is to be seen");
    }

    async fn a_button_held_down_draws_wherever_the_mouse_goes(computer: Computer = page("draw")) {
        let [left, top, ..] = computer.place("sheet").await.map(|side| side as i64);
        let corners = [[50, 50], [150, 50], [150, 150]];
        let place = |[x, y]: [i64; 2]| json!([left + x, top + y]);
        computer.quietly(json!({"action": "mouse_move", "coordinate": place(corners[0])})).await;
        let down = computer.quietly(json!({"action": "left_mouse_down"})).await;
        assert!(down.starts_with(&format!("left_mouse_down at ({}, {})", left + 50, top + 50)), "{down}");
        for corner in &corners[1..] {
            computer.quietly(json!({"action": "mouse_move", "coordinate": place(*corner)})).await;
        }
        computer.quietly(json!({"action": "left_mouse_up"})).await;
        let stroke = eventually("a stroke", async || last_stroke(&computer)).await;
        assert_eq!(stroke, corners);
    }

    async fn splitters_sliders_and_scroll_bars_are_pulled(computer: Computer = page("draw")) {
        let pull = async |id: &str, right: i64, down: i64| {
            let from = middle_of(&computer, id).await;
            let to = [from[0] + right, from[1] + down];
            computer.quietly(json!({"action": "left_click_drag", "start_coordinate": from, "coordinate": to})).await
        };
        let before = computer.place("drawHandle").await[0];
        let said = pull("drawHandle", -60, 0).await;
        assert_eq!(computer.place("drawHandle").await[0], before - 60.0, "{said}");
        for (id, right, down) in [("levelSlider", 100, 0), ("heightSlider", 0, -80), ("drawScroll", 0, 80)] {
            computer.set(id, "value", json!(50)).await;
            let said = pull(id, right, down).await;
            let value = computer.get(id, "value").await.as_i64().unwrap();
            assert!(value > 55, "{id} is at {value} after {said}");
        }
    }

    async fn text_is_selected_by_drag_and_by_several_clicks(computer: Computer = page("draw")) {
        let [x, y, ..] = computer.place("drawText").await.map(|side| side as i64);
        // Within the first line, whatever the font.
        let line = [x + 12, y + 12];
        let words = json!({"action": "left_click_drag", "start_coordinate": [x + 2, line[1]], "coordinate": [x + 90, line[1]]});
        computer.quietly(words).await;
        let selected = || computer.stdout().lines().filter_map(|line| line.strip_prefix("SELECTED ")).next_back().map(str::to_owned);
        let dragged = eventually("a selection", async || selected()).await;
        assert!("The quick brown fox".starts_with(dragged.trim()) && dragged.len() > 3, "{dragged}");
        computer.quietly(json!({"action": "double_click", "coordinate": line})).await;
        eventually("a word", async || selected().filter(|text| text == "The")).await;
        computer.quietly(json!({"action": "triple_click", "coordinate": line})).await;
        eventually("a line", async || selected().filter(|text| text.trim_end_matches('\u{2029}') == "The quick brown fox")).await;
    }

    async fn the_wheel_turns_in_four_directions_by_ticks(computer: Computer = tab("input lab")) {
        let at = middle_of(&computer, "inputLab").await;
        for (direction, count, expected) in [
            ("down", 2, "wheel -120 "), ("up", 3, "wheel 120 "), ("right", 1, "wheel across -120 "), ("left", 2, "wheel across 120 "),
        ] {
            seen_by_lab(&computer).await;
            let scroll = json!({"action": "scroll", "coordinate": at, "scroll_direction": direction, "scroll_amount": count});
            let said = computer.quietly(scroll).await;
            assert!(said.starts_with(&format!("scroll {direction} {count} at ({}, {})", at[0], at[1])), "{said}");
            let seen = seen_by_lab(&computer).await;
            assert_eq!(seen.iter().filter(|line| line.starts_with(expected)).count(), count, "{direction}: {seen:?}");
        }
        let none = json!({"action": "scroll", "scroll_direction": "down", "scroll_amount": 0});
        computer.quietly(none).await;
        let seen = seen_by_lab(&computer).await;
        assert!(!seen.iter().any(|line| line.starts_with("wheel")), "{seen:?}");
    }

    async fn the_wheel_turns_by_pixels_as_the_specification_has_it(computer: Computer = tab("scroll")) {
        let at = middle_of(&computer, "scrollArea").await;
        let top = async || computer.place("scrollButton1").await[1];
        let before = top().await;
        let said = computer.quietly(json!({"action": "scroll", "coordinate": at, "direction": "down", "amount": 120})).await;
        assert!(said.starts_with("scroll down 120 pixels at "), "{said}");
        assert_eq!(top().await, before - 120.0);
        computer.quietly(json!({"action": "scroll", "coordinate": at, "direction": "up", "amount": 30})).await;
        assert_eq!(top().await, before - 90.0);
    }

    async fn what_lies_on_top_is_hit(computer: Computer = tab("input lab")) {
        let said = click(&computer, "coveredButton").await;
        assert!(!said.contains("Covered"), "{said}");
        assert!(!computer.stdout().lines().any(|line| line == "COVERED"));
        let at = middle_of(&computer, "inputLab").await;
        computer.quietly(json!({"action": "right_click", "coordinate": at})).await;
        computer.appears("labMenu").await;
        // The menu lies over the lab: what is clicked is its first action.
        let [x, y, ..] = computer.place("labMenu").await.map(|side| side as i64);
        seen_by_lab(&computer).await;
        let said = computer.quietly(json!({"action": "left_click", "coordinate": [x + 15, y + 12]})).await;
        assert!(said.contains(": menuitem \"Copy\""), "{said}");
        eventually("the action", async || {
            let seen = computer.get("inputLab", "eventLog").await;
            seen.to_string().contains("action labCopyAction").then_some(())
        })
        .await;
    }

    async fn a_combo_box_is_opened_and_an_entry_chosen_by_pixels(computer: Computer = tab("form")) {
        let combo = middle_of(&computer, "colourCombo").await;
        computer.quietly(json!({"action": "left_click", "coordinate": combo})).await;
        let marked = computer.act(json!({"action": "screenshot", "marks": true})).await;
        let marks = marked.answer["marks"].as_array().unwrap().clone();
        let blue = marks.iter().find(|mark| mark["element"].as_str().unwrap().contains("\"Blue\""));
        let blue = blue.unwrap_or_else(|| panic!("{marks:?}"));
        computer.quietly(json!({"action": "left_click", "coordinate": [blue["x"], blue["y"]]})).await;
        computer.becomes("colourCombo", "currentText", json!("Blue")).await;
    }

    async fn a_modal_dialog_blocks_what_is_behind_it(computer: Computer = tab("dialogs")) {
        let behind = middle_of(&computer, "okButton").await;
        click(&computer, "modalButton").await;
        computer.appears("modalDialog").await;
        let blocked = json!({"action": "left_click", "coordinate": behind});
        let (code, message, _) = computer.fault("computer", blocked).await;
        assert_eq!(code, Code::BlockedByDialog, "{message}");
        assert!(message.starts_with(&format!("What is at ({}, {}) is blocked by dialog ", behind[0], behind[1])), "{message}");
        click(&computer, "dialogEdit").await;
        computer.quietly(json!({"action": "type", "text": "seen"})).await;
        click(&computer, "dialogOkButton").await;
        computer.said("DIALOG modal accepted seen").await;
    }

    async fn qml_is_clicked_at_its_pixel(computer: Computer = quick_tab("canvas")) {
        let [left, top, ..] = computer.place("canvas").await.map(|side| side as i64);
        for (round, (action, button)) in
            [("left_click", "left"), ("right_click", "right"), ("middle_click", "middle")].into_iter().enumerate()
        {
            let x = 20 + 40 * round as i64;
            computer.quietly(json!({"action": action, "coordinate": [left + x, top + 31]})).await;
            computer.said(&format!("CANVAS {x} 31 {button}")).await;
        }
        computer.quietly(json!({"action": "double_click", "coordinate": [left + 200, top + 31]})).await;
        computer.becomes("canvasStatus", "text", json!("release 200 31")).await;
        let scroll = json!({"action": "scroll", "coordinate": [left + 50, top + 50], "scroll_direction": "down", "scroll_amount": 1});
        computer.quietly(scroll).await;
        computer.becomes("canvasStatus", "text", json!("wheel -120")).await;
    }

    async fn a_flickable_is_pulled_and_comes_to_rest(computer: Computer = quick_page("flick")) {
        let at = middle_of(&computer, "flickable").await;
        let drag = json!({"action": "left_click_drag", "start_coordinate": at, "coordinate": [at[0], at[1] - 150]});
        computer.quietly(drag).await;
        eventually("that it rests", async || {
            computer.stdout().lines().any(|line| line.starts_with("FLICK ")).then_some(())
        })
        .await;
        assert!(computer.get("flickable", "contentY").await.as_f64().unwrap() > 50.0);
    }
}

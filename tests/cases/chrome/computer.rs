//! `computer`: mouse and keyboard by ref and by coordinate, pictures, and what is refused.

use qtmcp_tests::{Code, Page, Picture, json, on_both, qml_gallery, text};

on_both! {
    async fn every_kind_of_click_arrives_at_its_coordinate(qt: Qt) {
        let page = Page::tab(qt, "canvas").await;
        let (x, y) = page.middle("canvas").await;
        for (action, expected) in [
            ("left_click", "Clicked"),
            ("right_click", "Right-clicked"),
            ("middle_click", "Middle-clicked"),
            ("double_click", "Double-clicked"),
            ("triple_click", "Triple-clicked"),
        ] {
            let said = page.computer(json!({"action": action, "coordinate": [x, y]})).await;
            assert!(said.starts_with(&format!("{expected} at ({x}, {y}) on [")), "{said}");
        }
        // A second press in a row is a double click to the canvas, which it does not count.
        assert_eq!(page.get("canvas", "clicks").await, 6);
        let moved = page.computer(json!({"action": "mouse_move", "coordinate": [x + 7.0, y]})).await;
        assert!(moved.starts_with(&format!("Hovered at ({}, {y})", x + 7.0)), "{moved}");
        assert!(page.get("canvas", "lastInput").await.as_str().unwrap().starts_with("hover "));
        let at = page.call("computer", json!({"action": "cursor_position"})).await;
        assert_eq!(text(&at), format!("X={},Y={y}", x + 7.0));
    }

    async fn a_drag_and_a_held_button_are_seen_as_such(qt: Qt) {
        let page = Page::tab(qt, "canvas").await;
        let (x, y) = page.middle("canvas").await;
        let drag = json!({"action": "left_click_drag", "start_coordinate": [x, y], "coordinate": [x + 40.0, y + 20.0]});
        let dragged = page.call("computer", drag).await;
        assert!(text(&dragged).starts_with("Dragged from "), "{dragged}");
        assert!(page.stdout().contains("CANVAS"), "{}", page.stdout());
        assert!(page.get("canvas", "lastInput").await.as_str().unwrap().starts_with("release "));
        page.call("computer", json!({"action": "mouse_move", "coordinate": [x, y]})).await;
        page.call("computer", json!({"action": "left_mouse_down"})).await;
        page.call("computer", json!({"action": "mouse_move", "coordinate": [x + 5.0, y]})).await;
        assert!(page.get("canvas", "lastInput").await.as_str().unwrap().starts_with("drag "));
        page.call("computer", json!({"action": "left_mouse_up"})).await;
        assert!(page.get("canvas", "lastInput").await.as_str().unwrap().starts_with("release "));
    }

    async fn keys_text_modifiers_and_the_wheel_arrive(qt: Qt) {
        let page = Page::tab(qt, "input lab").await;
        let (x, y) = page.middle("inputLab").await;
        page.computer(json!({"action": "left_click", "coordinate": [x, y], "modifiers": "ctrl+shift"})).await;
        page.computer(json!({"action": "type", "text": "né日🎉"})).await;
        assert_eq!(page.get("inputLab", "typed").await, "né日🎉");
        page.computer(json!({"action": "key", "text": "ctrl+b F5", "repeat": 2})).await;
        page.computer(json!({"action": "hold_key", "text": "a", "duration": 0.1})).await;
        page.computer(json!({"action": "scroll", "coordinate": [x, y], "scroll_direction": "down", "scroll_amount": 2})).await;
        let log = page.get("inputLab", "eventLog").await.to_string();
        assert!(log.contains("press left") && log.contains("Ctrl+Shift"), "{log}");
        assert_eq!((log.matches("key press F5").count(), log.matches("wheel -120").count()), (2, 2), "{log}");
    }

    async fn what_is_out_of_sight_is_brought_into_view(qt: Qt) {
        let page = Page::tab(qt, "scroll").await;
        let far = page.call("find", json!({"query": "Button 90"})).await["matches"][0]["ref"].clone();
        let scrolled = page.computer(json!({"action": "scroll_to", "ref": far, "dialect": "chrome"})).await;
        assert_eq!(scrolled, format!("Scrolled to element with reference: ref_{far}"));
        let top = page.middle("scrollArea").await;
        let before = page.middle("scrollButton90").await;
        let area = page.call("getGeometry", json!({"id": "scrollArea"})).await["global"].clone();
        let (above, high) = (area["y"].as_f64().unwrap(), area["height"].as_f64().unwrap());
        assert!((above..above + high).contains(&before.1), "{before:?} is not in {area}");
        page.computer(json!({"action": "scroll", "coordinate": [top.0, top.1], "scroll_direction": "up", "scroll_amount": 5})).await;
        assert!(page.middle("scrollButton90").await.1 > before.1, "the wheel moved it");
        let clicked = page.computer(json!({"action": "left_click", "ref": far})).await;
        assert!(clicked.starts_with(&format!("Clicked [{far}]")), "{clicked}");
    }

    async fn pictures_can_be_small_and_parts_can_be_large(qt: Qt) {
        let page = Page::tab(qt, "form").await;
        let whole = page.call("computer", json!({"action": "screenshot"})).await;
        let picture = |answer: &qtmcp_tests::Value| Picture::of(&json!({
            "data": answer["screenshot"]["data"], "width": answer["width"], "height": answer["height"],
        }));
        let (width, height) = (picture(&whole).width, picture(&whole).height);
        assert_eq!(whole["frame"], json!([width, height]));
        let half = page.call("computer", json!({"action": "screenshot", "scale": 0.5, "dialect": "chrome"})).await;
        assert_eq!((picture(&half).width, picture(&half).height), (width / 2, height / 2));
        assert!(text(&half).contains(&format!("0.5-scale view; coordinate frame: {width}x{height}.")), "{}", text(&half));
        let zoom = page.call("computer", json!({"action": "zoom", "region": [10, 20, 110, 70], "dialect": "chrome"})).await;
        assert_eq!((picture(&zoom).width, picture(&zoom).height), (400, 200));
        assert_eq!(text(&zoom), "Successfully captured zoomed screenshot of region (10,20) to (110,70) - 400x200 pixels");
        assert!(picture(&zoom).colours() > 2);
    }

    async fn places_that_are_none_and_arguments_that_lack_are_refused_with_the_reason(qt: Qt) {
        let page = Page::pattern(qt).await;
        let shot = page.call("computer", json!({"action": "screenshot"})).await;
        let frame = format!("{}x{}", shot["frame"][0], shot["frame"][1]);
        let far = json!({"action": "left_click", "coordinate": [40_000, 760], "dialect": "chrome"});
        let (code, message, next) = page.fault("computer", far).await;
        assert_eq!(code, Code::BadArgument);
        assert!(message.starts_with(&format!("Coordinate (40000, 760) is outside the coordinate frame ({frame}). ")), "{message}");
        assert!(next.contains("screenshot"), "{next}");
        let bare = json!({"action": "left_click", "coordinate": [shot["frame"][0].as_u64().unwrap() - 2, shot["frame"][1].as_u64().unwrap() - 2]});
        let (code, message, _) = page.fault("computer", bare).await;
        assert_eq!(code, Code::NotFound, "{message}");
        let (code, message, next) = page.fault("computer", json!({"action": "left_click"})).await;
        assert_eq!((code, &*message), (Code::BadArgument, "coordinate is required for left_click"));
        assert!(next.contains("ref"), "{next}");
        let (code, _, next) = page.fault("computer", json!({"action": "left_mouse_down"})).await;
        assert_eq!(code, Code::BadArgument, "nobody has moved the mouse yet");
        assert!(next.contains("mouse_move"), "{next}");
    }

    async fn a_button_left_down_comes_up_when_its_client_goes(qt: Qt) {
        let page = Page::tab(qt, "canvas").await;
        let (x, y) = page.middle("canvas").await;
        let other = qtmcp_tests::Client::connect(&page.url).await.unwrap();
        qtmcp_tests::succeed(&other, "computer", json!({"action": "mouse_move", "coordinate": [x, y]})).await;
        qtmcp_tests::succeed(&other, "computer", json!({"action": "left_mouse_down"})).await;
        assert!(page.get("canvas", "lastInput").await.as_str().unwrap().starts_with("press "));
        drop(other);
        qtmcp_tests::eventually("the release", async || {
            page.get("canvas", "lastInput").await.as_str().unwrap().starts_with("release ").then_some(())
        })
        .await;
    }

    async fn qml_is_clicked_typed_into_and_pictured_alike(qt: Qt) {
        let page = Page::open(qml_gallery(qt)).await;
        let name = page.call("find", json!({"query": "name field"})).await["matches"][0]["ref"].clone();
        page.call("computer", json!({"action": "left_click", "ref": name})).await;
        let typed = page.call("computer", json!({"action": "type", "text": "Ada né"})).await;
        assert!(text(&typed).contains("Ada né"), "{typed}");
        page.becomes("nameEdit", "text", json!("Ada né")).await;
        let (x, y) = page.middle("agreeCheck").await;
        page.call("computer", json!({"action": "left_click", "coordinate": [x, y]})).await;
        page.becomes("agreeCheck", "checked", json!(true)).await;
        let shot = page.call("computer", json!({"action": "screenshot"})).await;
        assert!(shot["screenshot"]["data"].as_str().unwrap().len() > 1000);
    }
}

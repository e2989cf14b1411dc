//! Things that are dragged and dropped: rows, texts, widgets and QML items, on platforms with a drag of their own and
//! without, and what ends a drag before its time.

use super::{click, everywhere, middle_of, page, quick_page};
use qtmcp_tests::{Client, Computer, Value, code, eventually, json, on_both};

/// The middle of the row with this text.
async fn row(computer: &Computer, text: &str) -> [i64; 2] {
    let shot = computer.act(json!({"action": "screenshot", "marks": true})).await;
    let marks = shot.answer["marks"].as_array().unwrap();
    let named = format!("\"{text}\"");
    let mark = marks.iter().find(|mark| mark["element"].as_str().is_some_and(|element| element.contains(&named)));
    let mark = mark.unwrap_or_else(|| panic!("no row {text} in {marks:?}"));
    ["x", "y"].map(|axis| mark[axis].as_i64().unwrap())
}

async fn drag(computer: &Computer, from: [i64; 2], to: [i64; 2]) -> String {
    computer.quietly(json!({"action": "left_click_drag", "start_coordinate": from, "coordinate": to})).await
}

async fn move_to(computer: &Computer, place: [i64; 2]) -> String {
    computer.quietly(json!({"action": "mouse_move", "coordinate": place})).await
}

/// The last line that begins so.
fn last(computer: &Computer, begin: &str) -> Option<String> {
    computer.stdout().lines().rfind(|line| line.starts_with(begin)).map(str::to_owned)
}

fn count(computer: &Computer, line: &str) -> usize {
    computer.stdout().lines().filter(|said| *said == line).count()
}

/// Presses on the thing that can be dragged, and pulls it over the one that takes it.
async fn carry_to_taker(computer: &Computer) {
    let from = middle_of(computer, "grip").await;
    move_to(computer, from).await;
    computer.quietly(json!({"action": "left_mouse_down"})).await;
    for way in [8, 16, 24] {
        move_to(computer, [from[0] + way, from[1]]).await;
    }
    move_to(computer, middle_of(computer, "taker").await).await;
    computer.said("DRAG begins").await;
    computer.said("ENTER taker from grip").await;
    computer.said("DRAG would move").await;
}

everywhere! {
    async fn rows_of_a_list_are_put_in_another_order(computer: Computer = page("drag")) {
        let (one, four) = (row(&computer, "One").await, row(&computer, "Four").await);
        drag(&computer, one, [four[0], four[1] + 3]).await;
        computer.said("ROWS orderList Two Three Four One Five").await;
        let (five, two) = (row(&computer, "Five").await, row(&computer, "Two").await);
        drag(&computer, five, [two[0], two[1] - 3]).await;
        computer.said("ROWS orderList Five Two Three Four One").await;
    }

    async fn a_row_of_a_tree_gets_another_parent(computer: Computer = page("drag")) {
        let (apple, roots) = (row(&computer, "Apple").await, row(&computer, "Roots").await);
        drag(&computer, apple, roots).await;
        computer.said("ROWS moveTree Fruit(Pear) Roots(Carrot Apple)").await;
    }

    async fn a_row_moves_to_another_list_or_is_copied_there(computer: Computer = page("drag")) {
        let [x, y, width, height] = computer.place("rightList").await.map(|side| side as i64);
        let below = [x + width / 2, y + height - 20];
        let ada = row(&computer, "Ada").await;
        let copy = json!({"action": "left_click_drag", "start_coordinate": ada, "coordinate": below, "text": "ctrl"});
        computer.quietly(copy).await;
        computer.said("ROWS rightList Cleo Ada").await;
        drag(&computer, row(&computer, "Ben").await, below).await;
        computer.said("ROWS rightList Cleo Ada Ben").await;
        computer.said("ROWS leftList Ada").await;
    }

    async fn a_selected_text_moves_into_another_field(computer: Computer = page("drag")) {
        let [x, y, ..] = computer.place("sourceText").await.map(|side| side as i64);
        click(&computer, "sourceText").await;
        computer.quietly(json!({"action": "key", "text": "ctrl+Home shift+Right shift+Right shift+Right shift+Right"})).await;
        drag(&computer, [x + 20, y + 14], middle_of(&computer, "targetText").await).await;
        computer.said("TEXT targetText move").await;
        computer.said("TEXT sourceText  these words").await;
        assert_eq!(computer.get("targetText", "plainText").await, "move");
    }

    async fn a_thing_is_taken_and_its_source_told(computer: Computer = page("drag")) {
        drag(&computer, middle_of(&computer, "grip").await, middle_of(&computer, "taker").await).await;
        computer.said("DROP taker move A thing").await;
        computer.said("DRAG ends move buttons 0").await;
        computer.said("DRAG gone").await;
        assert_eq!(count(&computer, "DRAG begins"), 1);
        assert_eq!(computer.get("taker", "text").await, "A thing");
        let nowhere = middle_of(&computer, "grip").await;
        drag(&computer, nowhere, [nowhere[0] + 60, nowhere[1]]).await;
        computer.said("DRAG ends nothing buttons 0").await;
    }

    async fn what_is_dropped_may_open_a_menu_first(computer: Computer = page("drag")) {
        drag(&computer, middle_of(&computer, "grip").await, middle_of(&computer, "asker").await).await;
        computer.appears("dropMenu").await;
        assert_eq!(last(&computer, "DRAG ends"), None);
        computer.quietly(json!({"action": "key", "text": "t"})).await;
        computer.said("DROP asker move A thing").await;
        computer.said("DRAG ends move buttons 0").await;
    }

    async fn a_button_held_down_drags_until_it_is_let_go(computer: Computer = page("drag")) {
        carry_to_taker(&computer).await;
        move_to(&computer, middle_of(&computer, "asker").await).await;
        computer.said("LEAVE taker").await;
        computer.said("ENTER asker from grip").await;
        move_to(&computer, middle_of(&computer, "taker").await).await;
        computer.quietly(json!({"action": "left_mouse_up"})).await;
        computer.said("DROP taker move A thing").await;
        computer.said("DRAG ends move buttons 0").await;
    }

    async fn escape_calls_a_drag_off(computer: Computer = page("drag")) {
        carry_to_taker(&computer).await;
        computer.quietly(json!({"action": "key", "text": "Escape"})).await;
        computer.said("LEAVE taker").await;
        eventually("the end of the drag", async || last(&computer, "DRAG ends nothing")).await;
        computer.quietly(json!({"action": "left_mouse_up"})).await;
        assert_eq!(last(&computer, "DROP"), None);
        // The next drag is one like any other.
        drag(&computer, middle_of(&computer, "grip").await, middle_of(&computer, "taker").await).await;
        computer.said("DROP taker move A thing").await;
    }

    async fn a_client_that_goes_in_the_middle_drops_nothing(computer: Computer = page("drag")) {
        let other = Client::connect(&computer.url).await.unwrap();
        let act = async |mut arguments: Value| {
            arguments["screenshot"] = json!(false);
            other.call("computer", arguments).await.unwrap();
        };
        let from = middle_of(&computer, "grip").await;
        act(json!({"action": "mouse_move", "coordinate": from})).await;
        act(json!({"action": "left_mouse_down"})).await;
        for way in [8, 16, 24] {
            act(json!({"action": "mouse_move", "coordinate": [from[0] + way, from[1]]})).await;
        }
        act(json!({"action": "mouse_move", "coordinate": middle_of(&computer, "taker").await})).await;
        computer.said("ENTER taker from grip").await;
        drop(other);
        eventually("the end of the drag", async || last(&computer, "DRAG ends")).await;
        drag(&computer, middle_of(&computer, "grip").await, middle_of(&computer, "taker").await).await;
        computer.said("DROP taker move A thing").await;
    }

    async fn an_item_of_qml_is_dragged_inside_its_scene(computer: Computer = quick_page("drag")) {
        drag(&computer, middle_of(&computer, "chip").await, middle_of(&computer, "basket").await).await;
        computer.said("ENTER basket").await;
        computer.said("DROP basket chip").await;
        computer.said("CHIP dropped move").await;
    }

    async fn an_item_of_qml_is_dragged_as_the_desktop_does_it(computer: Computer = quick_page("drag")) {
        drag(&computer, middle_of(&computer, "tag").await, middle_of(&computer, "shelf").await).await;
        computer.said("TAG begins").await;
        computer.said("ENTER shelf").await;
        computer.said("DROP shelf a tag").await;
        computer.said("TAG ends move").await;
        drag(&computer, middle_of(&computer, "tag").await, middle_of(&computer, "basket").await).await;
        computer.said("DROP basket a tag").await;
    }
}

on_both! {
    /// Offscreen: on X11 this ends the app, in Qt's own drag.
    async fn what_is_dragged_may_go_in_the_middle(qt: Qt) {
        let computer = Computer::open(page("drag")(qt)).await;
        carry_to_taker(&computer).await;
        computer.invoke("grip", "deleteLater", json!([])).await;
        computer.said("DRAG gone").await;
        eventually("the end of the drag", async || last(&computer, "DRAG ends nothing orphaned")).await;
        computer.quietly(json!({"action": "left_mouse_up"})).await;
        assert_eq!(last(&computer, "DROP"), None);
        click(&computer, "orderList").await;
    }

    async fn an_app_can_end_in_the_middle_of_a_drag(qt: Qt) {
        let mut computer = Computer::open(page("drag")(qt)).await;
        carry_to_taker(&computer).await;
        // Its reply may be lost with the app.
        let _ = computer.client.call("invokeMethod", json!({"id": "QApplication", "method": "quit"})).await;
        let status = computer.wait_exit(qtmcp_tests::PATIENCE).await.unwrap();
        assert_eq!(code(status), 0, "{}", computer.stderr());
        assert!(last(&computer, "DRAG ends nothing").is_some() && last(&computer, "DROP").is_none());
    }
}

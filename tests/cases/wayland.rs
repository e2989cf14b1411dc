//! Wayland, where no window knows its place: the screen of the app is made up all the same, and can be used.

use qtmcp_tests::{
    Area, Computer, Launch, OnScreen, Picture, TestApp, Wayland, gallery, json, launch, on_both, qml_gallery,
};

const GREEN: [u8; 3] = [0x12, 0xab, 0x34];
const PINK: [u8; 3] = [0xff, 0x00, 0xa0];
const BACKGROUND: [u8; 3] = [0x40; 3];

async fn look(app: &TestApp) -> Picture {
    Picture::of(&app.call("screenshot", json!({})).await)
}

async fn paint(app: &TestApp, id: &str, [red, green, blue]: [u8; 3]) {
    let colour = format!("#{red:02x}{green:02x}{blue:02x}");
    app.set(id, "styleSheet", json!(format!("background: {colour}; color: {colour}; border: none"))).await;
}

/// Where a thing is, and how large, as the app says.
async fn place(app: &TestApp, id: &str) -> Area {
    let [x, y, width, height] = app.place(id).await.map(|side| side as u32);
    Area { x, y, width, height }
}

/// No window ever has the focus here, since there is no keyboard to give it to.
async fn open(app: Launch, window: &str) -> Computer {
    let computer = Computer::start(app.fit("full")).await;
    computer.appears(window).await;
    computer
}

on_both! {
    async fn windows_stand_where_one_looks_for_them(qt: Qt) {
        let display = Wayland::start();
        let app = launch(display.show(gallery(qt).args(["--tab", "dialogs"]))).await;
        app.appears("mainWindow").await;
        assert_eq!(app.call("status", json!({})).await["platform"], "wayland");
        let main = place(&app, "mainWindow").await;
        let picture = look(&app).await;
        assert_eq!((picture.width, picture.height), (1280, 900));
        assert_ne!(picture.at(main.width - 2, main.height - 2), BACKGROUND, "the window begins at 0,0");
        assert_eq!(picture.at(main.width + 2, 5), BACKGROUND);

        app.click("modalButton").await;
        app.appears("modalDialog").await;
        paint(&app, "modalDialog", GREEN).await;
        let dialog = place(&app, "modalDialog").await;
        let seen = look(&app).await.extent(GREEN).unwrap();
        assert_eq!((seen.width, seen.height), (dialog.width, dialog.height));
        let off_middle = |start: u32, length: u32, of: u32| (start * 2 + length).abs_diff(of);
        assert!(off_middle(seen.x, seen.width, main.width) <= 2, "{seen:?} in the middle of {main:?}");
        assert!(off_middle(seen.y, seen.height, main.height) <= 2, "{seen:?} in the middle of {main:?}");
    }

    async fn menus_open_at_their_bar(qt: Qt) {
        let display = Wayland::start();
        let app = launch(display.show(gallery(qt))).await;
        app.appears("mainWindow").await;
        paint(&app, "fileMenu", PINK).await;
        app.click("fileMenu").await;
        app.appears("fileMenu").await;
        assert_eq!(look(&app).await.extent(PINK), Some(place(&app, "fileMenu").await));
        let bar = place(&app, "menuBar").await;
        assert!(place(&app, "fileMenu").await.y.abs_diff(bar.y + bar.height) <= 3);
    }

    async fn a_form_is_filled_by_coordinates(qt: Qt) {
        let display = Wayland::start();
        let computer = open(display.show(gallery(qt)), "mainWindow").await;
        let click = async |id: &str| {
            let area = place(&computer, id).await;
            // A check box is as wide as its column, but takes a click on its mark and text only.
            let at = [area.x + 10, area.y + area.height / 2];
            computer.quietly(json!({"action": "left_click", "coordinate": at})).await
        };
        let said = click("nameEdit").await;
        assert!(said.contains("nameEdit") || said.contains("Name"), "{said}");
        computer.quietly(json!({"action": "type", "text": "Ada é 日本"})).await;
        computer.becomes("nameEdit", "text", json!("Ada é 日本")).await;
        click("agreeCheck").await;
        computer.becomes("agreeCheck", "checked", json!(true)).await;
        click("colourCombo").await;
        let combo = place(&computer, "colourCombo").await;
        // The list lies over the box, the row in question one further down.
        let second = [combo.x + combo.width / 2, combo.y + combo.height / 2 + combo.height * 3 / 4];
        computer.quietly(json!({"action": "left_click", "coordinate": second})).await;
        computer.becomes("colourCombo", "currentText", json!("Green")).await;
    }

    async fn a_dialog_is_answered_by_coordinates_and_keys(qt: Qt) {
        let display = Wayland::start();
        let computer = open(display.show(gallery(qt).args(["--tab", "dialogs"])), "mainWindow").await;
        computer.click("modalButton").await;
        computer.appears("modalDialog").await;
        paint(&computer, "dialogEdit", GREEN).await;
        let field = look(&computer).await.extent(GREEN).unwrap();
        let at = [field.x + field.width / 2, field.y + field.height / 2];
        computer.quietly(json!({"action": "left_click", "coordinate": at})).await;
        computer.quietly(json!({"action": "type", "text": "yes\n"})).await;
        computer.becomes("dialogResult", "text", json!("modal accepted yes")).await;
    }

    async fn qml_can_be_seen_and_clicked(qt: Qt) {
        let display = Wayland::start();
        let computer = open(display.show(qml_gallery(qt)), "window").await;
        computer.appears("formPage").await;
        assert!(computer.look().await.colours() > 50, "text and controls");
        let [x, y, width, height] = computer.place("nameEdit").await;
        let at = [(x + width / 2.0) as u32, (y + height / 2.0) as u32];
        computer.quietly(json!({"action": "left_click", "coordinate": at})).await;
        computer.quietly(json!({"action": "type", "text": "Ada"})).await;
        computer.becomes("nameEdit", "text", json!("Ada")).await;
    }
}

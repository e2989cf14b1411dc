//! An application that nobody here wrote: its own eye button shows a password to people and to nobody else.

use qtmcp_tests::{Home, OnScreen, Page, Picture, eventually, json, on_path};

const PASSWORD: &str = "correct horse 9";
const PAINT: [u8; 3] = [0x9a, 0x9a, 0xa2];

/// Clicks what `find` has for a description, once there is such a thing.
async fn press(page: &Page, query: &str) {
    let found = eventually(query, async || {
        let found = page.call("find", json!({"query": query})).await;
        found["matches"][0]["ref"].as_u64()
    });
    page.call("click", json!({"ref": found.await})).await;
}

#[tokio::test]
async fn what_the_eye_button_shows_is_neither_in_the_page_nor_in_the_picture() {
    assert!(on_path("keepassxc").is_some(), "keepassxc is missing: run `cargo xtask setup` first");
    let home = Home::new();
    let page = Page::open(home.launch("keepassxc").screen(1100, 800).fit("full")).await;
    press(&page, "create new database button").await;
    press(&page, "continue button").await;
    eventually("the settings", async || page.tree("qt").await.contains("Encryption Settings").then_some(())).await;
    press(&page, "continue button").await;
    eventually("the field", async || page.shows("QLineEdit", "Enter password:").await.then_some(())).await;
    let field = page.number("QLineEdit", "Enter password:").await;
    let set = page.call("form_input", json!({"ref": field, "value": PASSWORD})).await;
    assert_eq!((&set["length"], set.to_string().contains("horse")), (&json!(15), false), "{set}");

    page.press("QLineEditIconButton", "Toggle Password (Ctrl+H)").await;
    let shown = json!({"className": "QLineEdit", "property": "hasSelectedText", "value": false});
    let tree = page.tree("qt").await;
    assert!(tree.contains("\"Toggle Password (Ctrl+H)\" (checkable, checked)"), "{tree}");
    assert!(page.line(field).await.contains("password, filled"), "{tree}");
    for told in [
        tree,
        page.call("get_page_text", json!({})).await.to_string(),
        page.call("findByProperty", shown).await.to_string(),
    ] {
        assert!(!told.contains("horse"), "{told}");
    }
    let read = page.call("read_page", json!({})).await;
    let middle = &read["refs"][field.to_string()];
    let (x, y) = (middle["x"].as_u64().unwrap() as u32, middle["y"].as_u64().unwrap() as u32);
    let picture = page.call("computer", json!({"action": "screenshot"})).await;
    let picture = Picture::encoded(&picture["screenshot"]["data"]);
    for x in x - 150..x + 150 {
        assert_eq!(picture.at(x, y), PAINT, "at {x}, {y}");
    }
}

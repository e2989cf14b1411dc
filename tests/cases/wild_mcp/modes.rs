//! One app in several modes, and what a server has beside its tools.

use super::{Office, file_with};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use qtmcp_tests::{Heard, Picture, Qt, eventually, json, qt_dir};
use rmcp::model::{ReadResourceRequestParams, ResourceContents};

#[tokio::test]
async fn designer_begins_a_form_by_objects_and_saves_it_by_the_page() {
    let designer = qt_dir(Qt::Six, "QT_INSTALL_BINS").join("designer");
    let office = Office::open("native", &[designer.to_str().unwrap()]).await;
    let button = eventually("the button", async || {
        let found = office.mcp.call("findByText", json!({"text": "Create"})).await.structure;
        found["objects"][0]["id"].as_str().map(str::to_owned)
    })
    .await;
    office.mcp.call("click", json!({"id": button})).await;
    let form = json!({"className": "qdesigner_internal::FormWindow"});
    eventually("the form", async || {
        let found = office.mcp.call("findByClassName", form.clone()).await.structure;
        (found["objects"].as_array()?.len() == 1).then_some(())
    })
    .await;
    let other = office.mcp.fail("navigate", json!({"target": "File > Save As"}), "unsupported").await.text;
    assert!(other.contains("Call `set_mode` with mode chrome"), "{other}");

    office.call("set_mode", json!({"mode": "chrome"})).await;
    let opened = office.menu("File > Save As").await;
    assert!(opened.contains("QFileDialog"), "{opened}");
    let file = office.file("form.ui");
    office.call("file_upload", json!({"paths": [&file]})).await;
    let saved = file_with(&file, "</ui>").await;
    assert!(saved.contains("<widget class=\"QDialog\" name=\"Dialog\">"), "{saved}");
    let closed = office.mcp.call("close_app", json!({})).await.structure;
    assert_eq!(closed["closed"], "ended with exit code 0");
    office.leave().await;
}

#[tokio::test]
async fn kolourpaint_draws_by_pixels_and_saves_by_name() {
    let office = Office::open("computer_use", &["kolourpaint"]).await;
    let looked = office.mcp.call("computer", json!({"action": "screenshot"})).await;
    assert_eq!(looked.pictures[0].0, "image/png");
    let [x, y] = sheet(&Picture::encoded(&json!(looked.pictures[0].1)));
    let drag = json!({
        "action": "left_click_drag",
        "start_coordinate": [x + 30, y + 40],
        "coordinate": [x + 130, y + 40],
    });
    let drawn = office.mcp.call("computer", drag).await;
    let drawn = Picture::encoded(&json!(drawn.pictures[0].1));
    assert_eq!(drawn.at(x + 80, y + 40), [0; 3], "nothing in the middle of the line");

    office.call("set_mode", json!({"mode": "chrome"})).await;
    let opened = office.menu("File > Save").await;
    assert!(opened.contains("\"Save Image As\""), "{opened}");
    let file = office.file("line.png");
    // KDE's own file dialog, with the field for the name in focus.
    office.types(file.to_str().unwrap()).await;
    office.keys("Return").await;
    let saved = eventually("a whole picture", async || {
        let bytes = std::fs::read(&file).ok()?;
        bytes.ends_with(b"IEND\xaeB`\x82").then(|| Picture::encoded(&json!(BASE64_STANDARD.encode(bytes))))
    })
    .await;
    let pixels = (0..saved.height).flat_map(|y| (0..saved.width).map(move |x| (x, y)));
    let line: Vec<_> = pixels.filter(|(x, y)| saved.at(*x, *y) != [255; 3]).collect();
    assert_eq!((line.first(), line.last(), line.len()), (Some(&(30, 40)), Some(&(130, 40)), 101), "{line:?}");
    office.leave().await;
}

/// The top left of the first white corner whose edges are long.
fn sheet(picture: &Picture) -> [u32; 2] {
    const LENGTH: u32 = 180;
    let is_white = |x: u32, y: u32| picture.at(x, y) == [255; 3];
    for y in 0..picture.height - LENGTH {
        for x in 0..picture.width - LENGTH {
            if (0..LENGTH).all(|i| is_white(x + i, y) && is_white(x, y + i)) {
                return [x, y];
            }
        }
    }
    panic!("there is no white sheet in the picture");
}

#[tokio::test]
async fn qt6ct_is_watched_as_a_resource_and_writes_what_was_chosen() {
    let office = Office::open("chrome", &["qt6ct"]).await;
    office.find("apply button").await;
    office.mcp.listen(&["qtmcp://page"]).await;
    let chosen = office.set("style combo box", "Windows").await;
    assert!(chosen.contains("\"Windows\" (was \"Fusion\")"), "{chosen}");
    office.mcp.hears(&Heard::Resource("qtmcp://page".to_owned())).await;
    let read = office.mcp.peer().read_resource(ReadResourceRequestParams::new("qtmcp://page")).await.unwrap();
    let [ResourceContents::TextResourceContents { text, .. }] = &read.contents[..] else { panic!("{read:?}") };
    assert!(text.contains("value=\"Windows\""), "{text}");
    office.click("apply button").await;
    file_with(&office.file("config/qt6ct/qt6ct.conf"), "style=Windows").await;
    office.leave().await;
}

#[tokio::test]
async fn ausweisapp_is_set_up_without_a_history() {
    let office = Office::open("chrome", &["AusweisApp2", "--port", "0"]).await;
    office.click("yes button").await;
    office.call("wait_for", json!({"text": "save a history", "timeoutMs": 20_000})).await;
    office.click("no button").await;
    let settings = office.file("config/Unknown Organization/AusweisApp2.conf");
    file_with(&settings, "[history]\nenable=false").await;
    // It stays in the tray when its window is closed, and first says so in the window.
    office.mcp.fail("close_app", json!({}), "blocked_by_dialog").await;
    let page = office.call("get_page_text", json!({})).await;
    assert!(page.contains("The user interface of the AusweisApp2 is closed."), "{page}");
    office.call("close_app", json!({"force": true})).await;
    assert!(office.end().await.contains("terminated"), "{}", office.end().await);
    office.leave().await;
}
